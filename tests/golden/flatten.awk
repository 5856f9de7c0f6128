# JSON to one line for each value: `pass.key[.more] = value`, in the order of the text. With
# -v keys=FILE only the keys of passes that the JSON in FILE has too.

function blank() {
    while (substr(text, at, 1) ~ /[ \t\n]/)
        at++
}

# The byte after blanks.
function next_byte() {
    blank()
    return substr(text, at, 1)
}

function string(    from) {
    from = at++
    while (at <= length(text) && substr(text, at, 1) != "\"")
        at += substr(text, at, 1) == "\\" ? 2 : 1
    at++
    return substr(text, from, at - from)
}

function word(    from) {
    from = at
    while (at <= length(text) && substr(text, at, 1) !~ /[],} \t\n]/)
        at++
    return substr(text, from, at - from)
}

function put(path, value,    part) {
    split(path, part, "\t")
    if (collecting)
        wanted[part[1] "\t" part[2]] = 1
    else if (keys == "" || (part[1] "\t" part[2]) in wanted) {
        gsub("\t", ".", path)
        print path " = " value
    }
}

# The items of an object or a list, up to its closing bracket.
function items(path, closing, empty,    key, count) {
    at++
    while (at <= length(text) && next_byte() != closing) {
        key = count + 0
        if (closing == "}") {
            key = string()
            key = substr(key, 2, length(key) - 2)
            next_byte()
            at++ # the colon
        }
        value(path == "" ? key : path "\t" key)
        if (next_byte() == ",")
            at++
        count++
    }
    at++
    if (!count)
        put(path, empty)
}

function value(path,    first) {
    first = next_byte()
    if (first == "{")
        items(path, "}", "{}")
    else if (first == "[")
        items(path, "]", "[]")
    else
        put(path, first == "\"" ? string() : word())
}

function walk(json) {
    text = json
    at = 1
    value("")
}

{
    given = given $0 "\n"
}

END {
    if (keys != "") {
        while ((getline line < keys) > 0)
            known = known line "\n"
        collecting = 1
        walk(known)
        collecting = 0
    }
    walk(given)
}

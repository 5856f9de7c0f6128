# Cuts a .test file into its cases. Case N (from 1) becomes files DIR/N.*: title, line, what its
# options say (run, rules, facts, error, warning, unchanged), in.fx, out.fx and meta.
# Use: awk -v dir=DIR -f split.awk FILE

function begin(line) {
    number++
    part = "head"
    unchanged = 0
    print line > file("line")
    printf "" > file("in.fx")
}

function file(suffix) {
    return dir "/" number "." suffix
}

# A line of the head: an option, or words of the title.
function head(text,    word) {
    word = text
    sub(/:.*/, "", word)
    if (text == "unchanged")
        unchanged = 1
    if (text == "unchanged" || word ~ /^(run|rules|facts|error|warning)$/) {
        sub(/^[a-z]*: */, "", text)
        print text > file(word)
    } else {
        print text > file("title")
    }
}

NR == 1 {
    begin(1)
}

/^====*$/ {
    begin(NR + 1)
    next
}

/^---$/ {
    part = part == "in.fx" && !unchanged ? "out.fx" : "meta"
    next
}

part == "head" && /^#/ {
    sub(/^# ?/, "")
    head($0)
    next
}

part == "head" {
    part = "in.fx"
}

{
    print > file(part)
}

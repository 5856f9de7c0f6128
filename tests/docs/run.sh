#!/usr/bin/env bash
# Runs what the documentation shows and compares what comes out.
#
#     tests/docs/run.sh [--bless] [FILE.md...]     REGRAFT: the binary, else $BUILD/regraft
#
# Fenced blocks of a document are told apart by the first word after the fence.
#
#   rules ops pipeline facts graph    what an example is run with: example.rules, example.ops, ...
#                                     A second word is a file's name: `rules first.rules` is kept
#                                     for the rest of the document. So is `text NAME`.
#   result metadata warning diff      what a run gives: the graph, the metadata, what it says on
#                                     standard error, the output of --diff
#   error                             what a run that fails says; without a graph: what
#                                     `regraft check` says of the rules. It must exit with 1.
#   console                           lines `$ command` and their output, run from a copy of the
#                                     repository's root
#
# Further words after the expectation are options: `result --set limit=3`. An example lasts until
# the next input that follows an expectation; a graph alone then keeps the rules before it. A run
# without `warning` or `error` must say nothing. Other blocks are not looked at.
#
# --bless writes what came out into the documents.
set -u
export LC_ALL=C
unset NO_COLOR
cd "$(dirname "$0")/../.." || exit 2

root=$PWD
export REGRAFT_RULES=${REGRAFT_RULES:-$root/rules}
regraft=${REGRAFT:-${BUILD:-build}/regraft}
bless=no
documents=()
for argument in "$@"; do
    case $argument in
    --bless) bless=yes ;;
    *) documents+=("$argument") ;;
    esac
done
[ ${#documents[@]} -gt 0 ] ||
    documents=(README.md rules/README.md grammar/manual/*.md grammar/manual/reference/*.md)

[ -x "$regraft" ] || { echo "tests/docs/run.sh: there is no $regraft: run make first" >&2; exit 2; }
case $regraft in /*) ;; *) regraft=$root/$regraft ;; esac

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

pass() { passed=$((passed + 1)); }

# fail LINE TEXT: reports; standard input, if any, is shown below.
fail() {
    failed=$((failed + 1))
    echo "FAILED $document:$1: $2"
    sed 's/^/    /'
}

# ---------------------------------------------------------------- blocks

# Writes each block of a document to DIRECTORY/NUMBER; prints NUMBER, line, word and further words.
extract() {
    awk -v directory="$2" '
        !inside && /^```/ {
            inside = 1; number++
            word = $1; sub(/^```/, "", word); rest = $0; sub(/^```[^ ]* ?/, "", rest)
            file = directory "/" number
            printf "" > file
            print number "\t" NR "\t" (word == "" ? "-" : word) "\t" rest
            next
        }
        inside && /^```$/ { inside = 0; close(file); next }
        inside { print > file }
        END { if (inside) { print "a block is not closed" > "/dev/stderr"; exit 1 } }
    ' "$1"
}

# Puts the files ACTUAL/NUMBER in the place of the blocks that bear their numbers.
bless_document() {
    awk -v directory="$2" '
        !inside && /^```/ {
            inside = 1; number++; file = directory "/" number; print
            known = (getline line < file) >= 0
            if (known) {
                close(file)
                while ((getline line < file) > 0) print line
                close(file)
            }
            next
        }
        inside && /^```$/ { inside = 0 }
        !inside || !known { print }
    ' "$1" >"$work/blessed" && cat "$work/blessed" >"$1"
}

# ---------------------------------------------------------------- examples

# compare NUMBER LINE WHAT FILE: the block against what came out.
compare() {
    cp "$4" "$work/actual/$1"
    if diff -u --label "in the document" --label "what came out" "$work/blocks/$1" "$4" \
        >"$work/difference"; then
        pass
    else
        fail "$2" "the $3 differs" <"$work/difference"
    fi
}

begin_example() {
    rm -rf "$work/example"
    mkdir "$work/example"
    [ ! -d "$work/named" ] || cp "$work/named/"* "$work/example/"
    inputs=()
    wanted=()
    graph=no
    pipeline=no
}

add_input() { # NUMBER LINE WORD
    local name=example.$3
    case $3 in
    graph) name=example.fx ;;
    facts) name=facts.json ;;
    esac
    if [ ${#wanted[@]} -gt 0 ] && [ "$3" = graph ]; then
        run_example
        rm -f "$work/example/$name"
        wanted=()
    elif [ ${#wanted[@]} -gt 0 ] || [ -e "$work/example/$name" ]; then
        run_example
        begin_example
    fi
    example_line=$2
    case $3 in
    graph) graph=yes ;;
    pipeline) pipeline=yes ;;
    rules | ops) inputs+=("$name") ;;
    esac
    cp "$work/blocks/$1" "$work/example/$name"
}

# What the example's command is, after `regraft`.
example_command() {
    command=()
    if [ $graph = no ]; then
        command=(check "${inputs[@]}")
        return
    fi
    command=(run --json-meta metadata)
    [ ! -e "$work/example/facts.json" ] || command+=(--facts facts.json)
    [ $pipeline = no ] || command+=(--pipeline example.pipeline)
    command+=("${inputs[@]}" example.fx)
}

run_example() {
    local command want number line word options code flags=()
    [ ${#wanted[@]} -gt 0 ] || { [ ${#inputs[@]} -eq 0 ] || nothing_wanted; return; }
    example_command
    for want in "${wanted[@]}"; do
        IFS=$'\t' read -r number line word options <<<"$want"
        read -ra flags <<<"$options"
        [ "$word" != diff ] || flags+=(--diff)
        (cd "$work/example" && rm -f metadata &&
            "$regraft" "${command[@]}" "${flags[@]}" >output 2>messages)
        code=$?
        [ ! -s "$work/example/metadata" ] || cp "$work/example/metadata" "$work/example/shown"
        check_expectation
    done
}

nothing_wanted() { fail "$example_line" "an example without a result" </dev/null; }

check_expectation() {
    local example=$work/example
    if [ "$word" = error ]; then
        [ $code -eq 1 ] || fail "$line" "exit code $code where 1 is expected" <"$example/messages"
        if [ $graph = no ]; then cat "$example/output"; else cat "$example/messages"; fi \
            >"$example/shown"
        compare "$number" "$line" error "$example/shown"
        return
    fi
    if [ $code -ne 0 ]; then
        fail "$line" "exit code $code" <"$example/messages"
        return
    fi
    case $word in
    result | diff) compare "$number" "$line" "$word" "$example/output" ;;
    metadata) compare "$number" "$line" "$word" "$example/metadata" ;;
    warning)
        if [ $graph = no ]; then cat "$example/output"; else cat "$example/messages"; fi \
            >"$example/shown"
        compare "$number" "$line" "$word" "$example/shown"
        ;;
    esac
    case "${wanted[*]}" in
    *$'\t'warning$'\t'*) ;;
    *) [ ! -s "$example/messages" ] || fail "$line" "an unexpected message" <"$example/messages" ;;
    esac
}

# ---------------------------------------------------------------- consoles

# A root to run in: what commands write there does no harm.
make_root() {
    local entry
    rm -rf "$work/root"
    mkdir -p "$work/root/build"
    for entry in "$root"/*; do
        [ "${entry##*/}" = build ] || ln -s "$entry" "$work/root/"
    done
    ln -s "$regraft" "$work/root/build/regraft"
}

# The commands of a console block as a script that prints what a terminal would show.
console_script() {
    awk '
        /^\$ / {
            command = substr($0, 3); shown = command
            gsub(/\047/, "\047\\\047\047", shown)
            print "code=$?; printf \"%s\\n\" \047$ " shown "\047; (exit $code)"
            print command
        }
    ' "$1"
}

run_console() { # NUMBER LINE
    [ ! -d "$work/named" ] || cp "$work/named/"* "$work/root/"
    console_script "$work/blocks/$1" >"$work/script"
    (cd "$work/root" && REGRAFT_RULES=rules bash "$work/script" >"$work/output" 2>&1 </dev/null)
    compare "$1" "$2" "console output" "$work/output"
}

# ---------------------------------------------------------------- documents

run_document() {
    local number line word rest
    rm -rf "$work/blocks" "$work/actual" "$work/named"
    mkdir "$work/blocks" "$work/actual"
    make_root
    extract "$document" "$work/blocks" >"$work/index" || {
        fail 1 "cannot be read" </dev/null
        return
    }
    begin_example
    while IFS=$'\t' read -r number line word rest; do
        case $word in
        rules | ops | pipeline | facts | graph | text)
            if [ "$word" = text ] && [ -z "$rest" ]; then
                continue
            fi
            if [ -n "$rest" ]; then
                mkdir -p "$work/named"
                cp "$work/blocks/$number" "$work/named/$rest"
                cp "$work/blocks/$number" "$work/example/$rest"
            else
                add_input "$number" "$line" "$word"
            fi
            ;;
        result | metadata | warning | diff | error)
            wanted+=("$number"$'\t'"$line"$'\t'"$word"$'\t'"$rest")
            ;;
        console) run_console "$number" "$line" ;;
        esac
    done <"$work/index"
    run_example
    [ $bless = no ] || bless_document "$document" "$work/actual"
}

# The reference has a table of what expressions may call or name.
builtins_page=grammar/manual/reference/expressions.md
check_builtins() {
    local name document=$builtins_page
    for name in $(sed -n 's/^ *X(\([a-z_]*\)[,)].*/\1/p' engine/rules/builtins.h); do
        if grep -q "^| \`$name[\`(]" $document; then
            pass
        else
            fail 1 "\`$name\` is not described" </dev/null
        fi
    done
}

for document in "${documents[@]}"; do
    run_document
    [ "$document" != $builtins_page ] || check_builtins
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

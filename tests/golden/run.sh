#!/bin/bash
# Runs golden tests: see README.md. tests/golden/run.sh [--bless] [FILE.test | DIRECTORY]...
# The command under test is $REGRAFT, or build/regraft.
set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
regraft=${REGRAFT:-$here/../../build/regraft}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bless=no passed=0 failed=0

if [ ! -x "$regraft" ]; then
    echo "run.sh: there is no $regraft; build it or set REGRAFT" >&2
    exit 2
fi

# Adds a line to what is wrong with the case.
complain() {
    echo "$1" >> "$case.wrong"
}

# Every line of $1 must stand in the messages of the run.
check_messages() {
    local text
    [ -f "$1" ] || return
    while IFS= read -r text; do
        grep -qF -- "$text" "$case.err" || complain "no message holds: $text"
    done < "$1"
}

# $1: expected text, $2: what the run gave.
check_equal() {
    diff -u --label expected --label actual "$1" "$2" >> "$case.wrong"
}

# Text without blanks and newlines at its ends.
trim() {
    sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$1"
}

check_metadata() {
    [ -f "$case.meta" ] || return
    awk -f "$here/flatten.awk" "$case.meta" | sort > "$case.meta.expected"
    awk -v keys="$case.meta" -f "$here/flatten.awk" "$case.json" | sort > "$case.meta.actual"
    check_equal "$case.meta.expected" "$case.meta.actual"
}

check_refusal() {
    [ "$1" -eq 1 ] || complain "exit status $1, not 1"
    [ -s "$case.actual" ] && complain "a graph was printed in spite of the error"
}

check_result() {
    [ -f "$case.unchanged" ] && cp "$case.in.fx" "$case.out.fx"
    [ "$1" -eq 0 ] || complain "exit status $1, not 0"
    [ "$1" -eq 0 ] || [ -s "$case.actual" ] || return
    trim "$case.out.fx" > "$case.expected"
    check_equal "$case.expected" "$case.actual"
    check_metadata
    if [ -s "$case.err" ] && [ ! -f "$case.warning" ]; then
        complain "there are messages:"
    fi
}

# Runs the case whose files are $1.*; $2 is the directory of its file.
run_case() {
    local case=$1 rules=() run=() name status
    [ -f "$case.run" ] && read -ra run -d '' < "$case.run"
    if [ -f "$case.rules" ]; then
        for name in $(cat "$case.rules"); do
            rules+=("$2/$name")
        done
    fi
    [ -f "$case.facts" ] && run+=(--facts "$case.facts")
    [ -f "$case.error" ] || run+=(--json-meta "$case.json")
    "$regraft" run ${run[@]+"${run[@]}"} ${rules[@]+"${rules[@]}"} "$case.in.fx" \
        > "$case.actual" 2> "$case.err"
    status=$?
    : > "$case.wrong"
    [ -n "$(tail -c 1 "$case.actual")" ] && echo >> "$case.actual"
    if [ -f "$case.error" ]; then
        check_refusal $status
    else
        check_result $status
    fi
    check_messages "$case.error"
    check_messages "$case.warning"
    [ ! -s "$case.wrong" ]
}

show_failure() {
    echo "FAILED $1:$(cat "$2.line"): $(head -n 1 "$2.title" 2> /dev/null)"
    cat "$2.wrong"
    sed "s|$2|CASE|g" "$2.err"
    echo
}

# Writes what the runs gave over the expected graphs of file $1; its cases are $2/N.*. A run that
# gave no graph leaves what is expected.
bless_file() {
    awk -v dir="$2" '
        function actual(    line, count) {
            while ((getline line < (dir "/" number ".actual")) > 0) {
                print line
                count++
            }
            return count
        }
        BEGIN { number = 1 }
        /^====*$/ { number++; part = kept = 0 }
        /^# (unchanged$|error:)/ && !part { kept = 1 }
        /^---$/ {
            print
            if (++part == 1 && !kept && !actual())
                kept = 1
            next
        }
        part != 1 || kept' "$1" > "$2/blessed" && cp "$2/blessed" "$1"
}

run_file() {
    local cases number wrong=0
    cases=$(mktemp -d -p "$work")
    awk -v dir="$cases" -f "$here/split.awk" "$1"
    for number in $(seq "$(find "$cases" -name '*.line' | wc -l)"); do
        if run_case "$cases/$number" "$(dirname "$1")"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            wrong=1
            show_failure "$1" "$cases/$number"
        fi
    done
    if [ $bless = yes ] && [ $wrong = 1 ]; then
        bless_file "$1" "$cases"
    fi
    rm -rf "$cases"
}

if [ "${1:-}" = --bless ]; then
    bless=yes
    shift
fi
[ $# -gt 0 ] || set -- "$here" "$here/../rules"
while IFS= read -r file; do
    run_file "$file"
done < <(find "$@" -name '*.test' | LC_ALL=C sort)
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

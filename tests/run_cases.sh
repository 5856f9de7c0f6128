#!/usr/bin/env bash
# Runs the cases in tests/*/*.case: commands and what they must print.
#
#   tests/run_cases.sh [--bless] [FILE...]
#
# A case file:
#
#   # a remark
#   == what is tested             begins a case: a new, empty directory
#   $ regraft run x.fx            a command for bash
#   > and its further lines
#   | what it prints              on standard output
#   ! what it complains about     on standard error
#   ? 1                           its exit code, where that is not 0
#
# The directory of a case holds links to `files` (beside the case file), `graphs` (tests/graphs) and
# `rules`, and regraft is told that its rules are there. Standard input is empty.
# --bless writes what the commands print now into the files, to be looked at as a diff.
# The last line is `N passed, N failed`.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd) || exit 2
bless=no
if [ "${1-}" = --bless ]; then
    bless=yes
    shift
fi
[ $# -gt 0 ] || set -- "$root"/tests/*/*.case
export PATH="$build:$PATH" LC_ALL=C REGRAFT_RULES=rules REGRAFT_SOURCE="$root" REGRAFT_BUILD="$build"
unset NO_COLOR MAKEFLAGS MAKELEVEL MFLAGS
passed=0 failed=0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

start_case() {
    finish_case
    title=$1
    good=yes
    number=$((number + 1))
    directory=$scratch/case
    rm -rf "$directory"
    mkdir "$directory"
    ln -s "$root/tests/graphs" "$root/rules" "$(dirname "$file")/files" "$directory"
}

finish_case() {
    finish_command
    [ -n "$title" ] || return
    if [ "$good" = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    title=
}

# Lines of a file, each with a mark before it.
marked() {
    sed -e "s/^./$1 &/" -e "s/^\$/$1/" "$2"
    if [ -s "$2" ] && [ -n "$(tail -c1 "$2")" ]; then
        printf '\n%s(no newline)\n' "$1"
    fi
}

run_command() {
    (cd "$directory" && exec bash -c "$command" </dev/null >"$scratch/out" 2>"$scratch/err")
    local code=$?
    marked '|' "$scratch/out"
    marked '!' "$scratch/err"
    [ $code = 0 ] || printf '? %s\n' $code
}

# Runs the command that was read, and compares.
finish_command() {
    [ -n "$command" ] || return
    run_command >"$scratch/actual"
    printf '%s' "$expected" >"$scratch/expected"
    if ! cmp -s "$scratch/expected" "$scratch/actual"; then
        good=no
        if [ $bless = no ]; then
            printf '%s: %s\n$ %s\n' "${file#"$root/"}" "$title" "$command"
            diff -u --label expected --label printed "$scratch/expected" "$scratch/actual"
        fi
    fi
    cat "$scratch/actual" >>"$scratch/blessed"
    command=
    expected=
}

run_file() {
    file=$1 title='' command='' expected='' good=yes number=0
    : >"$scratch/blessed"
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        '|'* | '!'* | '?'*)
            expected+=$line$'\n'
            continue
            ;;
        '> '*) command+=$'\n'${line#> } ;;
        '>') command+=$'\n' ;;
        '$ '*)
            finish_command
            command=${line#\$ }
            ;;
        '== '*) start_case "${line#== }" ;;
        *) finish_command ;;
        esac
        printf '%s\n' "$line" >>"$scratch/blessed"
    done <"$file"
    finish_case
    if [ $bless = yes ] && ! cmp -s "$scratch/blessed" "$file"; then
        cat "$scratch/blessed" >"$file"
        echo "wrote ${file#"$root/"}"
    fi
}

for one in "$@"; do
    [ -e "$one" ] && run_file "$(realpath "$one")"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] || [ $bless = yes ]

#!/usr/bin/env bash
# Checks that each link of the documentation, and each page that a comment of the sources names, is there.
# The last line is `N passed, N failed`.
#
#     tests/docs/links.sh [DIRECTORY]     the repository, else the one that this file is in
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/../..}" || exit 2

passed=0
failed=0
declare -A anchors

verdict() { # WHERE TARGET CODE
    if [ "$3" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: there is no $2"
    fi
}

# The path of a file without `..` and `.`, from the repository's root.
plain_path() { realpath -m --relative-to=. "$1"; }

check_link() { # FILE LINE TARGET
    local path=${3%%#*} file=$1
    if [ -n "$path" ]; then
        file=$(plain_path "$(dirname "$1")/$path")
        [ -e "$file" ] || { verdict "$1:$2" "$3" 1; return; }
    fi
    [[ $3 != *#* ]] || [ -n "${anchors[$file#${3#*#}]:-}" ]
    verdict "$1:$2" "$3" $?
}

pages=()
while IFS= read -r page; do
    pages+=("$(plain_path "$page")")
done < <(find . \( -name build -o -name '.*' ! -name . \) -prune -o -name '*.md' -print | sort)
[ ${#pages[@]} -gt 0 ] || { echo "there are no pages"; echo "0 passed, 1 failed"; exit 1; }

found=$(awk -f "$here/links.awk" "${pages[@]}")
while IFS=$'\t' read -r kind file line target; do
    [ "$kind" != anchor ] || anchors[$file#$target]=yes
done <<<"$found"
while IFS=$'\t' read -r kind file line target; do
    [ "$kind" != link ] || check_link "$file" "$line" "$target"
done <<<"$found"

# Comments name a page by its path from the root.
while IFS=: read -r file line page; do
    [ -e "$page" ]
    verdict "$file:$line" "$page" $?
done < <(find engine grammar rules -name '*.[chly]' -o -name '*.ops' -o -name '*.rules' -o -name '*.1' |
    xargs -r grep -noHE '[A-Za-z_.-]+/[A-Za-z_./-]+\.md\b' | sort)

echo "$passed passed, $failed failed"
[ $failed = 0 ]

#!/usr/bin/env bash
# Runs the unit tests and the cases with every program of ours under valgrind, then shows what it
# found: leaks and bad accesses.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
place=$build/valgrind
rm -rf "$place"
mkdir -p "$place/logs"
watch=("$(command -v valgrind)" --quiet --log-file="$place/logs/%p" --leak-check=full
    --errors-for-leak-kinds=definite,indirect,possible)
failed=0
"${watch[@]}" "$build/unit" || failed=1

# A directory in which `regraft` is the real one under valgrind.
printf '#!/bin/sh\nexec %s %s "$@"\n' "${watch[*]}" "$build/regraft" >"$place/regraft"
chmod +x "$place/regraft"
ln -s "$build/libregraft.so" "$build/libregraft.a" "$place"
BUILD=$place tests/run_cases.sh || failed=1

# Findings without a single name in their stack are PCRE2's: the code it makes at run time reads
# whole vectors, past the end of a text, and looks only at the part that counts.
cat "$place"/logs/* | awk 'BEGIN { RS = "==[0-9]+== \n" } /(at|by) 0x[0-9A-F]+: [^?]/' |
    tee "$place/found"
[ $failed = 0 ] && [ ! -s "$place/found" ]

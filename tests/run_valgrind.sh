#!/usr/bin/env bash
# Runs the unit tests and the cases with every program of ours under valgrind: a leak or a bad access
# makes it exit with 99.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
mkdir -p "$build/valgrind"

# Code that PCRE2 compiles at run time reads whole vectors, past the end of a text, and looks only
# at the part that counts. Such code has no name.
cat >"$build/valgrind/suppressions" <<'END'
{
   compiled regular expressions
   Memcheck:Cond
   obj:*
   obj:???
}
{
   compiled regular expressions
   Memcheck:Cond
   obj:???
}
END
watch=(valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite,indirect,possible
    --suppressions="$build/valgrind/suppressions" --error-exitcode=99)
failed=0
"${watch[@]}" "$build/unit" || failed=1

# A directory in which `regraft` is the real one under valgrind.
printf '#!/bin/sh\nexec %s %s "$@"\n' "${watch[*]}" "$build/regraft" >"$build/valgrind/regraft"
chmod +x "$build/valgrind/regraft"
ln -sf "$build/libregraft.so" "$build/libregraft.a" "$build/valgrind"
BUILD=$build/valgrind tests/run_cases.sh || failed=1
[ $failed = 0 ]

#!/usr/bin/env bash
# Runs what uses several threads, in a build with ThreadSanitizer, which ends a program that has a race
# with code 66.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=${BUILD:-build}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
export REGRAFT_RULES=$PWD/rules TSAN_OPTIONS=exitcode=66
passed=0 failed=0

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@" >"$scratch/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        tail -n 60 "$scratch/said"
    fi
}

is_built_for_it() { nm -D "$build/regraft" | grep -q __tsan_init; }

# Some of them are refused. Results and messages must be those of one thread.
graphs_side_by_side() {
    local threads
    for threads in 1 4; do
        mkdir "$scratch/$threads"
        "$build/regraft" run --set target_device=cpu -j "$threads" -o "$scratch/$threads" \
            tests/graphs/*.plain.fx 2>"$scratch/$threads/messages"
        [ $? = 1 ] || { cat "$scratch/$threads/messages" && return 1; }
    done
    diff -r "$scratch/1" "$scratch/4"
}

check "ThreadSanitizer is in the build" is_built_for_it
check "threads of a program share rules and operators" "$build/unit" ops api
check "graphs rewritten side by side" graphs_side_by_side
check "tests run side by side" "$build/regraft" test --jobs 4 rules tests/rules
cp -r tests/cli/files/activation.rules tests/cli/files/tests/good.test "$scratch"
sed -i 's|^rules: .*|rules: activation.rules|' "$scratch/good.test"
check "mutants tried side by side" "$build/regraft" test --mutate --jobs 4 "$scratch/good.test"
echo "$passed passed, $failed failed"
[ $failed = 0 ]

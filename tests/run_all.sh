#!/usr/bin/env bash
# Builds and runs parts of the tests, all of them whatever becomes of the earlier ones, and sums up.
#
#   tests/run_all.sh unit cases python
#
# Each part's last line of the form `N passed, N failed` counts; a part that ends without one, or
# that fails without saying where, counts as one failure. The last line is the sum, alone.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=${BUILD:-build} make=${MAKE:-make}
export BUILD=$build
passed=0 failed=0

run_unit() {
    $make --no-print-directory "$build/unit" && "$build/unit"
}

run_fuzz() {
    $make --no-print-directory "$build/fuzz-replay" && "$build/fuzz-replay" tests/fuzz/corpus
}

run_cases() {
    $make --no-print-directory all && tests/run_cases.sh
}

run_rules() {
    $make --no-print-directory all && REGRAFT_RULES=rules "$build/regraft" test rules tests/rules
}

run_docs() {
    $make --no-print-directory all && REGRAFT=$build/regraft tests/docs/run.sh
}

run_hostile() {
    $make --no-print-directory all && tests/run_hostile.sh
}

# A part of them: `make test-faults` lets every call fail.
run_faults() {
    $make --no-print-directory all "$build/faults.so" &&
        "${PYTHON:-python3}" tests/faults/run.py --most 150
}

run_links() {
    tests/docs/links.sh
}

run_install() {
    $make --no-print-directory all && tests/run_install.sh
}

run_needs() {
    tests/run_needs.sh
}

# What only succeeds or fails counts as one test.
one_test() {
    if "$@"; then
        echo "1 passed, 0 failed"
    else
        echo "0 passed, 1 failed"
        return 1
    fi
}

run_lint() {
    one_test $make --no-print-directory lint
}

run_format() {
    one_test $make --no-print-directory format-check
}

run_sanitize() {
    $make --no-print-directory sanitize
}

run_growth() {
    $make --no-print-directory all "$build/bench/generate" && tests/run_growth.sh
}

run_python() {
    $make --no-print-directory all "$build/venv/stamp" && tests/run_python.sh
}

mkdir -p "$build"
for part in "$@"; do
    echo "== $part tests"
    "run_$part" 2>&1 | tee "$build/$part.log"
    code=${PIPESTATUS[0]}
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$build/$part.log" | tail -n 1)
    if [ -z "$line" ]; then
        echo "The $part tests did not run to their end."
        failed=$((failed + 1))
        continue
    fi
    read -r good _ bad _ <<<"$line"
    [ "$code" = 0 ] || [ "$bad" != 0 ] || bad=1
    passed=$((passed + good))
    failed=$((failed + bad))
done
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ]

#!/usr/bin/env bash
# Runs the Python tests in the environment that `make` built: first those that may run side by side, as
# many at a time as JOBS says (1), then those that measure time, alone.
#
#     tests/run_python.sh [OPTIONS OF PYTEST...]
#
# The last line is `N passed, N failed`; an error (a test that could not be set up, a file that could
# not be read) is a failure.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
log=$build/pytest.log
export REGRAFT_BUILD=$build PYTHONDONTWRITEBYTECODE=1
passed=0 failed=0

# The number before a word of "3 failed, 20 passed, 1 error in 4.2s".
count() {
    grep -oE "[0-9]+ $1" <<<"$summary" | grep -oE '[0-9]+' || echo 0
}

run() { # OPTIONS OF PYTEST
    "$build/venv/bin/python" -m pytest -q --show-capture=no -p no:cacheprovider tests/python "$@" 2>&1 |
        tee "$log"
    local code=${PIPESTATUS[0]} bad
    summary=$(grep -E ' in [0-9.]+s' "$log" | tail -n 1)
    bad=$(($(count failed) + $(count errors?)))
    case $code in
    0 | 5) ;; # 5: there are no such tests
    *) [ $bad != 0 ] || bad=1 ;;
    esac
    passed=$((passed + $(count passed)))
    failed=$((failed + bad))
}

# A file stays in one process, since its tests share what the module made. Each process computes with one
# thread: the others have the other processors.
jobs=${JOBS:-1}
if [ "$jobs" -gt 1 ]; then
    OMP_NUM_THREADS=1 run -n "$jobs" --dist loadfile -m "not alone" "$@"
else
    run -m "not alone" "$@"
fi
run -m alone "$@"
if [ $((passed + failed)) = 0 ]; then
    echo "no test was run"
    failed=1
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]

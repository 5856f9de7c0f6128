#!/usr/bin/env bash
# Runs the Python tests in the environment that `make` built. The last line is `N passed, N failed`;
# an error (a test that could not be set up, a file that could not be read) is a failure.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
log=$build/pytest.log
export REGRAFT_BUILD=$build PYTHONDONTWRITEBYTECODE=1
"$build/venv/bin/python" -m pytest -q --show-capture=no -p no:cacheprovider tests/python "$@" 2>&1 | tee "$log"
code=${PIPESTATUS[0]}

# "3 failed, 20 passed, 1 error in 4.2s" -> the number before a word.
summary=$(grep -E ' in [0-9.]+s' "$log" | tail -n 1)
count() {
    grep -oE "[0-9]+ $1" <<<"$summary" | grep -oE '[0-9]+' || echo 0
}
failed=$(($(count failed) + $(count errors?)))
[ "$code" = 0 ] || [ $failed != 0 ] || failed=1
echo "$(count passed) passed, $failed failed"
[ $failed = 0 ]

#!/usr/bin/env bash
# All that is measured of soundness, printed in one run; hours long with the default count.
#
#   tests/run_fuzz.sh [COUNT [SEED [RULES]]]
#
# COUNT: random programs of each of the first three families (50000); of each other two fifths of it, and
# a hundredth through the backend of torch.compile. SEED: of the random programs (a new one each time).
# RULES: random programs for each place where users' rules run (a third of COUNT).
# The exit code is 0 when nothing came out wrong and the tester found every mutant.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
export REGRAFT_BUILD=$build PYTHONDONTWRITEBYTECODE=1
python=$build/venv/bin/python
count=${1:-50000}
rules=${3:-$((count / 3 + 1))}
others=$((count * 2 / 5 + 1)) breaks=$((count / 100 + 1))
writes=(a b c)
further=(strided observed lists shared sizes)
failed=0

section() {
    printf '\n== %s\n' "$1"
    shift
    "$@" || failed=1
}

programs() {
    "$python" tests/python/fuzz_semantics.py ${seed:+--seed "$seed"} "$@"
}
seed=${2:-}

section "random programs, $count a family" programs --count "$count" --family "${writes[@]}"
section "further families, $others programs each" programs --count "$others" --family "${further[@]}"
section "with rules of which each computes what it replaces" \
    programs --count "$count" --family "${writes[@]}" --pipeline tests/rules/equals.pipeline
section "through torch.compile, with graph breaks, $breaks programs a family" \
    programs --count "$breaks" --family "${writes[@]}" shared --form backend
section "captured with symbolic sizes and run at further ones, $breaks programs a family" \
    "$python" tests/python/fuzz_dynamic.py --count "$breaks" ${2:+--seed "$2"}
section "users' rules, $rules programs for each place where they run" \
    "$python" tests/python/fuzz_rules.py --count "$rules" ${2:+--seed "$2"}
section "operators of PyTorch's test database: in place, with out=, over what they read, of other dtypes" \
    "$python" tests/python/opinfo_semantics.py --samples 20
section "every operator of that database, then a write to an argument or to the result" \
    "$python" tests/python/opinfo_writes.py --samples 2
section "captured models" \
    "$python" -m pytest -q -p no:cacheprovider tests/python/test_graphs.py
section "would the tester notice? regraft broken on purpose" \
    "$python" tests/python/fuzz_mutants.py
exit $failed

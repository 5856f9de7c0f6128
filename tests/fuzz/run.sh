#!/usr/bin/env bash
# Runs libFuzzer on one target, in one process of low priority, from the corpus in the repository and
# what earlier runs found.
#
#   tests/fuzz/run.sh TARGET SECONDS
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
target=$1 seconds=$2
build=${BUILD:-build}
found=$build/fuzz/found/$target
mkdir -p "$found" "$build/fuzz/failed"
dictionary=tests/fuzz/$target.dict
[ -f "$dictionary" ] || dictionary=tests/fuzz/rules.dict
export ASAN_OPTIONS=malloc_context_size=4:quarantine_size_mb=16
REGRAFT_FUZZ=$target exec nice -n 10 "$build/fuzz/fuzzer" \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=4096 -close_fd_mask=2 \
    -artifact_prefix="$build/fuzz/failed/$target-" -print_final_stats=1 -dict="$dictionary" \
    "$found" "tests/fuzz/corpus/$target" </dev/null

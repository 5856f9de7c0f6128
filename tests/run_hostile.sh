#!/usr/bin/env bash
# Runs the rule files of tests/hostile, as somebody does who got them from a stranger: each is checked
# and run on a graph, with 10 seconds and 2 GB. It passes when both end by themselves with exit code 0 or
# 1 and say, together, what its first line has after `# `.
#
# In the files @ROOT@ is this repository; @LINK@, @PIPE@ and @FOLDER@ name a link to a file elsewhere, a
# named pipe and a folder beside them. The last line is `N passed, N failed`.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
root=$PWD build=$(cd "${BUILD:-build}" && pwd) || exit 2
export LC_ALL=C REGRAFT_RULES=$root/rules
passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder=$scratch/hostile
cp -r tests/hostile "$folder"
mkdir "$scratch/rules"
cp tests/rules/blocks.rules "$scratch/rules"
ln -s "$root/tests/rules/blocks.rules" "$folder/link.rules"
mkfifo "$folder/pipe.rules"
mkdir "$folder/folder.rules"
cat >"$scratch/model.fx" <<'GRAPH'
graph():
    %x : "f32[2, 3][3, 1]cpu" [num_users=1] = placeholder[target=x]
    %relu : "f32[2, 3][3, 1]cpu" [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
    return (relu,)
GRAPH

# Ends by itself, within bounds.
run() {
    (
        [[ ${REGRAFT_CFLAGS-} == *sanitize* ]] || ulimit -v 2000000
        timeout 10 "$build/regraft" "$@" </dev/null >>"$scratch/said" 2>&1
        [ $? -le 1 ]
    )
}

for path in "$folder"/*.rules "$folder"/*.ops; do
    [ -f "$path" ] && [ ! -L "$path" ] || continue
    sed -i "s|@ROOT@|$root|; s|@LINK@|link|; s|@PIPE@|pipe|; s|@FOLDER@|folder|" "$path"
    : >"$scratch/said"
    expected=$(LC_ALL=C sed -n '1s/^# //p' "$path" | tr -d '\0')
    if run check "$path" && run run "$path" "$scratch/model.fx" &&
        grep -aqF -- "$expected" "$scratch/said"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "tests/hostile/${path##*/}: should end, and say: $expected"
        head -c 600 "$scratch/said"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]

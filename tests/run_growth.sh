#!/usr/bin/env bash
# Ten times the nodes must cost about ten times the instructions, in every shape of graph and for
# writes through views of one storage: a loop within a loop over the graph would cost a hundred
# times as many. Nor may a node cost much more than it did (a quarter more than when the limits
# below were set). Counted by callgrind, so it does not depend on how busy the machine is.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=${BUILD:-build}
export REGRAFT_RULES=rules
small=1000 large=10000 limit=118 # hundredths of the growth of the nodes
# instructions a node
declare -A most=([chain]=12200 [wide]=12100 [transformer]=13400 [writes]=18000 [views]=43200 [fusion]=5600 [inputs]=36000 [asks]=6500)
passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if ! command -v valgrind >/dev/null; then
    echo "Growth is not tested: valgrind is not there."
    echo "0 passed, 0 failed"
    exit 0
fi

instructions_of() {
    valgrind --tool=callgrind --callgrind-out-file="$scratch/callgrind" "$build/regraft" "$@" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
instructions() {
    instructions_of run -o "$scratch/out" "$@"
}

# K views of one input, each written, then read.
views() {
    local count=$(($1 / 2)) i
    echo "graph():"
    echo "    %x : \"f32[64, 32][32, 1]cpu\" [num_users=$((count + 1))] = placeholder[target=x]"
    for ((i = 0; i < count; i++)); do
        echo "    %v$i : \"f32[32][1]cpu\" [num_users=1] =" \
            "call_function[target=operator.getitem](args = (%x, $((i % 64))), kwargs = {})"
    done
    for ((i = 0; i < count; i++)); do
        echo "    %w$i : \"f32[32][1]cpu\" [num_users=0] =" \
            "call_method[target=add_](args = (%v$i, 1), kwargs = {})"
    done
    echo "    return (x,)"
}

# As many inputs as calls; each call writes one (`add_`), or reads one (`relu`).
inputs() {
    local count=$(($1 / 2)) method=$2 further=$3 i
    echo "graph():"
    for ((i = 0; i < count; i++)); do
        echo "    %p$i : \"f32[4][1]cpu\" [num_users=1] = placeholder[target=p$i]"
    done
    for ((i = 0; i < count; i++)); do
        echo "    %w$i : \"f32[4][1]cpu\" [num_users=0] =" \
            "call_method[target=$method](args = (%p$i,$further), kwargs = {})"
    done
    echo "    return ()"
}

printf 'graph():\n    %%x : [num_users=1] = placeholder[target=x]\n    return (x,)\n' >"$scratch/none.fx"

# One rule, applied to about one node in eight of a chain.
cat >"$scratch/fusion.rules" <<'EOF'
pass fusion
rule fuse {
  match    y = torch.relu(x)
  rewrite  y = torch.ops.growth.rectified(x)
}
EOF

# Rules that ask for all inputs at each call, and add to what the graph returns.
cat >"$scratch/asks.rules" <<'EOF'
pass asks
rule ask {
  match    y = aten::relu(x)
  where    x in placeholders and len(get_attrs) == 0
  rewrite  outputs += [y]
}
EOF

for shape in chain wide transformer writes views fusion inputs asks; do
    counted=() rules=()
    [ -e "$scratch/$shape.rules" ] && rules=("$scratch/$shape.rules")
    base=$(instructions "${rules[@]}" "$scratch/none.fx") # loading rules, and reading nothing
    for nodes in $small $large; do
        case $shape in
        inputs) inputs $nodes add_ ' 1' >"$scratch/graph.fx" ;;
        asks) inputs $nodes relu '' >"$scratch/graph.fx" ;;
        views) views $nodes >"$scratch/graph.fx" ;;
        writes) "$build/bench/generate" writes $nodes plain >"$scratch/graph.fx" || exit 1 ;;
        fusion) "$build/bench/generate" chain $nodes >"$scratch/graph.fx" || exit 1 ;;
        *) "$build/bench/generate" $shape $nodes >"$scratch/graph.fx" || exit 1 ;;
        esac
        counted+=("$(instructions "${rules[@]}" "$scratch/graph.fx")")
    done
    growth=$(((counted[1] - base) * 10 / (counted[0] - base)))
    each=$(((counted[1] - base) / large))
    echo "$shape: $large nodes cost $((growth / 10)).$((growth % 10)) times what $small nodes cost," \
        "$each instructions a node"
    if [ $((growth * 100)) -gt $((limit * 10 * large / small)) ]; then
        failed=$((failed + 1))
        echo "  that is more than in proportion"
    elif [ $each -gt ${most[$shape]} ]; then
        failed=$((failed + 1))
        echo "  that is more than ${most[$shape]}"
    else
        passed=$((passed + 1))
    fi
done
# Rule files of many parts: ten times the parts must cost about ten times the instructions, too.
parts() {
    local numbers
    numbers=$(seq "$2")
    echo "pass parts"
    case $1 in
    literals) echo "rule r { match y = torch.relu(x, $(echo $numbers | sed 's/ / | /g')) rewrite y = x }" ;;
    keys)
        echo "rule r { match y = torch.relu(x)"
        echo "where {$(echo $numbers | sed 's/\([0-9]*\) */\1: 1, /g')}[7] == 1 rewrite y = x }"
        ;;
    esac
}

for shape in literals keys; do
    counted=()
    small=200 large=2000
    for count in 1 $small $large; do
        parts $shape $count >"$scratch/parts.rules"
        counted+=("$(instructions_of check "$scratch/parts.rules")")
    done
    growth=$(((counted[2] - counted[0]) * 10 / (counted[1] - counted[0])))
    echo "$shape: $large of them cost $((growth / 10)).$((growth % 10)) times what $small cost"
    if [ $growth -gt 118 ]; then
        failed=$((failed + 1))
        echo "  that is more than in proportion"
    else
        passed=$((passed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]

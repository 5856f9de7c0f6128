#!/usr/bin/env bash
# Rewrites a captured graph: shows what changed, then in a few lines what the passes did.
#
#     BUILD=build tests/run_demo.sh [GRAPH]
#
# Writes $BUILD/demo.json, the metadata of the passes, and $BUILD/demo.html, a page with each step.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=${BUILD:-build}
graph=${1:-tests/graphs/llama_static_decode.fx}
metadata=$build/demo.json page=$build/demo.html
times=$(mktemp) || exit 2
trap 'rm -f "$times"' EXIT

"$build/regraft" run --diff --json-meta "$metadata" "$graph" || exit
"$build/regraft" trace --html "$page" "$graph" >/dev/null || exit
for _ in 1 2 3 4 5; do # the fastest counts: the others waited for something else
    "$build/regraft" run --timing -o /dev/null "$graph" 2>>"$times" || exit
done

echo
[ ! -t 1 ] || echo "Long lines are cut at the terminal's width. Whole: $build/regraft run --diff -v $graph"
awk -v graph="$graph" -v page="$page" -v metadata="$metadata" -v times="$times" '
    # FX Pass NAME completed in SECONDS; the name is in single quotes
    FILENAME == times {
        split($0, word, "\047"); name = word[2]; sub(/s$/, "", $NF)
        if (!(name in seconds)) pass[++passes] = name
        if (!(name in seconds) || $NF + 0 < seconds[name]) seconds[name] = $NF + 0
    }
    # "PASS": { and below it "KEY": VALUE; a count of 0 is not worth a word
    FILENAME == metadata && /^  "/ { current = $1; gsub(/[":]/, "", current) }
    FILENAME == metadata && /^    "/ {
        key = $1; gsub(/[":]/, "", key)
        value = $0; sub(/^[^:]*: /, "", value); sub(/,$/, "", value)
        if (key == "io_map") io_map = value
        else if (value != 0 && value != "{}") counts[current] = counts[current] "  " key " " value
    }
    FILENAME == graph && /^    %/ {
        nodes++
        if (/ = placeholder\[/) input[inputs++] = substr($1, 2)
    }
    FILENAME == graph && /^graph / { body = 1 } # only the inputs of the graph itself
    END {
        print "The passes on " graph ":"
        for (i = 1; i <= passes; i++) {
            printf "  %-28s%6.1f ms%s\n", pass[i], 1000 * seconds[pass[i]], counts[pass[i]]
            total += seconds[pass[i]]
        }
        print "\nio_map: the graph now returns the new content of each input that it wrote."
        count = split(io_map, pair, /[{},]+/)
        for (i = 1; i <= count; i++)
            if (split(pair[i], side, /[": ]+/) == 3)
                printf "  output %d is the buffer of input %d, %s\n", side[2], side[3], input[side[3]]
        printf "\n%d nodes in %.1f ms: %.1f µs a node (engine/SPEED.md has larger graphs).\n", nodes,
            1000 * total, 1000000 * total / nodes
        print "Each step, before and after: " page
    }
' "$times" "$metadata" "$graph"

"""``torch.fx.replace_pattern`` as a rule: sound where tensors are written."""

from __future__ import annotations

import contextlib
import copy
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch.fx import Graph, GraphModule, Node, symbolic_trace
from torch.fx.passes.utils.matcher_utils import InternalMatch, SubgraphMatcher
from torch.fx.subgraph_rewriter import Match, ReplacedPatterns

from .._engine.rules import RuleSet
from .._rewriting.run import apply_rules
from .rule import Style, rule_of

Pattern = Callable[..., Any] | Graph | GraphModule
Filter = Callable[[InternalMatch, Graph, Graph], bool]

_PASS = "replace_pattern"
_MARK = "regraft_match"
"""In the meta of a match's root: the number of the match. A new node has -1: it takes over the meta of
what it replaces, and may fit again."""


def replace_pattern(gm: GraphModule, pattern: Pattern, replacement: Pattern) -> list[Match]:
    """See ``regraft.replace_pattern``."""
    made = replace_pattern_with_filters(gm, pattern, replacement)
    return [Match(anchor=one.anchor, nodes_map=one.nodes_map) for one in made]


def replace_pattern_with_filters(
    gm: GraphModule,
    pattern: Pattern,
    replacement: Pattern,
    match_filters: Sequence[Filter] | None = None,
    ignore_literals: bool = False,
) -> list[ReplacedPatterns]:
    """See ``regraft.replace_pattern_with_filters``."""
    old, new = _graph(pattern), _graph(replacement)
    if called := old.find_nodes(op="call_module"):
        raise ValueError(
            f"the pattern calls the module `{called[0].target}`, which may do more than return what "
            "it computes: trace through it, with a torch.fx.Tracer whose is_leaf_module returns False"
        )
    style = Style(any_literal=ignore_literals, any_object=True)
    rule = rule_of(
        old,
        new,
        style,
        guards=(f'"{_MARK}" in {{root}}.meta', f'{{root}}.meta["{_MARK}"] >= 0'),
        done=f'set      {{each}}.meta["{_MARK}"] = -1\n'
        f'emit     applied[{{at}}.meta["{_MARK}"]] = [{{made}}]',
    )
    matcher = SubgraphMatcher(
        old,
        match_output=False,
        match_placeholder=False,
        remove_overlapping_matches=True,
        ignore_literals=ignore_literals,
    )
    matches = [
        match
        for match in matcher.match(gm.graph)
        if all(accepts(match, gm.graph, old) for accepts in match_filters or ())
    ]
    if isinstance(replacement, torch.nn.Module):
        _add_modules(gm, new, replacement)
    found = _apply(gm, rule, {match.nodes_map[_root(old)]: match for match in matches})
    gm.recompile()
    return found


def _apply(
    gm: GraphModule, rule: str, matches: dict[Node, InternalMatch]
) -> list[ReplacedPatterns]:
    """Run the rule at the roots of matches; return what was replaced, in the order of matches."""
    for number, root in enumerate(matches):
        root.meta[_MARK] = number
    try:
        with loaded(f"pass {_PASS}\n\n{rule}") as rules:
            outcome = apply_rules(gm, rules, {}, meta_keys=(_MARK,))
    finally:
        for node in (*matches, *gm.graph.nodes):
            node.meta.pop(_MARK, None)
    applied = outcome.metadata[_PASS].get("applied", {})
    now = {node.name: node for node in gm.graph.nodes}
    return [
        ReplacedPatterns(
            anchor=match.anchors[0],
            nodes_map=match.nodes_map,
            replacements=[
                now[made["node"]] for made in applied[str(number)] if made["node"] in now
            ],
        )
        for number, match in enumerate(matches.values())
        if str(number) in applied
    ]


def _graph(function: Pattern) -> Graph:
    if isinstance(function, Graph):
        return function
    if isinstance(function, GraphModule):
        return function.graph
    return symbolic_trace(function).graph


def _root(graph: Graph) -> Node:
    calls: list[Node] = [node for node in graph.nodes if node.op not in ("placeholder", "output")]
    return calls[-1]


def _add_modules(gm: GraphModule, graph: Graph, replacement: torch.nn.Module) -> None:
    """Give the graph module the submodules that the replacement calls and it has not."""
    for node in graph.find_nodes(op="call_module"):
        with contextlib.suppress(AttributeError):
            gm.get_submodule(node.target)
            continue
        gm.add_submodule(node.target, copy.deepcopy(replacement.get_submodule(node.target)))


@contextlib.contextmanager
def loaded(text: str) -> Iterator[RuleSet]:
    """Load rules from a text."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"{_PASS}.rules")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        yield RuleSet([path])

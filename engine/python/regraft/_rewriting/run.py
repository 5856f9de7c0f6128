"""Rewriting a graph module: write it, run the engine, apply what it changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .._engine.loading import load_rules
from .._engine.rules import Metadata, Outcome, RuleSet
from .._process.collector import paused
from .._process.signals import deferred
from .._process.warn import warn_of
from ..errors import Diagnostic, ExternError, RewriteError

if TYPE_CHECKING:
    from torch.export import ExportedProgram
    from torch.fx import GraphModule, Node

    from .._to_text.write import Transfer

DEFAULT_PIPELINE = "default.pipeline"
"""The pipeline that runs when no rules are named."""

_OUT_OF_PLACE = "inplace_to_outofplace"

Externs = Mapping[str, Callable[..., Any]]
"""What answers the externs of rule files, by name."""


Program = TypeVar("Program", "GraphModule", "ExportedProgram")


def rewrite(
    gm: Program,
    rules: RuleSet | str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = DEFAULT_PIPELINE,
    *,
    externs: Externs | None = None,
    example_inputs: Sequence[Any] | None = None,
    meta_keys: Iterable[str] = (),
    skip: Sequence[str] = (),
    **params: Any,
) -> tuple[Program, Metadata]:
    """Rewrite a graph module in place by rules; return it with what the passes report.

    Of a program of ``torch.export`` a new one is returned, with a signature that fits the new graph:
    outputs that ``io_map`` names are its mutations. Its graph module alone must not be rewritten.

    ``rules`` are rule files, pipelines and operator files, run in this order; a bare name is a file
    in the current directory or else one of those that regraft comes with. ``externs`` answer the
    externs of the rules; ``replica_groups`` is resolved by ``torch.distributed`` when it is not
    among them. ``example_inputs`` tell which inputs share memory where the nodes' meta does not.
    ``meta_keys`` are entries of ``node.meta`` that the rules read beside ``root_input`` and
    ``replica_groups``. Passes of ``skip`` do not run. Both may be a single name.
    ``params`` set parameters of the rules, such as ``target_device="cuda"``.

    Nodes that no rule touched stay the objects they are. The metadata are a dict for each pass, by
    its name; keys of ``io_map`` are ints. The module's code is generated when it is next needed.

    What the engine warns of, such as a write to an input that no output returns, is a RegraftWarning,
    and goes to the logger ``regraft`` as well.

    Raises RulesError for rules that are wrong, RewriteError when a pass fails (ExternError when an
    extern's callable raised), TypeError for a parameter that no rule has and for what is no graph
    module. The graph is then untouched.
    """
    rule_set = rules if isinstance(rules, RuleSet) else load_rules(_paths(rules))
    unknown = params.keys() - rule_set.params
    if unknown:
        raise TypeError(f"the rules have no parameter `{sorted(unknown)[0]}`")

    def run(module: GraphModule) -> Metadata:
        outcome = apply_rules(
            module,
            rule_set,
            params,
            externs,
            example_inputs=example_inputs,
            meta_keys=meta_keys,
            skip=skip,
        )
        return outcome.metadata

    program: Any = gm
    if _is_exported(program):
        from .exported import rewrite_exported

        made: Any = rewrite_exported(program, run)
        return cast("tuple[Program, Metadata]", made)
    _check_is_graph_module(program)
    return gm, run(program)


def _is_exported(program: Any) -> bool:
    exported = sys.modules.get("torch.export")  # where it is not loaded, there are no programs
    return exported is not None and isinstance(program, exported.ExportedProgram)


def _check_is_graph_module(gm: Any) -> None:
    from torch.fx import Graph, GraphModule
    from torch.nn import Module

    if isinstance(gm, GraphModule):
        return
    advice = ""
    if isinstance(gm, Graph):
        advice = ": make one with torch.fx.GraphModule(root, graph)"
    elif isinstance(gm, Module):
        advice = ": trace the module with torch.fx.symbolic_trace, or use torch.compile"
    raise TypeError(
        f"a torch.fx.GraphModule or an ExportedProgram is rewritten, not a {type(gm).__name__}{advice}"
    )


def _names(names: str | Iterable[str]) -> list[str]:
    """Return the names; a text is one."""
    return [names] if isinstance(names, str) else list(names)


def _paths(rules: Any) -> list[str | os.PathLike[str]]:
    return [rules] if isinstance(rules, (str, os.PathLike)) else list(rules)


def apply_rules(
    gm: GraphModule,
    rules: RuleSet,
    params: Mapping[str, Any],
    externs: Externs | None = None,
    *,
    example_inputs: Sequence[Any] | None = None,
    meta_keys: Iterable[str] = (),
    skip: Sequence[str] = (),
) -> Outcome:
    """Run the rules over the graph module; raise as ``rewrite`` does, but take any parameters."""
    from .._to_graph.apply import apply
    from .._to_text.write import write
    from .autocast import check_autocast
    from .declared import with_declared
    from .externs import Answers

    settings = {name: value for name, value in params.items() if name in rules.params}
    _check_is_graph_module(gm)
    skip = _names(skip)
    with paused():
        transfer = write(gm, example_inputs, _names(meta_keys))
        if _OUT_OF_PLACE in rules.passes and _OUT_OF_PLACE not in skip:
            check_autocast(graph.module for graph in transfer.graphs)
        rules = with_declared(rules, transfer.speller.functions.values())
        outcome = rules.run(transfer.text, settings, Answers(externs or {}, transfer), skip)
        if outcome.changes is None:
            raise _failure(outcome, transfer)
        warn_of(outcome.diagnostics)  # may raise, so before anything is changed
        with deferred():  # all of the changes, or none
            apply(transfer, outcome.changes)
    _restore_keys(outcome.metadata)
    return outcome


def _failure(outcome: Outcome, transfer: Transfer) -> BaseException:
    errors = [item for item in outcome.diagnostics if item.severity == "error"]
    node = transfer.node_at(errors[0].line) if errors and errors[0].node else None
    found = tuple(_advised(item, node, transfer) for item in outcome.diagnostics)
    message = "\n".join(map(str, found)) or "the engine gave no reason"
    if outcome.raised is None:
        return RewriteError(message, found, node)
    if not isinstance(outcome.raised, Exception):
        return outcome.raised  # KeyboardInterrupt and the like are not ours
    failure = ExternError(message, found, node)
    failure.__cause__ = outcome.raised
    return failure


def _advised(item: Diagnostic, node: Node | None, transfer: Transfer) -> Diagnostic:
    """Return the diagnostic, with advice where the package knows some and the engine does not."""
    from .declared import advice_for

    if item.advice is not None and "--facts" in item.advice:  # an option of the command
        name = item.message.partition("`")[2].partition("`")[0] or "NAME"
        return replace(item, advice=f'give a callable: externs={{"{name}": …}}')
    if node is None or item.advice is not None:
        return item
    if "no operator table knows" in item.message:
        return replace(item, advice=_advice_for_module(item.message, transfer))
    if "no out-of-place form" not in item.message:
        return item
    return replace(item, advice=advice_for(node.target))


def _advice_for_module(message: str, transfer: Transfer) -> str | None:
    """What returned the value that is written may be a module, which can return a view."""
    name = message.partition("no operator table knows `")[2].partition("`")[0]
    for graph in transfer.graphs:
        if graph.module.graph.find_nodes(op="call_module", target=name, sort=False):
            return (
                f"module `{name}` may return a view of what it is given: trace through it, with a "
                "torch.fx.Tracer whose is_leaf_module returns False, or by torch.compile"
            )
    return None


def _restore_keys(metadata: Metadata) -> None:
    """JSON has only strings as keys."""
    for entries in metadata.values():
        if "io_map" in entries:
            entries["io_map"] = {int(key): value for key, value in entries["io_map"].items()}

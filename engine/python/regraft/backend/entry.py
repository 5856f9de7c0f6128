"""The backend's function: check, rewrite, compile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

from .._engine.loading import load_rules
from .._engine.rules import Metadata
from .._facts.storage import storage_of
from .._facts.values import value_of
from .._process.warn import warn_of
from .._rewriting.run import DEFAULT_PIPELINE, rewrite
from .._to_graph.snapshot import Snapshot
from ..errors import Diagnostic, RegraftError, RewriteError
from .attributes import WrittenAttributes, extended
from .buffers import BufferRunner
from .gradients import check_gradients
from .idle import take_out_idle_dropouts
from .output_views import OutputViews
from .report import tell_of
from .sharing import Merged, SharingCheck, merge_views

OPTIONS = frozenset(
    "enable_fx_passes target_device pipeline rules then externs on_rewritten on_error".split()
)
"""What ``torch.compile(…, options=…)`` may hold."""

_DEVICE_PASS = "device_rewriter"
_ALIASING_PASS = "aliasing_output_rewrite"


def regraft(
    gm: GraphModule,
    example_inputs: Sequence[Any],
    *,
    options: dict[str, Any] | None = None,
    **_: Any,
) -> Callable[..., Any]:
    """Rewrite a graph that Dynamo captured; return what runs it.

    Options:

    - ``enable_fx_passes`` (True): False hands the graph on as it is.
    - ``target_device``: the device that all devices become; without it none is changed.
    - ``pipeline`` (the default pipeline): rule file or pipeline to run in its place.
    - ``rules`` (none): rule files to run after it, a path or a list of paths.
    - ``then`` (``"eager"``): the backend that gets the rewritten graph, a name or a callable.
    - ``externs``: callables by the names of the externs they answer.
    - ``on_error`` (``"raise"``): ``"warn"`` hands a graph that is refused on as it was captured, and
      warns of the reason.
    - ``on_rewritten``: called with the rewritten graph module and the metadata.

    Raises RewriteError where a pass refuses the graph, ValueError for options that are not known,
    TypeError for values that an option cannot have.
    """
    chosen = dict(options or {})
    unknown = chosen.keys() - OPTIONS
    if unknown:
        known = ", ".join(sorted(OPTIONS))
        raise ValueError(f"regraft has no option `{sorted(unknown)[0]}`; its options are {known}")
    _check_options(chosen)
    if not chosen.get("enable_fx_passes", True):
        return _compile(gm, example_inputs, chosen.get("then"))
    if chosen.get("on_error", "raise") == "raise":
        return _rewritten_with_attributes(gm, example_inputs, chosen)
    before = Snapshot(gm)
    try:
        return _rewritten_with_attributes(gm, example_inputs, chosen)
    except RegraftError as error:
        before.restore()
        warn_of([Diagnostic("warning", f"the graph is run as it was captured: {error}")])
        return _compile(gm, example_inputs, chosen.get("then"))


def _rewritten_with_attributes(
    gm: GraphModule, example_inputs: Sequence[Any], chosen: dict[str, Any]
) -> Callable[..., Any]:
    attributes = WrittenAttributes(gm)
    run = _rewritten(attributes.gm, extended(example_inputs, attributes), chosen)
    return attributes.passed_to(run)


def _rewritten(
    gm: GraphModule, example_inputs: Sequence[Any], chosen: dict[str, Any]
) -> Callable[..., Any]:
    """Rewrite the graph and have it compiled; return what runs it and fills the inputs."""
    check_gradients(gm, example_inputs)
    _spell_data_as_detach(gm)
    take_out_idle_dropouts(gm)
    views = OutputViews(gm)
    nodes = len(gm.graph.nodes)
    metadata, merged = _rewrite_merging(gm, example_inputs, chosen)
    tell_of(gm, nodes, metadata)
    if chosen.get("on_rewritten"):
        chosen["on_rewritten"](gm, metadata)
    aliasing = metadata.get(_ALIASING_PASS) or {}
    stores = _stores(gm, aliasing.get("io_map", {}))
    written = set(stores.values())
    check = SharingCheck(example_inputs, written, merged)
    run = _compile(gm, example_inputs, chosen.get("then"))
    return BufferRunner(run, stores, views, check)


def _check_options(options: dict[str, Any]) -> None:
    """Raise TypeError or ValueError for values that an option cannot have."""
    _check_one(options, "enable_fx_passes", bool, "True or False")
    _check_one(options, "externs", Mapping, "a dict of callables by name")
    for name, answer in (options.get("externs") or {}).items():
        if not callable(answer):
            raise TypeError(f"option `externs` has no callable for `{name}`: {answer!r}")
    if options.get("on_error", "raise") not in ("raise", "warn"):
        raise ValueError(f'option `on_error` is "raise" or "warn", not {options["on_error"]!r}')
    _check_one(options, "on_rewritten", Callable, "a callable")
    _check_one(options, "target_device", (str, torch.device), "the name of a device")
    then = options.get("then")
    if not (then is None or isinstance(then, str) or callable(then)):
        raise TypeError(f"option `then` is the name of a backend or a callable, not {then!r}")
    device = options.get("target_device")
    try:
        torch.device("cpu" if device is None else device)
    except RuntimeError as error:
        raise ValueError(f"option `target_device`: {str(error).splitlines()[0]}") from None


def _check_one(options: dict[str, Any], name: str, kinds: Any, meant: str) -> None:
    value = options.get(name)
    if value is not None and not isinstance(value, kinds):
        raise TypeError(f"option `{name}` is {meant}, not {value!r}")


def _spell_data_as_detach(gm: GraphModule) -> None:
    """``x.data`` is a private function in the graph; what it does to values is what detach does."""
    private = torch._C._autograd._get_data_attr  # type: ignore[attr-defined]
    for node in gm.graph.nodes:
        if node.op == "call_function" and node.target is private:
            node.op, node.target = "call_method", "detach"


def _rewrite_merging(
    gm: GraphModule, example_inputs: Sequence[Any], options: dict[str, Any]
) -> tuple[Metadata, list[Merged]]:
    """Rewrite; once more with inputs that are views made from their bases if that is refused."""
    try:
        return _rewrite(gm, example_inputs, options), []
    except RewriteError as error:
        refusal = error
        merged = merge_views(gm, example_inputs)
        if not merged:
            raise
    # What is told of sharing from now on is what is left: merged inputs have no uses.
    apart = list(example_inputs)
    for view in merged:
        apart[view.position] = None
    try:
        return _rewrite(gm, apart, options), merged
    except RewriteError as error:
        if "as_strided" in str(error):  # a node that is not the caller's
            raise refusal from None
        raise


def _stores(gm: GraphModule, io_map: dict[int, int]) -> dict[int, int]:
    """Return the part of ``io_map`` that has to be stored: not inputs returned as given."""
    returned = gm.graph.output_node().args[0]
    returned = returned if isinstance(returned, (tuple, list)) else (returned,)
    inputs = gm.graph.find_nodes(op="placeholder")
    return {
        place: number
        for place, number in io_map.items()
        if not _is_as_given(returned[place], inputs[number], gm)
    }


def _is_as_given(value: Any, given: Node, gm: GraphModule) -> bool:
    """Is the value an input, or a view of it, with nothing written in between?"""
    memory = storage_of(value_of(given, gm))

    def sees_it(node: Any) -> bool:
        old = isinstance(node, Node) and "regraft" not in node.meta
        return old and storage_of(value_of(node, gm)) == memory

    while value is not given and memory is not None and sees_it(value):
        value = next(filter(sees_it, value.all_input_nodes), None)
    return value is given


def _rewrite(gm: GraphModule, example_inputs: Sequence[Any], options: dict[str, Any]) -> Metadata:
    extra = options.get("rules") or []
    extra = [extra] if isinstance(extra, str) or hasattr(extra, "__fspath__") else list(extra)
    device = options.get("target_device")
    rules = [options.get("pipeline") or DEFAULT_PIPELINE, *extra]
    params = {} if device is None else {"target_device": device}
    loaded = load_rules(rules)
    skip = [_DEVICE_PASS] if device is None and _DEVICE_PASS in loaded.passes else []
    externs = options.get("externs")
    _, metadata = rewrite(
        gm, loaded, externs=externs, example_inputs=example_inputs, skip=skip, **params
    )
    return metadata


def _compile(gm: GraphModule, example_inputs: Sequence[Any], then: Any) -> Callable[..., Any]:
    if then is None or then == "eager":
        return gm.forward
    if callable(then):
        compiled: Callable[..., Any] = then(gm, list(example_inputs))
        return compiled
    return torch._dynamo.lookup_backend(then)(gm, list(example_inputs))

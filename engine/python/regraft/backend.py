"""``torch.compile(model, backend="regraft")``: rewrite each captured graph, then hand it on.

A rewritten graph writes none of its inputs: it returns what they hold in the end, and ``io_map``
says which output is which input's. What this backend returns puts them there, so that the caller
sees what the original program does: a static cache fills up, a counter counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

from ._aliases import OutputViews, kind_of, storage_of
from ._annotate import value_of
from ._attributes import WrittenAttributes, extended
from ._gradients import check_gradients
from ._idle import take_out_idle_dropouts
from ._rules import Metadata, load_rules
from ._run import DEFAULT_PIPELINE, rewrite
from ._sharing import Merged, SharingCheck, merge_views
from .errors import RewriteError

OPTIONS = frozenset(
    {"enable_fx_passes", "target_device", "pipeline", "rules", "then", "externs", "on_rewritten"}
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
    metadata, merged = _rewrite_merging(gm, example_inputs, chosen)
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


class BufferRunner:
    """Runs a rewritten graph and puts outputs into the buffers of the inputs they are for."""

    def __init__(
        self,
        run: Callable[..., Any],
        stores: dict[int, int],
        views: OutputViews,
        check: Callable[[Sequence[Any]], None],
    ) -> None:
        """Take what runs the graph, which output is stored to which input, how the outputs share
        memory, and what refuses inputs.
        """
        self.run = run
        self.stores = stores
        self.views = views
        self._to_copy: list[int] | None = None
        self._check = check

    def __call__(self, *inputs: Any) -> Any:
        """Run the graph; return the outputs that the original program has.

        Raises RewriteError for inputs that share memory in another way than when the graph was
        captured, and where memory would be read through a wrong dtype or shape.
        """
        self._check(inputs)
        with_gradient = self._with_gradient(inputs) if torch.is_grad_enabled() else ()
        result = self.run(*self._given(inputs))
        several = isinstance(result, (tuple, list))
        outputs = list(result) if several else [result]
        _check_gradients_of(outputs, with_gradient)
        self.views.check(outputs)
        self._separate(outputs, inputs)
        self._store(outputs, inputs)
        self.views.restore(outputs, inputs)
        return tuple(outputs[: self.views.count]) if several else outputs[0]

    def _with_gradient(self, inputs: Sequence[Any]) -> list[int]:
        """Return the outputs that have a gradient when the original program runs.

        Those for an input that has one already need none: the copy into it is recorded.
        """
        gained = self.views.inputs_with_gradient
        stored = [
            place
            for place, number in self.stores.items()
            if number in gained and not inputs[number].requires_grad
        ]
        of_original = [place for place in self.views.with_gradient if place not in self.stores]
        return of_original + stored

    def _given(self, inputs: Sequence[Any]) -> Sequence[Any]:
        """Return what the graph gets: copies of the written inputs where a backward pass may come.

        It may need what these held before, and they are filled when the graph has run.
        """
        if not self.stores or not torch.is_grad_enabled():
            return inputs
        if not any(isinstance(value, torch.Tensor) and value.requires_grad for value in inputs):
            return inputs
        given = list(inputs)
        for number in self.stores.values():
            given[number] = _copy(inputs[number])
        return given

    def _separate(self, outputs: list[Any], inputs: Sequence[Any]) -> None:
        """Copy outputs that share memory where the original's do not."""
        if self._to_copy is None:  # it is the same in every call: graphs do not branch
            self._to_copy = self.views.unexpected(outputs, inputs)
        for place in self._to_copy:
            outputs[place] = outputs[place].clone()

    def _store(self, outputs: list[Any], inputs: Sequence[Any]) -> None:
        """Put the new contents in place, as if all at once."""
        written = {storage_of(inputs[number]) for number in self.stores.values()}
        contents = {
            number: _kept(outputs[place], inputs[number], written)
            for place, number in self.stores.items()
        }
        for number, value in contents.items():
            _put(inputs[number], value)


def _kept(value: Any, destination: Any, written: set[int | None]) -> Any:
    """Return a value that stays what it is while the written inputs are filled."""
    if value is destination or storage_of(value) not in written:
        return value
    return value.clone()


def _copy(value: torch.Tensor) -> torch.Tensor:
    """Return a copy in the same layout, through which gradients flow."""
    made = value.clone()
    if made.stride() == value.stride():
        return made
    room = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=value.device)
    return room.copy_(value)


def _is_same_memory(one: torch.Tensor, other: torch.Tensor) -> bool:
    return (
        storage_of(one) == storage_of(other)
        and one.storage_offset() == other.storage_offset()
        and one.shape == other.shape
        and one.stride() == other.stride()
        and one.dtype == other.dtype
    )


def _put(destination: torch.Tensor, value: torch.Tensor) -> None:
    if value is destination or _is_same_memory(value, destination):
        return
    if value.dtype != destination.dtype or value.shape != destination.shape:
        raise RewriteError(
            f"an input of {kind_of(destination)} would get the content {kind_of(value)}"
        )
    # A value without gradient takes the destination's away, so that copy is recorded too. Leaves
    # that need one are only ever written unrecorded.
    needs = destination.requires_grad
    if (
        torch.is_grad_enabled()
        and (value.requires_grad or needs)
        and not (destination.is_leaf and needs)
    ):
        destination.copy_(value)
        return
    with torch.no_grad():
        destination.copy_(value)


def _check_gradients_of(outputs: Sequence[Any], places: Sequence[int]) -> None:
    """Raise RewriteError for outputs that came out without the gradient that eager's have."""
    for place in places:
        value = outputs[place]
        if isinstance(value, torch.Tensor) and not value.requires_grad:
            raise RewriteError(
                f"output {place} of the rewritten graph needs no gradient where the original's "
                "does: its gradient would be lost (a written input whose new value does not depend "
                "on the old one, say)"
            )

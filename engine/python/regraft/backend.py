"""``torch.compile(model, backend="regraft")``: rewrite each captured graph, then compile it further.

A rewritten graph writes none of its inputs: it returns what they hold in the end, and ``io_map`` says
which output is which input's. What this backend returns puts them there, so that the caller sees
what the original program does: a static cache fills up, a counter counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import GraphModule

from ._rules import Metadata
from ._run import DEFAULT_PIPELINE, rewrite
from .errors import RewriteError

OPTIONS = frozenset(
    {"enable_fx_passes", "target_device", "pipeline", "rules", "then", "externs", "on_rewritten"}
)
"""What ``torch.compile(…, options=…)`` may hold."""

_DEVICE_PASS = "device_rewriter"
_ALIASING_PASS = "aliasing_output_rewrite"


def regraft(
    gm: GraphModule, example_inputs: Sequence[Any], *, options: dict[str, Any] | None = None, **_: Any
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

    Raises RewriteError where a pass refuses the graph, ValueError for options that are not known.
    """
    chosen = dict(options or {})
    unknown = chosen.keys() - OPTIONS
    if unknown:
        known = ", ".join(sorted(OPTIONS))
        raise ValueError(f"regraft has no option `{sorted(unknown)[0]}`; its options are {known}")
    if not chosen.get("enable_fx_passes", True):
        return _compile(gm, example_inputs, chosen.get("then"))
    metadata = _rewrite(gm, example_inputs, chosen)
    if chosen.get("on_rewritten"):
        chosen["on_rewritten"](gm, metadata)
    run = _compile(gm, example_inputs, chosen.get("then"))
    aliasing = metadata.get(_ALIASING_PASS)
    if not aliasing or not aliasing["io_map"]:
        return run
    runner = BufferRunner(run, aliasing["io_map"], aliasing["original_output_count"])
    runner.expect(example_inputs)
    return runner


def _rewrite(gm: GraphModule, example_inputs: Sequence[Any], options: dict[str, Any]) -> Metadata:
    extra = options.get("rules") or []
    extra = [extra] if isinstance(extra, str) or hasattr(extra, "__fspath__") else list(extra)
    device = options.get("target_device")
    rules = [options.get("pipeline") or DEFAULT_PIPELINE, *extra]
    params = {} if device is None else {"target_device": device}
    from ._rules import load_rules

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
        return then(gm, list(example_inputs))
    return torch._dynamo.lookup_backend(then)(gm, list(example_inputs))


class BufferRunner:
    """Runs a rewritten graph and puts outputs into the buffers of the inputs they are for."""

    def __init__(
        self, run: Callable[..., Any], io_map: dict[int, int], original_output_count: int
    ) -> None:
        """Take what runs the graph and the metadata of the aliasing pass."""
        self.run = run
        self.io_map = io_map
        self.count = original_output_count
        self._apart: tuple[int, ...] = ()

    def expect(self, example_inputs: Sequence[Any]) -> None:
        """Note which written inputs had memory of their own when the graph was rewritten."""
        shared = _shared_storages(example_inputs)
        written = set(self.io_map.values())
        self._apart = tuple(
            number
            for number in written
            if number < len(example_inputs) and _storage(example_inputs[number]) not in shared
        )

    def __call__(self, *inputs: Any) -> Any:
        """Run the graph; return the outputs that the original program has.

        Raises RewriteError when a written input shares memory with another one, which it did not
        when the graph was captured.
        """
        self._check(inputs)
        result = self.run(*inputs)
        if not isinstance(result, (tuple, list)):
            result = (result,)
            single = self.count == 1
        else:
            single = False
        outputs = list(result)
        self._store(outputs, inputs)
        returned = outputs[: self.count]
        return returned[0] if single else tuple(returned)

    def _check(self, inputs: Sequence[Any]) -> None:
        shared = _shared_storages(inputs)
        for number in self._apart:
            if shared and _storage(inputs[number]) in shared:
                raise RewriteError(
                    f"input {number} is written and shares memory with another input, which it "
                    "did not when the graph was captured: compile again for these inputs"
                )

    def _store(self, outputs: list[Any], inputs: Sequence[Any]) -> None:
        """Put the new contents in place; outputs that were an input are that input again."""
        written = {_storage(inputs[number]) for number in self.io_map.values()}
        contents = {
            place: self._apart_from(outputs[place], inputs[number], written)
            for place, number in self.io_map.items()
        }
        for place, number in self.io_map.items():
            _put(inputs[number], contents[place])
            if place < self.count and _looks_like(outputs[place], inputs[number]):
                outputs[place] = inputs[number]

    @staticmethod
    def _apart_from(value: Any, destination: Any, written: set[int | None]) -> Any:
        """Return a value that stays what it is while the written inputs are filled."""
        if value is destination or _storage(value) not in written:
            return value
        return value.clone()


def _storage(value: Any) -> int | None:
    if not isinstance(value, torch.Tensor):
        return None
    try:
        return value.untyped_storage()._cdata
    except (RuntimeError, NotImplementedError):
        return None


def _shared_storages(values: Sequence[Any]) -> set[int]:
    seen: set[int] = set()
    shared: set[int] = set()
    for value in values:
        storage = _storage(value)
        if storage is not None:
            (shared if storage in seen else seen).add(storage)
    return shared


def _put(destination: torch.Tensor, value: torch.Tensor) -> None:
    if value is destination:
        return
    tracked = torch.is_grad_enabled() and value.requires_grad
    if tracked and not (destination.is_leaf and destination.requires_grad):
        destination.copy_(value)
        return
    with torch.no_grad():
        destination.copy_(value)


def _looks_like(value: Any, other: torch.Tensor) -> bool:
    return value.shape == other.shape and value.dtype == other.dtype

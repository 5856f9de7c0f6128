"""Running a rewritten graph as the original runs: its inputs are written, its outputs share memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._facts.storage import storage_of
from ..errors import RewriteError
from .output_views import OutputViews, kind_of


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

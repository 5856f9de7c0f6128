"""How a tensor sees its memory, and tensors that see a given memory in such a way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch


@dataclass(frozen=True)
class Layout:
    """All that makes of a storage a tensor. Numbers may be symbolic."""

    dtype: torch.dtype
    size: tuple[Any, ...]
    stride: tuple[Any, ...]
    offset: Any
    is_conj: bool = False
    is_neg: bool = False

    @staticmethod
    def of(value: torch.Tensor) -> Layout:
        """Return the layout of a tensor."""
        return Layout(
            value.dtype,
            tuple(value.shape),
            tuple(value.stride()),
            value.storage_offset(),
            value.is_conj(),
            value.is_neg(),
        )

    def known(self, symbols: dict[Any, int]) -> Layout | None:
        """Return it with numbers for what is symbolic; None where one is not known."""
        if all(type(n) is int for n in (*self.size, *self.stride, self.offset)):
            return self
        size, stride = (
            tuple(known_number(n, symbols) for n in several) for several in (self.size, self.stride)
        )
        offset = known_number(self.offset, symbols)
        if None in (*size, *stride, offset):
            return None
        return Layout(self.dtype, size, stride, offset, self.is_conj, self.is_neg)

    @property
    def first_byte(self) -> Any:
        """Where in its storage the tensor begins."""
        return self.offset * self.dtype.itemsize

    def steps(self) -> list[tuple[Any, Any]]:
        """Return size and stride of the dimensions along which there is somewhere to go."""
        if 0 in self.size:
            return []
        return [pair for pair in zip(self.size, self.stride, strict=True) if pair[0] != 1]


def known_number(size: Any, symbols: dict[Any, int]) -> int | None:
    """Return the number that a size is; None where a symbol in it is not known."""
    if isinstance(size, int):
        return size
    try:
        return int(size.node.expr.subs(symbols))
    except TypeError:
        return None


def is_whole(value: torch.Tensor) -> bool:
    """Is the tensor all of its memory, in order? Symbolic sizes count as "no"."""
    return fills_memory(value) and value.is_contiguous()


def fills_memory(value: torch.Tensor) -> bool:
    """Is the tensor all of its memory, in whatever order? Symbolic sizes count as "no"."""
    layout = Layout.of(value)
    if layout.known({}) is not layout or layout.offset != 0:
        return False
    reach = 1
    for size, step in sorted(layout.steps(), key=lambda pair: pair[1]):
        if step != reach:
            return False
        reach *= size
    return value.numel() * value.element_size() == value.untyped_storage().nbytes()


def view_in(base: torch.Tensor, layout: Layout, begin: int) -> torch.Tensor | None:
    """Return a view of a tensor's memory in a layout of numbers, from the byte ``begin`` on.

    None where PyTorch makes no such view of it: of memory that a gradient goes through, seen as
    another dtype.
    """
    width = layout.dtype.itemsize
    if begin % width:
        return None
    memory = base.conj() if base.is_conj() else base
    memory = torch._neg_view(memory) if memory.is_neg() else memory
    same = memory.dtype == layout.dtype
    seen = memory if same else _seen_as(memory, layout.dtype, begin)
    if seen is None:
        return None
    made = seen.as_strided(layout.size, layout.stride, begin // width)
    made = made.conj() if layout.is_conj else made
    return torch._neg_view(made) if layout.is_neg else made


def _seen_as(memory: torch.Tensor, dtype: torch.dtype, begin: int) -> torch.Tensor | None:
    """Return some view of the same storage with another dtype."""
    if memory.dtype.is_complex and dtype == memory.real.dtype:
        return torch.view_as_real(memory)
    if memory.requires_grad and torch.is_grad_enabled():
        return None
    if memory.element_size() == dtype.itemsize:
        return memory.view(dtype)
    made = torch.empty(0, dtype=dtype, device=memory.device)
    return made.set_(memory.untyped_storage(), begin // dtype.itemsize, (0,), (1,))

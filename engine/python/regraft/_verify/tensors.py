"""Tensors to try rules on: dtype, shape, how they lie in memory, and what they hold."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any

import torch

FLOATS = (torch.float32, torch.float64, torch.bfloat16, torch.float16)
INTS = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)
COMPLEX = (torch.complex64,)
DTYPES = (*FLOATS, *INTS, torch.bool, *COMPLEX)

LAYOUTS = (
    "contiguous",
    "transposed",
    "sliced",
    "offset",
    "expanded",
    "channels_last",
    "overlapping",
)
VALUES = ("normal", "special", "zeros", "repeated", "large", "tiny", "ties", "extremes")
"""Kinds of contents. ``index`` is a kind that must be asked for: small and not negative."""

_SPECIAL = (0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 0.5, 2.0, -2.0)


@dataclass(frozen=True)
class TensorSpec:
    """How to make an input."""

    dtype: torch.dtype
    shape: tuple[int, ...]
    layout: str = "contiguous"
    values: str | tuple[Any, ...] = "normal"
    """A kind of contents, or the elements themselves, in the order of the shape."""
    seed: int = 0

    def make(self) -> torch.Tensor:
        """Return the tensor; equal specs give tensors with equal bits."""
        tensor = lay_out(self.layout, self.shape, self.dtype)
        if tensor.numel():
            _fill(tensor, self)
        return tensor

    def __str__(self) -> str:
        shape = ", ".join(map(str, self.shape))
        layout = "" if self.layout == "contiguous" else f" {self.layout}"
        return f"{short_name(self.dtype)}[{shape}]{layout}"


def short_name(dtype: torch.dtype) -> str:
    """Return ``f32`` for ``torch.float32``."""
    from torch.utils._dtype_abbrs import dtype_abbrs

    return str(dtype_abbrs.get(dtype, dtype))


def lay_out(layout: str, shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return a tensor of zeros that lies so in memory, as far as its shape has room for that."""
    rank = len(shape)
    if layout == "transposed" and rank > 1:
        return torch.zeros((*shape[:-2], shape[-1], shape[-2]), dtype=dtype).transpose(-1, -2)
    if layout == "sliced" and rank > 0:
        return torch.zeros((*shape[:-1], 2 * shape[-1]), dtype=dtype)[..., ::2]
    if layout == "offset":
        return torch.zeros(3 + math.prod(shape), dtype=dtype)[3:].view(shape)
    if layout == "expanded" and rank > 0:
        return torch.zeros((1, *shape[1:]), dtype=dtype).expand(shape)
    if layout == "channels_last" and rank == 4:
        return torch.zeros(shape, dtype=dtype).contiguous(memory_format=torch.channels_last)
    if layout == "overlapping" and rank > 0:
        strides = (*[1] * rank,)
        return torch.zeros(sum(shape) + 1, dtype=dtype).as_strided(shape, strides)
    return torch.zeros(shape, dtype=dtype)


def memory_of(tensor: torch.Tensor) -> torch.Tensor:
    """Return all elements of a tensor's storage, flat; writes to it are seen through the tensor."""
    count = tensor.untyped_storage().nbytes() // tensor.element_size()
    return tensor.as_strided((count,), (1,), 0)


def _fill(tensor: torch.Tensor, spec: TensorSpec) -> None:
    if isinstance(spec.values, tuple):
        own = torch.tensor(spec.values, dtype=spec.dtype).view(spec.shape)
        if 0 in tensor.stride() or spec.layout == "overlapping":
            for place, value in zip(_places(tensor), own.flatten().tolist(), strict=True):
                memory_of(tensor)[place] = value
        else:
            tensor.copy_(own)
        return
    memory = memory_of(tensor)
    memory.copy_(_contents(spec.values, memory.numel(), spec.dtype, spec.seed))


def _places(tensor: torch.Tensor) -> list[int]:
    found = [int(tensor.storage_offset())]
    for size, stride in zip(tensor.shape, tensor.stride(), strict=True):
        found = [place + i * stride for place in found for i in range(size)]
    return found


@functools.lru_cache(maxsize=4096)
def _contents(kind: str, count: int, dtype: torch.dtype, seed: int) -> torch.Tensor:
    rng = torch.Generator().manual_seed(seed)
    if dtype == torch.bool:
        return torch.randint(0, 2, (count,), generator=rng).bool()
    if kind == "index":
        return torch.randint(0, 2, (count,), generator=rng).to(dtype)
    if dtype.is_complex:
        return torch.complex(
            _real(kind, count, torch.float32, rng), _real(kind, count, torch.float32, rng)
        ).to(dtype)
    if dtype.is_floating_point:
        return _real(kind, count, dtype, rng)
    return _integers(kind, count, dtype, rng)


def _real(kind: str, count: int, dtype: torch.dtype, rng: torch.Generator) -> torch.Tensor:
    normal = torch.randn(count, generator=rng, dtype=torch.float64)
    info = torch.finfo(dtype)
    if kind in ("zeros", "ties", "repeated"):
        options = {
            "zeros": (0.0, -0.0), "ties": (0.5, 1.5, 2.5, -0.5, -1.5, 1.0), "repeated": (1.25,),
        }[kind]  # fmt: skip
        return _picked(options, count, dtype, rng)
    if kind == "special":
        options = (*_SPECIAL, info.max, info.min, info.tiny, info.tiny / 2, -info.tiny / 2)
        return _picked(options, count, dtype, rng)
    if kind == "large":
        scale = torch.tensor([1.0, 1e3, 3e4], dtype=torch.float64)
        return (normal * scale[torch.randint(0, 3, (count,), generator=rng)]).to(dtype)
    if kind == "tiny":
        return (normal * info.tiny * 2).to(dtype)
    if kind == "extremes":
        return _picked((info.max, info.min, 0.0, 1.0, -1.0), count, dtype, rng)
    return normal.to(dtype)


def _integers(kind: str, count: int, dtype: torch.dtype, rng: torch.Generator) -> torch.Tensor:
    info = torch.iinfo(dtype)
    low = max(info.min, -9)
    if kind in ("special", "extremes", "large"):
        options = (info.min, info.max, info.min + 1, info.max // 2 + 1, 0, 1, max(info.min, -1))
        return _picked(options, count, dtype, rng)
    if kind == "zeros":
        return torch.zeros(count, dtype=dtype)
    if kind == "repeated":
        return torch.full((count,), 3, dtype=dtype)
    return torch.randint(low, 10, (count,), generator=rng).to(dtype)


def _picked(options: Any, count: int, dtype: torch.dtype, rng: torch.Generator) -> torch.Tensor:
    table = torch.tensor(options, dtype=dtype)
    return table[torch.randint(0, len(options), (count,), generator=rng)]


def copies(tensors: list[torch.Tensor]) -> list[torch.Tensor]:
    """Return tensors that lie and share memory among them as these do, in memory of their own."""
    storages: dict[int, torch.UntypedStorage] = {}
    made = []
    for tensor in tensors:
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key not in storages:
            storages[key] = storage.clone()  # type: ignore[no-untyped-call]
        empty = torch.empty(0, dtype=tensor.dtype)
        made.append(
            empty.set_(storages[key], tensor.storage_offset(), tensor.shape, tensor.stride())
        )
    return made

"""Whether two tensors of one storage have a byte in common; the engine decides it of elements."""

from __future__ import annotations

import functools
import math
from typing import Any

import torch

_MOST_CHOICES = 4096
"""So many are tried; after that it counts as not known."""

Region = tuple[int, tuple[tuple[int, int], ...]]
"""The first byte, and for each dimension the bytes of a step and how many of them are taken."""


def may_meet(one: torch.Tensor, other: torch.Tensor) -> bool:
    """May two tensors of one storage reach the same bytes? Symbolic sizes always may."""
    regions = _region(one), _region(other)
    if None in regions:
        return True
    if not one.numel() or not other.numel():
        return False
    return _meet(*regions)


def _region(tensor: torch.Tensor) -> Region | None:
    offset: Any = tensor.storage_offset()
    numbers = (*tensor.shape, *tensor.stride(), offset)
    if not all(type(number) is int for number in numbers):
        return None
    width = tensor.element_size()
    pairs = zip(tensor.shape, tensor.stride(), strict=True)
    steps = [(step * width, size - 1) for size, step in pairs if size > 1 and step > 0]
    return offset * width, (*steps, (1, width - 1))


@functools.lru_cache(maxsize=1024)
def _meet(one: Region, other: Region) -> bool:
    """Do some steps of both lead to one place?

    The steps that the second tensor does not take, back from its end, count together with those
    that the first one takes: the sum has to be the distance from its beginning to that end.
    """
    most: dict[int, int] = {}
    for length, count in (*one[1], *other[1]):
        most[length] = most.get(length, 0) + count
    end = other[0] + sum(length * count for length, count in other[1])
    steps = sorted(most.items(), reverse=True)
    rest = [sum(length * count for length, count in steps[k + 1 :]) for k in range(len(steps))]
    grain = [math.gcd(*(length for length, _ in steps[k + 1 :])) for k in range(len(steps))]
    waiting, tried = [(0, end - one[0])], 0
    while waiting:
        at, left = waiting.pop()
        if at == len(steps):
            return True
        length, count = steps[at]
        for taken in range(max(-(-(left - rest[at]) // length), 0), min(count, left // length) + 1):
            tried += 1
            if tried > _MOST_CHOICES:
                return True
            remaining = left - taken * length
            if remaining % grain[at] == 0 if grain[at] else remaining == 0:
                waiting.append((at + 1, remaining))
    return False

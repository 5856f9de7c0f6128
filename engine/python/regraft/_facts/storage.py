"""Which tensors lie in one memory, and which of those may have a byte in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from .overlap import may_meet


def storage_of(value: Any) -> int | None:
    """Return what identifies a tensor's memory; None for what has none."""
    if not isinstance(value, torch.Tensor):
        return None
    try:
        address: int = value.untyped_storage()._cdata
        return address
    except (RuntimeError, NotImplementedError):
        return None


def shared_memory(values: Iterable[tuple[str, Any]]) -> dict[str, list[str]]:
    """Tell which inputs may share memory with earlier ones, by name.

    ``values`` are names and values of the inputs. Tensors of one storage share memory unless no
    byte is in both.
    """
    by_storage: dict[int, list[tuple[str, torch.Tensor]]] = {}
    for name, value in values:
        if not isinstance(value, torch.Tensor):
            continue
        try:
            storage = value.untyped_storage()._cdata
        except (RuntimeError, NotImplementedError):  # no storage: sparse tensors, wrappers
            continue
        by_storage.setdefault(storage, []).append((name, value))
    shared: dict[str, list[str]] = {}
    for same in by_storage.values():
        for index, (name, value) in enumerate(same):
            others = [other for other, earlier in same[:index] if may_meet(value, earlier)]
            if others:
                shared[name] = others
    return shared

"""Comparing what a program gave before and after: all that a caller can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from .trees import Claims

_BITS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
_EPSILON_32 = torch.finfo(torch.float32).eps
_OWN_ERROR = 8.0
"""How much larger than the old program's own error that of the new one may be."""


@dataclass
class Seen:
    """What a caller sees of one run."""

    outputs: tuple[Any, ...] = ()
    inputs: tuple[torch.Tensor, ...] = ()
    """As they are afterwards."""
    raised: str = ""
    gradients: tuple[torch.Tensor | None, ...] = ()


@dataclass
class Difference:
    """What is not as it was."""

    what: str
    """In a few words: ``output 0 has other values``."""
    before: str = ""
    after: str = ""


def compare(
    old: Seen, new: Seen, claims: Claims, exact: Seen | None = None
) -> tuple[Difference | None, float]:
    """Return the first difference, or None, and the largest error of what is approximate.

    ``exact`` is what the old program gives in float64, which approximate results are held against.
    """
    if old.raised or new.raised:
        return _compare_errors(old, new), 0.0
    worst = 0.0
    if len(new.outputs) < len(old.outputs):
        return Difference("an output is missing"), 0.0
    parts = [("output", old.outputs, new.outputs, exact.outputs if exact else ())]
    parts.append(("input", old.inputs, new.inputs, exact.inputs if exact else ()))
    parts.append(("gradient", *_gradients(old, new), exact.gradients if exact else ()))
    for word, before, after, reference in parts:
        for place, (one, other) in enumerate(zip(before, after, strict=False)):
            truth = reference[place] if place < len(reference) else None
            found, error = _compare_values(one, other, claims, truth)
            worst = max(worst, error)
            if found is not None:
                found.what = f"{word} {place} {found.what}"
                return found, worst
    if "aliases" not in claims.ignores and _sharing(old) != _sharing(new, len(old.outputs)):
        return Difference(
            "the outputs share memory otherwise",
            str(_sharing(old)),
            str(_sharing(new, len(old.outputs))),
        ), worst
    return None, worst


def _gradients(old: Seen, new: Seen) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """No gradient is one of zeros; how gradients lie in memory nobody counts on."""
    before: list[Any] = []
    after: list[Any] = []
    for one, other in zip(old.gradients, new.gradients, strict=True):
        shape = one if one is not None else other
        for found, value in ((before, one), (after, other)):
            filled = torch.zeros_like(shape) if value is None and shape is not None else value
            found.append(None if filled is None else filled.contiguous())
    return tuple(before), tuple(after)


def _compare_errors(old: Seen, new: Seen) -> Difference | None:
    if old.raised and new.raised:
        return None
    if old.raised:
        return Difference("no error is raised where one was", old.raised, "no error")
    return Difference("an error is raised where none was", "no error", new.raised)


def _compare_values(
    old: Any, new: Any, claims: Claims, exact: Any
) -> tuple[Difference | None, float]:
    if isinstance(old, (tuple, list)):
        if not isinstance(new, (tuple, list)) or len(old) != len(new):
            return Difference("is no list of as many items", _shown(old), _shown(new)), 0.0
        worst = 0.0
        for place, (one, other) in enumerate(zip(old, new, strict=True)):
            truth = exact[place] if isinstance(exact, (tuple, list)) else None
            found, error = _compare_values(one, other, claims, truth)
            worst = max(worst, error)
            if found is not None:
                return found, worst
        return None, worst
    if not isinstance(old, torch.Tensor) or not isinstance(new, torch.Tensor):
        same = type(old) is type(new) and repr(old) == repr(new)
        return (None if same else Difference("is another value", _shown(old), _shown(new))), 0.0
    found = _compare_forms(old, new, claims)
    if found is not None:
        return found, 0.0
    return _compare_contents(old, new, claims, exact)


def _compare_forms(old: torch.Tensor, new: torch.Tensor, claims: Claims) -> Difference | None:
    for word in ("dtype", "shape", "device", "requires_grad"):
        before, after = getattr(old, word), getattr(new, word)
        if before != after:
            return Difference(f"has another {word}", _plain(before), _plain(after))
    if "strides" not in claims.ignores and _strides(old) != _strides(new):
        return Difference("has other strides", str(tuple(old.stride())), str(tuple(new.stride())))
    return None


def _plain(value: Any) -> str:
    return str(list(value)) if isinstance(value, torch.Size) else str(value)


def _strides(tensor: torch.Tensor) -> tuple[int, ...]:
    """The strides that matter: where there is a second element."""
    if tensor.numel() < 2:
        return ()
    pairs = zip(tensor.shape, tensor.stride(), strict=True)
    return tuple(stride if size > 1 else 0 for size, stride in pairs)


def _compare_contents(
    old: torch.Tensor, new: torch.Tensor, claims: Claims, exact: Any
) -> tuple[Difference | None, float]:
    old, new = _plain_copy(old), _plain_copy(new)
    if old.numel() == 0 or torch.equal(_bits(old), _bits(new)):
        return None, 0.0
    if not old.is_floating_point() and not old.is_complex():
        return _first_difference(old, new, _bits(old) != _bits(new)), 0.0
    if old.is_complex():
        old, new = torch.view_as_real(old), torch.view_as_real(new)
        exact = (
            torch.view_as_real(exact)
            if isinstance(exact, torch.Tensor) and exact.is_complex()
            else None
        )
    wrong = (_bits(old) != _bits(new)) & ~(old.isnan() & new.isnan())
    if "nan" in claims.ignores:
        wrong &= ~(old.isnan() | new.isnan())
    if "zeros" in claims.ignores:
        wrong &= ~((old == 0) & (new == 0))
    if "finite" in claims.assumes:
        wrong &= old.isfinite()
    if claims.approximate is None or not bool(wrong.any()):
        found = _first_difference(old, new, wrong) if bool(wrong.any()) else None
        return found, 0.0
    return _compare_roughly(old, new, wrong, claims.approximate, exact)


def _compare_roughly(
    old: torch.Tensor, new: torch.Tensor, wrong: torch.Tensor, bound: float, exact: Any
) -> tuple[Difference | None, float]:
    bound *= max(1.0, torch.finfo(old.dtype).eps / _EPSILON_32)
    before, after = old.double(), new.double()
    fits = isinstance(exact, torch.Tensor) and exact.shape == old.shape and not exact.is_complex()
    truth = exact.double() if fits else before
    finite = before.isfinite() & after.isfinite() & truth.isfinite()
    scale = torch.where(finite, truth.abs(), 0.0).amax().clamp(min=torch.finfo(old.dtype).tiny)
    own = torch.where(finite, (before - truth).abs(), 0.0).amax()
    error = torch.where(finite, (after - truth).abs(), 0.0)
    too_much = error > bound * scale + _OWN_ERROR * own + torch.finfo(old.dtype).tiny
    # What overflows in one and not in the other is of the last digit; what is nan is not. The new
    # value may be right where the old one overflowed on its way.
    better = (
        ~before.isfinite()
        & truth.isfinite()
        & after.isfinite()
        & ((after - truth).abs() <= bound * truth.abs())
    )
    odd = wrong & ~finite & ~_both_huge(before, after, old.dtype) & ~better
    bad = (wrong & too_much & finite) | odd
    relative = float((torch.where(wrong & finite, error, 0.0).amax() / scale).item())
    return (_first_difference(old, new, bad) if bool(bad.any()) else None), relative


def _both_huge(before: torch.Tensor, after: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    limit = torch.finfo(dtype).max / 4
    return (before.abs() > limit) & (after.abs() > limit) & (before.sign() == after.sign())


def _plain_copy(tensor: torch.Tensor) -> torch.Tensor:
    tensor = tensor.detach()
    if tensor.is_conj() or tensor.is_neg():
        tensor = tensor.resolve_conj().resolve_neg()
    return tensor.contiguous()


def _bits(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    if tensor.dtype == torch.bool:
        return tensor
    return tensor.view(_BITS[tensor.element_size()])


def _first_difference(old: torch.Tensor, new: torch.Tensor, wrong: torch.Tensor) -> Difference:
    if old.is_complex():
        old, new = torch.view_as_real(old), torch.view_as_real(new)
    place = tuple(wrong.nonzero()[0].tolist())
    where = f" at {list(place)}" if place else ""
    return Difference(f"has other values{where}", _shown(old[place]), _shown(new[place]))


def _shown(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        value = value.item() if value.numel() == 1 else value.tolist()
    return repr(value)


def _sharing(seen: Seen, most: int | None = None) -> list[list[int]]:
    """For each output: the earlier outputs, and the inputs as -1, -2, …, whose memory it has."""
    inputs = [tensor.untyped_storage()._cdata for tensor in seen.inputs]
    outputs = [
        one.untyped_storage()._cdata if isinstance(one, torch.Tensor) and one.numel() else None
        for one in seen.outputs[:most]
    ]
    found = []
    for place, storage in enumerate(outputs):
        shared = [-1 - i for i, other in enumerate(inputs) if other == storage]
        shared += [i for i, other in enumerate(outputs[:place]) if other == storage]
        found.append(shared if storage is not None else [])
    return found

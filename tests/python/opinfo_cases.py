"""The calls of PyTorch's operator database that write a tensor, by kind.

    inplace   x.op_(…): on the sample as it is, and on a row of a larger tensor
    mixed     x.op_(…) where one tensor operand is of another dtype, of full rank or a number
    out       op(…, out=o): o fresh, a row and a column of a larger tensor
    alias     op(…, out=o) where o is an argument, a view of one, or overlaps one
    dtype     op(…, out=o) where o is of another dtype

Each kind is a function that yields the calls made of one sample. PyTorch need not accept them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.utils import _pytree as pytree

import oracle

DTYPES = (torch.float32, torch.int64, torch.bool, torch.complex64)
_MOST_ELEMENTS = 4096
_MOST_LOOKED_AT = 40
_OTHER_DTYPES = (
    torch.bfloat16,
    torch.float32,
    torch.float64,
    torch.int32,
    torch.int64,
    torch.bool,
    torch.complex64,
)


@dataclass(frozen=True)
class Case:
    """One call of an operator: a function of tensors, and the tensors."""

    name: str
    function: Callable
    tensors: tuple[torch.Tensor, ...]

    def make_inputs(self) -> list[torch.Tensor]:
        """Return fresh inputs."""
        return [tensor.clone() for tensor in self.tensors]


@dataclass
class Call:
    """A sample with its tensors taken out."""

    name: str
    function: Callable
    leaves: list[Any]
    spec: Any
    tensors: tuple[torch.Tensor, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find the tensors."""
        self._places = [
            place for place, leaf in enumerate(self.leaves) if isinstance(leaf, torch.Tensor)
        ]
        self.tensors = tuple(self.leaves[place].detach().clone() for place in self._places)

    def __call__(self, *tensors: torch.Tensor, **further: Any) -> Any:
        """Call the function with these tensors in the place of the sample's."""
        filled = list(self.leaves)
        for place, tensor in zip(self._places, tensors, strict=True):
            filled[place] = tensor
        first, args, kwargs = pytree.tree_unflatten(filled, self.spec)
        return self.function(first, *args, **kwargs, **further)

    def with_tensors(self, tensors: Sequence[torch.Tensor], what: str) -> Call:
        """Return the same call of other tensors."""
        filled = list(self.leaves)
        for place, tensor in zip(self._places, tensors, strict=True):
            filled[place] = tensor
        return Call(f"{self.name}, {what}", self.function, filled, self.spec)

    def results(self) -> tuple[torch.Tensor, ...]:
        """Return what the call computes, or nothing where that is not tensors alone."""
        try:
            torch.manual_seed(oracle.SEED)
            made = self(*(tensor.clone() for tensor in self.tensors))
        except Exception:  # whatever PyTorch raises for tensors of these dtypes and shapes
            return ()
        found = (made,) if isinstance(made, torch.Tensor) else made
        if not isinstance(found, (tuple, list)) or not all(
            isinstance(item, torch.Tensor) and item.layout == torch.strided for item in found
        ):
            return ()
        return tuple(found)


# Operators and samples ----------------------------------------------------------------------------


@functools.cache
def all_operators() -> dict[str, Any]:
    """Return the operators of the database, by name and variant."""
    from torch.testing._internal.common_methods_invocations import op_db

    return {" ".join(filter(None, (i.name, i.variant_test_name))): i for i in op_db}


def operators(kind: str) -> dict[str, Any]:
    """Return the operators of the database that have calls of a kind."""
    return {name: i for name, i in all_operators().items() if _function(i, kind) is not None}


def _function(info: Any, kind: str) -> Any:
    if kind in ("inplace", "mixed"):
        return info.inplace_variant
    return info.op  # some that take out= are not marked as such: sum, prod


def cases(kind: str, op: str, dtype: torch.dtype, most: int) -> Iterator[Case]:
    """Yield the cases of a kind, operator and dtype that eager PyTorch accepts."""
    info = all_operators()[op]
    if dtype not in info.supported_dtypes("cpu"):
        return
    in_place = kind in ("inplace", "mixed")
    for place, sample in enumerate(_samples(info, dtype, most, in_place)):
        leaves, spec = pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
        call = Call(f"{op} {dtype} sample {place}", _function(info, kind), leaves, spec)
        for case in KINDS[kind](call):
            yield from _accepted(case)


def _samples(info: Any, dtype: torch.dtype, most: int, in_place: bool) -> list[Any]:
    """Return samples, taken evenly from the first ones of the database."""
    torch.manual_seed(oracle.SEED)
    found = []
    for sample in info.sample_inputs("cpu", dtype, requires_grad=False):
        is_small = all(tensor.numel() <= _MOST_ELEMENTS for tensor in _tensors_of(sample))
        fits = isinstance(sample.input, torch.Tensor) and not sample.broadcasts_input
        is_plain = all(tensor.layout == torch.strided for tensor in _tensors_of(sample))
        if is_small and is_plain and (fits or not in_place):
            found.append(sample)
        if len(found) == _MOST_LOOKED_AT:
            break
    step = max(len(found) // most, 1)
    return found[::step][:most]


def _tensors_of(sample: Any) -> list[torch.Tensor]:
    leaves = pytree.tree_leaves((sample.input, sample.args, sample.kwargs))
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]


def _accepted(case: Case) -> Iterator[Case]:
    """Yield the case if it can be run and leaves the layouts of its inputs as they are."""
    inputs = case.make_inputs()
    torch.manual_seed(oracle.SEED)
    try:
        case.function(*inputs)
    except Exception:  # whatever PyTorch raises for a sample that is not for this use
        return
    if [(t.shape, t.stride()) for t in inputs] == [(t.shape, t.stride()) for t in case.tensors]:
        yield case


# In place -----------------------------------------------------------------------------------------


def in_place(call: Call) -> Iterator[Case]:
    """Write the input itself, and a row of a tensor that holds it twice."""
    yield Case(call.name, lambda *inputs: (call(*inputs),), call.tensors)
    first, *rest = call.tensors
    both = torch.stack([first, first])

    def function(x: torch.Tensor, *others: torch.Tensor) -> tuple:
        row, other_row = x[0], x[1]
        before = x.clone()
        call(row, *others)
        return before, x.clone(), other_row

    yield Case(f"{call.name}, a row", function, (both, *rest))


def mixed(call: Call) -> Iterator[Case]:
    """Give each tensor operand another dtype, as it is and as a number; so the written tensor."""
    for place, tensor in enumerate(call.tensors):
        for dtype in _OTHER_DTYPES:
            if dtype == tensor.dtype:
                continue
            for shape in {tensor.shape, torch.Size()} if place else {tensor.shape}:
                other = _converted(tensor, dtype)
                if shape != tensor.shape:
                    other = other.flatten()[0].clone() if other.numel() else other
                changed = [*call.tensors[:place], other, *call.tensors[place + 1 :]]
                name = f"operand {place} {dtype} {list(shape)}"
                yield from in_place(call.with_tensors(changed, name))


def _converted(tensor: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    other = tensor.to(dtype)
    if tensor.dtype.is_floating_point or tensor.dtype.is_complex or tensor.dtype == torch.bool:
        return other
    return other + 0.3 if dtype.is_floating_point and tensor.dtype != torch.int64 else other


# out= ---------------------------------------------------------------------------------------------


def out(call: Call) -> Iterator[Case]:
    """Write fresh tensors, rows of larger ones, columns of larger ones."""
    yield from _out(call)
    if call.tensors and all(t.dim() >= 1 and t.shape[0] <= 8 for t in call.tensors):
        # Random numbers of a few elements may agree by chance.
        yield from _out(call.with_tensors([torch.cat([t] * 8) for t in call.tensors], "8 times"))


def _out(call: Call) -> Iterator[Case]:
    results = call.results()
    if not results:
        return
    count = len(results)
    yield Case(
        f"{call.name}, out fresh",
        _writer(call, count, lambda outs: outs),
        (*map(_other_content, results), *call.tensors),
    )
    stacked = [torch.stack([_other_content(r), _other_content(r)]) for r in results]
    yield Case(
        f"{call.name}, out a row",
        _writer(call, count, lambda outs: [o[0] for o in outs]),
        (*stacked, *call.tensors),
    )
    beside = [torch.stack([_other_content(r), _other_content(r)], -1) for r in results]
    yield Case(
        f"{call.name}, out a column",
        _writer(call, count, lambda outs: [o[..., 1] for o in outs]),
        (*beside, *call.tensors),
    )


def _writer(call: Call, count: int, viewed: Callable) -> Callable:
    """Return a function of `count` tensors to write views of, and the sample's tensors."""

    def function(*tensors: torch.Tensor) -> tuple:
        outs, given = tensors[:count], tensors[count:]
        before = [tensor.clone() for tensor in outs]
        call(*given, out=_as_given(viewed(outs)))
        return (*before, *(tensor.clone() for tensor in outs))

    return function


def _as_given(outs: Sequence[torch.Tensor]) -> Any:
    return outs[0] if len(outs) == 1 else tuple(outs)


def _other_content(tensor: torch.Tensor) -> torch.Tensor:
    return torch.ones_like(tensor, memory_format=torch.contiguous_format)


def dtype(call: Call) -> Iterator[Case]:
    """Write tensors of another dtype, and rows of such."""
    results = call.results()
    for place, result in enumerate(results):
        for other in _OTHER_DTYPES:
            if other == result.dtype:
                continue
            outs = [_other_content(r) for r in results]
            outs[place] = outs[place].to(other)
            name = f"{call.name}, out {place} {other}"
            function = _writer(call, len(results), lambda outs: outs)
            yield Case(name, function, (*outs, *call.tensors))
            stacked = [torch.stack([o, o]) for o in outs]
            function = _writer(call, len(results), lambda outs: [o[0] for o in outs])
            yield Case(f"{name}, a row", function, (*stacked, *call.tensors))


def alias(call: Call) -> Iterator[Case]:
    """Write an argument, a view of one, and what overlaps one.

    The sample is also tried with all tensors cut to squares, and with each dimension cut to one:
    results then have the shapes of arguments where they have not otherwise.
    """
    for variant in _variants(call):
        results = variant.results()
        for at, result in enumerate(results):
            for place, tensor in enumerate(variant.tensors):
                if tensor.dtype == result.dtype and result.numel():
                    yield from _aliases(variant, results, at, place)


def _variants(call: Call) -> Iterator[Call]:
    yield call
    tensors = call.tensors
    sizes = [n for tensor in tensors for n in tensor.shape if n > 1]
    if sizes and any(n > min(sizes) for n in sizes):
        squares = [tensor[tuple(slice(min(sizes)) for _ in tensor.shape)] for tensor in tensors]
        yield call.with_tensors(squares, "squares")
    for dim in range(max((tensor.dim() for tensor in tensors), default=0)):
        cut = [
            tensor.narrow(dim, 0, 1) if dim < tensor.dim() and tensor.shape[dim] > 1 else tensor
            for tensor in tensors
        ]
        yield call.with_tensors(cut, f"dimension {dim} of one")


def _aliases(call: Call, results: Sequence[torch.Tensor], at: int, place: int) -> Iterator[Case]:
    """Yield calls whose out= at `at` shares memory with the tensor at `place`."""
    tensor, result = call.tensors[place], results[at]
    name = f"{call.name}, out {at} is operand {place}"
    rest = [_other_content(r) for i, r in enumerate(results) if i != at]

    def make(what: str, base: torch.Tensor, read: Callable, written: Callable) -> Case:
        def function(base: torch.Tensor, *others: torch.Tensor) -> tuple:
            outs, given = list(others[: len(rest)]), list(others[len(rest) :])
            x = read(base)
            outs.insert(at, written(base, x))
            given.insert(place, x)
            call(*given, out=_as_given(outs))
            return (*(o.clone() for o in outs), base.clone())

        others = [t for i, t in enumerate(call.tensors) if i != place]
        return Case(f"{name}{what}", function, (base, *rest, *others))

    if tensor.shape == result.shape:
        yield make("", tensor, lambda base: base, lambda base, x: x)
        yield make(
            ", a row", torch.stack([tensor, tensor]), lambda base: base[0], lambda base, x: x
        )
    if tensor.dim() >= 2 and tensor.mT.shape == result.shape:
        yield make(", transposed", tensor, lambda base: base, lambda base, x: x.mT)
    if tensor.dim() >= 1 and tensor.shape == result.shape:
        more = torch.cat([tensor, tensor[:1]])
        yield make(", part", more, lambda base: base[:-1], lambda base, x: base[1:])
    if tensor.shape != result.shape and result.numel() <= tensor.numel():
        shape = list(result.shape)
        yield make(
            ", its beginning",
            tensor.contiguous(),
            lambda base: base,
            lambda base, x: base.view(-1)[: result.numel()].view(shape),
        )


KINDS: dict[str, Callable[[Call], Iterator[Case]]] = {
    "inplace": in_place,
    "mixed": mixed,
    "out": out,
    "alias": alias,
    "dtype": dtype,
}

"""What `tag` lines of operator files say of operators is what PyTorch does with them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import torch

from ops_files import FILES, OPS, call_operator

RULES = OPS.parent / "inplace_to_outofplace.rules"


def x34(dtype: torch.dtype = torch.float32) -> torch.Tensor:
    torch.manual_seed(0)
    return torch.rand(3, 4).to(dtype)


def operators_with(tag: torch.Tag) -> set[str]:
    """The operators, without overload, that PyTorch gives the tag."""
    names = torch._C._dispatch_get_all_op_names()
    return {n.partition(".")[0] for n in names if n.startswith("aten::") and tag in tags_of(n)}


def tags_of(name: str) -> list[torch.Tag]:
    return call_operator(name if "." in name else f"{name}.default").tags


def called_with_tensors(name: str) -> torch.Tensor | None:
    """What an overload of one or two tensors gives of floats; None where it is no such."""
    schema = call_operator(name if "." in name else f"{name}.default")._schema
    needed = [a for a in schema.arguments if not a.has_default_value()]
    if not 1 <= len(needed) <= 2 or any(str(a.type) != "Tensor" for a in needed):
        return None
    try:
        result = call_operator(name if "." in name else f"{name}.default")(*(x34() for _ in needed))
    except (RuntimeError, NotImplementedError, IndexError):
        return None
    return result if isinstance(result, torch.Tensor) else None


# ---------------------------------------------------------------- commutes

SPECIAL = [0.0, -0.0, 1.0, -2.5, float("inf"), float("-inf"), float("nan"), 3e38, 1e-45]
COMMUTED = [torch.float32, torch.float64, torch.bfloat16, torch.int32, torch.int64, torch.bool]


def every_pair(dtype: torch.dtype, other: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    finite = [v for v in SPECIAL if abs(v) < 1e9]
    first = torch.tensor(SPECIAL if dtype.is_floating_point else finite).to(dtype)
    second = torch.tensor(SPECIAL if other.is_floating_point else finite).to(other)
    return first[:, None].clone(), second[None, :].clone()


@pytest.mark.parametrize("op", FILES.tags["commutes"])
def test_what_commutes_gives_the_same_in_both_orders(op: str) -> None:
    function = getattr(torch.ops.aten, op.removeprefix("aten::"))
    tried = 0
    for dtype in COMMUTED:
        for other in COMMUTED:
            a, b = every_pair(dtype, other)
            try:
                result = function(a, b)
            except (RuntimeError, NotImplementedError):
                continue  # of floats: the bitwise operators
            swapped = function(b, a)
            assert result.dtype == swapped.dtype
            assert result.shape == swapped.shape
            assert torch.equal(result.isnan(), swapped.isnan())
            exact = result.nan_to_num() if result.dtype.is_floating_point else result
            again = swapped.nan_to_num() if swapped.dtype.is_floating_point else swapped
            assert torch.equal(exact, again)
            if exact.dtype.is_floating_point:
                assert torch.equal(exact.signbit(), again.signbit())
            tried += 1
    assert tried


# ---------------------------------------------------------------- pointwise


@pytest.mark.parametrize("op", FILES.tags["pointwise"])
def test_what_is_pointwise_looks_at_one_place_alone(op: str) -> None:
    function = getattr(torch.ops.aten, op.removeprefix("aten::"))
    arguments = [x34() + i / 10 for i in range(len(torch_arguments(op)))]
    whole = function(*(a.clone() for a in arguments))
    assert whole.shape == (3, 4)
    for i in range(3):
        for k in range(4):
            there = function(*(a[i : i + 1, k : k + 1].clone() for a in arguments))
            assert torch.equal(there.isnan(), whole[i : i + 1, k : k + 1].isnan())
            assert torch.equal(there.nan_to_num(), whole[i : i + 1, k : k + 1].nan_to_num())


def torch_arguments(op: str) -> list[Any]:
    """The arguments without which an operator cannot be called."""
    packet = getattr(torch.ops.aten, op.removeprefix("aten::"))
    schema = getattr(packet, packet.overloads()[0])._schema
    return [a for a in schema.arguments if not a.has_default_value() and not a.kwarg_only]


# ---------------------------------------------------------------- dtypes


def test_what_gives_bool_is_what_has_an_in_place_form_and_gives_bool() -> None:
    names = torch._C._dispatch_get_all_op_names()
    in_place = {n.partition(".")[0] for n in names}
    tagged, seen = set(FILES.tags["gives_bool"]), 0
    for name in (n for n in names if n.startswith("aten::")):
        op = name.partition(".")[0]
        result = called_with_tensors(name) if op + "_" in in_place or op in tagged else None
        if result is not None:
            assert (result.dtype == torch.bool) == (op in tagged), name
            seen += op in tagged
    assert seen == len(tagged)


ROWS = torch.tensor([0, 2])
PLACES = torch.zeros(1, 4, dtype=torch.int64)
MASK = torch.ones(3, 4, dtype=torch.bool)

KEEPS_DTYPE: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "aten::index_add": lambda x, y: torch.index_add(x, 0, ROWS, y[:2]),
    "aten::index_copy": lambda x, y: torch.index_copy(x, 0, ROWS, y[:2]),
    "aten::index_reduce": lambda x, y: torch.index_reduce(x, 0, ROWS, y[:2], "prod"),
    "aten::index_fill": lambda x, y: torch.index_fill(x, 0, ROWS, y[0, 0]),
    "aten::index_put": lambda x, y: torch.index_put(x, [ROWS], y[:2]),
    "aten::scatter": lambda x, y: torch.scatter(x, 0, PLACES, y),
    "aten::scatter_add": lambda x, y: torch.scatter_add(x, 0, PLACES, y),
    "aten::scatter_reduce": lambda x, y: torch.scatter_reduce(x, 0, PLACES, y, "sum"),
    "aten::masked_scatter": lambda x, y: torch.masked_scatter(x, MASK, y),
    "aten::put": lambda x, y: torch.put(x, ROWS, y[0, :2]),
    "aten::addmm": lambda x, y: torch.addmm(x, y, torch.eye(4, dtype=y.dtype)),
    "aten::addmv": lambda x, y: torch.addmv(x[:, 0], y, y[0]),
    "aten::addbmm": lambda x, y: torch.addbmm(x, y[None], torch.eye(4, dtype=y.dtype)[None]),
    "aten::baddbmm": lambda x, y: torch.baddbmm(
        x[None], y[None], torch.eye(4, dtype=y.dtype)[None]
    ),
    "aten::select_scatter": lambda x, y: torch.select_scatter(x, y[0], 0, 1),
    "aten::slice_scatter": lambda x, y: torch.slice_scatter(x, y[:2], 0, 1),
    "aten::full_like": lambda x, y: torch.full_like(x, y[0, 0].item()),
}


@pytest.mark.parametrize("op", FILES.tags["keeps_dtype"])
def test_what_keeps_dtype_gives_that_of_the_first_tensor_or_refuses(op: str) -> None:
    dtypes = (torch.float32, torch.float64, torch.float16, torch.int64, torch.complex64)
    for own in dtypes:
        assert KEEPS_DTYPE[op](x34(own), x34(own)).dtype == own
        for other in dtypes:
            try:
                result = KEEPS_DTYPE[op](x34(own), x34(other))
            except RuntimeError:
                continue
            assert result.dtype == own, (own, other)


CONVERTS_OUT: dict[str, Callable[..., Any]] = {
    "aten::bernoulli": lambda x, **out: torch.bernoulli(x, **out),
    "aten::multinomial": lambda x, **out: torch.multinomial(x, 2, **out),
    "aten::median": lambda x, **out: torch.median(x, 0, **out),
    "aten::nanmedian": lambda x, **out: torch.nanmedian(x, 0, **out),
    "aten::max": lambda x, **out: torch.max(x, 0, **out),
    "aten::min": lambda x, **out: torch.min(x, 0, **out),
    "aten::amax": lambda x, **out: torch.amax(x, 0, **out),
    "aten::amin": lambda x, **out: torch.amin(x, 0, **out),
    "aten::argmax": lambda x, **out: torch.argmax(x, 0, **out),
    "aten::argmin": lambda x, **out: torch.argmin(x, 0, **out),
    "aten::count_nonzero": lambda x, **out: (
        torch.ops.aten.count_nonzero.out(x, 0, **out) if out else torch.count_nonzero(x, 0)
    ),
}


@pytest.mark.parametrize("op", FILES.tags["converts_out"])
def test_what_converts_out_computes_the_same_whatever_its_dtype(op: str) -> None:
    compared = 0
    for wanted in (torch.float32, torch.float64, torch.float16, torch.int64, torch.uint8):
        x = x34()
        torch.manual_seed(1)
        plain = CONVERTS_OUT[op](x)
        several = isinstance(plain, tuple)
        results = plain if several else (plain,)
        outs = [torch.empty(results[0].shape, dtype=wanted)]
        outs += [torch.empty_like(r) for r in results[1:]]
        torch.manual_seed(1)
        try:
            CONVERTS_OUT[op](x, out=tuple(outs) if several else outs[0])
        except RuntimeError:
            continue
        compared += 1
        assert torch.equal(outs[0], results[0].to(wanted)), wanted
    assert compared


@pytest.mark.parametrize("op", FILES.tags["tests_truth"])
def test_what_tests_truth_gives_a_bool_and_asks_bytes_where_out_is_a_byte(op: str) -> None:
    function = getattr(torch, op.removeprefix("aten::"))
    for dtype in (torch.float32, torch.int64, torch.uint8, torch.bool):
        x = (x34() * 3).to(dtype)
        out = torch.empty(3, dtype=torch.bool)
        function(x, 1, out=out)
        assert torch.equal(out, function(x, 1).bool())
    half, byte = torch.tensor([0.5, 0.5]), torch.empty((), dtype=torch.uint8)
    function(half, out=byte)
    assert function(half) and not byte


# ---------------------------------------------------------------- pieces


@pytest.mark.parametrize("op", FILES.tags["splits"])
def test_pieces_together_are_the_tensor(op: str) -> None:
    x = x34()
    for dim in (0, 1, -1):
        how_many: dict[str, Any] = {
            "aten::split": [2],
            "aten::chunk": [3],
            "aten::split_with_sizes": [[1, x.shape[dim] - 1]],
            "aten::unbind": [],
        }
        pieces = getattr(torch.ops.aten, op.removeprefix("aten::"))(x, *how_many[op], dim)
        joined = torch.stack(pieces, dim) if op == "aten::unbind" else torch.cat(pieces, dim)
        assert torch.equal(joined, x)


# ---------------------------------------------------------------- in place


GIVES_OTHER_MEMORY: dict[str, Callable[[torch.Tensor], Any]] = {
    "aten::resize_": lambda x: x.resize_(6, 4),
    "aten::resize_as_": lambda x: x.resize_as_(torch.ones(6, 4)),
    "aten::set_": lambda x: x.set_(torch.ones(2).untyped_storage()),
}


def test_what_is_seen_anew_is_what_pytorch_calls_an_inplace_view_of_the_same_memory() -> None:
    for name, change in GIVES_OTHER_MEMORY.items():
        x = x34()
        before = x.untyped_storage().data_ptr(), x.untyped_storage().nbytes()
        change(x)
        after = x.untyped_storage().data_ptr(), x.untyped_storage().nbytes()
        assert before != after, name
    views = operators_with(torch.Tag.inplace_view) - set(GIVES_OTHER_MEMORY)
    assert set(FILES.tags["seen_anew"]) == views


@pytest.mark.usefixtures("regraft")
def test_the_package_names_the_inplace_views_that_pytorch_has() -> None:
    from regraft._facts.values import IN_PLACE_VIEWS

    views = {op.removeprefix("aten::") for op in operators_with(torch.Tag.inplace_view)}
    assert views - {"detach_"} == IN_PLACE_VIEWS  # that one is seen as before


def test_the_rules_name_the_inplace_views_that_pytorch_has() -> None:
    rules = RULES.read_text()

    def named(rule: str) -> set[str]:
        pattern = re.search(rf"rule {rule} {{\n  match +n = aten::/\((.*)\)_/\(", rules)
        assert pattern, rule
        return {f"aten::{base}_" for base in pattern[1].split("|")}

    assert named("inplace_view") | {"aten::as_strided_"} == set(FILES.tags["seen_anew"])
    # PyTorch's tag is for strided tensors
    assert named("resized") == {*GIVES_OTHER_MEMORY, "aten::resize_as_sparse_"}

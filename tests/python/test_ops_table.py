"""The operator files say what PyTorch does: schemas, signatures, view inverses, aliases, shapes."""

from __future__ import annotations

import functools
import inspect
import itertools
import math
import operator
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

from ops_files import (
    FILES,
    OPS,
    Clause,
    bind,
    call_operator,
    evaluate,
    head_and_rest,
    parameters,
    without_annotations,
)

sys.path.insert(0, str(OPS))

# ---------------------------------------------------------------- tensors


def tensor(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    count = torch.Size(sizes).numel()
    x = torch.arange(1, count + 1).reshape(sizes)
    if dtype.is_complex:
        return torch.complex(x.double(), -x.double() / 2).to(dtype)
    return (x % 2 == 0) if dtype == torch.bool else x.to(dtype)


def shares(a: torch.Tensor, b: torch.Tensor) -> bool:
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and torch.equal(a, b)


# ---------------------------------------------------------------- the tables


def test_tables_are_those_of_the_installed_torch() -> None:
    # in a process of its own: modules that other tests import register operators
    script = "import make_schemas; print(make_schemas.{}_text(), end='')"
    for file, part in (
        ("aten.schemas", "schemas"),
        ("torch_names.ops", "names"),
    ):
        made = subprocess.run(
            [sys.executable, "-c", script.format(part)],
            cwd=OPS,
            capture_output=True,
            text=True,
            check=True,
        )
        assert (OPS / file).read_text() == made.stdout


TABLE = FILES.table
MADE_UP = (".python", ".python_out", ".number", ".before_2_13")


@pytest.mark.parametrize("name", [n for n in FILES.ops if n in TABLE])
def test_corrections_change_annotations_only(name: str) -> None:
    assert without_annotations(FILES.ops[name][0]) == without_annotations(TABLE[name])


def test_other_operators_are_not_of_the_dispatcher() -> None:
    spaces = {n.partition("::")[0] for n in TABLE}
    for name in FILES.ops:
        assert name in TABLE or name.endswith(MADE_UP) or name.partition("::")[0] not in spaces, (
            name
        )


def python_function(name: str) -> Callable | None:
    """The function of torch.nn.functional or torch.functional that a declaration describes."""
    space, _, base = name.partition("::")
    base = base.removesuffix("_out").removesuffix(".python")
    base = {"affine_grid_generator": "affine_grid", "grid_sampler": "grid_sample"}.get(base, base)
    module: Any
    if space == "aten":
        module = (
            F if hasattr(F, base) and inspect.isfunction(getattr(F, base)) else torch.functional
        )
    else:
        module = {"torch.nn.functional": F, "torch.functional": torch.functional}.get(space)
    found = getattr(module, base, None)
    if found is not None and "args" in inspect.signature(found).parameters:
        found = getattr(module, f"_{base}", found)  # max_pool2d dispatches to _max_pool2d
    return found


def default_of(text: str) -> Any:
    words = {"None": None, "True": True, "False": False, "bfloat16": torch.bfloat16, "[]": ()}
    return words[text] if text in words else eval(text)


@pytest.mark.parametrize(
    "name",
    [n for n in FILES.ops if ".python" in n or n.startswith(("torch.nn.functional::",))],
)
def test_python_signatures(name: str) -> None:
    """Of two overloads one has out=, always, and one never; PyTorch's function has it by default."""
    function = python_function(name)
    assert function is not None
    params = head_and_rest(without_annotations(FILES.ops[name][0]))[1]
    declared = [p.split()[-1].partition("=") for p in params if p != "*"]
    real = list(inspect.signature(function).parameters.values())
    if name.endswith("_out"):
        real = [p.replace(default=p.empty) if p.name == "out" else p for p in real]
    elif f"{name}_out" in FILES.ops:
        real = [p for p in real if p.name != "out"]
    assert [d[0] for d in declared] == [p.name for p in real]
    for (text, given, default), param in zip(declared, real, strict=True):
        assert bool(given) == (param.default is not param.empty), text
        assert not given or default_of(default) == param.default, text


@pytest.mark.parametrize("clause", FILES.clauses, ids=lambda c: f"{c.kind} {c.op}")
def test_clauses_name_operators_and_parameters(clause: Clause) -> None:
    found = [parameters(FILES.schema(n)) for n in FILES.overloads(clause.op)]
    assert any(set(clause.params) <= set(names) for names in found)


# ---------------------------------------------------------------- spellings


class Recorder(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.called: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.called.append(func._schema.name)
        return func(*args, **(kwargs or {}))


PYTHON_NAMES = [
    (target, op)
    for how, target, op in FILES.spellings
    if target.startswith("operator.") or (how == "method" and target.startswith("__"))
]


@pytest.mark.parametrize("target, op", PYTHON_NAMES)
def test_python_operators_call_what_they_are_said_to(target: str, op: str) -> None:
    if op.startswith("operator::"):
        return
    integers = any(word in op for word in ("bitwise", "shift"))
    x, y = (tensor(2, 2, dtype=torch.int64 if integers else torch.float32) for _ in range(2))
    if target.startswith("operator."):
        function = getattr(operator, target.removeprefix("operator."))
    else:
        function = getattr(torch.Tensor, target)
    unary = op.partition("::")[2] in ("neg", "positive", "abs", "bitwise_not")
    before = x._version
    with Recorder() as recorder:
        result = function(x) if unary else function(x, y)
    expected = {"aten::matmul": "aten::mm", "aten::positive": None}
    assert recorder.called == [c for c in [expected.get(op, op)] if c]
    in_place = "::__i" in op or (op.endswith("_") and not op.endswith("__"))
    assert (x._version != before) == in_place
    assert (result is x) == (in_place or op == "aten::positive")


# ---------------------------------------------------------------- views


@dataclass
class Case:
    name: str
    make: Callable[[], torch.Tensor]
    args: tuple = ()
    kwargs: dict = field(default_factory=dict)
    call: Callable | None = None

    def __str__(self) -> str:
        return f"{self.name} {list(self.make().shape)} {self.args} {self.kwargs or ''}"

    def run(self, x: torch.Tensor) -> Any:
        function = self.call or call_operator(
            self.name if "." in self.name.partition("::")[2] else f"{self.name}.default"
        )
        return function(x, *self.args, **self.kwargs)

    def bound(self, x: torch.Tensor) -> dict[str, Any]:
        if self.call:
            clause = next(c for c in FILES.clauses if c.op == self.name)
            return dict(zip(clause.params, (x, *self.args), strict=False))
        return bind(self.name, (x, *self.args), self.kwargs)


def x34() -> torch.Tensor:
    return tensor(3, 4)


def x234() -> torch.Tensor:
    return tensor(2, 3, 4)


def ones134() -> torch.Tensor:
    return tensor(1, 3, 1, 4)


def complex34() -> torch.Tensor:
    return tensor(3, 4, dtype=torch.complex64)


def view_cases() -> list[Case]:
    cases: list[Case] = []

    def add(name: str, make: Callable[[], torch.Tensor], *args: Any, **kwargs: Any) -> None:
        cases.append(Case(name, make, args, kwargs))

    for name in (
        "alias",
        "detach",
        "data",
        "lift",
        "lift_fresh",
        "positive",
        "contiguous",
        "resolve_conj",
        "resolve_neg",
        "conj_physical",
        "requires_grad_",
        "t",
        "numpy_T",
        "mT",
        "adjoint",
        "matrix_H",
        "ravel",
        "real",
    ):
        add(f"aten::{name}", x34)
    for name in (
        "conj",
        "_conj",
        "adjoint",
        "mH",
        "matrix_H",
        "real",
        "imag",
        "view_as_real",
        "resolve_conj",
        "numpy_T",
    ):
        add(f"aten::{name}", complex34)
    add("aten::_neg_view", x34)
    add("aten::view_as_complex", lambda: tensor(3, 2))
    add("aten::view.dtype", x34, torch.int32)
    add("aten::view.dtype", x34, torch.int16)
    add("aten::view.dtype", x34, torch.float64)
    for train in (False, True):
        for name in ("dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout"):
            add(f"aten::{name}", x34, 0.0, train)
    for name, dtype in (
        ("Byte", "uint8"),
        ("Char", "int8"),
        ("Double", "float64"),
        ("Float", "float32"),
        ("Half", "float16"),
        ("Int", "int32"),
        ("Long", "int64"),
        ("Short", "int16"),
    ):
        add(f"aten::_cast_{name}", functools.partial(tensor, 3, 4, dtype=getattr(torch, dtype)))
    add("aten::dequantize.self", x34)
    add("aten::to_dense", x34)
    add("aten::type_as", x34, tensor(1))
    add("aten::to.dtype", x34, torch.float32)
    add("aten::to.other", x34, tensor(1))
    add("aten::to.device", x34, torch.device("cpu"), torch.float32)
    add("aten::to.dtype_layout", x34, dtype=torch.float32)
    add("aten::sum_to_size", x34, [3, 4])
    add("aten::view", x34, [2, 6])
    add("aten::view", x34, [-1])
    add("aten::_unsafe_view", x34, [2, 6])
    add("aten::_reshape_alias", x34, [2, 6], [6, 1])
    add("aten::reshape", x34, [6, -1])
    for name in ("view_as", "reshape_as"):
        add(f"aten::{name}", x34, tensor(2, 6))
    for start, end in itertools.product(range(-3, 3), repeat=2):
        if start % 3 <= end % 3:
            add("aten::flatten.using_ints", x234, start, end)
    add("aten::unflatten.int", x34, 1, [2, 2])
    add("aten::unflatten.int", x34, -1, [2, -1])
    for name, make in itertools.product(
        ("atleast_1d", "atleast_2d", "atleast_3d"), (tensor, lambda: tensor(3), x34, x234)
    ):
        add(f"aten::{name}", make)
    add("aten::squeeze", ones134)
    for dim in range(-4, 4):
        add("aten::squeeze.dim", ones134, dim)
        add("aten::squeeze.dims", ones134, [dim])
    add("aten::squeeze.dims", ones134, [0, -2])
    for dim in range(-4, 4):
        add("aten::unsqueeze", x234, dim)
    for d, e in itertools.product(range(-3, 3), repeat=2):
        add("aten::transpose.int", x234, d, e)
        add("aten::swapdims", x234, d, e)
        add("aten::swapaxes", x234, d, e)
        add("aten::movedim.int", x234, d, e)
        add("aten::moveaxis.int", x234, d, e)
        if d % 3 != e % 3:
            for offset in range(-3, 4):
                add("aten::diagonal", x234, offset, d, e)
            add("aten::linalg_diagonal", x234, offset=1, dim1=d, dim2=e)
            add("aten::movedim.intlist", x234, [d, e], [0, 2])
            add("aten::moveaxis.intlist", x234, [0, 2], [d, e])
    for dims in itertools.permutations(range(3)):
        add("aten::permute", x234, list(dims))
        add("aten::permute", x234, [d - 3 if d else d for d in dims])
    for dim in range(-3, 3):
        size = (2, 3, 4)[dim]
        for i in range(-size, size):
            add("aten::select.int", x234, dim, i)
        ends = [None, *range(-size - 2, size + 3), sys.maxsize]
        for start, end, step in itertools.product(ends, ends, (1, 2, 5)):
            add("aten::slice.Tensor", x234, dim, start, end, step)
        for start in range(-size, size + 1):
            for length in range(size - start % size + 1):
                if (start == size and length) or start + length > size:
                    continue
                add("aten::narrow", x234, dim, start, length)
        for window, step in itertools.product(range(1, size + 1), range(1, 4)):
            if window <= step:
                add("aten::unfold", x234, dim, window, step)
        add("aten::unbind.int", x234, dim)
        for count in range(1, 6):
            add("aten::split.Tensor", x234, count, dim)
            add("aten::unsafe_split.Tensor", x234, count, dim)
            add("aten::chunk", x234, count, dim)
            add("aten::unsafe_chunk", x234, count, dim)
            add("aten::tensor_split.sections", x234, count, dim)
        for sizes in ([size], [1, size - 1], [0, 1, size - 1]):
            add("aten::split.sizes", x234, sizes, dim)
            add("aten::split_with_sizes", x234, sizes, dim)
            add("aten::unsafe_split_with_sizes", x234, sizes, dim)
        for indices in ([], [1], [-1], [1, 2], [0, 2], [2, 1], [5], [-9, 1]):
            add("aten::tensor_split.indices", x234, indices, dim)
    for name, make, count in (
        ("hsplit", lambda: tensor(4), 2),
        ("hsplit", x34, 2),
        ("vsplit", x34, 3),
        ("dsplit", x234, 2),
    ):
        add(f"aten::{name}.int", make, count)
        add(f"aten::{name}.array", make, [1])
        add(f"aten::{name}.array", make, [-1, 2])
    add("prims::view_of", x34)
    add("prims::collapse_view", x234, 1, 2)
    add("prims::split_dim", x34, 1, 2)
    add("prims::squeeze", ones134, [0, 2])
    add("prims::transpose", x234, [2, 0, 1])
    add("prims::conj", complex34)
    add("prims::real", complex34)
    add("prims::imag", complex34)
    for attribute in ("T", "mT", "H", "mH", "data", "real"):
        cases.append(Case("builtins::getattr", x34, (attribute,), {}, getattr))
    for attribute in ("T", "mT", "H", "mH", "data", "real", "imag"):
        cases.append(Case("builtins::getattr", complex34, (attribute,), {}, getattr))
    for name in ("dropout1d", "dropout2d", "dropout3d"):
        make = {"dropout1d": x234, "dropout2d": ones134}.get(name, lambda: tensor(1, 2, 1, 2, 2))
        cases.append(Case(f"torch.nn.functional::{name}", make, (0.5, False), {}, getattr(F, name)))
    for name, converted in CONVERSIONS.items():
        if name == "chalf":
            continue  # torch.equal cannot compare complex halves
        make = functools.partial(tensor, 3, 4, dtype=converted)
        cases.append(Case(f"torch.Tensor::{name}", make, (), {}, getattr(torch.Tensor, name)))
    return cases


CONVERSIONS = {
    "float": torch.float32,
    "double": torch.float64,
    "half": torch.float16,
    "bfloat16": torch.bfloat16,
    "int": torch.int32,
    "long": torch.int64,
    "short": torch.int16,
    "char": torch.int8,
    "byte": torch.uint8,
    "bool": torch.bool,
    "cfloat": torch.complex64,
    "cdouble": torch.complex128,
    "chalf": torch.complex32,
}
VIEW_CASES = view_cases()
# What needs a GPU, several processes, a sparse tensor or autocast; identities all the same.
NOT_RUN = {
    # written through only where no element repeats: the programs of test_oracle.py run them
    "aten::expand",
    "aten::expand_as",
    "aten::broadcast_to",
    "aten::as_strided",
    "prims::as_strided",
    "aten::pin_memory",
    "aten::coalesce",
    "aten::cpu",
    "aten::cuda",
    "aten::as_tensor",
    "aten::_autocast_to_reduced_precision",
    "aten::_autocast_to_full_precision",
    "torch.Tensor::type",
    "torch.Tensor::cpu",
    "torch.Tensor::cuda",
    "torch.Tensor::xpu",
    "torch.Tensor::share_memory_",
    "torch.Tensor::as_subclass",
    "_c10d_functional::wait_tensor",
    "c10d_functional::wait_tensor",
    "aten::split",
    # Of each of several tensors, or of a list of one: see test_aliases_opinfo.py.
    "aten::broadcast_tensors",
    "aten::meshgrid",
    "aten::cartesian_prod",
    "aten::einsum",
    "torch.Tensor::chalf",
}


LAYOUTS = {
    "contiguous": ((4, 6), (6, 1)),
    "permuted": ((4, 6), (1, 4)),
    "with a dimension of one": ((3, 1, 4), (4, 9, 1)),
    "in another order": ((2, 3, 4), (4, 8, 1)),
    "with gaps": ((3, 4), (10, 2)),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_place_of_memory_is_written_where_it_lies(layout: tuple) -> None:
    """Whatever region lies within a tensor, which is written through a view of a part of it."""
    length = torch.empty_strided(*layout).untyped_storage().size() // 4
    regions = itertools.product([1, 2, 3], [1, 2, 4], [1, 2, 3, 8, 10, 12], range(length))
    written = 0
    for rows, columns, step, start in regions:
        numbers = torch.arange(math.prod(layout[0]), dtype=torch.float32)
        whole = torch.empty_strided(*layout).copy_(numbers.view(layout[0]))
        bound = bind("aten::as_strided", (whole[1:], [rows, columns], [step, 1], start), {})
        if start + (rows - 1) * step + columns > length or (step < columns and rows > 1):
            continue
        value = -1 - torch.arange(rows * columns, dtype=whole.dtype).view(rows, columns)
        try:
            result = evaluate("view", "aten::as_strided", bound, value=value)
        except LookupError:  # it reaches between the elements
            assert layout == LAYOUTS["with gaps"]
            continue
        whole.as_strided((rows, columns), (step, 1), start).copy_(value)
        assert torch.equal(result, whole)
        written += 1
    assert written > 20


def other_values(x: torch.Tensor) -> torch.Tensor:
    """A tensor like x with none of its values."""
    if x.dtype == torch.bool:
        return ~x
    return (x * 0 + 7 + torch.arange(x.numel()).reshape(x.shape)).to(x.dtype)


def test_every_view_line_has_a_case() -> None:
    seen = {id(FILES.find("view", c.name, set(c.bound(c.make())))) for c in VIEW_CASES}
    left = {c.op for c in FILES.clauses if c.kind == "view" and c.body and id(c) not in seen}
    assert left <= NOT_RUN


def check_write_through(case: Case, x: torch.Tensor) -> int:
    results = case.run(x)
    several = isinstance(results, (list, tuple))
    checked = 0
    for i in range(len(results) if several else 1):
        written = x.clone()
        view = case.run(written)[i] if several else case.run(written)
        if view.numel() and not shares(view, written):
            continue
        value = other_values(view.resolve_conj().resolve_neg())
        extra: dict[str, Any] = {"value": value}
        clause = FILES.find("view", case.name, set(case.bound(x)))
        if clause and clause.index:
            extra[clause.index] = i
        got = evaluate("view", case.name, case.bound(x.clone()), **extra)
        view.copy_(value)
        assert same(got.resolve_conj().resolve_neg(), written.resolve_conj()), f"{case} item {i}"
        checked += 1
    return checked


@pytest.mark.parametrize("name", sorted({c.name for c in VIEW_CASES}))
def test_view_inverses(name: str) -> None:
    checked = 0
    for case in VIEW_CASES:
        if case.name == name:
            checked += check_write_through(case, case.make())
    assert checked > 0, "no case makes a view"


def test_overlapping_windows_are_refused() -> None:
    case = Case("aten::unfold", x34, (1, 3, 1))
    with pytest.raises(LookupError):
        check_write_through(case, x34())


# ---------------------------------------------------------------- aliases


def tells(answer: Any, result: Any, x: torch.Tensor) -> bool:
    """Whether an `aliases` line's answer is what PyTorch did."""
    if answer in ("itself", "itself unless lazy"):  # these tensors are not
        return result is x
    if answer == "maybe itself":
        return result is x or shares(result, x)
    if answer == "other values":
        return shares(result, x) and result is not x
    # A copy of no elements shares nothing that could be seen.
    return answer == shares(result, x) and (not answer or result is not x)


def check_alias(name: str, x: torch.Tensor, args: tuple, kwargs: dict, must_know: bool) -> None:
    result = Case(name, lambda: x, args, kwargs).run(x)
    answer = evaluate("aliases", name, bind(name, (x, *args), kwargs))
    assert answer is None or tells(answer, result, x), (name, x.shape, x.stride(), args, kwargs)
    assert answer is not None or not must_know, (name, x.shape, x.stride(), args)


def layouts(*sizes: int) -> list[torch.Tensor]:
    """Tensors of many strides."""
    base = tensor(*sizes)
    found = [base.permute(dims) for dims in itertools.permutations(range(len(sizes)))]
    for dim in range(len(sizes)):
        doubled = tensor(*(n * 2 if d == dim else n for d, n in enumerate(sizes)))
        found.append(doubled.narrow(dim, 0, sizes[dim]))
        found.append(
            doubled[tuple(slice(None, None, 2 if d == dim else 1) for d in range(len(sizes)))]
        )
        found.append(base.narrow(dim, 0, 1).expand(sizes))
        found.append(base.narrow(dim, 0, 1))
        found.append(base.unsqueeze(dim))
        found.append(base.narrow(dim, 0, 1).squeeze(dim).unsqueeze(-1))
    return found


def factorings(count: int, rank: int) -> list[list[int]]:
    if rank == 1:
        return [[count]]
    return [
        [n, *rest]
        for n in range(1, count + 1)
        if count % n == 0
        for rest in factorings(count // n, rank - 1)
    ]


def test_reshape_tells_views_from_copies() -> None:
    for x in layouts(2, 3, 4) + layouts(4, 6) + layouts(2, 2, 2, 3) + [tensor(), tensor(1, 1)]:
        for rank in (1, 2, 3, 4):
            for sizes in factorings(x.numel(), rank):
                check_alias("aten::reshape", x, (sizes,), {}, True)
                check_alias("aten::reshape", x, ([-1, *sizes[1:]],), {}, True)
                check_alias("aten::reshape_as", x, (torch.empty(sizes),), {}, True)


def test_flatten_ravel_and_contiguous_tell_views_from_copies() -> None:
    for x in layouts(2, 3, 4) + layouts(2, 3, 2, 2) + layouts(5) + [tensor(), tensor(1, 1)]:
        check_alias("aten::ravel", x, (), {}, True)
        check_alias("aten::contiguous", x, (), {}, True)
        if x.dim() == 4:
            check_alias("aten::contiguous", x, (), {"memory_format": torch.channels_last}, True)
            nhwc = x.contiguous(memory_format=torch.channels_last)
            check_alias("aten::contiguous", nhwc, (), {"memory_format": torch.channels_last}, True)
        for start, end in itertools.product(range(max(x.dim(), 1)), repeat=2):
            if start <= end:
                check_alias("aten::flatten.using_ints", x, (start, end), {}, True)
                check_alias("aten::flatten.using_ints", x, (start, end - max(x.dim(), 1)), {}, True)


def test_conversions_tell_views_from_copies() -> None:
    dtypes = [torch.float32, torch.float64, torch.int64, torch.bool, torch.complex64]
    for own, wanted, copy in itertools.product(dtypes, dtypes, (False, True)):
        x = tensor(2, 3, 2, 2, dtype=own)
        for form in (None, torch.preserve_format, torch.channels_last, torch.contiguous_format):
            kwargs = {"copy": copy, "memory_format": form}
            check_alias("aten::to.dtype", x, (wanted,), kwargs, form is None)
            check_alias("aten::to.dtype_layout", x, (), {"dtype": wanted, **kwargs}, form is None)
            check_alias(
                "aten::to.dtype_layout", x, (), {"device": torch.device("cpu"), **kwargs}, False
            )
            check_alias("aten::to.device", x, (torch.device("cpu"), wanted), kwargs, False)
            check_alias("aten::to.other", x, (tensor(1, dtype=wanted),), kwargs, False)
        check_alias("aten::type_as", x, (tensor(1, dtype=wanted),), {}, False)
        check_alias("aten::to.dtype_layout", x, (), {"copy": copy}, True)
        if not copy:
            for name, dtype in CONVERSIONS.items():
                if dtype == wanted:
                    result = getattr(x, name)()
                    answer = evaluate(
                        "aliases", f"torch.Tensor::{name}", {"self": x, "memory_format": None}
                    )
                    assert tells(answer, result, x), (name, own)


def test_other_aliases() -> None:
    for dtype in (torch.float32, torch.float64, torch.int64, torch.complex64):
        x = tensor(3, 4, dtype=dtype)
        check_alias("aten::conj_physical", x, (), {}, True)
        check_alias("aten::resolve_conj", x, (), {}, not dtype.is_complex)
        check_alias("aten::resolve_neg", x, (), {}, False)
        for name in ("Byte", "Char", "Double", "Float", "Half", "Int", "Long", "Short"):
            if not dtype.is_complex:
                check_alias(f"aten::_cast_{name}", x, (), {}, True)
        if dtype.is_floating_point:
            check_alias("aten::dequantize.self", x, (), {}, True)
            for name in ("dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout"):
                for p, train in itertools.product((0.0, 0.5), (True, False)):
                    check_alias(f"aten::{name}", x, (p, train), {}, True)
    for sizes in ([3, 4], [1, 4], [3, 1], [4], [1], []):
        check_alias("aten::sum_to_size", x34(), (sizes,), {}, True)
        check_alias("aten::sum_to_size", tensor(), ([],), {}, True)
    check_alias("aten::cumprod_backward", tensor(1), (tensor(1), 0, tensor(1)), {}, True)
    check_alias("aten::cumprod_backward", x34(), (x34(), 0, x34()), {}, True)
    for name in ("conj", "adjoint", "matrix_H", "mH", "real"):
        check_alias(f"aten::{name}", x34(), (), {}, True)
        check_alias(f"aten::{name}", tensor(3, 4, dtype=torch.complex64), (), {}, True)
    check_alias("aten::_conj", tensor(3, 4, dtype=torch.complex64), (), {}, True)
    check_alias("aten::_neg_view", x34(), (), {}, True)
    for rank in range(4):
        for name in ("positive", "lift", "lift_fresh", "atleast_1d", "atleast_2d", "atleast_3d"):
            check_alias(f"aten::{name}", tensor(*range(2, 2 + rank)), (), {}, True)
    for attribute in ("T", "mT", "H", "mH", "real", "data", "shape", "dtype", "device", "ndim"):
        x = x34()
        result = getattr(x, attribute)
        answer = evaluate("aliases", "builtins::getattr", {"self": x, "name": attribute})
        is_tensor = isinstance(result, torch.Tensor)
        assert tells(answer, result, x) if is_tensor else answer is False, attribute
    for p, training, inplace in itertools.product((0.0, 0.5), (True, False), (True, False)):
        for function, name, x in (
            (F.dropout, "aten::dropout.python", x34()),
            (F.alpha_dropout, "aten::alpha_dropout.python", x34()),
            (F.dropout2d, "torch.nn.functional::dropout2d", tensor(1, 3, 2, 2)),
        ):
            result = function(x, p, training, inplace)
            bound = {"input": x, "p": p, "training": training, "inplace": inplace}
            assert tells(evaluate("aliases", name, bound), result, x), (name, p, training, inplace)


# ---------------------------------------------------------------- shapes and dtypes


def shape_answer(name: str, bound: dict[str, Any]) -> list[int] | None:
    try:
        return evaluate("shape", name, bound)
    except (LookupError, AttributeError, ZeroDivisionError, IndexError):
        return None


def dtype_answer(name: str, bound: dict[str, Any]) -> torch.dtype:
    if FILES.find("dtype", name, set(bound)):
        return evaluate("dtype", name, bound)
    return next(v.dtype for v in bound.values() if isinstance(v, torch.Tensor))


def check_shape(name: str, args: tuple, kwargs: dict | None = None, must_know: bool = True) -> bool:
    result = call_operator(name if "." in name.partition("::")[2] else f"{name}.default")(
        *args, **(kwargs or {})
    )
    bound = bind(name, args, kwargs or {})
    answer = shape_answer(name, bound)
    if answer is None:
        assert not must_know, (name, args)
        return False
    assert answer == list(result.shape), (name, args)
    assert dtype_answer(name, bound) == result.dtype, (name, args)
    return True


def shape_names() -> set[str]:
    return {c.op for c in FILES.clauses if c.kind == "shape"}


def test_shapes_of_views() -> None:
    for case in VIEW_CASES:
        if FILES.find("shape", case.name, set(case.bound(case.make()))) and not case.call:
            check_shape(case.name, (case.make(), *case.args), case.kwargs)
    for size in ([3, 4], [2, 3, 4], [2, -1, 4], [-1, 4]):
        check_shape("aten::expand", (x34(), size))
    check_shape("aten::broadcast_to", (tensor(1, 4), [2, 3, 4]))
    check_shape("aten::expand_as", (tensor(1, 4), x234()))


def test_shapes_like_the_first_argument() -> None:
    x, half = x34(), tensor(3, 4, dtype=torch.float16)
    for name in (
        "clone",
        "bernoulli",
        "normal_functional",
        "uniform",
        "exponential",
        "cauchy",
        "log_normal",
        "tril",
        "triu",
    ):
        check_shape(f"aten::{name}", (torch.rand(3, 4),))
    check_shape("aten::random", (x,))
    check_shape("aten::geometric", (x, 0.5))
    check_shape("aten::bernoulli.p", (x, 0.5))
    check_shape("aten::flip", (x, [0]))
    check_shape("aten::roll", (x, [1]))
    check_shape("aten::slice_scatter", (x, tensor(2, 4), 0, 1, 3))
    check_shape("aten::select_scatter", (x, tensor(4), 0, 1))
    check_shape("aten::diagonal_scatter", (x, tensor(3)))
    check_shape("aten::as_strided_scatter", (x, tensor(3), [3], [4]))
    index = torch.tensor([0, 2])
    check_shape("aten::index_put", (x, [index], tensor(4)))
    check_shape("aten::index_copy", (x, 0, index, tensor(2, 4)))
    check_shape("aten::index_add", (x, 0, index, tensor(2, 4)))
    check_shape("aten::index_fill.int_Scalar", (x, 0, index, 1))
    check_shape("aten::scatter.value", (x, 0, torch.zeros(1, 4, dtype=torch.int64), 1))
    check_shape("aten::scatter_add", (x, 0, torch.zeros(1, 4, dtype=torch.int64), x))
    check_shape("aten::type_as", (x, half))
    check_shape("aten::to.dtype", (x, torch.float16))
    for name in ("zeros_like", "ones_like", "empty_like", "rand_like", "randn_like"):
        check_shape(f"aten::{name}", (x,))
        check_shape(f"aten::{name}", (x,), {"dtype": torch.float64})
    for name in ("new_zeros", "new_ones", "new_empty"):
        check_shape(f"aten::{name}", (half, [2, 5]))
        check_shape(f"aten::{name}", (half, []), {"dtype": torch.float64})
    check_shape("aten::full_like", (x, 2))
    check_shape("aten::new_full", (half, [2], 2))
    check_shape("aten::full_like", (x, 2), {"device": torch.device("cpu")}, must_know=False)
    for pad in ([], [1, 2], [1, 0, 0, 2], [-1, 1]):
        check_shape("aten::constant_pad_nd", (x, pad))


def operands() -> list[Any]:
    dtypes = [torch.float32, torch.float16, torch.int64, torch.bool, torch.complex64]
    sizes = [(3, 4), (4,), (3, 1), ()]
    return [tensor(*s, dtype=d) for s, d in itertools.product(sizes, dtypes)] + [2, 2.0, True]


BINARY = [
    "add",
    "sub",
    "mul",
    "rsub",
    "remainder",
    "fmod",
    "floor_divide",
    "maximum",
    "minimum",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "div",
    "true_divide",
    "atan2",
    "pow",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "logical_and",
    "logical_or",
    "logical_xor",
]


def binary_overload(name: str, x: Any, y: Any) -> str | None:
    """The overload for a tensor with a tensor or a number."""
    candidates = [n for n in TABLE if n.partition(".")[0] == f"aten::{name}" and "out" not in n]
    wanted = (
        "Tensor" if isinstance(x, torch.Tensor) else "Scalar",
        "Tensor" if isinstance(y, torch.Tensor) else "Scalar",
    )
    for candidate in candidates:
        params = head_and_rest(TABLE[candidate])[1]
        if tuple(p.split()[0] for p in params[:2]) == wanted and all(
            "=" in p or p == "*" for p in params[2:]
        ):
            return candidate
    return None


@pytest.mark.parametrize("name", BINARY)
def test_shapes_of_binary_operators(name: str) -> None:
    told = 0
    for x, y in itertools.product(operands(), repeat=2):
        overload = binary_overload(name, x, y)
        if overload is None or not any(isinstance(v, torch.Tensor) for v in (x, y)):
            continue
        try:
            call_operator(overload if "." in overload else f"{overload}.default")(x, y)
        except (RuntimeError, NotImplementedError):
            continue
        told += check_shape(overload, (x, y), must_know=False)
    assert told > 10


def test_shapes_of_unary_operators() -> None:
    binary = {f"aten::{n}" for n in BINARY}
    told = 0
    for op in sorted(shape_names() - binary):
        names = [n for n in FILES.overloads(op) if n in TABLE and ".out" not in n]
        if not names:  # of Python alone: torch.Tensor::where
            continue
        clause = next(c for c in FILES.clauses if c.kind == "shape" and c.op == op)
        required = [p for p in head_and_rest(TABLE[names[0]])[1] if "=" not in p and p != "*"]
        if clause.params != ["self"] or len(required) != 1:
            continue
        for x in operands():
            if isinstance(x, torch.Tensor):
                try:
                    call_operator(names[0] if "." in names[0] else f"{names[0]}.default")(x)
                except (RuntimeError, NotImplementedError):
                    continue
                told += check_shape(names[0], (x,), must_know=False)
    assert told > 200


def test_shapes_of_where_and_friends() -> None:
    mask = torch.ones(3, 1, dtype=torch.bool)
    for x, y in itertools.product(operands(), repeat=2):
        tensors = isinstance(x, torch.Tensor), isinstance(y, torch.Tensor)
        name = {
            (True, True): "self",
            (True, False): "ScalarOther",
            (False, True): "ScalarSelf",
        }.get(tensors)
        if name:
            check_shape(f"aten::where.{name}", (mask, x, y), must_know=False)
    check_shape("aten::where.self", (mask, x34(), tensor(4)))
    check_shape("aten::masked_fill.Scalar", (tensor(4), mask, 1))
    check_shape("aten::complex", (x34(), tensor(4)))
    for dtype in (torch.float32, torch.float16, torch.int64):
        try:
            check_shape("aten::softmax.int", (tensor(3, 4, dtype=dtype), -1), must_know=False)
        except (RuntimeError, NotImplementedError):
            continue
    assert not check_shape("aten::softmax.int", (x34(), -1, torch.float64), must_know=False)

"""Would the tester of the backend notice? The package is broken on purpose, one part at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import fuzz_package  # the tree's package becomes importable
from fuzz_check import RIGHT, WRONG
from fuzz_program import Input, Program, Step, Var, contiguous_strides
from regraft._facts import layout
from regraft.backend import entry, output_views

pytestmark = pytest.mark.usefixtures("regraft")

X = Input(torch.float32, (4, 2), contiguous_strides((4, 2)))
FURTHER = Input(torch.float32, (4, 2), contiguous_strides((4, 2)), 3)
C = Input(torch.complex64, (4,), (1,))
T = Input(torch.float32, (4, 2), (1, 4))


def write(name: str) -> Step:
    """Make the step ``name.add_(1)``."""
    return Step(".add_", (Var(name), 1), writes=(Var(name),), elementwise=True)


def call(result: str, target: str, *args: Any) -> Step:
    """Make a step whose result is kept."""
    return Step(target, args, result=result)


x, y, v, w = map(Var, "xyvw")
_ROWS = slice(0, 2), slice(1, 3)

PROGRAMS = {
    "dropout": Program({"x": X}, (call("y", "torch.nn.functional.dropout", x, 0.5, False),), (y,)),
    "conj": Program({"x": C}, (write("x"), call("y", ".conj", x)), (y,)),
    "row": Program({"x": FURTHER}, (write("x"), call("y", "operator.getitem", x, 1)), (y,)),
    "rows": Program(
        {"x": X},
        (
            call("y", "operator.mul", x, 2),
            call("v", "operator.getitem", y, _ROWS[0]),
            call("w", "operator.getitem", y, _ROWS[1]),
            write("v"),
        ),
        (v, w),
    ),
    "strides": Program(
        {"x": T},
        (
            call("y", "operator.mul", x, 2),
            Step("operator.setitem", (y, slice(None), 1.5), writes=(y,)),
            Step(".masked_fill_", (y, Var("m"), 0.0), writes=(y,)),
        ),
        (y,),
    ),
    "one object": Program(
        {"x": X},
        (
            call("v", "operator.getitem", x, _ROWS[0]),
            Step(".mul_", (v, 2), result="w", writes=(v,), elementwise=True),
        ),
        (v, w),
    ),
}
PROGRAMS["strides"].inputs["m"] = Input(torch.bool, (4, 2), (1, 4))


def _without_flags(base: torch.Tensor, seen: Any, begin: int) -> torch.Tensor:
    return base.as_strided(seen.size, seen.stride, begin // seen.dtype.itemsize)


def _from_the_start(base: torch.Tensor, seen: Any, begin: int) -> torch.Tensor | None:
    return layout.view_in(base, seen, begin - int(base.storage_offset()) * base.element_size())


MUTANTS: dict[str, tuple[str, Any, str, Callable[..., Any]]] = {
    "idle dropouts stay": ("dropout", entry, "take_out_idle_dropouts", lambda gm: None),
    "views lose their flags": ("conj", output_views, "view_in", _without_flags),
    "views count from the start of the memory": ("row", output_views, "view_in", _from_the_start),
    "what two views see is not returned": (
        "rows",
        output_views.OutputViews,
        "_return_bases",
        lambda self, gm, groups: None,
    ),
    "strides are left as they come": (
        "strides",
        output_views,
        "_laid_out_as",
        lambda value, layout: value,
    ),
    "one object comes back as two": (
        "one object",
        output_views.OutputViews,
        "_first_objects",
        lambda self: [],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_package_has_the_programs_right(name: str) -> None:
    result = fuzz_package.check_backend(PROGRAMS[name])
    assert result.outcome == RIGHT, result.detail


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_broken_package_is_noticed(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program, owner, attribute, broken = MUTANTS[mutant]
    monkeypatch.setattr(owner, attribute, broken)
    assert fuzz_package.check_backend(PROGRAMS[program]).outcome == WRONG

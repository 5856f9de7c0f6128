"""Making a counter-example small: its context, its inputs, and what they hold."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import torch

from .program import Call, Input, Program
from .rewriting import Rewriter
from .tensors import FLOATS, TensorSpec
from .trial import NotRunError, Trial, attempt

_MOST_ATTEMPTS = 400
_MOST_ELEMENTS = 64


def shrink(trial: Trial, rewriter: Rewriter) -> Trial:
    """Return a smaller counter-example to the same rule, or the same one."""
    return _Shrinking(trial, rewriter).run()


class _Shrinking:
    def __init__(self, trial: Trial, rewriter: Rewriter) -> None:
        self.best = trial
        self.rewriter = rewriter
        self.attempts = 0

    def run(self) -> Trial:
        for candidates in (_fewer_calls, _fewer_outputs, _plainer, _smaller, _plainer, _simpler):
            self._reduce(candidates)
        return self.best

    def _reduce(self, candidates: Any) -> None:
        """Take candidates as long as one of them is a counter-example, too."""
        again = True
        while again:
            again = False
            for program in candidates(self.best.program):
                self.attempts += 1
                if self.attempts > _MOST_ATTEMPTS:
                    return
                if self._fails(program):
                    again = True
                    break

    def _fails(self, program: Program) -> bool:
        try:
            trial = attempt(program, self.rewriter)
        except NotRunError:
            return False
        if trial.difference is None:
            return False
        self.best = trial
        return True


def _fewer_calls(program: Program) -> Iterator[Program]:
    """Leave out calls that the pattern does not ask for."""
    if program.context != "alone":
        calls = tuple(call for call in program.calls if call.name in program.matched)
        yield replace(program, calls=calls, outputs=program.matched[-1:], context="alone")
    for place, call in enumerate(program.calls):
        if call.name not in program.matched:
            calls = program.calls[:place] + program.calls[place + 1 :]
            yield replace(program, calls=calls)


def _fewer_outputs(program: Program) -> Iterator[Program]:
    for place in range(len(program.outputs)):
        if len(program.outputs) > 1:
            yield replace(program, outputs=program.outputs[:place] + program.outputs[place + 1 :])


def _with_input(program: Program, place: int, spec: TensorSpec) -> Program:
    inputs = list(program.inputs)
    inputs[place] = Input(inputs[place].name, spec, inputs[place].view_of)
    return replace(program, inputs=tuple(inputs))


def _plainer(program: Program) -> Iterator[Program]:
    """Inputs that are contiguous, of float32, and hold ordinary values."""
    for place, one in enumerate(program.inputs):
        if one.spec.layout != "contiguous":
            yield _with_input(program, place, replace(one.spec, layout="contiguous"))
    if any(one.spec.values not in ("normal", "index") for one in program.inputs):
        inputs = tuple(
            replace(one, spec=replace(one.spec, values="normal"))
            if one.spec.values != "index"
            else one
            for one in program.inputs
        )
        yield replace(program, inputs=inputs)
    for place, one in enumerate(program.inputs):
        if one.spec.values not in ("normal", "index") and not isinstance(one.spec.values, tuple):
            yield _with_input(program, place, replace(one.spec, values="normal"))
    floats = {one.spec.dtype for one in program.inputs} & set(FLOATS) - {torch.float32}
    if floats:
        inputs = tuple(
            replace(one, spec=replace(one.spec, dtype=torch.float32))
            if one.spec.dtype in floats
            else one
            for one in program.inputs
        )
        yield replace(program, inputs=inputs)


def _smaller(program: Program) -> Iterator[Program]:
    """Smaller sizes, everywhere at once or at one place; fewer dimensions."""
    sizes = sorted({size for one in program.inputs for size in one.spec.shape}, reverse=True)
    for size in sizes:
        for less in (1, 2):
            if less < size:
                yield _resized(program, size, less)
    for place, one in enumerate(program.inputs):
        shape = one.spec.shape
        for dim, size in enumerate(shape):
            if size > 1:
                smaller = (*shape[:dim], size - 1, *shape[dim + 1 :])
                yield _with_input(program, place, replace(one.spec, shape=smaller))
            yield _with_input(
                program, place, replace(one.spec, shape=shape[:dim] + shape[dim + 1 :])
            )
    if all(one.spec.shape for one in program.inputs):
        inputs = tuple(
            replace(one, spec=replace(one.spec, shape=one.spec.shape[1:])) for one in program.inputs
        )
        yield replace(program, inputs=inputs)


def _resized(program: Program, size: int, less: int) -> Program:
    def value(given: Any) -> Any:
        if type(given) in (list, tuple):
            return type(given)(
                less if item == size and type(item) is int else item for item in given
            )
        return given

    inputs = tuple(
        replace(
            one,
            spec=replace(
                one.spec,
                shape=tuple(less if one_size == size else one_size for one_size in one.spec.shape),
            ),
        )
        for one in program.inputs
    )
    calls = tuple(
        Call(call.name, call.op, call.target, tuple(map(value, call.args)), call.kwargs)
        for call in program.calls
    )
    return replace(program, inputs=inputs, calls=calls)


def _simpler(program: Program) -> Iterator[Program]:
    """Elements that are 1 or 0 where that is as good."""
    for place, one in enumerate(program.inputs):
        if (
            math.prod(one.spec.shape) > _MOST_ELEMENTS
            or one.view_of
            or (not one.spec.shape and (one.spec.dtype == torch.bool))
        ):
            continue
        values = one.spec.values
        if not isinstance(values, tuple):
            values = tuple(one.spec.make().flatten().tolist())
        ones = tuple(type(item)(1) for item in values)
        if not _equal(values, ones):
            yield _with_input(program, place, replace(one.spec, values=ones))
        for number, item in enumerate(values):
            if not _equal((item,), (ones[number],)):
                simpler = (*values[:number], ones[number], *values[number + 1 :])
                yield _with_input(program, place, replace(one.spec, values=simpler))
    for place, one in enumerate(program.inputs):
        if isinstance(one.spec.values, tuple) and all(
            type(item) is float and math.isfinite(item) and item != int(item)
            for item in one.spec.values
        ):
            rounded = tuple(float(round(item)) for item in one.spec.values)
            yield _with_input(program, place, replace(one.spec, values=rounded))


def _equal(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return repr(one) == repr(other)

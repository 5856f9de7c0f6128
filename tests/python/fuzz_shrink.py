"""Make a failing program as small as it can be while it still fails in the same way."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from fuzz_check import Result, check_all
from fuzz_generate import without_unused
from fuzz_program import (
    Input,
    Invalid,
    Program,
    Step,
    Var,
    contiguous_strides,
    map_leaves,
    validate,
)

_MOST_ROUNDS = 60
_MOST_CANDIDATES = 150


Check = Callable[[Sequence[Program]], Sequence[Result]]
"""Tells what becomes of programs."""


def shrink(
    program: Program, form: str, is_alike: Callable[[Result], bool], check: Check | None = None
) -> Program:
    """Return the smallest program found by taking things away whose result is still alike.

    ``check`` tells what becomes of programs; without it, the default pipeline is run on them.
    """
    check = check or functools.partial(check_all, form=form)
    for _ in range(_MOST_ROUNDS):
        smaller = _first_alike(program, check, is_alike)
        if smaller is None:
            break
        program = smaller
    return program


def _first_alike(
    program: Program, check: Check, is_alike: Callable[[Result], bool]
) -> Program | None:
    """Return the smallest candidate that does; several are rewritten by one call."""
    measure = size(program)
    candidates: dict[str, Program] = {}
    for candidate in map(without_unused, _candidates(program)):
        if size(candidate) < measure and _is_valid(candidate):
            candidates.setdefault(candidate.describe(), candidate)
        if len(candidates) == _MOST_CANDIDATES:
            break
    by_size = sorted(candidates.values(), key=size)
    for start in range(0, len(by_size), 25):
        batch = by_size[start : start + 25]
        for candidate, result in zip(batch, check(batch), strict=True):
            if is_alike(result):
                return candidate
    return None


def size(program: Program) -> tuple[int, ...]:
    """Return what is to become smaller, the most important first."""
    plain = sum(given.dtype == torch.float32 for given in program.inputs.values())
    strided = sum(
        given.stride != contiguous_strides(given.shape)
        or given.offset > 0
        or given.wild
        or given.buffer is not None
        for given in program.inputs.values()
    )
    elements = sum(
        torch.Size(given.shape).numel() + len(given.shape) for given in program.inputs.values()
    )
    return (
        len(program.steps),
        len(program.outputs) + program.bare,
        len(program.inputs),
        elements,
        strided,
        -plain,
        len(program.source()),
        sum(given.seed for given in program.inputs.values()),
    )


def _is_valid(program: Program) -> bool:
    try:
        validate(program)
    except Invalid:
        return False
    return True


def _candidates(program: Program) -> Iterator[Program]:
    yield from _fewer_outputs(program)
    yield from _fewer_steps(program)
    yield from _simpler_inputs(program)
    yield from _simpler_steps(program)


def _fewer_outputs(program: Program) -> Iterator[Program]:
    if program.bare:
        yield dataclasses.replace(program, bare=False)
    if program.outputs:
        yield dataclasses.replace(program, outputs=())
    for place in range(len(program.outputs)):
        kept = program.outputs[:place] + program.outputs[place + 1 :]
        yield dataclasses.replace(program, outputs=kept)


def _fewer_steps(program: Program) -> Iterator[Program]:
    """Drop steps; uses of the result of one are replaced by one of its arguments."""
    for place, step in enumerate(program.steps):
        rest = program.steps[:place] + program.steps[place + 1 :]
        yield dataclasses.replace(program, steps=rest)
        if step.result is None:
            continue
        for stand_in in dict.fromkeys(step.variables()):
            yield _replaced(program, rest, step.result, stand_in)


def _replaced(program: Program, steps: Sequence[Step], name: str, stand_in: Var) -> Program:
    def replace(variable: Var) -> Var:
        return stand_in if variable.name == name else variable

    changed = [
        dataclasses.replace(
            step,
            args=map_leaves(replace, Var, step.args),
            kwargs=map_leaves(replace, Var, step.kwargs),
            writes=tuple(map(replace, step.writes)),
        )
        for step in steps
    ]
    outputs = tuple(map(replace, program.outputs))
    return dataclasses.replace(program, steps=tuple(changed), outputs=outputs)


# Inputs -------------------------------------------------------------------------------------------


def _simpler_inputs(program: Program) -> Iterator[Program]:
    for name, given in program.inputs.items():
        for simpler in _simpler_input(given):
            yield dataclasses.replace(program, inputs=program.inputs | {name: simpler})
    for size_ in (1, 2, 3):  # the same dimension of several inputs
        for old in {n for given in program.inputs.values() for n in given.shape if n > size_}:
            yield dataclasses.replace(
                program,
                inputs={
                    name: _with_shape(given, tuple(size_ if n == old else n for n in given.shape))
                    for name, given in program.inputs.items()
                },
            )
    yield dataclasses.replace(
        program,
        inputs={name: _with_dtype(given, torch.float32) for name, given in program.inputs.items()},
    )


def _simpler_input(given: Input) -> Iterator[Input]:
    if given.buffer is not None:
        yield from _simpler_view(given)
    yield dataclasses.replace(_with_shape(given, given.shape), wild=False)
    yield _with_dtype(given, torch.float32)
    for seed in (0, 1, 2):
        yield dataclasses.replace(given, seed=seed)
    for place, size_ in enumerate(given.shape):
        before, after = given.shape[:place], given.shape[place + 1 :]
        yield _with_shape(given, before + after)
        for smaller in (1, 2, 3):
            if smaller < size_:
                yield _with_shape(given, (*before, smaller, *after))


def _simpler_view(given: Input) -> Iterator[Input]:
    """Yield inputs with memory of their own, with fewer dimensions, and smaller ones."""
    yield dataclasses.replace(_with_shape(given, given.shape), buffer=None)
    if given.offset:
        yield dataclasses.replace(given, offset=0)
    for place, size_ in enumerate(given.shape):
        shape, stride = list(given.shape), list(given.stride)
        for smaller in (1, 2, 3):
            if smaller < size_:
                shape[place] = smaller
                yield dataclasses.replace(given, shape=tuple(shape))
        del shape[place], stride[place]
        yield dataclasses.replace(given, shape=tuple(shape), stride=tuple(stride))


def _with_shape(given: Input, shape: tuple[int, ...]) -> Input:
    stride = contiguous_strides(shape)
    return dataclasses.replace(given, shape=shape, stride=stride, offset=0)


def _with_dtype(given: Input, dtype: torch.dtype) -> Input:
    is_index = given.below is not None or given.dtype == torch.bool
    if is_index:
        return given
    if given.buffer is not None and given.buffer.dtype == given.dtype:
        buffer = dataclasses.replace(given.buffer, dtype=dtype)
        return dataclasses.replace(given, dtype=dtype, buffer=buffer)
    return dataclasses.replace(given, dtype=dtype)


# Arguments ----------------------------------------------------------------------------------------


def _simpler_steps(program: Program) -> Iterator[Program]:
    for place, step in enumerate(program.steps):
        for simpler in _simpler_step(step):
            steps = (*program.steps[:place], simpler, *program.steps[place + 1 :])
            yield dataclasses.replace(program, steps=steps)


def _simpler_step(step: Step) -> Iterator[Step]:
    if step.result is not None:
        yield dataclasses.replace(step, result=None)
    for name in step.kwargs:
        if name != "out":
            rest = {key: value for key, value in step.kwargs.items() if key != name}
            yield dataclasses.replace(step, kwargs=rest)
    if len(step.args) > 1 and not step.target.startswith(("operator.", "builtins.")):
        yield dataclasses.replace(step, args=step.args[:-1])
    for place, value in enumerate(step.args):
        for simpler in _simpler_value(value, place):
            args = (*step.args[:place], simpler, *step.args[place + 1 :])
            yield dataclasses.replace(step, args=args)


def _simpler_value(value: Any, place: int) -> Iterator[Any]:
    if isinstance(value, Var):
        if place > 0:
            yield 1
            yield 1.0
        return
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, (int, float)):
        yield from (n for n in (0, 1) if n != value)
    elif isinstance(value, slice):
        yield slice(None)
        yield slice(value.start, value.stop)
        yield slice(value.start, None)
        yield slice(None, value.stop)
    elif isinstance(value, (tuple, list)):
        if len(value) == 1:
            yield value[0]
        for k, item in enumerate(value):
            yield type(value)([*value[:k], *value[k + 1 :]])
            for simpler in _simpler_value(item, place):
                yield type(value)([*value[:k], simpler, *value[k + 1 :]])

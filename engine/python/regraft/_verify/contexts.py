"""What may stand around a pattern in a graph: other readers, writes, shared memory."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import torch

from .program import Call, Input, Program, Ref, refs_in

Context = Callable[[Program, random.Random], Program | None]
"""Puts a program into a context; None: that has no place in it."""


def alone(program: Program, rng: random.Random) -> Program | None:
    """The root is all that is returned."""
    return program


def readers(program: Program, rng: random.Random) -> Program | None:
    """All calls of the pattern are returned."""
    return replace(program, outputs=program.matched) if len(program.matched) > 1 else None


def returned_twice(program: Program, rng: random.Random) -> Program | None:
    """The root is returned twice."""
    return replace(program, outputs=program.outputs * 2)


def inputs_returned(program: Program, rng: random.Random) -> Program | None:
    """The inputs are returned beside the root."""
    return replace(program, outputs=(*program.outputs, *(one.name for one in program.inputs)))


def root_written(program: Program, rng: random.Random) -> Program | None:
    """The root is written, and the inputs are returned."""
    write = _write("w_root", program.outputs[0], rng)
    seen = (*program.outputs, *(one.name for one in program.inputs))
    return replace(program, calls=(*program.calls, write), outputs=seen)


def written_after(program: Program, rng: random.Random) -> Program | None:
    """An input is written behind the root."""
    if not program.inputs:
        return None
    write = _write("w_after", rng.choice(program.inputs).name, rng)
    return replace(program, calls=(*program.calls, write))


def written_between(program: Program, rng: random.Random) -> Program | None:
    """An input is written between calls of the pattern."""
    if not program.inputs or len(program.calls) < 2:
        return None
    write = _write("w_between", rng.choice(program.inputs).name, rng)
    return _with_call(program, write, rng.randrange(1, len(program.calls)))


def result_written_between(program: Program, rng: random.Random) -> Program | None:
    """What an inner call made is written before the root reads it."""
    if len(program.calls) < 2:
        return None
    at = rng.randrange(len(program.calls) - 1)
    write = _write("w_inner", program.calls[at].name, rng)
    return _with_call(program, write, rng.randrange(at + 1, len(program.calls)))


def written_before(program: Program, rng: random.Random) -> Program | None:
    """An input is written before all else."""
    if not program.inputs:
        return None
    return _with_call(program, _write("w_before", rng.choice(program.inputs).name, rng), 0)


def written_through_view(program: Program, rng: random.Random) -> Program | None:
    """An input is written through a view of it, behind the root or between its calls."""
    wide = [one for one in program.inputs if one.spec.shape and one.spec.shape[0] > 0]
    if not wide:
        return None
    row = Call("row", "call_method", "select", (Ref(rng.choice(wide).name), 0, 0))
    write = _write("w_view", "row", rng)
    at = rng.randint(1, len(program.calls))
    first = _with_call(program, row, 0)
    return None if first is None else _with_call(first, write, at + 1)


def inputs_shared(program: Program, rng: random.Random) -> Program | None:
    """Two inputs are the same memory, and one of them is written behind the root."""
    for number, one in enumerate(program.inputs):
        for other in program.inputs[:number]:
            if one.spec == replace(other.spec, seed=one.spec.seed):
                inputs = list(program.inputs)
                inputs[number] = Input(one.name, other.spec, other.view_of or other.name)
                write = _write("w_shared", one.name, rng)
                return replace(program, inputs=tuple(inputs), calls=(*program.calls, write))
    return None


def root_read(program: Program, rng: random.Random) -> Program | None:
    """The root is read by a call, and an input is written behind that."""
    read = Call("read", "call_method", "flatten", (Ref(program.outputs[0]),))
    calls = (*program.calls, read)
    return replace(program, calls=calls, outputs=(*program.outputs, "read"))


def random_after(program: Program, rng: random.Random) -> Program | None:
    """Random numbers are drawn behind the root."""
    draw = Call("draw", "call_function", torch.rand, (3,))
    return replace(program, calls=(*program.calls, draw), outputs=(*program.outputs, "draw"))


def unused(program: Program, rng: random.Random) -> Program | None:
    """The inputs are returned, and the root is not."""
    return replace(program, outputs=tuple(one.name for one in program.inputs))


def twice(program: Program, rng: random.Random) -> Program | None:
    """The pattern is there twice, with the same inputs."""
    again = {call.name: f"{call.name}_again" for call in program.calls}

    def named(ref: Ref) -> Ref:
        return Ref(again.get(ref.name, ref.name))

    from .program import substitute

    calls = [
        Call(
            again[call.name],
            call.op,
            call.target,
            substitute(call.args, named),
            substitute(call.kwargs, named),
        )
        for call in program.calls
    ]
    outputs = (*program.outputs, *(again[name] for name in program.outputs if name in again))
    return replace(program, calls=(*program.calls, *calls), outputs=outputs)


CONTEXTS: dict[str, tuple[Context, str]] = {
    "alone": (alone, ""),
    "readers": (readers, "when the inner values are read by others"),
    "returned twice": (returned_twice, "when the result is returned twice"),
    "inputs returned": (inputs_returned, "when inputs are returned, too"),
    "root written": (root_written, "when the result is written later"),
    "written after": (written_after, "when an input is written after"),
    "written between": (written_between, "when an input is written between"),
    "result written between": (result_written_between, "when an inner value is written between"),
    "written before": (written_before, "when an input is written before"),
    "written through a view": (written_through_view, "when an input is written through a view"),
    "inputs shared": (inputs_shared, "when two inputs share memory and one is written after"),
    "root read": (root_read, "when the result is read by another call"),
    "random after": (random_after, "when random numbers are drawn after"),
    "unused": (unused, "when the result is not used"),
    "twice": (twice, "when the pattern is there twice"),
}
"""By name: how to put a program there, and how to say so."""


def put(program: Program, name: str, rng: random.Random) -> Program | None:
    """Return the program in the context of that name; None: it has no place in it."""
    made = CONTEXTS[name][0](program, rng)
    return None if made is None else replace(made, context=name)


def _write(name: str, written: str, rng: random.Random) -> Call:
    target, args = rng.choice((("fill_", (1,)), ("zero_", ()), ("mul_", (2,)), ("add_", (1,))))
    return Call(name, "call_method", target, (Ref(written), *args))


def _with_call(program: Program, call: Call, at: int) -> Program | None:
    known = {one.name for one in program.inputs} | {one.name for one in program.calls[:at]}
    if not set(refs_in(call.args)) <= known:
        return None
    return replace(program, calls=(*program.calls[:at], call, *program.calls[at:]))

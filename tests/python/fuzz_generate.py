"""Make random programs that eager PyTorch accepts.

Every step is run while the program grows; one that raises, or whose result PyTorch leaves open, is
dropped. The same family and seed give the same program.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import torch

from fuzz_calls import (
    COPIES,
    SEVERAL_RESULTS,
    SPLITS,
    VIEW_IN_PLACE_WEIGHTS,
    VIEW_WEIGHTS,
    VIEWS,
    VIEWS_IN_PLACE,
    Builder,
    Call,
    choose,
    expand_for_reading,
)
from fuzz_program import (
    Buffer,
    Environment,
    Input,
    Invalid,
    Program,
    Step,
    Var,
    contiguous_strides,
    run_step,
    tensors_in,
    validate,
)
from fuzz_writes import WRITE_WEIGHTS, WRITES, narrowed, scalar, strided_layout, tensor_index

DTYPES = {
    torch.float32: 10,
    torch.float64: 1.5,
    torch.float16: 1.5,
    torch.bfloat16: 1.5,
    torch.int64: 3,
    torch.int32: 1.5,
    torch.bool: 1.5,
    torch.complex64: 1.2,
}
"""Dtypes of inputs and how often they are taken."""

_OPERAND_DTYPES = {
    "float": [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.bool],
    "int": [torch.int64, torch.int32, torch.bool],
    "bool": [torch.bool],
    "complex": [torch.complex64, torch.float32, torch.int64],
}
_MOST_ELEMENTS = 96
_MOST_INPUTS = 6
_ATTEMPTS = 12


class Layout(NamedTuple):
    """How an input lies in its memory."""

    stride: tuple[int, ...]
    offset: int
    room: int = 0
    """Elements that the memory has behind the input's last one."""


class Generator:
    """Grows one program; its methods offer operands to those who make steps."""

    def __init__(self, seed: int) -> None:
        """Begin with nothing; all that follows depends on the seed."""
        self.rng = Random(seed)
        self.env: Environment = {}
        self.inputs: dict[str, Input] = {}
        self.buffers: dict[Buffer, torch.Tensor] = {}
        self.steps: list[Step] = []
        self.wild = self.rng.random() < 0.08
        self.dtype = self.rng.choices(list(DTYPES), list(DTYPES.values()))[0]

    # What the program has ---------------------------------------------------------------------

    def variables(self) -> list[tuple[Var, torch.Tensor]]:
        """Return all tensors that the program has so far."""
        found: list[tuple[Var, torch.Tensor]] = []
        for name, value in self.env.items():
            if isinstance(value, torch.Tensor):
                found.append((Var(name), value))
            elif isinstance(value, list):
                found += [(Var(name, i), item) for i, item in enumerate(value)]
        return [(variable, value) for variable, value in found if isinstance(value, torch.Tensor)]

    def lists(self) -> list[tuple[Var, list[torch.Tensor]]]:
        """Return all variables that hold several tensors."""
        return [(Var(name), value) for name, value in self.env.items() if isinstance(value, list)]

    def value(self, variable: Var) -> torch.Tensor:
        """Return the tensor that a variable holds."""
        value = self.env[variable.name]
        return value if variable.item is None else value[variable.item]

    def is_input(self, tensor: torch.Tensor) -> bool:
        """Say whether a tensor is an input itself, under whatever name."""
        return any(self.env[name] is tensor for name in self.inputs)

    # Operands ---------------------------------------------------------------------------------

    def new_input(
        self,
        dtype: torch.dtype,
        shape: tuple[int, ...],
        below: int | None = None,
        layout: Layout | None = None,
    ) -> Var:
        """Add an input, of some layout unless one is given."""
        if layout is None and below is not None:
            layout = Layout(contiguous_strides(shape), 0)
        elif layout is None:
            layout = Layout(*strided_layout(self.rng, shape))
        seed = self.rng.randrange(1 << 20)
        wild = self.wild and dtype.is_floating_point
        place = layout.stride, layout.offset
        return self.add_input(Input(dtype, shape, *place, seed, below, wild, room=layout.room))

    def add_input(self, given: Input) -> Var:
        """Add an input that is described."""
        name = "xyzuvwpqrs"[len(self.inputs)] if len(self.inputs) < 10 else f"i{len(self.inputs)}"
        same = [other for other, known in self.inputs.items() if known == given and given.buffer]
        self.env[name] = self.env[same[0]] if same else given.make(self.buffers)
        self.inputs[name] = given
        return Var(name)

    def tensor(self, dtype: torch.dtype, shape: tuple[int, ...]) -> Var:
        """Return a variable of this dtype and shape: one that is there, or a new input."""
        fitting = [v for v, t in self.variables() if t.dtype == dtype and tuple(t.shape) == shape]
        if fitting and (self.rng.random() < 0.5 or len(self.inputs) >= _MOST_INPUTS):
            return self.rng.choice(fitting)
        return self.new_input(dtype, shape)

    def operand(self, like: torch.Tensor, shape: tuple[int, ...]) -> Any:
        """Return a number or a variable that can be broadcast to a shape."""
        if self.rng.random() < 0.35:
            return scalar(self.rng, like.dtype)
        fitting = [
            variable
            for variable, tensor in self.variables()
            if _broadcasts(tuple(tensor.shape), shape)
            and (tensor.dtype == like.dtype or self.rng.random() < 0.3)
        ]
        if fitting and (self.rng.random() < 0.5 or len(self.inputs) >= _MOST_INPUTS):
            return self.rng.choice(fitting)
        dtype = like.dtype
        if self.rng.random() < 0.25:
            dtype = self.rng.choice(_OPERAND_DTYPES[_kind(dtype)])
        narrow = self.rng.random() < 0.5
        return self.new_input(dtype, narrowed(self.rng, shape) if narrow else shape)

    def indices(self, shape: tuple[int, ...], below: int, dtype: torch.dtype = torch.int64) -> Var:
        """Return an input with indices below a bound."""
        return self.new_input(dtype, shape, below)

    # Steps ------------------------------------------------------------------------------------

    def attempt(self, step: Step | None, named: str | None = None) -> Any:
        """Append a step if it can be run; return its result, else None."""
        if step is None:
            return None
        name = f"{named}{sum(s.result is not None for s in self.steps)}" if named else None
        step = dataclasses.replace(step, result=name)
        try:
            result = run_step(step, self.env)
        except Invalid:
            return None
        if name and not _is_useful(result):
            del self.env[name]
            return None
        self.steps.append(step)
        return result

    def ask(self, source: Var, question: Call) -> Var | None:
        """Append a call that returns a Python number, or several; return the variable of one."""
        name = f"n{sum(step.result is not None for step in self.steps)}"
        step = Step(question.target, (source, *question.args), question.kwargs, result=name)
        try:
            answer = run_step(step, self.env)
        except Invalid:
            return None
        if isinstance(answer, list) and not answer:
            del self.env[name]
            return None
        self.steps.append(step)
        return Var(name, self.rng.randrange(len(answer))) if isinstance(answer, list) else Var(name)

    def apply(self, table: dict[str, Builder], source: Var, named: str, weights: Any = None) -> Any:
        """Append a call from a table on a variable; return its result, or None."""
        tensor = self.value(source)
        for _ in range(_ATTEMPTS):
            builder = choose(self.rng, table, weights)
            if (result := self.apply_one(builder, source, tensor, named)) is not None:
                return result
        return None

    def apply_one(self, builder: Builder, source: Var, tensor: torch.Tensor, named: str) -> Any:
        """Append the call that a builder makes, if it can be run."""
        try:
            made = builder(self.rng, tensor)
        except (IndexError, ValueError):  # there is no dimension to choose from
            return None
        if made is None:
            return None
        return self.attempt(Step(made.target, (source, *made.args), made.kwargs), named)

    def write(self, target: Var) -> bool:
        """Append a write to a variable."""
        tensor = self.value(target)
        for _ in range(_ATTEMPTS):
            writer = choose(self.rng, WRITES, WRITE_WEIGHTS)
            keep = dict(self.inputs)
            named = "r" if self.rng.random() < 0.3 else None
            try:
                step = writer(self, target, tensor)
            except (IndexError, ValueError):
                step = None
            if step is not None and step.target == "operator.setitem":
                named = None
            count = len(self.steps)
            self.attempt(step, named)
            if len(self.steps) > count:
                return True
            self.forget_inputs(keep)
        return False

    def forget_inputs(self, keep: dict[str, Input]) -> None:
        """Drop the inputs that are not among those to keep: no step came to use them."""
        for name in set(self.inputs) - set(keep):
            del self.inputs[name], self.env[name]

    def read(self, source: Var) -> None:
        """Append something that reads a variable; most of it shares no memory with it."""
        roll = self.rng.random()
        if roll < 0.12:
            self.apply(SEVERAL_RESULTS, source, "m")
        elif roll < 0.2:
            self._indexed_copy(source)
        elif roll < 0.32:
            self._combined(source)
        elif roll < 0.36:
            self.apply_one(expand_for_reading, source, self.value(source), "e")
        else:
            self.apply(COPIES, source, "t")

    def _indexed_copy(self, source: Var) -> None:
        index = tensor_index(self, self.value(source))
        if index is not None and not self._has_mask(index):
            self.attempt(Step("operator.getitem", (source, index)), "t")

    def _has_mask(self, index: Any) -> bool:
        entries = index if isinstance(index, tuple) else (index,)
        masks = [e for e in entries if isinstance(e, Var) and self.value(e).dtype == torch.bool]
        return bool(masks)  # the result's shape would depend on the data

    def _combined(self, source: Var) -> None:
        tensor = self.value(source)
        same = [
            v for v, t in self.variables() if t.shape == tensor.shape and t.dtype == tensor.dtype
        ]
        other = self.rng.choice(same)
        mask = self.tensor(torch.bool, tuple(tensor.shape))
        step = self.rng.choice(
            [
                Step("torch.cat", ([source, other],)),
                Step("torch.stack", ([source, other], 0)),
                Step("operator.mul", (source, other)),
                Step("torch.where", (mask, source, other)),
                Step("operator.add", (source, other)),
            ]
        )
        self.attempt(step, "t")

    def view(self, source: Var) -> Any:
        """Append a view of a variable."""
        tensor = self.value(source)
        if tensor.dim() and self.rng.random() < 0.2:
            return self.apply(SPLITS, source, "c")
        return self.apply(VIEWS, source, "v", VIEW_WEIGHTS)

    def view_in_place(self, source: Var) -> None:
        """Make a variable another view, unless it is an input."""
        if not self.is_input(self.value(source)):
            named = "r" if self.rng.random() < 0.3 else None
            made = choose(self.rng, VIEWS_IN_PLACE, VIEW_IN_PLACE_WEIGHTS)
            try:
                call = made(self.rng, self.value(source))
            except (IndexError, ValueError):
                return
            if call:
                self.attempt(Step(call.target, (source, *call.args), call.kwargs), named)

    # The whole --------------------------------------------------------------------------------

    def some_shape(self) -> tuple[int, ...]:
        """Return the shape of the main input: rank 0 to 4, now and then with sizes 0 and 1."""
        rank = self.rng.choices([0, 1, 2, 3, 4], [6, 25, 45, 18, 6])[0]
        while True:
            sizes = [self.rng.choices([0, 1, 2, 3, 4, 5, 6], [3, 10, 22, 20, 25, 6, 14])[0]]
            sizes += [
                self.rng.choices([0, 1, 2, 3, 4, 6], [1, 8, 25, 20, 30, 16])[0] for _ in "123"
            ]
            shape = tuple(sizes[:rank])
            if torch.Size(shape).numel() <= _MOST_ELEMENTS:
                return shape

    def begin(self) -> Var:
        """Add the main input; half of the time return an intermediate made from it."""
        main = self.new_input(self.dtype, self.some_shape())
        if self.rng.random() < 0.35:
            self.apply(COPIES, main, "t")
        return self.some_variable()

    def some_variable(self) -> Var:
        """Return any tensor; those made last are taken more often."""
        found = [variable for variable, _ in self.variables()]
        weights = [1 + place for place in range(len(found))]
        return self.rng.choices(found, weights)[0]

    def finish(self) -> Program | None:
        """Choose outputs and return the program without unused inputs; None if it is not valid."""
        found = [variable for variable, _ in self.variables()]
        count = min(self.rng.choices([0, 1, 2, 3, 4], [1, 3, 4, 3, 1])[0], len(found))
        made = [variable for variable in found if variable.name not in self.inputs]
        outputs = self.rng.sample(made, min(count, len(made)))
        if self.rng.random() < 0.3:
            outputs.append(self.rng.choice(found))
        self.rng.shuffle(outputs)
        bare = self.rng.random() < 0.3
        return self.returning(outputs, bare)

    def returning(self, outputs: Sequence[Var], bare: bool) -> Program | None:
        """Return the program without steps of no use; None where it is none."""
        program = Program(self.inputs, tuple(self.steps), tuple(outputs), bare)
        program = without_unused(program)
        try:
            validate(program)
        except Invalid:
            return None
        return program


def _kind(dtype: torch.dtype) -> str:
    if dtype == torch.bool:
        return "bool"
    if dtype.is_complex:
        return "complex"
    return "float" if dtype.is_floating_point else "int"


def _broadcasts(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    if len(shape) > len(target):
        return False
    pairs = zip(reversed(shape), reversed(target), strict=False)
    return all(size in (1, wanted) for size, wanted in pairs)


def _is_useful(result: Any) -> bool:
    """Say whether a step's result is made of tensors that are not too large."""
    tensors = tensors_in(result)
    return bool(tensors) and all(tensor.numel() <= 4 * _MOST_ELEMENTS for tensor in tensors)


def without_unused(program: Program) -> Program:
    """Drop the inputs that nothing uses; one is kept in any case."""
    used = {variable.name for step in program.steps for variable in step.variables()}
    used |= {output.name for output in program.outputs}
    inputs = {name: given for name, given in program.inputs.items() if name in used}
    if not inputs:
        name, given = next(iter(program.inputs.items()))
        inputs = {name: given}
    return dataclasses.replace(program, inputs=inputs)


def has_write(program: Program) -> bool:
    """Say whether any step writes."""
    return any(step.writes for step in program.steps)

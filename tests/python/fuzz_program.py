"""Random programs as data: inputs, steps, outputs; run step by step, printed as Python source.

A step is one call. Its target is a method, ``.add_``, or a function by its full name,
``torch.add``. Arguments are Python literals with variables (``Var``) among them, at any depth.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.nn.functional as F
from torch.utils._dtype_abbrs import dtype_abbrs

from fx_text_values import resolve_name

Environment = dict[str, Any]
"""What each variable holds: a tensor, or a list of tensors."""

IN_PLACE_OPERATORS = {
    "operator.iadd": "+=",
    "operator.isub": "-=",
    "operator.imul": "*=",
    "operator.itruediv": "/=",
    "operator.ifloordiv": "//=",
    "operator.imod": "%=",
    "operator.ipow": "**=",
    "operator.iand": "&=",
    "operator.ior": "|=",
    "operator.ixor": "^=",
    "operator.ilshift": "<<=",
    "operator.irshift": ">>=",
}
_INFIX_OPERATORS = {
    "operator.add": "+",
    "operator.sub": "-",
    "operator.mul": "*",
    "operator.gt": ">",
    "operator.lt": "<",
}
_LARGEST_CONVERTED = 2.0**31


class Invalid(Exception):
    """The program does something whose result PyTorch does not define, or raises."""


@dataclass(frozen=True)
class Var:
    """A variable, or one item of a variable that holds several tensors.

    Without an item, such a variable is the list as a whole.
    """

    name: str
    item: int | None = None

    def __str__(self) -> str:
        """Spell it as the source does."""
        return self.name if self.item is None else f"{self.name}[{self.item}]"


@dataclass(frozen=True)
class Buffer:
    """Memory in one dimension that several inputs are views of. Its values follow from ``seed``."""

    dtype: torch.dtype
    length: int
    seed: int = 0
    wild: bool = False

    def make(self) -> torch.Tensor:
        """Return fresh memory."""
        shape = (self.length,)
        return _memory(Input(self.dtype, shape, (1,), 0, self.seed, None, self.wild)).clone()


@dataclass(frozen=True)
class Input:
    """What an input is like. Its values follow from ``seed`` alone, or are those of its buffer."""

    dtype: torch.dtype
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int = 0
    seed: int = 0
    below: int | None = None
    """For tensors used as indices: they hold different numbers less than this."""
    wild: bool = False
    """Whether infinities, NaN and -0.0 are among the values."""
    buffer: Buffer | None = None
    """What it is a view of, together with the other inputs of an equal buffer. Equal inputs of a
    buffer are one tensor object; inputs that differ in ``seed`` alone are two of one layout."""
    room: int = 0
    """Elements that its memory has behind its last one."""

    def make(self, buffers: dict[Buffer, torch.Tensor] | None = None) -> torch.Tensor:
        """Return a fresh tensor; the memory of inputs that share it is in ``buffers``."""
        if self.buffer is None:
            return _memory(self).clone().as_strided(self.shape, self.stride, self.offset)
        made = {} if buffers is None else buffers
        if self.buffer not in made:
            made[self.buffer] = self.buffer.make()
        memory = made[self.buffer]
        if self.dtype != memory.dtype:
            memory = memory.view(self.dtype)
        if self.is_all_of_it:
            return memory
        return memory.as_strided(self.shape, self.stride, self.offset)

    @property
    def is_all_of_it(self) -> bool:
        """Whether it is its buffer as that was made: to PyTorch no view, so it has no base."""
        whole = self.buffer is not None and self.dtype == self.buffer.dtype
        return whole and (self.shape, self.stride) == ((self.buffer.length,), (1,))

    def __str__(self) -> str:
        """Describe it as annotations do."""
        text = f"{dtype_abbrs[self.dtype]}{list(self.shape)}"
        if self.buffer is not None:
            buffer = f"{dtype_abbrs[self.buffer.dtype]}[{self.buffer.length}]"
            place = f"{list(self.stride)}+{self.offset} in {buffer} of seed {self.buffer.seed}"
            return f"{text}{place}, tensor {self.seed}"
        if self.stride != contiguous_strides(self.shape) or self.offset:
            text += f"{list(self.stride)}+{self.offset}"
        return f"{text}, room for {self.room} more" if self.room else text


@dataclass(frozen=True)
class Step:
    """One call; see the module's text."""

    target: str
    args: tuple = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    result: str | None = None
    """The variable that gets the result."""
    writes: tuple[Var, ...] = ()
    """The tensors that are written: what they share memory with must not be read by the step."""
    elementwise: bool = False
    """Whether each element is written from elements at the same place only."""
    exact: bool = False
    """Whether the result depends on the order of roundings, so that only small numbers will do."""

    def variables(self) -> Iterator[Var]:
        """Yield each variable among the arguments."""
        found: list[Var] = []
        map_leaves(found.append, Var, (self.args, self.kwargs))
        yield from found

    def source(self) -> str:
        """Return the step as a Python statement."""
        call = _call_source(self)
        return call if self.result is None or " = " in call else f"{self.result} = {call}"


@dataclass(frozen=True)
class Program:
    """A function of its inputs that returns a tuple of tensors, or one tensor."""

    inputs: dict[str, Input]
    steps: tuple[Step, ...]
    outputs: tuple[Var, ...]
    bare: bool = False
    """Whether its one output is returned as it is, without a tuple."""

    def source(self) -> str:
        """Return the program as the text of a Python function."""
        lines = [f"def program({', '.join(self.inputs)}):"]
        lines += [f"    {step.source()}" for step in self.steps]
        lines.append(f"    return {literal(self.returned())}")
        return "\n".join(lines) + "\n"

    def returned(self) -> Var | tuple[Var, ...]:
        """Return what the function returns, variables in the place of tensors."""
        return self.outputs[0] if self.bare and len(self.outputs) == 1 else self.outputs

    def describe(self) -> str:
        """Return the source with the inputs above it."""
        inputs = [f"# {name}: {given}" for name, given in self.inputs.items()]
        return "\n".join([*inputs, self.source()])

    def function(self) -> Callable:
        """Return the program as a Python function."""
        namespace: dict[str, Any] = {
            "torch": torch,
            "F": F,
            "operator": operator,
            "inf": math.inf,
            "nan": math.nan,
        }
        exec(compile(self.source(), f"<program {id(self)}>", "exec"), namespace)
        return namespace["program"]

    def make_inputs(self) -> list[torch.Tensor]:
        """Return fresh inputs, equal ones each time."""
        buffers: dict[Buffer, torch.Tensor] = {}
        objects: dict[Input, torch.Tensor] = {}
        made = []
        for given in self.inputs.values():
            if given.buffer is None:
                made.append(given.make())
                continue
            if given not in objects:
                objects[given] = given.make(buffers)
            made.append(objects[given])
        return made


# Values of inputs ---------------------------------------------------------------------------------


def contiguous_strides(shape: Iterable[int]) -> tuple[int, ...]:
    """Return the strides of a contiguous tensor, as PyTorch gives them."""
    strides: list[int] = []
    step = 1
    for size in reversed(tuple(shape)):
        strides.insert(0, step)
        step *= max(size, 1)
    return tuple(strides)


@functools.lru_cache(maxsize=4096)
def _memory(given: Input) -> torch.Tensor:
    """Return the memory of an input: one dimension, as long as its last element needs."""
    generator = torch.Generator().manual_seed(given.seed)
    last = sum((size - 1) * step for size, step in zip(given.shape, given.stride, strict=True))
    length = max(given.offset + last + 1, 0) if 0 not in given.shape else given.offset
    length += given.room
    if given.below is not None:
        return _indices(given, length, generator)
    numbers = torch.randint(-8, 9, (length,), generator=generator)
    if given.dtype == torch.bool:
        return numbers % 2 == 0
    if given.dtype.is_complex:
        return torch.complex(numbers / 4, numbers.roll(1) / 4).to(given.dtype)
    if not given.dtype.is_floating_point:
        return numbers.to(given.dtype)
    numbers = numbers.to(given.dtype) / 4
    if given.wild:
        for place, value in enumerate((-0.0, math.nan, math.inf, -math.inf)):
            numbers[place + 1 :: 7] = value
    return numbers


def _indices(given: Input, length: int, generator: torch.Generator) -> torch.Tensor:
    """Return different numbers below a bound, some counted from the end."""
    numbers = torch.randperm(max(given.below, length), generator=generator)[:length]
    negative = torch.randint(0, 3, (length,), generator=generator) == 0
    if given.dtype == torch.uint8:
        negative[:] = False
    return torch.where(negative, numbers - given.below, numbers).to(given.dtype)


# Source -------------------------------------------------------------------------------------------


def _call_source(step: Step) -> str:
    return _special_source(step) or _plain_source(step)


def _special_source(step: Step) -> str | None:
    """Spell what Python has a notation of its own for."""
    first, *rest = [literal(argument) for argument in step.args] or [""]
    if step.target == "operator.setitem":
        return f"{first}[{index_source(step.args[1])}] = {rest[1]}"
    if step.target == "operator.getitem":
        return f"{first}[{index_source(step.args[1])}]"
    if step.target == "builtins.getattr":
        return f"{first}.{step.args[1]}"
    if step.target in _INFIX_OPERATORS:
        return f"{first} {_INFIX_OPERATORS[step.target]} {rest[0]}"
    is_name = bool(step.args) and isinstance(step.args[0], Var) and step.args[0].item is None
    if step.target in IN_PLACE_OPERATORS and step.result is None and is_name:
        return f"{first} {IN_PLACE_OPERATORS[step.target]} {rest[0]}"
    return None


def _plain_source(step: Step) -> str:
    args = [literal(argument) for argument in step.args]
    keywords = [f"{name}={literal(value)}" for name, value in step.kwargs.items()]
    if step.target.startswith("."):
        return f"{args[0]}{step.target}({', '.join(args[1:] + keywords)})"
    name = step.target.replace("torch.nn.functional.", "F.")
    return f"{name}({', '.join(args + keywords)})"


def literal(value: Any) -> str:
    """Spell an argument as Python does."""
    if isinstance(value, Var):
        return str(value)
    if isinstance(value, tuple):
        inner = ", ".join(map(literal, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if value is ...:
        return "..."
    return repr(value)


def index_source(index: Any) -> str:
    """Spell an index as it stands within square brackets."""
    if isinstance(index, tuple) and index:
        inner = ", ".join(map(index_source, index))
        return f"{inner}," if len(index) == 1 else inner
    if isinstance(index, slice):
        bounds = ["" if b is None else repr(b) for b in (index.start, index.stop, index.step)]
        return ":".join(bounds if index.step is not None else bounds[:2])
    return literal(index)


# Running ------------------------------------------------------------------------------------------


def map_leaves(function: Callable[[Any], Any], kind: type | tuple, value: Any) -> Any:
    """Apply a function to the values of some type within a nest of containers and slices."""
    if isinstance(value, kind):
        return function(value)
    if isinstance(value, (list, tuple)):
        return type(value)([map_leaves(function, kind, item) for item in value])
    if isinstance(value, dict):
        return {key: map_leaves(function, kind, item) for key, item in value.items()}
    return value


def value_of(variable: Var, env: Environment) -> Any:
    """Return what a variable holds, a list as a tuple; raises Invalid where it does not exist."""
    try:
        value = env[variable.name]
        if variable.item is not None:
            return value[variable.item]
        return tuple(value) if isinstance(value, list) else value
    except (KeyError, IndexError, TypeError):
        raise Invalid(f"there is no {variable}") from None


def callable_of(target: str) -> Callable:
    """Return what a step's target names."""
    if target.startswith("."):
        return functools.partial(_call_method, target[1:])
    return resolve_name(target)


def _call_method(name: str, receiver: Any, *args: Any, **kwargs: Any) -> Any:
    return getattr(receiver, name)(*args, **kwargs)


def run_step(step: Step, env: Environment) -> Any:
    """Run a step and keep its result; raises Invalid for what PyTorch refuses or leaves open."""
    args, kwargs = map_leaves(lambda v: value_of(v, env), Var, (step.args, step.kwargs))
    written = tensors_in([value_of(variable, env) for variable in step.writes])
    read = tensors_in((args, kwargs))
    given = tensors_in(kwargs.get("out"))
    shapes = [tensor.shape for tensor in given]
    try:
        _check_memory(step, args, written, read)
        result = callable_of(step.target)(*args, **kwargs)
    except (RuntimeError, IndexError, ValueError, TypeError, AttributeError) as error:
        raise Invalid(f"{step.source()}: {error}") from error
    if isinstance(result, tuple):
        result = list(result)
    if [tensor.shape for tensor in given] != shapes:
        raise Invalid(f"{step.source()} gives what it writes another shape")
    _check_conversion(read, written + tensors_in(result))
    if step.result is not None:
        env[step.result] = result
    return result


def start(program: Program) -> Environment:
    """Return the variables before the first step."""
    return dict(zip(program.inputs, program.make_inputs(), strict=True))


def validate(program: Program) -> Environment:
    """Run a program, raising Invalid where a step or an output cannot be; return the variables."""
    env = start(program)
    layouts = {name: (tensor.shape, tensor.stride()) for name, tensor in env.items()}
    for step in program.steps:
        run_step(step, env)
    for name, layout in layouts.items():
        if (env[name].shape, env[name].stride()) != layout:
            raise Invalid(f"the input {name} itself has become another view")
    for output in program.outputs:
        if not isinstance(value_of(output, env), torch.Tensor):
            raise Invalid(f"{output} is no tensor")
    return env


def tensors_in(value: Any) -> list[torch.Tensor]:
    """Return the tensors within a nest of containers."""
    found: list[torch.Tensor] = []
    map_leaves(found.append, torch.Tensor, value)
    return found


# What PyTorch leaves open -------------------------------------------------------------------------


def _check_memory(step: Step, args: Any, written: list, read: list) -> None:
    """Raise Invalid where a step reads other elements of the memory that it writes.

    Then the result depends on the order in which PyTorch happens to visit the elements.
    """
    own = 1  # how often what is written stands among what is read
    if step.target == "operator.setitem":
        own = 0
        if bytes_of(args[0]) is None:
            raise Invalid(f"{step.source()}: writes through a view that repeats elements")
        written = [_region(args[0], args[1])]
        read = [tensor for tensor in read if tensor is not args[0]] + tensors_in([args[2]])
    for target in written:
        if bytes_of(target) is None:
            raise Invalid(f"{step.source()}: writes one element twice")
        others = [tensor for tensor in read if tensor is not target]
        others += [target] * max(sum(tensor is target for tensor in read) - own, 0)
        others += [tensor for tensor in written if tensor is not target]
        for other in others:
            same_place = step.elementwise and same_view(other, target)
            if not same_place and share_bytes(other, target):
                raise Invalid(f"{step.source()}: reads what it writes")
    if step.exact and not all(is_small(tensor) for tensor in read):
        raise Invalid(f"{step.source()}: may round")


def _region(tensor: torch.Tensor, index: Any) -> torch.Tensor:
    """Return the view that an assignment to ``tensor[index]`` writes, or all of the tensor."""
    entries = index if isinstance(index, tuple) else (index,)
    if all(isinstance(i, (int, slice, type(None), type(...))) for i in entries):
        return tensor[index]
    return tensor


def same_view(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Say whether two tensors are the same elements of memory, in the same order."""
    return (
        a.data_ptr() == b.data_ptr()
        and (a.shape, a.stride(), a.dtype) == (b.shape, b.stride(), b.dtype)
        and (a.is_conj(), a.is_neg()) == (b.is_conj(), b.is_neg())
    )


def share_bytes(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Say whether two tensors have a byte of memory in common."""
    if not a.numel() or not b.numel():
        return False
    if a.untyped_storage().data_ptr() != b.untyped_storage().data_ptr():
        return False
    mine, others = bytes_of(a), bytes_of(b)
    return mine is None or others is None or not mine.isdisjoint(others)


def bytes_of(tensor: torch.Tensor) -> set[int] | None:
    """Return the places of a tensor's elements in its storage; None if two are at one place."""
    places = [tensor.storage_offset()]
    for size, step in zip(tensor.shape, tensor.stride(), strict=True):
        places = [place + k * step for k in range(size) for place in places]
    width = tensor.element_size()
    found = {place * width + k for place in places for k in range(width)}
    return found if len(found) == len(places) * width else None


def is_small(tensor: torch.Tensor) -> bool:
    """Say whether sums and products of a few such numbers are exact in every order."""
    if not (tensor.is_floating_point() or tensor.is_complex()) or not tensor.numel():
        return True
    parts = torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor
    scaled = parts.double() * 4
    narrow = tensor.dtype in (torch.float16, torch.bfloat16)
    return bool((scaled == scaled.round()).all() and scaled.abs().max() <= (12 if narrow else 256))


def _check_conversion(read: list[torch.Tensor], results: list[torch.Tensor]) -> None:
    """Raise Invalid where a float that no integer can hold may have become an integer."""
    if not any(_is_integral(tensor) for tensor in results):
        return
    for tensor in read:
        if tensor.is_floating_point() and not bool((tensor.abs() < _LARGEST_CONVERTED).all()):
            raise Invalid("a float becomes an integer that cannot hold it")


def _is_integral(tensor: torch.Tensor) -> bool:
    return not (tensor.is_floating_point() or tensor.is_complex() or tensor.dtype == torch.bool)

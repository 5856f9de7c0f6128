"""Grow programs around the pattern of a rule: the calls that the rule matches, and between, before
and after them writes, views and reads of what they are about.

A recipe is a function of a ``Planter``: it asks for sources and makes the calls of the pattern by
``call``. Whatever else happens to the memory in between is the planter's business.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

import fuzz_unknown  # noqa: F401  (registers the custom operators that programs call)
from fuzz_generate import Generator
from fuzz_program import Input, Invalid, Program, Step, Var, contiguous_strides

REAL = (torch.float32, torch.float64, torch.int64)
_INTERMEDIATES = ("torch.neg", "torch.abs", ".clone", "torch.square", "torch.relu")
_MOST_STEPS = 24


class Planter(Generator):
    """A generator that disturbs the memory of a pattern between its calls."""

    def __init__(self, seed: int, writes: bool) -> None:
        """Begin with nothing. Without ``writes`` it only reads and takes views."""
        super().__init__(seed)
        self.writes = writes
        self.wild = False
        self.focus: list[Var] = []
        """What the pattern reads and makes."""
        self.last: Any = None
        self.products: list[Var] = []
        """Results of the patterns before this one: another rule's products come out there."""
        self.unknown_calls = self.rng.random() < 0.15
        self.calm = False
        """Whether nothing happens between the calls of the pattern, only before and after."""

    # What patterns are made of ----------------------------------------------------------------

    def source(
        self,
        dtype: torch.dtype | tuple[torch.dtype, ...] = REAL,
        rank: int | tuple[int, ...] = (1, 2, 2, 3),
        shape: tuple[int, ...] | None = None,
        contiguous: bool = False,
        fresh: bool = False,
    ) -> Var:
        """Return a variable of such a kind: one that is there, or a new one.

        ``fresh``: it is an input, which nothing else is about yet.
        """
        dtypes = dtype if isinstance(dtype, tuple) else (dtype,)
        ranks = rank if isinstance(rank, tuple) else (rank,)
        fitting = [
            variable
            for variable, tensor in self.variables()
            if tensor.dtype in dtypes
            and (tensor.dim() in ranks if shape is None else tuple(tensor.shape) == shape)
            and (not contiguous or tensor.is_contiguous())
            and tensor.numel() > 0
        ]
        if fitting and not fresh and self.rng.random() < 0.5:
            return self._focused(self.rng.choice(fitting))
        if shape is None:
            shape = tuple(
                self.rng.choice([1, 2, 2, 3, 3, 4]) for _ in range(self.rng.choice(ranks))
            )
        made = self._new(self.rng.choice(dtypes), shape, contiguous)
        if not fresh and self.rng.random() < 0.45:
            made = self._derived(made, contiguous)
        return self._focused(made)

    def _focused(self, variable: Var) -> Var:
        self.focus.append(variable)
        return variable

    def _new(self, dtype: torch.dtype, shape: tuple[int, ...], contiguous: bool) -> Var:
        gaps = not contiguous and self.rng.random() < 0.25
        if not contiguous and not gaps:
            return self.new_input(dtype, shape)
        name = f"n{len(self.inputs)}"
        seed = self.rng.randrange(1 << 20)
        strides = tuple(step * (2 if gaps else 1) for step in contiguous_strides(shape))
        self.inputs[name] = Input(dtype, shape, strides, seed=seed)
        self.env[name] = self.inputs[name].make()
        return Var(name)

    def _derived(self, source: Var, contiguous: bool) -> Var:
        """Return something of the same shape made from a variable: an intermediate or a view."""
        if self.value(source).dtype == torch.bool:
            target, args = "torch.logical_not", ()
        elif self.rng.random() < 0.3 and not contiguous and self.value(source).dim():
            target, args = "operator.getitem", (slice(None),)
        else:
            target, args = self.rng.choice(_INTERMEDIATES), ()
        before = len(self.steps)
        self.attempt(Step(target, (source, *args)), "d")
        made = Var(self.steps[-1].result) if len(self.steps) > before else source
        return made if not contiguous or self.value(made).is_contiguous() else source

    def call(self, target: str, *args: Any, exact: bool = False, **kwargs: Any) -> Any:
        """Append a call of the pattern; return its result as a variable, or a list of them.

        Raises Invalid where PyTorch does not take the call.
        """
        self.disturb()
        step = Step(target, args, kwargs, exact=exact)
        result = self.attempt(step, "p")
        if result is None:
            raise Invalid(f"{step.source()} cannot be run")
        name = self.steps[-1].result
        assert name is not None
        if (product := self._product_like(result)) is not None:
            self.steps.pop()
            del self.env[name]
            return self._focused(product)
        if isinstance(result, list):
            made = [Var(name, place) for place in range(len(result))]
            self.focus += made
            self.last = made[0]
            return made
        self.last = self._focused(Var(name))
        return self.last

    def _product_like(self, result: Any) -> Var | None:
        """Return, now and then, what an earlier pattern made, to stand for the result of a call."""
        if not self.products or isinstance(result, list) or self.rng.random() < 0.6:
            return None
        wanted = result.dtype, result.shape
        found = [v for v in self.products if (self.value(v).dtype, self.value(v).shape) == wanted]
        return self.rng.choice(found) if found else None

    def spelled(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Append a call of an operator that is a method and a function, spelled as either."""
        return self.call(self.rng.choice([".", "torch."]) + name, *args, **kwargs)

    def write_call(self, target: str, written: Var, *args: Any, **kwargs: Any) -> None:
        """Append a call of the pattern that writes its first argument."""
        self.disturb()
        before = len(self.steps)
        step = Step(target, (written, *args), kwargs, writes=(written,), elementwise=True)
        self.attempt(step, "p" if self.rng.random() < 0.4 else None)
        if len(self.steps) == before:
            raise Invalid(f"{step.source()} cannot be run")

    def shape(self, variable: Var) -> tuple[int, ...]:
        """Return the shape of a variable."""
        return tuple(self.value(variable).shape)

    def begin_pattern(self) -> None:
        """Tell that another rule's pattern follows."""
        if isinstance(self.last, Var):
            self.products.append(self.last)
        self.calm = self.rng.random() < (0.5 if self.products else 0.25)

    # What happens around them -----------------------------------------------------------------

    def disturb(self, calm: bool | None = None) -> None:
        """Append writes, views and reads of what the pattern is about, or nothing."""
        if self.calm if calm is None else calm:
            return
        for _ in range(self.rng.choices([0, 1, 2], [50, 38, 12])[0]):
            if len(self.steps) < _MOST_STEPS and self.focus:
                self._one_disturbance()

    def _one_disturbance(self) -> None:
        roll = self.rng.random()
        target = self._concerned()
        if self.writes and roll < 0.58:
            self.write(target)
        elif self.writes and roll < 0.63:
            self.view_in_place(target)
        elif self.writes and roll < 0.7 and self.unknown_calls:
            self._call_unknown(target)
        elif roll < 0.74:
            self._ask_for_strides(target)
        elif roll < 0.86:
            self.view(target)
        else:
            self.read(target)

    def _concerned(self) -> Var:
        """Return a variable that shares memory with what the pattern is about."""
        memory = {_storage(self.value(variable)) for variable in self.focus}
        found = [variable for variable, t in self.variables() if _storage(t) in memory]
        return self.rng.choice(found if self.rng.random() < 0.9 else self.focus)

    def _call_unknown(self, target: Var) -> None:
        """Append a call of an operator that no table of the rewriter knows."""
        tensor = self.value(target)
        if tensor.dtype in REAL:
            step = Step("torch.ops.users.unknown.default", (target,), writes=(target,))
            self.attempt(step)

    def _ask_for_strides(self, source: Var) -> None:
        """Append a call whose result depends on how a tensor lies in memory."""
        count = self.value(source).numel()
        copy = Step("torch.as_strided_copy", (source, (max(count - 1, 1),), (1,)))
        self.attempt(self.rng.choice([copy, Step(".view", (source, -1))]), "s")

    # The whole --------------------------------------------------------------------------------

    def finish(self) -> Program | None:
        """Choose what is returned: parts of the pattern, views, inputs, now and then one twice."""
        found = [v for v, t in self.variables() if t.dtype != torch.complex32]
        outputs: list[Var] = []
        if isinstance(self.last, Var) and self.rng.random() < 0.75:
            outputs.append(self._returned(self.last))
        count = self.rng.choices([0, 1, 2, 3], [4, 4, 2, 1])[0] + (not outputs)
        for _ in range(count):
            near = [v for v in self.focus if v in found]
            chosen = self.rng.choice(near if near and self.rng.random() < 0.6 else found)
            outputs.append(chosen)
        if self.rng.random() < 0.1:
            outputs.append(self.rng.choice(outputs))
        self.rng.shuffle(outputs)
        return self.returning(outputs, self.rng.random() < 0.3)

    def _returned(self, variable: Var) -> Var:
        """Return the variable or something that is computed from it last."""
        if self.rng.random() < 0.5:
            return variable
        before = len(self.steps)
        self.attempt(Step("torch.clone", (variable,)), "o")
        return Var(self.steps[-1].result) if len(self.steps) > before else variable


Recipe = Callable[[Planter], Any]


def plant(recipes: list[Recipe], seed: tuple, writes: bool) -> Program:
    """Return a program that holds the patterns of some rules, one after the other."""
    for attempt in range(200):
        planter = Planter(hash((*seed, attempt)), writes)
        try:
            for recipe in recipes:
                planter.begin_pattern()
                recipe(planter)
        except (Invalid, IndexError, ValueError):
            continue
        for _ in range(planter.rng.randint(0, 2)):
            planter.disturb(calm=False)
        program = planter.finish()
        if program is not None and (not writes or any(s.writes for s in program.steps)):
            return program
    raise AssertionError(f"no program for {recipes}, seed {seed}")


def _storage(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()

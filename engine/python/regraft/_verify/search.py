"""The search for a counter-example to one rule."""

from __future__ import annotations

import collections
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .._process.signals import deferred
from .choices import Choices, Key
from .contexts import CONTEXTS, put
from .hints import hints_of
from .program import Program
from .rewriting import Rewriter
from .shrink import shrink
from .sketch import NoProgramError, NotMadeError, Sketch
from .tensors import FLOATS, VALUES, short_name
from .trial import NotRunError, Trial, attempt

VERIFIED, REFUTED, APPROXIMATE, UNVERIFIED = "verified", "refuted", "approximate", "not verified"

_POOL = 48
_BATCH = 16
_CONTENTS = 4
"""Contents of inputs that one rewritten program is run on, beside the first."""
_TOPICS = (
    ("layout",),
    ("dtype", "main"),
    ("measure",),
    ("style", "spelling", "overload"),
    ("size",),
)
_GRADIENT_CONTEXTS = ("alone", "readers")


@dataclass(frozen=True)
class Limits:
    """When a search ends without a counter-example."""

    programs: int = 300
    """Programs that the rule was applied to; 0: any number."""
    seconds: float = 0.0
    """0: any time."""
    tries: int = 20
    """Programs tried for each of ``programs``."""


@dataclass
class Result:
    """What was found out of a rule."""

    status: str
    reason: str = ""
    tried: int = 0
    """Programs made."""
    programs: int = 0
    """Of these, programs that the rule was applied to."""
    runs: int = 0
    """Comparisons: programs with contents of their inputs."""
    refused: int = 0
    error: float = 0.0
    seconds: float = 0.0
    variants: collections.Counter[int] = field(default_factory=collections.Counter)
    dtypes: collections.Counter[str] = field(default_factory=collections.Counter)
    ranks: collections.Counter[int] = field(default_factory=collections.Counter)
    layouts: collections.Counter[str] = field(default_factory=collections.Counter)
    contexts: collections.Counter[str] = field(default_factory=collections.Counter)
    counterexample: Trial | None = None


def search(rewriter: Rewriter, seed: int, limits: Limits) -> Result:
    """Look for a counter-example to a rule."""
    return _Search(rewriter, seed, limits).run()


class _Search:
    def __init__(self, rewriter: Rewriter, seed: int, limits: Limits) -> None:
        self.rewriter = rewriter
        self.limits = limits
        rule = rewriter.rule
        self.rng = random.Random(f"{seed} {rule.pass_name}.{rule.name}")
        self.hints = hints_of(rule)
        self.pool: list[tuple[int, dict[Key, Any]]] = []
        self.result = Result(UNVERIFIED)
        self.problems: collections.Counter[str] = collections.Counter()
        self.open = list(range(len(rule.variants)))
        """Variants that programs can be made of."""
        self.misses = 0
        """Programs that PyTorch did not run."""

    def run(self) -> Result:
        result, began = self.result, time.monotonic()
        while result.counterexample is None and not self._is_over(began):
            with deferred():  # once for many programs: it takes as long as a rewrite
                for _ in range(_BATCH):
                    if self._step():
                        break
        if result.counterexample is not None:
            result.status = REFUTED
            with deferred():
                result.counterexample = shrink(result.counterexample, self.rewriter)
        elif result.programs:
            result.status = APPROXIMATE if self.rewriter.rule.claims.approximate else VERIFIED
        else:
            result.reason = self._reason()
        result.seconds = time.monotonic() - began
        return result

    def _is_over(self, began: float) -> bool:
        limits, result = self.limits, self.result
        if not self.open:
            return True
        if limits.seconds and time.monotonic() - began >= limits.seconds:
            return True
        if not limits.programs:
            return False
        many = limits.programs * limits.tries
        return result.programs >= limits.programs or result.tried + self.misses >= many

    def _reason(self) -> str:
        tried, refused = self.result.tried, self.result.refused
        common = self.problems.most_common(1)
        why = f": {common[0][0]}" if common else ""
        if not self.open:
            return f"no program can be made of its pattern{why}"
        if refused:
            return f"the engine refused all {refused} of {tried} programs that it fits{why}"
        if not tried:
            return f"PyTorch runs none of the programs made of its pattern{why}"
        return f"none of {tried} programs met its guards"

    def _step(self) -> bool:
        """Try one program; return whether it is a counter-example."""
        found = self._make()
        if found is None:
            return False
        number, program, choices = found
        contexts = self._contexts(program)
        if not self.pool and self.rng.random() < 0.2:
            contexts = [put(program, "unused", self.rng) or program]
        for one in contexts:
            trial = self._attempt(one)
            if trial is None or trial.gm is None:
                return False
            self._note(number, trial, choices if one is contexts[0] else None)
            if trial.difference is not None:
                self.result.counterexample = trial
                return True
        return False

    def _make(self) -> tuple[int, Program, dict[Key, Any]] | None:
        wanted: dict[Key, Any] = {}
        number = self._variant()
        pool = [made for of, made in self.pool if of == number]
        if pool and self.rng.random() < 0.75:
            wanted = self._changed(self.rng.choice(pool))
        choices = Choices(self.rng, wanted)
        rule = self.rewriter.rule
        try:
            program = Sketch(rule, rule.variants[number], choices, self.hints).make()
        except NoProgramError as error:
            self.problems[str(error)] += 1
            if number in self.open:
                self.open.remove(number)
            return None
        except NotMadeError as error:
            self.problems[str(error)] += 1
            self.misses += 1
            return None
        return number, program, choices.made

    def _variant(self) -> int:
        if self.rng.random() < 0.5:
            least = min(self.result.variants[number] for number in self.open or [0])
            rare = [n for n in self.open if self.result.variants[n] == least]
            return self.rng.choice(rare or [0])
        return self.rng.choice(self.open or [0])

    def _changed(self, made: dict[Key, Any]) -> dict[Key, Any]:
        """Return choices but for some, which are to be made anew."""
        if self.rng.random() < 0.6:
            topics = self.rng.choice(_TOPICS)
            gone = {key for key in made if key[0] in topics}
        else:
            gone = {key for key in made if self.rng.random() < 0.15}
        return {key: value for key, value in made.items() if key not in gone}

    def _contexts(self, program: Program) -> list[Program]:
        """Return the program alone, and in one context in which something may go wrong."""
        name = self.rng.choice(list(CONTEXTS))
        other = put(program, name, self.rng) if name != "alone" else None
        found = [program] if other is None else [program, other]
        if other is not None and name == "unused":
            found.reverse()  # such rules may have no other use
        if self.rng.random() < 0.3 and "gradients" not in self.rewriter.rule.claims.ignores:
            name = self.rng.choice(_GRADIENT_CONTEXTS)
            with_gradients = put(program, name, self.rng)
            if with_gradients and any(one.spec.dtype in FLOATS for one in program.inputs):
                found.append(replace(with_gradients, gradients=True))
        return found

    def _attempt(self, program: Program) -> Trial | None:
        try:
            trial = attempt(program, self.rewriter, list(self._contents(program)))
        except NotRunError:
            return None
        self.result.tried += 1
        if trial.refused:
            self.result.refused += 1
            self.problems[trial.refused.splitlines()[0]] += 1
        return trial

    def _contents(self, program: Program) -> Iterator[Program]:
        kinds = list(VALUES)
        if "finite" in self.rewriter.rule.claims.assumes:
            kinds = [kind for kind in kinds if kind not in ("special", "extremes", "large")]
        if program.gradients:
            kinds = ["normal", "ties", "zeros"]
        for _ in range(_CONTENTS):
            kind = self.rng.choice(kinds)
            inputs = []
            for one in program.inputs:
                spec = one.spec
                if spec.values != "index":
                    own = kind if self.rng.random() < 0.7 else self.rng.choice(kinds)
                    spec = replace(spec, values=own, seed=self.rng.randrange(64))
                inputs.append(replace(one, spec=spec))
            yield replace(program, inputs=tuple(inputs))

    def _note(self, number: int, trial: Trial, choices: dict[Key, Any] | None) -> None:
        result = self.result
        result.programs += 1
        result.runs += trial.runs
        result.error = max(result.error, trial.error)
        result.contexts[trial.program.context] += 1
        result.variants[number] += 1
        for one in trial.program.inputs:
            result.dtypes[short_name(one.spec.dtype)] += 1
            result.ranks[len(one.spec.shape)] += 1
            result.layouts[one.spec.layout] += 1
        if trial.program.gradients:
            result.contexts["gradients"] += 1
        if choices is None:
            return
        if len(self.pool) < _POOL:
            self.pool.append((number, choices))
        else:
            self.pool[self.rng.randrange(_POOL)] = (number, choices)

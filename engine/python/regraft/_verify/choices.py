"""Random choices that are remembered by what they were about, so that they can be made again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")
Key = tuple[Any, ...]
"""What a choice is about: ``("size", "x", 0)``. The first word is its topic."""


class Choices:
    """Choices of one program. Those of ``wanted`` are taken where they are possible."""

    def __init__(self, rng: random.Random, wanted: dict[Key, Any] | None = None) -> None:
        self.rng = rng
        self.wanted = wanted or {}
        self.made: dict[Key, Any] = {}

    def pick(self, key: Key, options: Sequence[T], weights: Sequence[float] | None = None) -> T:
        """Return one of the options: the one that was chosen before, the wanted, or any."""
        for known in (self.made, self.wanted):
            if key in known and any(_same(known[key], one) for one in options):
                self.made[key] = known[key]
                return known[key]  # type: ignore[no-any-return]
        made: T
        if len(options) == 1:
            made = options[0]
        elif weights:
            made = self.rng.choices(options, weights)[0]
        else:
            made = self.rng.choice(options)
        self.made[key] = made
        return made

    def chance(self, key: Key, probability: float) -> bool:
        """Return True this often."""
        return self.pick(key, (True, False), (probability, 1 - probability))

    def undo(self, keys: set[Key]) -> None:
        """Forget choices, so that others are made in their place."""
        for key in keys:
            self.made.pop(key, None)
            self.wanted = {k: v for k, v in self.wanted.items() if k != key}


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and repr(one) == repr(other)

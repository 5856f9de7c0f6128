"""The families of random programs: by name, what makes one program grow.

A family is a function of a ``Generator`` that appends steps to it. Its number goes into the seeds of
its programs: it never changes, so that a family and a seed name one program for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import fuzz_family_lists as lists
import fuzz_family_sizes as sizes
import fuzz_family_strides as strides
import fuzz_family_writes as writes
from fuzz_family_shared import shared_inputs
from fuzz_generate import Generator, has_write
from fuzz_program import Program


class Family(NamedTuple):
    """How programs of a family are made, and how many of them may be refused."""

    number: int
    grow: Callable[[Generator], None]
    right_at_least: float
    """The share of graphs with metadata that must come out right; the others may be refused."""
    must_write: bool = True
    """Whether a program that writes nothing is made anew."""


FAMILY: dict[str, Family] = {
    # writes to inputs and intermediates themselves
    "a": Family(0, writes.direct_writes, 0.995),
    # one view, writes through it and reads around it
    "b": Family(1, writes.one_view, 0.99),
    # views of views, writes through several of them
    "c": Family(2, writes.views_of_views, 0.97),
    # inputs that share memory in every way
    "shared": Family(6, shared_inputs, 0.5),
    # lists that one node holds, written and read as a whole, by item and through what they view
    "lists": Family(5, lists.lists_of_one_node, 0.97),
    # as_strided of anything, within what it is taken of and beyond
    "strided": Family(3, strides.strided, 0.85),
    # whatever depends on strides, of tensors that were written
    "observed": Family(4, strides.observed, 0.9),
    # tensors of no elements, of one, of no dimensions; layers that normalise and keep statistics
    "sizes": Family(7, sizes.odd_sizes, 0.97),
}
FAMILIES = tuple(FAMILY)
OLD_FAMILIES = ("a", "b", "c")
"""Those that the tests run in greater numbers."""


def generate(name: str, seed: int) -> Program:
    """Return the program of this family and seed."""
    family = FAMILY[name]
    for attempt in range(100):
        generator = Generator(hash((family.number % 2, family.number // 2, seed, attempt)))
        family.grow(generator)
        program = generator.finish()
        if program is not None and (has_write(program) or not family.must_write):
            return program
    raise AssertionError(f"no program for family {name}, seed {seed}")

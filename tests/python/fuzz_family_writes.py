"""Families of random programs that write: to tensors themselves, through one view, through many."""

from __future__ import annotations

from fuzz_generate import Generator
from fuzz_program import Var


def direct_writes(g: Generator) -> None:
    """Write to inputs and intermediates themselves."""
    g.begin()
    for _ in range(g.rng.randint(1, 4)):
        roll = g.rng.random()
        if roll < 0.65:
            g.write(g.some_variable())
        else:
            g.read(g.some_variable())


def one_view(g: Generator) -> None:
    """Take one view, write through it and read around it."""
    base = g.begin()
    view = g.view(base)
    if view is None:
        return
    views = [Var(g.steps[-1].result, i) for i in range(len(view))] if isinstance(view, list) else []
    view_variable = g.rng.choice(views) if views else Var(g.steps[-1].result)
    if isinstance(view, list) and not views:
        return
    for _ in range(g.rng.randint(1, 3)):
        roll = g.rng.random()
        if roll < 0.55:
            g.write(view_variable)
        elif roll < 0.75:
            g.write(base)
        else:
            g.read(g.rng.choice([base, view_variable]))


def views_of_views(g: Generator) -> None:
    """Take views of views and write through several of them."""
    g.begin()
    for _ in range(g.rng.randint(1, 3)):
        g.view(g.some_variable())
    for _ in range(g.rng.choice([2, 3, 4, 5, 6, 7, 12])):
        roll = g.rng.random()
        if roll < 0.5:
            g.write(g.some_variable())
        elif roll < 0.75:
            g.view(g.some_variable())
        elif roll < 0.82:
            g.view_in_place(g.some_variable())
        else:
            g.read(g.some_variable())

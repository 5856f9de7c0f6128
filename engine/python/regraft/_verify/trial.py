"""Trying one program: run it, rewrite it, run it again, and compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch.fx import GraphModule

from .compare import Difference, Seen, compare
from .program import Program, graph_of, run_all, run_graph
from .rewriting import RefusedError, Rewriter
from .schemas import is_random
from .tensors import FLOATS, copies

_SEED = 20
_GRADIENT_BOUND = 1e-4
"""Sums of gradients may be taken in another order: their bits are not compared."""


class NotRunError(Exception):
    """PyTorch does not run the program."""


@dataclass
class Trial:
    """A program that was tried."""

    program: Program
    gm: GraphModule | None = None
    """The rewritten graph; None: the rule was not applied."""
    refused: str = ""
    difference: Difference | None = None
    error: float = 0.0
    """The largest of what is approximate."""
    runs: int = 0
    reach: set[str] = field(default_factory=set)


def attempt(program: Program, rewriter: Rewriter, contents: Sequence[Program] = ()) -> Trial:
    """Rewrite a program, and run it before and after: on its own inputs, and on those of
    ``contents``, which are the same program with other contents of inputs.

    Stops at the first difference. Raises NotRunError where PyTorch does not run it.
    """
    try:
        values = run_all(program, program.tensors())
    except Exception as error:  # whatever PyTorch raises
        raise NotRunError(str(error)) from error
    gm = graph_of(program, values)
    trial = Trial(program)
    try:
        if not rewriter.apply(gm):
            return trial
    except RefusedError as error:
        trial.refused = str(error)
        return trial
    trial.gm = gm
    for one in (program, *contents):
        trial.runs += 1
        difference, error_found = difference_of(one, gm, rewriter)
        trial.error = max(trial.error, error_found)
        if difference is not None:
            trial.program, trial.difference = one, difference
            break
    return trial


def difference_of(
    program: Program, gm: GraphModule, rewriter: Rewriter
) -> tuple[Difference | None, float]:
    """Compare a program with its rewritten graph on the program's inputs."""
    claims = rewriter.rule.claims
    tensors = program.tensors()
    random = any(is_random(call.target) for call in program.calls)
    old = observe(_before(program), tensors, random, program.gradients)
    new = observe(lambda inputs: run_graph(gm, inputs), tensors, random, program.gradients)
    exact = None
    if claims.approximate is not None and not old.raised:
        precise = in_double(program)
        exact = observe(_before(precise), precise.tensors(), random, False)
    if program.gradients:
        if old.raised or new.raised:
            return None, 0.0
        rough = replace(claims, approximate=max(claims.approximate or 0.0, _GRADIENT_BOUND))
        return compare(
            replace(old, outputs=(), inputs=()), replace(new, outputs=(), inputs=()), rough
        )
    return compare(old, new, claims, exact)


def _before(program: Program) -> Callable[[list[torch.Tensor]], tuple[Any, ...]]:
    def run(inputs: list[torch.Tensor]) -> tuple[Any, ...]:
        values = run_all(program, inputs)
        return tuple(values[name] for name in program.outputs)

    return run


def observe(
    run: Callable[[list[torch.Tensor]], tuple[Any, ...]],
    tensors: list[torch.Tensor],
    random: bool,
    gradients: bool,
) -> Seen:
    """Run on copies of the tensors, and return what a caller sees."""
    inputs = copies(tensors)
    if gradients:
        for one in inputs:
            if one.is_floating_point():
                one.requires_grad_()
    if random:
        torch.manual_seed(_SEED)
    try:
        outputs = run(inputs)
        found = _gradients(outputs, inputs) if gradients else ()
    except Exception as error:  # whatever PyTorch raises is what the caller sees
        return Seen(raised=f"{type(error).__name__}: {error}")
    return Seen(outputs, tuple(inputs), gradients=found)


def _gradients(
    outputs: tuple[Any, ...], inputs: list[torch.Tensor]
) -> tuple[torch.Tensor | None, ...]:
    leaves = [one for one in inputs if one.requires_grad]
    roots = [one for one in outputs if isinstance(one, torch.Tensor) and one.requires_grad]
    if not leaves or not roots:
        return tuple(None for _ in leaves)
    seeds = [
        torch.linspace(0.5, 1.5, one.numel(), dtype=one.dtype).view(one.shape) for one in roots
    ]
    return torch.autograd.grad(roots, leaves, seeds, allow_unused=True)


def in_double(program: Program) -> Program:
    """Return the program with the same contents in float64, as far as they are floats."""
    inputs = []
    for one in program.inputs:
        spec = one.spec
        if spec.dtype in FLOATS and one.view_of is None:
            values = tuple(spec.make().double().flatten().tolist())
            spec = replace(spec, dtype=torch.float64, values=values)
        inputs.append(replace(one, spec=spec))
    return replace(program, inputs=tuple(inputs))

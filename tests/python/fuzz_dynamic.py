"""Random programs captured with symbolic sizes, rewritten once and run at several sizes.

    python fuzz_dynamic.py --count 150 --seed 1
    python fuzz_semantics.py --family b --form dynamic --program 1000017

A program is captured by ``torch.compile(dynamic=True)`` and rewritten. The rewritten graph runs at the
sizes of the program and at two further ones, where the program has such: it must be valid there, and
Dynamo's guards must let them through, so that it would use the same graph. Prints what became of the
programs, and of the same ones captured with the sizes that they have.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Callable, Iterator, Sequence

import torch

from fuzz_capture import Graph, capture_compiled
from fuzz_check import (
    REFUSED,
    RIGHT,
    UNCAPTURED,
    Candidate,
    Result,
    answers,
    expected_of,
    judge,
)
from fuzz_program import Input, Invalid, Program, validate

FURTHER_SIZES = 2

Resize = Callable[[int], int]
"""Gives another size for one that is at least 2. Dynamo takes smaller ones as numbers."""


def resized(program: Program, resize: Resize) -> Program:
    """Return the program with other sizes of its inputs: equal ones stay equal."""
    inputs = {name: _resized_input(given, resize) for name, given in program.inputs.items()}
    return dataclasses.replace(program, inputs=inputs)


def _resized_input(given: Input, resize: Resize) -> Input:
    shape = tuple(resize(size) if size > 1 else size for size in given.shape)
    below = given.below
    if below is not None and below > 1:
        below = resize(below)
    stride = _resized_stride(given, shape)
    return dataclasses.replace(given, shape=shape, stride=stride, below=below)


def _resized_stride(given: Input, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return strides in the same order, with the same gaps."""
    stride = list(given.stride)
    reach = new_reach = 1
    for dim in sorted(range(len(shape)), key=lambda d: (given.stride[d], given.shape[d])):
        gap, rest = divmod(given.stride[dim], reach) if reach else (0, 0)
        stride[dim] = new_reach * gap + rest
        reach = given.stride[dim] * max(given.shape[dim], 1)
        new_reach = stride[dim] * max(shape[dim], 1)
    return tuple(stride)


def _resizes(program: Program) -> Iterator[Resize]:
    """Yield ways to other sizes: of all of them, then of one alone."""
    yield lambda size: size + 1
    yield lambda size: 2 * size
    yield lambda size: 3 * size + 2
    sizes = {size for given in program.inputs.values() for size in given.shape if size > 1}
    for one in sorted(sizes):
        yield lambda size, one=one: size + 1 if size == one else size
        yield lambda size, one=one: 2 * size if size == one else size
        yield lambda size, one=one: size - 1 if size == one > 2 else size


def further_programs(program: Program, graph: Graph) -> list[Program]:
    """Return the program at further sizes at which its graph would be used."""
    if any(given.buffer is not None for given in program.inputs.values()):
        return []
    found: list[Program] = []
    for resize in _resizes(program):
        other = resized(program, resize)
        if other == program or other in found or not _takes(graph, other):
            continue
        found.append(other)
        if len(found) == FURTHER_SIZES:
            break
    return found


def _takes(graph: Graph, program: Program) -> bool:
    """Tell whether the program is valid and Dynamo would run it by this graph."""
    try:
        validate(program)
        with torch.compiler.set_stance("fail_on_recompile"):
            graph.run_with(graph.gm.forward, program.make_inputs())
    except (Invalid, RuntimeError, IndexError, ValueError, TypeError, AttributeError):
        return False
    return True


def capture_dynamic(program: Program) -> Graph:
    """Capture a program as torch.compile does at the second shape that it sees."""
    return capture_compiled(program, dynamic=True)


def check_dynamic(programs: Sequence[Program]) -> list[Result]:
    """Return what becomes of each program at its own and at further sizes: the first not right."""
    torch._dynamo.reset()
    captured: dict[int, Graph] = {}
    results: dict[int, Result] = {}
    for place, program in enumerate(programs):
        try:
            captured[place] = capture_dynamic(program)
        except Exception as error:  # whatever PyTorch raises
            results[place] = Result(UNCAPTURED, f"{type(error).__name__}: {error}")
    texts = [graph.text for graph in captured.values()]
    for (place, graph), answer in zip(captured.items(), answers(texts), strict=True):
        results[place] = _judge_at_all_sizes(programs[place], graph, answer)
    return [results[place] for place in range(len(programs))]


def _judge_at_all_sizes(program: Program, graph: Graph, answer: object) -> Result:
    result = judge(Candidate(program, graph, expected_of(program)), answer)
    if result.outcome != RIGHT:
        return result
    for other in further_programs(program, graph):
        result = judge(Candidate(other, graph, expected_of(other)), answer)
        if result.outcome != RIGHT:
            sizes = ", ".join(f"{name}: {given}" for name, given in other.inputs.items())
            result.detail += f"\nat the sizes {sizes}"
            return result
    return result


# The figures --------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    import fuzz_semantics
    from fuzz_families import FAMILIES

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--family", choices=FAMILIES, nargs="+", default=["a", "b", "c"])
    parser.add_argument("--count", type=int, default=150, help="programs a family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--shrink", type=int, default=10, help="how many failures to shrink")
    parser.add_argument("--show-refused", action="store_true", help="shrink one of each reason")
    options = parser.parse_args(arguments)
    fuzz_semantics.quiet()
    given = options.family, options.count, options.seed
    static = fuzz_semantics.run(*given, "dynamo", options.jobs)
    dynamic = fuzz_semantics.run(*given, "dynamic", options.jobs)
    print("with the sizes that they have:")
    print(f"{static.table()}\n\n{static.reasons_table(REFUSED)}\n\nwith symbolic sizes:")
    fuzz_semantics.report(dynamic, options.shrink, options.show_refused)
    return 1 if dynamic.failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""Is every call of PyTorch's own test database that writes rewritten to what it computes?

    python opinfo_semantics.py                  all operators; prints a table for each kind of call
    python opinfo_semantics.py --kind inplace --op add --op index_put --samples 20

``opinfo_cases.py`` has the kinds. Each call is tried as a graph of ATen operators and as a graph of
methods and functions as Dynamo makes them. What came out is compared with the captured graph run as
it is.
"""

from __future__ import annotations

import argparse
import collections
import functools
import multiprocessing
import operator
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.fx import GraphModule
from torch.fx.experimental.proxy_tensor import make_fx
from torch.overrides import TorchFunctionMode

import oracle
from fuzz_capture import Graph, call_with
from fuzz_check import (
    BREAKS,
    OUTCOMES,
    REFUSED,
    RIGHT,
    UNCAPTURED,
    WRONG,
    Candidate,
    Result,
    answers,
    assert_same_bits,
    assert_same_sums,
    judge,
)
from fuzz_program import map_leaves, tensors_in
from fuzz_semantics import quiet
from fx_text import dumps
from opinfo_cases import DTYPES, KINDS, Case, cases, operators

FORMS = ("fx", "aten")
SAMPLES = 3
"""How many samples of an operator and dtype are tried where nothing else is asked for."""
ROUNDED = "rounded"
"""What differs in the last bits of floats alone. Kernels of PyTorch round otherwise where out= lies
otherwise, so these are no faults of a rewriting, and those that are must not drown in them."""
COLUMNS = (*OUTCOMES, ROUNDED)


@dataclass
class Table:
    """What became of the cases, by operator."""

    outcomes: collections.Counter = field(default_factory=collections.Counter)
    """By (operator, outcome)."""
    reasons: dict[str, str] = field(default_factory=dict)
    """Why an operator was refused, by operator: one reason of perhaps several."""
    refusals: collections.Counter = field(default_factory=collections.Counter)
    """By (reason, operator)."""
    failures: list[tuple[str, str, Result]] = field(default_factory=list)
    """(case, form, result) of what came out wrong or breaks."""

    def add(self, other: Table) -> None:
        """Add what became of other cases."""
        self.outcomes += other.outcomes
        self.reasons |= other.reasons
        self.refusals += other.refusals
        self.failures += other.failures

    def refusals_text(self) -> str:
        """Return the reasons of refusals, the most frequent first, each with its operators."""
        by_reason: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
        for (reason, op), count in self.refusals.items():
            by_reason[reason][op] += count
        ordered = sorted(by_reason.items(), key=lambda item: (-item[1].total(), item[0]))
        return "\n".join(
            f"{counts.total():>7}  {reason[:160]}\n         {', '.join(sorted(counts))}"
            for reason, counts in ordered
        )

    def failures_text(self, most: int) -> str:
        """Return the first failures, with the graphs."""
        return "\n\n".join(
            f"---- {result.outcome}, form {form}: {name}\n"
            f"{result.detail}\n{result.text}\n{result.rewritten}"
            for name, form, result in self.failures[:most]
        )

    def count(self, outcome: str) -> int:
        """Return how many cases came to this."""
        return sum(n for (_, found), n in self.outcomes.items() if found == outcome)

    def text(self) -> str:
        """Return a line for each operator and the sums."""
        names = sorted({op for op, _ in self.outcomes})
        width = max(map(len, names), default=8)
        lines = [" " * width + "".join(f"{outcome:>11}" for outcome in COLUMNS)]
        for op in names:
            counts = "".join(f"{self.outcomes[op, outcome]:>11}" for outcome in COLUMNS)
            lines.append(f"{op:<{width}}{counts}  {self.reasons.get(op, '')[:150]}".rstrip())
        sums = "".join(f"{self.count(outcome):>11}" for outcome in COLUMNS)
        return "\n".join([*lines, f"{f'{len(names)} operators':<{width}}{sums}"])


# Capturing ----------------------------------------------------------------------------------------


def capture(case: Case, form: str) -> Graph:
    """Capture a case as a graph."""
    if form == "aten":
        gm = make_fx(case.function, tracing_mode="fake")(*case.make_inputs())
    else:
        gm = trace(case)
    return Graph(gm, dumps(gm), call_with)


def trace(case: Case) -> GraphModule:
    """Run a case and record what it calls as a graph, with the real tensors as example values."""
    graph = torch.fx.Graph()
    recorder = _Recorder(graph)
    inputs = case.make_inputs()
    for place, tensor in enumerate(inputs):
        recorder.keep(tensor, graph.placeholder(f"l_i{place}_"))
    with recorder:
        result = case.function(*inputs)
    graph.output(recorder.nodes_for(result))
    return GraphModule(torch.nn.Module(), graph)


class _Recorder(TorchFunctionMode):
    """Adds a node for each call that takes tensors and returns some, spelled as Dynamo does."""

    def __init__(self, graph: torch.fx.Graph) -> None:
        super().__init__()
        self.graph = graph
        self.nodes: dict[int, torch.fx.Node] = {}
        self.alive: list[torch.Tensor] = []  # so that no other tensor gets the id of one

    def keep(self, tensor: torch.Tensor, node: torch.fx.Node) -> None:
        """Note which node a tensor comes from."""
        self.nodes[id(tensor)] = node
        self.alive.append(tensor)
        node.meta.setdefault("example_value", tensor)

    def nodes_for(self, value: Any) -> Any:
        """Put nodes in the place of tensors."""
        return map_leaves(lambda tensor: self.nodes[id(tensor)], torch.Tensor, value)

    def __torch_function__(
        self, func: Callable, types: Any, args: tuple = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        read, made = tensors_in((args, kwargs)), tensors_in(result)
        if made and all(id(tensor) in self.nodes for tensor in read):
            node = self._add(func, self.nodes_for(args), self.nodes_for(kwargs))
            if isinstance(result, torch.Tensor):
                self.keep(result, node)
            else:
                self._keep_items(result, node)
        return result

    def _add(self, func: Callable, args: tuple, kwargs: dict[str, Any]) -> torch.fx.Node:
        name = func.__name__
        if name == "__getitem__":
            return self.graph.call_function(operator.getitem, args, kwargs)
        if getattr(torch.Tensor, name, None) is func:
            return self.graph.call_method(name, args, kwargs)
        return self.graph.call_function(func, args, kwargs)

    def _keep_items(self, result: Any, node: torch.fx.Node) -> None:
        node.meta["example_value"] = tuple(result)
        for place, item in enumerate(result):
            self.keep(item, self.graph.call_function(operator.getitem, (node, place)))


# Checking -----------------------------------------------------------------------------------------


def check(
    op: str, kind: str = "inplace", most: int = SAMPLES, forms: Sequence[str] = FORMS
) -> Table:
    """Check the calls of a kind of an operator on samples of all dtypes."""
    found = [case for dtype in DTYPES for case in cases(kind, op, dtype, most)]
    return tally(op, found, forms)


def tally(op: str, found: Sequence[Case], forms: Sequence[str]) -> Table:
    """Check cases of an operator in forms of graph."""
    quiet()
    table = Table()
    for form in forms:
        for case, result in zip(found, _results(found, form), strict=True):
            table.outcomes[op, result.outcome] += 1
            if result.outcome == REFUSED:
                table.reasons.setdefault(op, result.reason)
                table.refusals[result.reason, op] += 1
            if result.outcome in (WRONG, BREAKS):
                table.failures.append((case.name, form, result))
    return table


def _results(found: Sequence[Case], form: str) -> list[Result]:
    candidates: list[Candidate | Result] = [_candidate(case, form) for case in found]
    texts = [c.graph.text for c in candidates if isinstance(c, Candidate)]
    answer = iter(answers(texts))
    return [
        _judge(candidate, next(answer)) if isinstance(candidate, Candidate) else candidate
        for candidate in candidates
    ]


def _judge(candidate: Candidate, answer: Any) -> Result:
    result = judge(candidate, answer, assert_alike)
    if result.outcome == WRONG and judge(candidate, answer, assert_same_sums).outcome == RIGHT:
        return Result(ROUNDED, result.reason)
    return result


def assert_alike(actual: Any, expected: Any, what: str) -> None:
    """Assert that two values agree: bit for bit, but for the rounding of complex numbers.

    PyTorch itself rounds ``x.div_(y)`` and ``x.div(y)`` differently where they are complex.
    """
    if isinstance(expected, torch.Tensor) and expected.is_complex():
        torch.testing.assert_close(
            actual, expected, rtol=1e-5, atol=1e-5, equal_nan=True, msg=lambda m: f"{what}: {m}"
        )
    else:
        assert_same_bits(actual, expected, what)


def _candidate(case: Case, form: str) -> Candidate | Result:
    """Capture a case and run the graph as it is; the rewritten one gets the same random state."""
    try:
        graph = capture(case, form)
        expected = oracle.observe(lambda inputs: graph.gm.forward(*inputs), case.make_inputs)
    except Exception as error:  # whatever PyTorch raises
        return Result(UNCAPTURED, f"{type(error).__name__}: {error}")
    return Candidate(case, graph, expected)


def check_all(
    names: Sequence[str],
    kind: str = "inplace",
    most: int = SAMPLES,
    jobs: int = 2,
    forms: Sequence[str] = FORMS,
) -> Table:
    """Check operators in several processes."""
    operators(kind)  # before the processes part
    one = functools.partial(check, kind=kind, most=most, forms=forms)
    return in_processes(one, names, jobs)


def in_processes(
    one: Callable[[str], Table], names: Sequence[str], jobs: int, each: int | None = None
) -> Table:
    """Check operators in several processes, of which none checks more than ``each`` parts."""
    total = Table()
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=each) as pool:
        for table in pool.imap(one, names, chunksize=4):
            total.add(table)
    return total


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--op", action="append", help="only this operator (may be given again)")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only calls of this kind")
    parser.add_argument("--form", action="append", choices=FORMS, help="only this form of graph")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="of each operator and dtype")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--show", type=int, default=20, help="how many failures to show")
    parser.add_argument("--list", action="store_true", help="name all failures")
    options = parser.parse_args(arguments)
    failed = False
    for kind in options.kind or KINDS:
        known = operators(kind)
        names = [name for name in options.op or known if name in known]
        table = check_all(names, kind, options.samples, options.jobs, options.form or FORMS)
        print(table.failures_text(options.show))
        if options.list:
            for name, form, result in table.failures:
                print(f"  {result.outcome} --kind {kind} --form {form}: {name}")
        print(f"{kind}:\n{table.text()}\n{table.refusals_text()}", flush=True)
        failed |= bool(table.failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

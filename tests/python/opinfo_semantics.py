"""Is every in-place operator of PyTorch's own test database rewritten to what it computes?

    python opinfo_semantics.py                  all operators; prints a table
    python opinfo_semantics.py --op add --op index_put --samples 20

Each sample is tried as it is (``x.op_(…)``) and on a row of a larger tensor that is read
afterwards, as a graph of ATen operators and as a graph of methods and functions as Dynamo makes
them. What came out is compared with the captured graph run as it is.
"""

from __future__ import annotations

import argparse
import collections
import functools
import multiprocessing
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.fx import GraphModule
from torch.fx.experimental.proxy_tensor import make_fx
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree

import oracle
from fuzz_capture import Graph, call_with
from fuzz_check import (
    BREAKS,
    OUTCOMES,
    REFUSED,
    UNCAPTURED,
    WRONG,
    Candidate,
    Result,
    answers,
    assert_same_bits,
    judge,
)
from fuzz_program import map_leaves, tensors_in
from fuzz_semantics import quiet
from fx_text import dumps

DTYPES = (torch.float32, torch.int64, torch.bool, torch.complex64)
FORMS = ("fx", "aten")
SAMPLES = 3
"""How many samples of an operator and dtype are tried where nothing else is asked for."""
_MOST_ELEMENTS = 4096
_MOST_LOOKED_AT = 40


@dataclass(frozen=True)
class Case:
    """One call of an operator: a function of tensors, and the tensors."""

    name: str
    function: Callable
    tensors: tuple[torch.Tensor, ...]

    def make_inputs(self) -> list[torch.Tensor]:
        """Return fresh inputs."""
        return [tensor.clone() for tensor in self.tensors]


@dataclass
class Table:
    """What became of the cases, by operator."""

    outcomes: collections.Counter = field(default_factory=collections.Counter)
    """By (operator, outcome)."""
    reasons: dict[str, str] = field(default_factory=dict)
    """Why an operator was refused, by operator: one reason of perhaps several."""
    failures: list[tuple[str, str, Result]] = field(default_factory=list)
    """(case, form, result) of what came out wrong or breaks."""

    def add(self, other: Table) -> None:
        """Add what became of other cases."""
        self.outcomes += other.outcomes
        self.reasons |= other.reasons
        self.failures += other.failures

    def count(self, outcome: str) -> int:
        """Return how many cases came to this."""
        return sum(n for (_, found), n in self.outcomes.items() if found == outcome)

    def text(self) -> str:
        """Return a line for each operator and the sums."""
        names = sorted({op for op, _ in self.outcomes})
        width = max(map(len, names), default=8)
        lines = [" " * width + "".join(f"{outcome:>11}" for outcome in OUTCOMES)]
        for op in names:
            counts = "".join(f"{self.outcomes[op, outcome]:>11}" for outcome in OUTCOMES)
            lines.append(f"{op:<{width}}{counts}  {self.reasons.get(op, '')[:150]}".rstrip())
        sums = "".join(f"{self.count(outcome):>11}" for outcome in OUTCOMES)
        return "\n".join([*lines, f"{f'{len(names)} operators':<{width}}{sums}"])


# Cases --------------------------------------------------------------------------------------------


@functools.cache
def operators() -> dict[str, Any]:
    """Return the operators of the database that have an in-place variant, by name and variant."""
    from torch.testing._internal.common_methods_invocations import op_db

    return {
        " ".join(filter(None, (info.name, info.variant_test_name))): info
        for info in op_db
        if info.inplace_variant is not None
    }


def cases(op: str, dtype: torch.dtype, most: int) -> Iterator[Case]:
    """Yield the cases of an operator and dtype that eager PyTorch accepts."""
    info = operators()[op]
    if dtype not in info.supported_dtypes("cpu"):
        return
    for place, sample in enumerate(_samples(info, dtype, most)):
        name = f"{op} {dtype} sample {place}"
        yield from _accepted(_direct(name, info, sample))
        yield from _accepted(_on_a_row(name, info, sample))


def _samples(info: Any, dtype: torch.dtype, most: int) -> list[Any]:
    """Return samples, taken evenly from the first ones of the database."""
    torch.manual_seed(oracle.SEED)
    found = []
    for sample in info.sample_inputs("cpu", dtype, requires_grad=False):
        is_small = isinstance(sample.input, torch.Tensor) and sample.input.numel() <= _MOST_ELEMENTS
        if is_small and not sample.broadcasts_input:
            found.append(sample)
        if len(found) == _MOST_LOOKED_AT:
            break
    step = max(len(found) // most, 1)
    return found[::step][:most]


def _direct(name: str, info: Any, sample: Any) -> Case:
    """Write the input itself."""
    tensors, call = _call(info, sample)
    return Case(name, lambda *inputs: (call(*inputs),), tensors)


def _on_a_row(name: str, info: Any, sample: Any) -> Case:
    """Write a row of a tensor that holds the sample twice; read the tensor and another row."""
    (first, *rest), call = _call(info, sample)
    both = torch.stack([first, first])

    def function(x: torch.Tensor, *others: torch.Tensor) -> tuple:
        row, other_row = x[0], x[1]
        before = x.clone()
        call(row, *others)
        return before, x.clone(), other_row

    return Case(f"{name}, a row", function, (both, *rest))


def _call(info: Any, sample: Any) -> tuple[tuple[torch.Tensor, ...], Callable]:
    """Return the tensors of a sample and a function that calls the variant with their like."""
    leaves, spec = pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]

    def call(*tensors: torch.Tensor) -> Any:
        filled = list(leaves)
        for place, tensor in zip(places, tensors, strict=True):
            filled[place] = tensor
        first, args, kwargs = pytree.tree_unflatten(filled, spec)
        return info.inplace_variant(first, *args, **kwargs)

    return tuple(leaves[place].detach().clone() for place in places), call


def _accepted(case: Case) -> Iterator[Case]:
    """Yield the case if it can be run and leaves the layouts of its inputs as they are."""
    inputs = case.make_inputs()
    try:
        case.function(*inputs)
    except Exception:  # whatever PyTorch raises for a sample that is not for in-place use
        return
    if [(t.shape, t.stride()) for t in inputs] == [(t.shape, t.stride()) for t in case.tensors]:
        yield case


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


def check(op: str, most: int = SAMPLES) -> Table:
    """Check an operator on samples of all dtypes in all forms."""
    quiet()
    table = Table()
    found = [case for dtype in DTYPES for case in cases(op, dtype, most)]
    for form in FORMS:
        for case, result in zip(found, _results(found, form), strict=True):
            table.outcomes[op, result.outcome] += 1
            if result.outcome == REFUSED:
                table.reasons.setdefault(op, result.reason)
            if result.outcome in (WRONG, BREAKS):
                table.failures.append((case.name, form, result))
    return table


def _results(found: Sequence[Case], form: str) -> list[Result]:
    candidates: list[Candidate | Result] = [_candidate(case, form) for case in found]
    texts = [c.graph.text for c in candidates if isinstance(c, Candidate)]
    answer = iter(answers(texts))
    return [
        judge(candidate, next(answer), assert_alike)
        if isinstance(candidate, Candidate)
        else candidate
        for candidate in candidates
    ]


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


def check_all(names: Sequence[str], most: int = SAMPLES, jobs: int = 2) -> Table:
    """Check operators in several processes."""
    operators()  # before the processes part
    total = Table()
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for table in pool.imap(functools.partial(check, most=most), names, chunksize=4):
            total.add(table)
    return total


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--op", action="append", help="only this operator (may be given again)")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="of each operator and dtype")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--show", type=int, default=20, help="how many failures to show")
    options = parser.parse_args(arguments)
    table = check_all(options.op or list(operators()), options.samples, options.jobs)
    for name, form, result in table.failures[: options.show]:
        print(f"---- {result.outcome}, form {form}: {name}\n{result.detail}")
        print(f"{result.text}\n{result.rewritten}\n")
    print(table.text())
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())

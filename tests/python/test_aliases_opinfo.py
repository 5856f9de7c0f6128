"""Writes to an argument or to the result after calls whose result may view their arguments.

PyTorch's own samples of the operators; the graph is built in Dynamo's style, rewritten, and compared
with the eager run. Nothing may come out wrong; how much may be refused is said for each operator.
"""

from __future__ import annotations

import copy
import functools
import operator
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.fx import Graph, GraphModule
from torch.testing._internal.common_methods_invocations import op_db

import fuzz_check
import oracle
from fuzz_capture import Graph as Captured
from fuzz_capture import call_with
from fuzz_check import REFUSED, RIGHT, Candidate
from fuzz_program import bytes_of
from fx_text import dumps

_SAMPLES = 12
MASKED = sorted({op.name for op in op_db if op.name.startswith("masked.")})
NAMES = ["meshgrid", "broadcast_tensors", "cartesian_prod", "einsum", "resolve_neg", *MASKED]
MAY_BE_REFUSED = ("resolve_neg", "masked.prod")
"""Whether an input is lazily negated its metadata do not tell, nor whether ``masked.prod`` of one
number returns it as it is."""


class Case:
    """A call, and a write to its first tensor or to its result, which are read after it."""

    def __init__(self, function: Callable, sample: Any, writes_result: bool) -> None:
        """Keep what is called and its arguments."""
        self.function, self.sample, self.writes_result = function, sample, writes_result
        self.tensors: list[torch.Tensor] = []
        arguments = (sample.input, *sample.args), sample.kwargs
        if function is torch.einsum:
            arguments = (sample.args[0], *sample.input), {}
        self.arguments = torch.utils._pytree.tree_map_only(torch.Tensor, self._place, arguments)

    def _place(self, tensor: torch.Tensor) -> _Place:
        self.tensors.append(tensor.detach())
        return _Place(len(self.tensors) - 1)

    def make_inputs(self) -> list[torch.Tensor]:
        """Return fresh inputs."""
        return [copy.deepcopy(tensor) for tensor in self.tensors]

    def run(self, call: Callable[..., Any], inputs: list[Any]) -> tuple:
        """Make the steps of the program through ``call``: eagerly, or as nodes of a graph."""
        fill = torch.utils._pytree.tree_map_only
        args, kwargs = fill(_Place, lambda place: inputs[place.number], self.arguments)
        made = call(self.function, *args, **kwargs)
        result = made.items[0] if isinstance(made, _Made) else made
        result = result[0] if isinstance(result, (list, tuple)) else result
        target = result if self.writes_result else inputs[0]
        if isinstance(target, torch.Tensor) and bytes_of(target) is None:
            raise RuntimeError("elements are repeated: what cannot be added to need not be zeroed")
        call(torch.Tensor.zero_, target)
        return call(torch.clone, result), call(torch.clone, inputs[0])


def _eager(function: Callable, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


class _Place:
    """Stands for a tensor among arguments."""

    def __init__(self, number: int) -> None:
        self.number = number


class _Made:
    """A node of several results, with the items taken out."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items


def build(case: Case) -> GraphModule:
    """Build the graph of a case, with the real tensors as example values."""
    graph = Graph()
    nodes = []
    values: dict[Any, Any] = {}
    for number, tensor in enumerate(case.make_inputs()):
        node = graph.placeholder(f"x{number}")
        node.meta["example_value"] = values[node] = tensor
        nodes.append(node)

    def call(function: Callable, *args: Any, **kwargs: Any) -> Any:
        node = graph.call_function(function, args, kwargs)
        real = torch.fx.node.map_arg((args, kwargs), lambda n: values[n])
        result = function(*real[0], **real[1])
        node.meta["example_value"] = values[node] = result
        if not isinstance(result, (list, tuple)):
            return node
        item = graph.call_function(operator.getitem, (node, 0))
        item.meta["example_value"] = values[item] = result[0]
        return _Made([item])

    graph.output(case.run(call, nodes))
    return GraphModule(torch.nn.Module(), graph)


def cases(name: str) -> list[Case]:
    """Return the cases of an operator on which the eager run itself succeeds."""
    found = []
    for op in (op for op in op_db if op.name == name):
        for sample in list(op.sample_inputs("cpu", torch.float32))[:_SAMPLES]:
            for writes_result in (False, True):
                case = Case(torch.einsum if name == "einsum" else op.op, sample, writes_result)
                if not case.tensors:
                    continue
                try:
                    case.run(_eager, case.make_inputs())
                except RuntimeError:  # PyTorch itself refuses to write it
                    continue
                found.append(case)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_writes_around(regraft: None, name: str) -> None:
    """The rewritten graph computes the same; what must be known is not refused."""
    warnings.simplefilter("ignore")
    tried = cases(name)
    assert tried
    graphs = [build(case) for case in tried]
    texts = [dumps(gm) for gm in graphs]
    answers = fuzz_check.answers(texts)
    outcomes = []
    for case, gm, text, answer in zip(tried, graphs, texts, answers, strict=True):
        expected = oracle.observe(functools.partial(case.run, _eager), case.make_inputs)
        candidate = Candidate(case, Captured(gm, text, call_with), expected)
        outcomes.append(fuzz_check.judge(candidate, answer))
    allowed = (RIGHT,) if name not in MAY_BE_REFUSED else (RIGHT, REFUSED)
    bad = [result for result in outcomes if result.outcome not in allowed]
    assert not bad, (
        f"{len(bad)} of {len(outcomes)}: {bad[0].outcome}\n{bad[0].detail}\n{bad[0].text}"
    )

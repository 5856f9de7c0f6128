"""Lists that one node holds, through the Python package."""

from __future__ import annotations

import operator

import pytest
import torch
from torch.fx import Graph, GraphModule

import oracle
import package_path  # noqa: F401  the tree's package becomes importable
import regraft
from fuzz_check import REFUSED, RIGHT
from fuzz_families import generate
from fuzz_package import PACKAGE_FORMS

SEEDS = range(2_000_000, 2_000_030)


@pytest.mark.parametrize("form, seeds", [("module", SEEDS), ("backend", SEEDS[:8])])
def test_programs_of_the_family(regraft: None, form: str, seeds: range) -> None:
    """Programs of the family ``lists`` come out right, or are refused."""
    results = [PACKAGE_FORMS[form](generate("lists", seed)) for seed in seeds]
    bad = [result for result in results if result.outcome not in (RIGHT, REFUSED, "uncaptured")]
    assert not bad, bad[0].detail
    assert sum(result.outcome == RIGHT for result in results) > len(results) / 2


def _graph_of_chunks(example: torch.Tensor | None) -> GraphModule:
    """Return ``c = torch.chunk(x, 2); torch._foreach_add_(c, 1); return x.sum()``."""
    graph = Graph()
    x = graph.placeholder("x")
    pieces = graph.call_function(torch.chunk, (x, 2))
    written = graph.call_function(torch._foreach_add_, (pieces, 1))
    total = graph.call_method("sum", (x,))
    graph.output((total,))
    if example is not None:
        x.meta["example_value"] = example
        pieces.meta["example_value"] = written.meta["example_value"] = torch.chunk(example, 2)
        total.meta["example_value"] = example.sum()
    return GraphModule(torch.nn.Module(), graph)


@pytest.mark.parametrize("example", [torch.zeros(4), None], ids=["annotated", "plain"])
def test_a_written_list_of_views(example: torch.Tensor | None) -> None:
    """The write reaches what the list views, and the input is returned."""
    gm = _graph_of_chunks(example)
    _, metadata = regraft.rewrite(gm, skip=["device_rewriter"])
    assert not oracle.writing_nodes(gm)
    assert metadata["aliasing_output_rewrite"]["io_map"] == {1: 0}
    total, final = gm(torch.arange(4.0))
    assert total == 10
    assert final.tolist() == [1, 2, 3, 4]


def test_an_input_that_is_a_list() -> None:
    """Its items cannot be returned: it is refused, whether its length is known or not."""
    for example in (None, (torch.zeros(2), torch.zeros(2))):
        graph = Graph()
        xs = graph.placeholder("xs")
        graph.call_function(torch._foreach_add_, (xs, 1))
        graph.output((graph.call_function(operator.getitem, (xs, 0)),))
        if example:
            xs.meta["example_value"] = example
        gm = GraphModule(torch.nn.Module(), graph)
        with pytest.raises(regraft.RewriteError, match="%xs"):
            regraft.rewrite(gm)

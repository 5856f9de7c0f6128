"""Run captured graphs as their text describes them, before and after rewriting, and compare.

The inputs are made from the annotations, so no model's code or weights are needed.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
import torch

import nki_ops
import oracle
from fx_text import loads
from graph_inputs import constants, placeholder_values

GRAPHS = Path(__file__).resolve().parents[1] / "graphs"
SYMBOLS = {
    "dynamic_shapes": {"s77": 6, "s27": 4, "s44": 3, "s28": 20},
    "export.aten": {"s77": 6},
    "llama_prefill_dynamic": {"s6": 3, "s81": 5},
}
"""Sizes for the graphs that leave some open, by the file's stem."""
OPTIONS = [*oracle.ON_CPU, "--facts", str(GRAPHS / "facts.json")]
"""Command line for graphs that name process groups and kernels."""
ANNOTATED = sorted(path for path in GRAPHS.glob("*.fx") if not path.name.endswith(".plain.fx"))
COLLECTIVES = [path for path in ANNOTATED if path.name.startswith("collectives")]
RUNNABLE = [path for path in ANNOTATED if path not in COLLECTIVES]


def run(
    path: Path, text: str, metadata: oracle.Metadata | None = None, pure: bool = True
) -> oracle.Observed:
    """Run a graph from its text on values for the placeholders of the captured graph.

    ``metadata`` is that of the passes where the text is a rewritten one; ``pure`` tells that they
    leave no write in it.
    """
    captured = loads(path.read_text(encoding="utf-8"), strings_quoted=True)
    torch.manual_seed(oracle.SEED)
    root = constants(captured)
    gm = loads(text, root=root, strings_quoted=True)
    symbols = SYMBOLS.get(path.stem, {})
    runner = gm.forward
    out_of_place: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
    if metadata is not None and pure:
        assert not oracle.writing_nodes(gm)
        runner = oracle.buffer_runner(gm, metadata)
        out_of_place = nki_ops.functional_kernels()
    with out_of_place:
        return oracle.observe(
            lambda inputs: runner(*inputs), lambda: placeholder_values(captured, symbols)
        )


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("path", RUNNABLE, ids=lambda path: path.stem)
def test_rewritten_graph_computes_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rewritten, metadata = oracle.run_regraft(text, OPTIONS)
    oracle.assert_same(run(path, rewritten, metadata), run(path, text))


@pytest.mark.parametrize("path", RUNNABLE, ids=lambda path: path.stem)
def test_captured_graph_runs_from_its_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    oracle.assert_same(run(path, text), run(path, text))


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("path", COLLECTIVES, ids=lambda path: path.stem)
def test_collectives_get_their_ranks(path: Path) -> None:
    """These cannot be run in one process, so only the text is looked at."""
    text = path.read_text(encoding="utf-8")
    rewritten, metadata = oracle.run_regraft(text, OPTIONS)
    gm = loads(rewritten, strings_quoted=True)
    assert not oracle.writing_nodes(gm)
    collectives = [
        node
        for node in gm.graph.nodes
        if "_c10d_functional" in str(node.target) and "wait_tensor" not in str(node.target)
    ]
    assert metadata["collective_replica_groups"]["resolved_count"] == len(collectives) > 0
    for node in collectives:
        ranks = {"0": [[0, 1, 2, 3]], "1": [[0, 1], [2, 3]]}[node.args[-1]]
        assert node.meta["replica_groups"] == ranks

"""Run captured graphs as their text describes them, before and after rewriting, and compare.

The inputs are made from the annotations, so no model's code or weights are needed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import nki_ops  # noqa: F401  (graphs name its functions)
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
NEED_A_HOST = ("collectives", "nki_")
"""Beginnings of names of graphs that call process groups or kernels."""
PATHS = [
    pytest.param(path, id=path.stem)
    for path in sorted(GRAPHS.glob("*.fx"))
    if not path.name.endswith(".plain.fx") and not path.name.startswith(NEED_A_HOST)
]


def run(path: Path, text: str, metadata: oracle.Metadata | None = None) -> oracle.Observed:
    """Run a graph from its text on values for the placeholders of the captured graph.

    ``metadata`` is that of the passes where the text is a rewritten one.
    """
    captured = loads(path.read_text(encoding="utf-8"), strings_quoted=True)
    torch.manual_seed(oracle.SEED)
    root = constants(captured)
    gm = loads(text, root=root, strings_quoted=True)
    if metadata is not None:
        assert not oracle.writing_nodes(gm)
    runner = gm.forward if metadata is None else oracle.buffer_runner(gm, metadata)
    symbols = SYMBOLS.get(path.stem, {})
    return oracle.observe(
        lambda inputs: runner(*inputs), lambda: placeholder_values(captured, symbols)
    )


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("path", PATHS)
def test_rewritten_graph_computes_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rewritten, metadata = oracle.run_regraft(text)
    oracle.assert_same(run(path, rewritten, metadata), run(path, text))


@pytest.mark.parametrize("path", PATHS)
def test_captured_graph_runs_from_its_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    oracle.assert_same(run(path, text), run(path, text))

"""The index of the captured graphs, README.md, made from the files' texts and the recipes."""

from __future__ import annotations

from collections import Counter

from fx_text import loads
from oracle import writing_nodes
from recording import Recipe

_HEAD = """\
# Captured graphs

Real torch.fx graphs as test data. `NAME.fx` is the annotated node list, `NAME.plain.fx` the same
graph as `str(gm.graph)` prints it. Names ending in `.aten` are graphs of ATen operators; the others
are what Dynamo hands to a backend, printed inside the backend's call. A program that makes several
graphs has them numbered. Models are tiny random configurations; there are no weights.

The files and this index are made, not written by hand:

    pip install -r tests/python/requirements-capture.txt
    python tests/graphs/capture.py              # capture all again and write this index
    python tests/graphs/capture.py NAME...      # only these recipes
    python tests/graphs/capture.py --check      # fail if a file would change

The pinned versions give the same bytes each time. To add a graph, add a recipe to
`model_recipes.py` or `program_recipes.py`.

`facts.json` answers what rules ask the host about the process groups and kernels in these graphs.

"Writes" counts the nodes that write one of their arguments, nested graphs included, by target. It
does not count what neither name nor schema tells: batch norm in training mode, which writes its
running averages (`resnet_train`), and kernel calls (`nki_*`).

| graph | what it is | nodes | writes |
| --- | --- | --- | --- |
"""


def index_text(files: list[tuple[Recipe, dict[str, str]]]) -> str:
    """Return README.md for what was captured: each recipe with its files' texts by name."""
    rows = [
        _row(name, recipe.about, text)
        for recipe, texts in files
        for name, text in texts.items()
        if not name.endswith(".plain.fx")
    ]
    return _HEAD + "".join(rows)


def _row(name: str, about: str, text: str) -> str:
    gm = loads(text, strings_quoted=True)
    nodes = text.count("\n    ")
    targets = Counter(_target(node) for node in writing_nodes(gm))
    writes = ", ".join(f"`{target}` {count}" for target, count in sorted(targets.items()))
    return f"| `{name.removesuffix('.fx')}` | {about} | {nodes} | {writes or 'none'} |\n"


def _target(node_text: str) -> str:
    return node_text.partition("[target=")[2].partition("]")[0].removeprefix("torch.ops.")

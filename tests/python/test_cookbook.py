"""The cookbook of the manual: the FX code of each entry makes what its rule makes.

An entry has a block of Python with a function ``rewrite(gm)``, then the rule, a graph, and the
graph or metadata that the rule makes of it, which ``tests/docs/run.sh`` compares with what regraft
does. Here the code is run on the graph. It changes the graph module, or returns another one, or
returns a dict for the metadata.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch.fx.passes.shape_prop import ShapeProp

import fx_text
from graph_inputs import placeholder_values
from package_path import PACKAGE

COOKBOOK = PACKAGE.parents[1] / "grammar" / "manual" / "cookbook.md"
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


TAGS = ("region", "scale")  # the keys of meta that entries set


def entries() -> Iterator[Any]:
    """Each section below the introduction: its title, and its blocks by their first word."""
    for section in COOKBOOK.read_text(encoding="utf-8").split("\n## ")[1:]:
        blocks = dict(BLOCK.findall(section))
        assert len(blocks) == len(BLOCK.findall(section)), "one block of a kind in an entry"
        yield pytest.param(blocks, id=section.split("\n")[0])


def form(gm: torch.fx.GraphModule) -> list[Any]:
    """What a graph says, whatever its nodes are called."""
    numbers = {node: number for number, node in enumerate(gm.graph.nodes)}

    def numbered(value: Any) -> Any:
        return torch.fx.node.map_arg(value, lambda node: f"%{numbers[node]}")

    return [
        (
            node.op,
            node.target if node.op != "placeholder" else "",
            numbered(node.args),
            numbered(node.kwargs),
            {key: value for key, value in node.meta.items() if key in TAGS},
        )
        for node in gm.graph.nodes
    ]


@pytest.mark.parametrize("blocks", list(entries()))
def test_the_code_makes_what_the_rule_makes(blocks: dict[str, str]) -> None:
    gm = fx_text.loads(blocks["graph"])
    if "f32[" in blocks["graph"]:
        ShapeProp(gm).propagate(*placeholder_values(gm, {}))
    names: dict[str, Any] = {}
    exec(compile(blocks["python"], "the cookbook", "exec"), names)
    returned = names["rewrite"](gm)
    if "metadata" in blocks:
        assert {"recipe": returned} == json.loads(blocks["metadata"])
        return
    changed = returned if isinstance(returned, torch.fx.GraphModule) else gm
    changed.graph.lint()
    assert form(changed) == form(fx_text.loads(blocks["result"]))
    assert form(changed) != form(fx_text.loads(blocks["graph"]))

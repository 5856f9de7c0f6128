"""Graphs in other forms: regraft must find the nodes that torch printed the code from."""

from __future__ import annotations

import operator
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.fx import GraphModule

import fx_text

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("REGRAFT_BUILD", ROOT / "build"))
GRAPHS = sorted(p for p in (ROOT / "tests/graphs").glob("*.fx") if ".plain" not in p.name)
RULES = ROOT / "tests/forms/files/none.rules"


def read_with_regraft(text: str, *options: str) -> str:
    """Return the node list that regraft prints for a text in any form."""
    run = subprocess.run(
        [BUILD / "regraft", "run", *options, RULES, "-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout


def mangle(graph: str) -> str:
    """Spell targets that are not of torch as Python code does, which cannot be undone."""
    known = ("torch.", "operator.", "builtins.", "math.")
    return re.sub(
        r"call_function\[target=([\w.]+)\]",
        lambda m: m[0] if m[1].startswith(known) else m[0].replace(m[1], m[1].replace(".", "_")),
        graph,
    )


def forms_of(module: GraphModule) -> list[str]:
    """Return what torch prints of a graph as Python code."""
    readable = module.print_readable(
        print_output=False, include_stride=True, include_device=True, colored=False
    )
    coloured = module.print_readable(print_output=False, colored=True)
    log = "".join(
        f"V0716 11:20:08.832000 139 torch/x.py:189] [0/0] [__graph_code] {line}\n"
        for line in readable.splitlines()
    )
    return [module.code, readable, coloured, log]


@pytest.mark.parametrize("path", GRAPHS, ids=lambda p: p.stem)
def test_captured_graph_as_code(path: Path) -> None:
    """Every captured graph, printed by torch as code, is read as the same node list."""
    module = fx_text.loads(path.read_text(encoding="utf-8"), strings_quoted=True)
    expected = mangle(str(module.graph))
    for text in forms_of(module):
        main = read_with_regraft(text, "--format", "plain").split("\n\ngraph ")[0]
        assert main.rstrip("\n") == expected


@pytest.mark.parametrize("path", GRAPHS, ids=lambda p: p.stem)
def test_code_is_written_as_torch_writes_it(path: Path) -> None:
    """What regraft writes of code that it read is that code, byte for byte, kill lists included."""
    module = fx_text.loads(path.read_text(encoding="utf-8"), strings_quoted=True)
    code = re.sub(r"(?m)^(torch\.fx\._symbolic_trace\.)?wrap\(.*\n", "", module.code).strip()
    assert read_with_regraft(module.code, "--format", "python").strip() == code
    readable = module.print_readable(print_output=False)
    assert read_with_regraft(readable, "--format", "python").rstrip() == readable.rstrip()


@pytest.mark.parametrize("path", GRAPHS, ids=lambda p: p.stem)
def test_node_list_survives_as_code(path: Path) -> None:
    """A node list, written as code and read again, lacks only type hints and metadata."""
    text = path.read_text(encoding="utf-8")
    code = read_with_regraft(text, "--format", "python")
    expected = re.sub(r'(?m)^(    %\w+ : )[^"\n=]* "', r'\1"', mangle(text))
    expected = re.sub(r"(?m)  # \{.*\}$", "", expected)
    assert re.sub(r"(?m)  # \{.*\}$", "", read_with_regraft(code)) == expected


def tabular(module: GraphModule) -> str:
    """Print a graph as ``print_tabular()`` does, which needs a library for it."""
    rows: list[tuple[str, ...]] = [("opcode", "name", "target", "args", "kwargs")]
    rows += [
        tuple(map(str, (n.op, n.name, n.target, n.args, n.kwargs))) for n in module.graph.nodes
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]]) + "\n"


def without_modules(graph: str) -> str:
    """Leave out of targets what a table does not say of them."""
    return re.sub(
        r"(?<=target=)[\w.]+(?=\]\()",
        lambda m: m[0].removesuffix(".default").rpartition(".")[2].lstrip("_"),
        graph,
    )


@pytest.mark.parametrize("path", GRAPHS, ids=lambda p: p.stem)
def test_captured_graph_as_table(path: Path) -> None:
    """Every captured graph, printed as a table, is read as the same nodes with the same values."""
    module = fx_text.loads(path.read_text(encoding="utf-8"), strings_quoted=True)
    for node in module.graph.nodes:
        node.type = None  # a table does not say it
    text = tabular(module)
    if "<class '" in text or "OpaqueUnaryFn" in text:
        pytest.skip("it has values that str() does not tell")
    main = read_with_regraft(text, "--format", "plain").rstrip("\n")
    expected = str(module.graph)
    if "boolean_dispatch" in text:  # how str() shows it
        expected = expected.replace("functional.max_pool2d]", "functional.fn]")
    assert without_modules(main) == without_modules(expected)


def test_code_computes_the_same() -> None:
    """What regraft reads from code computes what the module does, its writes included."""

    def function(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, int]:
        part = x[1:]
        part += y
        part.relu_()
        return x.relu() @ y.t() ** 2, x.shape[0]

    module = torch.fx.symbolic_trace(function)
    x = next(iter(module.graph.nodes))
    with module.graph.inserting_after(list(module.graph.nodes)[4]):
        module.graph.call_function(operator.setitem, (x, 0, -1))
    module.recompile()
    assert "x[0] = -1" in module.code
    again = fx_text.loads(read_with_regraft(module.code), strings_quoted=True)
    written: dict[str, Any] = {"torch": torch}
    exec(read_with_regraft(fx_text.dumps(module), "--format", "python"), written)
    first, second = torch.randn(3, 4), torch.randn(3, 4)
    copies = first.clone(), second[:2].clone()
    expected = module(*copies)
    for candidate in (again, written["GraphModule"]()):
        inputs = first.clone(), second[:2].clone()
        result = candidate(*inputs)
        assert torch.equal(result[0], expected[0])
        assert result[1] == expected[1]
        assert torch.equal(inputs[0], copies[0])

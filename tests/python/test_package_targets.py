"""What rules name that the graph did not have: nodes in meta, functions of one's own packages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch

import regraft as package

pytestmark = pytest.mark.usefixtures("regraft")

PLAIN = "import torch\ndef fused(x): return torch.cos(x)\n"
LIBRARY = """
import torch
@torch.library.custom_op("regraft_own_library::fused", mutates_args=())
def fused(x: torch.Tensor) -> torch.Tensor:
    return torch.cos(x)
"""
BROKEN = "import regraft_there_is_no_such_module\n"


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with packages that nobody has imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("regraft_own")]:
        monkeypatch.delitem(sys.modules, name)
    (tmp_path / "regraft_own_plain.py").write_text(PLAIN)
    (tmp_path / "regraft_own_broken.py").write_text(BROKEN)
    folder = tmp_path / "regraft_own_package" / "kernels"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "__init__.py").write_text("")
    (folder / "waves.py").write_text(PLAIN)
    (tmp_path / "regraft_own_library").mkdir()
    (tmp_path / "regraft_own_library" / "__init__.py").write_text("from . import kernels")
    (tmp_path / "regraft_own_library" / "kernels.py").write_text(LIBRARY)
    return tmp_path


def rewritten(folder: Path, *lines: str) -> torch.fx.GraphModule:
    """Return a graph whose sine was rewritten by these lines of a rule."""
    rules = folder / "own.rules"
    rules.write_text(
        "\n".join(["pass own", "rule r {", "  match  y = aten::sin(x)", *lines, "}", ""])
    )
    gm = torch.fx.symbolic_trace(lambda x: torch.sin(x + 1))
    package.rewrite(gm, rules)
    return gm


def test_meta_holds_a_node_that_is_made_later(tmp_path: Path) -> None:
    gm = rewritten(
        tmp_path,
        "  rewrite  n = aten::cos(x)",
        "           y = aten::neg(n)",
        '  set      x.meta["k"] = n',
    )
    (cos,) = gm.graph.find_nodes(op="call_function", target=torch.cos)
    assert cos.args[0].meta["k"] is cos


@pytest.mark.parametrize(
    "target",
    [
        "regraft_own_plain.fused",
        "regraft_own_package.kernels.waves.fused",
        "torch.ops.regraft_own_library.fused",
    ],
)
def test_a_function_of_ones_own_is_found_by_its_path(target: str, modules: Path) -> None:
    gm = rewritten(modules, f"  rewrite  y = {target}(x)")
    torch.testing.assert_close(gm(torch.zeros(3)), torch.ones(3).cos())


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("regraft_own_nowhere.fused", "there is no `regraft_own_nowhere.fused`"),
        ("regraft_own_plain.missing", "there is no `regraft_own_plain.missing`"),
        (
            "torch.ops.regraft_own_nowhere.fused",
            "there is no `torch.ops.regraft_own_nowhere.fused`",
        ),
        ("regraft_own_broken.fused", "cannot be imported: No module named 'regraft_there_is_no"),
    ],
)
def test_what_is_not_there_is_told_and_nothing_changes(
    target: str, reason: str, modules: Path
) -> None:
    gm = torch.fx.symbolic_trace(lambda x: torch.sin(x + 1))
    before = str(gm.graph)
    rules = modules / "own.rules"
    rules.write_text(
        f"pass own\nrule r {{\n  match  y = aten::sin(x)\n  rewrite  y = {target}(x)\n}}\n"
    )
    with pytest.raises(package.GraphError, match=reason):
        package.rewrite(gm, rules)
    assert str(gm.graph) == before

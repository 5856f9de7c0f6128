"""Rule sets and rewritten modules, pickled and copied."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

import regraft as package
from package_path import PACKAGE

pytestmark = pytest.mark.usefixtures("regraft")

RULES = """
param factor = "2"
pass p
rule r {
  match    y = aten::sin(x)
  rewrite  y = aten::cos(x)
}
"""


def rule_file(folder: Path) -> Path:
    path = folder / "my.rules"
    path.write_text(RULES)
    return path


def wave() -> torch.fx.GraphModule:
    return torch.fx.symbolic_trace(lambda x: torch.sin(x))


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_a_rule_set_that_was_copied_outlives_the_first(again: Any, tmp_path: Path) -> None:
    """A copy of the pointer in it would be freed twice; a use after that is a crash, so: elsewhere."""
    code = f"""
import copy, gc, pickle, torch, regraft
again = {{"copy": copy.copy, "deepcopy": copy.deepcopy}}.get(
    {getattr(again, "__name__", "")!r}, lambda it: pickle.loads(pickle.dumps(it)))
rules = regraft.load_rules([{str(rule_file(tmp_path))!r}])
other = again([rules])[0] if again is copy.deepcopy else again(rules)
assert (other.paths, other.passes, other.params) == (rules.paths, rules.passes, rules.params)
regraft.clear_rules(); del rules; gc.collect()
gm = torch.fx.symbolic_trace(lambda x: torch.sin(x))
regraft.rewrite(gm, other)
assert "cos" in gm.code, gm.code
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_a_rule_set_is_pickled_as_its_files(tmp_path: Path) -> None:
    path = rule_file(tmp_path)
    rules = package.load_rules([path])
    sent = pickle.dumps(rules)
    assert pickle.loads(sent) is rules  # still loaded
    path.unlink()
    package.clear_rules()
    with pytest.raises(package.RulesError, match=r"my\.rules"):
        pickle.loads(sent)


@pytest.mark.parametrize("generated", [False, True])
def test_a_rewritten_module_is_pickled(generated: bool, tmp_path: Path) -> None:
    gm = wave()
    package.rewrite(gm, rule_file(tmp_path))
    if generated:
        gm(torch.ones(1))
    for other in (pickle.loads(pickle.dumps(gm)), copy.deepcopy(gm), copy.copy(gm)):
        assert "cos" in other.code
        torch.testing.assert_close(other(torch.ones(3)), torch.ones(3).cos())


def test_a_pickled_module_is_read_by_a_process_that_has_rewritten_nothing(tmp_path: Path) -> None:
    gm = wave()
    package.rewrite(gm, rule_file(tmp_path))
    (tmp_path / "gm.pickle").write_bytes(pickle.dumps(gm))
    code = "import pickle, sys, torch; gm = pickle.load(open(sys.argv[1], 'rb')); assert 'cos' in gm.code"
    subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "gm.pickle")], check=True, timeout=300
    )

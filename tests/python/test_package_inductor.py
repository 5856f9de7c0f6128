"""Rules as a pass of Inductor, and its cache of compiled graphs."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
import torch._inductor.config as config
from torch._dynamo.utils import counters

import regraft as package
from regraft.inductor import RulePass

pytestmark = pytest.mark.usefixtures("regraft")


def rules(folder: Path, made: str = "cos", name: str = "own") -> Path:
    """A file that uses another, which says what a sine becomes."""
    (folder / "part.rules").write_text(
        f"pass part\nrule r {{\n  match  y = aten::sin(x)\n  rewrite  y = aten::{made}(x)\n}}\n"
    )
    path = folder / f"{name}.pipeline"
    path.write_text(f'pipeline {name}\n\nuse "part.rules"\n')
    package.clear_rules()
    return path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Caches of its own, and a fresh Dynamo."""
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "cache"))
    torch._dynamo.reset()
    counters.clear()
    yield
    torch._dynamo.reset()


HOOKS = [
    "post_grad_custom_pre_pass",
    "post_grad_custom_post_pass",
    "joint_custom_pre_pass",
    "joint_custom_post_pass",
    "pre_grad_custom_pass",
]


def compiled(hook: str, own: RulePass) -> torch.Tensor:
    """Compile a sine with the pass at a hook, anew; return what it makes of 0."""
    torch._dynamo.reset()
    with config.patch({hook: own, "fx_graph_cache": True, "fx_graph_remote_cache": False}):
        return torch.compile(lambda x: torch.sin(x) * 2)(torch.zeros(4))


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("hook", HOOKS)
def test_rules_run_at_each_hook(hook: str, tmp_path: Path) -> None:
    torch.testing.assert_close(compiled(hook, RulePass(rules(tmp_path))), torch.full((4,), 2.0))


@pytest.mark.usefixtures("cache")
def test_the_cache_of_graphs_hits_and_misses_as_it_should(tmp_path: Path) -> None:
    hook = "post_grad_custom_post_pass"
    seen = []
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for folder, made in (
        (tmp_path, "cos"),
        (tmp_path, "cos"),
        (elsewhere, "cos"),
        (tmp_path, "exp2"),
    ):
        counters.clear()
        result = compiled(hook, RulePass(rules(folder, made)))
        torch.testing.assert_close(result, torch.full((4,), 2.0))
        found = counters["inductor"]
        seen.append((found["fxgraph_cache_miss"], found["fxgraph_cache_hit"]))
    assert seen == [(1, 0), (0, 1), (0, 1), (1, 0)]
    assert counters["inductor"]["fxgraph_cache_bypass"] == 0


def test_what_the_hash_depends_on(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    first, same = (package.load_rules([rules(folder)]).hash for folder in folders)
    assert first == same and len(first) == 64
    assert package.load_rules([rules(folders[0], "exp2")]).hash != first  # in what it uses
    assert package.load_rules([rules(folders[0], name="other")]).hash != first


def test_what_the_uuid_depends_on(tmp_path: Path) -> None:
    plain = RulePass("device_rewriter.rules")
    assert plain.uuid() == RulePass("device_rewriter.rules").uuid()
    assert pickle.loads(pickle.dumps(plain)).uuid() == plain.uuid()
    assert plain.uuid() != RulePass("device_rewriter.rules", target_device="cpu").uuid()
    assert plain.uuid() != RulePass("device_rewriter.rules", meta_keys=["k"]).uuid()
    asked = {"kernel_config": dict}
    assert RulePass("nki_kernel_backend_config.rules", externs=asked).uuid() is None
    with_keys = {
        RulePass("nki_kernel_backend_config.rules", externs=asked, extern_key=key).uuid()
        for key in ("1", "2", None)
    }
    assert len(with_keys) == 3
    with pytest.raises(TypeError, match="no parameter `no_such`"):
        RulePass("device_rewriter.rules", no_such="1")

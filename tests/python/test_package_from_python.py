"""Pairs of Python functions as rules: what torch.fx.replace_pattern does, where it is sound."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.fx import Graph, subgraph_rewriter, symbolic_trace

import oracle
import regraft as package
from package_path import PACKAGE
from regraft._from_python.command import import_pair

pytestmark = pytest.mark.usefixtures("regraft")

Function = Callable[..., Any]


class Two(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Linear(4, 4)
        self.second = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.second(torch.relu(self.first(x))))


class One(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.linear(x))


class Other(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gelu = torch.nn.GELU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.gelu(x) * 2


def chain(x: torch.Tensor) -> torch.Tensor:
    for _ in range(5):
        x = torch.relu(x)
    return x


def several(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
    a = torch.neg(x).add(y, alpha=2)
    b = torch.neg(a).add(y, alpha=2)
    c = torch.neg(b).add(y, alpha=3)
    return a, b, c, torch.cat([x, y], 0), torch.cat([c, a], 1), x[:, 0], y[:, 1:].neg()


def read_elsewhere(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    a = torch.neg(x)
    b = torch.abs(torch.neg(x))
    return torch.abs(a), a, b


def neg_add(x: Any, y: Any) -> Any:
    return torch.neg(x).add(y, alpha=2)


def with_parts(x: Any) -> Any:
    a = torch.neg(x)
    return a, torch.abs(a)


PAIRS: dict[str, tuple[Function, Function]] = {
    "one call": (lambda x: torch.relu(x), lambda x: torch.sigmoid(x)),
    "what holds the pattern again": (lambda x: torch.relu(x), lambda x: torch.relu(x) + 1),
    "overlapping": (lambda x: torch.relu(torch.relu(x)), lambda x: torch.exp(x)),
    "back to back": (lambda x: torch.relu(x), lambda x: torch.exp(x) + x),
    "method, keyword, literal": (neg_add, lambda x, y: torch.sub(y * 2, x)),
    "an input": (lambda x, y: torch.neg(x).add(y, alpha=3), lambda x, y: y),
    "a list": (lambda x, y: torch.cat([x, y], 0), lambda x, y: torch.vstack([x, y])),
    "an index": (lambda x: x[:, 0], lambda x: torch.select(x, 1, 0)),
    "slices": (lambda x: x[:, 1:].neg(), lambda x: 0 - x[:, 1:]),
    "nothing": (lambda x: torch.erf(x), lambda x: torch.exp(x)),
    "read elsewhere": (lambda x: torch.abs(torch.neg(x)), lambda x: torch.abs(x)),
    "several results": (with_parts, lambda x: (0 - x, torch.abs(x))),
    "inputs in another order": (lambda y, x: torch.neg(x).add(y, alpha=2), lambda y, x: y - x),
}
GRAPHS: dict[str, Function] = {"chain": chain, "several": several, "read elsewhere": read_elsewhere}


def shape(graph: Graph) -> list[Any]:
    """The nodes of a graph without their names and their order."""
    known: dict[Any, Any] = {}
    for node in graph.nodes:
        place = str(node.target) if node.op == "placeholder" else node.target
        args = torch.fx.node.map_arg((node.args, node.kwargs), lambda n: known[n])
        known[node] = repr((node.op, place, args))
    return sorted(known.values())


def inputs_of(function: Function) -> tuple[torch.Tensor, ...]:
    torch.manual_seed(0)
    return tuple(torch.randn(3, 3) for _ in range(2 if function is several else 1))


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("graph", GRAPHS)
def test_it_does_what_pytorch_does(graph: str, pair: str) -> None:
    theirs, ours = symbolic_trace(GRAPHS[graph]), symbolic_trace(GRAPHS[graph])
    expected = subgraph_rewriter.replace_pattern(theirs, *PAIRS[pair])
    theirs.graph.eliminate_dead_code()  # new nodes that nothing reads are not made here
    before = {node.name: node for node in ours.graph.nodes}
    found = package.replace_pattern(ours, *PAIRS[pair])
    ours.graph.lint()
    if pair != "an input":  # that is copied where it comes to share memory
        assert shape(ours.graph) == shape(theirs.graph)
    inputs = inputs_of(GRAPHS[graph])
    torch.testing.assert_close(ours(*inputs), theirs(*inputs))
    assert [str(match.anchor) for match in found] == [str(match.anchor) for match in expected]
    for match, other in zip(found, expected, strict=True):
        assert list(map(str, match.nodes_map)) == list(map(str, other.nodes_map))
        for ours_of, theirs_of in zip(
            match.nodes_map.items(), other.nodes_map.items(), strict=True
        ):
            if ours_of[0].op != "placeholder":  # where it was replaced PyTorch gives the new node
                assert ours_of[1] is before[theirs_of[1].name]


def test_some_pair_matches_some_graph() -> None:
    hits = {
        name: sum(len(package.replace_pattern(symbolic_trace(f), *pair)) for f in GRAPHS.values())
        for name, pair in PAIRS.items()
    }
    assert [name for name, count in hits.items() if not count] == ["nothing"]


def test_a_replacement_may_call_modules() -> None:
    theirs, ours = symbolic_trace(Two()), symbolic_trace(Two())
    ours.load_state_dict(theirs.state_dict())
    relu, other = symbolic_trace(lambda x: torch.relu(x)), symbolic_trace(Other())
    expected = subgraph_rewriter.replace_pattern(theirs, relu, other)
    found = package.replace_pattern(ours, relu, other)
    assert len(found) == len(expected) == 2
    x = torch.randn(2, 4)
    torch.testing.assert_close(ours(x), theirs(x))


def test_a_pattern_may_not() -> None:
    with pytest.raises(ValueError, match="the pattern calls the module `linear`"):
        package.replace_pattern(
            symbolic_trace(Two()), symbolic_trace(One()), symbolic_trace(Other())
        )


def test_filters_and_ignored_literals() -> None:
    def large(match: Any, _graph: Graph, pattern: Graph) -> bool:
        root = match.nodes_map[next(node for node in pattern.nodes if node.target == "add")]
        return bool(root.kwargs["alpha"] > 2)

    pattern, replacement = neg_add, lambda x, y: torch.sub(y, x)
    cases: list[tuple[list[Any], bool, int]] = [
        ([], True, 3),
        ([large], True, 1),
        ([large], False, 0),
    ]
    for filters, literals, count in cases:
        theirs, ours = symbolic_trace(several), symbolic_trace(several)
        expected = subgraph_rewriter.replace_pattern_with_filters(
            theirs, pattern, replacement, filters, literals
        )
        found = package.replace_pattern_with_filters(ours, pattern, replacement, filters, literals)
        assert shape(ours.graph) == shape(theirs.graph)
        assert len(found) == len(expected) == count
        for match, other in zip(found, expected, strict=True):
            assert [node.target for node in match.replacements] == [
                node.target for node in other.replacements
            ]
            assert all(node in list(ours.graph.nodes) for node in match.replacements)


def written_between(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    a = torch.neg(y)
    y.add_(1)
    return torch.abs(a) + y


def test_nothing_is_read_after_a_write() -> None:
    pair = (lambda x: torch.abs(torch.neg(x)), lambda x: torch.abs(x))
    x = torch.arange(4.0)
    theirs, ours = symbolic_trace(written_between), symbolic_trace(written_between)
    subgraph_rewriter.replace_pattern(theirs, *pair)
    assert not torch.equal(theirs(x), written_between(x))  # PyTorch's own rewriter is wrong here
    assert package.replace_pattern(ours, *pair) == []
    assert torch.equal(ours(x), written_between(x))
    assert "regraft_match" not in str([node.meta for node in ours.graph.nodes])


@pytest.mark.parametrize(
    "pattern, replacement, reason",
    [
        (lambda x: x, lambda x: x, "the pattern computes nothing"),
        (lambda x: torch.neg(x), lambda x, y: x, "takes 1 values, the replacement 2"),
        (with_parts, lambda x: x, "returns 2 values, the replacement 1"),
        (lambda x, y: (torch.neg(x), torch.abs(y)), lambda x, y: (x, y), "does not lead to"),
        (lambda x: torch.neg(x), lambda x: torch.clamp(x, max=float("nan")), "no literal for nan"),
    ],
)
def test_what_no_rule_can_be_written_for(
    pattern: Function, replacement: Function, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        package.replace_pattern(symbolic_trace(several), pattern, replacement)


# The command ----------------------------------------------------------------------------------------

FUNCTIONS = """
import torch

def scores(q, k, v):
    return (q @ k.transpose(-2, -1) * 0.5).softmax(-1) @ v

def attention(q, k, v):
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, scale=0.5)

def match(x):
    return torch.relu(x)
"""
SCORES = """\
# What pairs.py:scores computes is computed as pairs.py:attention does.

pass scores

rule scores {
  match    transpose = call_method[transpose](k, -2, -1)
           matmul = operator.matmul(q, transpose)
           mul = operator.mul(matmul, 0.5)
           softmax = call_method[softmax](mul, -1)
           matmul_1 = operator.matmul(softmax, v)
  where    users(transpose) == 1
  where    users(matmul) == 1
  where    users(mul) == 1
  where    users(softmax) == 1
  rewrite  matmul_1 = torch._C._nn.scaled_dot_product_attention(q, k, v, scale=0.5)
  count    applied
}
"""


@pytest.fixture
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pairs.py").write_text(FUNCTIONS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "regraft", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
    )


def test_the_rule_of_a_pair_is_as_fmt_writes_it(pairs: Path) -> None:
    text = import_pair("pairs.py:scores", "pairs.py:attention")
    assert text == SCORES
    (pairs / "own.rules").write_text(text)
    binary = str(oracle.regraft_binary())
    subprocess.run([binary, "fmt", "own.rules"], check=True)
    assert (pairs / "own.rules").read_text() == text
    done = subprocess.run(
        [binary, "check", "own.rules"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "0 errors, 0 warnings\n"


def test_a_rule_of_operators_matches_every_spelling(pairs: Path) -> None:
    text = import_pair("pairs.py:match", "torch:sigmoid", "torch.rand(2)", "relu_as_sigmoid")
    assert "# Sizes that the functions ask for are numbers here: those of torch.rand(2).\n" in text
    assert "match    relu = aten::relu(" in text and "relu = aten::sigmoid(" in text
    (pairs / "own.rules").write_text(text)
    gm = symbolic_trace(lambda x: x.relu() + torch.relu(x))
    package.rewrite(gm, pairs / "own.rules")
    assert [node.target for node in gm.graph.nodes][1:3] == [torch.sigmoid, torch.sigmoid]


def test_infinite_numbers_are_told_by_guards(pairs: Path) -> None:
    (pairs / "infinite.py").write_text(
        "import torch\n\n"
        "def fill(x, m):\n    return x.masked_fill(m, float('-inf'))\n\n"
        "def choose(x, m):\n    return torch.where(m, float('-inf'), x)\n"
    )
    (pairs / "own.rules").write_text(import_pair("infinite.py:fill", "infinite.py:choose"))
    gm = symbolic_trace(lambda x, m: (x.masked_fill(m, float("-inf")), x.masked_fill(m, -1e308)))
    package.rewrite(gm, pairs / "own.rules")
    where, kept = list(gm.graph.nodes)[2:4]
    assert where.args[1] == float("-inf") and kept.target == "masked_fill"


@pytest.mark.parametrize(
    "replacement",
    [
        lambda a: torch.neg(torch.neg(torch.neg(a))),
        lambda a: torch.neg(a) + torch.neg(a),
        lambda a: torch.neg(a * 1),
    ],
)
def test_new_nodes_are_not_matched_again(replacement: Function) -> None:
    by_fx, by_rule = (symbolic_trace(lambda x: torch.neg(torch.neg(x) * 2)) for _ in range(2))
    subgraph_rewriter.replace_pattern(by_fx, lambda a: torch.neg(a), replacement)
    found = package.replace_pattern(by_rule, lambda a: torch.neg(a), replacement)
    assert len(found) == 2
    assert [n.target for n in by_fx.graph.nodes if n.op == "call_function"] == [
        n.target for n in by_rule.graph.nodes if n.op == "call_function"
    ]
    assert not any("regraft_match" in node.meta for node in by_rule.graph.nodes)


def test_names_of_the_language_are_no_variables(pairs: Path) -> None:
    (pairs / "words.py").write_text(
        "import torch\n\n"
        "def words(match, rewrite):\n    return torch.sub(match, rewrite)\n\n"
        "def others(_1, y):\n    return torch.add(y, _1)\n"
    )
    text = import_pair("words.py:words", "words.py:others")
    assert "sub = torch.sub(x_match, x_rewrite)" in text
    assert "sub = torch.add(x_rewrite, x_match)" in text


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["pairs.py:nope", "pairs.py:match"], "there is no function `nope` in pairs.py"),
        (["pairs.py", "pairs.py:match"], "`pairs.py` names no function"),
        (["nothere:f", "pairs.py:match"], "nothere cannot be imported: ModuleNotFoundError"),
        (["pairs.py:match", "pairs.py:match", "--inputs", "1 +"], "--inputs: SyntaxError"),
        (["pairs.py:match", "pairs.py:scores"], "takes 1 values, the replacement 3"),
        (["writes.py:doubled", "writes.py:fresh"], "`mul_` of the pattern does not lead to `neg`"),
        (["writes.py:fresh", "writes.py:doubled"], "nothing reads `mul_` of the replacement"),
        (["writes.py:inputs", "writes.py:fresh"], "`add_` of the pattern does not lead to `mul`"),
    ],
)
def test_what_the_command_refuses(pairs: Path, arguments: list[str], message: str) -> None:
    (pairs / "writes.py").write_text(
        "def doubled(x):\n    y = x * 1\n    y.mul_(2)\n    return y.neg()\n\n"
        "def fresh(x):\n    return x * -2\n\n"
        "def inputs(x):\n    x.add_(1)\n    return x * 2\n"
    )
    done = command("import", *arguments)
    assert done.returncode == 1 and message in done.stderr and not done.stdout


def test_the_command_prints_or_writes(pairs: Path) -> None:
    done = command("import", "pairs.py:scores", "pairs.py:attention")
    assert (done.returncode, done.stdout, done.stderr) == (0, SCORES, "")
    done = command("import", "pairs.py:scores", "pairs.py:attention", "-o", "scores.rules")
    assert (done.returncode, done.stdout) == (0, "")
    assert (pairs / "scores.rules").read_text() == SCORES

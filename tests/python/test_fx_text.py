"""The annotated node list: printing, reading, and both in turn on captured graphs."""

from __future__ import annotations

import math
import operator
from pathlib import Path
from typing import Any

import pytest
import torch

import oracle
from fx_text import FxTextError, dumps, loads, main
from fx_text_print import format_argument, value_annotation
from fx_text_values import resolve_name

GRAPHS = Path(__file__).resolve().parents[1] / "graphs"
ANNOTATED = sorted(p for p in GRAPHS.glob("*.fx") if not p.name.endswith(".plain.fx"))


def graph_of(argument: Any) -> torch.fx.GraphModule:
    """Return a graph whose only call holds ``argument``, by position and by keyword."""
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    call = graph.call_function(torch.add, (x, argument), {"other": argument})
    graph.output((call,))
    return torch.fx.GraphModule(torch.nn.Module(), graph)


@pytest.mark.parametrize("path", ANNOTATED, ids=lambda path: path.stem)
def test_captured_graph_is_read_exactly(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    plain = path.with_suffix("").with_suffix(path.suffixes[-2] if len(path.suffixes) > 1 else "")
    gm = loads(text, strings_quoted=True)
    assert dumps(gm) == text
    assert f"{gm.graph}\n" == Path(f"{plain}.plain.fx").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(GRAPHS.glob("*.plain.fx")), ids=lambda path: path.stem)
def test_plain_form_is_read_exactly(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert f"{loads(text).graph}\n" == text


@pytest.mark.parametrize(
    "argument, text",
    [
        (-3, "-3"),
        (2**70, "1180591620717411303424"),
        (1e-05, "1e-05"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (3 + 4j, "(3+4j)"),
        (-1.5j, "(-0-1.5j)"),
        (True, "True"),
        (None, "None"),
        (..., "Ellipsis"),
        ("cpu", "'cpu'"),
        ("it's, [quoted]", '"it\'s, [quoted]"'),
        ("a\nb", "'a\\nb'"),
        ("", "''"),
        (torch.device("cpu"), "device(type='cpu')"),
        (torch.device("cuda", 1), "device(type='cuda', index=1)"),
        (torch.float32, "torch.float32"),
        (torch.strided, "torch.strided"),
        (torch.channels_last, "torch.channels_last"),
        (slice(None, 2, None), "slice(None, 2, None)"),
        (range(3), "range(0, 3)"),
        ((), "()"),
        ((1,), "(1,)"),
        ([[1], (2, 3)], "[[1], (2, 3)]"),
        (torch.Size([2, 3]), "(2, 3)"),
        ({"k": {1: "v"}}, "{'k': {1: 'v'}}"),
        (torch.ops.aten.add.Tensor, "torch.ops.aten.add.Tensor"),
    ],
)
def test_argument(argument: Any, text: str) -> None:
    gm = graph_of(argument)
    call = next(node for node in gm.graph.nodes if node.op == "call_function")
    assert format_argument(call.args[1]) == text
    assert f"(args = (%x, {text}), kwargs = {{other: {text}}})" in dumps(gm)
    assert dumps(loads(dumps(gm), strings_quoted=True)) == dumps(gm)


@pytest.mark.parametrize(
    "function, text",
    [
        (torch.ops.aten.add, "torch.ops.aten.add"),
        (operator.add, "operator.add"),
        (len, "builtins.len"),
        (torch.nn.functional.relu, "torch.nn.functional.relu"),
        (torch.Tensor.add, "torch.Tensor.add"),
    ],
)
def test_function_as_argument(function: Any, text: str) -> None:
    # FX itself makes no runnable module of a graph that holds one.
    assert format_argument(function) == text
    assert resolve_name(text) is function


def test_object_that_only_has_a_text() -> None:
    text = """\
graph():
    %t : [num_users=1] = call_method[target=f](args = ('a', <Thing (1, 2)>), kwargs = {})
    return t
"""
    assert dumps(loads(text)) == text


def test_nodes_in_slices_and_dicts() -> None:
    graph = torch.fx.Graph()
    x, n = graph.placeholder("x"), graph.placeholder("n")
    graph.output(graph.call_function(operator.getitem, (x, (slice(n, None), {"k": [n]}))))
    text = dumps(torch.fx.GraphModule(torch.nn.Module(), graph))
    assert "(args = (%x, (slice(%n, None, None), {'k': [%n]})), kwargs = {})" in text
    assert "%n : [num_users=1]" in text
    assert dumps(loads(text)) == text


@pytest.mark.parametrize(
    "value, annotation",
    [
        (torch.empty(2, 3), "f32[2, 3][3, 1]cpu"),
        (torch.empty(2, 3, dtype=torch.bool).t()[1:], "b8[2, 2][1, 3]+1cpu"),
        (torch.empty((), dtype=torch.bfloat16), "bf16[][]cpu"),
        (torch.empty(2, device="meta"), "f32[2][1]meta"),
        ((torch.empty(1), [torch.empty(2)]), "(f32[1][1]cpu, [f32[2][1]cpu])"),
        ((torch.empty(1),), "(f32[1][1]cpu,)"),
        ((), "()"),
        ((None, 3, 1.5, True, "s"), "(None, 3, 1.5, True, 's')"),
        (3, None),
        (None, None),
        (torch.empty(2).to_sparse(), None),
        ((torch.empty(1), object()), None),
    ],
)
def test_annotation(value: Any, annotation: str | None) -> None:
    assert value_annotation(value) == annotation


def test_value_that_an_in_place_view_changed_later_is_not_shown() -> None:
    def program(x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        y.t_()
        z = y + 1
        y.unsqueeze_(0)
        return z + y

    text = oracle.capture_dynamo(program, [torch.ones(4, 3)]).text
    assert "%y : [num_users=4] = " in text
    assert "%t_ : [num_users=0] = " in text
    assert '%z : "f32[3, 4][1, 3]cpu" [num_users=1] = ' in text
    assert '%unsqueeze_ : "f32[1, 3, 4][3, 1, 3]cpu" [num_users=0] = ' in text


def test_meta_is_printed_where_asked_for_and_read() -> None:
    gm = graph_of(1)
    call = next(node for node in gm.graph.nodes if node.op == "call_function")
    call.meta |= {"root_input": "x", "replica_groups": [[0, 1], [2, 3]], "other": object()}
    text = dumps(gm, meta_keys=("root_input", "replica_groups"))
    assert "  # {'root_input': 'x', 'replica_groups': [[0, 1], [2, 3]]}\n" in text
    assert dumps(loads(text), meta_keys=("root_input", "replica_groups")) == text
    assert "#" not in dumps(gm)


def test_nested_graphs_follow_and_run() -> None:
    inner, outer = graph_of(1), torch.fx.Graph()
    x = outer.placeholder("x")
    body = outer.get_attr("body_0")
    call = outer.call_function(torch.ops.higher_order.invoke_subgraph, (body, "id", x))
    outer.output(call)
    module = torch.nn.Module()
    module.add_module("body_0", inner)
    text = dumps(torch.fx.GraphModule(module, outer))
    assert text.count("\n\ngraph body_0():\n") == 1
    reread = loads(text)
    assert dumps(reread) == text
    assert isinstance(reread.body_0, torch.fx.GraphModule)


def test_attributes_come_from_the_root() -> None:
    root = torch.nn.Module()
    root.weight = torch.nn.Parameter(torch.ones(2))
    root.layers = torch.nn.Sequential(torch.nn.ReLU())
    text = """\
graph():
    %x : [num_users=1] = placeholder[target=x]
    %weight : [num_users=1] = get_attr[target=weight]
    %mul : [num_users=1] = call_method[target=mul](args = (%x, %weight), kwargs = {})
    %relu : [num_users=1] = call_module[target=layers.0](args = (%mul,), kwargs = {})
    return relu
"""
    gm = loads(text, root=root)
    assert gm(torch.tensor([-1.0, 2.0])).tolist() == [0.0, 2.0]
    assert '%weight : "f32[2][1]cpu" [num_users=1]' in dumps(gm)


def test_names_are_kept_that_fx_would_change() -> None:
    text = """\
graph():
    %sum : [num_users=1] = placeholder[target=x]
    %x_7 : [num_users=1] = call_function[target=torch.neg](args = (%sum,), kwargs = {})
    %class_ : [num_users=1] = call_function[target=torch.neg](args = (%x_7,), kwargs = {})
    return class_
"""
    gm = loads(text)
    assert dumps(gm) == text
    assert gm(torch.tensor(3)).item() == 3


@pytest.mark.parametrize(
    "lines, message",
    [
        (["%x : [num_users=0] = placeholder[target=x]", "return y"], None),
        (["return %y"], "line 2: undefined name %y"),
        (["%x : [num_users=1] = placeholder[target=x]", "return (1,)"], "line 2: %x has 0 users"),
        (["%x : [num_users=0] = placeholder[target=x]"] * 2, "line 3: %x is defined twice"),
        (["%x : [num_users=0] = placeholder"], "line 2: not a node"),
        (["%x : [num_users=0] = call_function[target=no.such](args = (), kwargs = {})"], "no.such"),
        (
            ["%x : [num_users=0] = call_method[target=t](args = (1, kwargs = {})"],
            "line 2: expected",
        ),
        (["%x : [num_users=0] = call_method[target=t](args = (), kwargs = {}) x"], "unexpected"),
    ],
)
def test_malformed_text(lines: list[str], message: str | None) -> None:
    text = "graph():\n" + "".join(f"    {line}\n" for line in lines)
    if message is None:  # an unknown word is a string of the plain form
        assert dumps(loads(text)).count("return y") == 1
        return
    with pytest.raises(FxTextError, match=message.replace("(", r"\(")):
        loads(text)


def test_text_without_header() -> None:
    with pytest.raises(FxTextError, match="line 1"):
        loads("%x : [num_users=0] = placeholder[target=x]\n")


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gm = graph_of("cpu")
    file = tmp_path / "graph.fx"
    file.write_text(dumps(gm))
    assert main(["check", str(file)]) == 0
    assert main(["plain", str(file)]) == 0
    assert capsys.readouterr().out.replace("'", "") == f"{gm.graph}\n"
    file.write_text(dumps(gm) + "\n")
    assert main(["check", str(file)]) == 1

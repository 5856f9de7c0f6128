"""Graph modules survive the way to the engine and back: nothing is lost, little is touched."""

# mypy: disable-error-code="union-attr, arg-type, operator"
# What an argument of a node may be is a union of all that FX knows; a test says by looking.

from __future__ import annotations

import copy
import enum
import pickle
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx import Graph, GraphModule, Node
from torch.fx._lazy_graph_module import _LazyGraphModule

import regraft as package
from package_path import PACKAGE
from regraft._to_text.write import write

pytestmark = pytest.mark.usefixtures("regraft")

Pair = namedtuple("Pair", "first second")


class Colour(enum.Enum):
    """An enum that functions of the tests take."""

    RED = 1


class Config:
    """An object that only Python understands."""


def take_anything(*args: Any, **kwargs: Any) -> Any:
    """Return the first argument."""
    return args[0]


torch.fx.wrap("take_anything")

ODD_VALUES: list[Any] = [
    None,
    True,
    0,
    -(2**70),
    2**63,
    0.1,
    -0.0,
    1e-300,
    float("inf"),
    float("-inf"),
    3 + 4j,
    "",
    "a 'quoted' \"string\" \\ with\nlines\tand \x00 bytes",
    "%x, %y: (",
    "  # {",
    "日本語 \u2028 \ud800",
    b"bytes",
    ...,
    torch.float32,
    torch.bfloat16,
    torch.device("cuda:1"),
    torch.device("cpu"),
    torch.channels_last,
    torch.strided,
    torch.Size([2, 3]),
    slice(None, 2, None),
    range(0, 5, 2),
    (),
    [],
    {},
    {"key": [1, (2.0, {"deep": None})], 3: "int key"},
    Colour.RED,
    Config(),
    Config,
    torch.add,
    torch.ops.aten.add.Tensor,
    torch.ones(2),
    frozenset({1}),
    Pair(1, "two"),
]


def module(graph: Graph) -> GraphModule:
    """Return a graph module without attributes, lazy as Dynamo's are: not all can be run."""
    return _LazyGraphModule(torch.nn.Module(), graph)


def example(shape: tuple[int, ...] = (4, 8)) -> Any:
    """Return a fake tensor, all of one mode."""
    with MODE:
        return torch.empty(shape)


MODE = FakeTensorMode()


def inputs_graph(count: int = 2, values: bool = True) -> tuple[Graph, list[Node]]:
    """Return a graph with inputs ``x0``, ``x1``, …"""
    graph = Graph()
    nodes = [graph.placeholder(f"x{number}") for number in range(count)]
    for node in nodes if values else ():
        node.meta["example_value"] = example()
    return graph, nodes


def snapshot(gm: GraphModule) -> list[tuple]:
    """Return what there is of each node, with the objects themselves."""
    return [
        (node, node.name, node.op, node.target, node.args, node.kwargs, dict(node.meta))
        for node in gm.graph.nodes
    ]


def same(one: Any, other: Any) -> bool:
    """Are the values the same objects, or containers of the same?"""
    if isinstance(one, (tuple, list)):
        alike = isinstance(other, list if isinstance(one, list) else type(one))
        return alike and all(same(*pair) for pair in zip(one, other, strict=True))
    if isinstance(one, dict):
        return list(one) == list(other) and same(list(one.values()), list(other.values()))
    literal = isinstance(one, (float, complex, slice, int, str, torch.device))
    return one is other or (literal and type(one) is type(other) and repr(one) == repr(other))


def test_importing_the_package_does_not_import_torch() -> None:
    code = f"import sys; sys.path.insert(0, {str(PACKAGE)!r}); import regraft, regraft.fx_passes; "
    code += "print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("where", ["args", "kwargs", "nested", "output"])
def test_arguments_of_every_kind_are_kept(where: str) -> None:
    graph, (x, y) = inputs_graph()
    for value in ODD_VALUES:
        if where == "args":
            graph.call_function(take_anything, (x, value))
        elif where == "kwargs":
            graph.call_function(take_anything, (x,), {"value": value})
        elif where == "nested":
            graph.call_function(take_anything, ([x, {"inside": (value, y)}],))
    graph.call_method("add_", (y, 1))
    graph.output((x, *(ODD_VALUES if where == "output" else ())))
    gm = module(graph)
    before = snapshot(gm)
    package.rewrite(gm, target_device="cpu", skip=["device_rewriter"])
    gm.graph.lint()
    after = {node: entry for node, *entry in snapshot(gm)}
    for node, *entry in before:
        if node.op == "call_method":
            assert node not in after
        elif node.op == "output":
            assert same(after[node][3][0][: len(node.args[0]) - 1], node.args[0][:-1])
        elif where == "nested" and node.op == "call_function":  # y was written: it is another one
            assert same(after[node][3][0][1]["inside"][0], entry[3][0][1]["inside"][0])
        else:
            assert same(after[node], entry)


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: str(type(value).__name__))
def test_arguments_beside_one_that_changes_are_kept(value: Any) -> None:
    graph, (_, y) = inputs_graph()
    graph.call_method("add_", (y, 1))
    user = graph.call_function(take_anything, (y, value, [value]), {"named": value})
    reshaped = graph.call_function(take_anything, (y, Pair(y, value)))
    graph.output((user, reshaped))
    gm = module(graph)
    package.rewrite(gm, skip=["device_rewriter"])
    new = user.args[0]
    assert new.op == "call_method" and new.target == "add"
    assert same(user.args[1], value) and same(list(user.args[2]), [value])
    assert same(user.kwargs["named"], value)
    assert reshaped.args[1] == Pair(new, value) and type(reshaped.args[1]) is Pair


@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: str(type(value).__name__))
def test_arguments_that_a_rule_edits_around_are_kept(tmp_path: Path, value: Any) -> None:
    rules = tmp_path / "mark.rules"
    rules.write_text(
        "pass mark\n\nrule mark {\n"
        "  match  n = call_function(..., named=v)\n"
        '  where  "marked" not in n.kwargs\n'
        '  set    n.kwargs["marked"] = True\n}\n'
    )
    graph, (x, _) = inputs_graph()
    user = graph.call_function(take_anything, (x, value), {"named": value})
    graph.output(user)
    package.rewrite(module(graph), rules)
    assert user.kwargs["marked"] is True
    assert same(user.kwargs["named"], value) and same(user.args[1], value)


def test_untouched_nodes_stay_the_objects_they_are() -> None:
    graph, (x, y) = inputs_graph()
    first = graph.call_function(torch.add, (x, y))
    first.meta["mine"] = object()
    graph.call_method("mul_", (y, 2))
    last = graph.call_function(torch.sub, (first, x))
    graph.output((last,))
    gm = module(graph)
    nodes, meta = list(graph.nodes), first.meta
    package.rewrite(gm)
    kept = [node for node in gm.graph.nodes if node in nodes]
    assert kept == [node for node in nodes if node.target != "mul_"]
    assert first.meta is meta and first.args == (x, y)
    assert list(first.users) == [last]


def test_a_graph_that_nothing_is_done_to_is_not_recompiled() -> None:
    graph, (x, y) = inputs_graph()
    graph.output((graph.call_function(torch.add, (x, y)),))
    gm = module(graph)
    forward = type(gm).forward
    _, metadata = package.rewrite(gm)
    assert type(gm).forward is forward
    assert metadata["aliasing_output_rewrite"] == {"io_map": {}, "original_output_count": 1}


def test_new_nodes_have_meta() -> None:
    graph, (x, y) = inputs_graph()
    write_ = graph.call_method("add_", (x, y))
    write_.meta |= {
        "example_value": x.meta["example_value"],
        "stack_trace": "File here",
        "nn_module_stack": {"a": ("b", int)},
    }
    graph.output((write_,))
    package.rewrite(module(graph))
    (new,) = (node for node in graph.nodes if node.op == "call_method")
    assert new.target == "add" and new.name == "x0_modified"
    assert new.meta["stack_trace"] == "File here"
    assert new.meta["nn_module_stack"] == {"a": ("b", int)}
    assert new.meta["root_input"] == "x0"
    origin = new.meta["regraft"]
    assert (origin["pass"], origin["rule"]) == ("inplace_to_outofplace", "inplace")
    line = Path(origin["file"]).read_text().splitlines()[origin["line"] - 1]
    assert line.startswith("rule inplace ")
    value = new.meta["example_value"]
    assert value.shape == (4, 8) and value.fake_mode is MODE
    assert value.untyped_storage()._cdata != x.meta["example_value"].untyped_storage()._cdata


def test_meta_of_new_nodes_is_a_dict_however_it_is_looked_at() -> None:
    for look in (
        lambda meta: dict(meta),
        lambda meta: meta.copy(),
        lambda meta: copy.copy(meta),
        lambda meta: {**meta},
        lambda meta: meta | {},
        lambda meta: dict(meta.items()),
        lambda meta: {key: meta[key] for key in meta},
    ):
        graph, (x, y) = inputs_graph()
        graph.call_method("add_", (x, y))
        graph.output((x,))
        package.rewrite(module(graph))
        (new,) = (node for node in graph.nodes if node.op == "call_method")
        assert isinstance(new.meta, dict)
        assert "example_value" in look(new.meta)


def test_values_that_cannot_be_derived_are_left_out() -> None:
    graph, (x, y) = inputs_graph()
    del y.meta["example_value"]
    graph.call_method("add_", (x, y))
    graph.output((x,))
    package.rewrite(module(graph))
    new = [node for node in graph.nodes if node.op == "call_method"]
    assert new and not any("example_value" in node.meta for node in new)
    assert all("regraft" in node.meta for node in new)


def test_graphs_without_any_values_are_rewritten() -> None:
    def program(x, y):  # type: ignore[no-untyped-def]  # pickling takes no annotations
        x.add_(y)
        return x.relu()

    gm = torch.fx.symbolic_trace(program)
    _, metadata = package.rewrite(gm)
    assert metadata["inplace_to_outofplace"]["inplace_methods"] == 1
    x, y = torch.randn(3), torch.randn(3)
    found = gm(x, y)
    torch.testing.assert_close(found[0], (x + y).relu())


def test_names_that_are_no_names_are_kept() -> None:
    graph, (x, y) = inputs_graph()
    odd = graph.call_function(torch.add, (x, y))
    odd.name = "not a name"
    also = graph.call_function(torch.sub, (x, odd))
    also.name = "nan"
    graph.call_method("add_", (y, odd))
    graph.output((also, odd))
    package.rewrite(module(graph))
    assert odd.name == "not a name" and also.name == "nan"
    (new,) = graph.find_nodes(op="call_method", target="add")
    assert new.args == (y, odd)


def test_functions_of_one_name_are_told_apart() -> None:
    def make(number: int) -> Any:
        def function(value: Any) -> Any:
            return value + number

        return function

    graph, (x, _) = inputs_graph()
    functions = [make(1), make(2)]
    value: Any = x
    for function in functions:
        value = graph.call_function(function, (value,))
    graph.call_method("add_", (x, 1))
    graph.output((value,))
    package.rewrite(module(graph), skip=["inplace_to_outofplace"])
    called = [node.target for node in graph.nodes if node.op == "call_function"]
    assert called == functions


@pytest.mark.parametrize("look", ["code", "print", "forward"])
@pytest.mark.parametrize("lazy", [False, True])
def test_the_code_is_made_again_when_it_is_needed(look: str, lazy: bool) -> None:
    graph, (x, y) = inputs_graph()
    graph.call_method("add_", (x, y))
    graph.output((x,))
    gm = module(graph) if lazy else GraphModule(torch.nn.Module(), graph)
    package.rewrite(gm)
    if look != "forward":
        text = gm.code if look == "code" else str(gm)
        assert ".add_(" not in text and ".add(" in text
    x_value, y_value = torch.ones(4, 8), torch.ones(4, 8)
    torch.testing.assert_close(gm(x_value, y_value)[0], torch.full((4, 8), 2.0))
    torch.testing.assert_close(x_value, torch.ones(4, 8))


def test_the_result_can_be_pickled_and_copied() -> None:
    def program(x):  # type: ignore[no-untyped-def]  # pickling takes no annotations
        x.add_(1)
        return x * 2

    gm = torch.fx.symbolic_trace(program)
    package.rewrite(gm)
    expected = gm(torch.ones(3))
    for other in (copy.deepcopy(gm), pickle.loads(pickle.dumps(gm))):
        other.graph.lint()
        for one, two in zip(other(torch.ones(3)), expected, strict=True):
            torch.testing.assert_close(one, two)
    fresh = torch.fx.symbolic_trace(program)
    package.rewrite(fresh)
    torch.testing.assert_close(copy.deepcopy(fresh)(torch.ones(3))[0], expected[0])


def test_nested_graphs_are_rewritten_where_a_pass_asks_for_it() -> None:
    inner = Graph()
    a = inner.placeholder("a")
    made = inner.call_function(torch.zeros, (3,), {"device": "cuda"})
    b = inner.call_function(torch.add, (a, made))
    inner.call_method("add_", (b, 1))
    inner.output((b,))
    body = GraphModule(torch.nn.Module(), inner)
    graph = Graph()
    x = graph.placeholder("x")
    get = graph.get_attr("body")
    graph.output((graph.call_function(take_anything, (x, get)),))
    root = torch.nn.Module()
    root.body = body
    gm = GraphModule(root, graph)
    gm.again = gm.body  # the same module by another name
    package.rewrite(gm, target_device="cpu")
    assert gm.body is gm.again
    assert "target=add_]" not in str(gm.body.graph) and "cuda" not in str(gm.body.graph)
    gm.body.graph.lint()
    torch.testing.assert_close(gm.body(torch.zeros(3))[0], torch.ones(3))


def test_outputs_in_a_structure_become_flat_when_one_is_added() -> None:
    class Program(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> Any:
            x.add_(1)
            return {"sum": x + y, "rest": [y]}

    inputs = torch.ones(3), torch.ones(3)
    for decomposed in (False, True):
        gm = torch.export.export(Program(), inputs, strict=True).module()
        if decomposed:
            gm.graph.set_codegen(torch.fx.graph.CodeGen())
        _, metadata = package.rewrite(gm)
        gm.graph.lint()
        found = gm(torch.ones(3), torch.ones(3))
        assert len(found) == 3
        assert metadata["aliasing_output_rewrite"]["io_map"] == {1: 1, 2: 0}
        torch.testing.assert_close(found[0], torch.full((3,), 3.0))
        torch.testing.assert_close(found[2], torch.full((3,), 2.0))


def test_rewriting_twice_changes_nothing_more() -> None:
    graph, (x, y) = inputs_graph()
    graph.call_function(torch.ops.aten.copy_.default, (x, y))
    graph.output((x,))
    gm = module(graph)
    package.rewrite(gm)
    before = snapshot(gm)
    package.rewrite(gm)
    assert snapshot(gm) == before


def test_inputs_that_share_memory_are_told() -> None:
    whole = torch.zeros(4, 4)
    graph, nodes = inputs_graph(3, values=False)
    graph.output(tuple(nodes))
    text = write(module(graph), [whole, whole[1:3], torch.zeros(4, 4)]).text
    assert "'shares_memory_with': ['x0']" in text
    text = write(module(graph), [whole[:2], whole[2:], whole]).text
    assert text.count("shares_memory_with") == 1 and "['x0', 'x1']" in text


def test_a_write_to_memory_that_inputs_share_is_refused() -> None:
    whole = torch.zeros(4, 4)
    graph, (x, y) = inputs_graph(2, values=False)
    graph.call_method("add_", (x, 1))
    graph.output((y,))
    gm = module(graph)
    before = snapshot(gm)
    with pytest.raises(package.RewriteError, match="declared to share"):
        package.rewrite(gm, example_inputs=[whole, whole.view(-1)])
    assert snapshot(gm) == before


def test_thirty_thousand_nodes() -> None:
    graph, (x, y) = inputs_graph()
    value = x
    for number in range(30_000):
        if number % 10 == 9:
            value = graph.call_method("add_", (y, 1))
            value.meta["example_value"] = y.meta["example_value"]
        else:
            value = graph.call_function(torch.add, (value, y))
    graph.output((value,))
    gm = module(graph)
    _, metadata = package.rewrite(gm)
    gm.graph.lint()
    assert metadata["inplace_to_outofplace"]["inplace_methods"] == 3_000
    assert not any(str(node.target).endswith("_") for node in gm.graph.nodes)

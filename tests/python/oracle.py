"""The semantic oracle: does a rewritten graph compute what the original program computes?

``check`` runs a program eagerly, captures it, has the graph's text rewritten, runs the rewritten
graph as a backend without in-place semantics would, and compares all that a caller can see: the
outputs and what the inputs hold afterwards, bit for bit.
"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.fx.experimental.proxy_tensor import make_fx

from fx_text import dumps, loads

REPOSITORY = Path(__file__).resolve().parents[2]
SEED = 0

Metadata = dict[str, dict[str, Any]]
"""What each pass reports, by pass name."""
Rewriter = Callable[[str], tuple[str, Metadata]]
"""Turns a graph's text into the rewritten text and the metadata of the passes."""
GraphRunner = Callable[..., Any]
"""Called with the values of a graph's placeholders; returns the values the graph returns."""

_IN_PLACE_NAMES = (
    "add and concat floordiv lshift matmul mod mul or pow rshift sub truediv xor".split()
)
_IN_PLACE_OPERATORS = {"operator.setitem", "operator.delitem"} | {
    f"operator.i{name}" for name in _IN_PLACE_NAMES
}
_IN_PLACE_DUNDERS = {"__setitem__", "__delitem__"} | {f"__i{name}__" for name in _IN_PLACE_NAMES}


class Refused(Exception):
    """The rewriter declined to rewrite the graph; the message is what it wrote to stderr."""


# The rewriter -------------------------------------------------------------------------------------


ON_CPU = ("--set", "target_device=cpu", "--format", "annotated")
"""Options that make the rewritten graph one that can be read exactly and run here."""


def regraft_binary() -> Path:
    """Return the path of the binary under test: the environment's REGRAFT or build/regraft."""
    return Path(os.environ.get("REGRAFT", REPOSITORY / "build" / "regraft"))


def run_regraft(text: str, args: Sequence[str] = ON_CPU) -> tuple[str, Metadata]:
    """Rewrite a graph's text with the default passes; return the new text and the metadata.

    ``args`` are further command line options. Raises Refused if regraft exits with 1, and
    RuntimeError for any other failure.
    """
    with tempfile.TemporaryDirectory() as folder:
        metadata_file = Path(folder) / "metadata.json"
        command = [str(regraft_binary()), "run", "--json-meta", str(metadata_file), *args, "-"]
        done = subprocess.run(
            command, input=text, capture_output=True, check=False, encoding="utf-8"
        )
        if done.returncode == 1:
            raise Refused(done.stderr)
        if done.returncode != 0:
            raise RuntimeError(f"{command} exited with {done.returncode}: {done.stderr}")
        return done.stdout, json.loads(metadata_file.read_text(encoding="utf-8"))


def no_rewriting(text: str) -> tuple[str, Metadata]:
    """Return the text as it is: the rewriter that proves the rest of the oracle."""
    return text, {}


# Capturing ----------------------------------------------------------------------------------------


@dataclass
class Captured:
    """A program's graph, and how to run the program with another graph in its place."""

    gm: GraphModule
    text: str
    """The annotated node list, printed before anything else saw the graph."""
    run_with: Callable[[GraphRunner, list[torch.Tensor]], Any]
    """Calls the program on inputs with a runner for the graph; returns the program's outputs."""


def capture_dynamo(fn: Callable, inputs: list[torch.Tensor]) -> Captured:
    """Capture ``fn`` as one Dynamo graph; ``inputs`` are used up.

    ``run_with`` goes through Dynamo's own calling code, which knows how the function's arguments
    became placeholders (lifted, reordered, merged) and how its results come from the graph's.
    Raises torch._dynamo.exc.Unsupported if ``fn`` does not make one graph.
    """
    torch._dynamo.reset()
    graphs: list[tuple[GraphModule, str]] = []
    current: list[GraphRunner] = []

    def backend(gm: GraphModule, example_inputs: list[Any]) -> GraphRunner:
        graphs.append((gm, dumps(gm)))
        current.append(gm.forward)
        return lambda *args: current[-1](*args)

    compiled = torch.compile(fn, backend=backend, fullgraph=True, dynamic=False)
    compiled(*inputs)
    assert len(graphs) == 1, "the program holds no tensor operation"

    def run_with(runner: GraphRunner, new_inputs: list[torch.Tensor]) -> Any:
        current.append(runner)
        result = compiled(*new_inputs)
        assert len(graphs) == 1, "the program was captured again for its second call"
        return result

    return Captured(*graphs[0], run_with)


def capture_aten(fn: Callable, inputs: list[torch.Tensor]) -> Captured:
    """Capture ``fn`` as one graph of ATen operators, in-place ones kept.

    A function without a result gives a graph that returns an empty tuple.
    """

    def with_result(*args: torch.Tensor) -> Any:
        result = fn(*args)
        return () if result is None else result

    gm = make_fx(with_result, tracing_mode="fake")(*inputs)
    return Captured(gm, dumps(gm), lambda runner, new_inputs: runner(*new_inputs))


CAPTURES = {"dynamo": capture_dynamo, "aten": capture_aten}
"""Ways to capture a program, by the name of the graph's form."""


# Running ------------------------------------------------------------------------------------------


@dataclass
class Observed:
    """All that a caller can see of one call."""

    outputs: list[Any]
    inputs: list[torch.Tensor]
    """What the inputs hold after the call."""


def observe(call: Callable[[list[torch.Tensor]], Any], make_inputs: Callable) -> Observed:
    """Make inputs and call the program on them; both start from the same random state."""
    torch.manual_seed(SEED)
    inputs = make_inputs()
    torch.manual_seed(SEED)
    return Observed(_as_list(call(inputs)), inputs)


def buffer_runner(gm: GraphModule, metadata: Metadata) -> GraphRunner:
    """Return a runner that treats inputs and outputs as a backend without aliasing does.

    The graph must not write its inputs; each output gets its own buffer; then the outputs that
    ``io_map`` maps to inputs are copied into them, and the appended ones are dropped.
    """
    aliasing = metadata["aliasing_output_rewrite"]
    io_map = {int(output): int(input_) for output, input_ in aliasing["io_map"].items()}
    count = aliasing["original_output_count"]

    def run(*args: Any) -> Any:
        before = [_copy(arg) for arg in args]
        result = gm(*args)
        for position, (arg, old) in enumerate(zip(args, before, strict=True)):
            assert_same_bits(arg, old, f"input {position} was written by the rewritten graph")
        outputs = [_copy(value) for value in _as_list(result)]
        for output, input_ in io_map.items():
            _store(outputs[output], args[input_], f"io_map {{{output}: {input_}}}")
        returned = tuple(outputs[:count])
        return returned if isinstance(result, (tuple, list)) else returned[0]

    return run


def _as_list(result: Any) -> list[Any]:
    if result is None:
        return []
    return torch.utils._pytree.tree_leaves(result)


def _copy(value: Any) -> Any:
    return value.clone() if isinstance(value, torch.Tensor) else value


def _store(value: torch.Tensor, destination: torch.Tensor, where: str) -> None:
    # copy_ would broadcast and convert, which an aliased buffer cannot.
    assert value.shape == destination.shape, f"{where}: {value.shape} into {destination.shape}"
    assert value.dtype == destination.dtype, f"{where}: {value.dtype} into {destination.dtype}"
    if torch._debug_has_internal_overlap(destination) == 1:  # expanded: it cannot have been written
        assert_same_bits(value, destination, where)
        return
    destination.copy_(value)


# Comparing ----------------------------------------------------------------------------------------


def assert_same_bits(actual: Any, expected: Any, what: str) -> None:
    """Assert that two values are equal in type, dtype, shape and bits; any NaN equals any NaN."""
    if not isinstance(expected, torch.Tensor):
        assert type(actual) is type(expected) and actual == expected, f"{what}: {actual}"
        return
    assert actual.dtype == expected.dtype, f"{what}: {actual.dtype}, not {expected.dtype}"
    assert actual.shape == expected.shape, f"{what}: {actual.shape}, not {expected.shape}"
    same = actual == expected
    if actual.is_floating_point():
        same = same & (actual.signbit() == expected.signbit())  # -0.0 equals 0.0
        same = same | (actual.isnan() & expected.isnan())
    assert bool(same.all()), f"{what}:\n{actual}\nnot\n{expected}"


def assert_same(actual: Observed, expected: Observed) -> None:
    """Assert that two calls look the same to the caller."""
    counts = len(actual.outputs), len(expected.outputs)
    assert counts[0] == counts[1], f"{counts[0]} outputs, not {counts[1]}"
    for position, pair in enumerate(zip(actual.outputs, expected.outputs, strict=True)):
        assert_same_bits(*pair, f"output {position}")
    for position, pair in enumerate(zip(actual.inputs, expected.inputs, strict=True)):
        assert_same_bits(*pair, f"input {position} after the call")


# Writes in graphs ---------------------------------------------------------------------------------


def writing_nodes(gm: GraphModule) -> list[str]:
    """Return the text of each node, in nested graphs too, that writes one of its arguments."""
    return [
        node.format_node()
        for module in gm.modules()
        if isinstance(module, GraphModule)
        for node in module.graph.nodes
        if _writes(node)
    ]


def _writes(node: Node) -> bool:
    if node.op == "call_method":
        return _has_in_place_name(str(node.target)) or node.target in _IN_PLACE_DUNDERS
    if node.op != "call_function":
        return False
    if isinstance(node.target, torch._ops.OpOverload):
        return node.target._schema.is_mutable
    name = node._pretty_print_target(node.target)
    if name.startswith("operator."):
        return name in _IN_PLACE_OPERATORS  # and_ and or_ write nothing
    return (
        _has_in_place_name(name) or node.kwargs.get("out") is not None or _asks_for_in_place(node)
    )


def _has_in_place_name(name: str) -> bool:
    return name.endswith("_") and not name.endswith("__")


def _asks_for_in_place(node: Node) -> bool:
    """Say whether a Python function gets ``inplace=True``, by keyword or by position."""
    if not inspect.isfunction(node.target):
        return False
    try:
        bound = inspect.signature(node.target).bind(*node.args, **node.kwargs)
    except TypeError:
        return False
    return bool(bound.arguments.get("inplace", False))


# The check ----------------------------------------------------------------------------------------


def check(
    fn: Callable,
    make_inputs: Callable[[], list[torch.Tensor]],
    form: str,
    rewrite: Rewriter = run_regraft,
) -> Metadata:
    """Assert that rewriting the graph of ``fn`` changes nothing a caller can see.

    ``make_inputs`` makes fresh inputs, equal ones under one random seed. ``form`` is a key of
    CAPTURES. Returns the passes' metadata. Raises AssertionError for a difference or for a write
    that is left in the graph, Refused if the rewriter refuses, FxTextError if its text is bad.
    """
    expected = observe(lambda inputs: fn(*inputs), make_inputs)
    return check_captured(CAPTURES[form](fn, make_inputs()), expected, make_inputs, rewrite)


def check_captured(
    captured: Captured,
    expected: Observed,
    make_inputs: Callable[[], list[torch.Tensor]],
    rewrite: Rewriter = run_regraft,
) -> Metadata:
    """Do what ``check`` does for a function that was captured and observed already."""
    text, metadata = rewrite(captured.text)
    rewritten = loads(text, root=captured.gm, strings_quoted=True)
    rewritten.graph.lint()
    runner = rewritten.forward
    if rewrite is not no_rewriting:
        assert not (left := writing_nodes(rewritten)), "writes are left:\n" + "\n".join(left)
        runner = buffer_runner(rewritten, metadata)
    assert_same(observe(lambda inputs: captured.run_with(runner, inputs), make_inputs), expected)
    return metadata

"""Capture random programs as graphs, have them rewritten in batches, and compare with eager PyTorch.

Each program in each form of graph comes out as one of

    right      the rewritten graph computes what the program computes
    refused    the rewriter declined, with a message that says why
    wrong      an output or an input differs, or a write is left
    breaks     the rewritten graph cannot be read or run, or the rewriter died
    uncaptured PyTorch itself makes no graph of the program
"""

from __future__ import annotations

import collections
import json
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import torch
from torch.fx import GraphModule, Node
from torch.fx.experimental.proxy_tensor import make_fx

import oracle
from fuzz_program import Program, Var, callable_of, map_leaves, run_step, start
from fx_text import dumps, loads
from fx_text_values import FxTextError
from oracle import Metadata, Observed

FORMS = ("fx", "items", "dynamo", "aten", "plain")
"""fx: like Dynamo's, built here; items: as fx, but items of tuples are taken where they are used;
dynamo: captured by torch.compile; aten: captured by make_fx; plain: as fx, printed without shapes
and dtypes."""

RIGHT, REFUSED, WRONG, BREAKS, UNCAPTURED = "right", "refused", "wrong", "breaks", "uncaptured"
OUTCOMES = (RIGHT, REFUSED, WRONG, BREAKS, UNCAPTURED)

_NAME = re.compile(r"%\w+|`[^`]*`")


@dataclass
class Result:
    """What became of one program in one form."""

    outcome: str
    detail: str = ""
    """The refusal, the difference, or the error."""
    text: str = ""
    """The graph that went in."""
    rewritten: str = ""
    """The graph that came out."""

    @property
    def reason(self) -> str:
        """The first line of the detail, without the names of nodes: to count equal refusals by."""
        return reason(self.detail)


@dataclass
class Graph:
    """A captured graph and how the program runs with a rewritten one in its place."""

    gm: GraphModule
    text: str
    run_with: Callable[[oracle.GraphRunner, list[torch.Tensor]], Any]


def reason(message: str) -> str:
    """Return the heart of an error message."""
    errors = [line for line in message.splitlines() if ": error: " in line]
    first = errors[0] if errors else message.partition("\n")[0]
    return _NAME.sub(_shortened, first.rpartition(": error: ")[2])


def _shortened(name: re.Match[str]) -> str:
    return "%" if name[0].startswith("%") else name[0]


# Graphs -------------------------------------------------------------------------------------------


def capture_fx(program: Program) -> Graph:
    """Build the graph that Dynamo would make of a program, without Dynamo's cost."""
    gm = build_fx(program)
    return Graph(gm, dumps(gm), lambda runner, inputs: runner(*inputs))


def capture_items(program: Program) -> Graph:
    """Build the same with the items of a tuple taken anew wherever one is used."""
    gm = build_fx(program, items_where_used=True)
    return Graph(gm, dumps(gm), lambda runner, inputs: runner(*inputs))


def capture_plain(program: Program) -> Graph:
    """Build the same, printed by FX itself: nothing is known of shapes and dtypes."""
    gm = build_fx(program)
    return Graph(gm, f"{gm.graph}\n", lambda runner, inputs: runner(*inputs))


def capture_aten(program: Program) -> Graph:
    """Capture a program as a graph of ATen operators."""
    gm = make_fx(program.function(), tracing_mode="fake")(*program.make_inputs())
    return Graph(gm, dumps(gm), lambda runner, inputs: runner(*inputs))


def capture_dynamo(program: Program) -> Graph:
    """Capture a program as torch.compile does.

    Unlike the oracle this does not reset Dynamo, so that a batch can be captured before its first
    program runs again. Each program is a function of its own, so that no limit of Dynamo's is met.
    """
    graphs: list[GraphModule] = []
    texts: list[str] = []
    current: list[oracle.GraphRunner] = []

    def backend(gm: GraphModule, example_inputs: list[Any]) -> oracle.GraphRunner:
        graphs.append(gm)
        texts.append(dumps(gm))
        current.append(gm.forward)
        return lambda *args: current[-1](*args)

    compiled = torch.compile(program.function(), backend=backend, fullgraph=True, dynamic=False)
    compiled(*program.make_inputs())
    assert len(graphs) == 1, "the program holds no tensor operation"

    def run_with(runner: oracle.GraphRunner, inputs: list[torch.Tensor]) -> Any:
        current.append(runner)
        result = compiled(*inputs)
        assert len(graphs) == 1, "the program was captured again for its second call"
        return result

    return Graph(graphs[0], texts[0], run_with)


CAPTURES = {
    "fx": capture_fx,
    "items": capture_items,
    "plain": capture_plain,
    "aten": capture_aten,
    "dynamo": capture_dynamo,
}


class _Items:
    """A node with several results, whose items are nodes made where they are used."""

    def __init__(self, graph: torch.fx.Graph, node: Node) -> None:
        self.graph = graph
        self.node = node

    def __getitem__(self, place: int) -> Node:
        return _add_item(self.graph, self.node, place, self.node.meta["example_value"][place])


def build_fx(program: Program, items_where_used: bool = False) -> GraphModule:
    """Build a program's graph in Dynamo's style, with the real tensors as example values."""
    graph = torch.fx.Graph()
    env = start(program)
    nodes: dict[str, Any] = {}
    for name, value in env.items():
        node = graph.create_node("placeholder", f"L_{name}_", name=f"l_{name}_")
        node.type = torch.Tensor
        node.meta["example_value"] = value
        nodes[name] = node
    for step in program.steps:
        args, kwargs = map_leaves(lambda v: _node_of(v, nodes), Var, (step.args, step.kwargs))
        result = run_step(step, env)
        node = _add_step(graph, step.target, step.result, args, kwargs, result)
        if step.result is not None:
            nodes[step.result] = _results(graph, node, result, items_where_used)
    graph.output(tuple(_node_of(output, nodes) for output in program.outputs))
    return GraphModule(torch.nn.Module(), graph)


def _node_of(variable: Var, nodes: dict[str, Any]) -> Any:
    found = nodes[variable.name]
    return found if variable.item is None else found[variable.item]


def _add_step(
    graph: torch.fx.Graph, target: str, name: str | None, args: Any, kwargs: Any, result: Any
) -> Node:
    """Add a call as a node, named as the variable is that gets its one result."""
    several = isinstance(result, list)
    op = "call_method" if target.startswith(".") else "call_function"
    called = target[1:] if op == "call_method" else callable_of(target)
    node = graph.create_node(op, called, args, kwargs, None if several else name)
    if result is not None:
        node.meta["example_value"] = tuple(result) if several else result
    return node


def _results(graph: torch.fx.Graph, node: Node, result: Any, items_where_used: bool) -> Any:
    """Return what stands for a call's result: its node, or something that has a node by item."""
    if not isinstance(result, list):
        return node
    if items_where_used:
        return _Items(graph, node)
    return [_add_item(graph, node, place, item) for place, item in enumerate(result)]


def _add_item(graph: torch.fx.Graph, node: Node, place: int, item: torch.Tensor) -> Node:
    made = graph.call_function(callable_of("operator.getitem"), (node, place))
    made.meta["example_value"] = item
    return made


# Rewriting ----------------------------------------------------------------------------------------


def rewrite_all(texts: Sequence[str]) -> list[tuple[str, Metadata] | str]:
    """Rewrite many graphs by one call; return for each its text and metadata, or the refusal.

    Raises RuntimeError where the rewriter neither rewrites nor refuses.
    """
    if not texts:
        return []
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{place}.fx" for place in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        out = Path(folder) / "out"
        out.mkdir()
        metadata_file = Path(folder) / "metadata.json"
        command = [str(oracle.regraft_binary()), "run", *oracle.ON_CPU, "-o", str(out)]
        command += ["--json-meta", str(metadata_file), *map(str, files)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        if done.returncode not in (0, 1):
            raise RuntimeError(f"the rewriter exited with {done.returncode}: {done.stderr[-2000:]}")
        metadata = json.loads(metadata_file.read_text("utf-8")) if metadata_file.exists() else {}
        if len(files) == 1 and metadata:
            metadata = {str(files[0]): metadata}
        refusals = _messages_by_file(done.stderr)
        return [_rewritten(file, out, metadata, refusals) for file in files]


def _message_alone(file: Path) -> str:
    """Return the message for a graph that is rewritten alone: not all messages name the graph."""
    command = [str(oracle.regraft_binary()), "run", *oracle.ON_CPU, str(file)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    if done.returncode != 1 or not done.stderr.strip():
        raise RuntimeError(f"{command} exited with {done.returncode}: {done.stderr}")
    return done.stderr


def _rewritten(
    file: Path, out: Path, metadata: dict[str, Metadata], refusals: dict[str, str]
) -> tuple[str, Metadata] | str:
    made = out / file.name
    if made.exists():
        return made.read_text(encoding="utf-8"), metadata[str(file)]
    return refusals.get(str(file)) or _message_alone(file)


def _messages_by_file(stderr: str) -> dict[str, str]:
    """Cut what the rewriter wrote to standard error into the parts that belong to each graph."""
    parts: dict[str, list[str]] = collections.defaultdict(list)
    current = ""
    for line in stderr.splitlines():
        if match := re.match(r"(/\S+\.fx):\d+:\d+: ", line):
            current = match[1]
        parts[current].append(line)
    return {file: "\n".join(lines) for file, lines in parts.items()}


# Checking -----------------------------------------------------------------------------------------


class HasInputs(Protocol):
    """A program, in whatever form."""

    def make_inputs(self) -> list[torch.Tensor]:
        """Return fresh inputs, equal ones each time."""


@dataclass
class Candidate:
    """A program that waits to be rewritten."""

    program: HasInputs
    graph: Graph
    expected: Observed


def expected_of(program: Program) -> Observed:
    """Run a program eagerly."""
    function = program.function()
    return oracle.observe(lambda inputs: function(*inputs), program.make_inputs)


def check_all(programs: Sequence[Program], form: str) -> list[Result]:
    """Return what becomes of each program in a form of graph."""
    results: dict[int, Result] = {}
    waiting: dict[int, Candidate] = {}
    if form == "dynamo":
        torch._dynamo.reset()
    for place, program in enumerate(programs):
        try:
            graph = CAPTURES[form](program)
        except Exception as error:  # whatever PyTorch raises
            results[place] = Result(UNCAPTURED, f"{type(error).__name__}: {error}")
        else:
            waiting[place] = Candidate(program, graph, expected_of(program))
    texts = [candidate.graph.text for candidate in waiting.values()]
    for place, answer in zip(waiting, answers(texts), strict=True):
        results[place] = judge(waiting[place], answer)
    return [results[place] for place in range(len(programs))]


def answers(texts: Sequence[str]) -> list[Any]:
    """Rewrite graphs; where one kills the rewriter, find it by halving. It gets the exception."""
    try:
        return list(rewrite_all(texts))
    except RuntimeError as error:
        if len(texts) == 1:
            return [error]
        half = len(texts) // 2
        return answers(texts[:half]) + answers(texts[half:])


def judge(
    candidate: Candidate,
    answer: tuple[str, Metadata] | str | Exception,
    assert_alike: Callable[[Any, Any, str], None] | None = None,
) -> Result:
    """Run a rewritten graph and compare what can be seen of it with the eager run.

    ``assert_alike`` compares two values; without it they must agree bit for bit.
    """
    text = candidate.graph.text
    if isinstance(answer, str):
        return Result(REFUSED, answer, text)
    if isinstance(answer, Exception):
        return Result(BREAKS, str(answer), text)
    rewritten, metadata = answer
    try:
        quoted = '"' in text or "'" in text  # FX itself prints neither
        gm = loads(rewritten, root=candidate.graph.gm, strings_quoted=quoted)
        gm.graph.lint()
        if left := oracle.writing_nodes(gm):
            return Result(WRONG, "a write is left: " + left[0], text, rewritten)
        actual = _observe_rewritten(candidate, gm, metadata)
        assert_same(actual, candidate.expected, assert_alike or assert_same_bits)
    except AssertionError as error:
        return Result(WRONG, str(error), text, rewritten)
    except (FxTextError, Exception) as error:
        return Result(BREAKS, f"{type(error).__name__}: {error}", text, rewritten)
    return Result(RIGHT, "", text, rewritten)


def _observe_rewritten(candidate: Candidate, gm: GraphModule, metadata: Metadata) -> Observed:
    runner = oracle.buffer_runner(gm.forward, metadata)  # the module itself prints errors
    run_with = candidate.graph.run_with
    return oracle.observe(
        lambda inputs: run_with(runner, inputs), candidate.program.make_inputs
    )


def assert_same(
    actual: Observed, expected: Observed, assert_alike: Callable[[Any, Any, str], None]
) -> None:
    """Assert that two calls look the same to the caller."""
    counts = len(actual.outputs), len(expected.outputs)
    assert counts[0] == counts[1], f"{counts[0]} outputs, not {counts[1]}"
    for place, pair in enumerate(zip(actual.outputs, expected.outputs, strict=True)):
        assert_alike(*pair, f"output {place}")
    for place, pair in enumerate(zip(actual.inputs, expected.inputs, strict=True)):
        assert_alike(*pair, f"input {place} after the call")


def assert_same_bits(actual: Any, expected: Any, what: str) -> None:
    """As the oracle's, for complex tensors too."""
    if isinstance(expected, torch.Tensor) and expected.is_complex():
        assert actual.dtype == expected.dtype, f"{what}: {actual.dtype}, not {expected.dtype}"
        actual, expected = (torch.view_as_real(t.resolve_conj()) for t in (actual, expected))
    oracle.assert_same_bits(actual, expected, what)

"""Have the graphs of random programs rewritten in batches and compare with eager PyTorch.

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
from typing import Any, NamedTuple, Protocol

import torch
from torch.fx import GraphModule

import oracle
from fuzz_capture import CAPTURES, Graph
from fuzz_program import Program
from fx_text import loads
from oracle import Metadata, Observed

RIGHT, REFUSED, WRONG, BREAKS, UNCAPTURED = "right", "refused", "wrong", "breaks", "uncaptured"
OUTCOMES = (RIGHT, REFUSED, WRONG, BREAKS, UNCAPTURED)

further_options: list[str] = []
"""Of the rewriter, such as another pipeline; set before programs are checked."""

_SUMS = re.compile(r"norm|sum|mean|var|std|prod|dot|linear|conv|pool|softmax|m[mv]\b|matmul|einsum")
"""Targets of calls that add in an order which depends on how a tensor lies in memory."""
_ROUNDINGS = 4
_BROKEN = re.compile(r"does not hold together|internal error")
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

    def describe(self, program: Program, options: str) -> str:
        """Return all that is to be seen of it, with the options that run the program again."""
        title = f"---- {self.outcome} {options}"
        parts = [title, program.describe(), self.detail.strip(), self.text, self.rewritten]
        return "\n".join(parts)


def reason(message: str) -> str:
    """Return the heart of an error message."""
    errors = [line for line in message.splitlines() if ": error: " in line]
    first = errors[0] if errors else message.partition("\n")[0]
    return _NAME.sub(_shortened, first.rpartition(": error: ")[2])


def _shortened(name: re.Match[str]) -> str:
    return "%" if name[0].startswith("%") else name[0]


# Rewriting ----------------------------------------------------------------------------------------


class Rewritten(NamedTuple):
    """What the rewriter made of one graph."""

    text: str
    metadata: Metadata
    messages: str
    """What it wrote to standard error: warnings."""


def rewrite_all(
    texts: Sequence[str], options: Sequence[str] | None = None
) -> list[Rewritten | str]:
    """Rewrite many graphs by one call; return for each what came out, or the refusal.

    ``options`` are those of the rewriter; without them the default pipeline runs. Raises
    RuntimeError where the rewriter neither rewrites nor refuses.
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
        start = [str(oracle.regraft_binary()), "run"]
        start += [*oracle.ON_CPU, *further_options] if options is None else options
        command = [*start, "-o", str(out), "--json-meta", str(metadata_file), *map(str, files)]
        done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
        if done.returncode not in (0, 1):
            raise RuntimeError(f"the rewriter exited with {done.returncode}: {done.stderr[-2000:]}")
        metadata = json.loads(metadata_file.read_text("utf-8")) if metadata_file.exists() else {}
        if len(files) == 1 and metadata:
            metadata = {str(files[0]): metadata}
        messages = _messages_by_file(done.stderr)
        return [
            Rewritten(
                (out / file.name).read_text(encoding="utf-8"),
                metadata[str(file)],
                messages.get(str(file), ""),
            )
            if (out / file.name).exists()
            else messages.get(str(file)) or _message_alone([*start, str(file)])
            for file in files
        ]


def _message_alone(command: list[str]) -> str:
    """Return the message for a graph that is rewritten alone: not all messages name the graph."""
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    if done.returncode != 1 or not done.stderr.strip():
        raise RuntimeError(f"{command} exited with {done.returncode}: {done.stderr}")
    return done.stderr


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
    if form == "dynamic":
        from fuzz_dynamic import check_dynamic  # it checks by what is here

        return check_dynamic(programs)
    if form not in CAPTURES:
        from fuzz_package import PACKAGE_FORMS  # the package has to be built for it

        return [PACKAGE_FORMS[form](program) for program in programs]
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


def answers(texts: Sequence[str], options: Sequence[str] | None = None) -> list[Any]:
    """Rewrite graphs; where one kills the rewriter, find it by halving. It gets the exception."""
    try:
        return list(rewrite_all(texts, options))
    except RuntimeError as error:
        if len(texts) == 1:
            return [error]
        half = len(texts) // 2
        return answers(texts[:half], options) + answers(texts[half:], options)


def refused(message: str, text: str) -> Result:
    """Return what an error of the rewriter is: a refusal says what is not known or not done; that
    the graph came out broken is a fault of the rewriter.
    """
    return Result(BREAKS if _BROKEN.search(message) else REFUSED, message, text)


def judge(
    candidate: Candidate,
    answer: Rewritten | str | Exception,
    assert_alike: Callable[[Any, Any, str], None] | None = None,
    may_write: bool = False,
) -> Result:
    """Run a rewritten graph and compare what can be seen of it with the eager run.

    ``assert_alike`` compares two values; without it they must agree bit for bit. ``may_write``: the
    graph may write what it made itself.
    """
    text = candidate.graph.text
    if isinstance(answer, str):
        return refused(answer, text)
    if isinstance(answer, Exception):
        return Result(BREAKS, str(answer), text)
    rewritten, metadata, _ = answer
    try:
        quoted = '"' in text or "'" in text  # FX itself prints neither
        gm = loads(rewritten, root=candidate.graph.gm, strings_quoted=quoted)
        gm.graph.lint()
        if not may_write and (left := oracle.writing_nodes(gm)):
            return Result(WRONG, "a write is left: " + left[0], text, rewritten)
        actual = _observe_rewritten(candidate, gm, metadata)
        own = assert_same_sums if _SUMS.search(text) else assert_same_bits
        assert_same(actual, candidate.expected, assert_alike or own)
    except AssertionError as error:
        return Result(WRONG, str(error), text, rewritten)
    except Exception as error:  # whatever the reader or PyTorch raises
        return Result(BREAKS, f"{type(error).__name__}: {error}", text, rewritten)
    return Result(RIGHT, "", text, rewritten)


def _observe_rewritten(candidate: Candidate, gm: GraphModule, metadata: Metadata) -> Observed:
    runner = oracle.buffer_runner(gm.forward, metadata)  # the module itself prints errors
    run_with = candidate.graph.run_with
    return oracle.observe(lambda inputs: run_with(runner, inputs), candidate.program.make_inputs)


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
    """As the oracle's, for complex tensors too.

    The sign of their zeros is left out: PyTorch's kernels for ``-x`` give another one for memory that
    is not contiguous.
    """
    if isinstance(expected, torch.Tensor) and expected.is_complex():
        assert actual.dtype == expected.dtype, f"{what}: {actual.dtype}, not {expected.dtype}"
        actual, expected = (torch.view_as_real(t.resolve_conj()) + 0.0 for t in (actual, expected))
    oracle.assert_same_bits(actual, expected, what)


def assert_same_sums(actual: Any, expected: Any, what: str) -> None:
    """The same, but for the last bits of floats: new content may lie otherwise than a written tensor,
    and sums of it are added in another order (engine/SOUNDNESS.md).
    """
    if isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor):
        alike = actual.dtype == expected.dtype and actual.shape == expected.shape
        if alike and expected.dtype.is_floating_point and expected.isfinite().all():
            largest = expected.abs().max().item() if expected.numel() else 0.0
            most = _ROUNDINGS * torch.finfo(expected.dtype).eps * largest
            if (actual.double() - expected.double()).abs().le(most).all():
                return
    assert_same_bits(actual, expected, what)

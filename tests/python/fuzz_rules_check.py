"""Run users' rules over programs that hold their patterns and compare with the graph as it was.

Where the default pipeline runs with the rules, no write may be left, and the caller must see what
eager PyTorch computes: see ``fuzz_check``. Where the rules run alone writes stay; the rewritten graph is
then run eagerly, and must give the same outputs, the same inputs after the call, and the same sharing:
which elements of outputs and inputs are one place of memory.
"""

from __future__ import annotations

import itertools
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

import fuzz_check
import oracle
from fuzz_capture import CAPTURES
from fuzz_check import BREAKS, REFUSED, RIGHT, UNCAPTURED, WRONG, Candidate, Result
from fuzz_program import Program
from fx_text import loads

RULES = oracle.REPOSITORY / "tests" / "rules" / "users"
DEFAULT = oracle.REPOSITORY / "rules" / "default.pipeline"
_PASSES = (
    "device_rewriter",
    "aliasing_output_rewrite",
    "inplace_to_outofplace",
    "nki_kernel_backend_config",
    "collective_replica_groups",
)
ITSELF, ALONE, PAIRS, BEFORE, WITHIN, AFTER, SHUFFLED = MODES = (
    "itself",
    "alone",
    "pairs",
    "before",
    "within",
    "after",
    "shuffled",
)
"""Where users' rules run: alone on programs without writes, to see whether a rule is wrong in itself;
alone; two files; before the default passes; among them, once written inputs are returned; after them;
several rules in one pass, in some order."""
RETURNS_INPUTS = "aliasing_output_rewrite"
"""The pass that has to run before rules that say what a written tensor holds."""
_LOST_WRITE = re.compile(r"the final value of the input .* is not returned")


@dataclass(frozen=True)
class Setting:
    """Which rules run on a program, and where."""

    mode: str
    rules: tuple[str, ...]
    """Names of files in tests/rules/users, in the order in which they run."""

    @property
    def pure(self) -> bool:
        """Whether the default passes run, too, which leave no write."""
        return self.mode in (BEFORE, WITHIN, AFTER)

    @property
    def returns_inputs(self) -> bool:
        """Whether written inputs are returned, since a rule says what they hold: see ``io_map``."""
        return not self.pure and any(" <- " in text or " becomes " in text for text in self.texts())

    def texts(self) -> list[str]:
        """Return the text of each rule file."""
        return [(RULES / f"{name}.rules").read_text(encoding="utf-8") for name in self.rules]

    def options(self, folder: Path) -> list[str]:
        """Return the rewriter's options, with files that they need written into a folder."""
        # Beside the pipeline that uses them: it does not reach files elsewhere.
        users = [Path(shutil.copy(RULES / f"{name}.rules", folder)) for name in self.rules]
        if self.mode == SHUFFLED:
            merged = folder / "merged.rules"
            merged.write_text(merge(self.texts()), "utf-8")
            users = [merged]
        if not self.pure:
            first = [DEFAULT.parent / f"{RETURNS_INPUTS}.rules"] * self.returns_inputs
            return ["--format", "annotated", *map(str, [*first, *users])]
        defaults = [DEFAULT.parent / f"{name}.rules" for name in _PASSES]
        place = {BEFORE: 0, WITHIN: 2, AFTER: len(defaults)}[self.mode]
        files = [*defaults[:place], *users, *defaults[place:]]
        pipeline = folder / "users.pipeline"
        uses = [f'use "{file}"' for file in files]
        pipeline.write_text("pipeline users\n" + "\n".join(uses) + "\n", encoding="utf-8")
        return [*oracle.ON_CPU, "--pipeline", str(pipeline)]

    def __str__(self) -> str:
        """Name it as the command line does."""
        return f"--mode {self.mode} --rule {' '.join(self.rules)}"


def merge(texts: Sequence[str]) -> str:
    """Return one pass that holds the rules of several files."""
    bodies = [re.sub(r'\Apass [^\n]*\n\s*"[^"]*"\n', "", text) for text in texts]
    return "pass merged\n\n" + "\n".join(bodies)


@dataclass
class Verdict:
    """What became of a program, and how often its rules were applied."""

    result: Result
    applied: dict[str, int]

    @property
    def outcome(self) -> str:
        """The outcome of the result."""
        return self.result.outcome


# Sharing ------------------------------------------------------------------------------------------


def sharing(tensors: Sequence[Any]) -> frozenset:
    """Return which elements of which tensors are one place of memory.

    Each place that several elements have is a set of pairs: a tensor's number and the element's. What the
    caller can find out by writing to one and reading the others is in it.
    """
    places: dict[int, list[tuple[int, int]]] = {}
    for number, tensor in enumerate(tensors):
        if not isinstance(tensor, torch.Tensor):
            continue
        for element, place in enumerate(_places(tensor)):
            places.setdefault(place, []).append((number, element))
    return frozenset(frozenset(group) for group in places.values() if len(group) > 1)


def _places(tensor: torch.Tensor) -> list[int]:
    """Return the address of each element, in order."""
    width = tensor.element_size()
    found = [tensor.data_ptr()]
    for size, step in zip(tensor.shape, tensor.stride(), strict=True):
        found = [place + k * step * width for place in found for k in range(size)]
    return found


@dataclass
class Seen:
    """All that a caller can see of one call, and of what it gets."""

    observed: oracle.Observed
    shared: frozenset


def see(runner: Callable, program: Program) -> Seen:
    """Call a graph on fresh inputs."""
    observed = oracle.observe(lambda inputs: runner(*inputs), program.make_inputs)
    return Seen(observed, sharing([*observed.outputs, *observed.inputs]))


def describe_sharing(actual: frozenset, expected: frozenset, outputs: int) -> str:
    """Say between which values sharing differs."""

    def pairs(groups: frozenset) -> set:
        return {pair for group in groups for pair in itertools.combinations(sorted(group), 2)}

    def name(number: int) -> str:
        return f"output {number}" if number < outputs else f"input {number - outputs}"

    is_now, was = pairs(actual), pairs(expected)
    for word, found in (("share", is_now - was), ("no longer share", was - is_now)):
        if found:
            (first, _), (second, _) = min(found)
            return f"{name(first)} and {name(second)} {word} memory"
    return "sharing differs"


# Judging ------------------------------------------------------------------------------------------


def check_all(programs: Sequence[Program], form: str, setting: Setting) -> list[Verdict]:
    """Return what becomes of each program in a form of graph when these rules run."""
    verdicts: dict[int, Verdict] = {}
    waiting: dict[int, Candidate] = {}
    for place, program in enumerate(programs):
        try:
            graph = CAPTURES[form](program)
            expected = fuzz_check.expected_of(program)
        except Exception as error:  # whatever PyTorch raises
            verdicts[place] = Verdict(Result(UNCAPTURED, f"{type(error).__name__}: {error}"), {})
        else:
            waiting[place] = Candidate(program, graph, expected)
    with tempfile.TemporaryDirectory() as folder:
        options = setting.options(Path(folder))
        given = [candidate.graph.text for candidate in waiting.values()]
        found = fuzz_check.answers(given, options)
    for place, answer in zip(waiting, found, strict=True):
        result = judge(waiting[place], answer, setting)
        verdicts[place] = Verdict(result, _applied(answer))
    return [verdicts[place] for place in range(len(programs))]


def _applied(answer: Any) -> dict[str, int]:
    """Return how often rules were applied, by pass."""
    if not isinstance(answer, fuzz_check.Rewritten):
        return {}
    return {
        name: counts["applied"] for name, counts in answer.metadata.items() if "applied" in counts
    }


def judge(candidate: Candidate, answer: Any, setting: Setting) -> Result:
    """Compare a rewritten graph with what it was made of."""
    text = candidate.graph.text
    if isinstance(answer, str):
        return fuzz_check.refused(answer, text)
    if isinstance(answer, Exception):
        return Result(BREAKS, str(answer), text)
    if lost := _LOST_WRITE.search(answer.messages):
        return Result(REFUSED, f"x: error: with a warning: {lost[0]}", text, answer.text)
    if setting.pure:  # a rule that runs after the default passes may write what it makes
        return fuzz_check.judge(candidate, answer, may_write=setting.mode == AFTER)
    expected = see(_runner(text, candidate), candidate.program)
    try:
        runner = _runner(answer.text, candidate)
        if setting.returns_inputs:
            runner = _store_inputs(runner, answer.metadata)
        actual = see(runner, candidate.program)
        fuzz_check.assert_same(actual.observed, expected.observed, fuzz_check.assert_same_bits)
        if not setting.returns_inputs and setting.mode != ITSELF:
            outputs = len(expected.observed.outputs)
            difference = describe_sharing(actual.shared, expected.shared, outputs)
            assert actual.shared == expected.shared, difference
    except AssertionError as error:
        return Result(WRONG, str(error), text, answer.text)
    except Exception as error:  # whatever the reader or PyTorch raises
        return Result(BREAKS, f"{type(error).__name__}: {error}", text, answer.text)
    return Result(RIGHT, "", text, answer.text)


def _runner(text: str, candidate: Candidate) -> Callable:
    given = candidate.graph.text
    quoted = '"' in given or "'" in given  # FX itself prints neither
    gm = loads(text, root=candidate.graph.gm, strings_quoted=quoted)
    gm.graph.lint()
    return gm.forward


def _store_inputs(runner: Callable, metadata: oracle.Metadata) -> Callable:
    """Return a runner that puts what ``io_map`` names into the inputs, as the host does."""
    told = metadata[RETURNS_INPUTS]

    def run(*inputs: Any) -> Any:
        result = runner(*inputs)
        outputs = list(result) if isinstance(result, (tuple, list)) else [result]
        values = [output.clone() for output in outputs]
        for output, place in told["io_map"].items():
            inputs[place].copy_(values[int(output)])
        return tuple(values[: told["original_output_count"]])

    return run

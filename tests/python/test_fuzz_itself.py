"""Tests of the fuzzer: its programs, its graphs without rewriting, its verdicts, its shrinking."""

from __future__ import annotations

import functools

import pytest
import torch

import engine_mutants
import fuzz_check
import fuzz_dynamic
import oracle
from fuzz_capture import CAPTURES, FORMS, build_fx
from fuzz_check import BREAKS, RIGHT, WRONG, Candidate, Result, Rewritten, expected_of, judge
from fuzz_families import FAMILIES, FAMILY, generate
from fuzz_generate import has_write
from fuzz_mutants import MUTANTS
from fuzz_program import Input, Invalid, Program, Step, Var, contiguous_strides, validate
from fuzz_semantics import quiet
from fuzz_shrink import shrink
from fx_text import loads
from mutants import Mutant, place_of

SEEDS = range(40)
NO_ALIASES = {"aliasing_output_rewrite": {"io_map": {}, "original_output_count": 9}}
X = Input(torch.float32, (4, 6), contiguous_strides((4, 6)))


def program(*steps: Step, outputs: tuple[Var, ...] = (), **inputs: Input) -> Program:
    """Make a program of steps; ``x`` is an input in any case."""
    return Program({"x": X} | inputs, steps, outputs)


def add_(name: str = "x") -> Step:
    """Make the step ``name.add_(1)``."""
    return Step(".add_", (Var(name), 1), writes=(Var(name),), elementwise=True)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_seed_gives_one_program(family: str) -> None:
    """Which writes something and is valid."""
    for seed in SEEDS:
        made = generate(family, seed)
        assert made == generate(family, seed)
        assert has_write(made) or not FAMILY[family].must_write
        validate(made)


@pytest.mark.parametrize("form", FORMS)
def test_captured_graphs_compute_the_same(form: str) -> None:
    """The text of a graph, read again, computes what its program computes."""
    quiet()
    torch._dynamo.reset()
    captured = 0
    for seed in SEEDS:
        made = generate("c", seed)
        try:
            graph = CAPTURES[form](made)
        except Exception:  # whatever PyTorch cannot capture
            continue
        quoted = form != "plain"
        runner = loads(graph.text, root=graph.gm, strings_quoted=quoted).forward
        actual = oracle.observe(functools.partial(graph.run_with, runner), made.make_inputs)
        fuzz_check.assert_same(actual, expected_of(made), fuzz_check.assert_same_bits)
        captured += 1
    assert captured >= len(SEEDS) // 2


@pytest.mark.parametrize(
    "step",
    [
        Step(".copy_", (Var("v"), Var("w")), writes=(Var("v"),), elementwise=True),
        Step(".index_put_", (Var("x"), (Var("i"),), Var("v")), writes=(Var("x"),)),
        Step(".add_", (Var("e"), 1), writes=(Var("e"),), elementwise=True),
        Step("operator.setitem", (Var("v"), (None, Var("i")), Var("v")), writes=(Var("v"),)),
        Step(".view", (Var("x"), 5)),
        Step(".add_", (Var("x"), Var("missing")), writes=(Var("x"),)),
    ],
    ids=["overlap", "reads", "expanded", "assigned to itself", "raises", "no such variable"],
)
def test_what_pytorch_leaves_open_is_not_valid(step: Step) -> None:
    """The order of visiting elements is not defined; nor is what raises."""
    views = [
        Step("operator.getitem", (Var("x"), slice(0, 2)), result="v"),
        Step("operator.getitem", (Var("x"), slice(1, 3)), result="w"),
        Step(".expand", (Var("x"), 2, 4, 6), result="e"),
    ]
    index = Input(torch.int64, (2,), (1,), below=4)
    validate(program(*views, i=index))
    with pytest.raises(Invalid):
        validate(program(*views, step, i=index))


def test_verdicts() -> None:
    """A graph that is left as it is holds a write; one that loses the write computes less."""
    writes = program(add_(), outputs=(Var("x"),))
    reads = program(Step("operator.add", (Var("x"), 1), result="t"), outputs=(Var("t"),))
    lost = program(outputs=(Var("x"),))

    def verdict(expected: Program, rewritten: Program) -> Result:
        text = fuzz_check.CAPTURES["fx"](rewritten).text
        candidate = Candidate(expected, CAPTURES["fx"](expected), expected_of(expected))
        return judge(candidate, Rewritten(text, NO_ALIASES, ""))

    assert verdict(reads, reads).outcome == RIGHT
    assert verdict(writes, lost).outcome == WRONG
    assert "a write is left" in verdict(writes, writes).detail


def test_shrinking_keeps_what_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long program there remains the step that fails."""

    def pretend(programs: list[Program], form: str) -> list[Result]:
        has_neg = [any(step.target == ".neg_" for step in p.steps) for p in programs]
        return [Result(WRONG if bad else RIGHT) for bad in has_neg]

    monkeypatch.setattr("fuzz_shrink.check_all", pretend)
    view = Step("operator.getitem", (Var("x"), slice(1, 3)), result="v")
    neg = Step(".neg_", (Var("v"),), result="r", writes=(Var("v"),), elementwise=True)
    long = program(add_(), view, neg, add_("r"), outputs=(Var("r"), Var("x")))
    small = shrink(long, "fx", lambda result: result.outcome == WRONG)
    assert [step.target for step in small.steps] == [".neg_"]
    assert small.outputs == () and small.inputs["x"].shape == ()


@pytest.mark.parametrize(
    "mutant", [*MUTANTS, *engine_mutants.MUTANTS], ids=lambda mutant: mutant.name
)
def test_mutants_change_what_is_there(mutant: Mutant) -> None:
    """Each mutant's text stands in the sources once, so that it can be made."""
    assert place_of(mutant).suffix in {".c", ".h", ".l", ".y", ".ops", ".rules"}


def test_mutants_have_names_of_their_own() -> None:
    """By which ``--only`` chooses them."""
    for mutants in (MUTANTS, engine_mutants.MUTANTS):
        assert len({mutant.name for mutant in mutants}) == len(mutants)


def test_reasons_are_without_names() -> None:
    """So that equal refusals are counted together."""
    one = "a.fx:3:5: error: pass p, node %x: `add_` writes %l_x_\n    the line"
    two = "b.fx:9:5: error: pass p, node %y_1: `add_` writes %v\n    another"
    assert fuzz_check.reason(one) == fuzz_check.reason(two)


def test_items_may_be_taken_where_they_are_used() -> None:
    """The form ``items`` has a getitem for each use, and none that nobody uses."""
    chunk = Step(".chunk", (Var("x"), 2), result="c")
    uses = [Step(".clone", (Var("c", 1),), result=f"t{k}") for k in range(2)]
    made = program(chunk, *uses, outputs=(Var("t0"), Var("t1")))
    targets = [
        [node.name for node in build_fx(made, late).graph.nodes if "getitem" in node.name]
        for late in (False, True)
    ]
    assert [len(names) for names in targets] == [2, 2]


def test_other_sizes_keep_what_is_equal() -> None:
    """Sizes change together, strides keep their order and their gaps, 0 and 1 stay."""
    rows = Input(torch.float32, (4, 1, 6), (24, 24, 2), 3)
    turned = Input(torch.int64, (6, 4), (1, 6), below=4)
    made = program(add_(), outputs=(Var("x"),), y=rows, z=turned)
    other = fuzz_dynamic.resized(made, lambda size: size + 10)
    assert other.inputs["x"] == Input(torch.float32, (14, 16), (16, 1))
    assert other.inputs["y"] == Input(torch.float32, (14, 1, 16), (64, 64, 2), 3)
    assert other.inputs["z"] == Input(torch.int64, (16, 14), (1, 16), below=14)


def test_a_size_that_became_a_number_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph that is right at the sizes of the capture alone does not count as right."""
    copy = Step(".expand", (Var("x"), 4, 6), result="t")
    same = Step("operator.mul", (Var("x"), 1), result="t")
    captured = program(same, outputs=(Var("t"),))
    baked = CAPTURES["fx"](program(copy, outputs=(Var("t"),))).text

    def rewritten(texts: list[str]) -> list[Rewritten]:
        assert all("[s77, s27]" in text for text in texts)
        start = "graph():\n" + "".join(
            line + "\n" for line in texts[0].splitlines() if "torch.SymInt" in line
        )
        return [Rewritten(baked.replace("graph():\n", start), NO_ALIASES, "")]

    quiet()
    monkeypatch.setattr("fuzz_dynamic.answers", rewritten)
    result = fuzz_dynamic.check_dynamic([captured])[0]
    assert result.outcome == BREAKS and "at the sizes" in result.detail


def test_sums_may_differ_in_their_last_bits_alone() -> None:
    """As those of tensors that lie otherwise in memory; all else is compared bit for bit."""
    given = torch.tensor([1.0, -3.0])
    near = torch.nextafter(given, torch.tensor(9.0))
    fuzz_check.assert_same_sums(near, given, "it")
    for other in (given * 1.0001, given.double(), given[:1], torch.tensor([1.0, float("nan")])):
        with pytest.raises(AssertionError):
            fuzz_check.assert_same_sums(other, given, "it")
    with pytest.raises(AssertionError):
        fuzz_check.assert_same_bits(near, given, "it")


def test_where_sums_are_is_told_by_the_text() -> None:
    found = [
        target
        for target in (
            "torch.sum",
            "aten.native_batch_norm.default",
            "torch.mm",
            "mv",
            "add",
            "where",
        )
        if fuzz_check._SUMS.search(f"call_function[target={target}](args")
    ]
    assert found == ["torch.sum", "aten.native_batch_norm.default", "torch.mm", "mv"]

"""Random programs through the Python package: as graph modules and as the backend of torch.compile.

backend: ``torch.compile(program, backend="regraft")``, compared with the program run eagerly, as
one graph and with graph breaks; what the results share with the inputs and each other counts.
module: the graph built by ``fuzz_capture``, rewritten in place by ``regraft.rewrite``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import torch

import oracle
import package_path  # noqa: F401  the tree's package becomes importable
import regraft
from fuzz_capture import build_fx
from fuzz_check import (
    BREAKS,
    RIGHT,
    UNCAPTURED,
    WRONG,
    Result,
    assert_same,
    assert_same_bits,
    expected_of,
    refused,
)
from fuzz_program import Program, Step
from fuzz_sharing import assert_same_seen, see

_BREAK = Step("torch._dynamo.graph_break")


def check_backend(program: Program) -> Result:
    """Compile a program as it is, then with graph breaks; return the first result not right."""
    result = _check_compiled(program, "as one graph")
    for name, broken in broken_up(program).items():
        if result.outcome != RIGHT:
            break
        result = _check_compiled(broken, name)
    return result


def broken_up(program: Program) -> dict[str, Program]:
    """Return the program with a graph break in the middle, and with one after each step."""
    steps = program.steps
    half = (len(steps) + 1) // 2
    cut = {"in the middle": (*steps[:half], _BREAK, *steps[half:])}
    if len(steps) > 1:
        cut["everywhere"] = tuple(one for step in steps for one in (step, _BREAK))
    return {
        f"with graph breaks {where}": dataclasses.replace(program, steps=several)
        for where, several in cut.items()
    }


def moved_inputs(program: Program) -> list[torch.Tensor]:
    """Return inputs that begin elsewhere in their memory, where nothing else is: no guard looks at
    that.
    """
    given = program.inputs.values()
    pairs = zip(given, program.make_inputs(), strict=True)
    return [_moved(tensor) if one.buffer is None else tensor for one, tensor in pairs]


def _moved(tensor: torch.Tensor) -> torch.Tensor:
    room = tensor.untyped_storage().nbytes() // tensor.element_size() + 4
    memory = torch.zeros(room, dtype=tensor.dtype)
    moved = memory.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset() + 4)
    return moved.copy_(tensor)


def _check_compiled(program: Program, how: str) -> Result:
    """Compile and run a program twice; the second call uses what was compiled for the first, with
    inputs that begin elsewhere in their memory.
    """
    function = program.function()
    expected = see(lambda inputs: function(*inputs), program.make_inputs)
    torch._dynamo.reset()
    compiled = torch.compile(
        function, backend="regraft", fullgraph=_BREAK not in program.steps, dynamic=False
    )

    def twice() -> None:
        compiled(*moved_inputs(program))
        actual = see(lambda inputs: compiled(*inputs), program.make_inputs)
        assert_same_seen(actual, expected)

    result = _judge(twice)
    result.detail = result.detail and f"{how}: {result.detail}"
    return result


def check_module(program: Program) -> Result:
    """Rewrite a program's graph module in place and run it."""
    expected = expected_of(program)
    gm = build_fx(program)
    before = str(gm.graph)

    def run() -> None:
        _, metadata = regraft.rewrite(gm, skip=["device_rewriter"])
        gm.graph.lint()
        left = oracle.writing_nodes(gm)
        assert not left, "a write is left: " + left[0]
        runner = oracle.buffer_runner(gm.forward, metadata)
        actual = oracle.observe(lambda inputs: runner(*inputs), program.make_inputs)
        assert_same(actual, expected, assert_same_bits)

    return _judge(run, before, lambda: str(gm.graph))


PACKAGE_FORMS: dict[str, Callable[[Program], Result]] = {
    "backend": check_backend,
    "module": check_module,
}


def _judge(run: Callable[[], None], text: str = "", rewritten: Callable[[], str] = str) -> Result:
    """Tell what becomes of a run, which raises AssertionError for what is wrong."""
    try:
        run()
    except AssertionError as error:
        return Result(WRONG, str(error), text, rewritten())
    except Exception as error:  # whatever the package or PyTorch raises
        refusal = _refusal(error)
        if refusal is not None:
            return refused(refusal, text)
        name = type(error).__name__
        outcome = UNCAPTURED if type(error).__module__.startswith("torch.") else BREAKS
        return Result(outcome, f"{name}: {error}", text, rewritten())
    return Result(RIGHT, "", text, rewritten())


def _refusal(error: BaseException | None) -> str | None:
    """Return the message of a refusal, which torch.compile may have wrapped."""
    while error is not None:
        if isinstance(error, regraft.RewriteError):
            return str(error)
        error = getattr(error, "inner_exception", None) or error.__cause__
    return None

"""Random programs through the Python package: as graph modules and as the backend of torch.compile.

backend: ``torch.compile(program, backend="regraft")``, compared with the program run eagerly.
module: the graph built by ``fuzz_capture``, rewritten in place by ``regraft.rewrite``.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

import package_path  # noqa: F401  the tree's package becomes importable

import oracle
import regraft
from fuzz_capture import build_fx
from fuzz_check import (
    BREAKS,
    REFUSED,
    RIGHT,
    UNCAPTURED,
    WRONG,
    Result,
    assert_same,
    assert_same_bits,
    expected_of,
)
from fuzz_program import Program

Observed = oracle.Observed


def check_backend(program: Program) -> Result:
    """Compile and run a program twice; the second call uses what was compiled for the first."""
    expected = expected_of(program)
    torch._dynamo.reset()
    compiled = torch.compile(program.function(), backend="regraft", fullgraph=True, dynamic=False)

    def twice() -> Observed:
        compiled(*program.make_inputs())
        return oracle.observe(lambda inputs: compiled(*inputs), program.make_inputs)

    return _judge(twice, expected)


def check_module(program: Program) -> Result:
    """Rewrite a program's graph module in place and run it."""
    expected = expected_of(program)
    gm = build_fx(program)
    before = str(gm.graph)

    def run() -> Observed:
        _, metadata = regraft.rewrite(gm, skip=["device_rewriter"])
        gm.graph.lint()
        left = oracle.writing_nodes(gm)
        assert not left, "a write is left: " + left[0]
        runner = oracle.buffer_runner(gm.forward, metadata)
        return oracle.observe(lambda inputs: runner(*inputs), program.make_inputs)

    return _judge(run, expected, before, lambda: str(gm.graph))


PACKAGE_FORMS: dict[str, Callable[[Program], Result]] = {
    "backend": check_backend,
    "module": check_module,
}


def _judge(
    run: Callable[[], Observed],
    expected: Observed,
    text: str = "",
    rewritten: Callable[[], str] = str,
) -> Result:
    try:
        assert_same(run(), expected, assert_same_bits)
    except AssertionError as error:
        return Result(WRONG, str(error), text, rewritten())
    except Exception as error:  # whatever the package or PyTorch raises
        refusal = _refusal(error)
        if refusal is not None:
            return Result(REFUSED, refusal, text)
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

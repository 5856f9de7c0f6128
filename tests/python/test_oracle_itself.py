"""The oracle must pass a right rewriting and fail each kind of wrong one; these are hand-made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import oracle
from fx_text import FxTextError
from programs import Program, floats, program, values

ACCUMULATE = program("c.add_(x); return x * 2", c=floats(4, 6))
REWRITTEN = """\
graph():
    %arg0_1 : [num_users=2] = placeholder[target=arg0_1]
    %arg1_1 : [num_users=1] = placeholder[target=arg1_1]
    %add : [num_users=1] = call_method[target=add](args = (%arg1_1, %arg0_1), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.mul](args = (%arg0_1, 2), kwargs = {})
    return (mul, add)
"""
IO_MAP = {"1": 1}


def check_text(text: str, io_map: dict[str, int], count: int = 1, row: Program = ACCUMULATE) -> Any:
    """Check the row's ATen graph with a rewriter that always answers ``text``."""
    aliasing = {"io_map": io_map, "original_output_count": count}
    metadata = {"aliasing_output_rewrite": aliasing}
    return oracle.check(row.function(), row.make_inputs, "aten", lambda _: (text, metadata))


def test_right_rewriting_passes() -> None:
    assert check_text(REWRITTEN, IO_MAP)["aliasing_output_rewrite"]["io_map"] == IO_MAP


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("(%arg1_1, %arg0_1)", "(%arg1_1, %arg1_1)", "input 1 after the call"),
        ("(%arg0_1, 2)", "(%arg0_1, 3)", "output 0"),
        ("target=add]", "target=add_]", "writes are left"),
        ("(%arg0_1, 2), kwargs = {}", "(%arg0_1, 2), kwargs = {out: %add}", "writes are left"),
        ("(mul, add)", "(add, mul)", "output 0"),
    ],
)
def test_wrong_text_fails(old: str, new: str, message: str) -> None:
    text = _with_counted_users(REWRITTEN.replace(old, new))
    with pytest.raises(AssertionError, match=message):
        check_text(text, IO_MAP)


@pytest.mark.parametrize(
    "io_map, count, message",
    [
        ({}, 1, "input 1 after the call"),
        ({"1": 0}, 1, "input 0 after the call"),
        ({"1": 1, "0": 0}, 1, "input 0 after the call"),
        ({"1": 1}, 2, "2 outputs, not 1"),
    ],
)
def test_wrong_metadata_fails(io_map: dict[str, int], count: int, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_text(REWRITTEN, io_map, count)


@pytest.mark.parametrize("cast", ["torch.float64", "torch.float16"])
def test_buffer_of_another_dtype_fails(cast: str) -> None:
    # The value would be converted by copy_, but a buffer cannot be shared.
    add = "call_method[target=add](args = (%arg1_1, %arg0_1), kwargs = {})"
    to = f"call_method[target=to](args = (%sum_1, {cast}), kwargs = {{}})"
    text = REWRITTEN.replace(
        f"%add : [num_users=1] = {add}",
        f"%sum_1 : [num_users=1] = {add}\n    %add : [num_users=1] = {to}",
    )
    with pytest.raises(AssertionError, match="io_map"):
        check_text(text, IO_MAP)


def test_wrong_count_of_users_fails() -> None:
    with pytest.raises(FxTextError, match="line 2: %arg0_1 has 2 users, not 1"):
        check_text(REWRITTEN.replace("num_users=2", "num_users=1"), IO_MAP)


def test_write_that_no_schema_tells_fails() -> None:
    row = program("return F.batch_norm(x, m, s, training=True)", m=floats(6), s=values([1.0] * 6))
    captured = oracle.capture_aten(row.function(), row.make_inputs())
    with pytest.raises(AssertionError, match=r"was written by the rewritten graph|writes are left"):
        check_text(captured.text, {}, 1, row)


@pytest.mark.parametrize("exit_code", [0, 1, 3])
def test_running_the_binary(
    exit_code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binary = tmp_path / "rewriter"
    binary.write_text(
        f"""#!/bin/sh
[ "$1 $2" = "run --json-meta" ] || exit 9
echo '{{"pass": {{"count": 2}}}}' > "$3"
echo "$4 $5 $6"; cat; echo "a reason" >&2
exit {exit_code}
"""
    )
    binary.chmod(0o755)
    monkeypatch.setenv("REGRAFT", str(binary))
    if exit_code == 0:
        text, metadata = oracle.run_regraft("graph():\n", ["--set", "p=1"])
        assert (text, metadata) == ("--set p=1 -\ngraph():\n", {"pass": {"count": 2}})
        return
    with pytest.raises(oracle.Refused if exit_code == 1 else RuntimeError, match="a reason"):
        oracle.run_regraft("graph():\n")


def _with_counted_users(text: str) -> str:
    """Correct ``num_users`` in a text edited by a test."""
    lines = text.splitlines()
    for position, line in enumerate(lines):
        if line.startswith("    %"):
            name = line.split()[0][1:]
            users = sum(f"%{name}" in other.partition(" = ")[2] for other in lines)
            users += name in lines[-1].replace("(", " ").replace(",", " ").replace(")", " ").split()
            head, _, tail = line.partition("[num_users=")
            lines[position] = f"{head}[num_users={users}]{tail[tail.index(']') + 1 :]}"
    return "\n".join(lines) + "\n"

#!/usr/bin/env python3
"""Writes a set of rules of a given size: same arguments, same text.

    rules.py COUNT [--absent] > RULES

The first rules rewrite what the graphs of generate.c hold, about one node in ten. The others look
alike and never apply: exact targets, targets by regex, operators by any spelling with a guard on the
shape, patterns of two, three and four calls. Half of those have roots that the graphs hold, so that
their patterns are tried; with --absent none has, the first ones included.
"""

import argparse

ACTIVE = [
    ("torch.relu(x)", "torch.ops.bench.rectified(x)", ""),
    ("torch.softmax(x, -1)", "torch.ops.bench.soft(x)", ""),
]
ROOTS = [
    "torch.add",
    "torch.mul",
    "operator.sub",
    "torch.matmul",
    "torch.nn.functional.linear",
    "torch.nn.functional.gelu",
]
OPERATORS = ["add", "mul", "sub", "matmul", "view", "transpose", "reshape", "gelu"]


def root(number: int, absent: bool) -> str:
    """The target of a rule's root: one that graphs hold, or one that none does."""
    if absent or number % 2:
        return f"torch.ops.bench.root{number}"
    return ROOTS[number // 2 % len(ROOTS)]


def rule(number: int, absent: bool) -> str:
    """A rule that never applies."""
    form = number % 5
    inner = f"torch.ops.bench.inner{number}"
    at = root(number // 5, absent)
    if form == 0:
        match = f"y = torch.ops.bench.exact{number}(x)"
    elif form == 1:
        match = rf"y = /torch\.ops\.bench\.(family{number}|group{number})_[a-z]+/(x)"
    elif form == 2:
        match = f"y = {at}({inner}(x), _)"
    elif form == 3:
        match = f"y = {at}({inner}(torch.ops.bench.middle(x)), _)"
    else:
        match = f"y = {at}({inner}(torch.ops.bench.middle(torch.ops.bench.last(x))), _)"
    guard = ""
    if number % 20 == 15 and not absent:
        operator = OPERATORS[number // 20 % len(OPERATORS)]
        match = f"y = aten::{operator}(x: f32[{number + 100}, ...], ...)"
    if number % 3 == 0:
        guard = "\n  where    rank(x) == 2"
    return (
        f"rule r{number} {{\n  match    {match}{guard}\n"
        f"  rewrite  y = torch.ops.bench.made{number}(x)\n}}\n"
    )


def text(count: int, absent: bool) -> str:
    """The rules as a file."""
    parts = ["pass bench\n"]
    for number, (match, made, guard) in enumerate([] if absent else ACTIVE):
        parts.append(
            f"rule active{number} {{\n  match    y = {match}{guard}\n  rewrite  y = {made}\n}}\n"
        )
    parts += [rule(number, absent) for number in range(count - len(parts) + 1)]
    return "\n".join(parts)


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--absent", action="store_true")
    options = parser.parse_args()
    print(text(options.count, options.absent), end="")


if __name__ == "__main__":
    main()

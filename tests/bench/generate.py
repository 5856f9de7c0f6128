#!/usr/bin/env python3
"""Writes FX graphs of a given size as text, for timing: same arguments, same text.

    generate.py NODES [--shape chain|wide|writes] [--plain] > GRAPH

chain   one chain of element-wise calls, one in ten of them in place on the value before it
wide    100 chains side by side, joined at the end
writes  50 inputs that one in ten nodes writes, straight or through a view, and others read
"""

import argparse
import random

SHAPE = "f32[16, 32][32, 1]cpu"
ROW = "f32[32][1]cpu"
INPUTS = 50


class Writer:
    """Collects statements and counts users, so that the printed counts are right."""

    def __init__(self, plain):
        self.plain = plain
        self.lines = []
        self.users = {}
        self.counter = 0

    def _annotation(self, text):
        return "" if self.plain else f'"{text}" '

    def placeholder(self, name):
        self.users[name] = set()
        self.lines.append((name, SHAPE, f"placeholder[target={name}]"))
        return name

    def call(self, kind, target, args, shape=SHAPE):
        name = f"n{self.counter}"
        self.counter += 1
        self.users[name] = set()
        for arg in args:
            if arg in self.users:
                self.users[arg].add(name)
        printed = [f"%{arg}" if arg in self.users else str(arg) for arg in args]
        text = ", ".join(printed) + ("," if len(printed) == 1 else "")
        self.lines.append((name, shape, f"{kind}[target={target}](args = ({text}), kwargs = {{}})"))
        return name

    def text(self, outputs):
        for output in outputs:
            self.users[output].add("output")
        out = ["graph():"]
        for name, shape, call in self.lines:
            out.append(
                f"    %{name} : {self._annotation(shape)}[num_users={len(self.users[name])}] = {call}"
            )
        out.append(f"    return ({', '.join(outputs)},)")
        return "\n".join(out) + "\n"


def chain(writer, nodes):
    value = writer.placeholder("x")
    other = writer.placeholder("y")
    for i in range(nodes):
        if i % 10 == 9:
            value = writer.call("call_method", "add_", [value, 1])
        else:
            target = ("torch.add", "torch.mul", "operator.sub")[i % 3]
            value = writer.call("call_function", target, [value, other])
    return [value]


def wide(writer, nodes):
    other = writer.placeholder("y")
    ends = [writer.placeholder(f"x{i}") for i in range(100)]
    for i in range(nodes):
        lane = i % len(ends)
        if (i // len(ends)) % 10 == 9:
            ends[lane] = writer.call("call_method", "mul_", [ends[lane], 2])
        else:
            ends[lane] = writer.call("call_function", "torch.add", [ends[lane], other])
    return ends


def writes(writer, nodes):
    choose = random.Random(1)
    inputs = [writer.placeholder(f"x{i}") for i in range(INPUTS)]
    value = writer.placeholder("y")
    while writer.counter < nodes:
        target = choose.choice(inputs)
        kind = choose.randrange(20)
        if kind == 0:
            writer.call("call_method", "add_", [target, 1])
        elif kind == 1:
            row = writer.call("call_function", "operator.getitem", [target, 3], ROW)
            writer.call("call_method", "mul_", [row, 2], ROW)
        else:
            value = writer.call("call_function", "torch.add", [value, target])
    return [value]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("nodes", type=int)
    parser.add_argument("--shape", choices=("chain", "wide", "writes"), default="writes")
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    writer = Writer(options.plain)
    outputs = {"chain": chain, "wide": wide, "writes": writes}[options.shape](writer, options.nodes)
    print(writer.text(outputs), end="")


if __name__ == "__main__":
    main()

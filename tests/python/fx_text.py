"""Regraft's annotated node list for torch.fx graph modules: ``dumps`` and ``loads``.

    graph():
        %x : torch.Tensor "f32[2, 3][3, 1]cpu" [num_users=2] = placeholder[target=x]
        %t : "f32[3, 2][1, 3]cpu" [num_users=1] = call_method[target=t](args = (%x,), kwargs = {})
        return (x, t)

It differs from ``str(gm.graph)`` in that values have annotations (dtype, shape, stride, offset,
device), strings and devices are spelled as Python literals, slices hold nodes with ``%``, meta
entries may end a line, and the bodies of nested graphs follow under ``graph NAME():``.

As a program it checks files or turns them into the plain form:

    python fx_text.py check FILE...     fail unless reading and printing each gives the same text
    python fx_text.py plain FILE        print the main graph as str(gm.graph) would
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fx_text_print import dumps
from fx_text_read import FxTextError, loads

__all__ = ["FxTextError", "dumps", "loads", "main"]


def _check(files: list[Path]) -> int:
    """Return the number of files that do not survive reading and printing; name them."""
    failures = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        if dumps(loads(text, strings_quoted=True)) != text:
            print(f"{file}: printed differently", file=sys.stderr)
            failures += 1
    return failures


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code. Raises FxTextError for a malformed file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check").add_argument("files", nargs="+", type=Path)
    commands.add_parser("plain").add_argument("file", type=Path)
    options = parser.parse_args(arguments)
    if options.command == "check":
        return 1 if _check(options.files) else 0
    print(loads(options.file.read_text(encoding="utf-8")).graph)
    return 0


if __name__ == "__main__":
    sys.exit(main())

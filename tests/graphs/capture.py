"""Capture real graphs as test data: ``python tests/graphs/capture.py [--check] [NAME...]``.

Writes NAME.fx (annotated node list) and NAME.plain.fx (``str(gm.graph)``) for every recipe, or for
the named ones, into this folder; a run without names also writes the index, README.md. With
--check nothing is written: the exit code is 1 if a file on disk differs from what is captured.
Needs the packages of tests/python/requirements-capture.txt. The same versions give the same text.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import model_recipes  # noqa: F401  (fills the table of recipes)
import program_recipes  # noqa: F401
from index import index_text
from recording import RECIPES, Recipe

HERE = Path(__file__).resolve().parent
SIZE_LIMIT = 400_000
"""Bytes of one file; larger test data is slow to review and to clone."""


def captured_files(recipe: Recipe) -> dict[str, str]:
    """Run a recipe; return its files' texts by file name. Raises ValueError for an oversize one."""
    try:
        graphs = recipe.capture()
    except Exception as error:
        raise RuntimeError(f"{recipe.name}{recipe.suffix}: {error}") from error
    if not graphs:
        raise ValueError(f"{recipe.name}: no graph was captured")
    files = {}
    for number, graph in enumerate(graphs):
        stem = recipe.name if len(graphs) == 1 else f"{recipe.name}_{number}"
        files[f"{stem}{recipe.suffix}.fx"] = graph.annotated
        files[f"{stem}{recipe.suffix}.plain.fx"] = graph.plain
    for name, text in files.items():
        if len(text) > SIZE_LIMIT:
            raise ValueError(f"{name} has {len(text)} bytes, more than {SIZE_LIMIT}")
    return files


def differing_files(files: dict[str, str]) -> list[str]:
    """Return the names of the files that are missing in this folder or hold another text."""
    on_disk = {name: HERE / name for name in files}
    return [
        name
        for name, path in on_disk.items()
        if not path.exists() or path.read_text(encoding="utf-8") != files[name]
    ]


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, do not write")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(RECIPES))
    options = parser.parse_args(arguments)
    captured = []
    for name in options.names or RECIPES:
        files = captured_files(RECIPES[name])
        captured.append((RECIPES[name], files))
        print(f"{name}: {len(files) // 2} graph(s), {sum(map(len, files.values()))} bytes")
    texts = {name: text for _, files in captured for name, text in files.items()}
    if not options.names:
        texts["README.md"] = index_text(captured)
    return _report_differences(texts) if options.check else _write(texts)


def _report_differences(texts: dict[str, str]) -> int:
    differing = differing_files(texts)
    for name in differing:
        print(f"{name} differs", file=sys.stderr)
    return 1 if differing else 0


def _write(texts: dict[str, str]) -> int:
    for name, text in texts.items():
        (HERE / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The layers of the package: the docstring of each folder says what it imports, and that holds.

Read from the sources, so an import inside of a function counts, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from package_path import PACKAGE

ROOT = PACKAGE / "regraft"
FOLDERS = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
MOST_FILES = 20


def _imports(path: Path) -> Iterator[str]:
    """Yield what a file imports, as dotted names; ``regraft.…`` for what is the package's own."""
    inside = ["regraft", *path.relative_to(ROOT).with_suffix("").parts]
    if inside[-1] == "__init__":
        inside[-1] = ""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            above = inside[: len(inside) - node.level]
            base = ".".join([*above, *(node.module or "").split(".")]).rstrip(".")
            yield from (f"{base}.{name.name}" for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


def _used(path: Path) -> set[str]:
    """Return folders and modules of the package that a file imports, and ``torch``."""
    names = [name.split(".") for name in _imports(path)]
    own = {parts[1] for parts in names if parts[0] == "regraft" and len(parts) > 1}
    return own | {"torch" for parts in names if parts[0] == "torch"}


def _used_in_folder(folder: str) -> set[str]:
    used: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        used |= _used(path)
    return used - {folder}


def _declared(folder: str) -> set[str]:
    doc = ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text())) or ""
    line = re.search(r"^Imports: (.*)\.$", doc, re.MULTILINE)
    assert line, f"the docstring of {folder} does not end with `Imports: ….`"
    return set(line[1].split(", "))


def test_imports_are_seen() -> None:
    assert {"_engine", "_rewriting", "errors"} <= _used(ROOT / "__init__.py")
    assert "_to_graph" in _used(ROOT / "_rewriting" / "run.py")  # imported within a function


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_what_its_docstring_says(folder: str) -> None:
    assert _used_in_folder(folder) == _declared(folder)


def test_no_folder_imports_one_that_imports_it() -> None:
    graph = {folder: _used_in_folder(folder) & set(FOLDERS) for folder in FOLDERS}
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError
    assert set(order) == set(FOLDERS)


def test_errors_import_nothing_of_the_package() -> None:
    assert _used(ROOT / "errors.py") == {"torch"}  # for type checkers


def test_what_importing_the_package_runs_leaves_torch_alone() -> None:
    for folder in ("_process", "_engine"):
        assert "torch" not in _used_in_folder(folder)


def test_folders_are_small() -> None:
    for folder in (ROOT, *(ROOT / name for name in FOLDERS)):
        assert len(list(folder.iterdir())) <= MOST_FILES, folder

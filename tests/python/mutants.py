"""Breaking regraft on purpose: a mutant is a text of the sources and another in its place.

Where the text stands is looked for, so that moving code between files breaks no mutant; a mutant
whose text does not stand exactly once fails. ``fuzz_mutants.py`` sees that the random tester
notices, ``run_engine_mutants.py`` that the core tests do.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

REPOSITORY = Path(__file__).resolve().parents[2]
CODE = ("engine", "grammar")
"""Folders of the code that mutants of the engine change."""
ALL = (*CODE, "rules")
_SUFFIXES = {".c", ".h", ".l", ".y", ".ops", ".rules", ".schemas"}


@dataclass(frozen=True)
class Mutant:
    """A change of one text that makes regraft wrong."""

    name: str
    """What is wrong then."""
    old: str
    """Stands in the sources once."""
    new: str

    folders: ClassVar[tuple[str, ...]] = ALL
    """Where the text is looked for."""


@functools.cache
def _texts(root: Path, folder: str) -> tuple[tuple[Path, str], ...]:
    files = sorted(f for f in (root / folder).rglob("*") if f.suffix in _SUFFIXES and f.is_file())
    return tuple((file.relative_to(root), file.read_text("utf-8")) for file in files)


def place_of(mutant: Mutant) -> Path:
    """Return the file that has the mutant's text, relative to the repository.

    Raises:
        ValueError: the text does not stand there exactly once.
    """
    texts = (text for folder in mutant.folders for text in _texts(REPOSITORY, folder))
    found = [(file, text.count(mutant.old)) for file, text in texts if mutant.old in text]
    if [times for _, times in found] != [1]:
        where = ", ".join(f"{times} times in {file}" for file, times in found) or "nowhere"
        raise ValueError(f"{mutant.name}: its text stands {where}, and not once:\n{mutant.old}")
    return found[0][0]


class Tree:
    """A copy of the sources that can be changed, built and put back."""

    def __init__(self, folder: Path) -> None:
        """Use the copy in a folder."""
        self.folder = folder
        self.environment = os.environ | {"CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1"}
        for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
            self.environment.pop(name, None)

    @classmethod
    def of_sources(cls, folder: Path, *names: str) -> Tree:
        """Copy what is needed to build, and ``names``: files and folders of the repository."""
        for name in (*ALL, "Makefile", "tests/unit", *names):
            source = REPOSITORY / name
            if source.is_dir():
                shutil.copytree(source, folder / name, symlinks=True)
            else:
                shutil.copy(source, folder / name)
        return cls(folder)

    def copy(self, folder: Path) -> Tree:
        """Copy the tree with all that was built in it."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Tree(folder)

    def build(self, *targets: str) -> None:
        """Build with little optimization; raises CalledProcessError where it cannot be."""
        compiler = ["CC=ccache gcc"] if shutil.which("ccache") else []
        options = ["BUILD=build", "CFLAGS=-O1", "WARNINGS=-w", *compiler]
        subprocess.run(
            ["make", "-s", *options, *targets],
            cwd=self.folder,
            env=self.environment,
            check=True,
            capture_output=True,
        )

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """Have the mutant in the tree for as long as the context lasts."""
        file = self.folder / place_of(mutant)
        before = file.read_text(encoding="utf-8")
        file.write_text(before.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            yield
        finally:
            file.write_text(before, encoding="utf-8")

"""What identifies rules with all that makes their effect, for caches that outlive the process."""

from __future__ import annotations

import functools
import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from .library import library_path, rules_directory

_USED = re.compile(r'^\s*use\s+"([^"]+)"', re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parents[1]


def files_of(paths: Iterable[str | os.PathLike[str]]) -> Iterator[tuple[Path, str]]:
    """Yield the files and what they use, each once, with its text. Those that are not there: none."""
    waiting, seen = [Path(path).resolve() for path in paths][::-1], set()
    while waiting:
        path = waiting.pop()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        yield path, text
        waiting += [(path.parent / named).resolve() for named in _USED.findall(text)][::-1]


def hash_of(paths: Iterable[str | os.PathLike[str]]) -> str:
    """Return a hash of the files' texts and what they use, the operator tables, and the engine.

    Where the files are does not count.
    """
    made = hashlib.sha256(_engine_and_tables().encode())
    for _, text in files_of(paths):
        made.update(hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest())
    return made.hexdigest()


@functools.cache
def _engine_and_tables() -> str:
    tables = sorted(path for path in (rules_directory() / "ops").iterdir() if path.is_file())
    sources = sorted(_PACKAGE.rglob("*.py"))
    made = hashlib.sha256()
    for path in (library_path(), *tables, *sources):
        made.update(hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()

"""Finding rule files by name, and loading each set of them once."""

from __future__ import annotations

import os
from collections.abc import Iterable

from .._process.locks import Lock
from .._process.warn import warn_of
from ..errors import RulesError
from .library import rules_directory
from .rules import RuleSet

_CACHE_SIZE = 64
_cache: dict[tuple[tuple[str, int, int], ...], RuleSet] = {}
_cache_lock = Lock()


def _stamp(path: str) -> tuple[str, int, int]:
    status = os.stat(path)
    return path, status.st_mtime_ns, status.st_size


def load_rules(paths: Iterable[str | os.PathLike[str]]) -> RuleSet:
    """Return the rule set of these files, loaded once for as long as they do not change.

    A name without directory is a file in the current directory; where there is none, it is one of
    the rules that regraft comes with.
    What the files ``use`` is not looked at: clear with ``clear_rules`` after such a change.
    Raises RulesError for files that are wrong or not there.
    """
    found = find_rules(paths)
    try:
        key = tuple(map(_stamp, found))
    except OSError as error:
        raise RulesError(str(error)) from error
    fresh = False
    with _cache_lock:
        rules = _cache.get(key)
        if rules is None:
            rules = RuleSet(found)
            while len(_cache) >= _CACHE_SIZE:
                _cache.pop(next(iter(_cache)))
            _cache[key] = rules
            fresh = True
    if fresh:
        warn_of(rules.warnings)
    return rules


def clear_rules() -> None:
    """Forget all rule sets, so that their files are read again."""
    with _cache_lock:
        _cache.clear()


def find_rules(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the files' paths; names that are no files here get that of regraft's rules.

    A bare name must be one of these, one with folders (``library/no_ops.rules``) may be.
    """
    found = []
    for path in (os.fspath(named) for named in paths):
        bare = os.path.basename(path) == path and not os.path.exists(path)
        ours = os.path.join(rules_directory(), path)
        inside = not os.path.exists(path) and os.path.isfile(ours)
        found.append(_packaged(path) if bare else ours if inside else path)
        if os.path.isdir(found[-1]):
            raise RulesError(f"`{found[-1]}` is a directory: name the rule files in it")
    return found


FileName = tuple[bool, str]
"""Whether the file is one that regraft comes with, and its path: below those rules, or absolute."""


def names_of(paths: Iterable[str | os.PathLike[str]]) -> list[FileName]:
    """Return names by which ``load_named`` finds the files elsewhere."""
    ours = os.path.abspath(rules_directory())
    found = []
    for path in map(os.path.abspath, paths):
        packaged = os.path.commonpath([ours, path]) == ours
        found.append((packaged, os.path.relpath(path, ours) if packaged else path))
    return found


def load_named(names: Iterable[FileName]) -> RuleSet:
    """Return the rule set of files that ``names_of`` named. Raises as ``load_rules`` does."""
    ours = rules_directory()
    return load_rules([os.path.join(ours, path) if packaged else path for packaged, path in names])


def _packaged(name: str) -> str:
    """Return the path of a file that regraft comes with. Raises RulesError where there is none."""
    if not name:
        raise RulesError("a rule file cannot have an empty name")
    path = os.path.join(rules_directory(), name)
    if not os.path.exists(path):
        raise RulesError(
            f"there is no rule file `{name}`, neither in {os.getcwd()} nor among those that "
            f"regraft comes with, in {rules_directory()}"
        )
    return path

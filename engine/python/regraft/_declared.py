"""Operators of ``torch.library`` that no table knows, declared by the schemas they have.

Only operators that are called are declared. What stands in the rules or operator files that a run
was given goes before it; the operators of PyTorch itself are those of the tables.
"""

from __future__ import annotations

import functools
import os
import re
import tempfile
import threading
from collections.abc import Iterable
from typing import Any

from torch._ops import OpOverload, OpOverloadPacket

from ._library import rules_directory
from ._rules import RuleSet
from .errors import RulesError

_OF_TORCH = frozenset(
    "aten c10d debugprims fsdp higher_order inductor mkl mkldnn onednn prim prims profiler "
    "quantized rngprims sparse symm_mem".split()
)
"""Namespaces of PyTorch: some of their schemas do not tell that results alias arguments."""

_ALIAS = re.compile(r"(?<=Tensor\()a(\d|1\d|2[0-5])(?!\d)")
_WRITTEN = re.compile(r"(?<=Tensor)\([^()]*!\)")

_MOST_REMEMBERED = 64
_remembered: dict[tuple[RuleSet, frozenset[str]], RuleSet] = {}
_lock = threading.Lock()


def with_declared(rules: RuleSet, called: Iterable[Any]) -> RuleSet:
    """Return the rules with those of the functions called that are operators no table knows."""
    operators = (one for one in called if isinstance(one, (OpOverload, OpOverloadPacket)))
    schemas = frozenset(str(schema) for one in operators for schema in _schemas(one))
    if not schemas:
        return rules
    key = rules, schemas
    with _lock:
        found = _remembered.get(key)
        if found is None:
            found = _load(rules, schemas)
            if len(_remembered) >= _MOST_REMEMBERED:
                _remembered.clear()
            _remembered[key] = found
    return found


def _schemas(target: Any) -> list[Any]:
    """Return the schemas of an operator that a library outside of PyTorch defines."""
    if isinstance(target, OpOverloadPacket):
        overloads = [getattr(target, name) for name in target.overloads()]
    else:
        overloads = [target]
    found = [overload._schema for overload in overloads]
    namespace = found[0].name.partition("::")[0] if found else "_"
    if namespace in _OF_TORCH or namespace.startswith("_") or found[0].name in _names_in_tables():
        return []
    return found


@functools.cache
def _names_in_tables() -> frozenset[str]:
    names: set[str] = set()
    for path in sorted((rules_directory() / "ops").glob("*.ops")):
        names.update(re.findall(r"\b\w+::\w+", path.read_text(encoding="utf-8")))
    return frozenset(names)


def _load(rules: RuleSet, schemas: frozenset[str]) -> RuleSet:
    """Load the rules once more, behind those of the operators that the engine can read."""
    try:
        return _load_behind(rules, map(_declaration, sorted(schemas)))
    except RulesError:
        return _load_behind(rules, [line for line in map(_declaration, schemas) if _is_read(line)])


def _load_behind(rules: RuleSet | None, lines: Iterable[str]) -> RuleSet:
    handle, path = tempfile.mkstemp(prefix="torch-library-", suffix=".ops")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.writelines(lines)
        return RuleSet([path, *(rules.paths if rules else ())])
    finally:
        os.unlink(path)


def _is_read(line: str) -> bool:
    try:
        _load_behind(None, [line])
    except RulesError:
        return False
    return True


def _declaration(schema: str) -> str:
    """``a0`` and ``a1``, as torch.library names what is written, are ``a`` and ``b`` here."""
    return f"op {re.sub(_ALIAS, lambda found: chr(ord('a') + int(found[1])), schema)}\n"


def advice_for(target: Any) -> str | None:
    """Tell what to declare for an operator that writes; None for those that torch brings."""
    if not isinstance(target, OpOverload) or not _schemas(target):
        return None
    schema = target._schema
    written = [one for one in schema.arguments if one.alias_info and one.alias_info.is_write]
    if len(written) != 1 or not schema.name.endswith("_"):
        return f"`{schema.name}` can be replaced by a rule of your own, before the default pipeline"
    pure = re.sub(_WRITTEN, "", str(schema).partition(" -> ")[0]).replace("_(", "(", 1)
    return f"if it has one, declare it in an operator file given as rules: `op {pure} -> Tensor`"

"""Operators of ``torch.library`` that no table knows, declared by the schemas they have.

Only operators that are called, or that the rules name, are declared, and of those that write the
out-of-place forms. What stands in the rules or operator files that a run
was given goes before it; the operators of PyTorch itself are those of the tables.
"""

from __future__ import annotations

import functools
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from torch._ops import OpOverload, OpOverloadPacket

from .._engine.identity import files_of
from .._engine.library import rules_directory
from .._engine.rules import RuleSet
from .._process.locks import Lock
from ..errors import RulesError

_OF_TORCH = frozenset(
    "aten c10d debugprims fsdp higher_order inductor mkl mkldnn onednn prim prims profiler "
    "quantized rngprims sparse symm_mem".split()
)
"""Namespaces of PyTorch: some of their schemas do not tell that results alias arguments."""

_MOST_REMEMBERED = 64

_OPERATOR = re.compile(r"(?:\btorch\.ops\.(?=\w+\.)|\b(?=\w+::))(\w+)(?:\.|::)(\w+)")
_ALIAS = re.compile(r"(?<=Tensor\()a(\d|1\d|2[0-5])(?!\d)")
_WRITTEN = re.compile(r"(?<=Tensor)\([^()]*!\)")

_remembered: dict[tuple[RuleSet, frozenset[str]], RuleSet] = {}
_lock = Lock()


def with_declared(rules: RuleSet, called: Iterable[Any]) -> RuleSet:
    """Return the rules with the operators that no table knows: those of the functions called, their
    out-of-place forms, and what the rules themselves name.
    """
    operators = [one for one in called if isinstance(one, (OpOverload, OpOverloadPacket))]
    operators += _named_by(rules)
    operators += [twin for one in operators if (twin := _out_of_place_form(one)) is not None]
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


def _out_of_place_form(target: OpOverload | OpOverloadPacket) -> OpOverloadPacket | None:
    """Return the operator ``op`` that torch.library has for ``op_``; None where there is none."""
    packet = target.overloadpacket if isinstance(target, OpOverload) else target
    space, _, name = packet._qualified_op_name.partition("::")
    if not name.endswith("_") or name.endswith("__"):
        return None
    return _registered(space, name.removesuffix("_"))


def _registered(space: str, name: str) -> OpOverloadPacket | None:
    found = getattr(getattr(torch.ops, space), name, None)
    return found if isinstance(found, OpOverloadPacket) else None


def _named_by(rules: RuleSet) -> list[OpOverloadPacket]:
    """Return the operators of libraries that are named in the rule files, or in what these use."""
    packets = [_registered(*name) for name in sorted(_names_in_rules(rules))]
    return [packet for packet in packets if packet is not None]


@functools.lru_cache(maxsize=_MOST_REMEMBERED)
def _names_in_rules(rules: RuleSet) -> frozenset[tuple[str, str]]:
    """Return namespace and name of what looks like an operator in files of the user's."""
    ours = Path(rules_directory()).resolve()
    names: set[tuple[str, str]] = set()
    for path, text in files_of(rules.paths):
        if ours not in path.parents:
            names.update(_OPERATOR.findall(text))
    return frozenset(name for name in names if name[0] not in _OF_TORCH)


def _schemas(target: Any) -> list[Any]:
    """Return the schemas of an operator that a library outside of PyTorch defines."""
    if isinstance(target, OpOverloadPacket):
        names: list[str] = target.overloads()  # type: ignore[no-untyped-call]
        overloads = [getattr(target, name) for name in names]
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

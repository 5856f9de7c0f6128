"""Rules as trees: what ``regraft_rules_trees`` tells, with what a rule says that it gives up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .._engine.library import library
from .._engine.rules import RuleSet


@dataclass(frozen=True)
class Tree:
    """A tree of the rule language; ``kind`` as ``grammar/rules/ast.h`` calls it, in lower case."""

    kind: str
    text: str | None
    flag: bool
    items: tuple[Tree, ...]

    def walk(self) -> Iterator[Tree]:
        """Yield this tree and all below it."""
        waiting = [self]
        while waiting:
            tree = waiting.pop()
            yield tree
            waiting += reversed(tree.items)


@dataclass
class Claims:
    """What a rule says that it gives up, where it is compared."""

    approximate: float | None = None
    """The largest error relative to float32's reference; None: bit for bit."""
    ignores: frozenset[str] = frozenset()
    assumes: frozenset[str] = frozenset()

    def __str__(self) -> str:
        parts = [] if self.approximate is None else [f"approximate {self.approximate:g}"]
        parts += [f"ignores {word}" for word in sorted(self.ignores)]
        parts += [f"assumes {word}" for word in sorted(self.assumes)]
        return ", ".join(parts)


@dataclass
class Rule:
    """A rule with its variants."""

    pass_name: str
    name: str
    path: str
    line: int
    variants: list[Tree] = field(default_factory=list)
    functions: dict[str, list[Tree]] = field(default_factory=dict, repr=False)
    claims: Claims = field(default_factory=Claims)

    @property
    def place(self) -> str:
        """Where it stands: ``FILE:LINE``."""
        return f"{self.path}:{self.line}"

    def steps(self, *kinds: str) -> Iterator[Tree]:
        """Yield the statements of these kinds, of all variants, those in blocks too."""
        for variant in self.variants:
            yield from (tree for tree in variant.walk() if tree.kind in kinds)


def rules_of(rules: RuleSet) -> list[Rule]:
    """Return the rules of all passes, in the order of the files. Raises MemoryError."""
    text = library().rules_trees(rules._handle)
    if text is None:
        raise MemoryError("listing the rules")
    listed, functions = json.loads(text)
    by_name: dict[str, list[Tree]] = {}
    for raw in functions:
        tree = _tree(raw)
        by_name.setdefault(tree.text or "", []).append(tree)
    found: dict[tuple[str, str], Rule] = {}
    for pass_name, path, line, raw in listed:
        tree = _tree(raw)
        key = pass_name, tree.text or ""
        if key not in found:
            found[key] = Rule(*key, path or "", line, functions=by_name, claims=_claims(tree))
        found[key].variants.append(tree)
    return sorted(found.values(), key=lambda rule: (rule.path, rule.line))


def _tree(raw: list[Any]) -> Tree:
    return Tree(raw[0], raw[1], raw[2], tuple(map(_tree, raw[3:])))


def _claims(rule: Tree) -> Claims:
    claims = Claims()
    for step in rule.items:
        if step.kind != "claim":
            continue
        words = frozenset(item.text or "" for item in step.items)
        if step.text == "approximate":
            claims.approximate = float(next(iter(words)))
        elif step.text == "ignores":
            claims.ignores |= words
        else:
            claims.assumes |= words
    return claims

"""Rewriting a program's graph by one rule alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch.fx import GraphModule

from .._engine.rules import RuleSet
from .._rewriting.declared import with_declared
from .._to_graph.apply import apply
from .._to_text.write import write
from ..errors import GraphError
from .trees import Rule


@dataclass
class Rewriter:
    """Applies one rule of a rule set to graphs."""

    rules: RuleSet
    rule: Rule
    settings: dict[str, Any]
    answer: Callable[[str, list[Any]], Any] | None = None

    def __post_init__(self) -> None:
        """Leave out the passes that the rule is not of."""
        self.skipped = [name for name in self.rules.passes if name != self.rule.pass_name]

    def apply(self, gm: GraphModule) -> bool:
        """Rewrite the graph in place; return whether the rule was applied.

        Raises RefusedError where the engine says that it cannot.
        """
        transfer = write(gm)
        rules = with_declared(self.rules, transfer.speller.functions.values())
        try:
            outcome = rules.run(
                transfer.text, self.settings, self.answer, self.skipped, self.rule.name
            )
            if outcome.changes is None:
                raise RefusedError("\n".join(map(str, outcome.diagnostics)))
            return apply(transfer, outcome.changes)
        except GraphError as error:
            raise RefusedError(str(error)) from error


class RefusedError(Exception):
    """The engine, or the rule itself, refused the graph."""

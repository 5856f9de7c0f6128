"""regraft: rewrites ``torch.fx`` graph modules by rule files.

    import regraft
    gm, metadata = regraft.rewrite(gm)                      # the default pipeline, in place
    gm, metadata = regraft.rewrite(gm, "my.rules")          # rules of your own
    compiled = torch.compile(model, backend="regraft")      # within torch.compile

``regraft.fx_passes`` has the passes as classes and a pass manager. PyTorch is imported when it is
first needed, so that importing this package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._engine.loading import clear_rules, load_rules
from ._engine.rules import Metadata, RuleSet
from ._rewriting.run import DEFAULT_PIPELINE, rewrite
from .errors import (
    Diagnostic,
    ExternError,
    GraphError,
    PassError,
    RegraftError,
    RegraftWarning,
    RewriteError,
    RulesError,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from torch.fx import GraphModule
    from torch.fx.subgraph_rewriter import Match, ReplacedPatterns

    from ._from_python.replace import Filter, Pattern

__version__ = "0.1.0"

__all__ = [
    "DEFAULT_PIPELINE",
    "Diagnostic",
    "ExternError",
    "GraphError",
    "Metadata",
    "PassError",
    "RegraftError",
    "RegraftWarning",
    "RewriteError",
    "RuleSet",
    "RulesError",
    "clear_rules",
    "load_rules",
    "replace_pattern",
    "replace_pattern_with_filters",
    "rewrite",
]


def replace_pattern(gm: GraphModule, pattern: Pattern, replacement: Pattern) -> list[Match]:
    """Replace what one function computes by what another computes, in place, as
    ``torch.fx.replace_pattern`` does.

    ``pattern`` and ``replacement`` are functions, which are traced symbolically, graph modules or
    graphs; both take as many arguments and return as many tensors. What matches is found by
    PyTorch's own ``SubgraphMatcher``, so the matches are those of ``torch.fx.replace_pattern``. It
    is replaced by a rule: where a tensor is written between the nodes of a match, or its memory is
    shared with what the replacement does not share it with, the graph stays as it is and the match
    is not returned. Returns a ``Match`` for each place that was replaced.

    Raises ValueError for functions that no rule can be written for: calls of modules in the
    pattern, constants and parameters of a module in the replacement, several results of which the
    last does not depend on all that the pattern computes, values that rules have no literal for.
    """
    from ._from_python.replace import replace_pattern

    return replace_pattern(gm, pattern, replacement)


def replace_pattern_with_filters(
    gm: GraphModule,
    pattern: Pattern,
    replacement: Pattern,
    match_filters: Sequence[Filter] | None = None,
    ignore_literals: bool = False,
) -> list[ReplacedPatterns]:
    """Do the same where all filters hold, as ``torch.fx.subgraph_rewriter``'s function does.

    A filter takes an ``InternalMatch``, the graph and the pattern's graph. With ``ignore_literals``
    the numbers, texts and such of the pattern match all others. Returns a ``ReplacedPatterns`` for
    each place that was replaced, with the new nodes. Raises as ``replace_pattern`` does.
    """
    from ._from_python.replace import replace_pattern_with_filters

    return replace_pattern_with_filters(gm, pattern, replacement, match_filters, ignore_literals)

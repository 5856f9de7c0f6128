"""regraft: rewrites ``torch.fx`` graph modules by rule files.

    import regraft
    gm, metadata = regraft.rewrite(gm)                      # the default pipeline, in place
    gm, metadata = regraft.rewrite(gm, "my.rules")          # rules of your own
    compiled = torch.compile(model, backend="regraft")      # within torch.compile

``regraft.fx_passes`` has the passes as classes and a pass manager. PyTorch is imported when it is
first needed, so that importing this package costs nothing.
"""

from __future__ import annotations

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
    "rewrite",
]

"""Rules as a custom pass of Inductor.

import torch._inductor.config as config
from regraft.inductor import RulePass

config.post_grad_custom_post_pass = RulePass("fusions.rules")
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from typing import Any

import torch
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch.fx import Graph

from ._engine.loading import find_rules, load_rules
from ._rewriting.run import Externs, apply_rules

__all__ = ["RulePass"]


class RulePass(CustomGraphPass):
    """Rules for Inductor's ``post_grad_custom_pre_pass``, ``post_grad_custom_post_pass``,
    ``joint_custom_pre_pass``, ``joint_custom_post_pass`` and ``pre_grad_custom_pass``.

    The graphs are those of ATen operators, before the gradient those of ``torch``'s functions.
    Compiled graphs are cached by what the rules say, so a rule that changes compiles them again.
    """

    def __init__(
        self,
        *rules: str | os.PathLike[str],
        externs: Externs | None = None,
        extern_key: str | None = None,
        meta_keys: Iterable[str] = (),
        **params: Any,
    ) -> None:
        """Take rule files and what goes with them.

        ``rules``, ``externs``, ``meta_keys`` and ``params`` are those of ``regraft.rewrite``.
        ``extern_key`` is a text that changes whenever the externs would answer something else;
        without it, graphs compiled with externs are not cached. Raises RulesError for rules that
        are wrong, TypeError for a parameter that they do not have.
        """
        self.paths = tuple(os.path.abspath(path) for path in find_rules(rules))
        self.externs = dict(externs or {})
        self.extern_key = extern_key
        self.meta_keys = tuple(meta_keys)
        self.params = params
        unknown = params.keys() - load_rules(self.paths).params
        if unknown:
            raise TypeError(f"the rules have no parameter `{sorted(unknown)[0]}`")

    def __call__(self, graph: Graph) -> None:
        """Rewrite the graph of a graph module in place. Raises RewriteError when a pass fails."""
        gm = graph.owning_module
        if gm is None:
            gm = torch.fx.GraphModule(torch.nn.Module(), graph)
        apply_rules(gm, load_rules(self.paths), self.params, self.externs, meta_keys=self.meta_keys)

    def uuid(self) -> str | None:
        """Return what identifies the pass to Inductor's caches; None: not to be cached."""
        if self.externs and self.extern_key is None:
            return None
        parts = (
            load_rules(self.paths).hash,
            sorted((name, str(value)) for name, value in self.params.items()),
            sorted(self.externs),
            self.extern_key,
            self.meta_keys,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()

"""Rules as a pass of vLLM's own pass manager.

from regraft.vllm import RulePass

LLM(model, compilation_config={
    "inductor_compile_config": {"post_grad_custom_post_pass": RulePass("fusions.rules")},
})

vLLM is not imported: a pass is one of vLLM's ``InductorPass`` if vLLM's module was imported before.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from typing import Any, Protocol

from . import inductor
from ._rewriting.run import Externs

__all__ = ["RulePass"]

_BASES = ("vllm.compilation.inductor_pass", "vllm.compilation.passes.inductor_pass")
"""Modules that define ``InductorPass``, in vLLM as it was and is."""


class _Range(Protocol):
    """vLLM's range of token counts for which a graph is compiled, both ends included."""

    start: int
    end: int


class RulePass(inductor.RulePass):
    """Rules as an ``InductorPass``: for ``PostGradPassManager.add`` or the configuration.

    vLLM's graphs hold its kernels within ``auto_functionalized``; a rule matches these calls as
    they stand. The pass takes and gives functional graphs, so it runs before vLLM's own
    ``fix_functionalization``.
    """

    def __init__(
        self,
        *rules: str | os.PathLike[str],
        sizes: Iterable[int] | None = None,
        externs: Externs | None = None,
        extern_key: str | None = None,
        meta_keys: Iterable[str] = (),
        **params: Any,
    ) -> None:
        """Take rule files and what goes with them, as ``regraft.inductor.RulePass`` does.

        ``sizes``: the token counts for which the rules may be applied; None: all. A graph compiled
        for a range of counts is rewritten if all of the range are among them.
        """
        super().__init__(
            *rules, externs=externs, extern_key=extern_key, meta_keys=meta_keys, **params
        )
        self.sizes = None if sizes is None else frozenset(sizes)
        _register(type(self))

    def is_applicable_for_range(self, compile_range: _Range) -> bool:
        """Return whether the rules may be applied to a graph for these token counts."""
        if self.sizes is None:
            return True
        wanted = range(compile_range.start, compile_range.end + 1)
        return len(wanted) <= len(self.sizes) and all(size in self.sizes for size in wanted)

    def is_applicable(self, shape: int | None) -> bool:
        """Return the same for one token count; None: a graph for any (vLLM before ranges)."""
        return self.sizes is None or shape in self.sizes

    is_applicable_for_shape = is_applicable

    def uuid(self) -> str | None:
        """Return what identifies the pass to vLLM's and Inductor's caches; None: not to be cached."""
        own = super().uuid()
        if own is None or self.sizes is None:
            return own
        return hashlib.sha256(json.dumps([own, sorted(self.sizes)]).encode()).hexdigest()


def _register(pass_class: type[RulePass]) -> None:
    """Make the class one of vLLM's passes: ``PostGradPassManager.add`` asks ``isinstance``."""
    for name in _BASES:
        base = getattr(sys.modules.get(name), "InductorPass", None)
        if base is not None and not issubclass(pass_class, base):
            base.register(pass_class)

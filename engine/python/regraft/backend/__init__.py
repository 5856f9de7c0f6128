"""``torch.compile(model, backend="regraft")``: rewrite each captured graph, then hand it on.

A rewritten graph writes none of its inputs: it returns what they hold in the end, and ``io_map``
says which output is which input's. What this backend returns puts them there, so that the caller
sees what the original program does: a static cache fills up, a counter counts.

Imports: _engine, _facts, _process, _rewriting, _to_graph, errors, torch.
"""

from __future__ import annotations

from .buffers import BufferRunner
from .entry import OPTIONS, regraft
from .report import register_with_torch

register_with_torch()

__all__ = ["OPTIONS", "BufferRunner", "regraft"]

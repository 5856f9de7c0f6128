"""Custom operators that regraft's tables do not know; they write, and their names do not tell."""

from __future__ import annotations

import torch

LIBRARY = torch.library.Library("users", "DEF")
LIBRARY.define("unknown(Tensor(a!) x) -> ()")


@torch.library.impl(LIBRARY, "unknown", "CompositeExplicitAutograd")
def _unknown(x: torch.Tensor) -> None:
    x.add_(1)

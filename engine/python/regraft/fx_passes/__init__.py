"""The passes as classes, and the manager that runs them in order.

    from regraft.fx_passes import get_default_pass_manager

    gm, metadata = get_default_pass_manager().run_passes(gm, target_device="xla")

Rule files and hand-written passes mix in one manager: ``RulePass("my.rules")`` beside subclasses of
``FXPass``. Rule passes that stand next to each other cross over to the engine together.

Imports: _engine, _process, _rewriting, _to_graph, errors, torch.
"""

from __future__ import annotations

from .base import FXPass
from .default_passes import (
    AliasingOutputRewritePass,
    CollectiveReplicaGroupsPass,
    DeviceRewriterPass,
    InPlaceToOutOfPlacePass,
    NkiKernelWriteBackendConfigPass,
)
from .pass_manager import FXPassManager, get_default_pass_manager
from .rule_pass import RulePass

__all__ = [
    "AliasingOutputRewritePass",
    "CollectiveReplicaGroupsPass",
    "DeviceRewriterPass",
    "FXPass",
    "FXPassManager",
    "InPlaceToOutOfPlacePass",
    "NkiKernelWriteBackendConfigPass",
    "RulePass",
    "get_default_pass_manager",
]

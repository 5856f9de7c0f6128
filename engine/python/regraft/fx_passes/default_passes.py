"""The five passes of the default pipeline, one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .rule_pass import RulePass


class DeviceRewriterPass(RulePass):
    """Every device becomes ``target_device`` (``"xla"``). Metadata: ``rewrite_count``."""

    def __init__(self, target_device: str | None = None) -> None:
        """``target_device`` is used where ``run`` is not given one."""
        params: dict[str, Any] = {} if target_device is None else {"target_device": target_device}
        super().__init__("device_rewriter.rules", **params)


class AliasingOutputRewritePass(RulePass):
    """Returns the inputs that are written. Metadata: ``io_map``, ``original_output_count``."""

    def __init__(self, kernel_config: Callable[..., Any] | None = None) -> None:
        """``kernel_config`` is that of ``NkiKernelWriteBackendConfigPass``: it is asked what a
        kernel writes whose call does not say so. A manager asks for all of its passes.
        """
        externs = {} if kernel_config is None else {"kernel_config": kernel_config}
        super().__init__("aliasing_output_rewrite.rules", externs=externs)


class InPlaceToOutOfPlacePass(RulePass):
    """Leaves no write. Metadata: ``inplace_methods``, ``copy_``, ``setitem``."""

    def __init__(self) -> None:
        super().__init__("inplace_to_outofplace.rules")


class NkiKernelWriteBackendConfigPass(RulePass):
    """Gives kernel calls what identifies them. Metadata: ``kernel_call_count``."""

    def __init__(self, kernel_config: Callable[..., Any] | None = None) -> None:
        """``kernel_config(kernel_idx, grid, args, arg_names, constant_args_key)`` tells what the
        host knows of a kernel: a dict with ``kernel`` and ``operand_output_aliases``.
        """
        externs = {} if kernel_config is None else {"kernel_config": kernel_config}
        super().__init__("nki_kernel_backend_config.rules", externs=externs)


class CollectiveReplicaGroupsPass(RulePass):
    """Ranks for group names, in ``meta["replica_groups"]``. Metadata: ``resolved_count``."""

    def __init__(self, replica_groups: Callable[[str], Any] | None = None) -> None:
        """``replica_groups(group_name)`` returns a list of groups, each a list of ranks; without
        it, ``torch.distributed`` is asked.
        """
        externs = {} if replica_groups is None else {"replica_groups": replica_groups}
        super().__init__("collective_replica_groups.rules", externs=externs)

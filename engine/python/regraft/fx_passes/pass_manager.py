"""The manager that runs passes in order."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import PassError, RegraftError
from .base import FXPass
from .default_passes import (
    AliasingOutputRewritePass,
    CollectiveReplicaGroupsPass,
    DeviceRewriterPass,
    InPlaceToOutOfPlacePass,
    NkiKernelWriteBackendConfigPass,
)
from .dump import Dump
from .rule_pass import externs_of_all, grouped, is_plain_rule_pass, run_rules

if TYPE_CHECKING:
    from torch.fx import GraphModule

logger = logging.getLogger("regraft.fx_passes")


class FXPassManager:
    """Runs passes in the order in which they were added."""

    def __init__(self) -> None:
        self.passes: list[FXPass] = []
        self.logger = logger

    def add_pass(self, pass_obj: FXPass) -> None:
        """Add a pass behind the others."""
        self.passes.append(pass_obj)

    def run_passes(
        self, gm: GraphModule, **kwargs: Any
    ) -> tuple[GraphModule, dict[str, dict[str, Any]]]:
        """Run all passes; return the rewritten graph module and the metadata of each pass.

        All ``kwargs`` reach the passes; rule passes take parameters (``target_device``),
        ``externs`` (callables by name) and ``example_inputs`` from them. With ``compiler_workdir``
        the graph is written to ``passes/00_original.txt`` there and after each pass to
        ``passes/NN_after_NAME.txt``. ``enable_fx_passes=False`` returns the graph as it is.

        Raises RewriteError when a rule pass fails and PassError when a hand-written one does, both
        RuntimeErrors. What the pass that failed has changed is undone, and the failure is logged.
        """
        metadata: dict[str, dict[str, Any]] = {}
        if not kwargs.get("enable_fx_passes", True):
            return gm, metadata
        workdir = kwargs.get("compiler_workdir")
        dump = Dump(Path(workdir)) if workdir else None
        if dump:
            dump.write(gm, "original", {})
        for group in grouped(self.passes, apart=dump is not None):
            gm = self._run_group(group, gm, kwargs, metadata)
            if dump:
                dump.write(gm, f"after_{group[0].name}", metadata)
        return gm, metadata

    def _run_group(
        self, group: list[FXPass], gm: GraphModule, kwargs: dict[str, Any], metadata: dict[str, Any]
    ) -> GraphModule:
        if is_plain_rule_pass(group[0]):
            try:
                outcome = run_rules(group, gm, kwargs, externs_of_all(self.passes))
            except RegraftError as error:
                logger.error(f"FX Pass '{error.pass_name or group[0].name}' failed: {error}")
                raise
            for name, seconds in outcome.timings:
                _log_time(name, seconds)
            metadata.update(outcome.metadata)
            return gm
        (single,) = group
        from .._to_graph.snapshot import Snapshot

        before = Snapshot(gm)
        began = time.perf_counter()
        try:
            gm, metadata[single.name] = _result_of(single, single.run(gm, **{**metadata, **kwargs}))
        except BaseException as error:
            before.restore()
            logger.error(f"FX Pass '{single.name}' failed, and its changes are undone: {error!r}")
            if isinstance(error, RegraftError) or not isinstance(error, Exception):
                raise
            raise PassError(f"FX Pass '{single.name}' failed: {error}", single.name) from error
        _log_time(single.name, time.perf_counter() - began)
        return gm


def get_default_pass_manager() -> FXPassManager:
    """Return a manager with the five passes that make a graph fit for HLO.

    The order matters: written inputs are found and returned while the writes are still there.
    """
    manager = FXPassManager()
    manager.add_pass(DeviceRewriterPass())
    manager.add_pass(AliasingOutputRewritePass())
    manager.add_pass(InPlaceToOutOfPlacePass())
    manager.add_pass(NkiKernelWriteBackendConfigPass())
    manager.add_pass(CollectiveReplicaGroupsPass())
    return manager


def _result_of(single: FXPass, result: Any) -> tuple[Any, dict[str, Any]]:
    """Return graph module and metadata. Raises PassError for what is not that."""
    from torch.fx import GraphModule

    pair = result if isinstance(result, tuple) and len(result) == 2 else (result, {})
    if isinstance(pair[0], GraphModule) and isinstance(pair[1], dict):
        return pair
    raise PassError(
        f"FX Pass '{single.name}' returned a {type(result).__name__}: it has to return the graph "
        "module, alone or with a dict",
        single.name,
    )


def _log_time(name: str, seconds: float) -> None:
    logger.debug(f"FX Pass '{name}' completed in {seconds:.4f}s")

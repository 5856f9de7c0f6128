"""The passes as classes, and the manager that runs them in order.

    from regraft.fx_passes import get_default_pass_manager

    gm, metadata = get_default_pass_manager().run_passes(gm, target_device="xla")

Rule files and hand-written passes mix in one manager: ``RulePass("my.rules")`` beside subclasses of
``FXPass``. Rule passes that stand next to each other cross over to the engine together.
"""

from __future__ import annotations

import logging
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._rules import RuleSet, find_rules, load_rules
from ._run import Externs, apply_rules
from ._warnings import warn_of
from .errors import Diagnostic, PassError, RegraftError, RulesError

if TYPE_CHECKING:
    from torch.fx import GraphModule

logger = logging.getLogger("regraft.fx_passes")

_MOST_REMEMBERED = 64

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


class FXPass(ABC):
    """A pass over graph modules."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What logs and metadata call the pass."""

    @abstractmethod
    def run(
        self, gm: GraphModule, **kwargs: Any
    ) -> GraphModule | tuple[GraphModule, dict[str, Any]]:
        """Return the rewritten graph module, alone or with the pass's metadata.

        ``kwargs`` are what the manager was given, and the metadata of the passes before, by name.
        """


class RulePass(FXPass):
    """The passes of a rule file, pipeline or list of such."""

    def __init__(
        self,
        *rules: str | os.PathLike[str],
        externs: Externs | None = None,
        meta_keys: Iterable[str] = (),
        **params: Any,
    ) -> None:
        """Take rule files and what goes with them.

        ``rules`` may have operator files among them; a bare name that is no file is one of the
        rules that regraft comes with. ``externs`` answer the rules' externs, ``meta_keys`` are
        entries of ``node.meta`` that they read, ``params`` are their parameters; those that are
        given when the pass runs go before these. Raises RulesError for rules that are wrong.
        """
        self.rules = tuple(find_rules(rules))
        self.externs = dict(externs or {})
        self.meta_keys = tuple(meta_keys)
        self.params = params
        self._name = Path(rules[-1]).stem if rules else "rules"
        passes = load_rules(self.rules).passes
        if len(passes) == 1:
            self._name = passes[0]

    @property
    def name(self) -> str:
        """Name of the pass in the file; of the file where it holds several."""
        return self._name

    def run(self, gm: GraphModule, **kwargs: Any) -> tuple[GraphModule, dict[str, Any]]:
        """Rewrite the graph module in place; return it with the pass's metadata.

        The metadata are those of the pass, or a dict for each pass by its name where the file has
        several. ``kwargs`` that are parameters of the rules set them, the others are ignored but
        for ``externs`` and ``example_inputs``. Raises RewriteError when a pass fails; the graph is
        then untouched.
        """
        metadata = _run_rules([self], gm, kwargs, log=False)
        return gm, metadata[self._name] if list(metadata) == [self._name] else metadata


class DeviceRewriterPass(RulePass):
    """Every device becomes ``target_device`` (``"xla"``). Metadata: ``rewrite_count``."""

    def __init__(self, target_device: str | None = None) -> None:
        """``target_device`` is used where ``run`` is not given one."""
        params: dict[str, Any] = {} if target_device is None else {"target_device": target_device}
        super().__init__("device_rewriter.rules", **params)


class AliasingOutputRewritePass(RulePass):
    """Returns the inputs that are written. Metadata: ``io_map``, ``original_output_count``."""

    def __init__(self) -> None:
        super().__init__("aliasing_output_rewrite.rules")


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
        RuntimeErrors.
        """
        metadata: dict[str, dict[str, Any]] = {}
        if not kwargs.get("enable_fx_passes", True):
            return gm, metadata
        workdir = kwargs.get("compiler_workdir")
        dump = _Dump(Path(workdir)) if workdir else None
        if dump:
            dump.write(gm, "original", {})
        for group in _groups(self.passes, apart=dump is not None):
            gm = self._run_group(group, gm, kwargs, metadata)
            if dump:
                dump.write(gm, f"after_{group[0].name}", metadata)
        return gm, metadata

    def _run_group(
        self, group: list[FXPass], gm: GraphModule, kwargs: dict[str, Any], metadata: dict[str, Any]
    ) -> GraphModule:
        if _is_plain_rule_pass(group[0]):
            metadata.update(_run_rules(group, gm, kwargs, log=True))
            return gm
        (single,) = group
        began = time.perf_counter()
        try:
            result = single.run(gm, **{**metadata, **kwargs})
        except RegraftError:
            raise
        except Exception as error:
            raise PassError(f"FX Pass '{single.name}' failed: {error}", single.name) from error
        gm, metadata[single.name] = _result_of(single, result)
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


# Running --------------------------------------------------------------------------------------


def _is_plain_rule_pass(pass_obj: FXPass) -> bool:
    """Is it a rule pass whose ``run`` nobody has changed?"""
    return isinstance(pass_obj, RulePass) and type(pass_obj).run is RulePass.run


def _groups(passes: list[FXPass], apart: bool) -> Iterable[list[FXPass]]:
    """Put rule passes that can share a transfer together; ``apart``: none can."""
    for together, group in groupby(passes, _is_plain_rule_pass):
        members: list[Any] = list(group)
        if together and not apart and _can_run_together(members):
            yield members
        else:
            yield from ([member] for member in members)


def _can_run_together(passes: list[RulePass]) -> bool:
    """Do the rule files go together, with no name that means one thing here and another there?"""
    names = [one.name for one in passes]
    settings: dict[tuple[str, str], Any] = {}
    for one in passes:
        entries = {("param", name): value for name, value in one.params.items()}
        entries |= {("extern", name): value for name, value in one.externs.items()}
        for key, value in entries.items():
            if settings.setdefault(key, value) is not value and settings[key] != value:
                return False
    return len(set(names)) == len(names) and _files_go_together(passes)


_together: dict[tuple[RuleSet, ...], bool] = {}
"""What was found out; a file that changes makes another rule set."""


def _files_go_together(passes: list[RulePass]) -> bool:
    sets = tuple(load_rules(one.rules) for one in passes)
    known = _together.get(sets)
    if known is None:
        known = _loads_as_one(sets, [path for one in passes for path in one.rules])
        if len(_together) >= _MOST_REMEMBERED:
            _together.clear()
        _together[sets] = known
    return known


def _loads_as_one(sets: tuple[RuleSet, ...], paths: list[str]) -> bool:
    """Do the files together have the passes and parameters that they have apart?"""
    try:
        all_of_them = load_rules(paths)
    except RulesError:
        return False
    params = sum(len(one.params) for one in sets)
    passes = sum(len(one.passes) for one in sets)
    return (params, passes) == (len(all_of_them.params), len(all_of_them.passes))


def _run_rules(
    passes: list[Any], gm: GraphModule, kwargs: dict[str, Any], log: bool
) -> dict[str, dict[str, Any]]:
    """Run rule passes in one transfer; return their metadata by pass."""
    rules = load_rules([path for one in passes for path in one.rules])
    params: dict[str, Any] = {}
    externs: dict[str, Callable[..., Any]] = {}
    for one in passes:
        params.update(one.params)
        externs.update(one.externs)
    given = {name: value for name, value in kwargs.items() if name in rules.params}
    params.update({name: value for name, value in given.items() if value is not None})
    externs.update(kwargs.get("externs") or {})
    outcome = apply_rules(
        gm,
        rules,
        params,
        externs,
        example_inputs=kwargs.get("example_inputs"),
        meta_keys=[key for one in passes for key in one.meta_keys],
    )
    if log:
        for name, seconds in outcome.timings:
            _log_time(name, seconds)
    return outcome.metadata


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


# Dumps ----------------------------------------------------------------------------------------


class _Dump:
    """The files ``passes/NN_….txt`` of one run."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory / "passes"
        self.number = 0

    def write(self, gm: GraphModule, state: str, metadata: dict[str, dict[str, Any]]) -> None:
        """Write the state of the graph. A file that cannot be written is warned of."""
        path = self.directory / f"{self.number:02d}_{state}.txt"
        self.number += 1
        parts = [f"GraphModule {state.replace('_', ' ', 1)}:\n{'=' * 50}\n"]
        groups = metadata.get("collective_replica_groups", {}).get("replica_groups")
        if groups:
            parts.append(_replica_table(groups))
        gm.recompile()
        parts += [f"{gm.graph}\n", f"{'=' * 50}\nGraphModule code:\n{gm.code}"]
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(parts), encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            warn_of([Diagnostic("warning", f"cannot write {path}: {error}")])


def _replica_table(groups: dict[str, list[list[int]]]) -> str:
    width = max(map(len, groups))
    lines = ["Replica groups", "-" * 14]
    lines += [f"{name:{width}}  {ranks}" for name, ranks in groups.items()]
    return "\n".join(lines) + "\n"

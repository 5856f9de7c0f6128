"""Rule files as a pass, and passes of that kind run together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._engine.loading import find_rules, load_rules
from .._engine.rules import Outcome, RuleSet
from .._rewriting.run import Externs, apply_rules
from ..errors import RulesError
from .base import FXPass

if TYPE_CHECKING:
    from torch.fx import GraphModule

_MOST_REMEMBERED = 64


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
        metadata = run_rules([self], gm, kwargs, {}).metadata
        return gm, metadata[self._name] if list(metadata) == [self._name] else metadata


def is_plain_rule_pass(pass_obj: FXPass) -> bool:
    """Is it a rule pass whose ``run`` nobody has changed?"""
    return isinstance(pass_obj, RulePass) and type(pass_obj).run is RulePass.run


def grouped(passes: list[FXPass], apart: bool) -> Iterable[list[FXPass]]:
    """Put rule passes that can share a transfer together; ``apart``: none can."""
    for together, group in groupby(passes, is_plain_rule_pass):
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


def externs_of_all(passes: Iterable[FXPass]) -> dict[str, Callable[..., Any]]:
    """Return the externs that some of the passes have and that no two of them answer differently.

    What one pass asks, another may have to know: a kernel's aliases, say.
    """
    found: dict[str, Callable[..., Any]] = {}
    disputed = set()
    for one in passes:
        for name, answer in one.externs.items() if isinstance(one, RulePass) else ():
            if found.setdefault(name, answer) != answer:
                disputed.add(name)
    return {name: answer for name, answer in found.items() if name not in disputed}


def run_rules(
    passes: list[Any], gm: GraphModule, kwargs: dict[str, Any], externs_of_others: Externs
) -> Outcome:
    """Run rule passes in one transfer; what they have no answer for, the others may have."""
    rules = load_rules([path for one in passes for path in one.rules])
    params: dict[str, Any] = {}
    externs = dict(externs_of_others)
    for one in passes:
        params.update(one.params)
        externs.update(one.externs)
    given = {name: value for name, value in kwargs.items() if name in rules.params}
    params.update({name: value for name, value in given.items() if value is not None})
    externs.update(kwargs.get("externs") or {})
    return apply_rules(
        gm,
        rules,
        params,
        externs,
        example_inputs=kwargs.get("example_inputs"),
        meta_keys=[key for one in passes for key in one.meta_keys],
    )

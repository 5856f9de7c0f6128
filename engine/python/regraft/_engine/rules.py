"""Rule sets: rule files loaded and compiled, shared by all threads, and run over texts."""

from __future__ import annotations

import ctypes
import functools
import json
import os
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from ctypes import byref, c_char_p, c_size_t, c_void_p
from dataclasses import dataclass, field
from typing import Any

from .._process.signals import deferred, delivered, runs_handlers, waiting
from ..errors import Diagnostic, GraphError, RulesError
from .identity import hash_of
from .library import (
    AFTER_PASS,
    ASK,
    CANCELLED,
    INVALID,
    NO_MEMORY,
    OK,
    SEVERITIES,
    OptionsStruct,
    library,
    rules_directory,
)

Metadata = dict[str, dict[str, Any]]
"""What each pass reports, by pass name."""
Answer = Callable[[str, list[Any]], Any]
"""Called with an extern's name and arguments (as JSON has them); returns what JSON can hold."""


@dataclass
class Outcome:
    """What the engine made of a text."""

    changes: dict[str, Any] | None
    """As ``regraft_result_changes`` describes them; None when the run failed."""
    metadata: Metadata
    timings: list[tuple[str, float]]
    """Passes that ran to their end, with their seconds."""
    diagnostics: tuple[Diagnostic, ...]
    raised: BaseException | None = None
    """What the callable that answers externs raised."""


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "surrogateescape")


def _diagnostics(report: int) -> tuple[Diagnostic, ...]:
    lib = library()
    found = []
    for index in range(lib.report_count(report)):
        item = lib.report_at(report, index).contents
        path = _text(item.path)
        place = f"{path}:{item.line}:{item.column}" if path and item.line else path
        found.append(
            Diagnostic(
                severity=SEVERITIES[item.severity],
                message=_text(item.message) or "",
                advice=_text(item.advice),
                location=place,
                pass_name=_text(item.pass_name),
                rule=_text(item.rule),
                node=_text(item.node),
                line=item.line,
            )
        )
    return tuple(found)


def _summary(diagnostics: Iterable[Diagnostic]) -> str:
    return "\n".join(map(str, diagnostics)) or "no reason was given"


def _strings(values: Sequence[str]) -> Any:
    return (c_char_p * len(values))(*(value.encode() for value in values))


@dataclass
class _Host:
    """What the engine calls back, during one run."""

    answer: Answer | None
    timings: list[tuple[str, float]] = field(default_factory=list)
    raised: BaseException | None = None
    """By the host's answer."""
    interrupt: BaseException | None = None
    """By the handler of a signal, which stopped the run."""

    def ask(self, _context: Any, name: bytes, arguments: bytes, reply: int) -> None:
        lib = library()
        # Nothing may be raised through the engine's frames: it is kept for the caller of the run.
        try:
            if self.answer is None:
                raise LookupError(f"nothing answers `{name.decode()}`")
            with delivered():  # code of the user's may be interrupted
                answer = self.answer(name.decode(), json.loads(arguments))
            lib.reply_answer(reply, json.dumps(answer).encode())
        except BaseException as error:
            self.raised = error
            lib.reply_error(reply, f"{type(error).__name__}: {error}".encode("utf-8", "replace"))

    def cancelled(self, _context: Any) -> bool:
        """Run the handlers of signals that came; return whether one of them raised something."""
        if not waiting():
            return False
        try:
            with delivered():
                return False
        except BaseException as error:
            self.interrupt = error
            return True

    def after_pass(self, _context: Any, _result: int, name: bytes, seconds: float) -> None:
        self.timings.append((name.decode(), seconds))


class RuleSet:
    """Rule files with all that they use, ready to run. Immutable: many threads may use it.

    Pickled, it is the names of its files, which are loaded where it is unpickled; a copy is itself.
    """

    def __init__(self, paths: Sequence[str | os.PathLike[str]]) -> None:
        """Load the files, in this order, after the operators that regraft knows.

        Raises RulesError when one of them is wrong and MemoryError.
        """
        self.paths = tuple(paths)
        lib = library()
        handle = lib.rules_new()
        if not handle:
            raise MemoryError("regraft_rules_new")
        self._handle = handle
        self._finalizer = weakref.finalize(self, lib.rules_free, self._handle)
        statuses = [lib.rules_load_operators(self._handle, os.fsencode(rules_directory()))]
        statuses += [lib.rules_load(self._handle, os.fsencode(path)) for path in paths]
        if NO_MEMORY in statuses:
            raise MemoryError("loading rules")
        found = _diagnostics(lib.rules_report(self._handle))
        if INVALID in statuses:
            raise RulesError(_summary(found), found)
        self.warnings = tuple(item for item in found if item.severity == "warning")
        """What the engine finds doubtful in the files."""
        count = lib.rules_pass_count(self._handle)
        self.passes = tuple(lib.rules_pass_name(self._handle, i).decode() for i in range(count))
        """Names of the passes, in the order in which they run."""
        count = lib.rules_param_count(self._handle)
        self.params = frozenset(
            lib.rules_param_name(self._handle, i).decode() for i in range(count)
        )
        """Names of the parameters that a run may set."""

    @functools.cached_property
    def hash(self) -> str:
        """What identifies the rules to a cache: a hash of the texts of the files and all that they
        use, of the operator tables, and of the engine. Worked out when first asked for.
        """
        return hash_of(self.paths)

    def __reduce__(self) -> Any:
        from .loading import load_named, names_of

        return load_named, (names_of(self.paths),)

    def __copy__(self) -> RuleSet:
        return self

    def __deepcopy__(self, _memo: Any) -> RuleSet:
        return self

    def run(
        self,
        text: str,
        settings: Mapping[str, Any],
        answer: Answer | None = None,
        skip: Sequence[str] = (),
        only_rule: str | None = None,
    ) -> Outcome:
        """Run all passes but those of ``skip`` over a graph's text.

        ``settings`` are values of parameters. With ``only_rule`` no rule of another name is tried. Raises GraphError for a text that is no graph, and
        MemoryError; a pass that fails is told by ``Outcome.changes`` being None.
        """
        lib = library()
        encoded = text.encode("utf-8", "surrogatepass")
        graph, result = c_void_p(), c_void_p()
        try:
            status = lib.graph_parse(b"<graph>", encoded, len(encoded), byref(graph))
            if status == NO_MEMORY:
                raise MemoryError("reading the graph")
            if status != OK:
                found = _diagnostics(lib.graph_report(graph))
                raise GraphError(_summary(found), found)
            host = _Host(answer)
            with deferred():  # what a handler raises in a callback would be lost
                status = self._run(graph, result, settings, skip, only_rule, host)
            if host.interrupt is not None:
                raise host.interrupt
            return self._outcome(status, result, host)
        finally:
            lib.result_free(result)
            lib.graph_free(graph)

    def _run(
        self,
        graph: c_void_p,
        result: c_void_p,
        settings: Mapping[str, Any],
        skip: Sequence[str],
        only_rule: str | None,
        host: _Host,
    ) -> int:
        values = [f"{name}={value}" for name, value in settings.items()]
        options = OptionsStruct(
            set=_strings(values),
            set_count=len(values),
            skip=_strings(skip),
            skip_count=len(skip),
            ask=ASK(host.ask),
            after_pass=AFTER_PASS(host.after_pass),
            in_place=True,
            cancelled=CANCELLED(host.cancelled) if runs_handlers() else CANCELLED(),
            only_rule=None if only_rule is None else only_rule.encode(),
        )
        return library().run(self._handle, graph, byref(options), byref(result))

    def _outcome(self, status: int, result: c_void_p, host: _Host) -> Outcome:
        lib = library()
        if status == NO_MEMORY:
            raise MemoryError("rewriting the graph")
        found = _diagnostics(lib.result_report(result))
        metadata = json.loads(lib.result_metadata(result))
        changes = None
        if status == OK:
            length = c_size_t()
            address = lib.result_changes(result, byref(length))
            if not address:
                raise MemoryError("describing the changes")
            changes = json.loads(ctypes.string_at(address, length.value))
        return Outcome(changes, metadata, host.timings, found, host.raised)

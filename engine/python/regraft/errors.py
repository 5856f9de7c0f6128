"""What can go wrong. All are RuntimeErrors, so callers of other pass managers catch them too."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.fx import Node


@dataclass(frozen=True)
class Diagnostic:
    """One message of the engine, with the place it speaks of."""

    severity: str
    """``"error"``, ``"warning"`` or ``"note"`` (which explains the one before it)."""
    message: str
    """One line: what is wrong."""
    advice: str | None = None
    """What to do instead, where there is something to say."""
    location: str | None = None
    """``FILE:LINE:COLUMN`` of the graph's or the rule's text."""
    pass_name: str | None = None
    rule: str | None = None
    node: str | None = None
    """Names of the pass, the rule and the node that the message is about."""
    line: int = 0
    """Line of ``location``, 0 where there is none."""

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        advice = f"\n    help: {self.advice}" if self.advice else ""
        return f"{place}{self.severity}: {self.message}{advice}"


class RegraftWarning(UserWarning):
    """A warning of the engine, such as that a write to an input is lost. ``diagnostic`` is all of it."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(
            diagnostic
        )  # what it was made of, so that copy and pickle can make it anew
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        place = self.diagnostic.location or ""
        place = f"{place}: " if place and not place.startswith("<") else ""  # no text of the user's
        advice = f" ({self.diagnostic.advice})" if self.diagnostic.advice else ""
        return f"{place}{self.diagnostic.message}{advice}"


class RegraftError(RuntimeError):
    """Base of all errors of this package.

    ``diagnostics`` holds everything the engine said; the first error of it is the reason.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics

    def _first(self) -> Diagnostic | None:
        errors = (found for found in self.diagnostics if found.severity == "error")
        return next(errors, None)

    @property
    def pass_name(self) -> str | None:
        """The pass that failed."""
        first = self._first()
        return first.pass_name if first else None

    @property
    def rule(self) -> str | None:
        """The rule that was being applied."""
        first = self._first()
        return first.rule if first else None

    @property
    def location(self) -> str | None:
        """``FILE:LINE:COLUMN`` of the rule's text, or of the graph's where no rule is to blame."""
        first = self._first()
        if first is None:
            return None
        after = self.diagnostics[self.diagnostics.index(first) + 1 :]
        is_note = bool(after) and after[0].severity == "note" and after[0].location is not None
        return after[0].location if is_note else first.location


class RulesError(RegraftError):
    """A rule file, pipeline or operator file is wrong."""


class GraphError(RegraftError):
    """The graph cannot be handed to the engine."""


_FRAME = re.compile(r'^\s*File "([^"]+)", line (\d+), in (.+)$', re.MULTILINE)


class RewriteError(RegraftError):
    """A pass failed or refused the graph, which is as it was before.

    ``node`` is the node it stopped at (a ``torch.fx.Node`` of the graph, or None where there is
    none or a pass had made it), ``node_name`` its name, ``user_line`` the line of the program that
    it was traced from.
    """

    def __init__(
        self,
        message: str,
        diagnostics: tuple[Diagnostic, ...] = (),
        node: Node | None = None,
    ) -> None:
        super().__init__(message, diagnostics)
        self.node = node

    @property
    def user_line(self) -> str | None:
        """``FILE:LINE in FUNCTION`` of the traced program, where the tracer has noted it."""
        traced = self.node.meta.get("stack_trace") if self.node is not None else None
        frames = _FRAME.findall(traced) if isinstance(traced, str) else []
        return "{}:{} in {}".format(*frames[-1]) if frames else None

    def __str__(self) -> str:
        line = self.user_line
        return super().__str__() + (f"\n    traced from {line}" if line else "")

    @property
    def node_name(self) -> str | None:
        """Name of the node that the error is about."""
        first = self._first()
        name = first.node if first else None
        return name or (self.node.name if self.node is not None else None)


class ExternError(RewriteError):
    """A callable that answers an extern raised; its exception is the ``__cause__``."""


class PassError(RegraftError):
    """A hand-written pass raised; its exception is the ``__cause__``. ``name`` is the pass's."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name

    @property
    def pass_name(self) -> str | None:
        """The pass that failed."""
        return self.name

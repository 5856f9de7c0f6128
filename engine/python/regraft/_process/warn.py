"""Warnings of the engine: told to Python's ``warnings`` and to the logger ``regraft``."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from types import FrameType

from ..errors import Diagnostic, RegraftWarning

_PACKAGE = str(Path(__file__).resolve().parents[1])

logger = logging.getLogger("regraft")
logger.addHandler(logging.NullHandler())  # else what nobody listens to is printed a second time


def warn_of(diagnostics: Iterable[Diagnostic]) -> None:
    """Tell the warnings among the diagnostics, as coming from whoever called this package.

    Raises RegraftWarning where the caller has made errors of warnings.
    """
    for item in diagnostics:
        if item.severity == "warning":
            warning = RegraftWarning(item)
            logger.warning("%s", warning)
            warnings.warn(warning, stacklevel=_frames_of_ours() + 1)


def _frames_of_ours() -> int:
    """Return how many frames, from this module's on, are those of this package."""
    frame: FrameType | None = sys._getframe(1)
    count = 0
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, count = frame.f_back, count + 1
    return count

"""Signals that come at a bad time: their handlers run when it is over."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

_depth = 0
"""Of ``deferred`` blocks in the main thread, which alone runs handlers."""
_handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}
_pending: list[int] = []


@contextlib.contextmanager
def deferred() -> Iterator[None]:
    """Have handlers written in Python run when the block ends, and raise what they raise there.

    Python runs them between any two instructions of the main thread: in a callback of the engine,
    where what they raise is lost, or while a graph is half changed. Other threads run none.
    """
    global _depth
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _depth += 1
    try:
        if _depth == 1:
            _put_off()
        yield
    finally:
        _depth -= 1
        if _depth == 0:
            _run_pending()


@contextlib.contextmanager
def delivered() -> Iterator[None]:
    """Within ``deferred``, have handlers run at once: code of the user's runs here."""
    global _depth
    if _depth == 0 or threading.current_thread() is not threading.main_thread():
        yield
        return
    depth, _depth = _depth, 0
    try:
        _run_pending()
        yield
    finally:
        _put_off()
        _depth = depth


def runs_handlers() -> bool:
    """Return whether this thread is the one that runs handlers."""
    return threading.current_thread() is threading.main_thread()


def waiting() -> bool:
    """Return whether a signal came whose handler runs when ``deferred`` ends."""
    return bool(_pending)


def _put_off() -> None:
    for number in signal.valid_signals():
        handler = signal.getsignal(number)
        if callable(handler) and handler is not _note:
            _handlers[number] = handler
            signal.signal(number, _note)


def _note(number: int, frame: FrameType | None) -> None:
    if _depth:
        _pending.append(number)
    else:  # it came while the handlers were put back
        _handlers[number](number, frame)


def _run_pending() -> None:
    """Put the handlers back, and have the signals come that came. Raises what the handlers raise."""
    for number, handler in _handlers.items():
        if signal.getsignal(number) is _note:  # else the user's code has set another one
            signal.signal(number, handler)
    _handlers.clear()
    numbers = list(_pending)
    _pending.clear()
    with contextlib.ExitStack() as stack:  # a handler that raises keeps no other from running
        for number in reversed(numbers):
            stack.callback(signal.raise_signal, number)

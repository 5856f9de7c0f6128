"""Pausing Python's garbage collector.

A transfer makes many small objects that live on in the graph. The collector goes through all of a
large graph again and again while they are made, and the cost would not be linear.
"""

from __future__ import annotations

import contextlib
import gc
import os
import threading
from collections.abc import Iterator

from .locks import Lock

_lock = Lock()
_pauses = 0
_was_enabled = False


class _Own(threading.local):
    pauses = 0


_own = _Own()
"""How many of the pauses are this thread's."""


@contextlib.contextmanager
def paused() -> Iterator[None]:
    """Pause the collector until the last of the threads that are within has left."""
    _change(1)
    try:
        yield
    finally:
        _change(-1)


def _change(by: int) -> None:
    global _pauses, _was_enabled
    with _lock:
        if _pauses == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _pauses += by
        _own.pauses += by
        if _pauses == 0 and _was_enabled:
            gc.enable()


def _forget_other_threads() -> None:
    """In a forked process there is only the thread that forked."""
    global _pauses
    others = _pauses - _own.pauses
    _pauses = _own.pauses
    if others and _pauses == 0 and _was_enabled:
        gc.enable()


os.register_at_fork(after_in_child=_forget_other_threads)

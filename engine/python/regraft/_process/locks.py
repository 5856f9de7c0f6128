"""Locks that a forked process finds open: the threads that may have held them are not in it."""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from types import TracebackType


class Lock:
    """A lock that the thread which holds it may take again, made anew in a forked process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        _all.add(self)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        with contextlib.suppress(RuntimeError):  # the process was forked within: it is a new one
            self._lock.release()

    def renew(self) -> None:
        """Forget who holds it."""
        self._lock = threading.RLock()


_all: weakref.WeakSet[Lock] = weakref.WeakSet()


def _renew_all() -> None:
    for lock in list(_all):
        lock.renew()


os.register_at_fork(after_in_child=_renew_all)

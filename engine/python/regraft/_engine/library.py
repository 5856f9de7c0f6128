"""The engine's shared library and its functions, as ``engine/regraft.h`` declares them.

Found in the package (where an installed one has it), or in the build directory of the source
tree that this file is a part of. ``REGRAFT_LIBRARY`` and ``REGRAFT_RULES`` name others. ctypes
releases the GIL while a function of the library runs.
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_ulong, c_void_p
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

OK, INVALID, NO_MEMORY = range(3)
"""regraft_status."""
SEVERITIES = ("note", "warning", "error")
"""regraft_severity, by number."""

_PACKAGE = Path(__file__).resolve().parents[1]
_TREE = _PACKAGE.parents[2]
"""The source tree, if the package is in one."""

ASK = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_char_p, c_void_p)
"""regraft_extern: context, name, arguments, reply."""
AFTER_PASS = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_char_p, c_double)
"""regraft_after_pass: context, result, pass, seconds."""

CANCELLED = ctypes.CFUNCTYPE(c_bool, c_void_p)
"""``cancelled`` of regraft_options: context."""


class DiagnosticStruct(ctypes.Structure):
    """regraft_diagnostic."""

    _fields_ = [
        ("severity", c_int),
        ("path", c_char_p),
        ("line", c_uint),
        ("column", c_uint),
        ("end_line", c_uint),
        ("end_column", c_uint),
        ("message", c_char_p),
        ("advice", c_char_p),
        ("pass_name", c_char_p),
        ("rule", c_char_p),
        ("node", c_char_p),
    ]


class LimitsStruct(ctypes.Structure):
    """regraft_limits."""

    _fields_ = [
        ("eval_steps", c_size_t),
        ("eval_bytes", c_size_t),
        ("run_steps", c_size_t),
        ("run_bytes", c_size_t),
        ("nodes", c_size_t),
    ]


class OptionsStruct(ctypes.Structure):
    """regraft_options."""

    _fields_ = [
        ("set", POINTER(c_char_p)),
        ("set_count", c_size_t),
        ("only", POINTER(c_char_p)),
        ("only_count", c_size_t),
        ("skip", POINTER(c_char_p)),
        ("skip_count", c_size_t),
        ("ask", ASK),
        ("ask_context", c_void_p),
        ("after_pass", AFTER_PASS),
        ("after_pass_context", c_void_p),
        ("steps_per_node", c_size_t),
        ("in_place", c_bool),
        ("observer", c_void_p),
        ("limited", c_bool),
        ("fuel", c_size_t),
        ("shuffle", c_ulong),
        ("rule_cost", c_void_p),
        ("rule_cost_context", c_void_p),
        ("limits", LimitsStruct),
        ("cancelled", CANCELLED),
        ("cancelled_context", c_void_p),
        ("only_rule", c_char_p),
    ]


Given = TypeVar("Given")


class Function(Generic[Given]):
    """A function of ``regraft.h`` by its name without ``regraft_``: what it gives and takes."""

    def __init__(self, result: Any, *arguments: Any) -> None:
        self.result = result
        self.arguments = arguments

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, library: Library, owner: type) -> Callable[..., Given]:
        function = library.handle[f"regraft_{self.name}"]
        function.restype = self.result
        function.argtypes = self.arguments
        vars(library)[self.name] = function  # found there from now on
        return cast("Callable[..., Given]", function)


class Library:
    """The shared library; its functions are those of ``regraft.h`` that the package calls."""

    version = Function[bytes](c_char_p)

    report_count = Function[int](c_size_t, c_void_p)
    report_at = Function[Any](POINTER(DiagnosticStruct), c_void_p, c_size_t)

    rules_new = Function["int | None"](c_void_p)
    rules_load_operators = Function[int](c_int, c_void_p, c_char_p)
    rules_load = Function[int](c_int, c_void_p, c_char_p)
    rules_pass_count = Function[int](c_size_t, c_void_p)
    rules_pass_name = Function[bytes](c_char_p, c_void_p, c_size_t)
    rules_param_count = Function[int](c_size_t, c_void_p)
    rules_param_name = Function[bytes](c_char_p, c_void_p, c_size_t)
    rules_trees = Function["bytes | None"](c_char_p, c_void_p)
    rules_report = Function[int](c_void_p, c_void_p)
    rules_free = Function[None](None, c_void_p)

    graph_parse = Function[int](c_int, c_char_p, c_char_p, c_size_t, POINTER(c_void_p))
    graph_report = Function[int](c_void_p, c_void_p)
    graph_free = Function[None](None, c_void_p)

    reply_answer = Function[None](None, c_void_p, c_char_p)
    reply_error = Function[None](None, c_void_p, c_char_p)

    run = Function[int](c_int, c_void_p, c_void_p, POINTER(OptionsStruct), POINTER(c_void_p))
    result_metadata = Function[bytes](c_char_p, c_void_p)
    result_changes = Function["int | None"](c_void_p, c_void_p, POINTER(c_size_t))
    result_report = Function[int](c_void_p, c_void_p)
    result_free = Function[None](None, c_void_p)

    def __init__(self, path: Path) -> None:
        self.handle = ctypes.CDLL(str(path))


def library_path() -> Path:
    """Return where the library is, or should be."""
    named = os.environ.get("REGRAFT_LIBRARY")
    return Path(named) if named else _installed_or_built("libregraft.so", "libregraft.so")


def command_path() -> Path:
    """Return where the command `regraft` is, or should be."""
    return _installed_or_built("bin/regraft", "regraft")


def _installed_or_built(installed: str, built: str) -> Path:
    if (_PACKAGE / installed).exists():
        return _PACKAGE / installed
    return Path(os.environ.get("REGRAFT_BUILD", _TREE / "build")) / built


@functools.cache
def library() -> Library:
    """Return the library, loaded once. Raises OSError where it is not to be found."""
    path = library_path()
    if not path.exists():
        raise OSError(f"{path} is not there: install the package, or run make in its source tree")
    return Library(path)


def rules_directory() -> Path:
    """Return the directory of the rules that regraft comes with, which has ``ops/`` in it."""
    named = os.environ.get("REGRAFT_RULES")
    if named:
        return Path(named)
    installed = _PACKAGE / "rules"
    return installed if installed.exists() else _TREE / "rules"

"""The engine's shared library and its functions, as ``engine/regraft.h`` declares them.

Found beside this file (where an installed package has it), or in the build directory of the source
tree that this file is a part of. ``REGRAFT_LIBRARY`` and ``REGRAFT_RULES`` name others. ctypes
releases the GIL while a function of the library runs.
"""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_ulong, c_void_p
from pathlib import Path

OK, INVALID, NO_MEMORY = range(3)
"""regraft_status."""
SEVERITIES = ("note", "warning", "error")
"""regraft_severity, by number."""

_HERE = Path(__file__).resolve().parent
_TREE = _HERE.parents[2]
"""The source tree, if this file is in one."""

ASK = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_char_p, c_void_p)
"""regraft_extern: context, name, arguments, reply."""
AFTER_PASS = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_char_p, c_double)
"""regraft_after_pass: context, result, pass, seconds."""


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
    ]


_PROTOTYPES = {
    "version": (c_char_p, []),
    "report_count": (c_size_t, [c_void_p]),
    "report_at": (POINTER(DiagnosticStruct), [c_void_p, c_size_t]),
    "rules_new": (c_void_p, []),
    "rules_load_operators": (c_int, [c_void_p, c_char_p]),
    "rules_load": (c_int, [c_void_p, c_char_p]),
    "rules_pass_count": (c_size_t, [c_void_p]),
    "rules_pass_name": (c_char_p, [c_void_p, c_size_t]),
    "rules_param_count": (c_size_t, [c_void_p]),
    "rules_param_name": (c_char_p, [c_void_p, c_size_t]),
    "rules_report": (c_void_p, [c_void_p]),
    "rules_free": (None, [c_void_p]),
    "graph_parse": (c_int, [c_char_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "graph_text": (c_void_p, [c_void_p, c_int, POINTER(c_size_t)]),
    "graph_report": (c_void_p, [c_void_p]),
    "graph_free": (None, [c_void_p]),
    "reply_answer": (None, [c_void_p, c_char_p]),
    "reply_error": (None, [c_void_p, c_char_p]),
    "run": (c_int, [c_void_p, c_void_p, POINTER(OptionsStruct), POINTER(c_void_p)]),
    "result_metadata": (c_char_p, [c_void_p]),
    "result_changes": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "result_report": (c_void_p, [c_void_p]),
    "result_free": (None, [c_void_p]),
}


class Library:
    """The functions of ``regraft.h`` as attributes, without their prefix ``regraft_``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        handle = ctypes.CDLL(str(path))
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(handle, f"regraft_{name}")
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)


def _library_path() -> Path:
    named = os.environ.get("REGRAFT_LIBRARY")
    if named:
        return Path(named)
    installed = _HERE / "libregraft.so"
    if installed.exists():
        return installed
    return Path(os.environ.get("REGRAFT_BUILD", _TREE / "build")) / "libregraft.so"


@functools.cache
def library() -> Library:
    """Return the library, loaded once. Raises OSError where it is not to be found."""
    path = _library_path()
    if not path.exists():
        raise OSError(f"{path} is not there: install the package, or run make in its source tree")
    return Library(path)


def rules_directory() -> Path:
    """Return the directory of the rules that regraft comes with, which has ``ops/`` in it."""
    named = os.environ.get("REGRAFT_RULES")
    if named:
        return Path(named)
    installed = _HERE / "rules"
    return installed if installed.exists() else _TREE / "rules"

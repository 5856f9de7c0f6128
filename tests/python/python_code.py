"""Run the code that regraft writes of a graph, as a user of it would."""

from __future__ import annotations

import math
import re
import subprocess
from pathlib import Path
from typing import Any

import torch
from torch.fx import GraphModule
from torch.fx.node import _get_qualified_name

import oracle

NO_RULES = Path(__file__).resolve().parents[1] / "forms/files/none.rules"


def written(text: str, *options: str) -> str:
    """Return a graph, given in any form, as Python code."""
    run = subprocess.run(
        [oracle.regraft_binary(), "run", "--format", "python", *options, NO_RULES, "-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def module_of(code: str, captured: GraphModule) -> torch.nn.Module:
    """Execute code and make its module, with the constants that the captured module has.

    ``captured`` also tells which functions the names mean that are not of torch: code has only
    their names, with dots as underscores.
    """
    known: dict[str, Any] = {"torch": torch, "inf": math.inf, "nan": math.nan}
    known |= {"device": torch.device, "NoneType": type(None)}
    for graph in (m.graph for m in captured.modules() if isinstance(m, GraphModule)):
        for node in graph.nodes:
            if node.op == "call_function":
                known[re.sub(r"\W", "_", _get_qualified_name(node.target))] = node.target
    exec(code, known)
    return _filled(known["GraphModule"], captured)


def _filled(kind: type, captured: torch.nn.Module) -> torch.nn.Module:
    module = kind()
    module.meta = dict(getattr(captured, "meta", {}))  # which some higher-order operators read
    for name, child in captured.named_children():
        nested: Any = getattr(kind, name, None)
        is_body = isinstance(nested, type)
        # Not by add_module: the class of a body stands before what nn.Module looks up.
        vars(module)[name] = _filled(nested, child) if is_body else child
    for name, value in vars(captured).items():
        if isinstance(value, torch.Tensor):
            setattr(module, name, value)
    for name, buffer in captured.named_buffers(recurse=False):
        module.register_buffer(name, buffer)
    for name, parameter in captured.named_parameters(recurse=False):
        module.register_parameter(name, parameter)
    return module

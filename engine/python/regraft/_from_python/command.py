"""``python -m regraft import``: rule files from pairs of Python functions."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import operator
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch.fx import GraphModule, Node

_ABOUT = """\
Prints a rule that replaces what one Python function computes by what another computes. A function
is named MODULE:FUNCTION, a module of Python that can be imported from here, or FILE.py:FUNCTION.

Without --inputs the functions are traced symbolically, and the rule matches the calls as they are
spelled. With --inputs they are traced to ATen operators with example inputs, a tuple written in
Python (torch is there), and the rule matches these operators in every spelling. Sizes that the
functions ask for (x.shape[0]) become numbers, those of the example inputs: where the result depends
on them, add a guard, such as `where shape(x) == [2, 3]`.

The rule is checked, and tried on the graph of the pattern itself, before it is printed.
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "import",
        help="print the rule for a pair of Python functions",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("pattern", metavar="MODULE:PATTERN")
    parser.add_argument("replacement", metavar="MODULE:REPLACEMENT")
    parser.add_argument("--inputs", metavar="TUPLE", help="for example 'torch.rand(2, 3), 0.5'")
    parser.add_argument("--name", help="of the rule and its pass; the default is the pattern's")
    parser.add_argument("-o", dest="out", metavar="FILE", help="write the rule file there")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    from ..errors import RegraftError

    try:
        text = import_pair(options.pattern, options.replacement, options.inputs, options.name)
        if options.out is None:
            sys.stdout.write(text)
        else:
            with open(options.out, "w", encoding="utf-8") as file:
                file.write(text)
    except (RegraftError, ValueError, OSError) as error:
        print(f"python -m regraft import: {error}", file=sys.stderr)
        return 1
    return 0


def import_pair(
    pattern: str, replacement: str, inputs: str | None = None, name: str | None = None
) -> str:
    """Return the text of a rule file for a pair of functions, which are named as in the command.

    Raises ValueError for functions that are not there, cannot be traced or have no rule, and
    RegraftError if the rule does not apply to what it was made of.
    """
    from .rule import Style, rule_of

    given = _inputs(inputs)
    old, new = _traced(_function(pattern), given), _traced(_function(replacement), given)
    wanted = name or pattern.rpartition(":")[2]
    if not wanted.isidentifier() or not wanted.isascii():
        raise ValueError(f"`{wanted}` is no name for a rule: give one with --name")
    style = Style(operators=given is not None)
    rule = rule_of(old.graph, new.graph, style, name=wanted, done="count    applied")
    about = f"# What {pattern} computes is computed as {replacement} does.\n"
    if inputs is not None:
        given_text = " ".join(inputs.split())
        about += f"# Sizes that the functions ask for are numbers here: those of {given_text}.\n"
    text = f"{about}\npass {wanted}\n\n{rule}"
    _try_out(text, old, wanted)
    return text


def _function(name: str) -> Callable[..., Any]:
    place, colon, function = name.rpartition(":")
    if not colon or not place:
        raise ValueError(f"`{name}` names no function: write MODULE:FUNCTION or FILE.py:FUNCTION")
    module = _module(place)
    found: Any = module
    for part in function.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise ValueError(f"there is no function `{function}` in {place}")
    named: Callable[..., Any] = found
    return named


def _module(place: str) -> Any:
    try:
        if not place.endswith(".py"):
            sys.path.insert(0, os.getcwd())
            try:
                return importlib.import_module(place)
            finally:
                del sys.path[0]
        spec = importlib.util.spec_from_file_location(os.path.basename(place)[:-3], place)
        assert spec is not None and spec.loader is not None  # it ends with .py
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    except Exception as error:  # whatever a module's code raises
        raise ValueError(f"{place} cannot be imported: {type(error).__name__}: {error}") from error


def _inputs(text: str | None) -> tuple[Any, ...] | None:
    """Return the example inputs; None: none are given."""
    if text is None:
        return None
    import torch

    try:
        found = eval(f"({text},)", {"torch": torch})  # the user's own command line
    except Exception as error:
        raise ValueError(f"--inputs: {type(error).__name__}: {error}") from error
    return found[0] if len(found) == 1 and isinstance(found[0], tuple) else found


def _traced(function: Callable[..., Any], inputs: tuple[Any, ...] | None) -> GraphModule:
    from torch.fx import symbolic_trace
    from torch.fx.experimental.proxy_tensor import make_fx

    try:
        gm = symbolic_trace(function) if inputs is None else make_fx(function)(*inputs)
    except Exception as error:
        name = getattr(function, "__name__", str(function))
        how = "; example inputs may help: --inputs" if inputs is None else ""
        raise ValueError(f"`{name}` cannot be traced{how}: {error}") from error
    gm.graph.eliminate_dead_code(_may_write)
    return gm


def _may_write(node: Node) -> bool:
    """May the call do more than return what nothing reads? Then it is no dead code."""
    from torch._ops import OpOverload

    if node.op in ("placeholder", "output"):
        return True
    if isinstance(node.target, OpOverload):
        return bool(node.target._schema.is_mutable)
    return node.op != "get_attr" and node.target not in (getattr, operator.getitem)


def _try_out(text: str, pattern: GraphModule, name: str) -> None:
    """Check the rule, and that it applies to the graph that it was made of."""
    from .._rewriting.run import apply_rules
    from .replace import loaded

    with loaded(text) as rules:
        if rules.warnings:
            raise ValueError("\n".join(map(str, rules.warnings)))
        outcome = apply_rules(pattern, rules, {})
    if outcome.metadata[name]["applied"] == 0:
        raise ValueError(
            f"the rule does not apply to the pattern's own graph:\n{text}{pattern.graph}"
        )

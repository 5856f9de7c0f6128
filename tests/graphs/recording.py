"""Ways to capture graphs as text, and the table of recipes that say what to capture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch._dynamo.backends.common import aot_autograd
from torch.fx.experimental.proxy_tensor import make_fx

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

from fx_text import dumps, loads

SEED = 0


@dataclass(frozen=True)
class GraphText:
    """One captured graph in both forms; each text ends with a newline."""

    annotated: str
    plain: str


@dataclass(frozen=True)
class Recipe:
    """How to capture the graphs of one program."""

    name: str
    """Stem of the files; several graphs of one program get ``_0``, ``_1``, … before any suffix."""
    suffix: str
    """"" for what Dynamo hands to a backend, ".aten" for graphs of ATen operators."""
    about: str
    """One line for the index."""
    capture: Callable[[], list[GraphText]]


RECIPES: dict[str, Recipe] = {}
"""All recipes by ``name + suffix``, in the order of their definition."""


def recipe(name: str, about: str, suffix: str = "") -> Callable:
    """Register the decorated function, which returns its graphs, as a recipe."""

    def register(function: Callable[[], list[GraphText]]) -> Callable[[], list[GraphText]]:
        RECIPES[name + suffix] = Recipe(name, suffix, about, function)
        return function

    return register


def graph_text(gm: torch.fx.GraphModule) -> GraphText:
    """Print a graph module in both forms. Raises ValueError if reading them back changes them."""
    text = GraphText(dumps(gm), f"{gm.graph}\n")
    reread = loads(text.annotated, root=gm, strings_quoted=True)
    if dumps(reread) != text.annotated or f"{reread.graph}\n" != text.plain:
        raise ValueError("the annotated text changes when it is read and printed again")
    if f"{loads(text.plain, root=gm).graph}\n" != text.plain:
        raise ValueError("the plain text changes when it is read and printed again")
    return text


def dynamo_graphs(function: Callable, *args: Any, **kwargs: Any) -> list[GraphText]:
    """Run ``function`` compiled; return the graphs Dynamo makes of it, as it makes them."""
    return _compiled(function, _dynamo_backend, None, args, kwargs)


def dynamic_graphs(function: Callable, *args: Any, **kwargs: Any) -> list[GraphText]:
    """The same with every size that can be symbolic being so."""
    return _compiled(function, _dynamo_backend, True, args, kwargs)


def make_fx_graphs(function: Callable, *args: Any, **kwargs: Any) -> list[GraphText]:
    """Return the graphs of ATen operators, in-place ones kept, for each graph Dynamo makes."""
    captured: list[tuple[torch.fx.GraphModule, list[Any]]] = []

    def make_backend(_: list[GraphText]) -> Callable:
        def backend(gm: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable:
            captured.append((gm, example_inputs))
            return gm.forward

        return backend

    _compiled(function, make_backend, None, args, kwargs)
    # Tracing inside the backend would mix its symbols with those of Dynamo's guards.
    return [graph_text(make_fx(gm, tracing_mode="fake")(*inputs)) for gm, inputs in captured]


def aot_graphs(
    function: Callable, *args: Any, after: Callable[[Any], Any] | None = None, **kwargs: Any
) -> list[GraphText]:
    """Return AOTAutograd's functional graphs: forward, then backward if ``after`` runs it.

    ``after`` is called with what ``function`` returns.
    """
    return _compiled(function, _aot_backend, None, args, kwargs, after)


def _compiled(
    function: Callable,
    make_backend: Callable,
    dynamic: bool | None,
    args: Iterable,
    kwargs: dict[str, Any],
    after: Callable[[Any], Any] | None = None,
) -> list[GraphText]:
    torch._dynamo.reset()
    torch.manual_seed(SEED)
    graphs: list[GraphText] = []
    compiled = torch.compile(function, backend=make_backend(graphs), dynamic=dynamic)
    result = compiled(*args, **kwargs)
    if after is not None:
        after(result)
    return graphs


def _dynamo_backend(graphs: list[GraphText]) -> Callable:
    def backend(gm: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable:
        graphs.append(graph_text(gm))
        return gm.forward

    return backend


def _aot_backend(graphs: list[GraphText]) -> Callable:
    def compiler(gm: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable:
        graphs.append(graph_text(gm))
        return gm.forward

    return aot_autograd(fw_compiler=compiler, bw_compiler=compiler)

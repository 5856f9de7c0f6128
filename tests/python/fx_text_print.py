"""Print torch.fx graph modules as regraft's annotated node list.

The text is what ``str(gm.graph)`` prints, with value annotations, quoted strings and the bodies of
nested graphs added, so that a reader needs nothing but the text. ``fx_text_read`` is the inverse.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch.fx.node import Node, _type_repr
from torch.utils._dtype_abbrs import dtype_abbrs

ANNOTATION_KEY = "annotation"
"""Meta key under which the reader keeps an annotation's text, for want of a real value."""

_SYMBOLIC_NUMBERS = (torch.SymInt, torch.SymFloat, torch.SymBool)
_PLAIN_SCALARS = (int, float, bool, str, type(None))
_NAMED_CALLABLES = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    torch._ops.OpOverload,
    torch._ops.OpOverloadPacket,
    torch._ops.HigherOrderOperator,
)
_IN_PLACE_VIEWS = frozenset(
    "as_strided_ resize_ resize_as_ set_ squeeze_ swapaxes_ swapdims_ t_ transpose_ "
    "unsqueeze_".split()
)
_ABSENT = object()


def callable_name(function: Any) -> str:
    """Spell a function or operator as FX spells targets, e.g. ``operator.add``.

    Raises RuntimeError for a function whose module FX cannot find (an anonymous lambda).
    """
    return Node._pretty_print_target(function)


def format_argument(value: Any) -> str:
    """Spell one argument of a node: strings quoted, nodes with ``%``, on a single line."""
    if isinstance(value, Node):
        return f"%{value.name}"
    if hasattr(value, "_custom_fx_repr_fn"):
        return value._custom_fx_repr_fn()
    if isinstance(value, list):
        return f"[{', '.join(map(format_argument, value))}]"
    if isinstance(value, tuple):
        return _parenthesised([format_argument(item) for item in value])
    if isinstance(value, dict):
        items = (f"{key!r}: {format_argument(item)}" for key, item in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, slice):
        bounds = map(format_argument, (value.start, value.stop, value.step))
        return f"slice({', '.join(bounds)})"
    if isinstance(value, (str, torch.device)):
        return repr(value)
    if isinstance(value, _NAMED_CALLABLES):
        return _callable_name_or_str(value)
    return str(value).replace("\n", " ")


def value_annotation(value: Any) -> str | None:
    """Describe a value as the annotation's text without its quotes, or None if it has none.

    Tensors, symbolic numbers and (nested) tuples or lists of them have one.
    """
    if isinstance(value, torch.Tensor):
        return _tensor_annotation(value)
    if isinstance(value, torch.fx.passes.shape_prop.TensorMetadata):
        return _annotation_text(value.dtype, value.shape, value.stride, 0, "")
    if isinstance(value, _SYMBOLIC_NUMBERS):
        return f"Sym({value})"
    if isinstance(value, (tuple, list)):
        return _sequence_annotation(value)
    return None


def format_node(
    node: Node,
    owner: torch.nn.Module,
    meta_keys: Sequence[str] = (),
    annotate: bool = True,
    shares: Sequence[str] = (),
) -> str:
    """Print one node as a line without indentation.

    ``owner`` is the module that holds the attributes which get_attr nodes name. ``meta_keys`` are
    the keys of ``node.meta`` to print at the end of the line, where the node has them. Without
    ``annotate`` there is no value annotation. ``shares`` names the inputs before the node whose
    memory its value shares.
    """
    annotation = _node_annotation(node, owner) if annotate else ""
    shown = {key: node.meta[key] for key in meta_keys if key in node.meta}
    if shares:
        shown["shares_memory_with"] = list(shares)
    return _node_body(node, annotation) + _format_meta(shown)


def format_graph(gm: torch.fx.GraphModule, path: str = "", meta_keys: Sequence[str] = ()) -> str:
    """Print one graph without nested ones; ``path`` is its attribute path, "" for the main one."""
    header = f"graph {path}():" if path else "graph():"
    outdated = _nodes_with_outdated_values(gm.graph)
    sharing = shared_inputs(gm.graph)
    lines = [
        f"    {format_node(node, gm, meta_keys, node not in outdated, sharing.get(node, ()))}"
        for node in gm.graph.nodes
    ]
    return "\n".join([header, *size_facts(gm.graph), *lines])


def size_facts(graph: torch.fx.Graph) -> list[str]:
    """Return a comment with the ranges of the symbols in the sizes of a graph's inputs."""
    for node in graph.find_nodes(op="placeholder"):
        value = node.meta.get("example_value", node.meta.get("val"))
        sizes = value.shape if isinstance(value, torch.Tensor) else (value,)
        for size in sizes:
            if isinstance(size, torch.SymInt):
                return _ranges_of(size.node.shape_env)
    return []


def _ranges_of(shape_env: Any) -> list[str]:
    facts = []
    for symbol, known in sorted(shape_env.var_to_range.items(), key=lambda pair: str(pair[0])):
        for sign, bound in ((">=", known.lower), ("<=", known.upper)):
            if bound.is_Integer and abs(bound) < 2**61:
                facts.append(f"{symbol} {sign} {bound}")
    return [f"    # sizes: {', '.join(facts)}"] if facts else []


def nested_graphs(gm: torch.fx.GraphModule) -> Iterator[tuple[str, torch.fx.GraphModule]]:
    """Yield (attribute path, graph module) of the graphs inside ``gm``, outer ones first."""
    for path, module in gm.named_modules(remove_duplicate=False):
        if path and isinstance(module, torch.fx.GraphModule):
            yield path, module


def dumps(gm: torch.fx.GraphModule, meta_keys: Sequence[str] = ()) -> str:
    """Print a graph module and the graphs nested in it as an annotated node list.

    The text ends with one newline. ``meta_keys`` are the meta entries to print; their values must
    have a ``repr`` that is a Python literal.
    """
    graphs = [format_graph(gm, "", meta_keys)]
    graphs += [format_graph(inner, path, meta_keys) for path, inner in nested_graphs(gm)]
    return "\n\n".join(graphs) + "\n"


def _parenthesised(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _callable_name_or_str(function: Any) -> str:
    try:
        return callable_name(function)
    except RuntimeError:  # FX finds no module for it
        return str(function)


def _annotation_text(dtype: torch.dtype, shape: Any, stride: Any, offset: Any, device: str) -> str:
    def dims(sizes: Any) -> str:
        return f"[{', '.join(map(str, sizes))}]"

    return f"{dtype_abbrs[dtype]}{dims(shape)}{dims(stride)}{_offset_text(offset)}{device}"


def _offset_text(offset: Any) -> str:
    if isinstance(offset, torch.SymInt):
        return f"+({offset})"  # an expression would run into the device name that follows
    return f"+{offset}" if offset else ""


def _tensor_annotation(tensor: torch.Tensor) -> str | None:
    if tensor.layout != torch.strided or tensor.dtype not in dtype_abbrs:
        return None
    return _annotation_text(
        tensor.dtype, tensor.shape, tensor.stride(), tensor.storage_offset(), str(tensor.device)
    )


def _sequence_annotation(values: tuple | list) -> str | None:
    items = []
    for value in values:
        item = _item_annotation(value)
        if item is None:
            return None
        items.append(item)
    return _parenthesised(items) if isinstance(values, tuple) else f"[{', '.join(items)}]"


def _item_annotation(value: Any) -> str | None:
    # A symbolic number is no Python int, so the order of the tests does not matter.
    return repr(value) if isinstance(value, _PLAIN_SCALARS) else value_annotation(value)


def _node_value(node: Node, owner: torch.nn.Module) -> Any:
    """Return the value that stands for the node's result, or ``_ABSENT``."""
    if node.op == "get_attr":
        attribute = _find_attribute(owner, str(node.target))
        if attribute is not _ABSENT:
            return attribute
    for key in ("example_value", "val", "tensor_meta"):
        if key in node.meta:
            return node.meta[key]
    return _ABSENT


def _find_attribute(owner: Any, path: str) -> Any:
    for name in path.split("."):
        owner = getattr(owner, name, _ABSENT)
    return owner


def _node_annotation(node: Node, owner: torch.nn.Module) -> str:
    """Return the annotation with its quotes and a blank, or "" for a node that has none."""
    value = _node_value(node, owner)
    text = node.meta.get(ANNOTATION_KEY) if value is _ABSENT else value_annotation(value)
    if text is None or '"' in text:
        return ""
    return f'"{text}" '


def _nodes_with_outdated_values(graph: torch.fx.Graph) -> set[Node]:
    """Return the nodes whose recorded value a later in-place view has changed.

    Dynamo records one tensor for a node and for the in-place views of its result, so that
    ``y = x * 2; y.t_()`` shows the transposed shape on both nodes.
    """
    outdated: set[Node] = set()
    changed_later: set[int] = set()
    for node in reversed(graph.nodes):
        if "example_value" not in node.meta:
            continue
        value = node.meta["example_value"]
        if id(value) in changed_later:
            outdated.add(node)
        if node.op == "call_method" and node.target in _IN_PLACE_VIEWS:
            changed_later.add(id(value))
    return outdated


def _node_body(node: Node, annotation: str) -> str:
    if node.op == "output":
        return f"return {node.args[0]}"
    type_text = "" if node.type is None else f"{_type_repr(node.type)} "
    head = f"%{node.name} : {type_text}{annotation}[num_users={len(node.users)}] = {node.op}"
    target = callable_name(node.target)
    return f"{head}[target={target}]{_operands(node)}"


def _operands(node: Node) -> str:
    if node.op == "placeholder":
        return f"(default={format_argument(node.args[0])})" if node.args else ""
    if node.op == "get_attr":
        return ""
    kwargs = ", ".join(f"{key}: {format_argument(value)}" for key, value in node.kwargs.items())
    return f"(args = {format_argument(node.args)}, kwargs = {{{kwargs}}})"


def format_sharing(names: Sequence[str]) -> str:
    """Print at the end of an input's line which inputs before it share memory with it."""
    return _format_meta({"shares_memory_with": list(names)})


def _format_meta(shown: dict[str, Any]) -> str:
    return f"  # {shown!r}" if shown else ""


def shared_inputs(graph: torch.fx.Graph) -> dict[Node, list[str]]:
    """Name, for each input, the ones before it whose memory its value shares."""
    shared: dict[Node, list[str]] = {}
    met: dict[int, list[str]] = {}
    for node in graph.nodes:
        storage = _storage_of(node) if node.op == "placeholder" else None
        if storage is None:
            continue
        names = met.setdefault(storage, [])
        shared[node] = list(names)
        names.append(node.name)
    return shared


def _storage_of(node: Node) -> int | None:
    value = node.meta.get("example_value", node.meta.get("val"))
    if not isinstance(value, torch.Tensor) or value.layout is not torch.strided:
        return None
    try:
        return value.untyped_storage()._cdata
    except (RuntimeError, NotImplementedError):  # subclasses without storage
        return None

"""Applying what the engine changed to the live graphs: only the nodes it names are touched."""

from __future__ import annotations

from typing import Any

from torch.fx import Graph, GraphModule, Node
from torch.fx.graph import CodeGen, _PyTreeCodeGen

from .._to_text.write import Transfer, WrittenGraph
from .derive import NodeMeta, Pending, find_fake_mode
from .read import Reader, with_types_of

_FOR_THE_ENGINE = frozenset({"shares_memory_with"})
"""Meta that only the text has."""

_INHERITED = ("stack_trace", "nn_module_stack", "source_fn_stack", "custom", "seq_nr")
"""Meta that a new node has of the node it was made for."""

# Places of the parts of steps; see regraft_result_changes in regraft.h.
_NEW_NODE, _NEW_BEFORE, _NEW_OP, _NEW_TARGET, _NEW_NAME, _NEW_ARGS, _NEW_KWARGS = range(1, 8)
_NEW_META, _NEW_ANNOTATION, _NEW_ORIGIN, _NEW_FOR = range(8, 12)
_EDIT_NODE, _EDIT_TARGET, _EDIT_NAME, _EDIT_ARGS, _EDIT_KWARGS, _EDIT_META = range(1, 7)


def apply(transfer: Transfer, changes: dict[str, Any]) -> bool:
    """Change the graphs as the engine did; return whether anything was changed.

    Raises GraphError before anything is changed when a change names a function that is not there.
    """
    written = {graph.name: graph for graph in transfer.graphs}
    reader = Reader(transfer.speller)
    changed = [entry for entry in changes["graphs"] if entry["erased"] or entry["steps"]]
    for entry in changed:
        _check(entry, reader)
    seen: set[int] = set()
    for entry in changed:
        graph = written[entry["name"]]
        # A module that two attributes hold was written twice, and changed twice in the same way.
        if id(graph.module) in seen:
            continue
        seen.add(id(graph.module))
        _GraphChanges(graph, reader, changes["origins"]).apply(entry)
        defer_recompile(graph.module)
    return bool(changed)


def _check(entry: dict[str, Any], reader: Reader) -> None:
    """Find all targets and names, so that nothing fails half way. Raises GraphError."""
    for step in entry["steps"]:
        if step[0] == "new":
            reader.target(step[_NEW_OP], step[_NEW_TARGET])
            values = (step[_NEW_ARGS], step[_NEW_KWARGS])
        elif step[0] == "edit":
            values = (step[_EDIT_ARGS], step[_EDIT_KWARGS])
        else:
            continue
        for items in values:
            for item in items:
                if type(item) is list and item[0] in ("name", "text", "opaque"):
                    reader.value([item])


class _GraphChanges:
    """Applies the changes of one graph."""

    def __init__(
        self, graph: WrittenGraph, reader: Reader, origins: list[tuple[str, str, str, int]]
    ) -> None:
        self.graph = graph
        self.fx = graph.module.graph
        self.reader = reader
        self.origins = origins
        self.old = graph.nodes
        self.new: dict[int, Node] = {}
        self.meta: list[tuple[Node, list[Any]]] = []
        """What rules set in the meta of nodes: it may hold nodes that are made later."""
        fake_mode = find_fake_mode(self.old)
        self.pending = Pending(fake_mode) if fake_mode is not None else None
        self.value_key = self._usual_value_key()

    def _usual_value_key(self) -> str:
        for node in self.old:
            for key in ("example_value", "val"):
                if dict.__contains__(node.meta, key):
                    return key
        return "example_value"

    def _node(self, number: int) -> Node:
        return self.old[number] if number < len(self.old) else self.new[number]

    def apply(self, entry: dict[str, Any]) -> None:
        """Make, move and edit nodes in the order of the graph, then erase what is left over."""
        self.reader.node = self._node
        for step in entry["steps"]:
            if step[0] == "new":
                self._add(step)
            elif step[0] == "inputs":
                node = self.old[step[1]]
                for old, new in zip(step[2::2], step[3::2], strict=True):
                    node.replace_input_with(self._node(old), self._node(new))
            elif step[0] == "edit":
                self._edit(step)
            else:
                before = self.fx._root if step[2] is None else self.old[step[2]]
                before.prepend(self.old[step[1]])
        for node, items in self.meta:
            self._set_meta(node, items)
        for number in reversed(entry["erased"]):
            self.fx.erase_node(self.old[number])

    def _add(self, step: list[Any]) -> None:
        op, before = step[_NEW_OP], step[_NEW_BEFORE]
        args = self.reader.value(step[_NEW_ARGS])
        kwargs = self.reader.value(step[_NEW_KWARGS])
        target = self.reader.target(op, step[_NEW_TARGET])
        with self.fx.inserting_before(None if before is None else self.old[before]):
            # Arguments that are given here are searched for sizes by torch, which takes longer
            # than all the rest of making the node.
            node = self.fx.create_node(op, target, name=step[_NEW_NAME])
        if node.name != step[_NEW_NAME]:  # FX does not free the names of nodes that go
            node.name = step[_NEW_NAME]
        if args:
            node.args = args
        if kwargs:
            node.kwargs = kwargs
        self.new[step[_NEW_NODE]] = node
        node.meta = self._new_meta(step, node)
        self._note_meta(node, step[_NEW_META])

    def _new_meta(self, step: list[Any], node: Node) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        made_for = step[_NEW_FOR]
        if made_for is not None:
            described = self.old[made_for].meta
            for key in _INHERITED:
                if key in described:
                    entries[key] = described[key]
        if step[_NEW_ORIGIN] is not None:
            name, rule, file, line = self.origins[step[_NEW_ORIGIN]]
            entries["regraft"] = {"pass": name, "rule": rule, "file": file, "line": line}
        if self.pending is None:
            return entries
        meta = NodeMeta(entries, self.pending)
        self.pending.add(node, meta, self.value_key, step[_NEW_ANNOTATION])
        return meta

    def _note_meta(self, node: Node, items: list[Any] | None) -> None:
        if items is not None:
            self.meta.append((node, items))

    def _set_meta(self, node: Node, items: list[Any]) -> None:
        for key, value in self.reader.value(items).items():
            if key not in _FOR_THE_ENGINE and (key not in node.meta or node.meta[key] != value):
                node.meta[key] = value

    def _edit(self, step: list[Any]) -> None:
        node = self.old[step[_EDIT_NODE]]
        args = self.reader.value(step[_EDIT_ARGS])
        kwargs = self.reader.value(step[_EDIT_KWARGS])
        if self._differs(node, node.args, args):
            before = node.args
            node.args = with_types_of(before, args)
            if node.op == "output" and _count(before[0]) != _count(node.args[0]):
                flatten_outputs(self.fx)
        if self._differs(node, node.kwargs, kwargs):
            node.kwargs = with_types_of(node.kwargs, kwargs)
        self._edit_target(node, step[_EDIT_TARGET])
        if node.op != "output" and step[_EDIT_NAME] != self.graph.name_of(node):
            node._rename(step[_EDIT_NAME])
        self._note_meta(node, step[_EDIT_META])

    def _edit_target(self, node: Node, text: str) -> None:
        if node.op == "output":
            return
        target = self.reader.target(node.op, text)
        if target is not node.target and target != node.target:
            node.target = target

    def _differs(self, node: Node, old: Any, new: Any) -> bool:
        """Are the values spelled differently? Equality would not tell 1 from True."""
        bare = node.op == "output"
        spell, name_of = self.reader.speller.spell, _identity_name
        return spell(old, name_of, bare) != spell(new, name_of, bare)


def _count(result: Any) -> int:
    return len(result) if isinstance(result, (tuple, list)) else 1


def flatten_outputs(graph: Graph) -> None:
    """Have a graph that puts its outputs into a structure return them as a flat tuple.

    Outputs were added to it, for which the structure has no place.
    """
    codegen = graph._codegen
    if type(codegen) is _PyTreeCodeGen:
        codegen.pytree_info = codegen.pytree_info._replace(out_spec=None)
    elif isinstance(codegen, _PyTreeCodeGen):
        graph.set_codegen(CodeGen())


def _identity_name(node: Node) -> str:
    return f"{id(node):x}"


def defer_recompile(gm: GraphModule) -> None:
    """Have the module's code generated again when it is next run, read or pickled.

    ``gm.recompile()`` costs more than the rewrite, and what compiles the graph next may not need
    the code at all. Graph modules that are lazy themselves, as Dynamo's, do the same.
    """
    from torch.fx._lazy_graph_module import _LazyGraphModule

    if isinstance(gm, _LazyGraphModule):
        gm.recompile()
        return
    kind = type(gm)  # FX makes a class for each graph module, so that its forward can be set
    if not kind.__qualname__.endswith("GraphModuleImpl"):
        gm.recompile()
        return
    kind._code = _FreshCode()
    gm.__dict__.pop("_code", None)
    kind.forward = _compile_and_run
    kind.__reduce__ = _reduce_with_code  # type: ignore[method-assign]


class _FreshCode:
    """The generated code, where the module has none: it is generated then.

    ``recompile`` puts the code into the module itself, where it is found before this.
    """

    def __get__(self, gm: GraphModule | None, _kind: type) -> Any:
        if gm is None:
            return self
        gm.recompile()
        return gm.__dict__["_code"]


def _reduce_with_code(self: GraphModule) -> Any:
    """FX pickles the code as it was before it is generated."""
    self.recompile()
    return GraphModule.__reduce__(self)


def _compile_and_run(self: GraphModule, *args: Any, **kwargs: Any) -> Any:
    if type(self).forward is _compile_and_run:
        self.recompile()
    return self.forward(*args, **kwargs)

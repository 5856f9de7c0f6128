"""Externs: what rules ask the host, answered by callables of Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch.fx import Node

    from .._to_text.write import Transfer


class Answers:
    """Calls the callables with what the rules pass: nodes as nodes, objects as themselves."""

    def __init__(self, externs: Mapping[str, Callable[..., Any]], transfer: Transfer) -> None:
        self._externs = externs
        self._transfer = transfer
        self._nodes: dict[str, Node] | None = None

    def __call__(self, name: str, arguments: list[Any]) -> Any:
        """Answer extern ``name``. Raises LookupError where nothing answers, or what it raises."""
        answer = self._externs.get(name)
        if answer is None and name == "replica_groups":
            answer = replica_groups
        if answer is None:
            raise LookupError(f"no callable was given for the extern `{name}`")
        return answer(*(self._object(argument) for argument in arguments))

    def _object(self, value: Any) -> Any:
        """Put nodes and objects where JSON has a description of them (without recursion)."""
        root = [value]
        waiting: list[Any] = [root]
        while waiting:
            container = waiting.pop()
            places = container if isinstance(container, dict) else range(len(container))
            for place in list(places):
                item = container[place]
                if isinstance(item, dict) and "node" in item:
                    container[place] = self._node(item)
                elif isinstance(item, (dict, list)):
                    waiting.append(item)
                elif isinstance(item, str):
                    container[place] = self._transfer.speller.objects.get(item, item)
        return root[0]

    def _node(self, described: dict[str, Any]) -> Any:
        """Return the node of that name; nodes that a pass made stay descriptions."""
        if self._nodes is None:
            main = self._transfer.graphs[0]
            self._nodes = {main.name_of(node): node for node in main.nodes}
        return self._nodes.get(described["node"], described)


def replica_groups(group_name: str | int) -> list[list[int]]:
    """Return the ranks of this process's group of that name, as a list of one group.

    Raises RuntimeError where ``torch.distributed`` is not initialised or has no such group.
    """
    import torch.distributed as distributed

    if not (distributed.is_available() and distributed.is_initialized()):
        raise RuntimeError(
            f"the ranks of group {group_name!r} are not known: torch.distributed is not "
            "initialised; initialise it or give a callable for `replica_groups`"
        )
    from torch.distributed import distributed_c10d

    try:
        group = vars(distributed_c10d)["_resolve_process_group"](str(group_name))
    except (RuntimeError, ValueError) as error:
        raise RuntimeError(f"there is no process group {group_name!r}") from error
    return [distributed.get_process_group_ranks(group)]

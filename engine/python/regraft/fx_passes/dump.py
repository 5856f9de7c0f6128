"""Files that show a graph after each pass."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._process.warn import warn_of
from ..errors import Diagnostic

if TYPE_CHECKING:
    from torch.fx import GraphModule


class Dump:
    """The files ``passes/NN_….txt`` of one run."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory / "passes"
        self.number = 0

    def write(self, gm: GraphModule, state: str, metadata: dict[str, dict[str, Any]]) -> None:
        """Write the state of the graph. A file that cannot be written is warned of."""
        path = self.directory / f"{self.number:02d}_{state}.txt"
        self.number += 1
        parts = [f"GraphModule {state.replace('_', ' ', 1)}:\n{'=' * 50}\n"]
        groups = metadata.get("collective_replica_groups", {}).get("replica_groups")
        if groups:
            parts.append(_replica_table(groups))
        gm.recompile()
        parts += [f"{gm.graph}\n", f"{'=' * 50}\nGraphModule code:\n{gm.code}"]
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(parts), encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            warn_of([Diagnostic("warning", f"cannot write {path}: {error}")])


def _replica_table(groups: dict[str, list[list[int]]]) -> str:
    width = max(map(len, groups))
    lines = ["Replica groups", "-" * 14]
    lines += [f"{name:{width}}  {ranks}" for name, ranks in groups.items()]
    return "\n".join(lines) + "\n"

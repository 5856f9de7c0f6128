"""What the backend tells of a graph: to the logger ``regraft``, and to ``tlparse``."""

from __future__ import annotations

from collections.abc import Callable

from torch._logging._internal import log_registry, register_log, trace_structured
from torch.fx import GraphModule

from .._engine.rules import Metadata
from .._process.warn import logger


def register_with_torch() -> None:
    """Have ``TORCH_LOGS="+regraft"`` and ``torch._logging.set_logs`` know the logger."""
    if "regraft" not in log_registry.log_alias_to_log_qnames:
        register_log("regraft", "regraft")


def tell_of(gm: GraphModule, nodes_before: int, metadata: Metadata) -> None:
    """Log a summary at level info and the rewritten graph at debug; trace both as artifacts."""
    counts = [f"{name} {_spelled(entries)}" for name, entries in metadata.items()]
    summary = f"{nodes_before} nodes became {len(gm.graph.nodes)}: {'; '.join(counts)}"
    logger.info("%s", summary)
    logger.debug("%s", gm.graph)
    _trace("regraft_summary", lambda: summary)
    _trace("regraft_rewritten_graph", lambda: gm.print_readable(print_output=False))


def _spelled(entries: dict[str, object]) -> str:
    return ", ".join(f"{key}={value}" for key, value in entries.items()) or "ran"


def _trace(name: str, text: Callable[[], str]) -> None:
    """Add an artifact to the structured trace; the text is made where somebody traces."""
    trace_structured(
        "artifact",
        metadata_fn=lambda: {"name": name, "encoding": "string"},
        payload_fn=text,
    )

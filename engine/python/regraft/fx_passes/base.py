"""What a pass is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch.fx import GraphModule


class FXPass(ABC):
    """A pass over graph modules."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What logs and metadata call the pass."""

    @abstractmethod
    def run(
        self, gm: GraphModule, **kwargs: Any
    ) -> GraphModule | tuple[GraphModule, dict[str, Any]]:
        """Return the rewritten graph module, alone or with the pass's metadata.

        ``kwargs`` are what the manager was given, and the metadata of the passes before, by name.
        """

"""Names of variables in a rule: those of a graph's nodes, where they are no words of the language."""

from __future__ import annotations

import re

_RESERVED = frozenset(
    "pass rule fn param extern begin end pipeline pattern use priority when writes match where let "
    "rewrite set emit count warn error erase rename for if as becomes else and or not in is reuse "
    "maybe with group by None True False call call_function call_method call_module placeholder get_attr "
    "output placeholders get_attrs outputs torch operator math builtins aten".split()
)


class Names:
    """Gives each variable a name of its own."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, wanted: str) -> str:
        """Return a name like the wanted one that nothing else in the rule has."""
        base = re.sub(r"\W", "_", wanted, flags=re.ASCII).strip("_") or "x"
        if base[0].isdigit() or base in _RESERVED:
            base = f"x_{base}"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name

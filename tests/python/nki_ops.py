"""Kernel calls as a compiler for accelerators traces them: one opaque function with keywords.

The kernels are stand-ins. What matters is how a call looks in a graph: the kernel's number in a
registry, its launch grid, positional arguments (tensors, scalars, None) with their names, the key
of its constant arguments, a backend configuration, and which argument's buffer each result uses.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import torch

_writes_operands = True


@contextlib.contextmanager
def functional_kernels() -> Iterator[None]:
    """Within it kernels only return their results, as after the graph was made out-of-place."""
    global _writes_operands
    _writes_operands = False
    try:
        yield
    finally:
        _writes_operands = True


def nki_kernel_wrapper(
    *,
    kernel_idx: int,
    grid: tuple[int, ...],
    args: list[Any],
    arg_names: list[str],
    constant_args_key: int,
    backend_config: str,
    operand_output_aliases: dict[int, int],
) -> torch.Tensor | tuple[torch.Tensor, ...]:
    """Run a stand-in for a kernel, whose results are what they alias plus the first tensor.

    ``operand_output_aliases`` maps positions in ``args`` to positions of results; the argument's
    buffer gets the result's value. Without aliases there is one result, a tensor by itself.
    """
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    if not operand_output_aliases:
        return tensors[0] * kernel_idx
    results: list[torch.Tensor] = [tensors[0]] * len(operand_output_aliases)
    for position, number in operand_output_aliases.items():
        results[number] = args[position] + tensors[0]
        if _writes_operands:
            args[position].copy_(results[number])
    return tuple(results)


def wrap_nki(**kwargs: Any) -> torch.Tensor | tuple[torch.Tensor, ...]:
    """Call a kernel under the name that another tracer uses."""
    return nki_kernel_wrapper(**kwargs)

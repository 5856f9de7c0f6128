"""Kernel calls as a compiler for accelerators traces them: one opaque function with keywords.

The kernels are stand-ins. What matters is how a call looks in a graph: the kernel's number in a
registry, its launch grid, positional arguments (tensors, scalars, None) with their names, the key
of its constant arguments, a backend configuration, and which argument's buffer each result uses.
"""

from __future__ import annotations

from typing import Any

import torch


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

    ``operand_output_aliases`` maps positions in ``args`` to positions of results. The argument's
    buffer gets the result's value. Without aliases there is one result, a tensor by itself.
    """
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    if not operand_output_aliases:
        return tensors[0] * kernel_idx
    results: list[torch.Tensor] = [tensors[0]] * len(operand_output_aliases)
    for position, result in operand_output_aliases.items():
        args[position].add_(tensors[0])
        results[result] = args[position].clone()
    return tuple(results)


def wrap_nki(**kwargs: Any) -> torch.Tensor | tuple[torch.Tensor, ...]:
    """Call a kernel under the name that another tracer uses."""
    return nki_kernel_wrapper(**kwargs)

"""What a caller can see of a call beside values: which tensors are one, share memory, and how.

What the caller does with the results counts as well: each is written in turn, and what all the
others hold after that is a part of what was seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

import oracle
from fuzz_check import assert_same, assert_same_bits
from fuzz_program import bytes_of, tensors_in


@dataclass
class Seen:
    """A call: values, kinship, and the values after the caller has written each result."""

    values: oracle.Observed
    kinship: list[dict[str, Any]]
    """For each result what can be asked of it; see ``_kin``."""
    written: oracle.Observed


def see(call: Callable[[list[torch.Tensor]], Any], make_inputs: Callable[[], list]) -> Seen:
    """Make inputs, call the program on them, and write what it returned."""
    observed = oracle.observe(call, make_inputs)
    outputs = tensors_in(observed.outputs)
    values = _copied(observed)
    everything = [*observed.inputs, *outputs]
    kinship = [_kin(output, everything) for output in outputs]
    for output in outputs:
        _write(output)
    return Seen(values, kinship, _copied(observed))


def assert_same_seen(actual: Seen, expected: Seen) -> None:
    """Assert that two calls look the same to the caller, whatever it does with the results."""
    assert_same(actual.values, expected.values, assert_same_bits)
    for place, (one, other) in enumerate(zip(actual.kinship, expected.kinship, strict=True)):
        for what, answer in other.items():
            assert one[what] == answer, f"output {place}: {what} is {one[what]}, not {answer}"
    try:
        assert_same(actual.written, expected.written, assert_same_bits)
    except AssertionError as error:
        raise AssertionError(f"after the outputs were written: {error}") from None


def _copied(observed: oracle.Observed) -> oracle.Observed:
    def copy(value: Any) -> Any:
        return value.clone() if isinstance(value, torch.Tensor) else value

    return oracle.Observed(list(map(copy, observed.outputs)), list(map(copy, observed.inputs)))


def _kin(output: torch.Tensor, everything: list[torch.Tensor]) -> dict[str, Any]:
    """Return what can be asked of a result, other tensors being numbers: inputs, then outputs."""
    memory = output.untyped_storage()._cdata
    return {
        "the tensor that it is": next(k for k, t in enumerate(everything) if t is output),
        "whose memory it has": next(
            k for k, t in enumerate(everything) if t.untyped_storage()._cdata == memory
        ),
        "its stride": _strides(output),
        "requires_grad": output.requires_grad,
        "is_conj": output.is_conj(),
        "is_neg": output.is_neg(),
    }


def _strides(tensor: torch.Tensor) -> list[int]:
    """Return the strides of the dimensions along which there is somewhere to go."""
    if not tensor.numel():
        return []
    pairs = zip(tensor.shape, tensor.stride(), strict=True)
    return [step for size, step in pairs if size > 1]


def _write(tensor: torch.Tensor) -> None:
    """Change each element, unless two of them are at one place."""
    if bytes_of(tensor) is None:
        return
    if tensor.dtype == torch.bool:
        tensor.logical_not_()
    else:
        tensor.add_(1)

"""What becomes of a write after a call, for every operator of PyTorch's own test database?

    python opinfo_writes.py                      all operators; prints a table and the refusals
    python opinfo_writes.py --op einsum --op meshgrid --samples 20

Each operator is called on its samples; then a tensor that it was given, or the first that it
returned, is written, and all of them are read. A rewriter that takes a view for a copy, or a copy for
a view, computes something else. Both forms of graph are tried, and the rewritten graph is compared
with the captured one. The cases of a number of samples are the same in
every run.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch.utils import _pytree as pytree

import oracle
from fuzz_program import tensors_in
from opinfo_cases import Case
from opinfo_semantics import FORMS, Table, in_processes, tally

DTYPES = (torch.float32, torch.int64, torch.bool, torch.complex64)
"""The first that an operator takes is tried."""
SAMPLES = 2
UNTOLD = {
    *("empty", "empty_like", "empty_permuted", "empty_strided"),
    *("new_empty", "new_empty_strided", "to_sparse"),
}
"""What is in their results PyTorch does not say, or it is no memory of elements."""
_MOST_ELEMENTS = 4096
_MOST_LOOKED_AT = 40
WRITES: dict[str, Callable[[torch.Tensor], Any]] = {
    "add_(1)": lambda tensor: tensor.add_(1),
    "zero_()": lambda tensor: tensor.zero_(),
}


# Cases --------------------------------------------------------------------------------------------


@functools.cache
def operators() -> dict[str, Any]:
    """Return the operators of the database, by name and variant."""
    from torch.testing._internal.common_methods_invocations import op_db

    return {
        " ".join(filter(None, (info.name, info.variant_test_name))): info
        for info in op_db
        if info.name not in UNTOLD
    }


def cases(op: str, most: int) -> Iterator[Case]:
    """Yield the cases of an operator that eager PyTorch accepts."""
    info = operators()[op]
    dtype = next((d for d in DTYPES if d in info.supported_dtypes("cpu")), None)
    for place, sample in enumerate(_samples(info, dtype, most) if dtype else ()):
        tensors, call = _call(info, sample)
        for name, write in WRITES.items():
            for written in ("an argument", "the result"):
                function = functools.partial(_called_and_written, call, write, written)
                case = Case(f"{op} sample {place}, {name} on {written}", function, tensors)
                if _is_accepted(case):
                    yield case


def _samples(info: Any, dtype: torch.dtype, most: int) -> list[Any]:
    """Return samples, taken evenly from the first ones of the database."""
    torch.manual_seed(oracle.SEED)
    found = []
    for sample in info.sample_inputs("cpu", dtype, requires_grad=False):
        tensors = tensors_in((sample.input, sample.args, sample.kwargs))
        plain = all(tensor.layout == torch.strided for tensor in tensors)
        if tensors and plain and sum(tensor.numel() for tensor in tensors) <= _MOST_ELEMENTS:
            found.append(sample)
        if len(found) == _MOST_LOOKED_AT:
            break
    step = max(len(found) // most, 1)
    return found[::step][:most]


def _call(info: Any, sample: Any) -> tuple[tuple[torch.Tensor, ...], Callable]:
    """Return the tensors of a sample and a function that calls the operator with their like."""
    leaves, spec = pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]

    def call(*tensors: torch.Tensor) -> Any:
        filled = list(leaves)
        for place, tensor in zip(places, tensors, strict=True):
            filled[place] = tensor
        first, args, kwargs = pytree.tree_unflatten(filled, spec)
        return info.op(first, *args, **kwargs)

    return tuple(leaves[place].detach().clone() for place in places), call


def _called_and_written(
    call: Callable, write: Callable, written: str, *tensors: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    results = tensors_in(call(*tensors))
    write(tensors[0] if written == "an argument" else results[0])
    return tuple(tensor.clone() for tensor in (*results, *tensors))


def _is_accepted(case: Case) -> bool:
    """Whether the case can be run, and gives no input another shape or strides."""
    inputs = case.make_inputs()
    try:
        torch.manual_seed(oracle.SEED)
        case.function(*inputs)
    except (
        Exception
    ):  # whatever PyTorch raises, such as for a write to a number of an expanded view
        return False
    return [(t.shape, t.stride()) for t in inputs] == [(t.shape, t.stride()) for t in case.tensors]


# Checking -----------------------------------------------------------------------------------------


def check(op: str, most: int = SAMPLES) -> Table:
    """Check an operator on samples in both forms."""
    return tally(op, list(cases(op, most)), FORMS)


def check_all(names: Sequence[str], most: int = SAMPLES, jobs: int = 2) -> Table:
    """Check operators in several processes."""
    operators()  # before the processes part
    return in_processes(functools.partial(check, most=most), names, jobs, each=40)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--op", action="append", help="only this operator (may be given again)")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="of each operator")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--show", type=int, default=20, help="how many failures to show")
    options = parser.parse_args(arguments)
    table = check_all(options.op or list(operators()), options.samples, options.jobs)
    print(table.failures_text(options.show))
    print(f"{table.text()}\n\nrefused:\n{table.refusals_text()}")
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())

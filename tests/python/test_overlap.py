"""Two inputs of one memory: the engine takes them as apart exactly where no element is in both.

Judged by PyTorch's memory, place by place.
"""

from __future__ import annotations

from random import Random

import pytest
import torch

import package_path  # noqa: F401  the tree's package becomes importable
from fuzz_check import rewrite_all
from fuzz_program import bytes_of, contiguous_strides
from regraft._facts.overlap import may_meet

COUNT = 3000
_GRAPH = """\
graph():
    %x : "f32{x}cpu" [num_users=1] = placeholder[target=x]
    %y : "f32{y}cpu" [num_users=1] = placeholder[target=y]  # {{'shares_memory_with': ['x']}}
    %add_ : "f32{x}cpu" [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {{}})
    %neg : [num_users=1] = call_method[target=neg](args = (%y,), kwargs = {{}})
    return (neg,)
"""


def _text(tensor: torch.Tensor) -> str:
    return f"{list(tensor.shape)}{list(tensor.stride())}+{tensor.storage_offset()}"


def _view(rng: Random, memory: torch.Tensor) -> torch.Tensor:
    """Return a view with strides that fit into each other, as slices have, or any."""
    sizes = [rng.choice([1, 2, 2, 3, 4, 5]) for _ in range(rng.randint(0, 3))]
    strides = [rng.choice([1, 1, 2, 3, 4, 6, 8, 12]) for _ in sizes]
    if rng.random() < 0.5:
        step = rng.randint(1, 3)
        strides = [stride * step for stride in contiguous_strides(size + 1 for size in sizes)]
        order = rng.sample(range(len(sizes)), len(sizes))
        sizes, strides = ([several[i] for i in order] for several in (sizes, strides))
    return memory.as_strided(sizes, strides, rng.randint(0, 12))


@pytest.mark.usefixtures("regraft")
def test_inputs_are_apart_where_no_element_is_in_both() -> None:
    rng, memory = Random(12), torch.zeros(2000)
    pairs: list[tuple[torch.Tensor, torch.Tensor]] = []
    while len(pairs) < COUNT:
        pair = _view(rng, memory), _view(rng, memory)
        if bytes_of(pair[0]) is not None and not _are_one(*pair):
            pairs.append(pair)
    answers = rewrite_all([_GRAPH.format(x=_text(x), y=_text(y)) for x, y in pairs])
    apart = [_places(x).isdisjoint(_places(y)) for x, y in pairs]
    found = [not isinstance(answer, str) or "declared to share" not in answer for answer in answers]
    wrong = [pair for pair, a, f in zip(pairs, apart, found, strict=True) if f and not a]
    missed = [pair for pair, a, f in zip(pairs, apart, found, strict=True) if a and not f]
    assert not wrong and not missed, [tuple(map(_text, pair)) for pair in (wrong or missed)[:5]]
    assert sum(apart) > COUNT // 10


def _are_one(x: torch.Tensor, y: torch.Tensor) -> bool:
    """Say whether both are the same elements in the same order and shape."""
    places = [_numbers(tensor) for tensor in (x, y)]
    return x.shape == y.shape and torch.equal(*places)


def _numbers(tensor: torch.Tensor) -> torch.Tensor:
    """Return where in its memory each element is."""
    numbers = torch.arange(tensor.untyped_storage().nbytes() // tensor.element_size())
    return numbers.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())


def _places(tensor: torch.Tensor) -> set[int]:
    return set(_numbers(tensor).flatten().tolist())


def test_the_package_decides_in_the_same_way() -> None:
    """Of bytes, so that tensors of two dtypes can be compared."""
    rng, memory = Random(13), torch.zeros(2000)
    dtypes = (torch.float32, torch.int16, torch.float64)
    met = 0
    for _ in range(COUNT):
        x, y = (_view(rng, memory.view(rng.choice(dtypes))) for _ in "12")
        met += may_meet(x, y)
        assert may_meet(x, y) == (not _bytes(x).isdisjoint(_bytes(y))), (_text(x), _text(y))
    assert COUNT // 10 < met < COUNT


def _bytes(tensor: torch.Tensor) -> set[int]:
    width = tensor.element_size()
    return {place * width + k for place in _places(tensor) for k in range(width)}

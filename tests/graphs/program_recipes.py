"""Recipes for what models seldom hold: collectives, kernel calls, nested graphs, symbols."""

from __future__ import annotations

import functools
from typing import Any

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives
from torch.nn.attention.flex_attention import create_block_mask, flex_attention
from torch.testing._internal.distributed.fake_pg import FakeStore
from torch.utils.checkpoint import checkpoint

from nki_ops import nki_kernel_wrapper, wrap_nki
from recording import (
    SEED,
    GraphText,
    dynamic_graphs,
    dynamo_graphs,
    graph_text,
    make_fx_graphs,
    recipe,
)

# Collectives --------------------------------------------------------------------------------------


@functools.cache
def _process_groups() -> tuple[dist.ProcessGroup, dist.ProcessGroup]:
    """Return two process groups of a fake world of four ranks: all ranks, and the first two."""
    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=4)
    return dist.group.WORLD, dist.new_group([0, 1])


def _collectives(x: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, ...]:
    world, pair = _process_groups()
    total = collectives.all_reduce(x, "sum", world)
    gathered = collectives.all_gather_tensor(total, 0, pair)
    hidden = torch.nn.functional.linear(gathered, weight)
    scattered = collectives.reduce_scatter_tensor(hidden, "avg", 0, pair)
    sent = collectives.all_to_all_single(hidden, None, None, world)
    shared = collectives.broadcast(x, 0, world)
    first, second = collectives.all_reduce_coalesced([x, sent], "max", pair)
    return scattered, sent, shared, first + 1, second


@recipe("collectives", "functional collectives over two process groups")
def collectives_dynamo() -> list[GraphText]:
    _process_groups()
    return dynamo_graphs(_collectives, torch.ones(4, 8), torch.ones(8, 8))


@recipe("collectives", "`collectives` as operators of _c10d_functional", ".aten")
def collectives_aten() -> list[GraphText]:
    _process_groups()
    return make_fx_graphs(_collectives, torch.ones(4, 8), torch.ones(8, 8))


def _collectives_in_place(x: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    dist.all_reduce(x)
    dist.all_gather_into_tensor(out, x)
    dist.reduce_scatter_tensor(x, out, op=dist.ReduceOp.MAX)
    return out * 2


@recipe("collectives_in_place", "in-place collectives of torch.distributed, as Dynamo turns them")
def collectives_in_place() -> list[GraphText]:
    _process_groups()
    return dynamo_graphs(_collectives_in_place, torch.ones(4, 8), torch.ones(16, 8))


@recipe("collectives_in_place", "`collectives_in_place` as operators of _c10d_functional", ".aten")
def collectives_in_place_aten() -> list[GraphText]:
    _process_groups()
    return make_fx_graphs(_collectives_in_place, torch.ones(4, 8), torch.ones(16, 8))


# Kernel calls -------------------------------------------------------------------------------------


def _kernel(number: int, args: list[Any], names: list[str], aliases: dict[int, int]) -> Any:
    return nki_kernel_wrapper(
        kernel_idx=number,
        grid=(2, 1),
        args=args,
        arg_names=names,
        constant_args_key=number + 10,
        backend_config="",
        operand_output_aliases=aliases,
    )


def _kernel_calls(
    x: torch.Tensor, k_cache: torch.Tensor, v_cache: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    scaled = _kernel(3, [x, 0.5, None], ["x", "scale", "bias"], {})
    first = _kernel(1, [scaled, None, k_cache], ["x", "mask", "k_cache"], {2: 0})
    both = _kernel(2, [x + 1, 4, k_cache, v_cache], ["x", "n", "k_cache", "v_cache"], {2: 1, 3: 0})
    return first[0].sum(), both[0] * 2, k_cache + v_cache


@recipe("nki_kernels", "kernel calls; two write one input in turn, one returns a plain tensor")
def nki_kernels() -> list[GraphText]:
    torch._dynamo.allow_in_graph(nki_kernel_wrapper)
    return dynamo_graphs(_kernel_calls, torch.ones(4, 8), torch.ones(4, 8), torch.ones(4, 8))


@recipe("nki_wrap", "kernel calls under another name whose results are not used; built by hand")
def nki_wrap() -> list[GraphText]:
    graph = torch.fx.Graph()
    x, cache = graph.placeholder("x", torch.Tensor), graph.placeholder("cache", torch.Tensor)
    for node in (x, cache):
        node.meta["example_value"] = torch.empty(4, 8, device="meta")
    for number in (0, 1):
        graph.call_function(
            wrap_nki,
            kwargs={
                "kernel_idx": number,
                "grid": (1,),
                "args": [x, None, cache],
                "arg_names": ["x", "mask", "cache"],
                "constant_args_key": 0,
                "backend_config": "",
                "operand_output_aliases": {2: 0},
            },
        ).meta["example_value"] = (torch.empty(4, 8, device="meta"),)
    output = graph.call_method("mul", (cache, 2))
    output.meta["example_value"] = torch.empty(4, 8, device="meta")
    graph.output((output,))
    return [graph_text(torch.fx.GraphModule(torch.nn.Module(), graph))]


# Nested graphs ------------------------------------------------------------------------------------


def _conditional(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    def positive(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.cond(y.sum() > 1, lambda x, y: x.sin() + y, lambda x, y: x.cos() - y, (x, y))

    z = torch.cond(x.sum() > 0, positive, lambda x, y: x - y * 2, (x, y))
    x.add_(z)
    return x * y


@recipe("cond", "torch.cond inside torch.cond, then a write")
def cond() -> list[GraphText]:
    return dynamo_graphs(_conditional, torch.ones(3, 4), torch.ones(3, 4))


@recipe("cond", "`cond` in ATen operators", ".aten")
def cond_aten() -> list[GraphText]:
    return make_fx_graphs(_conditional, torch.ones(3, 4), torch.ones(3, 4))


@recipe("checkpoint", "two checkpointed regions, bodies as nested graphs")
def checkpoint_regions() -> list[GraphText]:
    def block(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.gelu(x @ weight).clamp_(max=2)

    def program(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        x = checkpoint(block, x, weight, use_reentrant=False)
        return checkpoint(block, x, weight, use_reentrant=False).sum()

    weight = torch.ones(4, 4, requires_grad=True)
    return dynamo_graphs(program, torch.ones(3, 4), weight)


@recipe("while_loop", "torch.while_loop with a carried tensor")
def while_loop() -> list[GraphText]:
    def program(count: torch.Tensor, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        from torch._higher_order_ops.while_loop import while_loop as loop

        return loop(lambda i, _: i < 3, lambda i, x: (i + 1, x * 2), (count, x))

    return dynamo_graphs(program, torch.tensor(0), torch.ones(3))


# Symbols ------------------------------------------------------------------------------------------


def _symbolic(x: torch.Tensor, cache: torch.Tensor, start: int) -> tuple[torch.Tensor, ...]:
    length = x.shape[0]
    cache[start : start + length] = x
    head, tail = cache.chunk(2)
    tail[:, 0].add_(1)
    window = cache[-length:].reshape(length // 2, -1)
    window.mul_(2)
    padded = x.new_zeros(length + start, x.shape[1] * 2)
    padded[:length, : x.shape[1]] = x
    return head.sum(), window, padded, torch.arange(length, device=x.device) + start


@recipe("dynamic_shapes", "symbolic sizes, offsets and indices with writes through views")
def dynamic_shapes() -> list[GraphText]:
    return dynamic_graphs(_symbolic, torch.ones(6, 4), torch.zeros(20, 4), 3)


# Writes -------------------------------------------------------------------------------------------


def _index_forms(x: torch.Tensor, mask: torch.Tensor, index: torch.Tensor) -> tuple:
    x[0] = 1.0
    x[-1, 2:4] = x[0, :2]
    x[1:3, ::2] = torch.ones(3, dtype=torch.int64)
    x[..., -1] = x.sum()
    x[None, 2] = 0.5
    x[mask] = -1.0
    x[index] = x[0] * 1
    x[index, 1:3] = 2.0
    x[0, 1] += 3
    x[:2] = x[2:]
    return x[index], x.view(-1)[3:5]


@recipe("index_assignments", "each form of indexed assignment")
def index_assignments() -> list[GraphText]:
    mask = torch.eye(4, 6, dtype=torch.bool)
    return dynamo_graphs(_index_forms, torch.ones(4, 6), mask, torch.tensor([2, 0]))


@recipe("index_assignments", "`index_assignments` in ATen operators", ".aten")
def index_assignments_aten() -> list[GraphText]:
    mask = torch.eye(4, 6, dtype=torch.bool)
    return make_fx_graphs(_index_forms, torch.ones(4, 6), mask, torch.tensor([2, 0]))


def _view_writes(x: torch.Tensor, other: torch.Tensor) -> tuple[torch.Tensor, ...]:
    flat, column, corner = x.view(-1), x[:, 1], x[1:3, 2:]
    top, bottom = x.chunk(2)
    before = x + 1
    column.mul_(2)
    flat[3:9] = 0
    corner.copy_(other)
    x.t()[0].fill_(5)
    top.add_(bottom)
    bottom.diagonal().zero_()
    rows = x.unbind(0)
    rows[1].clamp_(max=1).neg_()
    torch.add(rows[0], 1, out=rows[2])
    torch.nn.functional.relu(x, inplace=True)
    x += 1
    turned = (x * 2).t_().unsqueeze_(0)
    return before, column * 1, flat, turned, torch.stack([*rows]), {"corner": corner}


@recipe("view_writes", "writes in turn through many views of one input")
def view_writes() -> list[GraphText]:
    return dynamo_graphs(_view_writes, torch.ones(4, 6), torch.ones(4))


@recipe("view_writes", "`view_writes` in ATen operators", ".aten")
def view_writes_aten() -> list[GraphText]:
    return make_fx_graphs(_view_writes, torch.ones(4, 6), torch.ones(4))


def _devices_and_strings(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
    zeros = torch.zeros(3, dtype=torch.float16, device="cpu")
    ones = torch.ones_like(x, device=torch.device("cpu"))
    moved = y.to("cpu").to(x.device, torch.float64).to(torch.float32).to(x)
    product = torch.einsum("ij,jk->ik", x, moved)
    best = torch.nn.functional.pad(product, (0, 1), mode="constant", value=float("-inf"))
    rounded = torch.div(best, 0.1, rounding_mode="floor").clamp(min=-1e30)
    rounded.scatter_reduce_(0, torch.zeros(1, 4, dtype=torch.int64), best[:1], reduce="amax")
    draw = torch.empty_strided((3, 3), (1, 3), device="cpu").normal_().uniform_(0, 1)
    return zeros, ones, rounded, draw, torch.nonzero_static(x > 0, size=2)


@recipe("devices_and_strings", "devices in all spellings, strings with commas, odd floats")
def devices_and_strings() -> list[GraphText]:
    return dynamo_graphs(_devices_and_strings, torch.ones(3, 3), torch.ones(3, 3))


@recipe("devices_and_strings", "`devices_and_strings` in ATen operators", ".aten")
def devices_and_strings_aten() -> list[GraphText]:
    return make_fx_graphs(_devices_and_strings, torch.ones(3, 3), torch.ones(3, 3))


@recipe("graph_breaks", "one function that Dynamo splits into several graphs")
def graph_breaks() -> list[GraphText]:
    def program(x: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        torch._dynamo.graph_break()
        y = x[1:3]
        y.mul_(2)
        if x.sum() > 0:
            y.zero_()
        return x.t() @ y.t()[:, :1].expand(6, 6)[:4]

    return dynamo_graphs(program, torch.ones(4, 6))


# Other higher-order operators and tracers ---------------------------------------------------------


@recipe("flex_attention", "flex_attention with a causal block mask, functions as nested graphs")
def flex_attention_graph() -> list[GraphText]:
    mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 128, 128, device="cpu")

    def program(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        return flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s * 0.5, block_mask=mask)

    return dynamo_graphs(program, *(torch.ones(1, 2, 128, 16) for _ in range(3)))


class _Scale(torch.autograd.Function):
    """Multiplies by three; the gradient is clamped in place."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x)
        return x * 3

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        return (gradient * 3).clamp_(-1, 1)


@recipe("autograd_function", "a custom autograd function, forward and backward as nested graphs")
def autograd_function() -> list[GraphText]:
    return dynamo_graphs(lambda x: _Scale.apply(x).sum(), torch.ones(3, requires_grad=True))


@recipe("vmap", "torch.vmap of a function that writes, as Dynamo unrolls it")
def vmap() -> list[GraphText]:
    def write(row: torch.Tensor) -> torch.Tensor:
        doubled = row * 2
        doubled[0] = 1.0
        return doubled

    return dynamo_graphs(lambda x: torch.vmap(write)(x).sum(), torch.ones(3, 4))


class _Exported(torch.nn.Module):
    """A module with state that it changes, a size check and a data-dependent size."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
        self.steps.add_(1)
        size = count.item()
        torch._check(size <= x.shape[0], lambda: "count, the first input, is too large")
        return torch.nn.functional.relu(self.linear(x))[:size] * self.steps


@recipe("export", "a torch.export program before decompositions, with sizes checked", ".aten")
def export() -> list[GraphText]:
    torch.manual_seed(SEED)
    program = torch.export.export(
        _Exported(),
        (torch.ones(6, 4), torch.tensor(2)),
        dynamic_shapes={"x": {0: torch.export.Dim("batch", min=2, max=64)}, "count": None},
    )
    return [graph_text(program.graph_module)]


@recipe("export_functional", "the same program decomposed and made functional", ".aten")
def export_functional() -> list[GraphText]:
    torch.manual_seed(SEED)
    program = torch.export.export(_Exported(), (torch.ones(6, 4), torch.tensor(2)))
    return [graph_text(program.run_decompositions().graph_module)]

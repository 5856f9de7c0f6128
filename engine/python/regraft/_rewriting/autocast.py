"""Writes under autocast: refused where it would treat the out-of-place form otherwise.

Autocast casts what its listed operators are given, but not where they write in place or to ``out=``
(https://docs.pytorch.org/docs/stable/amp.html, "Autocast Op Reference"; the lists are from there
and from ``aten/src/ATen/autocast_mode.h``). So the out-of-place form of such a call would compute
in another precision.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import torch
from torch.amp.autocast_mode import _enter_autocast, _exit_autocast
from torch.fx import GraphModule, Node

from .._facts.values import tensors_of
from .._facts.writes import name_of_call, written_by
from ..errors import RewriteError


@dataclass(frozen=True)
class _Lists:
    """Operators by what autocast does with their arguments."""

    lower: frozenset[str]
    """They become the dtype of autocast."""
    float32: frozenset[str]
    widest: frozenset[str]
    """They become the widest dtype among them."""


_PRODUCTS = (
    "addbmm addmm baddbmm bmm chain_matmul inner linalg_matmul linalg_multi_dot linear matmul "
    "matrix_power linalg_matrix_power mm prelu tensordot "
)
_CUDA = _Lists(
    lower=frozenset((_PRODUCTS + "addmv addr linalg_vecdot mv").split()),
    float32=frozenset(
        "acos asin cdist cosh cumprod cumsum dist erfinv exp expm1 layer_norm linalg_matrix_norm "
        "linalg_norm linalg_vector_norm log log10 log1p log2 log_softmax logsumexp mse_loss norm "
        "nuclear_norm pow prod reciprocal renorm rsqrt sinh softmax softplus sum tan".split()
    ),
    widest=frozenset(
        "addcdiv addcmul atan2 bilinear cross dot index_put linalg_cross scatter_add vdot".split()
    ),
)
_CPU = _Lists(
    lower=frozenset((_PRODUCTS + "linalg_vecdot").split()),
    float32=frozenset(
        "adaptive_avg_pool3d avg_pool3d binary_cross_entropy cholesky cholesky_inverse "
        "cholesky_solve geqrf inverse linalg_cholesky linalg_cholesky_ex linalg_cond linalg_eig "
        "linalg_eigh linalg_eigvals linalg_eigvalsh linalg_householder_product linalg_inv "
        "linalg_inv_ex linalg_lstsq linalg_matrix_rank linalg_qr linalg_solve linalg_svd "
        "linalg_svdvals linalg_tensorinv linalg_tensorsolve lu_solve mse_loss nanquantile nll_loss "
        "orgqr ormqr polar prod qr quantile svd trace triangular_solve".split()
    ),
    widest=frozenset("cat index_copy stack".split()),
)
_NARROW = frozenset({torch.float16, torch.bfloat16})

_DEVICES = ("cpu", "cuda", "xpu", "mps", "xla", "hpu", "mtia", "privateuseone")

_State = dict[str, torch.dtype]
"""Devices for which autocast is on, with its dtype."""


def check_autocast(modules: Iterable[GraphModule]) -> None:
    """Raise RewriteError for such a write in one of these graphs, the first being the main one."""
    outside = _state_of_caller()
    for number, gm in enumerate(modules):
        entered = _Check(gm, outside).run()
        if not number:  # graphs inside of it may run where it has autocast on
            outside = outside | entered


def _state_of_caller() -> _State:
    state = {}
    for device in _DEVICES:
        try:
            if torch.is_autocast_enabled(device):
                state[device] = torch.get_autocast_dtype(device)
        except RuntimeError:  # a device that this build does not know
            continue
    return state


class _Check:
    """Looks at the calls of one graph in their order."""

    def __init__(self, gm: GraphModule, outside: _State) -> None:
        self.gm = gm
        self.state = dict(outside)
        self.before: dict[Node, _State] = {}
        self.entered: _State = {}

    def run(self) -> _State:
        """Return the devices for which the graph has autocast on somewhere."""
        calls = self.gm.graph.find_nodes(op="call_function", target=_enter_autocast, sort=False)
        if not self.state and not calls:
            return {}
        for node in self.gm.graph.nodes:
            if node.op == "call_function" and node.target is _enter_autocast:
                self.before[node] = dict(self.state)
                self._enter(*node.args, **node.kwargs)
            elif node.op == "call_function" and node.target is _exit_autocast:
                self.state = self.before.get(node.args[0], self.state)
            elif self.state:
                self._look_at(node)
        return self.entered

    def _enter(
        self, device_type: str, dtype: torch.dtype | None = None, enabled: bool = True, *_: bool
    ) -> None:
        if not enabled:
            self.state.pop(device_type, None)
            return
        self.state[device_type] = dtype or torch.get_autocast_dtype(device_type)
        self.entered[device_type] = self.state[device_type]

    def _look_at(self, node: Node) -> None:
        if not written_by(node):
            return
        base = _out_of_place(name_of_call(node))
        tensors = [one for other in node.all_input_nodes for one in tensors_of(other, self.gm)]
        for device, dtype in self.state.items():
            if tensors and all(tensor.device.type != device for tensor in tensors):
                continue
            kinds = {tensor.dtype for tensor in tensors if tensor.dtype.is_floating_point}
            if _is_cast(base, _CPU if device == "cpu" else _CUDA, kinds or None, dtype):
                raise _refusal(node, base, device)


def _out_of_place(name: str) -> str:
    """``mm`` for ``mm_``; ``pow`` for ``ipow`` and ``__ipow__``."""
    name = name.strip("_")
    return name[1:] if name in ("ipow", "imatmul") else name


def _is_cast(
    name: str, lists: _Lists, kinds: set[torch.dtype] | None, autocast: torch.dtype
) -> bool:
    """Does autocast change what the operator gets? ``kinds`` None: what it gets is not known."""
    if name in lists.lower:
        return kinds is None or not kinds <= {autocast, torch.float64}
    if name in lists.float32:
        return kinds is None or not kinds.isdisjoint(_NARROW)
    return name in lists.widest and (kinds is None or len(kinds) > 1)


def _refusal(node: Node, base: str, device: str) -> RewriteError:
    called = node.target if isinstance(node.target, str) else name_of_call(node)
    return RewriteError(
        f"`{node.name}` writes by `{called}` under autocast for {device}, which leaves writes as "
        f"they are and casts what the out-of-place `{base}` gets\n"
        "    help: write it as an assignment of the out-of-place form, or leave autocast for it "
        f'with torch.autocast("{device}", enabled=False)',
        node=node,
    )

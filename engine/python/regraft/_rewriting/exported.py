"""Programs of ``torch.export``: rewritten as graph modules, with a signature that fits again."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from torch.export.graph_signature import (
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    TensorArgument,
)

from ..errors import RewriteError

if TYPE_CHECKING:
    from torch.export import ExportedProgram
    from torch.fx import GraphModule, Node

    from .._engine.rules import Metadata

_ALIASING_PASS = "aliasing_output_rewrite"

_MUTATIONS = {
    InputKind.BUFFER: OutputKind.BUFFER_MUTATION,
    InputKind.PARAMETER: OutputKind.PARAMETER_MUTATION,
    InputKind.USER_INPUT: OutputKind.USER_INPUT_MUTATION,
}


def rewrite_exported(
    program: ExportedProgram, rewrite: Callable[[GraphModule], Metadata]
) -> tuple[ExportedProgram, Metadata]:
    """Return a program with the graph that ``rewrite`` makes of a copy of the program's graph.

    Outputs that ``io_map`` names become mutations of the signature, in front of what the user gets;
    the keys of ``io_map`` are the places where they stand then. State, constants and range
    constraints are those of the program, which stays as it is.

    Raises RewriteError where the verifier of torch.export refuses the new graph.
    """
    gm = copy.deepcopy(program.graph_module)
    metadata = rewrite(gm)
    signature = _fitted(gm, program.graph_signature, metadata)
    gm.recompile()
    try:
        return program._update(gm, signature), metadata
    except Exception as error:  # whatever a verifier raises
        raise RewriteError(f"the rewritten graph is no exported program: {error}") from error


def _fitted(
    gm: GraphModule, signature: ExportGraphSignature, metadata: Metadata
) -> ExportGraphSignature:
    """Return a signature that fits the graph, whose outputs are put into its order."""
    inputs = gm.graph.find_nodes(op="placeholder")
    returned: Any = gm.graph.output_node().args[0]
    known = len(signature.output_specs)
    aliasing = metadata.get(_ALIASING_PASS, {})
    io_map: dict[int, int] = aliasing.get("io_map", {})
    is_user = [spec.kind == OutputKind.USER_OUTPUT for spec in signature.output_specs]
    stored = {
        place: number
        for place, number in io_map.items()
        if returned[place] is not inputs[number] and (place >= known or is_user[place])
    }
    first = is_user.index(True) if True in is_user else known
    mutations = [_mutation(returned[o], signature.input_specs[i]) for o, i in stored.items()]
    specs = list(map(_renamed, signature.output_specs, returned))
    order = [*range(first), *stored, *range(first, known)]
    _return(gm, tuple(returned[place] for place in order))
    if "io_map" in aliasing:
        kept = {place: number for place, number in io_map.items() if place not in stored}
        shifted = {o if o < first else o + len(stored): i for o, i in kept.items()}
        aliasing["io_map"] = dict(
            sorted({**shifted, **dict(enumerate(stored.values(), first))}.items())
        )
    return ExportGraphSignature(
        list(signature.input_specs), [*specs[:first], *mutations, *specs[first:]]
    )


def _return(gm: GraphModule, values: tuple[Any, ...]) -> None:
    output = gm.graph.output_node()
    output.args = (values,)
    if "val" in output.meta:
        del output.meta["val"]


def _mutation(value: Node, spec: InputSpec) -> OutputSpec:
    kind = _MUTATIONS.get(spec.kind)
    if kind is None:
        raise RewriteError(
            f"`{spec.arg.name}` is written and is a {spec.kind.name.lower().replace('_', ' ')} "
            f"(`{spec.target}`) of the exported program, which cannot be stored to: register it as a buffer",
            node=value,
        )
    target = spec.arg.name if spec.kind == InputKind.USER_INPUT else spec.target
    return OutputSpec(kind, TensorArgument(name=value.name), target)


def _renamed(spec: OutputSpec, value: Any) -> OutputSpec:
    """Return the specification of an output that another node may stand for now."""
    if not hasattr(value, "name") or not hasattr(spec.arg, "name"):
        return spec
    changed = copy.copy(spec)
    changed.arg = copy.copy(spec.arg)
    changed.arg.name = value.name
    return changed

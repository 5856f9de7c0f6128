"""Counter-examples as people and programs read them: in words, as a test, as a Python script."""

from __future__ import annotations

import os
from typing import Any

import torch
from torch.fx import GraphModule, Node

from .._to_text.write import write
from .contexts import CONTEXTS
from .program import Input, Program, graph_of, run_all
from .schemas import path_of
from .tensors import TensorSpec
from .trees import Rule
from .trial import Trial

_MOST_ELEMENTS = 16


def in_words(trial: Trial) -> str:
    """Return for what, and when, the rule is wrong, and what is seen of it."""
    program, found = trial.program, trial.difference
    assert found is not None
    inputs = [_input_in_words(one) for one in program.inputs]
    text = f"for {', '.join(inputs)}" if inputs else "without inputs"
    when = CONTEXTS[program.context][1]
    text += f", {when}" if when else ""
    text += ", with gradients" if program.gradients else ""
    text += f": {found.what}"
    if found.before or found.after:
        text += f": {found.before} before, {found.after} after"
    return text


def _input_in_words(one: Input) -> str:
    spec = one.spec
    if one.view_of:
        return f"{one.name} = {one.view_of}"
    values = elements(spec)
    plain = spec.values in ("normal", "index") or len(values) > _MOST_ELEMENTS
    if plain or not values:
        return f"{one.name}: {spec}"
    if all(repr(value) == repr(values[0]) for value in values):
        return f"{one.name}: {spec} = {values[0]!r}"
    return f"{one.name}: {spec} = {values!r}"


def elements(spec: TensorSpec) -> list[Any]:
    """Return what a tensor holds, in the order of its shape."""
    found: list[Any] = spec.make().flatten().tolist()
    return found


# A test ----------------------------------------------------------------------------------------


def as_test(trial: Trial, rule: Rule, folder: str = "") -> str:
    """Return a test that expects of the rule to leave the program as it is."""
    graph = _original(trial.program)
    text = write(graph).text.rstrip()
    rules = os.path.relpath(rule.path, folder or ".")
    return (
        f"===\n{rule.name} leaves this alone: {in_words(trial)}\nrules: {rules}\n===\n{text}\n"
        "--- unchanged\n"
    )


def _original(program: Program) -> GraphModule:
    return graph_of(program, run_all(program, program.tensors()))


# A script ---------------------------------------------------------------------------------------


def as_script(trial: Trial, rule: Rule) -> str:
    """Return a script that needs torch alone, and prints what both programs give."""
    assert trial.gm is not None
    lines = ["import operator", "import torch", "nan, inf = float('nan'), float('inf')", ""]
    lines += ["", "def inputs():"]
    lines += [f"    {one.name} = {_tensor_code(one)}" for one in trial.program.inputs]
    lines += [f"    return [{', '.join(one.name for one in trial.program.inputs)}]"]
    lines += ["", *_function_code("before", _original(trial.program))]
    lines += ["", *_function_code("after", trial.gm)]
    lines += ["", f"# {rule.place}: rule {rule.name}", "for program in (before, after):"]
    lines += ["    torch.manual_seed(0)", "    given = inputs()"]
    if trial.program.gradients:
        lines += ["    [x.requires_grad_() for x in given if x.is_floating_point()]"]
        lines += ["    found = [y for y in program(*given) if y.requires_grad]"]
        lines += ["    weights = [torch.linspace(.5, 1.5, y.numel()).view(y.shape) for y in found]"]
        lines += ["    leaves = [x for x in given if x.requires_grad]"]
        lines += ["    grads = torch.autograd.grad(found, leaves, weights, allow_unused=True)"]
        lines += ["    print(program.__name__, grads)"]
    else:
        lines += ["    print(program.__name__, program(*given), given)"]
        lines += [
            "    print([(y.dtype, y.shape, y.stride()) for y in program(*inputs())"
            " if isinstance(y, torch.Tensor)])"
        ]
    return "\n".join(lines) + "\n"


def _tensor_code(one: Input) -> str:
    spec = one.spec
    if one.view_of:
        return f"{one.view_of}.view_as({one.view_of})"
    tensor = spec.make()
    if spec.layout == "contiguous" or (tensor.is_contiguous() and tensor.storage_offset() == 0):
        shape = "" if tensor.dim() == 1 else f".reshape({tuple(spec.shape)})"
        return f"torch.tensor({elements(spec)!r}, dtype={spec.dtype}){shape}"
    from .tensors import memory_of

    return (
        f"torch.tensor({memory_of(tensor).tolist()!r}, dtype={spec.dtype})"
        f".as_strided({tuple(tensor.shape)}, {tensor.stride()}, {tensor.storage_offset()})"
    )


def _function_code(name: str, gm: GraphModule) -> list[str]:
    nodes = list(gm.graph.nodes)
    inputs = [node.name for node in nodes if node.op == "placeholder"]
    lines = [f"def {name}({', '.join(inputs)}):"]
    for node in nodes:
        if node.op == "output":
            lines.append(f"    return {_code(node.args[0])}")
        elif node.op in ("call_function", "call_method"):
            lines.append(f"    {node.name} = {_call_code(node)}")
    return lines


def _call_code(node: Node) -> str:
    args = [_code(arg) for arg in node.args]
    kwargs = [f"{key}={_code(value)}" for key, value in node.kwargs.items()]
    if node.op == "call_method":
        return f"{args[0]}.{node.target}({', '.join([*args[1:], *kwargs])})"
    return f"{path_of(node.target)}({', '.join([*args, *kwargs])})"


def _code(value: Any) -> str:
    if isinstance(value, Node):
        return value.name
    if isinstance(value, list):
        return f"[{', '.join(map(_code, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_code, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, torch.device):
        return f"torch.{value!r}"
    return repr(value)

"""Writes aten.schemas and torch_names.ops from the installed PyTorch.

    python rules/ops/make_schemas.py            # into the folder of this script
    python rules/ops/make_schemas.py --check    # exit status 1 when a file would change

aten.schemas holds every operator schema that PyTorch knows after `import torch` and the modules
below, letter for letter as str(schema) gives it, and its tags (torch.Tag) behind it. Those the
dispatcher has come first, so that they are preferred to the TorchScript-only ones where both fit a
call.
"""

import argparse
import importlib
import pathlib
import sys
import types

import torch

# Importing these registers operators: collectives, inductor's own, functorch's, quantisation's.
REGISTERING_MODULES = [
    "torch.distributed",
    "torch.distributed._functional_collectives",
    "torch._inductor.inductor_prims",
    "torch._higher_order_ops",
    "torch.ao.quantization.fx._decomposed",
    "torchvision",
]

# Namespaces of PyTorch's own tests and debugging aids.
LEFT_OUT = {"_test", "debugprims", "debug_mode_ops"}

# Tags that say something of what an operator computes; the others are about how it is compiled.
TAGS = (
    "data_dependent_output",
    "dynamic_output_shape",
    "generated",
    "nondeterministic_seeded",
    "pointwise",
    "reduction",
)

COMMAND = "python rules/ops/make_schemas.py"
WIDTH = 100


def full_name(schema):
    return schema.name + ("." + schema.overload_name if schema.overload_name else "")


def all_schemas():
    for module in REGISTERING_MODULES:
        try:
            importlib.import_module(module)
        except ImportError:
            continue
    schemas = {full_name(s): s for s in torch._C._jit_get_all_schemas()}
    for name in torch._C._dispatch_get_all_op_names():
        if name not in schemas:
            base, _, overload = name.partition(".")
            schemas[name] = torch._C._get_schema(base, overload)
    return {n: s for n, s in schemas.items() if n.partition("::")[0] not in LEFT_OUT}


def all_tags(names):
    """The tags of overloads by name; `_foreach_` operators that do pointwise ones are pointwise."""
    found = {}
    for name in names:
        space, _, rest = name.partition("::")
        base, _, overload = rest.partition(".")
        op = getattr(getattr(getattr(torch.ops, space), base), overload or "default")
        found[name] = {tag.name for tag in op.tags}
    pointwise = {n.partition(".")[0].rstrip("_") for n in names if "pointwise" in found[n]}
    for name in names:
        base = name.partition(".")[0]
        if base.replace("_foreach_", "").rstrip("_") in pointwise and "_foreach_" in base:
            found[name].add("pointwise")
    return {name: [tag for tag in TAGS if tag in tags] for name, tags in found.items()}


def schemas_text():
    schemas = all_schemas()
    dispatched = set(torch._C._dispatch_get_all_op_names())
    order = sorted(schemas, key=lambda n: (n not in dispatched, schemas[n].name, n))
    first = [n for n in order if n in dispatched]
    second = [n for n in order if n not in dispatched]
    tags = all_tags(first)
    version = torch.__version__.partition("+")[0]
    lines = [
        f"# The operator schemas of torch {version}, as str(schema) prints them, and what it says of",
        "# operators (torch.Tag), as far as rules ask for it, behind each as @TAG.",
        f"# Made by `{COMMAND}`; do not edit.",
        "",
        f"# {len(first)} operators of the dispatcher (torch.ops).",
        *("".join([str(schemas[n]), *(f" @{tag}" for tag in tags[n])]) for n in first),
        "",
        f"# {len(second)} operators that only TorchScript knows.",
        *(str(schemas[n]) for n in second),
    ]
    return "\n".join(lines) + "\n"


def wrapped(word, names):
    """`word a b c` declarations of at most WIDTH columns."""
    lines = []
    for name in names:
        if not lines or len(lines[-1]) + 1 + len(name) > WIDTH:
            lines.append(word)
        lines[-1] += " " + name
    return lines


def names_text():
    bases = sorted(
        {s.name.partition("::")[2] for s in all_schemas().values() if s.name.startswith("aten::")}
    )
    # Bound from C++, so the arguments are the schema's. Python wrappers (torch.functional.*,
    # Tensor.norm) have signatures of their own and are left out.
    functions = [b for b in bases if isinstance(getattr(torch, b, None), types.BuiltinFunctionType)]
    methods = [
        b for b in bases if isinstance(getattr(torch.Tensor, b, None), types.MethodDescriptorType)
    ]
    version = torch.__version__.partition("+")[0]
    lines = [
        f"# Which ATen operators torch {version} offers as torch.NAME and as Tensor.NAME.",
        f"# Made by `{COMMAND}`; do not edit.",
        "",
        *wrapped("functions", functions),
        "",
        *wrapped("methods", methods),
    ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args().check
    folder = pathlib.Path(__file__).resolve().parent
    stale = False
    texts = {
        "aten.schemas": schemas_text(),
        "torch_names.ops": names_text(),
    }
    for name, text in texts.items():
        path = folder / name
        if check:
            if not path.exists() or path.read_text() != text:
                print(f"{path}: not what this PyTorch gives")
                stale = True
        else:
            path.write_text(text)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

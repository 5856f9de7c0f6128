"""Would the fuzzer notice? Break regraft in known ways, one at a time, and see that it does.

    python fuzz_mutants.py                 all mutants
    python fuzz_mutants.py --only "stale multi-output view"

Each mutant is a change to a copy of the sources or rules, below a temporary folder. It is found
when the fuzzer reports a program as wrong that the unchanged copy has right. The exit code is 1 if
one is not found. Takes several minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import mutants
from fuzz_families import OLD_FAMILIES
from mutants import REPOSITORY, Tree

SEED = 11
BINARY = "build/regraft"
EQUALS = REPOSITORY / "tests" / "rules" / "equals.pipeline"
COUNTS = (60, 240, 720)
"""How many programs a family are tried, until the mutant is found."""
_FAILURE = re.compile(
    r"^  (--(?:family|mode) .*--program \d+|\w+ --kind \w+ --form \w+: .*)$", re.MULTILINE
)


def _opinfo(kind: str, *operators: str) -> tuple[str, ...]:
    """Arguments for one kind of call of some operators."""
    chosen = [word for operator in operators for word in ("--op", operator)]
    return ("--kind", kind, "--form", "fx", "--samples", "1", "--jobs", "1", *chosen)


@dataclass(frozen=True)
class Mutant(mutants.Mutant):
    """A change that the random tester has to notice."""

    equals: bool = False
    """Whether it takes the rules of equals.rules to notice."""
    families: tuple[str, ...] = OLD_FAMILIES
    """Those whose programs notice it."""
    users: tuple[str, ...] = ()
    """Where users' rules have to run to notice it, as fuzz_rules.py names it; and which rules."""

    opinfo: tuple[str, ...] = ()
    """The arguments of opinfo_semantics.py, where that notices it and not random programs."""

    def fuzzer(self) -> tuple[str, ...]:
        """Return the command that notices it, without the number of programs and the seed."""
        folder = Path(__file__).parent
        if self.opinfo:
            return (str(folder / "opinfo_semantics.py"), "--list", "--show", "0", *self.opinfo)
        if self.users:
            return (str(folder / "fuzz_rules.py"), *self.users)
        options = ("--family", *self.families)
        return (str(folder / "fuzz_semantics.py"), *options) + (
            ("--pipeline", str(EQUALS)) if self.equals else ()
        )


MUTANTS = [
    Mutant(
        "a write makes no new version",
        "rg_storage_at(memory, storage)->version++;",
        "",
    ),
    Mutant(
        "a write through a slice does not reach what it views",
        "writes aten::slice_scatter(self, value, dim, start, end, step)",
        "writes self",
    ),
    Mutant(
        "the output reads the old version",
        "    if (!are_surely_current(run, node->args)",
        "    if (node->opcode == RG_OUTPUT)\n"
        "        return;\n"
        "    if (!are_surely_current(run, node->args)",
    ),
    Mutant(
        "the inverse of select has the wrong dimension",
        "writes aten::select_scatter(self, value, dim, index)",
        "writes aten::select_scatter(self, value, 0, index)",
    ),
    Mutant(
        "what is written is not converted",
        "dtype(value) != dtype(like) =\n    aten::to.dtype(value, dtype(like))",
        "dtype(value) != dtype(like) =\n    value",
    ),
    Mutant(
        "reshape always copies",
        "aliases aten::reshape(self, shape)           = reshape_views(self, list(shape))",
        "aliases aten::reshape(self, shape)           = False",
    ),
    Mutant(
        "stale multi-output view",
        "    rg_refuse_reshaped(run, number, NULL);\n    rg_refuse_reshaped(run, alias->parent",
        "    if (alias->item >= 0) {\n"
        "        alias->version = storage_at(run, alias->storage)->version;\n"
        "        return;\n"
        "    }\n"
        "    rg_refuse_reshaped(run, number, NULL);\n    rg_refuse_reshaped(run, alias->parent",
    ),
    Mutant(
        "an assignment keeps the leading ones of its value",
        "    aten::reshape(value, shape(value)[rank(value) - rank(region):])",
        "    value",
    ),
    Mutant(
        "io_map goes by shape",
        "is_placeholder(root(o)) and returned_at(root(o)) == i:",
        "is_placeholder(root(o)) and known(o) and shape(o) == shape(root(o)):",
    ),
    Mutant(
        "a view is not taken again",
        "        retake(run, ((uint32_t *)chain.data)[chain.count]);",
        "        alias_at(run, ((uint32_t *)chain.data)[chain.count])->version = version;",
    ),
    Mutant(
        "an argument of another version is taken for current",
        "    return holding->alias == number && holding->version == storage->version &&",
        "    return holding->alias == number &&",
    ),
    Mutant(
        "answers of functions forget the types of what they are asked about",
        "    add_word(q, node->annotation);\n",
        "    add_word(q, node->annotation != 0);\n",
    ),
    Mutant(
        "in-place arithmetic takes the dtype of its result",
        "fn kept(value, x, n) if promotes(n, x) ",
        "fn kept(value, x, n) if promotes(n, x) and False ",
    ),
    Mutant(
        "the pieces of a split are off by one",
        "aten::slice_scatter(self, value, dim, i * size, (i + 1) * size)",
        "aten::slice_scatter(self, value, dim, i * size, i * size + 1)",
    ),
    Mutant(
        "arguments are taken as they stand once something was written",
        "    return holding->alias == number && holding->version == storage->version &&\n"
        "           storage->spoiled_by == RG_NONE_ID && !storage->items_written && !alias->each;\n",
        "    return storage != NULL;\n",
    ),
    Mutant(
        "a fresh tensor becomes a view whatever becomes of it",
        "    if ((future | other) & FUTURE_WRITTEN)\n        return true;\n",
        "",
        equals=True,
    ),
    Mutant(
        "a new call does not know what becomes of what it replaces",
        "    copy_futures(run);\n",
        "",
        equals=True,
    ),
    Mutant(
        "a tensor that a call in the graph reshapes is read and written as before",
        "    if (alias->reshaped)\n",
        "    if (false)\n",
        equals=True,
    ),
    Mutant(
        "a view of fresh memory is replaced without a copy",
        "if (own || view || !rg_sharing_shows(run, from, after->storage))",
        "if (!run->pass.code->pure)",
        users=("--mode", "alone", "--rule", "select_clone"),
    ),
    Mutant(
        "two results may come to share memory",
        "return (future & FUTURE_ESCAPES) && ((other & FUTURE_ESCAPES) || is_outside(run, shared));",
        "return false;",
        users=("--mode", "alone", "--rule", "clone"),
    ),
    Mutant(
        "what a rule opens may have been written",
        "    if (!run->eval.mode.concludes)\n        return;\n",
        "    if (run)\n        return;\n",
        users=("--mode", "alone", "--rule", "add_relu_args"),
    ),
    Mutant(
        "what a matched call read may have been written",
        "if (matched[i] != root && is_written_since(",
        "if (false && is_written_since(",
        users=("--mode", "alone", "--rule", "add_relu"),
    ),
    Mutant(
        "what a rule writes to its own node is forgotten",
        "(!storage->written && (run->pass.code->pure",
        "((run->pass.code->pure",
        users=("--mode", "shuffled", "--rule", "index_add_zeros", "add_zeros"),
    ),
    Mutant(
        "an unknown call between the nodes of a pattern writes nothing",
        "return l.found || run->memory.unknown_write > position;",
        "return l.found;",
        users=("--mode", "alone", "--rule", "add_relu"),
    ),
    Mutant(
        "inputs whose elements interleave are two tensors",
        "    return !may_add_up(all, count, last_of_b - a->offset.value);",
        "    return true;",
        families=("shared",),
    ),
    Mutant(
        "the longest steps are never all taken",
        "    return fit < of->most ? fit : of->most;",
        "    return fit < of->most ? fit : of->most - 1;",
        families=("shared",),
    ),
    Mutant(
        "inputs of one memory do not know of each other",
        "    link_with(memory, of_a, b);\n    link_with(memory, of_b, a);\n",
        "",
        families=("shared",),
    ),
    Mutant(
        "inputs that differ in where they begin are one tensor",
        "        a->dtype != b->dtype || !rg_dims_equal(a->offset, b->offset))",
        "        a->dtype != b->dtype)",
        families=("shared",),
    ),
    Mutant(
        "a list that one node holds is no tensor: nothing is written",
        "    if (is_written_list(run, param, slot->value)) {",
        "    if (is_written_list(run, param, slot->value) &&\n"
        "        rg_node_type(run->graph, slot->value.data))\n"
        "        return;\n"
        "    if (is_written_list(run, param, slot->value)) {",
        families=("lists",),
    ),
    Mutant(
        "a tuple is read as a whole as it was made",
        "        run->memory.read_whole = id; /* see lists.c */",
        "        run->memory.read_whole = RG_NO_NODE;",
        families=("lists",),
    ),
    Mutant(
        "out= of several results that one node holds is not seen",
        "rg_is_node(value) && count > 1",
        "false",
        families=("lists",),
    ),
    Mutant(
        "every result of meshgrid views the first tensor",
        "        rg_node_id viewed = rg_item(run->module, list, i).data;",
        "        rg_node_id viewed = rg_item(run->module, list, 0).data;",
        families=("lists",),
    ),
    Mutant(
        "einsum of one operand is fresh",
        "einsum_views(equation) if len(tensors) == 1 else False",
        "False",
        families=("lists",),
    ),
    Mutant(
        "as_strided views what it is called on",
        "effect->of_storage ? rg_base_of(run, effect->node)",
        "false ? rg_base_of(run, effect->node)",
        families=("strided",),
    ),
    Mutant(
        "a place of memory is counted from where the tensor begins",
        "counted(start - offset(x), runs_in_memory(x), x)",
        "counted(start, runs_in_memory(x), x)",
        families=("strided",),
    ),
    Mutant(
        "memory lies in the order of the dimensions",
        "aten::clone(aten::permute(x, memory_order(x)),",
        "aten::clone(aten::permute(x, list(range(rank(x)))),",
        families=("strided",),
    ),
    Mutant(
        "what lies between the elements of a tensor is one of them",
        "fn counted(_, [], x)                  = refuse(beyond(x))",
        "fn counted(_, [], x)                  = []",
        families=("strided",),
    ),
    Mutant(
        "what is computed of a written tensor lies as it was traced",
        "    if (is_some_restrided(run, node->args) || is_some_restrided(run, node->kwargs))\n",
        "    if (!node)\n",
        families=("observed",),
    ),
    Mutant(
        "the new content tells its own strides",
        "    if (is_view(run, id) || !rg_may_be_restrided(run, about))\n",
        "    if (true)\n",
        families=("observed",),
    ),
    Mutant(
        "a batch of no elements has statistics",
        "fn is_empty(x) = known(x) and 0 in shape(x)",
        "fn is_empty(x) = known(x) and False",
        families=("sizes",),
    ),
    Mutant(
        "the statistics of an instance norm are those of one instance",
        "= aten::mean.dim(aten::reshape(t, shape(x)[:2]), [0])",
        "= aten::select.int(aten::reshape(t, shape(x)[:2]), 0, 0)",
        families=("sizes",),
    ),
    Mutant(
        "a number has dimensions that mH exchanges",
        "if has_dtype(self) and rank(self) == 0 = aten::conj_physical(value)",
        "if has_dtype(self) and False = aten::conj_physical(value)",
        families=("sizes",),
    ),
    Mutant(
        "what is written to no elements is the whole",
        "aten::clone(self)  # nothing is written",
        "aten::zeros_like(self)  # nothing is written",
        families=("sizes",),
    ),
    Mutant(
        "a call may write what it reads whatever it computes",
        'conflict(n, not has_tag(n, "pointwise"))',
        "conflict(n, False)",
        opinfo=_opinfo("alias", "amax", "mean", "sum"),
    ),
    Mutant(
        "only operands of some names promote",
        "any(differs(a, x) for a in operands(n)))",
        'differs(arg(n, "other"), x))',
        opinfo=_opinfo("mixed", "addr"),
    ),
    Mutant(
        "sums are computed in their own dtype whatever that of out=",
        "fn computed(n, x) if gives_out(n) and names_dtype(n, x) =",
        "fn computed(n, x) if False =",
        opinfo=_opinfo("dtype", "cumsum"),
    ),
    Mutant(
        "a function of PyTorch means an overload that PyTorch generates",
        '    return rg_ops_has_tag(ops, schema, "generated");\n',
        "    return false;\n",
        opinfo=_opinfo("out", "bernoulli"),
    ),
]


def failures(tree: Tree, count: int, mutant: Mutant) -> set[str]:
    """Run the fuzzer that is to notice a mutant over a tree; return what it found."""
    environment = os.environ | {
        "REGRAFT": str(tree.folder / "build" / "regraft"),
        "REGRAFT_RULES": str(tree.folder / "rules"),
    }
    command = [sys.executable, *mutant.fuzzer()]
    if not mutant.opinfo:
        command += ["--shrink", "0", "--count", str(count), "--seed", str(SEED)]
    done = subprocess.run(
        command, env=environment, capture_output=True, check=False, encoding="utf-8"
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return set(_FAILURE.findall(done.stdout))


def find(tree: Tree, mutant: Mutant, known: set[str]) -> tuple[int, set[str]]:
    """Return after how many programs a family the mutant was found, and by which programs.

    ``known`` fail without it, too.
    """
    found: set[str] = set()
    count = 0
    with tree.changed(mutant):
        tree.build(BINARY)
        for count in COUNTS:
            found = failures(tree, count, mutant) - known
            if found:
                break
    return count, found


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", help="only the mutant of this name")
    options = parser.parse_args(arguments)
    chosen = [m for m in MUTANTS if not options.only or m.name in options.only]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree.of_sources(Path(folder) / "regraft")
        tree.build(BINARY)
        ways = {mutant.fuzzer(): mutant for mutant in chosen}
        known = {way: failures(tree, COUNTS[-1], mutant) for way, mutant in ways.items()}
        print(f"unchanged: {len(set().union(*known.values()))} failures", flush=True)
        for mutant in chosen:
            count, found = find(tree, mutant, known[mutant.fuzzer()])
            missed += not found
            example = (
                f"{len(found)} failures of {count} a family, {min(found)}" if found else "NOT FOUND"
            )
            print(f"{mutant.name}: {example}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} mutants found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

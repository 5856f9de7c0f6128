"""Reads the operator files of rules/ops and turns their expressions into Python.

A node of the rule language is a tensor here: `aten::select.int(x, 0, 1)` calls
torch.ops.aten.select.int, `shape(x)` is the list of its sizes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

OPS = Path(__file__).resolve().parents[2] / "rules" / "ops"

# ---------------------------------------------------------------- reading operator files

FILE_NAMES = (
    *("spellings", "corrections", "functional", "python", "views", "aliases", "again"),
    *("strides", "shapes"),
)
KEYWORDS = (
    "op",
    "view",
    "shape",
    "dtype",
    "aliases",
    "again",
    "fn",
    "spelling",
    "use",
    "functions",
    "methods",
    "tag",
)


@dataclass
class Clause:
    kind: str
    op: str  # "aten::select.int"
    params: list[str]
    index: str | None
    body: str | None
    run: Callable[..., Any] | None = None


@dataclass
class Files:
    table: dict[str, str]  # of aten.schemas: name -> schema
    ops: dict[str, tuple[str, str | None]] = field(default_factory=dict)  # name -> schema, when
    clauses: list[Clause] = field(default_factory=list)
    tags: dict[str, list[str]] = field(default_factory=dict)  # name -> operators, of `tag` lines
    fns: dict[str, list[str]] = field(default_factory=dict)
    spellings: list[tuple[str, str, str]] = field(default_factory=list)

    def schema(self, name: str) -> str:
        return self.ops[name][0] if name in self.ops else self.table[name]

    def overloads(self, op: str) -> list[str]:
        """The overloads of an operator that is named without one; else itself."""
        if "." in op.partition("::")[2]:
            return [op]
        return [n for n in {**self.table, **self.ops} if re.sub(r"(::\w+)\..*", r"\1", n) == op]

    def find(self, kind: str, op: str, names: set[str]) -> Clause | None:
        """The first clause of the kind that speaks of the overload, as the engine chooses it."""
        base = re.sub(r"(::\w+)\..*", r"\1", op)
        for clause in self.clauses:
            if clause.kind == kind and clause.op == op and "." in op.partition("::")[2]:
                return clause
            if clause.kind == kind and clause.op == base and set(clause.params) <= names:
                return clause
        return None


def declarations(path: Path) -> list[str]:
    """The declarations of a file, each on one line, without comments."""
    found: list[str] = []
    for line in path.read_text().splitlines():
        line = re.sub(r'(^|\s)#[^"]*$', "", line).rstrip()
        if not line:
            continue
        if line[0] != " " and line.split()[0] in KEYWORDS:
            found.append(line)
        else:
            found[-1] += " " + line.strip()
    return found


def split_top(text: str, separator: str) -> list[str]:
    """Splits at a separator outside of brackets and strings."""
    parts, depth, quoted, last = [], 0, False, 0
    for i, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        depth += 0 if quoted else (char in "([{") - (char in ")]}")
        if depth == 0 and not quoted and text.startswith(separator, i):
            parts.append(text[last:i])
            last = i + len(separator)
    return [*parts, text[last:]]


def head_and_rest(text: str) -> tuple[str, list[str], str]:
    """`name(a, b)rest`: the name, the arguments, the rest."""
    name, _, rest = text.partition("(")
    depth = 1
    for i, char in enumerate(rest):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0:
            return name, [a.strip() for a in split_top(rest[:i], ",") if a.strip()], rest[i + 1 :]
    raise ValueError(text)


def read_files() -> Files:
    files = Files(table=read_table())
    for name in FILE_NAMES:
        for text in declarations(OPS / f"{name}.ops"):
            add_declaration(files, text)
    compile_files(files)
    return files


def read_table() -> dict[str, str]:
    lines = (OPS / "aten.schemas").read_text().splitlines()
    return {
        line.partition("(")[0]: line.partition(" @")[0] for line in lines if line and line[0] != "#"
    }


def without_annotations(schema: str) -> str:
    return re.sub(r"\(([a-z](\|[a-z])*!?|\*)( -> [*a-z|]+)?\)", "", schema)


def parameters(schema: str) -> list[str]:
    """The names of a schema's parameters."""
    given = head_and_rest(without_annotations(schema))[1]
    return [p.split()[-1].partition("=")[0] for p in given if p != "*"]


def add_clause(files: Files, clause: Clause) -> None:
    """Take a line; one that names a tag is a line for each operator that the tag fits."""
    if not clause.op.startswith("@"):
        files.clauses.append(clause)
        return
    for op in files.tags[clause.op[1:]]:
        if any(set(clause.params) <= set(parameters(files.schema(n))) for n in files.overloads(op)):
            files.clauses.append(replace(clause, op=op))


def add_declaration(files: Files, text: str) -> None:
    word, _, rest = text.partition(" ")
    if word == "op":
        schema, _, when = rest.partition(" when ")
        files.ops[schema.partition("(")[0]] = (schema.strip(), when or None)
    elif word == "fn":
        files.fns.setdefault(rest.partition("(")[0], []).append(rest)
    elif word == "spelling":
        method = rest.startswith("method ")
        target, _, op = rest.removeprefix("method ").partition(" is ")
        files.spellings.append(("method" if method else "function", target, op))
    elif word in ("view", "shape", "dtype", "aliases"):
        name, params, tail = head_and_rest(rest)
        index = re.match(r"\[(\w+)\]", tail)
        body = re.search(r"^(\[\w+\])?\s*(writes|=)\s+(.*)$", tail)
        add_clause(files, Clause(word, name, params, index and index[1], body and body[3]))
    elif word == "tag":
        name, *tagged = rest.split()
        files.tags.setdefault(name, []).extend(tagged)


# ---------------------------------------------------------------- expressions as Python


def kind_of(test: Callable[[Any], bool]) -> type:
    """A class whose instances are what the test accepts: usable in `case` patterns."""

    class Meta(type):
        def __instancecheck__(cls, value: Any) -> bool:
            return test(value)

    return Meta("Kind", (), {})


KINDS = {
    "int": kind_of(lambda v: isinstance(v, int) and not isinstance(v, bool)),
    "symint": kind_of(lambda v: isinstance(v, int | torch.SymInt) and not isinstance(v, bool)),
    "bool": kind_of(lambda v: isinstance(v, bool)),
    "float": kind_of(lambda v: isinstance(v, float)),
    "none": kind_of(lambda v: v is None),
    "tensor": kind_of(lambda v: isinstance(v, torch.Tensor)),
}


def refuse(reason: str) -> None:
    """There is no value."""
    raise LookupError(reason)


BUILTINS: dict[str, Any] = {
    "refuse": refuse,
    "shape": lambda x: list(x.shape),
    "stride": lambda x: list(x.stride()),
    "rank": lambda x: x.dim(),
    "dtype": lambda x: x.dtype,
    "has_dtype": lambda x: isinstance(x, torch.Tensor),
    "device_of": lambda x: str(x.device) if isinstance(x, torch.Tensor) else None,
    "device_type": lambda d: str(d).partition(":")[0],
    "device_index": lambda d: int(str(d).partition(":")[2]) if ":" in str(d) else None,
    "offset": lambda x: x.storage_offset(),
    "has_strides": lambda x: isinstance(x, torch.Tensor),
    "base": lambda x: x if x._base is None else x._base,
    "root": lambda x: x if x._base is None else x._base,
    "is_placeholder": lambda x: False,
    "known": lambda x: isinstance(x, torch.Tensor),
    "ceildiv": lambda a, b: -(-a // b),
    "zip": lambda a, b: list(zip(a, b, strict=False)),
    "enumerate": lambda a: list(enumerate(a)),
    "torch": torch,
    **{f"kind_{name}": kind for name, kind in KINDS.items()},
}


def call_operator(name: str) -> Any:
    space, _, rest = name.partition("::")
    found = getattr(torch.ops, space)
    for part in rest.split("."):
        found = getattr(found, part)
    return found


BUILTINS["OP"] = call_operator


def to_python(expression: str) -> str:
    return re.sub(r"\b(\w+)::([\w.]+)\(", r'OP("\1::\2")(', expression)


REGEXES: dict[str, Any] = {}
"""Of patterns that are regexes: by a name for each, a kind of texts."""


def regex_to_python(regex: str) -> str:
    """Return the name of the kind of texts that the regex matches."""
    name = f"REGEX_{len(REGEXES)}"
    compiled = re.compile(re.sub(r"\(\?<(?=\w)", "(?P<", regex))

    def groups(text: str) -> dict[str, str]:
        match = compiled.fullmatch(text)
        assert match
        return match.groupdict()

    REGEXES[name] = kind_of(lambda v: isinstance(v, str) and bool(compiled.fullmatch(v)))
    REGEXES[name].groups = groups
    return name


def named_groups(params: list[str]) -> list[str]:
    """Return the groups that the regexes among a function's parameters bind."""
    return [group for p in params if p.startswith("/") for group in re.findall(r"\(\?<(\w+)>", p)]


def body_to_python(body: str, params: list[str], patterns: list[str]) -> str:
    """Return the body of a clause; texts in it may hold what regexes bound."""
    groups = named_groups(params)
    if not groups:
        return to_python(body)
    kind = next(p.partition("(")[0] for p in patterns if p.startswith("REGEX_"))
    filled = re.sub(r'("[^"]*")', r"\1.format(**REGEX.groups(text))", body)
    return to_python(filled.replace("REGEX", kind))


def pattern_to_python(pattern: str) -> str:
    if pattern.startswith("/"):
        return f"{regex_to_python(pattern.strip('/'))}() as text"
    name, _, kinds = pattern.partition(":")
    if not kinds:
        return pattern
    tests = " | ".join(f"kind_{k.strip()}()" for k in kinds.split("|"))
    return f"({tests}) as {name.strip()}"


def fn_to_python(name: str, clauses: list[str]) -> str:
    """Clauses of a function as cases of a match statement."""
    lines = [f"def {name}(*arguments):", "  match arguments:"]
    for clause in clauses:
        _, params, rest = head_and_rest(clause)
        guard, *body = split_top(rest, " = ")
        guard = guard.strip().removeprefix("if ").strip()
        made = [pattern_to_python(p) for p in params]
        patterns = ", ".join(made) + ("," if params else "")
        lines.append(f"    case ({patterns})" + (f" if {to_python(guard)}" if guard else "") + ":")
        lines.append(f"      return {body_to_python(' = '.join(body).strip(), params, made)}")
    lines.append(f'  raise LookupError("no clause of {name} fits")')
    return "\n".join(lines)


def compile_files(files: Files) -> None:
    scope = dict(BUILTINS)
    for name, clauses in files.fns.items():
        code = fn_to_python(name, clauses)
        scope.update(REGEXES)
        exec(code, scope)
    for clause in files.clauses:
        if clause.body is not None:
            names = dict.fromkeys([*clause.params, "value", clause.index or "i"])
            clause.run = eval(f"lambda {', '.join(names)}: {to_python(clause.body)}", scope)


FILES = read_files()

# ---------------------------------------------------------------- calls


def schema_of(name: str) -> torch._C.FunctionSchema:
    base, _, overload = name.partition("::")[2].partition(".")
    return torch._C._get_schema(f"{name.partition('::')[0]}::{base}", overload)


def default_of(argument: torch._C.Argument) -> Any:
    """The default of a schema's argument; memory formats come as the enumerator's number."""
    value = argument.default_value
    return torch.contiguous_format if argument.name == "memory_format" and value == 0 else value


def bind(name: str, args: tuple, kwargs: dict) -> dict[str, Any]:
    """The call's arguments by the schema's names, defaults filled in."""
    arguments = schema_of(name).arguments
    bound = {a.name: default_of(a) for a in arguments if a.has_default_value()}
    bound.update(zip((a.name for a in arguments), args, strict=False))
    return {**bound, **kwargs}


def evaluate(kind: str, name: str, bound: dict[str, Any], **extra: Any) -> Any:
    clause = FILES.find(kind, name, set(bound))
    assert clause is not None, f"no {kind} line for {name}"
    assert clause.run is not None
    values = {p: bound[p] for p in clause.params}
    return clause.run(**{"value": None, clause.index or "i": None, **values, **extra})

"""Programs that a pattern matches: the pattern is walked, and each call is run as it is made.

What the pattern leaves open is chosen at random. A call that PyTorch refuses is made anew with
other choices, a few times, so that shapes come out as the operators want them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from . import fillings
from .choices import Choices, Key
from .fillings import Shapes
from .hints import Hints, dtype_named
from .program import Call, Input, Program, Ref, run_call
from .schemas import (
    Param,
    Spelling,
    function_at,
    names_matching,
    overloads_of,
    params_of,
    spellings_of,
)
from .trees import Rule, Tree

STYLES = ("aten", "dynamo")
_TRIES = 8
_MOST_RUNS = 80
_ANY_CALLS = ("aten::add", "aten::relu", "aten::mul", "aten::sum", "aten::clone", "aten::t")
_WRITING_CALLS = ("aten::add_", "aten::mul_", "aten::relu_", "aten::zero_")


class NotMadeError(Exception):
    """No program could be made; the message says why."""


class NoProgramError(NotMadeError):
    """None can be made of this pattern, whatever is chosen."""


class Sketch:
    """One program of a pattern in the making."""

    def __init__(self, rule: Rule, variant: Tree, choices: Choices, hints: Hints) -> None:
        self.rule = rule
        self.choices = choices
        self.hints = hints
        self.style = choices.pick(("style",), STYLES)
        self.shapes = Shapes(choices, hints)
        self.matches = {}
        steps = [step for step in variant.items if step.kind == "match"]
        for step in steps[:-1]:
            if step.items[0].kind == "name":
                self.matches[step.items[0].text or ""] = step.items[1]
        self.root = steps[-1].items[1]
        self.names: dict[str, Any] = {}
        self.inputs: list[Input] = []
        self.calls: list[Call] = []
        self.values: dict[str, Any] = {}
        self.runs = 0
        self.base = ""
        """The operator whose arguments are being made."""
        self.own = sorted(
            f"{tree.items[0].text}::{tree.items[1].text}"
            for tree in variant.walk()
            if tree.kind == "operator" and tree.items[1].kind == "text"
        )
        """Operators that the pattern names."""

    def make(self) -> Program:
        """Return the program. Raises NotMadeError."""
        root = self.value(self.root, None, ("root",))
        if not isinstance(root, Ref) or not self.calls:
            raise NoProgramError("the pattern asks for no call")
        matched = tuple(call.name for call in self.calls)
        return Program(tuple(self.inputs), tuple(self.calls), (root.name,), matched)

    # Patterns of values -------------------------------------------------------------------------

    def value(self, tree: Tree, param: Param | None, key: Key) -> Any:
        """Return what fits a pattern: a literal, a ``Ref``, or a container of these."""
        kind = tree.kind
        if kind == "written":
            return self.value(tree.items[0], param, key)
        if kind == "wildcard":
            return self.anything(param, key, None)
        if kind == "name":
            return self._named(tree.text or "", param, key)
        if kind == "typed":
            return self._typed(tree, param, key)
        if kind == "either":
            number = self.choices.pick(("either", *key), range(len(tree.items)))
            return self.value(tree.items[number], param, key)
        if kind in ("tuple", "list"):
            return self._sequence(tree, key)
        if kind in ("call", "opcode"):
            return self._slice(tree, key) if _is_slice(tree) else self.call(tree, key)
        return literal(tree)

    def _named(self, name: str, param: Param | None, key: Key) -> Any:
        if name not in self.names:
            line = self.matches.get(name)
            if line is None:
                self.names[name] = self.anything(param, ("name", name), name)
            else:
                self.names[name] = self.value(line, param, ("line", name))
        return self.names[name]

    def _typed(self, tree: Tree, param: Param | None, key: Key) -> Any:
        inner, kinds = tree.items[0], tree.items[1:]
        name = inner.text or "" if inner.kind == "name" else ""
        if name and name in self.names:
            return self.names[name]
        if inner.kind not in ("name", "wildcard") or name in self.matches:
            return self.value(inner, param, key)
        kind = kinds[self.choices.pick(("kind", *key), range(len(kinds)))]
        value = self._of_kind(kind, param, ("name", name) if name else key, name or None)
        if name:
            self.names[name] = value
        return value

    def _of_kind(self, kind: Tree, param: Param | None, key: Key, name: str | None) -> Any:
        text = kind.text or ""
        if not kind.flag and text in ("any", "node"):
            return self.anything(param, key, name)
        if text in ("list", "tuple") and param is not None and param.kind == "tensors":
            made = self.anything(param, key, name)
            return made if text == "list" else tuple(made)
        dtype = dtype_named(text)
        if (kind.flag or text == "tensor" or dtype) and not (text == "bool" and not kind.flag):
            return self.tensor(key, name, dtype, kind.items if kind.flag else None)
        return self._plain(fillings.of_kind(text), param, key)

    def _plain(self, kind: str, param: Param | None, key: Key) -> Any:
        name = param.name if param else ""
        shape = self._first_shape()
        return self.choices.pick(key, fillings.options(kind, name, self.hints, shape))

    def _first_shape(self) -> tuple[int, ...]:
        """The shape of the tensor made last, on which arguments are likely to depend."""
        for value in reversed(list(self.values.values())):
            if isinstance(value, torch.Tensor):
                return tuple(value.shape)
        return ()

    def _sequence(self, tree: Tree, key: Key) -> Any:
        items: list[Any] = []
        for number, item in enumerate(tree.items):
            if item.kind != "star":
                items.append(self.value(item, None, (*key, number)))
            elif item.items[0].kind == "name":
                self.names.setdefault(item.items[0].text or "", ())
        return items if tree.kind == "list" else tuple(items)

    def _slice(self, tree: Tree, key: Key) -> slice:
        parts = [self.value(item, None, (*key, i)) for i, item in enumerate(tree.items[1:])]
        return slice(*parts)

    def anything(self, param: Param | None, key: Key, name: str | None) -> Any:
        """Return what a parameter takes."""
        kind = param.kind if param else "tensor"
        takes_number = param is not None and len(self.inputs) > 0 and param.name in ("other", "b")
        if kind == "tensor" and takes_number and self.choices.chance(("number", *key), 0.25):
            return self._plain("scalar", param, key)
        if kind == "tensor":
            if param and param.optional and self.choices.chance(("none", *key), 0.3):
                return None
            self.shapes.rank = fillings.rank_for(self.base, param)
            return self.tensor(key, name, fillings.dtype_for(param, self.choices, key), None)
        if kind == "tensors":
            count = self.choices.pick(("count", *key), (2, 1, 3))
            return [self.tensor((*key, i), None, None, None) for i in range(count)]
        return self._plain(kind, param, key)

    def tensor(
        self, key: Key, name: str | None, dtype: torch.dtype | None, dims: tuple[Tree, ...] | None
    ) -> Ref:
        """Return a new input."""
        if self.own and dims is None and self.choices.chance(("made", *key), 0.1):
            made = self._made(key)
            if made is not None:
                return made
        name = fillings.free_name(name, self.values)
        spec = self.shapes.spec(name, dtype, dims, [one.spec for one in self.inputs])
        self.inputs.append(Input(name, spec))
        self.values[name] = spec.make()
        return Ref(name)

    def _made(self, key: Key) -> Ref | None:
        """Return a call of an operator of the pattern; None: PyTorch does not run it."""
        name = self.choices.pick(("made by", *key), self.own)
        inner = ("inner", *key)
        if len(key) > 12:
            return None
        try:
            return self._call_of(name, None, (_ANY_FIRST,), inner)
        except NotMadeError:
            return None

    # Calls --------------------------------------------------------------------------------------

    def call(self, tree: Tree, key: Key) -> Ref:
        """Return a call that fits the pattern, and that PyTorch has run."""
        problem: NotMadeError | None = None
        for _ in range(_TRIES):
            known = set(self.choices.made)
            inputs, calls = len(self.inputs), len(self.calls)
            names, values = dict(self.names), dict(self.values)
            try:
                return self._call_once(tree, key)
            except NoProgramError:
                raise
            except NotMadeError as error:
                problem = error
            self.choices.undo(set(self.choices.made) - known)
            self.shapes.forget()
            del self.inputs[inputs:], self.calls[calls:]
            self.names, self.values = names, values
            if self.runs > _MOST_RUNS:
                break
        assert problem is not None
        raise problem

    def _call_once(self, tree: Tree, key: Key) -> Ref:
        head, arguments = (tree.items[0], tree.items[1:]) if tree.kind == "call" else (tree, ())
        if head.kind == "operator":
            return self._operator_call(head, arguments, key)
        if head.kind == "opcode":
            return self._opcode_call(head, arguments, key)
        if head.kind == "attribute":
            return self._spelled_call(head, arguments, key)
        raise NoProgramError(f"the pattern calls {head.kind} {head.text or ''}")

    def _opcode_call(self, head: Tree, arguments: tuple[Tree, ...], key: Key) -> Ref:
        if head.text != "call":
            raise NoProgramError(f"the pattern asks for `{head.text}`")
        writes = any(item.kind == "written" for item in arguments)
        names = _WRITING_CALLS if writes else _ANY_CALLS
        name = self.choices.pick(("op", *key), names)
        return self._call_of(name, None, arguments, key)

    def _operator_call(self, head: Tree, arguments: tuple[Tree, ...], key: Key) -> Ref:
        space, base, overload = head.items
        if base.kind == "regex":
            names = names_matching(space.text or "", base.text or "")
        else:
            names = (f"{space.text}::{base.text}",)
        if not names:
            raise NoProgramError(f"PyTorch has no operator of {space.text} that matches")
        name = self.choices.pick(("op", *key), names)
        return self._call_of(name, overload.text, arguments, key)

    def _call_of(
        self, name: str, overload: str | None, arguments: tuple[Tree, ...], key: Key
    ) -> Ref:
        found = [one for one in overloads_of(name) if overload in (None, one._overloadname)]
        if not found:
            raise NoProgramError(f"{name} cannot be run here: PyTorch has no such operator")
        bound = [(one, asked) for one in found if (asked := _bind(one, arguments)) is not None]
        if not bound:
            raise NoProgramError(f"no overload of {name} takes these arguments")
        number = self.choices.pick(("overload", *key), range(len(bound)))
        chosen, asked = bound[number]
        is_open = any(item.kind == "ellipsis" for item in arguments)
        namespace, _, base = name.partition("::")
        args, kwargs = self._arguments(base, params_of(chosen), asked, is_open, key)
        spelling: Spelling = ("call_function", chosen)
        if self.style == "dynamo" and namespace == "aten":
            takes_tensor = bool(args) and isinstance(args[0], Ref)
            spelled = spellings_of(base, takes_tensor, len(args) + len(kwargs))
            if spelled:
                spelling = self.choices.pick(("spelling", *key), spelled)
        return self._run(base, spelling, args, kwargs)

    def _arguments(
        self,
        base: str,
        params: tuple[Param, ...],
        asked: dict[str, Tree],
        is_open: bool,
        key: Key,
    ) -> tuple[list[Any], dict[str, Any]]:
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        skipped = False
        for param in params:
            place = (*key, param.name)
            self.base = base
            if param.name in asked:
                value = self.value(asked[param.name], param, place)
            elif param.has_default and not (
                is_open and self.choices.chance(("given", *place), 0.3)
            ):
                skipped = True
                continue
            elif param.kind == "other":
                raise NotMadeError(f"nothing is known that the parameter {param.name} takes")
            else:
                value = self.anything(param, place, None)
            if param.keyword_only or skipped:
                kwargs[param.name] = value
            else:
                args.append(value)
        return args, kwargs

    def _spelled_call(self, head: Tree, arguments: tuple[Tree, ...], key: Key) -> Ref:
        path = _path(head)
        function = function_at(path) if path else None
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        spelling: Spelling
        if function is not None:
            spelling, base = ("call_function", function), path.rpartition(".")[2]
        elif path and path.count(".") > 1:
            raise NoProgramError(f"{path} cannot be run here")
        else:
            base = self._method(head, key)
            spelling = ("call_method", base)
            args.append(self.value(head.items[0], None, (*key, "self")))
        guess = _params_by_place(base)
        for number, item in enumerate(arguments):
            if item.kind in ("ellipsis", "star", "starstar"):
                continue
            self.base = base
            param = guess[len(args)] if len(args) < len(guess) else None
            if item.kind == "keyword":
                named = {one.name: one for one in guess}.get(item.text or "")
                value = self.value(item.items[0], named, (*key, item.text))
                kwargs[item.text or ""] = value
            else:
                args.append(self.value(item, param, (*key, number)))
        return self._run(base, spelling, args, kwargs)

    def _method(self, head: Tree, key: Key) -> str:
        if head.text is not None:
            return head.text
        regex = head.items[1].text or ""
        names = [
            name.partition("::")[2]
            for name in names_matching("aten", regex)
            if hasattr(torch.Tensor, name.partition("::")[2])
        ]
        names += [
            name
            for name in ("float", "double", "half", "bfloat16", "long", "int", "bool", "type")
            if name in regex
        ]
        if not names:
            raise NoProgramError(f"no method of tensors matches /{regex}/")
        return self.choices.pick(("op", *key), names)

    def _run(self, base: str, spelling: Spelling, args: list[Any], kwargs: dict[str, Any]) -> Ref:
        name = fillings.free_name(base.rstrip("_") or base, self.values)
        call = Call(name, *spelling, tuple(args), kwargs)
        self.runs += 1
        try:
            self.values[name] = run_call(call, self.values)
        except Exception as error:  # whatever PyTorch raises for such arguments
            raise NotMadeError(
                f"{base}: {str(error).splitlines()[0] if str(error) else error!r}"
            ) from error
        self.calls.append(call)
        return Ref(name)


_ANY_FIRST = Tree("wildcard", None, False, ())


def _bind(overload: Any, arguments: tuple[Tree, ...]) -> dict[str, Tree] | None:
    """Return what the pattern asks of each parameter; None: the overload has none like that."""
    params = params_of(overload)
    places = [param for param in params if not param.keyword_only]
    asked: dict[str, Tree] = {}
    is_open, position = False, 0
    for item in arguments:
        if item.kind in ("ellipsis", "star", "starstar"):
            is_open = True
        elif item.kind == "keyword":
            asked[item.text or ""] = item.items[0]
        elif position < len(places):
            asked[places[position].name] = item
            position += 1
        else:
            return None
    by_name = {param.name: param for param in params}
    if "out" in by_name and "out" not in asked:
        return None
    if any(
        name not in by_name or not _may_fit(tree, by_name[name]) for name, tree in asked.items()
    ):
        return None
    lacks = [p for p in params if p.name not in asked and not p.has_default]
    return None if lacks and not is_open else asked


_LITERALS: dict[str, tuple[str, ...]] = {
    "int": ("int", "scalar", "float", "tensor", "ints"),
    "float": ("float", "scalar", "tensor"),
    "true": ("bool", "scalar", "tensor"),
    "false": ("bool", "scalar", "tensor"),
    "string": ("str", "device"),
    "list": ("ints", "tensors", "floats", "other"),
    "tuple": ("ints", "tensors", "floats", "other"),
    "call": ("tensor", "tensors", "scalar", "int", "float"),
}
"""By kind of literal: the kinds of parameters that may take it."""


def _may_fit(tree: Tree, param: Param) -> bool:
    if tree.kind in ("either", "written", "unary"):
        return any(_may_fit(item, param) for item in tree.items)
    if tree.kind == "none":
        return param.optional
    if tree.kind == "attribute":
        return param.kind in ("dtype", "layout", "memory_format", "device")
    if tree.kind == "typed":
        return any(_kind_may_fit(kind, param) for kind in tree.items[1:])
    return param.kind in _LITERALS.get(tree.kind, (param.kind,))


def _kind_may_fit(kind: Tree, param: Param) -> bool:
    plain = fillings.of_kind(kind.text or "")
    if kind.flag or (dtype_named(kind.text or "") and kind.text != "bool"):
        plain = "tensor"
    numbers = ("int", "float", "bool", "scalar")
    if plain in numbers:
        return param.kind in (plain, "scalar", "tensor", *(("float",) if plain == "int" else ()))
    if kind.text in ("list", "tuple"):
        return param.kind in ("ints", "tensors", "floats", "other")
    if plain == "none":
        return param.optional
    return plain in ("any", "node", param.kind) or plain == "tensor" == param.kind


def _params_by_place(base: str) -> tuple[Param, ...]:
    """Parameters of a function or method of Python, guessed from the operator of its name."""
    found = overloads_of(f"aten::{base}")
    return params_of(found[0]) if found else ()


def _path(tree: Tree) -> str:
    """The dotted path of an attribute; "": it is none."""
    if tree.kind == "name":
        return tree.text or ""
    if tree.kind == "attribute" and tree.text is not None:
        above = _path(tree.items[0])
        return f"{above}.{tree.text}" if above else ""
    return ""


def _is_slice(tree: Tree) -> bool:
    return tree.kind == "call" and tree.items[0].kind == "name" and tree.items[0].text == "slice"


_CONSTANTS: dict[str, Any] = {"none": None, "true": True, "false": False, "ellipsis": ...}
_READERS: dict[str, Callable[[str], Any]] = {"int": int, "float": float}


def literal(tree: Tree) -> Any:
    """Return the value of a literal. Raises NoProgramError for what is none."""
    if tree.kind in _CONSTANTS:
        return _CONSTANTS[tree.kind]
    if tree.kind in _READERS:
        return _READERS[tree.kind](tree.text or "0")
    if tree.kind == "unary" and tree.text == "-":
        return -literal(tree.items[0])
    if tree.kind == "string" and all(item.kind == "text" for item in tree.items):
        return "".join(item.text or "" for item in tree.items)
    if tree.kind == "attribute" and _path(tree).startswith("torch."):
        value = getattr(torch, tree.text or "", None)
        if value is not None:
            return value
    raise NoProgramError(f"the pattern asks for a {tree.kind} {tree.text or ''}".rstrip())

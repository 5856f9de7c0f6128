#!/usr/bin/env python3
"""Checks sizes that the code keeps: lines of a file, members of a struct, files of a folder.

Prints each that is too large, and exits with 1 if there are any. Part of `make lint`.
"""

import re
import sys
from pathlib import Path

MOST_LINES = {".h": 300, ".c": 500, ".l": 500, ".y": 500}
MOST_MEMBERS = 20
MOST_FILES = 20

# What may be larger, up to how much, and why.
LINES = {
    "grammar/rules/rules.y": 570,  # one language is one grammar, and bison has no includes
    "grammar/rules/words.c": 520,  # lists: all words of the language, one a line
}
MEMBERS = {
    "regraft_options": 22,  # the public API: callers name its members
}
FILES = {
    "engine/commands": 40,  # a list: each command is a file
    "engine/base": 21,  # a list: the containers and texts that all else uses, one a file
    "engine/graph": 22,  # types (4 files) could be a folder; all that includes type.h would change
    "engine/forms": 26,  # a list: a few files for each form, which share forms.h
}

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
STRUCT = re.compile(r"\bstruct\s+(\w+)\s*\{")


def without_comments(text: str) -> str:
    """Return the text with its comments emptied; line numbers stay."""
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


def body_end(text: str, begin: int) -> int:
    """Return where the block ends whose first `{` is at begin."""
    depth = 0
    for at in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def member_count(body: str) -> int:
    """Return how many members a struct has, those of unnamed structs and unions within it included.

    >>> member_count("int a, *b; void (*c)(int, int); union { int d; int e; };")
    5
    """
    body = re.sub(r"\([^()]*\)", "", re.sub(r"\(\*(\w+)\)", r"\1", body))
    members = 0
    for declaration in re.split(r"[;{}]", body):
        head = re.fullmatch(r"\s*(struct|union|enum)(\s+\w+)?\s*", declaration)
        if declaration.strip() and not head:
            members += 1 + declaration.count(",")
    return members


def too_large(root: Path) -> list[str]:
    """Return a message for each file, struct and folder below root that is too large."""
    found = []
    files = [f for top in ("engine", "grammar") for f in sorted((root / top).rglob("*"))]
    folders: dict[str, int] = {}
    for file in files:
        name = file.relative_to(root).as_posix()
        if file.suffix not in MOST_LINES or name.startswith("engine/python/"):
            continue
        folder = file.parent.relative_to(root).as_posix()
        folders[folder] = folders.get(folder, 0) + 1
        text = file.read_text()
        lines, most = text.count("\n"), LINES.get(name, MOST_LINES[file.suffix])
        if lines > most:
            found.append(f"{name}: {lines} lines, at most {most}")
        code = without_comments(text)
        for struct in STRUCT.finditer(code):
            count = member_count(code[struct.end() : body_end(code, struct.end() - 1)])
            most = MEMBERS.get(struct[1], MOST_MEMBERS)
            if count > most:
                line = code.count("\n", 0, struct.start()) + 1
                found.append(f"{name}:{line}: {struct[1]} has {count} members, at most {most}")
    for folder, count in folders.items():
        most = FILES.get(folder, MOST_FILES)
        if count > most:
            found.append(f"{folder}: {count} files, at most {most}")
    return found


def main() -> int:
    """Print what is too large; return the exit status."""
    found = too_large(Path(__file__).resolve().parent.parent)
    for message in found:
        print(message)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())

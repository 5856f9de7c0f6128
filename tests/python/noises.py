"""What surrounds graphs in logs, mails and web pages, to put around a graph in tests."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable


def _each_line(text: str, change: Callable[[str], str]) -> str:
    return "".join(f"{change(line)}\n" for line in text.splitlines())


def prose(text: str, chance: random.Random) -> str:
    """Sentences before and behind the graph."""
    return f"Hello, this is what I got for step {chance.randrange(9)}:\n\n{text}\nAny ideas?\n"


def fence(text: str, chance: random.Random) -> str:
    """A block of code in Markdown."""
    return f"```{chance.choice(['', 'python', 'text'])}\n{text}```\n"


def cursor(text: str, chance: random.Random) -> str:
    """A mark at one line, which it takes the place of blanks in."""
    lines = text.splitlines()
    marked = [i for i, line in enumerate(lines) if line.startswith("    %")]
    if marked:
        at = chance.choice(marked)
        lines[at] = f"--> {lines[at].strip()}"
    return "\n".join(lines) + "\n"


def comment(text: str, chance: random.Random) -> str:
    """A comment sign before every line."""
    return _each_line(text, lambda line: f"# {line}")


def diff(text: str, chance: random.Random) -> str:
    """The new side of a change."""
    return _each_line(text, lambda line: f"+{line}")


def glog(text: str, chance: random.Random) -> str:
    """Prefixes of the log of PyTorch 2.3 and later."""
    rank = chance.choice(["", "[rank0]:", "[rank3]: "])
    tag = chance.choice(["[0/0] [__graph_code]", "[8/1_1] [__aot_graphs]", "[0/0]"])
    head = f"{rank}V0716 11:20:08.832000 139 torch/_dynamo/x.py:1319] {tag} "
    return _each_line(text, lambda line: head + line)


def logging(text: str, chance: random.Random) -> str:
    """Prefixes of the log of PyTorch 2.0 to 2.2."""
    head = "[2023-07-06 01:42:39,093] torch._dynamo.output_graph: [DEBUG] "
    return _each_line(text, lambda line: head + line)


def quote(text: str, chance: random.Random) -> str:
    """Quotation marks of a mail."""
    return _each_line(text, lambda line: "> " * chance.choice([1, 2]) + line)


def colours(text: str, chance: random.Random) -> str:
    """Colours of a terminal."""
    return re.sub(r"\b(torch|None|return)\b", "\x1b[34m\\1\x1b[0m", text)


def no_break(text: str, chance: random.Random) -> str:
    """No-break spaces for the blanks that lines begin with."""
    return re.sub(r"(?m)^ +", lambda m: "\u00a0" * len(m[0]), text)


def line_ends(text: str, chance: random.Random) -> str:
    """Line ends of Windows, and a byte order mark."""
    return "\ufeff" + text.replace("\n", "\r\n")


def entities(text: str, chance: random.Random) -> str:
    """Escapes of HTML."""
    return html.escape(text)


def escaped(text: str, chance: random.Random) -> str:
    """A text as a string of JSON."""
    return json.dumps(text)[1:-1]


Noise = Callable[[str, random.Random], str]
KINDS: tuple[tuple[Noise, ...], ...] = (
    (prose,),
    (cursor,),
    (fence,),
    (comment, diff),
    (glog, logging),
    (quote,),
    (colours, no_break),
    (line_ends,),
    (entities, escaped),
)
"""From the innermost out; of the kinds that stand together there is one at a time."""


def some(chance: random.Random) -> list[Noise]:
    """Choose one kind to four, in the order in which they go around a graph."""
    groups = sorted(chance.sample(range(len(KINDS)), chance.randint(1, 4)))
    return [chance.choice(KINDS[group]) for group in groups]


def surround(text: str, kinds: list[Noise], chance: random.Random) -> str:
    """Put noise of each kind around a text, in this order."""
    for kind in kinds:
        text = kind(text, chance)
    return text

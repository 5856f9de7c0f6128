"""Noise around a graph changes nothing of what is read."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

import noises
import oracle
from fx_text import loads
from python_code import NO_RULES

GRAPHS = Path(__file__).resolve().parents[1] / "graphs"
CHOSEN = sorted(
    (path for path in GRAPHS.glob("*.fx") if path.stat().st_size < 12_000),
    key=lambda path: path.name,
)[:20]
COMBINATIONS = 500
ALONE = [kind for group in noises.KINDS for kind in group]

pytestmark = pytest.mark.usefixtures("regraft")


def read_all(texts: list[str], directory: Path) -> list[str]:
    """Return the node list that regraft reads from each text; "" where it refuses to.

    What the layout of a node list is does not matter: regraft leaves it as it is.
    """
    for number, text in enumerate(texts):
        (directory / f"{number}.fx").write_text(text, encoding="utf-8", newline="")
    (directory / "read").mkdir(exist_ok=True)
    files = [directory / f"{number}.fx" for number in range(len(texts))]
    binary = oracle.regraft_binary()
    command: list[str | Path] = [binary, "run", "--format", "annotated", "-o", directory / "read"]
    subprocess.run([*command, NO_RULES, *files], capture_output=True, check=False)
    found = [directory / "read" / file.name for file in files]
    return [_without_layout(path.read_text("utf-8")) if path.exists() else "" for path in found]


def _without_layout(text: str) -> str:
    lines = (line.strip("\ufeff ") for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def forms_of(path: Path) -> list[str]:
    """Return a graph as a node list and as code; bodies need both forms' own separators."""
    text = path.read_text(encoding="utf-8")
    if "\ngraph " in text or ".plain" in path.name:
        return [text]
    module = loads(text, strings_quoted=True)
    return [text, module.print_readable(print_output=False, include_stride=True) + "\n"]


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """The graphs in their forms."""
    return [form for path in CHOSEN for form in forms_of(path)]


@pytest.mark.parametrize("kind", ALONE, ids=lambda kind: kind.__name__)
def test_one_kind_of_noise(kind: noises.Noise, texts: list[str], tmp_path: Path) -> None:
    chance = random.Random(1)
    clean = read_all(texts, tmp_path)
    noisy = [noises.surround(text, [kind], chance) for text in texts]
    (tmp_path / "noisy").mkdir()
    assert read_all(noisy, tmp_path / "noisy") == clean
    assert all(clean)


def test_combinations_of_noise(texts: list[str], tmp_path: Path) -> None:
    chance = random.Random(7)
    clean = read_all(texts, tmp_path)
    chosen = [(chance.randrange(len(texts)), noises.some(chance)) for _ in range(COMBINATIONS)]
    noisy = [noises.surround(texts[number], kinds, chance) for number, kinds in chosen]
    (tmp_path / "noisy").mkdir()
    found = read_all(noisy, tmp_path / "noisy")
    failures = [
        f"{[kind.__name__ for kind in kinds]} around\n{text[:3000]}\ngave\n{got[:2000]}"
        for (number, kinds), text, got in zip(chosen, noisy, found, strict=True)
        if got != clean[number]
    ]
    assert not failures, f"{len(failures)} failures, such as\n" + "\n\n".join(failures[:3])

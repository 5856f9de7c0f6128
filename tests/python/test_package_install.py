"""The package as users get it: built, installed afresh, and the examples of its documents.

A python block whose fence names a file (```` ```python five.py ````) is run from that file; the
text block behind it is what it prints.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
import torch

from package_path import PACKAGE

ROOT = PACKAGE.parents[1]
DOCUMENTS = [ROOT / "README.md", PACKAGE / "README.md"]
EXAMPLE = re.compile(
    r"^```python (\S+)\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE
)
EXAMPLES = [
    pytest.param(*match, id=f"{document.parent.name or 'top'}-{match[0]}")
    for document in DOCUMENTS
    for match in EXAMPLE.findall(document.read_text(encoding="utf-8"))
]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command and return what it prints. Fails the test with what it says.

    What it compiles is not optimized, which takes half the time.
    """
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        capture_output=True,
        check=False,
        text=True,
        timeout=600,
        env=os.environ | {"CFLAGS": "-O0"},
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the source distribution, away from the source tree."""
    directory = tmp_path_factory.mktemp("dist")
    run(sys.executable, "setup.py", "-q", "sdist", "-d", directory, cwd=PACKAGE)
    (archive,) = directory.glob("regraft-*.tar.gz")
    run(*_pip("wheel"), "-w", directory, archive, cwd=directory)
    (built,) = directory.glob("regraft-*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment with the wheel; torch is that of the tests."""
    directory = tmp_path_factory.mktemp("venv")
    venv.create(directory, with_pip=False, symlinks=True)
    interpreter = directory / "bin" / "python"
    (packages,) = directory.glob("lib/python*/site-packages")
    (packages / "torch.pth").write_text(f"{Path(torch.__file__).parents[1]}\n")
    run(*_pip("install"), "--target", packages, wheel, cwd=directory)
    return interpreter


def _pip(command: str) -> list[str]:
    return [sys.executable, "-m", "pip", command, "-q", "--no-deps", "--no-build-isolation"]


def test_the_wheel_holds_the_library_and_the_rules(wheel: Path) -> None:
    assert re.fullmatch(r"regraft-[\d.]+-py3-none-linux_\w+\.whl", wheel.name)
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"regraft/libregraft.so", "regraft/bin/regraft", "regraft/py.typed"} <= names
    assert any(re.fullmatch(r"regraft-[^/]*/licenses/LICENSE", name) for name in names)
    kinds = (".rules", ".pipeline", ".ops", ".schemas")
    folders = (ROOT / "rules", ROOT / "rules" / "ops", ROOT / "rules" / "library")
    rules = [path for folder in folders for path in folder.glob("*.*") if path.suffix in kinds]
    assert {f"regraft/{path.relative_to(ROOT)}" for path in rules} <= names


def test_the_command_of_the_wheel(python: Path, tmp_path: Path) -> None:
    graph = ROOT / "tests" / "install" / "graph.fx"
    expected = (ROOT / "tests" / "install" / "rewritten.fx").read_text()
    start = "from regraft.command import main; main()"
    assert run(python, "-c", start, "run", graph, cwd=tmp_path) == expected
    assert "regraft=regraft.command:main" in (PACKAGE / "pyproject.toml").read_text().replace(
        '"', ""
    ).replace(" ", "")


def test_the_source_tree_builds(tmp_path: Path) -> None:
    run(*_pip("wheel"), "-w", tmp_path, PACKAGE, cwd=tmp_path)
    assert list(tmp_path.glob("regraft-*.whl"))


@pytest.mark.parametrize(("name", "code", "expected"), EXAMPLES)
def test_example(python: Path, tmp_path: Path, name: str, code: str, expected: str) -> None:
    (tmp_path / name).write_text(code)
    assert run(python, name, cwd=tmp_path) == expected

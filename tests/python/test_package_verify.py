"""``python -m regraft verify``: wrong rules are refuted, right ones are not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oracle import REPOSITORY, regraft_binary
from package_path import PACKAGE

pytestmark = pytest.mark.usefixtures("regraft")

WRONG = """\
pass wrong

rule times_zero {
  match    y = aten::mul(x: f32, 0 | 0.0)
  rewrite  y = aten::zeros_like(x)
}
"""
RIGHT = """\
pass right

rule once_is_enough {
  match    y = aten::relu(aten::relu(x))
  rewrite  y = aten::relu(x)
}
"""
NO_PROGRAM = """\
pass nothing

rule of_nobody {
  match    y = nobody::has_this(x)
  rewrite  y = x
}
"""


def verify(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "my.ops").write_text("op nobody::has_this(Tensor self) -> Tensor\n")
    (folder / "my.rules").write_text(text)
    command = [sys.executable, "-m", "regraft", "verify", "my.ops", "my.rules", *options]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def refuted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("refuted")
    done = verify(folder, WRONG, "--json", "found.json", "--html", "found.html")
    assert done.returncode == 1, done.stderr
    return folder, done.stdout


def counterexample(folder: Path) -> dict[str, str]:
    (entry,) = json.loads((folder / "found.json").read_text())["rules"]
    assert entry["status"] == "refuted"
    found: dict[str, str] = entry["counterexample"]
    return found


def test_a_wrong_rule_is_refuted_in_words(refuted: tuple[Path, str]) -> None:
    folder, shown = refuted
    assert shown.startswith("my.rules:3: times_zero: refuted for x: f32[")
    assert counterexample(folder)["words"] in shown
    assert shown.splitlines()[-1] == "0 verified, 0 approximate, 1 refuted, 0 not verified"
    assert "times_zero" in (folder / "found.html").read_text()


def test_the_script_shows_the_difference_with_torch_alone(refuted: tuple[Path, str]) -> None:
    script = counterexample(refuted[0])["script"]
    assert "regraft" not in script
    done = subprocess.run(
        [sys.executable, "-"], input=script, capture_output=True, text=True, check=True
    )
    values = [line.split("(tensor(")[1] for line in done.stdout.splitlines() if "(tensor(" in line]
    assert len(values) == 2 and values[0] != values[1], done.stdout


def test_the_test_fails_as_long_as_the_rule_is_wrong(refuted: tuple[Path, str]) -> None:
    folder = refuted[0]
    (folder / "found.test").write_text(counterexample(folder)["test"])
    command = [regraft_binary(), "test", "found.test"]
    environment = {**os.environ, "REGRAFT_RULES": str(REPOSITORY / "rules")}
    options = {"cwd": folder, "env": environment, "capture_output": True, "text": True}
    done = subprocess.run(command, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 1 and "0 passed, 1 failed" in done.stdout, done.stdout + done.stderr
    (folder / "my.rules").write_text(WRONG.replace("x: f32", "x: i32"))
    done = subprocess.run(command, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0 and "1 passed, 0 failed" in done.stdout, done.stdout


def test_the_same_seed_finds_the_same(refuted: tuple[Path, str]) -> None:
    folder, shown = refuted
    again = verify(folder, WRONG)
    assert again.stdout == shown


def test_a_right_rule_is_verified(tmp_path: Path) -> None:
    done = verify(tmp_path, RIGHT, "--programs", "60", "--json", "found.json")
    assert done.returncode == 0, done.stdout + done.stderr
    (entry,) = json.loads((tmp_path / "found.json").read_text())["rules"]
    assert entry["status"] == "verified"
    assert entry["programs"] >= 60 and entry["runs"] > entry["programs"]
    assert {"f32", "i64"} <= set(entry["dtypes"])
    assert len(entry["contexts"]) > 8


def test_a_rule_without_programs_is_not_verified(tmp_path: Path) -> None:
    done = verify(tmp_path, NO_PROGRAM)
    assert done.returncode == 0
    assert "of_nobody: not verified: no program can be made of its pattern" in done.stdout


def test_what_is_wrong_with_the_command_line(tmp_path: Path) -> None:
    done = verify(tmp_path, RIGHT, "--rule", "nowhere")
    assert done.returncode == 2 and "there is no rule `nowhere`" in done.stderr
    done = verify(tmp_path, "pass wrong\n\nrule {")
    assert done.returncode == 2 and "my.rules:3" in done.stderr

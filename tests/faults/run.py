#!/usr/bin/env python3
"""Lets allocations and calls into the system fail, one at a time, in every command of regraft.

    run.py [--whole | --most N] [--only TEXT] [--seed N] [--jobs N] [--fail KIND:N]

Each scenario runs once as it is, then again and again with one call that fails: once for each stack
from which such a call is made and for some more; with --most, for N of these; with --whole, for every
call. A run with a failure must do exactly what it does otherwise, or print an error and return 1;
every file must then be as it was or as it should become; nothing may be left open, unfreed or lying
about. The last line is `N passed, N failed`: scenarios.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = Path(os.environ.get("BUILD", ROOT / "build")).resolve()
KINDS = ("memory", "map", "open", "read", "write", "sync", "rename", "close", "look", "start")
TIMEOUT = 60  # seconds
MORE = 30  # calls of a scenario that a sample takes beside one for each stack

SECONDS = re.compile(rb"\d+\.\d{3,}")  # no run takes as long as another

FACTS = "--facts facts.json"
SCENARIOS = {
    "run": f"run p.rules m.fx {FACTS}",
    "run to files": f"run p.rules m.fx {FACTS} -o out.fx --json-meta meta.json --dump-dir dump",
    "run two graphs": f"run p.rules m.fx n.fx {FACTS} -j 2 -o new --json-meta -",
    "run the default passes": "run --pipeline all/default.pipeline all.fx -o all.fx",
    "run --diff": f"run p.rules m.fx {FACTS} --diff --profile",
    "check": "check p.rules q.rules",
    "check mistakes": "check bad.rules",
    "check --shuffle": f"check p.rules m.fx {FACTS} --shuffle 2",
    "test": "test t.test",
    "test failing": "test bad.test --junit report.xml",
    "test --bless": "test --bless bad.test",
    "test --mutate": "test --mutate t.test",
    "test a directory": "test tests",
    "explain": f"explain p.rules m.fx {FACTS} --node f",
    "explain --json": f"explain p.rules m.fx {FACTS} --node gelu --json",
    "trace": f"trace p.rules m.fx {FACTS} --html page.html",
    "bisect": f"bisect p.rules m.fx {FACTS} --check ./check.sh",
    "diff": f"diff p.rules q.rules m.fx {FACTS}",
    "dot": f"dot p.rules m.fx {FACTS} --node f",
    "fmt": "fmt u.rules",
    "doc": f"doc p.rules m.fx {FACTS}",
    "help": "run --help",
}


@dataclass
class Outcome:
    """What a run did: exit code, standard output and error, files, and what it left behind."""

    code: int
    out: bytes
    err: bytes
    files: dict[str, bytes]  # content, behind the mode
    counts: dict[str, int] = field(default_factory=dict)
    places: list[tuple[str, int, str]] = field(default_factory=list)

    def same_as(self, other: Outcome) -> bool:
        return self.told() == other.told() and self.files == other.files

    def told(self) -> tuple[int, bytes, bytes]:
        return self.code, SECONDS.sub(b"S", self.out), SECONDS.sub(b"S", self.err)


def files_in(folder: Path) -> dict[str, bytes]:
    found = {}
    for directory, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(directory, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class Case:
    """A scenario in a directory of its own."""

    def __init__(self, name: str, command: str, scratch: Path) -> None:
        self.name, self.command = name, command.split()
        self.start = prepare_files()
        self.folder = Path(tempfile.mkdtemp(dir=scratch))
        self.report = Path(str(self.folder) + ".report")
        self.reset({})

    def reset(self, now: dict[str, bytes]) -> None:
        """Brings the files back to what they were at first."""
        for name in now.keys() - self.start.keys():
            (self.folder / name).unlink()
        for name, content in self.start.items():
            if now.get(name) != content:
                path = self.folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod(0o755 if name.endswith(".sh") else 0o644)
        for directory, _, _ in os.walk(self.folder, topdown=False):
            if directory != str(self.folder) and not os.listdir(directory):
                os.rmdir(directory)

    def run(self, fail: str = "", places: bool = False) -> Outcome:
        environment = {
            "PATH": "/usr/bin:/bin",
            "LD_PRELOAD": str(BUILD / "faults.so"),
            "REGRAFT_RULES": "rules",
            "TMPDIR": str(self.folder),
            "FAULTS_REPORT": str(self.report),
        }
        if fail:
            environment["FAULTS_FAIL"] = fail
        if places:
            environment["FAULTS_PLACES"] = "1"
        self.report.unlink(missing_ok=True)
        done = subprocess.run(
            [BUILD / "regraft", *self.command],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
        outcome = Outcome(done.returncode, done.stdout, done.stderr, files_in(self.folder))
        self.reset(outcome.files)
        if report := outcome.files.get("report.xml"):
            outcome.files["report.xml"] = SECONDS.sub(b"S", report)
        for line in self.report.read_text().splitlines() if self.report.exists() else ():
            words = line.split()
            if len(words) == 2:
                outcome.counts[words[0]] = int(words[1])
            else:
                outcome.places.append((words[0], int(words[1]), words[2]))
        return outcome

    def complaint(self, fail: str, usual: Outcome, got: Outcome) -> str:
        """What is wrong with a run in which a call failed; "" if nothing is."""
        if got.code < 0 or got.code > 1:
            return f"ended with {got.code}"
        wrong = [
            name
            for name in sorted(got.files)
            if got.files[name] not in (self.start.get(name), usual.files.get(name))
            and f"cannot remove {self.folder / name}:".encode() not in got.err
            and not (got.code == 1 and tells_all(name, got.files[name]))
        ]
        if wrong:
            return f"left {', '.join(wrong)}"
        if missing := self.start.keys() - got.files.keys():
            return f"removed {', '.join(sorted(missing))}"
        for kind in ("blocks", "files"):
            if got.counts.get(kind, 0) > usual.counts[kind]:
                return f"left {got.counts[kind] - usual.counts[kind]} {kind} behind"
        if got.same_as(usual):
            return ""
        if got.code == 0:
            return "said nothing, and did something else"
        if not says_error(fail, got.out + got.err, usual.out + usual.err):
            return "gave no reason, or another one"
        return ""


def tells_all(name: str, text: bytes) -> bool:
    """Whether it is a report of what went wrong, and whole."""
    ends = {".xml": b"</testsuite>\n", ".html": b"</html>\n"}
    return text.endswith(ends.get(os.path.splitext(name)[1], b"\0"))


def says_error(fail: str, said: bytes, usual: bytes) -> bool:
    if fail.startswith(("memory", "map")) and b"memory" not in said.lower():
        return False
    lines = set(said.splitlines()) - set(usual.splitlines())
    return any(b"regraft: " in line or b"error: " in line for line in lines)


def prepare_files() -> dict[str, bytes]:
    files = files_in(HERE / "files")
    for path in [*(ROOT / "rules").glob("*.*s"), *(ROOT / "rules").glob("*.pipeline")]:
        files[f"all/{path.name}"] = path.read_bytes()
    for path in (ROOT / "rules" / "ops").glob("*.*s"):
        files[f"all/ops/{path.name}"] = path.read_bytes()
    files["n.fx"] = files["m.fx"].replace(b"mean", b"mode")
    files["u.rules"] = files["p.rules"].replace(b"  where", b" where")
    files["all.fx"] = (ROOT / "tests" / "cli" / "files" / "small.fx").read_bytes()
    files["check.sh"] = b'#!/bin/sh\n! grep -q view_new "$1"\n'
    for name in ("out.fx", "meta.json", "page.html", "report.xml"):
        files[name] = b"old\n"
    for name in ("t.test", "p.rules", "facts.json"):
        files[f"tests/{name}"] = files[name]
    return files


def chosen(usual: Outcome, seen: set[str], whole: bool, chance: random.Random) -> list[str]:
    """The calls to let fail, as KIND:N."""
    if whole:
        return [f"{kind}:{n}" for kind in KINDS for n in range(1, usual.counts[kind] + 1)]
    picked = []
    for kind, number, place in usual.places:
        if place not in seen:
            seen.add(place)
            picked.append(f"{kind}:{number}")
    others = sorted({f"{kind}:{number}" for kind, number, _ in usual.places} - set(picked))
    return picked + chance.sample(others, min(MORE, len(others)))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--whole", action="store_true")
    options.add_argument("--most", type=int, default=sys.maxsize, help="runs of a scenario")
    options.add_argument("--only", default="", help="scenarios whose name contains this")
    options.add_argument("--fail", default="", help="KIND:N: only this call")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = options.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="regraft-faults-"))
    seen: set[str] = set()
    chance = random.Random(given.seed)
    passed = failed = runs = 0
    try:
        with ThreadPoolExecutor(given.jobs) as pool:
            for name, command in SCENARIOS.items():
                if given.only not in name:
                    continue
                cases = [Case(name, command, scratch) for _ in range(given.jobs)]
                usual = cases[0].run(places=not given.whole)
                usual = Outcome(**{**vars(cases[0].run()), "places": usual.places})
                calls = [given.fail] if given.fail else chosen(usual, seen, given.whole, chance)
                calls = chance.sample(calls, min(given.most, len(calls)))

                def work(
                    share: int,
                    calls: list[str] = calls,
                    cases: list[Case] = cases,
                    usual: Outcome = usual,
                ) -> list[tuple[str, str, Outcome]]:
                    found = []
                    for call in calls[share :: given.jobs]:
                        got = cases[share].run(call)
                        if complaint := cases[share].complaint(call, usual, got):
                            found.append((call, complaint, got))
                    return found

                wrong = [item for part in pool.map(work, range(given.jobs)) for item in part]
                for call, complaint, got in wrong[:20]:
                    print(f"{name}: {command}\n  with {call}: {complaint} (exit code {got.code})")
                    sys.stdout.flush()
                    print("  " + got.err.decode(errors="replace").strip().replace("\n", "\n  "))
                runs += len(calls)
                print(f"{name}: {len(calls)} calls that fail, {len(wrong)} wrong", flush=True)
                passed += not wrong
                failed += bool(wrong)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"{runs} runs with a call that fails")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

"""Would the core tests notice? Break the engine in known ways, one at a time, and see that they do.

    python run_engine_mutants.py                              all mutants of engine_mutants.py
    python run_engine_mutants.py --only "a node with users is erased"
    python run_engine_mutants.py --check                      only whether their texts are there

Each mutant is built in a copy of the sources below a temporary folder, and tested until a test
fails: first the rule tests, which take least, then the unit tests, then the cases of the command
line. The exit code is 1 if one survives. Needs neither PyTorch nor a virtual environment.
"""

from __future__ import annotations

import argparse
import os
import queue
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engine_mutants import MUTANTS
from mutants import REPOSITORY, Mutant, Tree, place_of

BUILT = ("build/regraft", "build/libregraft.so", "build/libregraft.a", "build/unit")
KINDS = ("rules", "unit", "cases")
"""Of tests, in the order in which they are run."""
NOT_CORE = ("bench", "python", "unit")
"""Of tests/, what the core tests do not need, or each tree has already."""
SECONDS = 240
"""A test that takes longer, on however busy a machine, does not end."""
BYTES = 4 << 30
"""Of memory that a test may have: a mutant may ask for any amount."""
_FAILED = re.compile(r"^(?:FAILED |\s*\d+\. tests/unit/|tests/\S+\.case: ).*$", re.MULTILINE)
"""A test that failed, of any kind."""


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _complaint(tree: Tree, *command: str) -> str | None:
    """Return what tells that a test command failed; None: it passed."""
    environment = tree.environment | {"REGRAFT_RULES": "rules", "BUILD": "build"}
    with subprocess.Popen(
        command,
        cwd=tree.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        preexec_fn=_limit,
    ) as process:
        try:
            printed, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return f"no end after {SECONDS} s"
    if process.returncode == 0:
        return None
    found = _FAILED.search(printed)
    if found:
        return found.group().strip()
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    return f"{lines[-1] if lines else ''} (exit code {process.returncode})".strip()


def killed_by(tree: Tree, kinds: Sequence[str]) -> str | None:
    """Return the test that fails first of those over a tree that is built; None: all pass."""
    cases = sorted((tree.folder / "tests").glob("*/*.case"))
    commands: dict[str, list[tuple[str, ...]]] = {
        "rules": [("build/regraft", "test", "tests/rules", "rules")],
        "unit": [("build/unit",)],
        "cases": [("tests/run_cases.sh", str(case)) for case in cases],
    }
    for kind in kinds:
        for command in commands[kind]:
            complaint = _complaint(tree, *command)
            if complaint is not None:
                return f"{kind}: {complaint}"
    return None


def try_mutant(tree: Tree, mutant: Mutant, kinds: Sequence[str]) -> str | None:
    """Return the test that kills the mutant; None: it survives."""
    with tree.changed(mutant):
        tree.build(*BUILT)
        return killed_by(tree, kinds)


def _trees(folder: Path, count: int) -> queue.Queue[Tree]:
    """Make so many trees that are built."""
    tests = sorted((REPOSITORY / "tests").iterdir())
    data = [f"tests/{path.name}" for path in tests if path.name not in NOT_CORE]
    first = Tree.of_sources(folder / "0", *data)
    first.build(*BUILT)
    trees: queue.Queue[Tree] = queue.Queue()
    trees.put(first)
    for number in range(1, count):
        trees.put(first.copy(folder / str(number)))
    return trees


def run(chosen: Sequence[Mutant], jobs: int, kinds: Sequence[str] = KINDS) -> int:
    """Try the mutants; return how many survive."""
    survivors = 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        trees = _trees(Path(folder), jobs)
        complaint = killed_by(trees.queue[0], kinds)
        if complaint is not None:
            raise SystemExit(f"the unchanged engine does not pass: {complaint}")

        def try_one(mutant: Mutant) -> tuple[Mutant, str | None]:
            tree = trees.get()
            try:
                return mutant, try_mutant(tree, mutant, kinds)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            for mutant, killer in pool.map(try_one, chosen):
                survivors += killer is None
                print(f"{mutant.name}: {killer or 'SURVIVES'}", flush=True)
    print(
        f"{len(chosen) - survivors} of {len(chosen)} mutants killed in "
        f"{time.monotonic() - began:.0f} s"
    )
    return survivors


def _why_stale(mutant: Mutant) -> str | None:
    """Return why the mutant cannot be made; None: it can."""
    try:
        place_of(mutant)
    except ValueError as error:
        return str(error)
    return None


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", help="only the mutant of this name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--check", action="store_true", help="build nothing")
    options = parser.parse_args(arguments)
    chosen = [m for m in MUTANTS if not options.only or m.name in options.only]
    stale = [error for error in map(_why_stale, chosen) if error]
    if stale:
        raise SystemExit("\n".join(stale))
    if options.check:
        print(f"the texts of {len(chosen)} mutants are there")
        return 0
    return 1 if run(chosen, options.jobs, options.tests) else 0


if __name__ == "__main__":
    sys.exit(main())

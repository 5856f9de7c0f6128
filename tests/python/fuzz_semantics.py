"""Differential test: are random programs rewritten to graphs that compute the same?

    python fuzz_semantics.py --family all --count 2000 --seed 1
    python fuzz_semantics.py --family b --count 500 --seed 7 --form aten --jobs 1
    python fuzz_semantics.py --family c --program 1000017 --form fx

Each program is tried as a graph of ATen operators and as a graph in Dynamo's style: each tenth one
as torch.compile captures it, the others as built by ``fuzz_capture``. Prints what became of them
and why graphs were refused; failures are shrunk and shown. The exit code is 1 if any graph came out
wrong or could not be run.
"""

from __future__ import annotations

import argparse
import collections
import logging
import multiprocessing
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch

import fuzz_check
from fuzz_capture import FORMS
from fuzz_check import BREAKS, OUTCOMES, REFUSED, RIGHT, UNCAPTURED, WRONG, Result
from fuzz_families import FAMILIES, generate
from fuzz_program import Program
from fuzz_shrink import shrink

_BATCH = 60
_BATCHES_A_PROCESS = 50  # Dynamo does not give back all its memory
_MIX = ("dynamo", "fx", "fx", "items", "fx", "fx", "fx", "items", "fx", "fx")
"""Capturing as Dynamo does takes ten times as long as building the graph it would make."""
_ONE_OF = (*("aten", "fx", "aten", "items", "aten", "fx", "aten", "fx", "plain") * 2, "dynamo")
ONE_EACH = "one"
"""Stands for one form for each program, in turn, where all of them take too long."""
ALL_FORMS = (*FORMS, "dynamic", "module", "backend")
"""The last three only where they are asked for: see ``fuzz_dynamic`` and ``fuzz_package``."""
_SEEDS_APART = 1_000_000


@dataclass
class Failure:
    """A program that was refused or rewritten wrongly, or whose rewritten graph breaks."""

    family: str
    program_seed: int
    form: str
    program: Program
    result: Result

    def options(self) -> str:
        """Return the options of this program's command line that run it again."""
        return f"--family {self.family} --form {self.form} --program {self.program_seed}"

    def __str__(self) -> str:
        """Return all that is to be seen of the failure."""
        return self.result.describe(self.program, self.options())


@dataclass
class Tally:
    """What became of many programs."""

    outcomes: collections.Counter = field(default_factory=collections.Counter)
    """By (family, form, outcome)."""
    reasons: collections.Counter = field(default_factory=collections.Counter)
    """By (outcome, form, reason), of what was refused or not captured."""
    failures: list[Failure] = field(default_factory=list)
    refused: dict[str, Failure] = field(default_factory=dict)
    """The first program that was refused, by reason."""

    def add(self, other: Tally) -> None:
        """Add what became of other programs."""
        self.outcomes += other.outcomes
        self.reasons += other.reasons
        self.failures += other.failures
        self.refused = other.refused | self.refused

    def share_right(self, family: str) -> float:
        """Return the part of a family's graphs that came out right, plain ones aside."""
        return self._share([(family, form) for form in FORMS if form != "plain"])

    def _share(self, rows: list[tuple[str, str]]) -> float:
        tried = sum(
            self.outcomes[(*row, outcome)]
            for row in rows
            for outcome in OUTCOMES
            if outcome != UNCAPTURED
        )
        right = sum(self.outcomes[(*row, RIGHT)] for row in rows)
        return right / tried if tried else 1.0

    def table(self) -> str:
        """Return the figures as a table."""
        lines = ["family form    " + "".join(f"{o:>11}" for o in OUTCOMES) + "    right %"]
        for family, form in sorted({key[:2] for key in self.outcomes}):
            counts = "".join(f"{self.outcomes[family, form, o]:>11}" for o in OUTCOMES)
            share = 100 * self._share([(family, form)])
            lines.append(f"{family:<6} {form:<7} {counts} {share:>10.2f}")
        return "\n".join(lines)

    def reasons_table(self, outcome: str, most: int = 40) -> str:
        """Return the reasons for an outcome, the most frequent first."""
        found: collections.Counter = collections.Counter()
        for (kind, form, reason), count in self.reasons.items():
            if kind == outcome:
                found[("plain: " if form == "plain" else "") + reason[:200]] += count
        return "\n".join(f"{count:>7}  {reason}" for reason, count in found.most_common(most))


def forms_of(index: int, form: str | None) -> list[str]:
    """Return the forms in which the program of this number is tried: those asked for, or a mix."""
    if form == ONE_EACH:
        return [_ONE_OF[index % len(_ONE_OF)]]
    if form is not None:
        return [form]
    forms = [_MIX[index % len(_MIX)], "aten"]
    return forms + ["plain"] * (index % 6 == 1)


@dataclass(frozen=True)
class Work:
    """A batch of programs of one family."""

    family: str
    first: int
    count: int
    seed: int
    form: str | None

    def program_seeds(self) -> dict[int, int]:
        """Return the seed of each program by its number."""
        numbers = range(self.first, self.first + self.count)
        return {number: self.seed * _SEEDS_APART + number for number in numbers}


def do(work: Work) -> Tally:
    """Generate and check a batch."""
    seeds = work.program_seeds()
    programs = {number: generate(work.family, seed) for number, seed in seeds.items()}
    tally = Tally()
    for form in ALL_FORMS:
        chosen = [n for n in programs if form in forms_of(n, work.form)]
        if not chosen:
            continue
        results = fuzz_check.check_all([programs[n] for n in chosen], form)
        for number, result in zip(chosen, results, strict=True):
            tally.outcomes[work.family, form, result.outcome] += 1
            if result.outcome in (REFUSED, UNCAPTURED):
                tally.reasons[result.outcome, form, result.reason] += 1
            failure = Failure(work.family, seeds[number], form, programs[number], result)
            if is_failure(form, result.outcome):
                tally.failures.append(failure)
            if result.outcome == REFUSED:
                tally.refused.setdefault(result.reason, failure)
    return tally


def is_failure(form: str, outcome: str) -> bool:
    """Tell whether an outcome must not be.

    A plain graph tells no shapes, so what comes of it may raise for a shape nobody could know of;
    it must never compute something else.
    """
    return outcome == WRONG or (outcome == BREAKS and form != "plain")


def batches(families: Sequence[str], count: int, seed: int, form: str | None) -> Iterator[Work]:
    """Cut the programs into batches."""
    for family in families:
        for first in range(0, count, _BATCH):
            yield Work(family, first, min(_BATCH, count - first), seed, form)


def quiet() -> None:
    """Set PyTorch up for many small programs: one thread, no warnings, no logs."""
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)  # PyTorch logs what it cannot capture


def run(
    families: Sequence[str], count: int, seed: int, form: str | None = None, jobs: int = 2
) -> Tally:
    """Check ``count`` programs of each family, in several processes."""
    quiet()
    total = Tally()
    work = list(batches(families, count, seed, form))
    if jobs <= 1:
        for item in work:
            total.add(do(item))
        return total
    with multiprocessing.get_context("fork").Pool(jobs, quiet, (), _BATCHES_A_PROCESS) as pool:
        for tally in pool.imap(do, work):
            total.add(tally)
    return total


def shrunk(failure: Failure) -> Failure:
    """Return the smallest program with the same outcome, and the same reason if it was refused."""
    was = failure.result

    def is_alike(result: Result) -> bool:
        same_reason = result.outcome != REFUSED or result.reason == was.reason
        return result.outcome == was.outcome and same_reason

    program = shrink(failure.program, failure.form, is_alike)
    result = fuzz_check.check_all([program], failure.form)[0]
    return Failure(failure.family, failure.program_seed, failure.form, program, result)


def distinct_failures(failures: list[Failure], most: int) -> list[Failure]:
    """Shrink up to ``most`` failures and return those that do not call the same functions."""
    found: dict[tuple, Failure] = {}
    by_size = sorted(failures, key=lambda f: (f.form == "plain", len(f.program.steps)))
    for failure in by_size[:most]:
        small = shrunk(failure)
        key = small.form, tuple(step.target for step in small.program.steps)
        if key not in found or len(str(small)) < len(str(found[key])):
            found[key] = small
    return list(found.values())


def report(tally: Tally, most_shrunk: int, show_refused: bool = False) -> None:
    """Print the figures, the refusals and the failures."""
    print(tally.table())
    for outcome in (REFUSED, UNCAPTURED):
        if lines := tally.reasons_table(outcome):
            print(f"\n{outcome}:\n{lines}")
    for failure in tally.refused.values() if show_refused else ():
        print(shrunk(failure))
    if tally.failures:
        print(f"\n{len(tally.failures)} failures:")
        for failure in tally.failures:
            print(f"  {failure.options()}")
        print("shrunk, those that call the same left out:")
        for failure in distinct_failures(tally.failures, most_shrunk):
            print(failure)


def _one(family: str, program_seed: int, form: str | None) -> Tally:
    quiet()
    number = program_seed % _SEEDS_APART
    return do(Work(family, number, 1, program_seed // _SEEDS_APART, form))


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--family", choices=[*FAMILIES, "all"], nargs="+", default=["all"])
    parser.add_argument("--count", type=int, default=200, help="programs a family")
    parser.add_argument("--seed", type=int, default=None, help="a new one where none is given")
    parser.add_argument(
        "--form", choices=[*ALL_FORMS, ONE_EACH], help="only this form of graph, or one for each"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--shrink", type=int, default=20, help="how many failures to shrink")
    parser.add_argument("--show-refused", action="store_true", help="shrink one of each reason")
    parser.add_argument("--program", type=int, help="only the program with this number")
    parser.add_argument("--pipeline", help="run this pipeline in place of the default one")
    options = parser.parse_args(arguments)
    if options.pipeline:
        fuzz_check.further_options = ["--pipeline", options.pipeline]
    families = FAMILIES if "all" in options.family else options.family
    if options.program is not None:
        tally = _one(families[0], options.program, options.form)
    else:
        seed = options.seed if options.seed is not None else time.time_ns() % 1_000_000
        print(f"seed {seed}", flush=True)
        tally = run(families, options.count, seed, options.form, options.jobs)
    report(tally, options.shrink, options.show_refused)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""Are users' rules applied soundly? Runs the rules of tests/rules/users over random programs.

    python fuzz_rules.py --count 2000 --seed 1
    python fuzz_rules.py --mode pairs --count 500 --seed 7 --jobs 1
    python fuzz_rules.py --mode alone --rule view_clone --form fx --seed 7 --program 13

Each program holds the pattern of each rule that runs on it, with writes, views and reads before,
between and after the calls of the pattern. Prints what became of the programs, by where the rules ran,
how often each rule was applied, and failures, shrunk. The exit code is 1 if any graph came out wrong
or could not be run.
"""

from __future__ import annotations

import argparse
import collections
import functools
import multiprocessing
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from fuzz_check import BREAKS, OUTCOMES, REFUSED, UNCAPTURED, WRONG, Result
from fuzz_program import Program
from fuzz_rules_check import (
    ALONE,
    BEFORE,
    ITSELF,
    MODES,
    PAIRS,
    RULES,
    SHUFFLED,
    Setting,
    check_all,
)
from fuzz_rules_grow import plant
from fuzz_rules_recipes import RECIPES
from fuzz_semantics import quiet
from fuzz_shrink import shrink

NAMES = tuple(sorted(file.stem for file in RULES.glob("*.rules")))
FORMS = {"fx": 5, "items": 1, "aten": 2, "plain": 1}
"""Forms of graphs and how often they are taken."""
_BATCH = 12
_NOT_IN_ONE_PASS = ("dead_code",)
"""Rules whose pass has flags of its own."""


@dataclass
class Failure:
    """A program that came out wrong, or whose rewritten graph breaks."""

    setting: Setting
    form: str
    seed: int
    number: int
    program: Program
    result: Result

    def options(self) -> str:
        """Return the options of this program's command line that run it again."""
        return f"{self.setting} --form {self.form} --seed {self.seed} --program {self.number}"

    @property
    def kind(self) -> str:
        """What went wrong, without numbers and values: to tell failures apart."""
        return f"{self.result.outcome}: {kind_of(self.result)}"

    def __str__(self) -> str:
        """Return all that is to be seen of the failure."""
        return self.result.describe(self.program, self.options())


def kind_of(result: Result) -> str:
    """Return the first words of what went wrong, without numbers."""
    line = result.detail.partition("\n")[0]
    return "".join(letter for letter in line if not letter.isdigit())[:60]


@dataclass
class Tally:
    """What became of many programs."""

    outcomes: collections.Counter = field(default_factory=collections.Counter)
    """By (mode, form, outcome)."""
    hits: collections.Counter = field(default_factory=collections.Counter)
    """Programs with shapes in which a rule was applied, by rule."""
    tried: collections.Counter = field(default_factory=collections.Counter)
    """Programs with shapes made for a rule, by rule."""
    reasons: collections.Counter = field(default_factory=collections.Counter)
    """By reason, of what was refused."""
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what became of other programs."""
        self.outcomes += other.outcomes
        self.hits += other.hits
        self.tried += other.tried
        self.reasons += other.reasons
        self.failures += other.failures

    def table(self) -> str:
        """Return the figures as a table."""
        lines = ["mode     form    " + "".join(f"{o:>11}" for o in OUTCOMES)]
        for mode, form in sorted({key[:2] for key in self.outcomes}):
            counts = "".join(f"{self.outcomes[mode, form, o]:>11}" for o in OUTCOMES)
            lines.append(f"{mode:<8} {form:<7} {counts}")
        return "\n".join(lines)

    def hits_table(self) -> str:
        """Return in how many programs each rule was applied, the least first."""
        shares = {name: self.hits[name] / self.tried[name] for name in self.tried}
        cells = [
            f"{name} {self.hits[name]}/{self.tried[name]}"
            for name in sorted(shares, key=shares.__getitem__)
        ]
        return "\n".join("  ".join(cells[k : k + 5]) for k in range(0, len(cells), 5))


@dataclass(frozen=True)
class Work:
    """A batch of programs on which the same rules run."""

    setting: Setting
    form: str
    seed: int
    numbers: tuple[int, ...]

    def program(self, number: int) -> Program:
        """Return the program of a number."""
        seed = (MODES.index(self.setting.mode), self.seed, number)
        recipes = [RECIPES[name] for name in self.setting.rules]
        return plant(recipes, seed, self.setting.mode != ITSELF)


def do(work: Work) -> Tally:
    """Make and check a batch."""
    programs = [work.program(number) for number in work.numbers]
    tally = Tally()
    setting, form = work.setting, work.form
    verdicts = check_all(programs, form, setting)
    for number, program, verdict in zip(work.numbers, programs, verdicts, strict=True):
        tally.outcomes[setting.mode, form, verdict.outcome] += 1
        if verdict.outcome in (REFUSED, UNCAPTURED):
            tally.reasons[f"{verdict.outcome}: {verdict.result.reason}"] += 1
        if is_failure(form, verdict.outcome):
            tally.failures.append(
                Failure(setting, form, work.seed, number, program, verdict.result)
            )
        if form in ("fx", "items") and setting.mode != SHUFFLED and verdict.outcome != REFUSED:
            tally.tried.update(set(setting.rules))
            tally.hits.update(name for name in set(setting.rules) if verdict.applied.get(name))
    return tally


def is_failure(form: str, outcome: str) -> bool:
    """Tell whether an outcome must not be; of a plain graph what shapes would tell is not known."""
    return outcome == WRONG or (outcome == BREAKS and form != "plain")


def batches(
    modes: Sequence[str], count: int, seed: int, rules: Sequence[str] = (), form: str | None = None
) -> Iterator[Work]:
    """Cut ``count`` programs of each mode into batches, each with rules of its own."""
    for mode in modes:
        rng = Random(hash((MODES.index(mode), seed)))
        order = rng.sample(NAMES, len(NAMES))
        for place, first in enumerate(range(0, count, _BATCH)):
            chosen = _rules_of(mode, order[place % len(order)], rng, rules)
            if mode == BEFORE and says_contents(chosen):
                continue
            form_here = rng.choices(list(FORMS), list(FORMS.values()))[0]
            numbers = tuple(range(first, min(first + _BATCH, count)))
            yield Work(Setting(mode, chosen), form or form_here, seed, numbers)


def says_contents(rules: Sequence[str]) -> bool:
    """Tell whether a rule says what a tensor holds: such rules run once written inputs are returned."""
    return Setting(ALONE, tuple(rules)).returns_inputs


@functools.cache
def partners(name: str) -> tuple[str, ...]:
    """Return the rules whose patterns hold an operator that a rule makes."""
    made = _operators(_part(name, "rewrite"))
    return tuple(other for other in NAMES if made & _operators(_part(other, "match")))


def _part(name: str, word: str) -> str:
    """Return the lines of a rule file that belong to a word."""
    found, inside = [], False
    for line in (RULES / f"{name}.rules").read_text(encoding="utf-8").splitlines():
        if start := re.match(r"  (\w+)\b", line):
            inside = start[1] == word
        if inside:
            found.append(line)
    return "\n".join(found)


def _operators(text: str) -> set[str]:
    return set(re.findall(r"(?:torch\.|aten::|aten\.|[a-z]\.)(\w+?)_?(?=[.(])", text))


def _rules_of(mode: str, name: str, rng: Random, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the rules of a batch: those asked for or a given one, and others where several run."""
    count = {PAIRS: 2, SHUFFLED: rng.randint(2, 4)}.get(mode, 1)
    chosen = list(wanted) or [name]
    while len(chosen) < count and len(wanted) < 2:
        near = partners(chosen[0]) if rng.random() < 0.6 else ()
        chosen = list(dict.fromkeys([*chosen, rng.choice(near or NAMES)]))
    if mode == SHUFFLED:
        chosen = [name for name in chosen if name not in _NOT_IN_ONE_PASS] or ["clone"]
    return tuple(rng.sample(chosen, len(chosen)))


def run(work: Sequence[Work], jobs: int = 2) -> Tally:
    """Do all batches, in several processes."""
    quiet()
    total = Tally()
    if jobs <= 1:
        for item in work:
            total.add(do(item))
        return total
    with multiprocessing.get_context("fork").Pool(jobs, quiet, (), 50) as pool:
        for tally in pool.imap(do, work):
            total.add(tally)
    return total


# Failures -----------------------------------------------------------------------------------------


def shrunk(failure: Failure) -> Failure:
    """Return the smallest program, with the fewest rules, that fails in the same way."""
    setting = _fewer_rules(failure)
    alike = _alike(failure)

    def check(programs: Sequence[Program]) -> list[Result]:
        return [verdict.result for verdict in check_all(programs, failure.form, setting)]

    program = shrink(failure.program, failure.form, alike, check)
    return replace(failure, setting=setting, program=program, result=check([program])[0])


def _alike(failure: Failure) -> Callable[[Result], bool]:
    was = failure.result

    def alike(result: Result) -> bool:
        return result.outcome == was.outcome and kind_of(result) == kind_of(was)

    return alike


def _fewer_rules(failure: Failure) -> Setting:
    """Return the setting without rules that the failure does not need."""
    setting, alike = failure.setting, _alike(failure)
    for name in failure.setting.rules:
        rest = tuple(other for other in setting.rules if other != name)
        fewer = replace(setting, rules=rest)
        if rest and alike(check_all([failure.program], failure.form, fewer)[0].result):
            setting = fewer
    return setting


def distinct_failures(failures: Sequence[Failure], most: int) -> list[Failure]:
    """Shrink failures, one for each set of rules and each kind; return up to ``most``."""
    chosen: dict[tuple, Failure] = {}
    for failure in sorted(failures, key=lambda f: (f.form != "fx", len(f.program.steps))):
        key = failure.setting.mode, tuple(sorted(failure.setting.rules)), failure.kind
        chosen.setdefault(key, failure)
    found: dict[tuple, Failure] = {}
    for failure in list(chosen.values())[:most]:
        small = shrunk(failure)
        key = tuple(sorted(small.setting.rules)), small.kind
        if key not in found or len(str(small)) < len(str(found[key])):
            found[key] = small
    return list(found.values())


def report(tally: Tally, most_shrunk: int) -> None:
    """Print the figures, the refusals and the failures."""
    print(tally.table())
    print("\napplied at least once, of the programs made for a rule:")
    print(tally.hits_table())
    if tally.reasons:
        print("\nrefused:")
        for reason, count in tally.reasons.most_common(30):
            print(f"{count:>7}  {reason[:180]}")
    if tally.failures:
        kinds: collections.Counter = collections.Counter(
            (" ".join(f.setting.rules), f.kind) for f in tally.failures
        )
        print(f"\n{len(tally.failures)} failures:")
        for (rules, kind), count in sorted(kinds.items()):
            print(f"{count:>7}  {rules}: {kind}")
        for failure in tally.failures:
            print(f"  {failure.options()}")
        print("shrunk:")
        for failure in distinct_failures(tally.failures, most_shrunk):
            print(failure)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--mode", choices=[*MODES, "all"], nargs="+", default=["all"])
    parser.add_argument("--count", type=int, default=200, help="programs for each mode")
    parser.add_argument("--seed", type=int, default=None, help="a new one where none is given")
    parser.add_argument("--rule", nargs="+", default=[], choices=NAMES, help="only these rules")
    parser.add_argument("--form", choices=list(FORMS), help="only this form of graph")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--shrink", type=int, default=20, help="how many failures to shrink")
    parser.add_argument("--program", type=int, help="only the program with this number")
    options = parser.parse_args(arguments)
    modes = MODES if "all" in options.mode else options.mode
    seed = options.seed if options.seed is not None else time.time_ns() % 1_000_000
    print(f"seed {seed}", flush=True)
    if options.program is not None:
        setting = Setting(modes[0], tuple(options.rule))
        work = [Work(setting, options.form or "fx", seed, (options.program,))]
    else:
        work = list(batches(modes, options.count, seed, options.rule, options.form))
    tally = run(work, options.jobs)
    report(tally, options.shrink)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())

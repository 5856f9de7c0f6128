"""``python -m regraft verify``: the command."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .report import Findings
    from .search import Limits

_ABOUT = """\
Looks for a counter-example to each rule of RULES (.rules, .pipeline and .ops files). For each rule
programs are made that its pattern matches, in the spelling of Dynamo and of ATen, of many dtypes,
shapes and strides; each is run by eager PyTorch as it is and as the rule rewrites it, on ordinary
and on special values, alone and beside other readers and writes. Outputs are compared bit for bit,
with their dtype, shape, strides and sharing of memory; so are the inputs afterwards, and gradients.

A rule is verified (no counter-example was found), refuted, approximate (as its text says, with the
largest error that was seen), or not verified, for a reason that is given. A counter-example is made
small, and shown in words, as a test and as a Python script.

Exit codes: 0 no rule is refuted; 1 one is; 2 the command line, or a file, is wrong.
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "verify",
        help="look for counter-examples to rules",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="RULES", nargs="+")
    parser.add_argument("--rule", action="append", metavar="NAME", help="only this rule")
    parser.add_argument("--seconds", type=float, default=0.0, help="time for each rule")
    parser.add_argument(
        "--programs", type=int, metavar="N", help="for each rule; 300, without limit with --seconds"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random choices")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", metavar="FILE", help="write the report there, as JSON")
    parser.add_argument("--html", metavar="FILE", help="write the report there, as a page")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    from ..errors import RegraftError

    try:
        findings = list(verify(options))
    except (RegraftError, OSError, ValueError) as error:
        print(f"python -m regraft verify: {error}", file=sys.stderr)
        return 2
    return _report(findings, options)


def verify(options: argparse.Namespace) -> Iterator[Any]:
    """Yield rules and what was found out of them, and print it; progress goes to a terminal.

    Raises RulesError for rules that are wrong, and ValueError for one that is not there.
    """
    import torch

    from .._engine.loading import find_rules
    from .._engine.rules import RuleSet
    from .report import detail_of, line_of
    from .rewriting import Rewriter
    from .search import search
    from .trees import rules_of

    rules = RuleSet(find_rules(options.files))
    wanted = [rule for rule in rules_of(rules) if not options.rule or rule.name in options.rule]
    if options.rule and len({rule.name for rule in wanted}) < len(set(options.rule)):
        raise ValueError(f"there is no rule `{options.rule[0]}`")
    settings = dict(setting.partition("=")[::2] for setting in options.set)
    torch.set_num_threads(1)
    for number, rule in enumerate(wanted):
        _progress(f"{number + 1} of {len(wanted)}: {rule.name}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = search(Rewriter(rules, rule, settings), options.seed, _limits(options))
        _progress("")
        print(line_of(rule, result) + detail_of(rule, result), flush=True)
        yield rule, result


def _limits(options: argparse.Namespace) -> Limits:
    from .search import Limits

    programs = options.programs
    if programs is None:
        programs = 0 if options.seconds else 300
    return Limits(programs=programs, seconds=options.seconds)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _report(findings: Findings, options: argparse.Namespace) -> int:
    from .report import as_html, as_json, summary_of
    from .search import REFUTED

    print(summary_of(findings))
    try:
        for path, write in ((options.json, as_json), (options.html, as_html)):
            if path is not None:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(write(findings, options.seed))
    except OSError as error:
        print(f"python -m regraft verify: {error}", file=sys.stderr)
        return 2
    return int(any(result.status == REFUTED for _, result in findings))

"""What was found out of all rules: as text, JSON and HTML."""

from __future__ import annotations

import html
import json
from typing import Any

from .search import APPROXIMATE, REFUTED, UNVERIFIED, VERIFIED, Result
from .show import as_script, as_test, in_words
from .trees import Rule

Findings = list[tuple[Rule, Result]]


def line_of(rule: Rule, result: Result) -> str:
    """Return the line of one rule: its status, and what that rests on."""
    head = f"{rule.place}: {rule.name}: {result.status}"
    if result.status == UNVERIFIED:
        return f"{head}: {result.reason}"
    if result.status == REFUTED:
        assert result.counterexample is not None
        return f"{head} {in_words(result.counterexample)}"
    error = f"largest error {result.error:.1e}, " if result.status == APPROXIMATE else ""
    claims = f" ({rule.claims})" if str(rule.claims) else ""
    return f"{head}{claims}: {error}{coverage_of(result, len(rule.variants))}"


def coverage_of(result: Result, variants: int) -> str:
    """Return what a result rests on, in words."""
    dtypes = ", ".join(sorted(result.dtypes))
    ranks = ", ".join(map(str, sorted(result.ranks)))
    text = f"{result.programs} programs, {result.runs} runs; dtypes {dtypes}; ranks {ranks}"
    text += f"; {len(result.contexts)} contexts, {len(result.layouts)} layouts"
    if variants > 1:
        text += f"; {len(result.variants)} of {variants} variants"
    return text


def detail_of(rule: Rule, result: Result) -> str:
    """Return the counter-example as a test and as a script; "" where there is none."""
    if result.counterexample is None:
        return ""
    test = as_test(result.counterexample, rule)
    script = as_script(result.counterexample, rule)
    return f"\n# A test of the rule:\n{test}\n# With PyTorch alone:\n{script}"


def summary_of(findings: Findings) -> str:
    """Return the last line: how many rules of each status."""
    counts = dict.fromkeys((VERIFIED, APPROXIMATE, REFUTED, UNVERIFIED), 0)
    for _, result in findings:
        counts[result.status] += 1
    return ", ".join(f"{count} {status}" for status, count in counts.items())


def as_json(findings: Findings, seed: int) -> str:
    """Return the report as JSON."""
    rules = [_entry(rule, result) for rule, result in findings]
    return json.dumps({"seed": seed, "rules": rules}, indent=2) + "\n"


def _entry(rule: Rule, result: Result) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "pass": rule.pass_name,
        "rule": rule.name,
        "file": rule.path,
        "line": rule.line,
        "status": result.status,
        "claims": str(rule.claims),
        "programs": result.programs,
        "runs": result.runs,
        "tried": result.tried,
        "refused": result.refused,
        "seconds": round(result.seconds, 3),
        "variants": {"tried": len(result.variants), "all": len(rule.variants)},
        "dtypes": dict(sorted(result.dtypes.items())),
        "ranks": {str(rank): count for rank, count in sorted(result.ranks.items())},
        "layouts": dict(sorted(result.layouts.items())),
        "contexts": dict(sorted(result.contexts.items())),
    }
    if result.reason:
        entry["reason"] = result.reason
    if result.status == APPROXIMATE:
        entry["largest_error"] = result.error
    if result.counterexample is not None:
        entry["counterexample"] = {
            "words": in_words(result.counterexample),
            "test": as_test(result.counterexample, rule),
            "script": as_script(result.counterexample, rule),
        }
    return entry


_STYLE = """
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 70em; color: #222; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #ddd; padding: .3em .6em; text-align: left; vertical-align: top; }
pre { background: #f6f6f6; padding: .8em; overflow-x: auto; }
.verified { color: #176b2c; } .refuted { color: #a11; font-weight: bold; }
.approximate { color: #7a5b00; } .not { color: #555; }
"""


def as_html(findings: Findings, seed: int) -> str:
    """Return the report as a page that needs nothing else."""
    rows = "\n".join(_row(rule, result) for rule, result in findings)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>Verified rules</title>"
        f"<style>{_STYLE}</style></head><body><h1>Verified rules</h1>"
        f"<p>{html.escape(summary_of(findings))}; seed {seed}</p>"
        "<table><tr><th>rule</th><th>status</th><th>what it rests on</th></tr>\n"
        f"{rows}\n</table></body></html>\n"
    )


def _row(rule: Rule, result: Result) -> str:
    if result.counterexample is not None:
        basis = html.escape(in_words(result.counterexample))
        basis += "<details><summary>how to see it</summary><pre>"
        basis += f"{html.escape(detail_of(rule, result).strip())}</pre></details>"
    elif result.reason:
        basis = html.escape(result.reason)
    else:
        basis = html.escape(coverage_of(result, len(rule.variants)))
    if result.status == APPROXIMATE:
        basis = f"largest error {result.error:.1e}; {basis}"
    claims = f"<br><small>{html.escape(str(rule.claims))}</small>" if str(rule.claims) else ""
    word = result.status.partition(" ")[0]
    return (
        f"<tr><td><code>{html.escape(rule.name)}</code>{claims}<br>"
        f"<small>{html.escape(rule.place)}</small></td>"
        f"<td class='{word}'>{result.status}</td><td>{basis}</td></tr>"
    )

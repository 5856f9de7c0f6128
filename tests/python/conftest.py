"""Fixtures that several test files share."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

import oracle
import package_path  # noqa: F401  (lets the tests import the package from the tree)

_SHOWN = "shown"
"""The property of a test that holds what it shows."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "alone: measures time, so nothing runs beside it")


@pytest.fixture
def show(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Print a text below the results, in whatever process the test runs."""
    return lambda text: request.node.user_properties.append((_SHOWN, text))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have shown."""
    for report in [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]:
        for key, text in report.user_properties:
            if key == _SHOWN:
                terminalreporter.write_line(f"\n{report.nodeid}\n{text}")


@pytest.fixture(scope="session")
def regraft() -> None:
    """Skip, or fail if the environment has REGRAFT_REQUIRED=1, where there is no binary to test."""
    if oracle.regraft_binary().exists():
        return
    message = f"no rewriter to test: {oracle.regraft_binary()} does not exist"
    if os.environ.get("REGRAFT_REQUIRED") == "1":
        pytest.fail(message)
    pytest.skip(message)

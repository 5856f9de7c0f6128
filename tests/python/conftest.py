"""Fixtures that several test files share."""

from __future__ import annotations

import os

import pytest

import package_path  # noqa: F401  (lets the tests import the package from the tree)

import oracle


@pytest.fixture(scope="session")
def regraft() -> None:
    """Skip, or fail if the environment has REGRAFT_REQUIRED=1, where there is no binary to test."""
    if oracle.regraft_binary().exists():
        return
    message = f"no rewriter to test: {oracle.regraft_binary()} does not exist"
    if os.environ.get("REGRAFT_REQUIRED") == "1":
        pytest.fail(message)
    pytest.skip(message)

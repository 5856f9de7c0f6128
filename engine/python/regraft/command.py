"""The command ``regraft`` of an installed package: the program in C that the package holds."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from ._engine.library import command_path


def main() -> NoReturn:
    """Become the command, with the arguments of this process."""
    path = command_path()
    try:
        os.execv(path, ["regraft", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"regraft: cannot run {path}: {error.strerror}")

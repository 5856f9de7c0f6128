"""``python -m regraft``: what needs Python and PyTorch; all else is the command ``regraft``."""

from __future__ import annotations

import argparse
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m regraft", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    from ._from_python import command as from_python
    from ._verify import command as verify

    from_python.add_to(commands)
    verify.add_to(commands)
    options = parser.parse_args(arguments)
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    sys.exit(main())

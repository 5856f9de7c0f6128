"""Makes the Python package of this tree importable, with the entry point that an install has."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "engine" / "python"

_ENTRY_POINTS = "[torch_dynamo_backends]\nregraft = regraft.backend:regraft\n"


def _pretend_installed() -> None:
    """Put a directory with the package's metadata on the path; torch looks for backends there."""
    directory = Path(tempfile.mkdtemp(prefix="regraft-dist-info-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    info = directory / "regraft-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: regraft\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(_ENTRY_POINTS)
    sys.path[:0] = [str(PACKAGE), str(directory)]


if str(PACKAGE) not in sys.path:
    _pretend_installed()

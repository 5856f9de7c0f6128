"""The binding has the structs and functions that regraft.h declares."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import regraft as package
from package_path import PACKAGE
from regraft._engine import library

pytestmark = pytest.mark.usefixtures("regraft")

HEADER = PACKAGE.parent / "regraft.h"
STRUCTS = {
    "regraft_diagnostic": (library.DiagnosticStruct, {"pass_name": "pass"}),
    "regraft_limits": (library.LimitsStruct, {}),
    "regraft_options": (library.OptionsStruct, {}),
}
"""By name in the header: the binding's struct, and fields that Python has no name for."""


def test_structs_are_laid_out_as_the_compiler_does(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    lines = [
        "#include <stddef.h>",
        "#include <stdio.h>",
        '#include "regraft.h"',
        "int main(void) {",
    ]
    expected = []
    for name, (struct, renamed) in STRUCTS.items():
        lines.append(f'printf("%zu\\n", sizeof({name}));')
        expected.append(ctypes.sizeof(struct))
        for field, *_ in struct._fields_:
            lines.append(f'printf("%zu\\n", offsetof({name}, {renamed.get(field, field)}));')
            expected.append(getattr(struct, field).offset)
    for status in ("OK", "INVALID", "NO_MEMORY"):
        lines.append(f'printf("%d\\n", REGRAFT_{status});')
        expected.append(getattr(library, status))
    source = tmp_path / "layout.c"
    source.write_text("\n".join([*lines, "return 0;", "}", ""]))
    subprocess.run([compiler, f"-I{HEADER.parent}", "-o", tmp_path / "layout", source], check=True)
    printed = subprocess.run([tmp_path / "layout"], check=True, capture_output=True, text=True)
    assert list(map(int, printed.stdout.split())) == expected


def test_functions_take_as_many_arguments_as_in_the_header() -> None:
    parts = sorted(HEADER.with_suffix("").glob("*.h"))
    text = "".join(part.read_text(encoding="utf-8") for part in parts)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    declared = {
        match[1]: 0 if match[2].strip() == "void" else match[2].count(",") + 1
        for match in re.finditer(r"REGRAFT_API [^;]*?\bregraft_(\w+)\(([^;]*)\);", text)
    }
    called = [f for f in vars(library.Library).values() if isinstance(f, library.Function)]
    assert called
    for function in called:
        assert declared.get(function.name) == len(function.arguments), function.name


def test_versions_agree() -> None:
    assert library.library().version().decode() == package.__version__
    assert f'version = "{package.__version__}"' in (PACKAGE / "pyproject.toml").read_text()

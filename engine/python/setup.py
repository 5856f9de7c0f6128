"""Builds the engine's shared library and the command `regraft` into the package, and adds the rules
they come with.

The C sources are those of the source tree that this directory is a part of; a source distribution
carries them, with flex's and bison's output, under ``_sources``. It takes a C compiler and the
development files of PCRE2, Jansson and xxHash; from the source tree flex and bison, too.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
BUNDLED = HERE / "_sources"
ROOT = BUNDLED if BUNDLED.exists() else HERE.parents[1]

GRAMMARS = tuple(path.stem for path in sorted(ROOT.glob("grammar/*/*.y")))
SOURCES = ("engine/*.c", "engine/*/*.c", "engine/*/*/*.c", "grammar/*/*.c")
COMMANDS = ("engine/commands/*.c", "engine/commands/*/*.c")
NO_SOURCES = (Path("engine/python"),)
"""Directories whose sources are not compiled, nor those below them."""
HEADERS = ("engine/*.h", "engine/*/*.h", "engine/*/*/*.h", "grammar/*/*.h")
GRAMMAR_FILES = ("grammar/*/*.l", "grammar/*/*.y")
RULES = (
    "rules/*.rules",
    "rules/*.pipeline",
    "rules/library/*.rules",
    "rules/library/*.ops",
    "rules/ops/*.ops",
    "rules/ops/*.schemas",
)
FLAGS = "-std=c17 -D_DEFAULT_SOURCE -O2 -fPIC -fvisibility=hidden -pthread"
SYMBOLS = "engine/install/libregraft.map"
LIBRARIES = ("libpcre2-8", "jansson")


def files(*patterns: str) -> list[Path]:
    """The files of the source tree that fit, relative to its root."""
    found = [path.relative_to(ROOT) for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return [path for path in found if not any(path.is_relative_to(no) for no in NO_SOURCES)]


def run(*command: str | Path) -> None:
    """Run a command; its failure is the build's."""
    print(shlex.join(map(str, command)))
    subprocess.run([str(word) for word in command], check=True)


def generate(directory: Path) -> None:
    """Have flex and bison write scanners and parsers there; copies them where they are bundled."""
    directory.mkdir(parents=True, exist_ok=True)
    if (ROOT / "gen").exists():
        shutil.copytree(ROOT / "gen", directory, dirs_exist_ok=True)
        return
    for name in GRAMMARS:
        parser = directory / f"{name}.tab.c"
        header = f"--defines={parser.with_suffix('.h')}"
        run("bison", header, "-o", parser, ROOT / "grammar" / name / f"{name}.y")
        run("flex", "-o", directory / f"{name}.lex.c", ROOT / "grammar" / name / f"{name}.l")


def library_flags(what: str, otherwise: str) -> list[str]:
    """What pkg-config says of the libraries, or the usual flags where it is not there."""
    try:
        command = ["pkg-config", what, *LIBRARIES]
        return shlex.split(
            subprocess.run(command, check=True, capture_output=True, text=True).stdout
        )
    except (OSError, subprocess.CalledProcessError):
        return shlex.split(otherwise)


def compile_all(sources: Sequence[Path], flags: Sequence[str], objects: Path) -> list[Path]:
    """Compile each source, as many at a time as there are processors; return the object files."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    made = [objects / f"{number}.o" for number in range(len(sources))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(
            pool.map(
                lambda source, target: run(*compiler, *flags, "-c", "-o", target, source),
                sources,
                made,
            )
        )
    return made


def build_engine(library: Path, command: Path) -> None:
    """Compile the engine; link the shared library, and the command with the same objects."""
    with tempfile.TemporaryDirectory() as scratch:
        gen = Path(scratch) / "gen"
        generate(gen)
        compiler = shlex.split(os.environ.get("CC", "cc"))
        includes = [f"-I{ROOT / 'grammar'}", f"-I{gen}", *library_flags("--cflags", "")]
        flags = [*shlex.split(FLAGS), *shlex.split(os.environ.get("CFLAGS", "")), *includes]
        commands = files(*COMMANDS)
        others = [path for path in files(*SOURCES) if path not in commands]
        sources = [*(ROOT / path for path in [*others, *commands]), *sorted(gen.glob("*.c"))]
        made = compile_all(sources, flags, Path(scratch))
        engine = made[: len(others)] + made[len(others) + len(commands) :]
        libraries = [*library_flags("--libs", "-lpcre2-8 -ljansson"), "-lm", "-pthread"]
        shared = ["-shared", "-Wl,-soname,libregraft.so", f"-Wl,--version-script={ROOT / SYMBOLS}"]
        run(*compiler, *shared, "-Wl,-z,defs", "-o", library, *engine, *libraries)
        command.parent.mkdir(exist_ok=True)
        run(*compiler, "-o", command, *made, *libraries)


class BuildPackage(build_py):
    """Adds the library, the command and the rules to what is built."""

    def run(self) -> None:
        """Build. An editable install uses those of the source tree."""
        super().run()
        if getattr(self, "editable_mode", False):
            return
        package = Path(self.build_lib) / "regraft"
        build_engine(package / "libregraft.so", package / "bin" / "regraft")
        for path in files(*RULES):
            (package / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, package / path)


class WithLibrary(Distribution):
    """A distribution that holds machine code."""

    def has_ext_modules(self) -> bool:
        """Say so: it is installed where such packages go."""
        return True


class PlatformWheel(bdist_wheel):
    """A wheel for this platform and any Python 3: the library does not know Python."""

    def get_tag(self) -> tuple[str, str, str]:
        """The wheel's tag."""
        return "py3", "none", super().get_tag()[2]


class SourceWithEngine(sdist):
    """Puts the C sources and the rules into the source distribution."""

    def make_release_tree(self, base_dir: str, files_: list[str]) -> None:
        """Fill the directory that is packed."""
        super().make_release_tree(base_dir, files_)
        bundle = Path(base_dir) / "_sources"
        for path in files(*SOURCES, *HEADERS, *GRAMMAR_FILES, *RULES, SYMBOLS):
            (bundle / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, bundle / path)
        generate(bundle / "gen")
        license_ = Path(base_dir) / "LICENSE"  # a link in the source tree
        license_.unlink()
        shutil.copyfile(HERE / "LICENSE", license_)


# What an earlier build left behind must not get into this one.
build_base = tempfile.mkdtemp(prefix="regraft-build-")
atexit.register(shutil.rmtree, build_base, ignore_errors=True)

setup(
    distclass=WithLibrary,
    options={"build": {"build_base": build_base}},
    cmdclass={
        "build_py": BuildPackage,
        "bdist_wheel": PlatformWheel,
        "sdist": SourceWithEngine,
    },
)

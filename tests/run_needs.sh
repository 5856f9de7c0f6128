#!/usr/bin/env bash
# Where a tool is missing, `make` names it and installs nothing; `make deps`, `make demo` and
# `make test` install it. Tried with a PATH that has no bison, and an apt-get that only takes notes.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
unset MAKEFLAGS MAKELEVEL MFLAGS INSTALL_MISSING PARTS
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
tools=$scratch/tools
passed=0 failed=0

# An apt-get that notes what it is asked to do. Where $1 is yes it installs bison, else that fails.
fake_apt_get() {
    echo '#!/bin/sh'
    echo "echo \"\$*\" >>'$scratch/installed'"
    echo "[ \"\$1\" = update ] || { [ $1 = yes ] && ln -s '$(command -v bison)' '$tools/bison'; }"
}

# A python3 that makes no environments, which is where packages would be installed, but notes it.
fake_python() {
    echo '#!/bin/sh'
    echo "[ \"\$1 \$2\" != '-m venv' ] || { echo \"\$*\" >>'$scratch/installed'; exit 1; }"
    echo "exec '$(command -v python3)' \"\$@\""
}

# A PATH with all commands but those that this test stands in for.
without_bison() { # whether apt-get succeeds: yes or no
    local directories
    rm -rf "${scratch:?}"/*
    mkdir "$tools"
    IFS=: read -ra directories <<<"$PATH"
    find "${directories[@]/%//}" -maxdepth 1 -not -type d -exec ln -s -t "$tools" {} + 2>/dev/null
    rm -f "$tools"/{bison,apt-get,sudo,python3}
    fake_python >"$tools/python3"
    fake_apt_get "$1" >"$tools/apt-get"
    printf '#!/bin/sh\nexec "$@"\n' >"$tools/sudo"
    chmod +x "$tools"/{apt-get,sudo,python3}
}

run_make() {
    PATH=$tools make BUILD="$scratch/build" "$@" >"$scratch/said" 2>&1
    code=$?
}

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        sed 's/^/    /' "$scratch/said"
    fi
}

says() { grep -q -e "$1" "$scratch/said"; }
installs_bison() { grep -q '^install .*bison' "$scratch/installed" 2>/dev/null; }
installs_nothing() { [ ! -e "$scratch/installed" ]; }

if ! command -v bison >/dev/null; then
    echo "bison is missing, so what happens without it is not tested."
    echo "0 passed, 0 failed"
    exit 0
fi

for goal in all lint; do
    without_bison no
    run_make $goal
    check "make $goal without bison fails" [ $code -ne 0 ]
    check "make $goal names bison" says '^Missing: bison$'
    check "make $goal says how to get it" says 'make deps'
    check "make $goal installs nothing" installs_nothing
done

without_bison yes
run_make deps
check "make deps succeeds" [ $code -eq 0 ]
check "make deps installs bison" installs_bison

without_bison no
run_make demo
check "make demo installs bison" installs_bison
check "make demo fails where that fails" [ $code -ne 0 ]

without_bison no
run_make test PARTS=unit
check "make test installs bison" installs_bison
check "make test fails where that fails" [ $code -ne 0 ]

echo "$passed passed, $failed failed"
[ $failed = 0 ]

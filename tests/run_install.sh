#!/usr/bin/env bash
# `make install`: programs in C, C++ and CMake find the library, shells complete, and `make uninstall`
# leaves nothing. What a machine has no tools for (CMake, zsh, fish) is named and not tried.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix said=$scratch/said
passed=0 failed=0
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
unset REGRAFT_RULES

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@" >"$said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        sed 's/^/    /' "$said"
    fi
}

check_with() { # TOOL WHAT COMMAND...
    if command -v "$1" >/dev/null; then
        check "${@:2}"
    else
        echo "not tried, without $1: $2"
    fi
}

# ---- programs

flags() { pkg-config "$@" regraft; }

rewrites() { # PROGRAM
    "$1" "$(flags --variable=rules)" tests/install/graph.fx | diff tests/install/rewritten.fx -
}

build_shared() {
    # shellcheck disable=SC2046 # words of flags
    cc -std=c11 -Wall -Wextra -Werror -o "$scratch/shared" tests/install/example/rewrite.c \
        $(flags --cflags --libs) && rewrites "$scratch/shared"
}

build_static() {
    # shellcheck disable=SC2046
    cc -o "$scratch/static" tests/install/example/rewrite.c $(flags --cflags) \
        "$prefix/lib/libregraft.a" $(flags --static --libs-only-l | sed 's/-lregraft//') &&
        ! readelf -d "$scratch/static" | grep libregraft && rewrites "$scratch/static"
}

build_with_cmake() {
    cmake -S tests/install/example -B "$scratch/cmake" && cmake --build "$scratch/cmake" &&
        rewrites "$scratch/cmake/rewrite"
}

header_is_self_contained() { # LANGUAGE STANDARD
    echo '#include <regraft.h>' | cc -x "$1" -std="$2" -Wall -Wextra -pedantic -Werror -fsyntax-only \
        -I"$prefix/include" -
}

# ---- the shared library

names_its_version() {
    readelf -d "$prefix/lib/libregraft.so" | grep -F "[libregraft.so.$(flags --modversion | sed 's/\.[0-9]*$//')]"
}

# ---- versions

says_the_version() { # FILE TEXT
    grep -qF "$2" "$1" || { echo "$1 does not say: $2" && false; }
}

# ---- shells

bash_completes() { # EXPECTED WORDS...
    local expected=$1
    shift
    # shellcheck disable=SC1091 # is installed by the test
    . "$prefix/share/bash-completion/completions/regraft"
    COMP_WORDS=(regraft "$@") COMP_CWORD=$#
    _regraft
    [ "${COMPREPLY[*]}" = "$expected" ] || { echo "completes to: ${COMPREPLY[*]}" && false; }
}

zsh_reads() {
    zsh -n "$prefix/share/zsh/site-functions/_regraft"
}

fish_completes() {
    fish -c "source $prefix/share/fish/vendor_completions.d/regraft.fish; complete -C 'regraft run --dum'" |
        grep -- --dump-dir
}

check "make install" make --no-print-directory install PREFIX="$prefix"
check "the command finds its rules" "$prefix/bin/regraft" run tests/install/graph.fx
check "a program with the shared library" build_shared
check "a program with the static library" build_static
check_with cmake "a program built by CMake" build_with_cmake
check "the header in C" header_is_self_contained c c99
check_with c++ "the header in C++" header_is_self_contained c++ c++11
check "the soname" names_its_version
version=$(flags --modversion)
check "the command's version" test "$("$prefix/bin/regraft" --version)" = "regraft $version"
check "the man page's version" says_the_version engine/regraft.1 "\"regraft $version\""
check "the package's version" says_the_version engine/python/pyproject.toml "version = \"$version\""
check "the module's version" says_the_version engine/python/regraft/__init__.py "__version__ = \"$version\""
check "the version of symbols" says_the_version engine/install/libregraft.map "REGRAFT_${version%.*} {"
check "bash completes commands" bash_completes "convert completion" co
check "bash completes options" bash_completes "--json-meta" run --js
check "bash completes files" bash_completes "tests/install/graph.fx" run --diff tests/install/gr
check "bash completes directories" bash_completes "tests/install" run --dump-dir tests/ins
check "bash completes no numbers" bash_completes "" run --fuel t
check_with zsh "zsh reads its completions" zsh_reads
check_with fish "fish completes options" fish_completes
check "make uninstall" make --no-print-directory uninstall PREFIX="$prefix"
check "nothing is left" test -z "$(find "$prefix" -not -type d)"
echo "$passed passed, $failed failed"
[ $failed = 0 ]

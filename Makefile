# regraft. `make` builds, `make demo` shows what it does, `make test` tests everything.
#
# Only `make deps`, `make demo`, `make test` and `make ci` install packages; all others say what is
# missing.
#
#   make                 build/regraft, build/libregraft.so, build/libregraft.a
#   make demo            rewrite a captured graph and show what changed
#   make test            all tests; the Python ones run in a virtual environment under build/.
#                        PARTS="unit rules" runs some of them
#   make test-core       the tests that need neither PyTorch nor network
#   make test-faults     lets each allocation and each call into the system fail, in each command; ten
#                        minutes. `make test` does so with some of them
#   make ci              lint, format-check, sanitize and test, with one sum at the end
#   make mutants         what the tests of the rules notice when the rules are weakened
#   make mutants-engine  what the core tests notice when the engine is broken; a quarter of an hour
#   make bless           write what the commands of tests/cli print into their cases
#   make sanitize        what runs C code, under AddressSanitizer and UndefinedBehaviorSanitizer
#   make fuzz            libFuzzer on one reader: TARGET=graph SECONDS=60; see tests/fuzz/README.md
#   make valgrind        the unit tests and the cases of tests/cli under valgrind
#   make fuzz-semantics  all figures of soundness; COUNT=50000 programs a family, SEED=…: hours
#   make bench           measure, up to MOST=1000000 nodes; results also in build/bench/bench.json
#   make bench-peers     the same kind of work with MLIR's tools (installed) and torch.fx, and ratios
#   make bench-python    measure the Python package against PyTorch's own recompile()
#   make wheel           the Python package, to build/dist
#   make lint            tests/check_sizes.py, clang-tidy, cppcheck, ruff and mypy; `make lint-python`: the last two
#   make format          clang-format and ruff; `make format-check` only looks
#   make install         to PREFIX (/usr/local), below DESTDIR where that is set; `make uninstall`
#   make deps            install what is missing, as Debian packages
#   make clean

BUILD ?= build
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
HARDENING ?= -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
LDHARDENING ?= -Wl,-z,relro,-z,now,-z,noexecstack,-z,defs
WARNINGS ?= -Wall -Wextra -Wshadow -Wconversion -Werror
PYTHON ?= python3

VERSION := $(shell sed -n 's/^\#define REGRAFT_VERSION "\(.*\)"$$/\1/p' engine/regraft/common.h)
# What programs are linked against: before 1.0 a minor version may change it.
ABI := $(basename $(VERSION))
SYMBOLS := engine/install/libregraft.map

# Commands are shown in short; `make V=1` shows them in full.
Q := $(if $(V),,@)
show = @$(if $(V),:,echo "  $(1) $@")

LIBRARIES := libpcre2-8 jansson libxxhash
STANDARD := -std=c17 -D_DEFAULT_SOURCE
INCLUDES := -Igrammar -I$(BUILD)/gen

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all deps demo test test-core test-faults ci mutants mutants-engine bless sanitize sanitize-threads valgrind fuzz fuzz-build \
        fuzz-semantics bench bench-peers bench-python wheel lint lint-python format format-check install uninstall clean

all: $(BUILD)/regraft $(BUILD)/libregraft.so $(BUILD)/libregraft.a

# ---------------------------------------------------------------- packages

# The commands and libraries (by the names of pkg-config) that building and testing need, and the
# Debian packages that hold them.
TOOLS := $(firstword $(CC)) flex bison pkg-config
PACKAGES := gcc libc6-dev flex bison pkg-config libpcre2-dev libjansson-dev libxxhash-dev \
            libcunit1-dev

deps demo test ci: export INSTALL_MISSING = yes

# Installs the packages in $(1), as root or by sudo; what apt says is shown when it fails.
define apt_install
	echo "Installing Debian packages: $(1)"; \
	as_root=; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	{ $$as_root apt-get update -q && \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $(1); \
	} >$(BUILD)/apt.log 2>&1 || { cat $(BUILD)/apt.log; exit 1; }
endef

# $(1) is missing: installs the packages in $(2) where that was promised, else says how to.
define get_missing
	if [ -n "$$INSTALL_MISSING" ]; then $(call apt_install,$(2)); else \
	    echo "Missing:" $(1) >&2; \
	    echo "On Debian and Ubuntu: apt-get install $(2)" >&2; \
	    $(3) exit 1; fi
endef

deps: $(BUILD)/deps.stamp

# Everything that compiles depends on this stamp, which looks once. How to compile and link with the
# libraries stands in files beside it, for the compiler to read.
$(BUILD)/deps.stamp:
	@mkdir -p $(BUILD)
	@missing=; \
	for tool in $(TOOLS); do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	! command -v pkg-config >/dev/null || for library in $(LIBRARIES) cunit; do \
	    pkg-config --exists $$library || missing="$$missing $$library"; done; \
	[ -z "$$missing" ] || { $(call get_missing,$$missing,$(PACKAGES),echo '`make deps` does that for you.' >&2;); }
	@pkg-config --cflags $(LIBRARIES) > $(BUILD)/library.cflags
	@pkg-config --libs libpcre2-8 jansson > $(BUILD)/library.libs
	@touch $@

# ---------------------------------------------------------------- scanners and parsers

GRAMMARS := graph python rules schema
GENERATED := $(GRAMMARS:%=$(BUILD)/gen/%.tab.c) $(GRAMMARS:%=$(BUILD)/gen/%.lex.c)

vpath %.y $(GRAMMARS:%=grammar/%)
vpath %.l $(GRAMMARS:%=grammar/%)

$(BUILD)/gen/%.tab.c $(BUILD)/gen/%.tab.h: %.y $(BUILD)/deps.stamp
	@mkdir -p $(@D)
	$(call show,BISON)
	$(Q)bison -Wall -Werror --defines=$(BUILD)/gen/$*.tab.h -o $(BUILD)/gen/$*.tab.c $<

$(BUILD)/gen/%.lex.c: %.l $(BUILD)/deps.stamp
	@mkdir -p $(@D)
	$(call show,FLEX)
	$(Q)flex -o $@ $<

# ---------------------------------------------------------------- compiling and linking

# The library is all of the engine but the commands: a new folder needs no line here.
COMMANDS := $(wildcard engine/commands/*.c engine/commands/*/*.c)
SOURCES := $(filter-out $(COMMANDS),$(wildcard engine/*.c engine/*/*.c engine/*/*/*.c grammar/*/*.c))
TESTS := $(wildcard tests/unit/*.c)

object = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
LIBRARY_OBJECTS := $(call object,$(SOURCES)) $(patsubst $(BUILD)/%.c,$(BUILD)/obj/%.o,$(GENERATED))
COMMAND_OBJECTS := $(call object,$(COMMANDS))
TEST_OBJECTS := $(call object,$(TESTS))
FUZZ_MAINS := tests/fuzz/replay.c tests/fuzz/libfuzzer.c
FUZZ_SOURCES := $(filter-out $(FUZZ_MAINS),$(wildcard tests/fuzz/*.c))
# They run what only commands read, too; main() and the completions need the table of all commands.
NOT_FUZZED := engine/commands/main.c engine/commands/completion.c
FUZZ_OBJECTS := $(call object,$(FUZZ_SOURCES) $(filter-out $(NOT_FUZZED),$(COMMANDS)))
FUZZ_MAIN_OBJECTS := $(call object,$(FUZZ_MAINS))

COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) $(HARDENING) -fPIC -fvisibility=hidden \
          $(INCLUDES) @$(BUILD)/library.cflags -MMD -MP -pthread
LINK = $(CC) $(CFLAGS) $(LDFLAGS) $(LDHARDENING) -pthread

# Generated parsers and scanners must be there before anything that may include their headers.
$(LIBRARY_OBJECTS) $(COMMAND_OBJECTS) $(TEST_OBJECTS) $(FUZZ_OBJECTS) $(FUZZ_MAIN_OBJECTS): $(BUILD)/deps.stamp Makefile | \
    $(GRAMMARS:%=$(BUILD)/gen/%.tab.h)

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call show,CC)
	$(Q)$(COMPILE) -c -o $@ $<

$(BUILD)/obj/gen/%.tab.o: $(BUILD)/gen/%.tab.c
	@mkdir -p $(@D)
	$(call show,CC)
	$(Q)$(COMPILE) -c -o $@ $<

# flex mixes int and size_t in the code around the rules.
$(BUILD)/obj/gen/%.lex.o: $(BUILD)/gen/%.lex.c
	@mkdir -p $(@D)
	$(call show,CC)
	$(Q)$(COMPILE) -Wno-conversion -Wno-sign-compare -c -o $@ $<

$(BUILD)/libregraft.a: $(LIBRARY_OBJECTS)
	$(call show,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libregraft.so: $(LIBRARY_OBJECTS) $(SYMBOLS)
	$(call show,LINK)
	$(Q)$(LINK) -shared -Wl,-soname,libregraft.so.$(ABI) -Wl,--version-script=$(SYMBOLS) -o $@ \
	    $(LIBRARY_OBJECTS) @$(BUILD)/library.libs -lm
	$(Q)ln -sf $(@F) $@.$(ABI)

$(BUILD)/regraft: $(COMMAND_OBJECTS) $(BUILD)/libregraft.a
	$(call show,LINK)
	$(Q)$(LINK) -pie -o $@ $^ @$(BUILD)/library.libs -lm

$(BUILD)/unit: $(TEST_OBJECTS) $(BUILD)/libregraft.a
	$(call show,LINK)
	$(Q)$(LINK) -pie -Wl,--wrap=rg_system_memory -o $@ $^ @$(BUILD)/library.libs -lm \
	    $$(pkg-config --libs cunit)

# Put before the C library by tests/faults/run.py.
$(BUILD)/faults.so: tests/faults/faults.c Makefile
	@mkdir -p $(@D)
	$(call show,CC)
	$(Q)$(CC) $(STANDARD) $(WARNINGS) -O1 -g -shared -fPIC -o $@ $<

$(BUILD)/fuzz-replay: $(FUZZ_OBJECTS) $(BUILD)/obj/tests/fuzz/replay.o $(BUILD)/libregraft.a
	$(call show,LINK)
	$(Q)$(LINK) -pie -o $@ $^ @$(BUILD)/library.libs -lm

$(BUILD)/fuzzer: $(FUZZ_OBJECTS) $(BUILD)/obj/tests/fuzz/libfuzzer.o $(BUILD)/libregraft.a
	$(call show,LINK)
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $^ @$(BUILD)/library.libs -lm

-include $(LIBRARY_OBJECTS:.o=.d) $(COMMAND_OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) \
    $(FUZZ_OBJECTS:.o=.d) $(FUZZ_MAIN_OBJECTS:.o=.d)

# ---------------------------------------------------------------- showing and testing

demo: all
	@BUILD="$(BUILD)" tests/run_demo.sh

# The runner builds what a part of the tests needs, and goes on when a part cannot be built.
RUN_TESTS = BUILD="$(BUILD)" MAKE="$(MAKE)" PYTHON="$(PYTHON)" tests/run_all.sh

C_PARTS := unit fuzz cases rules docs
CORE_PARTS := $(C_PARTS) hostile faults links needs install
PARTS ?= $(CORE_PARTS) growth python

test:
	@+$(RUN_TESTS) $(PARTS)

test-core:
	@+$(RUN_TESTS) $(CORE_PARTS)

test-faults: all $(BUILD)/faults.so
	BUILD="$(BUILD)" $(PYTHON) tests/faults/run.py --whole

ci:
	@+$(RUN_TESTS) lint format sanitize $(PARTS)

mutants: all
	REGRAFT_RULES=rules $(BUILD)/regraft test --mutate --survivors rules/tests/survivors rules

mutants-engine: $(BUILD)/deps.stamp
	@+$(PYTHON) tests/python/run_engine_mutants.py

bless: all
	BUILD="$(BUILD)" tests/run_cases.sh --bless

sanitize:
	@+mkdir -p $(BUILD)/asan && ln -sfn "$(CURDIR)/rules" $(BUILD)/rules
	@+ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
	  REGRAFT_CFLAGS=-fsanitize=address,undefined $(MAKE) BUILD=$(BUILD)/asan HARDENING= LDHARDENING= \
	  CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all" \
	  test PARTS="$(C_PARTS)"
	@+$(MAKE) --no-print-directory sanitize-threads

# What threads share: rules and operator tables. Both commands that take a number of threads use them.
sanitize-threads:
	@+$(MAKE) --no-print-directory BUILD=$(BUILD)/tsan HARDENING= LDHARDENING= \
	  CFLAGS="-O1 -g -fsanitize=thread" all $(BUILD)/tsan/unit
	BUILD=$(BUILD)/tsan tests/run_threads.sh

TARGET ?= graph
SECONDS ?= 60

# Comparisons are not traced: that takes half of the time, and the dictionaries find the words, too.
FUZZ_CFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all \
               -fsanitize-coverage=inline-8bit-counters,pc-table

# Inputs that it finds are kept in build/fuzz; one that fails is put into tests/fuzz/corpus by hand.
fuzz: fuzz-build
	BUILD="$(BUILD)" tests/fuzz/run.sh $(TARGET) $(SECONDS)

fuzz-build:
	@command -v clang >/dev/null || { $(call get_missing,clang,clang); }
	@+$(MAKE) BUILD=$(BUILD)/fuzz CC=clang HARDENING= LDHARDENING= \
	  CFLAGS="-O2 -g -fno-omit-frame-pointer $(FUZZ_CFLAGS)" $(BUILD)/fuzz/fuzzer

valgrind: all $(BUILD)/unit
	BUILD="$(BUILD)" tests/run_valgrind.sh

# The environment of the Python tests. PyTorch's own index has builds for CPUs, without the
# libraries for GPUs; where it cannot be reached the usual index has to do.
$(BUILD)/venv/stamp: tests/python/requirements.txt
	@mkdir -p $(BUILD)
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	    { $(call get_missing,the Python module ensurepip,python3-venv); }
	$(PYTHON) -m venv $(BUILD)/venv
	-$(BUILD)/venv/bin/pip install -q --retries 0 --no-deps "$$(grep '^torch==' $<)" \
	    --extra-index-url https://download.pytorch.org/whl/cpu
	$(BUILD)/venv/bin/pip install -q -r $<
	@touch $@

COUNT ?= 50000

fuzz-semantics: all $(BUILD)/venv/stamp
	BUILD="$(BUILD)" tests/run_fuzz.sh $(COUNT) $(SEED)

# ---------------------------------------------------------------- measuring

BENCH_PROGRAMS := $(BUILD)/bench/generate $(BUILD)/bench/floor $(BUILD)/bench/phases

$(BUILD)/bench/%: tests/bench/%.c $(BUILD)/libregraft.a
	@mkdir -p $(@D)
	$(call show,CC)
	$(Q)$(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) $(INCLUDES) @$(BUILD)/library.cflags -o $@ $< \
	    $(BUILD)/libregraft.a @$(BUILD)/library.libs -lm -pthread

MOST ?= 1000000

bench: all $(BENCH_PROGRAMS)
	BUILD="$(BUILD)" $(PYTHON) tests/bench/run.py --most $(MOST) --json $(BUILD)/bench/bench.json

bench-peers: all $(BENCH_PROGRAMS) $(BUILD)/venv/stamp
	@command -v mlir-opt-19 mlir-opt >/dev/null || \
	    { $(call get_missing,mlir-opt,mlir-19-tools); }
	BUILD="$(BUILD)" $(BUILD)/venv/bin/python tests/bench/peers.py --most $(MOST) \
	    --json $(BUILD)/bench/peers.json

bench-python: all $(BUILD)/venv/stamp
	REGRAFT_BUILD="$(abspath $(BUILD))" $(BUILD)/venv/bin/python tests/bench/python_package.py

# ---------------------------------------------------------------- the Python package

$(BUILD)/wheel/stamp: tests/python/requirements-wheel.txt
	@mkdir -p $(BUILD)
	$(PYTHON) -m venv $(BUILD)/wheel
	$(BUILD)/wheel/bin/pip install -q -r $<
	@touch $@

# With the libraries that it needs in it, named by the oldest glibc that it runs with.
wheel: $(BUILD)/deps.stamp $(BUILD)/wheel/stamp
	@rm -rf $(BUILD)/dist
	$(BUILD)/wheel/bin/pip wheel -q --no-deps --no-build-isolation -w $(BUILD)/dist/plain ./engine/python
	PATH="$(abspath $(BUILD))/wheel/bin:$$PATH" auditwheel repair -w $(BUILD)/dist \
	    $(BUILD)/dist/plain/regraft-*.whl 2>$(BUILD)/wheel/repair.log || { cat $(BUILD)/wheel/repair.log; exit 1; }
	@ls $(BUILD)/dist/regraft-*.whl

# ---------------------------------------------------------------- reading the code

OWN_CODE = $(SOURCES) $(COMMANDS) $(TESTS) $(FUZZ_SOURCES) $(FUZZ_MAINS) tests/faults/faults.c \
           $(wildcard engine/*.h engine/*/*.h engine/*/*/*.h grammar/*/*.h tests/unit/*.h tests/fuzz/*.h)

# ruff and mypy have an environment of their own; mypy looks up PyTorch's types in that of the tests.
$(BUILD)/lint/stamp: tests/python/requirements-lint.txt
	@mkdir -p $(BUILD)
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	    { $(call get_missing,the Python module ensurepip,python3-venv); }
	$(PYTHON) -m venv $(BUILD)/lint
	$(BUILD)/lint/bin/pip install -q -r $<
	@touch $@

lint-python: $(BUILD)/lint/stamp $(BUILD)/venv/stamp
	$(BUILD)/lint/bin/ruff check .
	$(BUILD)/lint/bin/ruff format --check .
	cd engine/python && $(abspath $(BUILD))/lint/bin/mypy --cache-dir $(abspath $(BUILD))/mypy \
	    --python-executable $(abspath $(BUILD))/venv/bin/python
	$(BUILD)/lint/bin/mypy --config-file tests/python/mypy.ini --cache-dir $(BUILD)/mypy-tests \
	    --python-executable $(BUILD)/venv/bin/python

# One by one: as prerequisites, files come after targets that are none, and what is missing would be
# told when Python's tools are installed.
lint:
	@$(PYTHON) tests/check_sizes.py
	@+$(MAKE) --no-print-directory $(BUILD)/deps.stamp
	@+$(MAKE) --no-print-directory $(GENERATED) lint-python
	@command -v clang-tidy >/dev/null || { $(call get_missing,clang-tidy,clang-tidy); }
	@command -v cppcheck >/dev/null || { $(call get_missing,cppcheck,cppcheck); }
	@printf '%s\n' $(SOURCES) $(COMMANDS) | \
	    xargs -P "$$(nproc)" -I FILE clang-tidy --quiet FILE -- $(STANDARD) $(INCLUDES) \
	    $$(cat $(BUILD)/library.cflags)
	@cppcheck --quiet --std=c11 -j "$$(nproc)" \
	    --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
	    --suppress=missingIncludeSystem --suppress=nullPointerRedundantCheck \
	    $(INCLUDES) $(SOURCES) $(COMMANDS)

format: $(BUILD)/lint/stamp
	@clang-format -i $(OWN_CODE)
	@$(BUILD)/lint/bin/ruff format -q .

format-check:
	@command -v clang-format >/dev/null || { $(call get_missing,clang-format,clang-format); }
	@clang-format --dry-run --Werror $(OWN_CODE)

# ---------------------------------------------------------------- installing

RULE_FILES = $(wildcard rules/*.rules rules/*.pipeline)
LIBRARY_FILES = $(wildcard rules/library/*.rules rules/library/*.ops)
OPERATOR_FILES = $(wildcard rules/ops/*.ops rules/ops/*.schemas)
LIBDIR ?= $(PREFIX)/lib
LIB = $(DESTDIR)$(LIBDIR)
SHARE = $(DESTDIR)$(PREFIX)/share
BASH_COMPLETION = $(SHARE)/bash-completion/completions/regraft
ZSH_COMPLETION = $(SHARE)/zsh/site-functions/_regraft
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/regraft.fish

install: all
	install -Dm755 $(BUILD)/regraft $(DESTDIR)$(PREFIX)/bin/regraft
	install -Dm755 $(BUILD)/libregraft.so $(LIB)/libregraft.so.$(VERSION)
	ln -sf libregraft.so.$(VERSION) $(LIB)/libregraft.so.$(ABI)
	ln -sf libregraft.so.$(ABI) $(LIB)/libregraft.so
	install -Dm644 $(BUILD)/libregraft.a $(LIB)/libregraft.a
	install -d $(LIB)/pkgconfig
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    engine/install/regraft.pc.in > $(LIB)/pkgconfig/regraft.pc
	install -Dm644 engine/regraft.h $(DESTDIR)$(PREFIX)/include/regraft.h
	install -d $(DESTDIR)$(PREFIX)/include/regraft
	install -m644 engine/regraft/*.h $(DESTDIR)$(PREFIX)/include/regraft
	install -Dm644 engine/regraft.1 $(SHARE)/man/man1/regraft.1
	install -d $(SHARE)/regraft/rules/ops $(SHARE)/regraft/rules/library
	install -m644 $(RULE_FILES) $(SHARE)/regraft/rules
	install -m644 $(LIBRARY_FILES) $(SHARE)/regraft/rules/library
	install -m644 $(OPERATOR_FILES) $(SHARE)/regraft/rules/ops
	install -d $(dir $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION))
	$(BUILD)/regraft completion bash > $(BASH_COMPLETION)
	$(BUILD)/regraft completion zsh > $(ZSH_COMPLETION)
	$(BUILD)/regraft completion fish > $(FISH_COMPLETION)

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/regraft $(DESTDIR)$(PREFIX)/include/regraft.h
	rm -f $(LIB)/libregraft.so $(LIB)/libregraft.so.$(ABI) $(LIB)/libregraft.so.$(VERSION)
	rm -f $(LIB)/libregraft.a $(LIB)/pkgconfig/regraft.pc $(SHARE)/man/man1/regraft.1
	rm -f $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	rm -rf $(SHARE)/regraft $(DESTDIR)$(PREFIX)/include/regraft

clean:
	rm -rf $(BUILD)

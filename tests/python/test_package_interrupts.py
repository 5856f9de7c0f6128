"""Signals and forks at a bad time."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.fx import GraphModule

import regraft as package
from regraft._engine import loading, rules
from regraft._process import collector
from regraft._to_graph import apply

pytestmark = pytest.mark.usefixtures("regraft")

ASKING = """pass asking
extern scale(name: str) -> int
rule r {
  match    y = aten::sin(x)
  rewrite  y = aten::mul(x, scale("s"))
}
"""


class AlarmError(Exception):
    pass


def _alarm(_number: int, _frame: Any) -> None:
    raise AlarmError


@pytest.fixture(autouse=True)
def interrupted() -> Iterator[None]:
    """Where tests run in the background, a shell has them ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(params=[signal.SIGINT, signal.SIGALRM])
def interrupt(request: pytest.FixtureRequest) -> Iterator[tuple[signal.Signals, Any]]:
    """A signal, and what its handler raises."""
    before = signal.signal(signal.SIGALRM, _alarm)
    number = request.param
    yield number, AlarmError if number == signal.SIGALRM else KeyboardInterrupt
    signal.signal(signal.SIGALRM, before)


def writes(count: int) -> GraphModule:
    def program(x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        for _ in range(count):
            y.add_(1)
        return y

    return torch.fx.symbolic_trace(program)


def _in_place(gm: GraphModule) -> int:
    return len(gm.graph.find_nodes(op="call_method", target="add_"))


def test_an_interrupt_in_a_callback_of_the_engine_is_raised(
    interrupt: tuple[signal.Signals, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    number, error = interrupt
    original = rules._Host.after_pass

    def after_pass(self: Any, *arguments: Any) -> None:
        signal.raise_signal(number)
        original(self, *arguments)

    monkeypatch.setattr(rules._Host, "after_pass", after_pass)
    gm, handler = writes(9), signal.getsignal(number)
    before = str(gm.graph)
    with pytest.raises(error):
        package.rewrite(gm)
    assert str(gm.graph) == before
    assert signal.getsignal(number) is handler


def test_an_interrupt_while_changes_are_applied_comes_after_all_of_them(
    interrupt: tuple[signal.Signals, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    number, error = interrupt
    original, calls = apply._GraphChanges._add, [0]

    def add(self: Any, step: Any) -> None:
        calls[0] += 1
        if calls[0] == 24:
            signal.raise_signal(number)
        original(self, step)

    monkeypatch.setattr(apply._GraphChanges, "_add", add)
    gm, handler = writes(49), signal.getsignal(number)
    with pytest.raises(error):
        package.rewrite(gm)
    assert calls[0] == 49 and _in_place(gm) == 0
    gm.graph.lint()
    torch.testing.assert_close(gm(torch.zeros(2)), torch.full((2,), 49.0))
    assert signal.getsignal(number) is handler


def test_a_callable_can_be_interrupted(
    interrupt: tuple[signal.Signals, Any], tmp_path: Path
) -> None:
    number, error = interrupt
    path = tmp_path / "asking.rules"
    path.write_text(ASKING)
    went_on = []

    def scale(_name: str) -> int:
        signal.raise_signal(number)
        went_on.append(True)
        return 2

    gm = torch.fx.symbolic_trace(lambda x: torch.sin(x))
    caught: list[type] = []
    try:
        package.rewrite(gm, path, externs={"scale": scale})
    except BaseException as raised:
        caught += [type(one) for one in (raised, raised.__cause__) if one is not None]
    assert error in caught and not went_on
    assert "sin" in gm.code


def test_a_real_interrupt_of_a_long_run() -> None:
    gm = writes(20_000)
    before = _in_place(gm)
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            package.rewrite(gm)
            time.sleep(0.01)
    timer.join()
    assert _in_place(gm) in (0, before)


def _in_child(work: Callable[[], bool]) -> int | None:
    """Return the exit code of a forked process that does the work; None where it hangs."""
    child = os.fork()
    if not child:
        os._exit(0 if work() else 1)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_while_another_thread_loads_rules() -> None:
    held, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        with loading._cache_lock, collector.paused():
            held.set()
            go_on.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()

    def work() -> bool:
        gm = writes(1)
        package.rewrite(gm)
        return _in_place(gm) == 0 and gc.isenabled()

    try:
        assert _in_child(work) == 0
    finally:
        go_on.set()
        thread.join()
    assert gc.isenabled()


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_within_a_pause_goes_on_with_it() -> None:
    with collector.paused():
        assert _in_child(lambda: not gc.isenabled()) == 0
    assert gc.isenabled()


BUSY = """pass busy
fn count(_, 0) = 0
fn count(t, n) = 1 + count(t, n - 1) if n < 30 else count(t, n // 2) + count(t, n - n // 2)
rule r {
  match    y = aten::add_(x, k)
  where    count(y.name, 20000) < 0
  rewrite  x <- aten::add(x, k)
}
"""
"""Takes some 20 ms a node: the answer for one name is none for another."""


def test_an_interrupt_stops_the_engine(
    interrupt: tuple[signal.Signals, Any], tmp_path: Path
) -> None:
    number, error = interrupt
    path = tmp_path / "busy.rules"
    path.write_text(BUSY)
    gm = writes(1000)
    before, handler = str(gm.graph), signal.getsignal(number)
    package.load_rules([path])
    timer = threading.Timer(0.5, signal.pthread_kill, (threading.main_thread().ident, number))
    began = time.monotonic()
    timer.start()
    with pytest.raises(error):
        package.rewrite(gm, path)
    assert time.monotonic() - began < 3  # of a minute or two
    assert str(gm.graph) == before
    assert signal.getsignal(number) is handler


def test_a_handler_that_raises_nothing_does_not_stop_the_engine(tmp_path: Path) -> None:
    path = tmp_path / "busy.rules"
    path.write_text(BUSY)
    seen: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _frame: seen.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        package.rewrite(writes(200), path)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen == [signal.SIGALRM]

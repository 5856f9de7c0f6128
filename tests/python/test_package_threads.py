"""Threads, re-entrancy and leaks."""

from __future__ import annotations

import ctypes
import gc
import itertools
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import torch
from torch.fx import Graph, GraphModule
from torch.fx._lazy_graph_module import _LazyGraphModule

import regraft as package
from regraft.fx_passes import CollectiveReplicaGroupsPass, get_default_pass_manager

pytestmark = pytest.mark.usefixtures("regraft")

RUNS = 5_000
WARM_UP = 2_000
"""Runs before memory is looked at: caches fill."""
MOST_BYTES = 64
"""Of the heap that a run may keep: what caches still take. A leak of one string is more than that."""
MOST_BLOCKS = 0.5
"""Objects of Python that a run may keep; a leak is at least one a run."""


class HeapUse(ctypes.Structure):
    """``struct mallinfo2`` of glibc: sizes in bytes, see mallinfo(3)."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def program(nodes: int) -> GraphModule:
    """Every tenth node writes an input."""
    graph = Graph()
    x, y = graph.placeholder("x"), graph.placeholder("y")
    for node in (x, y):
        node.meta["example_value"] = torch.empty(4, 8, device="meta")
    value = x
    for number in range(nodes):
        if number % 10 == 9:
            value = graph.call_method("add_", (y, number))
        else:
            value = graph.call_function(torch.add, (value, y))
    graph.output((value,))
    return _LazyGraphModule(torch.nn.Module(), graph)


def heap_bytes() -> int:
    """Bytes that malloc has given out and not got back. What is resident tells less: the allocator takes
    pages and keeps them for reasons of its own."""
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = HeapUse
    use = ask()
    return int(use.uordblks + use.hblkhd)


def test_threads_share_a_rule_set() -> None:
    rules = package.load_rules([package.DEFAULT_PIPELINE])
    sizes = [300, 500, 700, 900] * 4

    def rewritten(size: int) -> str:
        gm, _ = package.rewrite(program(size), rules)
        gm.graph.lint()
        return str(gm.graph)

    expected = {size: rewritten(size) for size in set(sizes)}
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(rewritten, sizes))
    assert found == [expected[size] for size in sizes]
    assert gc.isenabled()


@pytest.mark.alone
def test_the_engine_runs_without_the_gil() -> None:
    """Another thread goes on counting while the engine works on a large graph."""
    from regraft._to_text.write import write

    rules = package.load_rules([package.DEFAULT_PIPELINE])
    text = write(program(60_000)).text
    began: list[float] = []
    ticks: list[float] = []
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    began.append(time.perf_counter())
    outcome = rules.run(text, {})
    seconds = sum(seconds for _, seconds in outcome.timings)
    stop.set()
    counter.join()
    longest = max(later - one for one, later in itertools.pairwise(ticks))
    assert len(ticks) > 10
    assert seconds > 0.02, "the graph is too small to tell"
    # Decoding what the engine says holds the GIL, the passes do not.
    assert longest < (ticks[-1] - began[0]) * 0.75


def test_externs_may_rewrite_other_graphs() -> None:
    def groups(name: str) -> Any:
        _, metadata = get_default_pass_manager().run_passes(program(20), target_device="cpu")
        assert metadata["inplace_to_outofplace"]["inplace_methods"] == 2
        return [[0, 1]]

    graph = Graph()
    x = graph.placeholder("x")
    reduce = torch.ops._c10d_functional.all_reduce.default
    graph.output((graph.call_function(reduce, (x, "sum", "g")),))
    _, metadata = CollectiveReplicaGroupsPass(groups).run(GraphModule(torch.nn.Module(), graph))
    assert metadata["resolved_count"] == 1


def good_run() -> Callable[[], Any]:
    """Rewriting a small graph."""
    manager = get_default_pass_manager()
    return lambda: manager.run_passes(program(10), target_device="cpu")


def failing_run() -> Callable[[], Any]:
    """A run that a callable ends."""

    def groups(name: str) -> Any:
        raise KeyError(name)

    one = CollectiveReplicaGroupsPass(groups)

    def run() -> None:
        graph = Graph()
        x = graph.placeholder("x")
        reduce = torch.ops._c10d_functional.all_reduce.default
        graph.output((graph.call_function(reduce, (x, "sum", "g")),))
        with pytest.raises(package.ExternError):
            one.run(_LazyGraphModule(torch.nn.Module(), graph))

    return run


def kept_by_a_run(run: Callable[[], Any], runs: int) -> tuple[float, float]:
    """Bytes of the heap and objects of Python that a run keeps, on average."""
    for _ in range(WARM_UP):
        run()
    gc.collect()
    heap, blocks = heap_bytes(), sys.getallocatedblocks()
    for _ in range(runs):
        run()
    gc.collect()
    return (heap_bytes() - heap) / runs, (sys.getallocatedblocks() - blocks) / runs


@pytest.mark.parametrize(("make", "runs"), [(good_run, RUNS), (failing_run, RUNS // 2)])
def test_nothing_leaks(make: Callable[[], Callable[[], Any]], runs: int) -> None:
    heap, blocks = kept_by_a_run(make(), runs)
    assert heap < MOST_BYTES
    assert blocks < MOST_BLOCKS


def test_leaks_are_seen() -> None:
    """The measure itself: 100 bytes that nobody frees, one object that somebody keeps."""
    reserve = ctypes.CDLL(None).malloc
    reserve.restype = ctypes.c_void_p
    kept: list[object] = []
    heap, _ = kept_by_a_run(lambda: reserve(100), RUNS)
    _, blocks = kept_by_a_run(lambda: kept.append(object()), RUNS)
    assert heap > MOST_BYTES
    assert blocks > MOST_BLOCKS

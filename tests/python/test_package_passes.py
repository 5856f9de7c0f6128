"""The pass classes and the manager: the interface of hand-written passes, mixed with rule files."""

from __future__ import annotations

import base64
import json
import logging
import re
import types
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.fx import Graph, GraphModule
from torch.fx._lazy_graph_module import _LazyGraphModule

import nki_ops
import regraft as package
from regraft.fx_passes import (
    AliasingOutputRewritePass,
    CollectiveReplicaGroupsPass,
    DeviceRewriterPass,
    FXPass,
    FXPassManager,
    InPlaceToOutOfPlacePass,
    NkiKernelWriteBackendConfigPass,
    RulePass,
    get_default_pass_manager,
)

pytestmark = pytest.mark.usefixtures("regraft")

NAMES = [
    "device_rewriter",
    "aliasing_output_rewrite",
    "inplace_to_outofplace",
    "nki_kernel_backend_config",
    "collective_replica_groups",
]


def cache_program() -> GraphModule:
    """A write to the second input, a device, and a result."""
    graph = Graph()
    x, cache = graph.placeholder("x"), graph.placeholder("kv_cache")
    graph.call_method("add_", (cache, x))
    ones = graph.call_function(torch.ones, (3,), {"device": "cuda:1"})
    graph.output((graph.call_function(torch.add, (x, ones)),))
    return GraphModule(torch.nn.Module(), graph)


def collective_program(*names: str) -> GraphModule:
    """One reduction for each group name."""
    graph = Graph()
    value = graph.placeholder("x")
    for name in names:
        reduce = torch.ops._c10d_functional.all_reduce.default
        value = graph.call_function(reduce, (value, "sum", name))
    graph.output((value,))
    return GraphModule(torch.nn.Module(), graph)


def kernel_program(constant: Any = None) -> GraphModule:
    """A kernel call with a tensor behind a number, so that positions differ."""
    graph = Graph()
    x, cache = graph.placeholder("x"), graph.placeholder("cache")
    for node in (x, cache):
        node.meta["example_value"] = torch.empty(4, 8)
    call: dict[str, Any] = {
        "kernel_idx": 3,
        "grid": (2, 1),
        "args": [x, 0.5, constant, cache],
        "arg_names": ["x", "scale", "mode", "cache"],
        "constant_args_key": 7,
        "backend_config": "",
        "operand_output_aliases": {},
    }
    graph.output((graph.call_function(nki_ops.nki_kernel_wrapper, (), call),))
    return _LazyGraphModule(torch.nn.Module(), graph)


class Counter(FXPass):
    """A pass written by hand, in the old style: it returns the graph module alone."""

    def __init__(self) -> None:
        self.seen: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """Its name in logs."""
        return "counter"

    def run(self, gm: GraphModule, **kwargs: Any) -> GraphModule:
        """Note what it is given."""
        self.seen = kwargs
        return gm


def test_the_default_manager_runs_the_five_passes_in_order() -> None:
    manager = get_default_pass_manager()
    assert [one.name for one in manager.passes] == NAMES
    gm = cache_program()
    result, metadata = manager.run_passes(gm, target_device="xla")
    assert result is gm
    assert list(metadata) == NAMES
    assert metadata["device_rewriter"] == {"rewrite_count": 1}
    assert metadata["aliasing_output_rewrite"] == {"io_map": {1: 1}, "original_output_count": 1}
    counts = {"inplace_methods": 1, "copy_": 0, "setitem": 0}
    assert metadata["inplace_to_outofplace"] == counts
    assert metadata["nki_kernel_backend_config"] == {"kernel_call_count": 0}
    assert metadata["collective_replica_groups"] == {"resolved_count": 0, "replica_groups": {}}
    (ones,) = gm.graph.find_nodes(op="call_function", target=torch.ones)
    assert ones.kwargs == {"device": "xla"}
    gm.graph.lint()


def test_each_pass_runs_alone() -> None:
    gm, metadata = DeviceRewriterPass().run(cache_program(), target_device="cpu")
    assert metadata == {"rewrite_count": 1}
    gm, metadata = AliasingOutputRewritePass().run(gm)
    assert metadata == {"io_map": {1: 1}, "original_output_count": 1}
    gm, metadata = InPlaceToOutOfPlacePass().run(gm)
    assert metadata == {"inplace_methods": 1, "copy_": 0, "setitem": 0}
    _, metadata = NkiKernelWriteBackendConfigPass().run(gm)
    assert metadata == {"kernel_call_count": 0}
    _, metadata = CollectiveReplicaGroupsPass().run(gm)
    assert metadata == {"resolved_count": 0, "replica_groups": {}}


def test_the_passes_apart_make_what_they_make_together() -> None:
    together, apart = cache_program(), cache_program()
    get_default_pass_manager().run_passes(together, target_device="cpu")
    for one in get_default_pass_manager().passes:
        one.run(apart, target_device="cpu")
    assert str(together.graph) == str(apart.graph)
    for node, other in zip(together.graph.nodes, apart.graph.nodes, strict=True):
        assert dict(node.meta) == dict(other.meta)


def test_hand_written_passes_and_rule_files_mix(tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text(
        "pass mine\nparam most = 3\n\nrule add_to_sub {\n"
        "  match    y = torch.add(x, o)\n  rewrite  y = torch.sub(x, o)\n  count    found\n}\n"
    )
    counter = Counter()
    manager = FXPassManager()
    for one in (DeviceRewriterPass(), counter, RulePass(rules), AliasingOutputRewritePass()):
        manager.add_pass(one)
    gm, metadata = manager.run_passes(cache_program(), target_device="cpu", other=1)
    assert list(metadata) == ["device_rewriter", "counter", "mine", "aliasing_output_rewrite"]
    assert metadata["mine"] == {"found": 1} and metadata["counter"] == {}
    assert counter.seen == {
        "target_device": "cpu",
        "other": 1,
        "device_rewriter": {"rewrite_count": 1},
    }
    assert gm.graph.find_nodes(op="call_function", target=torch.sub)


def test_passes_log_their_time(caplog: pytest.LogCaptureFixture) -> None:
    manager = get_default_pass_manager()
    manager.add_pass(Counter())
    with caplog.at_level(logging.DEBUG, logger="regraft.fx_passes"):
        manager.run_passes(cache_program(), target_device="cpu")
    lines = [record.getMessage() for record in caplog.records]
    expected = [rf"FX Pass '{name}' completed in \d+\.\d{{4}}s" for name in [*NAMES, "counter"]]
    assert len(lines) == len(expected)
    assert all(re.fullmatch(pattern, line) for pattern, line in zip(expected, lines, strict=True))


def test_passes_can_be_switched_off() -> None:
    gm = cache_program()
    before = str(gm.graph)
    result, metadata = get_default_pass_manager().run_passes(gm, enable_fx_passes=False)
    assert result is gm and str(gm.graph) == before and metadata == {}


def test_states_are_written_to_the_work_directory(tmp_path: Path) -> None:
    gm = collective_program("g0")
    externs = {"replica_groups": lambda name: [[0, 1], [2, 3]]}
    get_default_pass_manager().run_passes(
        gm, target_device="cpu", compiler_workdir=tmp_path, externs=externs
    )
    files = sorted(path.name for path in (tmp_path / "passes").iterdir())
    after = [f"{number:02d}_after_{name}.txt" for number, name in enumerate(NAMES, 1)]
    assert files == ["00_original.txt", *after]
    text = (tmp_path / "passes" / after[-1]).read_text()
    assert "g0  [[0, 1], [2, 3]]" in text
    assert f"{gm.graph}" in text and "def forward(self, x):" in text
    assert "Replica groups" not in (tmp_path / "passes" / after[0]).read_text()


def test_a_pass_that_fails_says_where() -> None:
    graph = Graph()
    x = graph.placeholder("x")
    x.meta["example_value"] = torch.empty(3, 4)
    wide = graph.call_method("expand", (x, 2, 3, 4))
    wide.meta["example_value"] = torch.empty(3, 4).expand(2, 3, 4)
    write = graph.call_method("add_", (wide, 1))
    graph.output((x,))
    gm = GraphModule(torch.nn.Module(), graph)
    before = str(gm.graph)
    with pytest.raises(RuntimeError) as caught:
        get_default_pass_manager().run_passes(gm)
    error = caught.value
    assert isinstance(error, package.RewriteError)
    assert error.node is write and error.node_name == "add_"
    assert error.pass_name == "inplace_to_outofplace"
    assert error.location is not None and error.diagnostics
    assert str(gm.graph) == before


def test_a_rule_that_fails_is_named(tmp_path: Path) -> None:
    rules = tmp_path / "no.rules"
    rules.write_text('pass no\n\nrule never {\n  match n = torch.add(...)\n  error "not {n}"\n}\n')
    gm = cache_program()
    with pytest.raises(package.RewriteError, match="not add") as caught:
        RulePass(rules).run(gm)
    error = caught.value
    assert (error.pass_name, error.rule) == ("no", "never")
    assert error.node is gm.graph.find_nodes(op="call_function", target=torch.add)[0]
    assert error.location is not None and error.location.startswith(f"{rules}:5:")


def test_a_hand_written_pass_that_fails_is_named() -> None:
    class Failing(Counter):
        def run(self, gm: GraphModule, **kwargs: Any) -> GraphModule:
            raise ValueError("no reason")

    manager = FXPassManager()
    manager.add_pass(Failing())
    with pytest.raises(RuntimeError, match="'counter' failed: no reason") as caught:
        manager.run_passes(cache_program())
    assert isinstance(caught.value, package.PassError)
    assert isinstance(caught.value.__cause__, ValueError)


def test_rules_that_are_wrong_are_told_when_they_are_loaded(tmp_path: Path) -> None:
    rules = tmp_path / "wrong.rules"
    rules.write_text("pass wrong\n\nrule a {\n  mtach n = torch.add(...)\n}\n")
    with pytest.raises(package.RulesError) as caught:
        RulePass(rules)
    assert caught.value.location is not None and ":4:" in caught.value.location
    with pytest.raises(package.RulesError, match="nowhere"):
        RulePass(tmp_path / "nowhere.rules")


def test_rules_are_loaded_again_when_the_file_changes(tmp_path: Path) -> None:
    rules = tmp_path / "count.rules"
    text = "pass count\n\nrule all {{\n  match n = torch.{}(...)\n  count found\n}}\n"
    rules.write_text(text.format("add"))
    one = RulePass(rules)
    assert one.run(cache_program())[1] == {"found": 1}
    rules.write_text(text.format("sigmoid"))
    assert one.run(cache_program())[1] == {"found": 0}


def test_parameters_that_no_rule_has_are_told() -> None:
    with pytest.raises(TypeError, match="targetdevice"):
        package.rewrite(cache_program(), targetdevice="cpu")


def test_replica_groups_come_from_a_callable() -> None:
    asked = []

    def groups(name: str) -> list[list[int]]:
        asked.append(name)
        return [[0, 1, 2, 3]] if name == "all" else [[0, 2], [1, 3]]

    gm, metadata = CollectiveReplicaGroupsPass(groups).run(collective_program("all", "pair", "all"))
    assert asked == ["all", "pair"]
    expected = {"all": [[0, 1, 2, 3]], "pair": [[0, 2], [1, 3]]}
    assert metadata == {"resolved_count": 3, "replica_groups": expected}
    found = [
        node.meta["replica_groups"]
        for node in gm.graph.find_nodes(
            op="call_function", target=torch.ops._c10d_functional.all_reduce.default
        )
    ]
    assert found == [expected["all"], expected["pair"], expected["all"]]


def test_what_a_callable_raises_comes_back_with_the_node() -> None:
    def groups(name: str) -> list[list[int]]:
        raise KeyError(name)

    gm = collective_program("unknown")
    with pytest.raises(package.ExternError) as caught:
        CollectiveReplicaGroupsPass(groups).run(gm)
    error = caught.value
    assert (
        error.node
        is gm.graph.find_nodes(
            op="call_function", target=torch.ops._c10d_functional.all_reduce.default
        )[0]
    )
    assert error.rule == "ranks"
    assert isinstance(error.__cause__, KeyError)
    assert error.__cause__.__traceback__ is not None
    names = []
    traceback: types.TracebackType | None = error.__cause__.__traceback__
    while traceback:
        names.append(traceback.tb_frame.f_code.co_name)
        traceback = traceback.tb_next
    assert names[-1] == "groups"


def test_interrupts_are_not_wrapped() -> None:
    def groups(name: str) -> list[list[int]]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CollectiveReplicaGroupsPass(groups).run(collective_program("g"))


def test_without_process_groups_names_cannot_be_resolved() -> None:
    if torch.distributed.is_initialized():
        pytest.skip("another test has set up process groups in this process")
    with pytest.raises(package.ExternError, match=r"torch\.distributed is not initialised"):
        CollectiveReplicaGroupsPass().run(collective_program("0"))


def test_kernel_config_gets_nodes_and_objects() -> None:
    mode = object()
    asked: list[tuple] = []

    def kernel_config(*arguments: Any) -> dict[str, Any]:
        asked.append(arguments)
        return {"kernel": {"name": "k", "version": 1}, "operand_output_aliases": {1: 0}}

    gm, metadata = NkiKernelWriteBackendConfigPass(kernel_config).run(kernel_program(mode))
    assert metadata == {"kernel_call_count": 1}
    x, cache = gm.graph.find_nodes(op="placeholder")
    assert asked == [
        (3, [2, 1], [x, 0.5, mode, cache], ["x", "scale", "mode", "cache"], 7),
    ]
    (call,) = gm.graph.find_nodes(op="call_function", target=nki_ops.nki_kernel_wrapper)
    assert call.kwargs["args"][2] is mode
    assert call.kwargs["operand_output_aliases"] == {3: 0}  # the second tensor is argument 3
    config = json.loads(base64.b64decode(call.kwargs["backend_config"]))
    assert config["kernel"] == {"name": "k", "version": 1}
    assert config["args"][0] == {"dtype": "torch.float32", "shape": [4, 8]}


def test_equal_kernel_calls_get_equal_configs() -> None:
    def kernel_config(*_: Any) -> dict[str, Any]:
        return {"kernel": "k", "operand_output_aliases": {}}

    configs = set()
    for _ in range(2):
        gm, _ = NkiKernelWriteBackendConfigPass(kernel_config).run(kernel_program(torch.float16))
        (call,) = gm.graph.find_nodes(op="call_function", target=nki_ops.nki_kernel_wrapper)
        configs.add(call.kwargs["backend_config"])
    assert len(configs) == 1


def test_rule_files_that_do_not_go_together_run_one_by_one(tmp_path: Path) -> None:
    text = 'pass {name}\nparam to = "relu"\n\nrule r {{\n  match y = torch.add(x, _)\n'
    text += '  where to == "{to}"\n  count found\n}}\n'
    manager = FXPassManager()
    for name, to in (("first", "a"), ("second", "b")):
        rules = tmp_path / f"{name}.rules"
        rules.write_text(text.format(name=name, to=to))
        manager.add_pass(RulePass(rules, to=to))
    _, metadata = manager.run_passes(cache_program())
    assert metadata == {"first": {"found": 1}, "second": {"found": 1}}


def test_one_pass_may_run_twice() -> None:
    manager = FXPassManager()
    for device in ("cuda", "cpu"):
        manager.add_pass(DeviceRewriterPass(device))
    gm, metadata = manager.run_passes(cache_program())
    assert metadata == {"device_rewriter": {"rewrite_count": 1}}
    (ones,) = gm.graph.find_nodes(op="call_function", target=torch.ones)
    assert ones.kwargs == {"device": "cpu"}


REGISTRY = {5: {"kernel": "k", "operand_output_aliases": {1: 0}}}


def nki_kernel_wrapper(
    *, kernel_idx: int, args: list[Any], operand_output_aliases: dict[int, int], **_: Any
) -> tuple[torch.Tensor]:
    """Run a kernel that writes its second tensor, which the registry alone says at first."""
    x, _scale, cache = args
    if operand_output_aliases:  # the graph was made out-of-place
        return (cache + x,)
    cache.add_(x)
    return (cache,)


def kernel_that_writes() -> GraphModule:
    """Return a graph that calls it and reads what it wrote."""
    graph = Graph()
    x, cache = graph.placeholder("x"), graph.placeholder("cache")
    for node in (x, cache):
        node.meta["example_value"] = torch.empty(4)
    call: dict[str, Any] = {
        "kernel_idx": 5,
        "grid": (1,),
        "args": [x, 0.5, cache],
        "arg_names": ["x", "scale", "cache"],
        "constant_args_key": 7,
        "backend_config": "",
        "operand_output_aliases": {},
    }
    kernel = graph.call_function(nki_kernel_wrapper, (), call)
    kernel.meta["example_value"] = (torch.empty(4),)
    graph.output((graph.call_method("mul", (cache, 2)),))
    return GraphModule(torch.nn.Module(), graph)


@pytest.mark.parametrize("apart", [False, True])
def test_a_write_that_the_registry_alone_tells_is_returned(apart: bool, tmp_path: Path) -> None:
    manager = get_default_pass_manager()
    (place,) = (
        i
        for i, one in enumerate(manager.passes)
        if isinstance(one, NkiKernelWriteBackendConfigPass)
    )
    manager.passes[place] = NkiKernelWriteBackendConfigPass(lambda number, *_: REGISTRY[number])
    options = {"compiler_workdir": str(tmp_path)} if apart else {}
    gm, metadata = manager.run_passes(kernel_that_writes(), target_device="cpu", **options)
    assert metadata["aliasing_output_rewrite"]["io_map"] == {1: 1}
    x, cache = torch.ones(4), torch.arange(4.0)
    result, written = gm(x, cache)
    expected = torch.arange(4.0)
    (expected_result,) = kernel_that_writes()(x, expected)
    torch.testing.assert_close((result, written), (expected_result, expected))


def test_a_kernel_that_nobody_knows_is_refused() -> None:
    with pytest.raises(package.RewriteError, match=r"externs=\{\"kernel_config\""):
        AliasingOutputRewritePass().run(kernel_that_writes())
    _, metadata = AliasingOutputRewritePass(lambda number, *_: REGISTRY[number]).run(
        kernel_that_writes()
    )
    assert metadata["io_map"] == {1: 1}

"""Process groups: two processes find the ranks of their groups by ``torch.distributed``."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("regraft")

WORLD = 2


def worker(rank: int) -> dict[str, Any]:
    """Rewrite a captured collective in one of the processes; return what was found."""
    import torch
    import torch.distributed as dist
    import torch.distributed._functional_collectives as collectives

    import regraft
    from regraft.fx_passes import CollectiveReplicaGroupsPass

    dist.init_process_group("gloo", rank=rank, world_size=WORLD)
    # Every process makes every group, as torch wants it.
    alone = [dist.new_group([number]) for number in range(WORLD)][rank]
    found: list[Any] = []
    world = dist.group.WORLD
    assert world

    def program(x: torch.Tensor) -> torch.Tensor:
        total = collectives.all_reduce(x, "sum", world)
        return collectives.all_reduce(total * 2, "sum", alone)

    def keep(gm: torch.fx.GraphModule, metadata: dict[str, Any]) -> None:
        found.append(metadata["collective_replica_groups"])
        found.append(
            [
                node.meta["replica_groups"]
                for node in gm.graph.nodes
                if "replica_groups" in node.meta
            ]
        )

    compiled = torch.compile(program, backend="regraft", options={"on_rewritten": keep})
    result = compiled(torch.full((2,), float(rank + 1)))
    graph = torch.fx.Graph()
    reduce = torch.ops._c10d_functional.all_reduce.default
    x = graph.placeholder("x")
    graph.output((graph.call_function(reduce, (x, "sum", "no such group")),))
    try:
        CollectiveReplicaGroupsPass().run(torch.fx.GraphModule(torch.nn.Module(), graph))
        failure = None
    except regraft.ExternError as error:
        failure = str(error.__cause__)
    dist.barrier()
    dist.destroy_process_group()
    return {"result": result.tolist(), "found": found, "failure": failure}


def test_two_processes_resolve_their_groups() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    command = [sys.executable, str(Path(__file__).resolve())]
    workers = [
        subprocess.Popen(
            [*command, str(rank)],
            env=environment | {"OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in range(WORLD)
    ]
    results = []
    for process in workers:
        out, complaint = process.communicate(timeout=120)
        assert process.returncode == 0, complaint
        results.append(json.loads(out.splitlines()[-1]))
    for rank, seen in enumerate(results):
        assert seen["result"] == [6.0, 6.0]
        metadata, on_nodes = seen["found"]
        assert metadata["resolved_count"] == 2
        assert sorted(metadata["replica_groups"].values()) == sorted([[[0, 1]], [[rank]]])
        assert on_nodes == [[[0, 1]], [[rank]]]
        assert "no such group" in seen["failure"]


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import package_path  # noqa: F401  (lets this process import the package from the tree)

    print(json.dumps(worker(int(sys.argv[1]))))

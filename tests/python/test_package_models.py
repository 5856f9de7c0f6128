"""Models compiled with ``backend="regraft"`` do what they do eagerly."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch
from torch.utils._pytree import tree_leaves

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "graphs"))

transformers = pytest.importorskip("transformers")

import model_recipes  # noqa: E402  (fills the table of recipes)
import program_recipes  # noqa: E402, F401
import recording  # noqa: E402

NOT_FOR_ONE_PROCESS = {"collectives", "collectives_in_place"}
BUILT_BY_HAND = {"nki_wrap"}
REFUSED = {"autograd_function", "checkpoint", "nki_kernels"}
"""Bodies that write their own inputs, and kernels that the compiler would have to run."""
CAPTURED = [
    name
    for name, recipe in recording.RECIPES.items()
    if not recipe.suffix and name not in NOT_FOR_ONE_PROCESS | BUILT_BY_HAND | REFUSED
]


def tensors(*values: Any) -> list[torch.Tensor]:
    """Return copies of the tensors in some values, those of caches and models included."""
    found: list[torch.Tensor] = []
    for value in tree_leaves(values):
        if isinstance(value, torch.nn.Module):
            found += [*value.parameters(), *value.buffers()]
        elif isinstance(value, torch.Tensor):
            found.append(value)
        elif hasattr(value, "layers"):  # a cache of transformers
            found += [item for layer in value.layers for item in tree_leaves(vars(layer))]
    return [item.detach().clone() for item in found if isinstance(item, torch.Tensor)]


def assert_equal(found: list[torch.Tensor], expected: list[torch.Tensor]) -> None:
    """Compare tensors bit for bit, NaN included."""
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Have recipes compare a compiled run with an eager one in place of capturing graphs."""
    runs: list[int] = []

    def compare(
        function: Callable,
        make_backend: Callable,
        dynamic: bool | None,
        args: Iterable,
        kwargs: dict[str, Any],
        after: Callable[[Any], Any] | None = None,
    ) -> list[Any]:
        function_too, args_too, kwargs_too = copy.deepcopy((function, args, kwargs))
        torch._dynamo.reset()
        graphs: list[torch.fx.GraphModule] = []

        def linted(gm: torch.fx.GraphModule, metadata: dict[str, Any]) -> None:
            gm.graph.lint()
            graphs.append(gm)

        compiled = torch.compile(
            function, backend="regraft", dynamic=dynamic, options={"on_rewritten": linted}
        )
        torch.manual_seed(0)
        result = compiled(*args, **kwargs)
        torch.manual_seed(0)
        expected = function_too(*args_too, **kwargs_too)
        assert graphs
        assert_equal(
            tensors(result, function, args, kwargs),
            tensors(expected, function_too, args_too, kwargs_too),
        )
        runs.append(1)
        return []

    monkeypatch.setattr(recording, "_compiled", compare)
    return runs


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("name", CAPTURED)
def test_captured_program_runs_compiled_as_eagerly(name: str, compared: list[int]) -> None:
    recording.RECIPES[name].capture()
    assert compared


def llama() -> Any:
    """A tiny Llama with random weights."""
    torch.manual_seed(0)
    settings = model_recipes.GROUPED_QUERIES | {"max_position_embeddings": 64}
    config = transformers.LlamaConfig(**settings)
    return transformers.LlamaForCausalLM(config).eval()


def generate(model: Any, step: Callable, count: int) -> list[int]:
    """Decode greedily with a static cache; ``step`` is the model, compiled or not."""
    cache = transformers.StaticCache(config=model.config, max_cache_len=48)
    tokens = model_recipes.PROMPT
    generated = []
    with torch.no_grad():
        for _ in range(count):
            logits = step(input_ids=tokens, past_key_values=cache, use_cache=True).logits
            tokens = logits[:, -1:].argmax(-1)
            generated.append(int(tokens))
    return generated


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("then", ["eager", "aot_eager"])
def test_llama_with_a_static_cache_generates_the_same_tokens(then: str) -> None:
    model = llama()
    expected = generate(model, model, 32)
    torch._dynamo.reset()
    compiled = torch.compile(model, backend="regraft", options={"then": then})
    assert generate(model, compiled, 32) == expected
    assert len(set(expected)) > 1


SMALL = {
    "vocab_size": 60,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 130,
}
LED = {
    "vocab_size": 60,
    "d_model": 16,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "encoder_ffn_dim": 32,
    "decoder_ffn_dim": 32,
    "attention_window": 8,
    "max_encoder_position_embeddings": 128,
    "max_decoder_position_embeddings": 128,
}
FUNNEL = {
    "vocab_size": 60,
    "block_sizes": [1, 1],
    "num_decoder_layers": 1,
    "d_model": 16,
    "n_head": 2,
    "d_head": 8,
    "d_inner": 32,
}
ONCE_REFUSED: dict[str, dict[str, Any]] = {
    "Longformer": {"attention_window": [8], "pad_token_id": 1, **SMALL},
    "LED": LED,
    "BigBird": {"block_size": 4, "num_random_blocks": 2, **SMALL},
    "Funnel": FUNNEL,
}
"""They write what overlapping views see, views of einsum's results, or results of conversions."""


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("training", [False, True], ids=["forward", "training"])
@pytest.mark.parametrize("name", ONCE_REFUSED)
def test_attention_over_windows_and_blocks(name: str, training: bool) -> None:
    torch.manual_seed(0)
    config = getattr(transformers, f"{name}Config")(**ONCE_REFUSED[name])
    model = getattr(transformers, f"{name}Model")(config).train(training)
    other = copy.deepcopy(model)
    ids = torch.arange(64).view(1, 64) % 50
    torch._dynamo.reset()
    compiled = torch.compile(model, backend="regraft", dynamic=False)
    # In training, BigBird draws its blocks with numpy, which Dynamo does with another generator.
    captured = name == "BigBird" and training
    reference = torch.compile(other, backend="eager", dynamic=False) if captured else other
    outcomes = []
    for run, owner in ((compiled, model), (reference, other)):
        torch.manual_seed(0)
        numpy.random.seed(0)
        with torch.set_grad_enabled(training):
            result = run(input_ids=ids)[0]
        if training:
            result.sum().backward()
        gradients = [one.grad for one in owner.parameters() if one.grad is not None]
        outcomes.append([result.detach(), *gradients])
    assert_equal(*outcomes)

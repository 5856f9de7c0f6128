"""Recipes for models: tiny random configurations of transformers' own code, no weights."""

from __future__ import annotations

from typing import Any

import torch
import transformers
from transformers import StaticCache

from recording import (
    SEED,
    GraphText,
    aot_graphs,
    dynamic_graphs,
    dynamo_graphs,
    make_fx_graphs,
    recipe,
)

PROMPT = torch.tensor([[1, 2, 3, 4]])
NEXT_TOKEN = torch.tensor([[5]])
IMAGE_SHAPE = (2, 3, 16, 16)

SMALL = {
    "vocab_size": 64,
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
}
"""Settings that most configurations share."""
GROUPED_QUERIES = SMALL | {"num_key_value_heads": 2, "max_position_embeddings": 32}
"""The same for decoders whose queries share keys and values."""


def _model(name: str, config_name: str, settings: dict[str, Any]) -> Any:
    """Return a seeded model of transformers' class ``name`` in evaluation mode."""
    torch.manual_seed(SEED)
    config = getattr(transformers, config_name)(**settings)
    return getattr(transformers, name)(config).eval()


def _image() -> torch.Tensor:
    torch.manual_seed(SEED)
    return torch.randn(IMAGE_SHAPE)


def _decode_step(model: Any) -> dict[str, Any]:
    """Return the arguments of one decode step with a static cache, after an eager prefill.

    The prefill makes the cache's tensors, so that Dynamo sees them as inputs.
    """
    cache = StaticCache(config=model.config, max_cache_len=16)
    model(PROMPT, cache=cache, use_cache=True)
    return {"input_ids": NEXT_TOKEN, "cache": cache, "use_cache": True}


# Llama --------------------------------------------------------------------------------------------


def _llama(**settings: Any) -> Any:
    return _model("LlamaForCausalLM", "LlamaConfig", GROUPED_QUERIES | settings)


@recipe("llama_static_decode", "Llama, one decode step with a static KV cache written in place")
@torch.no_grad()
def llama_static_decode() -> list[GraphText]:
    model = _llama()
    return dynamo_graphs(model, **_decode_step(model))


@recipe(
    "llama_static_decode", "`llama_static_decode` in ATen operators, in-place ones kept", ".aten"
)
@torch.no_grad()
def llama_static_decode_aten() -> list[GraphText]:
    model = _llama()
    return make_fx_graphs(model, **_decode_step(model))


@recipe("llama_static_decode_aot", "`llama_static_decode` made functional by AOTAutograd", ".aten")
@torch.no_grad()
def llama_static_decode_aot() -> list[GraphText]:
    model = _llama()
    return aot_graphs(model, **_decode_step(model))


@recipe("llama_prefill", "Llama, prefill with eager attention, no cache")
@torch.no_grad()
def llama_prefill() -> list[GraphText]:
    return dynamo_graphs(_llama(attn_implementation="eager"), PROMPT, use_cache=False)


@recipe("llama_prefill", "`llama_prefill` in ATen operators", ".aten")
@torch.no_grad()
def llama_prefill_aten() -> list[GraphText]:
    return make_fx_graphs(_llama(attn_implementation="eager"), PROMPT, use_cache=False)


@recipe("llama_prefill_dynamic", "Llama, prefill with symbolic batch and sequence lengths")
@torch.no_grad()
def llama_prefill_dynamic() -> list[GraphText]:
    tokens = torch.arange(15).reshape(3, 5)
    return dynamic_graphs(_llama(), tokens, use_cache=False)


@recipe("llama_train_bf16", "Llama, forward and loss in bfloat16 autocast")
def llama_train_bf16() -> list[GraphText]:
    def loss(model: Any, tokens: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return model(tokens, labels=tokens, use_cache=False).loss

    return dynamo_graphs(loss, _llama().train(), PROMPT)


# Other decoders -----------------------------------------------------------------------------------


def _gpt2() -> Any:
    settings = {"vocab_size": 64, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 32}
    return _model("GPT2LMHeadModel", "GPT2Config", settings)


@recipe("gpt2", "GPT-2, one decode step with a growing cache")
@torch.no_grad()
def gpt2() -> list[GraphText]:
    model = _gpt2()
    cache = model(PROMPT, use_cache=True).past_key_values
    return dynamo_graphs(model, NEXT_TOKEN, cache=cache, use_cache=True)


@recipe("gpt2", "GPT-2, prefill in ATen operators", ".aten")
@torch.no_grad()
def gpt2_aten() -> list[GraphText]:
    return make_fx_graphs(_gpt2(), PROMPT, use_cache=False)


@recipe("mixtral", "Mixtral, prefill; experts by batched matrix products")
@torch.no_grad()
def mixtral() -> list[GraphText]:
    settings = GROUPED_QUERIES | {"num_local_experts": 4, "num_experts_per_tok": 2}
    model = _model(
        "MixtralForCausalLM", "MixtralConfig", settings | {"experts_implementation": "batched_mm"}
    )
    return dynamo_graphs(model, PROMPT, use_cache=False)


@recipe("gemma2_static_decode", "Gemma 2, one decode step; sliding-window cache rolled in place")
@torch.no_grad()
def gemma2_static_decode() -> list[GraphText]:
    settings = GROUPED_QUERIES | {"head_dim": 8, "sliding_window": 4}
    model = _model("Gemma2ForCausalLM", "Gemma2Config", settings)
    return dynamo_graphs(model, **_decode_step(model))


@recipe("mamba", "Mamba, one decode step; convolution and state caches written in place")
@torch.no_grad()
def mamba() -> list[GraphText]:
    settings = {"vocab_size": 64, "hidden_size": 32, "num_hidden_layers": 2, "state_size": 4}
    model = _model("MambaForCausalLM", "MambaConfig", settings)
    cache = model(PROMPT, use_cache=True).cache_params
    return dynamo_graphs(model, NEXT_TOKEN, cache=cache, use_cache=True)


# Encoders and encoder-decoders --------------------------------------------------------------------


@recipe("bert", "BERT, masked language model with padding mask and loss")
@torch.no_grad()
def bert() -> list[GraphText]:
    model = _model("BertForMaskedLM", "BertConfig", SMALL | {"max_position_embeddings": 32})
    mask = torch.tensor([[1, 1, 1, 0]])
    return dynamo_graphs(model, PROMPT, attention_mask=mask, labels=PROMPT)


@recipe("bert", "the encoder of BERT in ATen operators", ".aten")
@torch.no_grad()
def bert_aten() -> list[GraphText]:
    model = _model("BertModel", "BertConfig", SMALL | {"max_position_embeddings": 32})
    return make_fx_graphs(model, PROMPT)


@recipe("t5", "T5, encoder and decoder with loss; labels shifted by setitem")
@torch.no_grad()
def t5() -> list[GraphText]:
    settings = {"vocab_size": 64, "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 1}
    settings |= {"num_heads": 4, "decoder_start_token_id": 0}
    model = _model("T5ForConditionalGeneration", "T5Config", settings)
    return dynamo_graphs(model, PROMPT, labels=torch.tensor([[7, 8, -100]]))


@recipe("whisper", "Whisper, audio encoder and text decoder, no cache")
@torch.no_grad()
def whisper() -> list[GraphText]:
    settings = {"vocab_size": 64, "d_model": 32, "num_mel_bins": 8, "max_source_positions": 16}
    settings |= {"encoder_layers": 1, "decoder_layers": 1, "max_target_positions": 16}
    settings |= {"encoder_attention_heads": 4, "decoder_attention_heads": 4}
    settings |= {"encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "pad_token_id": 0}
    settings |= {"bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1}
    model = _model("WhisperForConditionalGeneration", "WhisperConfig", settings)
    torch.manual_seed(SEED)
    return dynamo_graphs(model, torch.randn(1, 8, 32), decoder_input_ids=PROMPT, use_cache=False)


# Vision -------------------------------------------------------------------------------------------


@recipe("vit", "ViT, image classification")
@torch.no_grad()
def vit() -> list[GraphText]:
    settings = {k: v for k, v in SMALL.items() if k != "vocab_size"}
    settings |= {"image_size": 16, "patch_size": 4}
    model = _model("ViTForImageClassification", "ViTConfig", settings)
    return dynamo_graphs(model, _image())


def _training_resnet() -> Any:
    settings = {"embedding_size": 8, "hidden_sizes": [16, 32], "depths": [1, 2]}
    return _model("ResNetForImageClassification", "ResNetConfig", settings).train()


@recipe("resnet_train", "ResNet in training mode; batch norm counts and averages in place")
def resnet_train() -> list[GraphText]:
    return dynamo_graphs(_training_resnet(), _image())


@recipe("resnet_train", "`resnet_train` in ATen operators", ".aten")
@torch.no_grad()
def resnet_train_aten() -> list[GraphText]:
    return make_fx_graphs(_training_resnet(), _image())


@recipe(
    "resnet_train_aot",
    "`resnet_train` made functional by AOTAutograd: 0 is the forward, 1 the backward pass",
    ".aten",
)
def resnet_train_aot() -> list[GraphText]:
    # Running the backward pass is what compiles it.
    return aot_graphs(
        _training_resnet(), _image(), after=lambda output: output.logits.sum().backward()
    )

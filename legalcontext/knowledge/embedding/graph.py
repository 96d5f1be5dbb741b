"""The graph of all-MiniLM-L6-v2 (BERT, 6 layers), written node by node from its weights.

Imported by the build only: `onnx` is not needed to run the graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LAYERS: Final = 6
HEADS: Final = 12
DIMENSIONS: Final = 384
HEAD: Final = DIMENSIONS // HEADS
OPSET: Final = 20
IR_VERSION: Final = 10
MASKED: Final = -10_000.0
"""Added to the attention of padding, so that softmax gives it nothing."""

INPUT_IDS: Final = "input_ids"
ATTENTION_MASK: Final = "attention_mask"
EMBEDDING: Final = "embedding"

Weights = Mapping[str, NDArray[np.float32]]


def save_graph(weights: Weights, target: Path) -> None:
    """Write the model to `target` and its tensors to `target` + `.data` beside it.

    Input: token ids and mask, both [batch, tokens]. Output: vectors of length 1, [batch, 384].
    Neither file may exist: onnx appends to an old data file.
    """
    graph = _Graph(weights)
    vector = _encode(graph)
    model = helper.make_model(
        graph.finish(vector),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    onnx.save(
        model,
        target,
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location=f"{target.name}.data",
        size_threshold=4096,
    )
    onnx.checker.check_model(str(target))


class _Graph:
    """Nodes and constants so far. A value in the graph is its name."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, NDArray[Any]] = {}

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self._constants.setdefault(name, np.ascontiguousarray(value))
        return name

    def integers(self, *values: int) -> str:
        return self.constant(f"int{list(values)}", np.array(values, np.int64))

    def number(self, value: float) -> str:
        return self.constant(f"float({value})", np.array(value, np.float32))

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        return self.nodes(kind, *inputs, outputs=1, **attributes)[0]

    def nodes(self, kind: str, *inputs: str, outputs: int, **attributes: Any) -> list[str]:
        names = [f"{kind}_{len(self._nodes)}_{n}" for n in range(outputs)]
        self._nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def norm(self, x: str, key: str) -> str:
        scale = self.constant(f"{key}.weight", self.weights[f"{key}.weight"])
        bias = self.constant(f"{key}.bias", self.weights[f"{key}.bias"])
        return self.node("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-12)

    def linear(self, x: str, *keys: str) -> str:
        """x · W + b; several keys make one fused product (query, key, value)."""
        weight = np.concatenate([self.weights[f"{key}.weight"] for key in keys]).T
        bias = np.concatenate([self.weights[f"{key}.bias"] for key in keys])
        product = self.node("MatMul", x, self.constant(f"{keys[0]}.product", weight))
        return self.node("Add", product, self.constant(f"{keys[0]}.sum", bias))

    def finish(self, vector: str) -> onnx.GraphProto:
        self._nodes.append(helper.make_node("Identity", [vector], [EMBEDDING]))
        tokens = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
            for name in (INPUT_IDS, ATTENTION_MASK)
        ]
        output = helper.make_tensor_value_info(EMBEDDING, TensorProto.FLOAT, ["batch", DIMENSIONS])
        constants = [numpy_helper.from_array(a, name) for name, a in self._constants.items()]
        return helper.make_graph(self._nodes, "all-MiniLM-L6-v2", tokens, [output], constants)


def _encode(graph: _Graph) -> str:
    mask = graph.node("Cast", ATTENTION_MASK, to=TensorProto.FLOAT)
    unseen = graph.node("Sub", graph.number(1.0), mask)
    bias = graph.node("Mul", unseen, graph.number(MASKED))
    bias = graph.node("Unsqueeze", bias, graph.integers(1, 2))
    x = _embed(graph)
    for layer in range(LAYERS):
        x = _layer(graph, x, bias, f"encoder.layer.{layer}")
    # The mean over the real tokens, brought to length 1: dividing by their count cancels out.
    seen = graph.node("Mul", x, graph.node("Unsqueeze", mask, graph.integers(2)))
    total = graph.node("ReduceSum", seen, graph.integers(1), keepdims=0)
    return graph.node("LpNormalization", total, axis=-1, p=2)


def _embed(graph: _Graph) -> str:
    """Words plus positions; every text is one segment, so the type-0 row joins the positions."""
    prefix = "embeddings"
    weights = graph.weights
    words = graph.constant("words", weights[f"{prefix}.word_embeddings.weight"])
    segment = weights[f"{prefix}.token_type_embeddings.weight"][0]
    places = weights[f"{prefix}.position_embeddings.weight"] + segment
    shape = graph.node("Shape", INPUT_IDS)
    length = graph.node("Slice", shape, graph.integers(1), graph.integers(2))
    zero = graph.integers(0)
    positions = graph.node("Slice", graph.constant("positions", places), zero, length, zero)
    summed = graph.node("Add", graph.node("Gather", words, INPUT_IDS), positions)
    return graph.norm(summed, f"{prefix}.LayerNorm")


def _layer(graph: _Graph, x: str, bias: str, prefix: str) -> str:
    context = _attention(graph, x, bias, f"{prefix}.attention.self")
    attended = graph.linear(context, f"{prefix}.attention.output.dense")
    x = graph.norm(graph.node("Add", attended, x), f"{prefix}.attention.output.LayerNorm")
    inner = graph.node("Gelu", graph.linear(x, f"{prefix}.intermediate.dense"))
    outer = graph.linear(inner, f"{prefix}.output.dense")
    return graph.norm(graph.node("Add", outer, x), f"{prefix}.output.LayerNorm")


def _attention(graph: _Graph, x: str, bias: str, prefix: str) -> str:
    fused = graph.linear(x, f"{prefix}.query", f"{prefix}.key", f"{prefix}.value")
    parts = graph.nodes("Split", fused, outputs=3, axis=-1, num_outputs=3)
    query, key, value = (_heads(graph, part) for part in parts)
    scores = graph.node("MatMul", query, graph.node("Transpose", key, perm=[0, 1, 3, 2]))
    scaled = graph.node("Mul", scores, graph.number(HEAD**-0.5))
    weights = graph.node("Softmax", graph.node("Add", scaled, bias), axis=-1)
    mixed = graph.node("Transpose", graph.node("MatMul", weights, value), perm=[0, 2, 1, 3])
    return graph.node("Reshape", mixed, graph.integers(0, 0, DIMENSIONS))


def _heads(graph: _Graph, x: str) -> str:
    """[batch, tokens, 384] → [batch, heads, tokens, 32]."""
    parted = graph.node("Reshape", x, graph.integers(0, 0, HEADS, HEAD))
    return graph.node("Transpose", parted, perm=[0, 2, 1, 3])

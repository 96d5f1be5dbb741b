"""The search model: the same vectors as an independent calculation, built safely, once."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import settings
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from legalcontext.knowledge import engine
from legalcontext.knowledge.embedding import (
    DIMENSIONS,
    Embedder,
    EmbedderMissing,
    build_files,
    built_files,
    files,
)

Array = NDArray[np.float64]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    """The real one, not the one that remembers."""
    return Embedder(build_files(settings.KNOWLEDGE_EMBEDDER_DIR))


TEXTS = (
    "",
    "deposit",
    "My landlord will not give the deposit back, although I left in June.",
    "¿Cuántos días tengo para contestar una demanda?",
    "Die Kündigungsfrist beträgt drei Monate.",
    "The court may order the clerk to enter a default. " * 40,
)


def reference(text: str) -> Array:
    """The model in float64 and plain numpy, one text at a time, written from its description."""
    weights: dict[str, Array] = {
        name: value.astype(np.float64)
        for name, value in load_file(files.published_file("model.safetensors")).items()
    }
    tokenizer: Any = Tokenizer.from_file(str(files.published_file("tokenizer.json")))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    ids = tokenizer.encode(text).ids

    def norm(x: Array, key: str) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        moved: Array = scaled * weights[f"{key}.weight"] + weights[f"{key}.bias"]
        return moved

    def linear(x: Array, key: str) -> Array:
        return x @ weights[f"{key}.weight"].T + weights[f"{key}.bias"]

    def heads(x: Array) -> Array:
        return x.reshape(len(ids), 12, 32).transpose(1, 0, 2)

    x = weights["embeddings.word_embeddings.weight"][ids]
    x = x + weights["embeddings.position_embeddings.weight"][: len(ids)]
    x = norm(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for number in range(6):
        layer = f"encoder.layer.{number}"
        q, k, v = (
            heads(linear(x, f"{layer}.attention.self.{part}")) for part in ("query", "key", "value")
        )
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(32)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        mixed = (shares @ v).transpose(1, 0, 2).reshape(len(ids), DIMENSIONS)
        attended = linear(mixed, f"{layer}.attention.output.dense")
        x = norm(attended + x, f"{layer}.attention.output.LayerNorm")
        inner = linear(x, f"{layer}.intermediate.dense")
        gelu = inner * 0.5 * (1 + _erf(inner / np.sqrt(2)))
        x = norm(linear(gelu, f"{layer}.output.dense") + x, f"{layer}.output.LayerNorm")
    mean: Array = x.mean(0)
    return mean / np.linalg.norm(mean)


def _erf(x: Array) -> Array:
    """The error function: its series up to 3, beyond that its limit within 3e-5."""
    near = np.clip(x, -3, 3)
    term, total = near.copy(), near.copy()
    for n in range(1, 60):
        term = -term * near**2 / n
        total += term / (2 * n + 1)
    return np.where(np.abs(x) < 3, 2 / np.sqrt(np.pi) * total, np.sign(x))


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:20] or "empty")
def test_a_vector_is_that_of_an_independent_calculation(embedder: Embedder, text: str) -> None:
    assert float(embedder.embed(text) @ reference(text)) >= 0.99999


def test_a_text_has_one_vector_alone_or_among_others(embedder: Embedder) -> None:
    together = embedder.embed_all(TEXTS)
    assert together.shape == (len(TEXTS), DIMENSIONS)
    for row, text in zip(together, TEXTS, strict=True):
        assert float(row @ embedder.embed(text)) >= 0.99999
        assert abs(float(np.linalg.norm(row)) - 1) < 1e-5


def test_no_text_no_vector(embedder: Embedder) -> None:
    assert embedder.embed_all([]).shape == (0, DIMENSIONS)


def test_more_than_128_tokens_count_and_more_than_256_do_not(embedder: Embedder) -> None:
    long = "word " * 200
    assert float(embedder.embed(long) @ embedder.embed(long + "eviction " * 40)) < 0.999
    full = "word " * 300
    assert float(embedder.embed(full) @ embedder.embed(full + "eviction " * 40)) > 0.99999


def test_likeness_of_meaning_is_seen(embedder: Embedder) -> None:
    asked, near, far = embedder.embed_all(
        ["my landlord kept my deposit", "return of a security deposit", "a speeding ticket"]
    )
    assert asked @ near > asked @ far + 0.2


def test_the_files_are_built_once_and_for_everybody(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        built = build_files(tmp_path)
    finally:
        os.umask(old)
    for file in built.graph.parent.iterdir():
        assert file.stat().st_mode & 0o044 == 0o044
    first = built.graph.stat().st_mtime_ns
    assert build_files(tmp_path) == built
    assert built.graph.stat().st_mtime_ns == first
    assert [path.name for path in tmp_path.iterdir()] == [files.NAME]


def test_builders_side_by_side_leave_one_whole_build(tmp_path: Path) -> None:
    results: list[files.Files] = []
    threads = [
        threading.Thread(target=lambda: results.append(build_files(tmp_path))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [built_files(tmp_path)] * 2
    assert [path.name for path in tmp_path.iterdir()] == [files.NAME]
    assert Embedder(results[0]).embed("deposit").shape == (DIMENSIONS,)


def test_what_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(EmbedderMissing, match="build_embedder"):
        built_files(tmp_path)


def test_other_weights_than_the_pinned_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(files.PINS, "tokenizer.json", "0" * 64)
    with pytest.raises(EmbedderMissing, match="is not the pinned one"):
        files.published_file("tokenizer.json")


def test_a_process_loads_one_embedder_whatever_its_threads(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_loaded", {})
    loaded: list[Embedder] = []
    threads = [threading.Thread(target=lambda: loaded.append(engine.embedder())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loaded) == 4
    assert len({id(one) for one in loaded}) == 1


def test_threads_share_a_session(embedder: Embedder) -> None:
    alone = [embedder.embed(text) for text in TEXTS]
    shared: dict[int, Any] = {}
    threads = [
        threading.Thread(target=lambda n=n: shared.update({n: embedder.embed(TEXTS[n])}))
        for n in range(len(TEXTS))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(float(shared[n] @ alone[n]) > 0.99999 for n in range(len(TEXTS)))

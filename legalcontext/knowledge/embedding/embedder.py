"""Running the model: one session per process, shared by its threads."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from .files import DIMENSIONS, Files

Vector = NDArray[np.float32]
"""One vector, or one a row."""

MAX_TOKENS: Final = 256
"""Longer texts are cut; the model was trained on no longer ones."""

BATCH: Final = 32
PADDING: Final = 1.3
"""How much longer than its shortest text the longest one of a batch may be: the others are padded
to it, and padding costs as much as words."""


class Embedder:
    """Texts to unit vectors; safe for use by several threads.

    threads: of one run. 1 in web processes, which run many at once; 2 where an index is made.
    """

    def __init__(self, files: Files, *, threads: int = 1) -> None:
        # tokenizers brings a client of the model hub along; nothing here may call out
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        from tokenizers import Tokenizer

        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # threads that wait spin otherwise, and take the processor from everybody else
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = ort.InferenceSession(
            str(files.graph), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(files.tokenizer))
        # The published file cuts at 128 tokens and pads every text to as many.
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()

    def embed(self, text: str) -> Vector:
        """The vector of one text: 384 numbers, length 1."""
        vector: Vector = self._run([self._tokenizer.encode(text).ids])[0]
        return vector

    def embed_all(self, texts: Sequence[str]) -> Vector:
        """The vectors of many texts, one row each, in their order; similar lengths run together."""
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        vectors = np.empty((len(tokens), DIMENSIONS), np.float32)
        for rows in _batches([len(ids) for ids in tokens]):
            vectors[rows] = self._run([tokens[row] for row in rows])
        return vectors

    def _run(self, tokens: Sequence[Sequence[int]]) -> Vector:
        longest = max(len(ids) for ids in tokens)
        ids = np.zeros((len(tokens), longest), np.int64)
        mask = np.zeros_like(ids)
        for row, text in enumerate(tokens):
            ids[row, : len(text)] = text
            mask[row, : len(text)] = 1
        vectors: Vector = self._session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return vectors


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The rows of texts that run together: similar lengths, `BATCH` at most."""
    batch: list[int] = []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == BATCH or lengths[row] > PADDING * lengths[batch[0]]):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch

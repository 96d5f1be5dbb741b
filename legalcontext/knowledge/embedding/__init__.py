"""Texts to vectors: all-MiniLM-L6-v2 in full precision, without torch. Pure: no Django.

`graph` writes the model's ONNX graph from its published weights, `files` keeps the built files,
`embedder` runs them.
"""

from .embedder import Embedder, Vector
from .files import DIMENSIONS, EmbedderMissing, build_files, built_files

__all__ = ["DIMENSIONS", "Embedder", "EmbedderMissing", "Vector", "build_files", "built_files"]

"""The process's one embedder, loaded when it is first needed."""

from __future__ import annotations

import threading

from django.conf import settings

from .embedding import Embedder, build_files

_lock = threading.Lock()
_loaded: dict[int, Embedder] = {}


def embedder(*, threads: int | None = None) -> Embedder:
    """The embedder of this process. Its files are built where nobody has built them yet (2 s).

    Raises EmbedderMissing when their source is not installed. threads: of one run; None for the
    setting (1 in web processes).
    """
    wanted = threads or settings.KNOWLEDGE_EMBEDDER_THREADS
    if wanted not in _loaded:
        with _lock:
            if wanted not in _loaded:
                files = build_files(settings.KNOWLEDGE_EMBEDDER_DIR)
                _loaded[wanted] = Embedder(files, threads=wanted)
    return _loaded[wanted]

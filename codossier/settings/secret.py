"""The secret key of a development machine: made once, kept in a file only its user can read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def kept_secret(path: Path) -> str:
    """The key in `path`, made when missing. Two processes that begin at once get the same key."""
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(get_random_secret_key())
    try:
        os.link(name, path)  # Refused when the other process was first.
    except FileExistsError:
        pass
    finally:
        os.unlink(name)
    return path.read_text(encoding="ascii")

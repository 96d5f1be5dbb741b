"""The keys of a development machine: made once, kept in files only their user can read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def kept_secret(path: Path) -> str:
    """The key in `path`, made when missing. Two processes that begin at once get the same key."""
    return _kept(path, get_random_secret_key).read_text(encoding="ascii")


def kept_card_key(path: Path) -> Path:
    """The file of the private key that signs the agent card, made when missing."""
    return _kept(path, _card_key)


def _card_key() -> str:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    return (
        ec.generate_private_key(ec.SECP256R1())
        .private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        .decode("ascii")
    )


def _kept(path: Path, make: Callable[[], str]) -> Path:
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(make())
    try:
        os.link(name, path)  # Refused when the other process was first.
    except FileExistsError:
        pass
    finally:
        os.unlink(name)
    return path

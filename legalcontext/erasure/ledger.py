"""The ledger of deletions outside the database and its backups.

A folder (`LEDGER_STORAGE`) with one file that is only appended to: a first line with the salt,
then one JSON line for each transaction that deletes, on the disk before the first row goes. It
says by salted digests what went, and holds nothing else; a restore reads it to delete again what
the backup still had.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from .models import LedgerEntry

FILE: Final = "deletions.jsonl"
DIGEST_BYTES: Final = 16
VERSION: Final = 1


class BrokenLedger(RuntimeError):
    """The file is not a ledger of ours; nothing is deleted until somebody has looked at it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One transaction: what was done (LedgerEntry.Operation) to which digests."""

    at: str
    operation: str
    digests: tuple[str, ...]


def write(operation: str, public_ids: Iterable[str]) -> None:
    """Append to the ledger outside and to the one in the database.

    To be called in the deleting transaction, before its first delete. OSError: the disk refuses;
    the transaction then fails, and nothing goes without its line.
    """
    ids = list(public_ids)
    if not ids:
        return
    digests = _append(operation, ids)
    LedgerEntry.objects.bulk_create(
        LedgerEntry(operation=operation, digest=digest) for digest in digests
    )


def digest(public_id: str, salt: bytes) -> str:
    """The keyed BLAKE2 of a public id, 128 bits, as hexadecimal digits."""
    return hashlib.blake2b(public_id.encode(), key=salt, digest_size=DIGEST_BYTES).hexdigest()


def read(path: Path | None = None) -> tuple[bytes, list[Line]]:
    """The salt and every whole line; a last line that a crash broke off is left out."""
    with (path or _path()).open("rb") as file:
        salt = _salt(file.readline())
        return salt, list(_lines(file))


def _append(operation: str, public_ids: Sequence[str]) -> list[str]:
    path = _path()
    if not path.exists():
        _begin(path)
    with path.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # one writer at a time, in whichever process
        salt = _salt(file.readline())
        digests = [digest(public_id, salt) for public_id in public_ids]
        line = {"at": timezone.now().isoformat(), "operation": operation, "digests": digests}
        file.seek(-1, os.SEEK_END)
        broken_off = file.read(1) != b"\n"
        file.write((b"\n" if broken_off else b"") + json.dumps(line).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return digests


def _begin(path: Path) -> None:
    """Make the file with its salt, whole or not at all, whoever else is doing the same."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        head = {"ledger": VERSION, "salt": secrets.token_hex(32)}
        file.write(json.dumps(head).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    with contextlib.suppress(FileExistsError):  # another process was first: its salt counts
        os.link(fresh, path)
    fresh.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _salt(head: bytes) -> bytes:
    try:
        return bytes.fromhex(json.loads(head)["salt"])
    except (ValueError, KeyError, TypeError):
        raise BrokenLedger(f"{_path()} does not begin as a ledger of deletions") from None


def _lines(file: Iterable[bytes]) -> Iterator[Line]:
    for text in file:
        try:
            line = json.loads(text)
            yield Line(line["at"], line["operation"], tuple(line["digests"]))
        except (ValueError, KeyError, TypeError):
            continue  # broken off by a crash: its transaction was never committed


def _path() -> Path:
    folder: Path = settings.LEDGER_STORAGE
    return folder / FILE

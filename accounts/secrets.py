"""The form of a secret: `cdx_live_…`, 32 base62 characters and a checksum.

`live` and `test` are keys, `invite` is the token of an invitation. The last six characters are
a CRC32 of all before them, so a mistyped or invented one is refused without asking the database,
and scanners can tell a real key from a look-alike.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from collections.abc import Container
from typing import Final

ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
RANDOM_LENGTH: Final = 32
CHECKSUM_LENGTH: Final = 6
KEY_KINDS: Final = ("live", "test")
INVITATION: Final = "invite"
SECRET: Final = re.compile(
    rf"cdx_([a-z]+)_[0-9A-Za-z]{{{RANDOM_LENGTH}}}[0-9A-Za-z]{{{CHECKSUM_LENGTH}}}\Z"
)


def new_secret(kind: str) -> str:
    """A fresh secret; kind: `live`, `test` or `invite`. About 190 bits of randomness."""
    body = f"cdx_{kind}_" + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_LENGTH))
    return body + checksum(body)


def checksum(body: str) -> str:
    """CRC32 of the characters before it, in six base62 digits."""
    number = zlib.crc32(body.encode("ascii"))
    digits = ""
    for _ in range(CHECKSUM_LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        digits = ALPHABET[rest] + digits
    return digits


def well_formed(secret: str, kinds: Container[str] = KEY_KINDS) -> bool:
    """The secret has the form, is of one of the kinds, and its checksum is right."""
    match = SECRET.match(secret)
    return (
        match is not None
        and match[1] in kinds
        and checksum(secret[:-CHECKSUM_LENGTH]) == secret[-CHECKSUM_LENGTH:]
    )


def digest(secret: str) -> str:
    """What is stored: SHA-256 in hexadecimal. A random secret needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()

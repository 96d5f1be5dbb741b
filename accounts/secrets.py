"""The form of a key's secret: `cdx_live_…` or `cdx_test_…`, 32 base62 characters and a checksum.

The last six characters are a CRC32 of all before them, so a mistyped or invented key is refused
without asking the database, and scanners can tell a real key from a look-alike.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from typing import Final

ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
RANDOM_LENGTH: Final = 32
CHECKSUM_LENGTH: Final = 6
SECRET: Final = re.compile(
    rf"cdx_(live|test)_[0-9A-Za-z]{{{RANDOM_LENGTH}}}[0-9A-Za-z]{{{CHECKSUM_LENGTH}}}\Z"
)


def new_secret(mode: str) -> str:
    """A fresh secret; mode: `live` or `test`. About 190 bits of randomness."""
    body = f"cdx_{mode}_" + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_LENGTH))
    return body + checksum(body)


def checksum(body: str) -> str:
    """CRC32 of the characters before it, in six base62 digits."""
    number = zlib.crc32(body.encode("ascii"))
    digits = ""
    for _ in range(CHECKSUM_LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        digits = ALPHABET[rest] + digits
    return digits


def well_formed(secret: str) -> bool:
    """The secret has the form and its checksum is right."""
    return (
        bool(SECRET.match(secret))
        and checksum(secret[:-CHECKSUM_LENGTH]) == (secret[-CHECKSUM_LENGTH:])
    )


def digest(secret: str) -> str:
    """What is stored: SHA-256 in hexadecimal. A random secret needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()

"""The counters against guessing: allauth's, kept in a table that all processes share.

Their keys hold network addresses and e-mail addresses, so only a keyed digest of each is stored.
"""

from __future__ import annotations

from django.utils.crypto import salted_hmac


def key_of(key: str, key_prefix: str, version: int) -> str:
    """`KEY_FUNCTION` of the cache: 64 hexadecimal digits that do not give the key away."""
    whole = f"{key_prefix}:{version}:{key}"
    return salted_hmac("codossier.doors.counter", whole, algorithm="sha256").hexdigest()

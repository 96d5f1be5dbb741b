"""Where a push may go: public addresses over HTTPS, and networks that the operator allows.

Asked when a configuration is made and again at every delivery, which then connects to the very
address that was found good: a name that has come to point somewhere else meanwhile gains nothing.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

MAX_URL: Final = 2000
HTTPS_PORT: Final = 443
HTTP_PORT: Final = 80

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

EMBEDDING: Final = tuple(
    ipaddress.ip_network(network)
    for network in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")
)
"""IPv6 networks whose addresses stand for an IPv4 address (NAT64, 6to4, Teredo, compatible)."""


class TargetRefused(ValueError):
    """The address may not be called; the text says why, without what a name resolved to."""


class TargetUnknown(TargetRefused):
    """The name has no address, for now."""


@dataclass(frozen=True, slots=True)
class Target:
    """A checked destination: connect to `address`, speak to `host`."""

    scheme: str
    host: str
    port: int
    address: str
    path: str

    @property
    def authority(self) -> str:
        """The Host header."""
        standard = HTTPS_PORT if self.scheme == "https" else HTTP_PORT
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == standard else f"{host}:{self.port}"


def check_new_target(url: str) -> None:
    """Refuse a URL that a push could not go to. One whose name has no address yet is taken: it is
    asked again at every delivery. Raises TargetRefused."""
    with suppress(TargetUnknown):
        check_target(url)


def check_target(url: str) -> Target:
    """The destination behind a URL, its name resolved now. TargetUnknown, TargetRefused."""
    parts, port = _parts(url)
    host = parts.hostname or ""
    addresses = _resolve(host, port)
    inside = [address for address in addresses if not is_public(address)]
    allowed = all(_allowed(address) for address in inside)
    if inside and not allowed:
        raise TargetRefused("The URL must lead to a public address.")
    if parts.scheme == "http" and len(inside) != len(addresses):
        raise TargetRefused("The URL must begin with https://.")
    path = parts.path or "/"
    if parts.query:
        path += f"?{parts.query}"
    return Target(parts.scheme, host, port, str(addresses[0]), path)


def is_public(address: Address) -> bool:
    """Whether the address belongs to the public internet, and so does one that it stands for."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in EMBEDDING):
            return False
    return address.is_global and not address.is_multicast


def _parts(url: str) -> tuple[SplitResult, int]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise TargetRefused("The URL cannot be read.") from None
    if len(url) > MAX_URL:
        raise TargetRefused(f"The URL must be at most {MAX_URL:,} characters long.")
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise TargetRefused("The URL must begin with https:// and name a host.")
    if parts.username is not None or parts.password is not None:
        raise TargetRefused("Put credentials into `authentication`, not into the URL.")
    if not url.isascii() or any(char.isspace() or ord(char) < 0x20 for char in url):
        raise TargetRefused("The URL must be ASCII without spaces; encode what is not.")
    return parts, port or (HTTPS_PORT if parts.scheme == "https" else HTTP_PORT)


def _resolve(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return [ipaddress.ip_address(entry[4][0]) for entry in found]
    except (OSError, UnicodeError, ValueError):
        raise TargetUnknown("The URL's host has no address.") from None


def _allowed(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in network for network in settings.PUSH_NETWORKS)

"""Which version of the protocol a request speaks (3.6): one pure function for every operation."""

from __future__ import annotations

import re

from .errors import VERSION_NOT_SUPPORTED, A2AError
from .protocol import VERSION

MAJOR_MINOR = re.compile(r"(\d+\.\d+)(\.\d+)?")


def check_version(header: str | None, query: str | None) -> None:
    """Accept 1.0 and its patches. header: `A2A-Version`; query: `?A2A-Version=`, where there is
    no header. Absent or empty means 0.3. Raises A2AError (-32009)."""
    stated = (header if header is not None else query or "").strip()
    read = MAJOR_MINOR.fullmatch(stated)
    if read is None or read[1] != VERSION:
        raise A2AError(
            VERSION_NOT_SUPPORTED,
            f"This service speaks A2A {VERSION}. Send the header A2A-Version: {VERSION}; without "
            "it a request counts as 0.3.",
            metadata={"supportedVersions": VERSION},
        )

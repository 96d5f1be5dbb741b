"""What a browser may load for a page of the service: its own files, and nothing inline.

The admin is the one exception (`/admin/` alone): the scripts of its theme evaluate expressions and
set styles.
"""

from __future__ import annotations

from typing import Any, Final

from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE

STRICT: Final[dict[str, Any]] = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF],
    "font-src": [SELF],
    "connect-src": [SELF],
    "manifest-src": [SELF],
    "form-action": [SELF],
    "base-uri": [NONE],
    "frame-ancestors": [NONE],
}

EXCEPTIONS: Final[dict[str, dict[str, Any]]] = {
    "/admin/": {
        "script-src": [SELF, UNSAFE_EVAL],
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
    },
    # Swagger UI draws its icons from its style sheet.
    "/docs/": {"img-src": [SELF, "data:"]},
}
"""By the beginning of the path: what stands there instead."""

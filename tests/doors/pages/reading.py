"""What a page says, without its tags."""

from __future__ import annotations

import re
from html import unescape
from typing import Any


def words_of(response: Any) -> str:
    """The main part of a page, on one line."""
    body = response.content.decode()
    main = re.search(r"<main.*?</main>", body, re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main[0] if main else body)).split())

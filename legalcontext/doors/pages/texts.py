"""Text that came by a form or a file, made plain: one kind of line end, and only text."""

from __future__ import annotations

import codecs
from typing import Final

TEXT_FILES: Final = (".txt", ".text", ".md", ".markdown")
"""What the file chooser offers; what decides is whether the file is text."""

_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class NotText(ValueError):
    """The file is no plain text."""


def unified(text: str) -> str:
    """The text with one kind of line end: browsers send a form's with another than a file has,
    and offsets into it would move."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def text_of(data: bytes) -> str:
    """The words of a text file: UTF-8, or UTF-16 that says so. NotText: anything else."""
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise NotText from None
    if any(not (c.isprintable() or c.isspace()) and c < " " for c in text):
        raise NotText
    return unified(text)

"""An export as one ZIP file: a manifest, and each answer as JSON and as Markdown."""

from __future__ import annotations

import json
import uuid
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, Final

from django.utils import timezone

from accounts.ids import public_id
from legalcontext.answers.insight import timestamp
from legalcontext.answers.models import Answer
from legalcontext.skills.rendering import escape, to_markdown

READ_ME: Final = """# Your history

Each answer stands in `answers/` twice: as JSON, with the question, the documents as you sent
them, your context and the whole insight with its legal context; and as Markdown, to read.
`manifest.json` lists them. The retention in each block is as of the day of this archive.
"""


class Archive:
    """Writes the archive into a file as the answers come; only their ids stay in memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self.answer_ids: list[uuid.UUID] = []

    def add(self, answer: Answer, record: dict[str, Any]) -> None:
        """One answer. record: as `record_of` makes it."""
        path = f"answers/{answer.public_id}"
        self._zip.writestr(f"{path}.json", _json(record))
        markdown = markdown_of(record["question"], record["insight"], answer.language)
        self._zip.writestr(f"{path}.md", markdown)
        self.answer_ids.append(answer.pk)

    def finish(self, *, of: str, others: Iterable[dict[str, Any]]) -> None:
        """The manifest and the end. others: metadata of answers whose content is not the
        caller's to read (an account's export)."""
        manifest = {
            "made_at": timestamp(timezone.now()),
            "of": of,
            "answers": [public_id(Answer.PREFIX, key) for key in self.answer_ids],
            "others": list(others),
        }
        self._zip.writestr("manifest.json", _json(manifest))
        self._zip.writestr("README.md", READ_ME)
        self._zip.close()


def chunks(file: IO[bytes], size: int) -> Iterator[bytes]:
    """The whole file from its beginning, in pieces of `size` bytes."""
    file.seek(0)
    while piece := file.read(size):
        yield piece


def markdown_of(question: str, insight: Mapping[str, Any], language: str) -> str:
    """The question as a quotation, then the insight with its block."""
    quoted = "\n".join(f"> {escape(line)}".rstrip() for line in question.splitlines())
    return f"{quoted}\n\n{to_markdown(insight, language=language)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"

"""An insight in words, for the models and clients that read nothing but the text of a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legalcontext.skills.rendering import note_words, to_text

NOTES = {"en": "Notes on the frame", "es": "Notas sobre el marco"}
ID = {"en": "Answer id", "es": "Identificador de la respuesta"}


def in_words(insight: Mapping[str, Any], language: str) -> str:
    """Everything a reader needs: the answer with its frame, handling and notice, the notes on the
    frame, and the id to read it again by. language: the answer's, `en` or `es`.

    No line is broken: a model reads the words, and a chat lays them out.
    """
    parts = [to_text(insight, language=language, width=None)]
    if notes := insight["context_notes"]:
        told = (f"- {note_words(note, language)}" for note in notes)
        parts.append("\n".join([f"{NOTES[language]}:", *told, ""]))
    parts.append(f"{ID[language]}: {insight['id']}")
    return "\n".join(parts)

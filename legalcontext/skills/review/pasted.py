"""Whether words that came as a question are a paper that somebody pasted.

A story about a notice is not the notice. A paper has marks that stories lack: a heading, an
addressee or the two sides, a day in full, somebody who signs.
"""

from __future__ import annotations

import re

from .kinds import Kind, classify

_LEAST_MARKS = 3
_CAPITALS = r"[A-ZÁÉÍÓÚÑ0-9][A-ZÁÉÍÓÚÑ0-9'’&.,()-]*"
_HEADING = re.compile(
    rf"(?:^|\n)[ \t]*(?:(?:{_CAPITALS}[ \t]+){{2,}}[A-ZÁÉÍÓÚÑ]{{2,}}"
    rf"|(?=[^\n]*[A-ZÁÉÍÓÚÑ]{{5}}){_CAPITALS}(?:[ \t]+{_CAPITALS})*[ \t]*(?=\n))"
)
"""Three words in capitals or more, or a line of nothing else."""
_ADDRESSED = re.compile(
    r"(?:^|[\n.:])[ \t]*(?:to|dear|attn|attention|tenant(?:\(s\)|s)?|defendant|para|estimad[oa]"
    r"|inquilin[oa]|a)[ \t]*(?:[:,]|[ \t]+[A-ZÁÉÍÓÚÑ][\w.]+[ \t]+[A-ZÁÉÍÓÚÑ])"
    r"|\b(?:plaintiff|petitioner|demandante)\b.{0,120}\b(?:defendant|respondent|demandad[oa])\b"
    r"|\b(?:to|para|a):[ \t]*\S|\bto (?:the )?(?:tenant|defendant|respondent|occupant)s?\b",
    re.IGNORECASE | re.DOTALL,
)
_DATED = re.compile(
    r"\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:19|20)\d\d\b"
    r"|\b(?:dated?|served|posted|delivered|fecha|notificad[oa]|entregad[oa])\b[^\n]{0,20}\d",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"(?:^|\n|[.;][ \t]+|by:?[ \t]+|por:?[ \t]+)[ \t]*(?:/s/[ \t]*)?[A-ZÁÉÍÓÚÑ][\w.'’-]*"
    r"(?:[ \t]+[A-ZÁÉÍÓÚÑ][\w.'’&-]*){0,4}"
    r"[ \t]*(?:,|\n|\()?[ \t]*(?:landlord|owner|manager|agent|property manager|attorney|clerk"
    r"|plaintiff|esq|casero|propietari[oa]|due[ñn][oa]|administrador[a]?|abogad[oa]|secretari[oa])"
    r"|\bsincerely\b|\brespectfully\b|\batentamente\b|/s/|_{4,}|\bsigned\b|\bfirmado\b"
    r"|\bby order of\b|\bclerk\b",
    re.IGNORECASE,
)
_OWN_STORY = re.compile(
    r"^\W*(?:i|my|we|our|hi|hello|help|what|how|can|is|do|does|mi|yo|hola)\b", re.I
)


def pasted_kind(text: str) -> Kind | None:
    """The kind of paper that the words plainly are; None: they are a question or a story."""
    if _OWN_STORY.match(text):
        return None
    marks = (_HEADING, _ADDRESSED, _DATED, _SIGNED)
    if not _HEADING.search(text) or sum(m.search(text) is not None for m in marks) < _LEAST_MARKS:
        return None
    return classify(text)

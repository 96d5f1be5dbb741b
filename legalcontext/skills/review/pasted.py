"""Whether words that came as a question are a paper that somebody pasted.

A story about a notice is not the notice. A paper has marks that stories lack: a heading, an
addressee or the two sides, a day in full, somebody who signs.
"""

from __future__ import annotations

import re

_LEAST_MARKS = 3
_CAPITALS = r"[A-ZÁÉÍÓÚÑ0-9][A-ZÁÉÍÓÚÑ0-9'’&.,()-]*"
_HEADING = re.compile(
    r"^\s*(?:Dear|Estimad[oa]s?)\b|"
    rf"(?:^|\n)[ \t]*(?:(?:{_CAPITALS}[ \t]+){{2,}}[A-ZÁÉÍÓÚÑ]{{2,}}"
    rf"|(?=[^\n]*[A-ZÁÉÍÓÚÑ]{{5}}){_CAPITALS}(?:[ \t]+{_CAPITALS})*[ \t]*(?=\n))"
    rf"|(?:^|[.:!])\s*(?:{_CAPITALS}[ \t]+)+[A-ZÁÉÍÓÚÑ]{{4,}}[ \t.:,–-]+"
    r"(?=(?:To|TO|Para|PARA|Dear|Date|Dated|Fecha|Tenant|Inquilin[oa])\b)"
)
"""Three words in capitals or more, a line of nothing else, a heading that an addressee or a day
follows, or a letter's greeting."""
_ADDRESSED = re.compile(
    r"(?:^|[\n.:])[ \t]*(?:to|dear|attn|attention|tenant(?:\(s\)|s)?|defendant|para|estimad[oa]"
    r"|inquilin[oa]|a)[ \t]*(?:[:,]|[ \t]+[A-ZÁÉÍÓÚÑ][\w.]+[ \t]+[A-ZÁÉÍÓÚÑ])"
    r"|\b(?:plaintiff|petitioner|demandante)\b.{0,120}\b(?:defendant|respondent|demandad[oa])\b"
    r"|\b(?:to|para|a):[ \t]*\S|\bto (?:the )?(?:tenant|defendant|respondent|occupant)s?\b",
    re.IGNORECASE | re.DOTALL,
)
_NUMBERED = re.compile(
    r"\b(?:claim|case|cause|index|docket|file|caso|expediente) (?:no\b|number|n[uú]m)", re.I
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


_ASKS = re.compile(
    r"\bmy (?:landlord|boss|employer|ex|husband|wife|rent|lawyer)\b|\b(?:what|how) (?:can|do) i\b"
    r"|\bdo i (?:have|need)\b|\bcan (?:he|she|they|i)\b|\bhelp me\b|\?\s*$"
    r"|\bmi (?:casero|jefe|esposo|esposa|renta)\b|\bqu[eé] puedo\b",
    re.IGNORECASE,
)
"""Whoever asks speaks in it."""


def is_paper(text: str) -> bool:
    """Whether the words plainly are a paper, and no question or story."""
    if _OWN_STORY.match(text) or _ASKS.search(text) or not _HEADING.search(text):
        return False
    marks = (_HEADING, _NUMBERED, _ADDRESSED, _DATED, _SIGNED)
    return sum(mark.search(text) is not None for mark in marks) >= _LEAST_MARKS

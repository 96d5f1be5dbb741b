"""What an answer says in words about its frame, its label, its notes and its limits."""

from __future__ import annotations

from collections.abc import Sequence

from legalcontext import inference
from legalcontext.block.types import Frame
from legalcontext.knowledge.types import Hit, Lapsed

from .language import is_foreign
from .passages import GENERAL, country_of, notes_of
from .quoting import left_out as left_out_words
from .types import Ask, Finding, Option, QuestionBack, Text
from .wording import Voice, quoted

PRIVILEGE_NOTES = (
    "privilege_register",
    "privilege_overridden",
    "privilege_litigation_unset",
    "privilege_not_owned",
    "privilege_as_stated",
    "privilege_unverified",
    "privilege_unrecognized",
    "privilege_us_doctrine",
)


def assumed(frame: Frame, ask: Ask, voice: Voice, *, compared: Sequence[str] = ()) -> Finding:
    """The frame in words: place and on what basis, role, date, and what the label rests on.

    compared: the places told of side by side, where no single one frames the answer.
    """
    role = frame.role if f"role_{frame.role}" in _ROLE_KEYS else "other"
    sentences = [
        compared_words(compared, voice) if compared else place_words(frame, voice),
        *_place_notes(frame, voice),
        voice.say("frame_role", role=voice.say(f"role_{role}"), today=voice.date(ask.today)),
        *privilege_words(frame, voice),
    ]
    return Finding(
        kind="frame", title=voice.say("title_frame"), detail=" ".join(sentences), severity="info"
    )


_ROLE_KEYS = frozenset(("role_party", "role_counsel", "role_advisor", "role_family", "role_other"))


def compared_words(places: Sequence[str], voice: Voice) -> str:
    """That the answer tells of several places, each for itself."""
    return voice.say("frame_compared", places=voice.places(places))


def place_words(frame: Frame, voice: Voice) -> str:
    """Which place the answer is framed by, and why (J1 to J10)."""
    place = voice.place(frame.jurisdiction)
    if not frame.recognised:
        return voice.say("frame_unrecognised", place=frame.jurisdiction)
    if frame.basis == "default" and frame.rule == "J8":
        others = voice.places(c.value for c in frame.candidates)
        return voice.say("frame_no_parent", places=others)
    if frame.basis == "default":
        return voice.say("frame_default")
    if frame.basis == "stated":
        return voice.say("frame_stated", place=place)
    if frame.rule == "J6" or any(e.source == "matter" for e in frame.evidence):
        return voice.say("frame_matter", place=place)
    if frame.rule == "J8":
        others = voice.places(c.value for c in frame.candidates)
        return voice.say("frame_parent", place=place, places=others)
    words = [e.text for e in frame.evidence if e.value == frame.jurisdiction and e.text.strip()]
    once = {word.casefold(): quoted(word) for word in reversed(words)}
    shown = voice.series([*reversed(once.values())][:2]) or place
    return voice.say("frame_inferred", place=place, words=shown)


def _place_notes(frame: Frame, voice: Voice) -> list[str]:
    codes = {note.code for note in frame.notes}
    said = []
    if "jurisdiction_conflict" in codes:
        said.append(voice.say("frame_conflict"))
    if "jurisdiction_ambiguous" in codes:
        said.append(voice.say("frame_ambiguous"))
    return said


def privilege_words(frame: Frame, voice: Voice) -> list[str]:
    """The privilege notes of the frame in words (P3, P4, P5, P8, P9, P12 to P14)."""
    codes = [note.code for note in frame.notes]
    return [voice.say(code) for code in PRIVILEGE_NOTES if code in codes]


def question_back(frame: Frame, voice: Voice, *, needs_state: bool = False) -> QuestionBack | None:
    """The one question that would settle the frame, when it is default or ambiguous (J3, J8, J9).

    needs_state: the frame is the United States, and the matter is one of state law.
    """
    asked = inference.question_back(frame, voice.language)
    if asked is not None:
        options = tuple(Option(value, label) for value, label in asked.options)
        return QuestionBack(asked.field, asked.prompt, options)
    if not frame.recognised:
        return QuestionBack("jurisdiction", voice.say("ask_place"))
    if needs_state and frame.jurisdiction == "US" and frame.forum is None:
        return QuestionBack("jurisdiction", voice.say("ask_state"))
    return None


def limits(
    frame: Frame,
    voice: Voice,
    hits: Sequence[Hit],
    *,
    texts: Sequence[Text],
    left_out: Sequence[Hit] = (),
    lapsed: Sequence[Lapsed] = (),
    deadlines_looked_for: bool = False,
    closed: bool = False,
    compared: Sequence[str] = (),
    asked: str = "",
) -> tuple[str, ...]:
    """What the answer rests on that is weak, and what was not looked at; most important first.

    asked: the question, for the language it is in."""
    law = [hit for hit in hits if hit.kind not in ("left_out",)]
    said: list[str] = [voice.say("limit_language")] if is_foreign(asked) else []
    unreviewed = notes_of(hit for hit in law if not hit.reviewed)
    stale = notes_of(hit for hit in law if hit.stale)
    if unreviewed:
        said.append(voice.say("limit_unreviewed", notes=", ".join(unreviewed)))
    if stale:
        said.append(voice.say("limit_stale", notes=", ".join(stale)))
    if closed:
        said.append(voice.say("limit_closed"))
    if lapsed:
        notes = ", ".join(dict.fromkeys(note.note for note in lapsed))
        said.append(voice.say("limit_lapsed", notes=notes))
    if (frame.basis == "default" or not frame.recognised) and not compared:
        said.append(place_words(frame, voice))
    if law and not compared:
        said.extend(_reach(frame, voice, law))
    said.extend(left_out_words(hit, voice) for hit in left_out)
    if deadlines_looked_for:
        said.append(voice.say("limit_deadline_unknown"))
    said.append(voice.say("limit_no_cases" if texts else "limit_nothing_read"))
    if voice.language == "es" and (hits or left_out):
        said.append(voice.say("limit_notes_in_english"))
    if frame.notice:
        said.append(voice.say("notice"))
    return tuple(dict.fromkeys(said))


def _reach(frame: Frame, voice: Voice, hits: Sequence[Hit]) -> list[str]:
    """Whose notes were used where the place has none of its own."""
    places = {hit.jurisdiction for hit in hits}
    said = []
    if frame.recognised and frame.basis != "default" and frame.jurisdiction not in places:
        country = country_of(frame.jurisdiction)
        place = voice.place(frame.jurisdiction)
        if country in places:
            said.append(voice.say("limit_country", place=place, country=voice.place(country)))
        elif places == {GENERAL}:
            said.append(voice.say("limit_general", place=place))
    if not voice.professional:
        written_for_lawyers = notes_of(hit for hit in hits if hit.audience == "professional")
        if written_for_lawyers:
            said.append(voice.say("limit_professional_note", notes=", ".join(written_for_lawyers)))
    return said

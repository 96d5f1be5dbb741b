"""The answers' own words: by audience (plain or terse) and by language.

All sentences stand in `data/wording.yaml`; code only chooses and fills them. Quotes from notes
are never reworded or translated.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from legalcontext.block.places import name_in
from legalcontext.block.types import Frame

from .language import Language, known_language
from .tables import table

MONTHS_ES = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
    *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)
_AND = {"en": "and", "es": "y"}
_QUOTED = 90


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is spoken to, and in which language."""

    language: Language
    professional: bool

    @classmethod
    def of(cls, frame: Frame, language: str) -> Voice:
        return cls(known_language(language), frame.audience == "professional")

    def say(self, key: str, **values: object) -> str:
        """The sentence of the table for this register and language, filled in."""
        forms = table("wording")[key]
        if self.language == "es":
            form = forms["es"]
        elif self.professional:
            form = forms.get("pro", forms["en"])
        else:
            form = forms["en"]
        said = str(form).format(**values)
        return contracted(said) if self.language == "es" else said

    def topic(self, code: str) -> str:
        """A topic in words; an unknown code as it is."""
        names = table("topic_names").get(code)
        return str(names[self.language]) if names else code

    def who(self, code: str) -> str:
        """Where people in many places turn with a topic."""
        names = table("topic_names").get(code) or table("topic_names")["other"]
        return str(table("helpers")["who"][names["who"]][self.language])

    def gather(self, code: str) -> str:
        """What helps to have at hand for a topic."""
        names = table("topic_names").get(code) or table("topic_names")["other"]
        return self.series([table("helpers")["gather"][k][self.language] for k in names["gather"]])

    def place(self, code: str) -> str:
        """The name of a jurisdiction; a code that is not known comes back as it is."""
        return name_in(code, self.language)

    def closed_day(self, name: str) -> str:
        """Why a court is closed on a day, by the day's name in the calendar."""
        return str(table("closed_days").get(name, name)) if self.language == "es" else name

    def date(self, day: dt.date) -> str:
        """`November 30, 2026` in words; for professionals as ISO 8601."""
        if self.language == "es":
            return f"{day.day} de {MONTHS_ES[day.month - 1]} de {day.year}"
        if self.professional:
            return day.isoformat()
        return f"{day:%B} {day.day}, {day.year}"

    def month(self, day: dt.date) -> str:
        """`November 2026` in words; for professionals `2026-11`."""
        if self.language == "es":
            return f"{MONTHS_ES[day.month - 1]} de {day.year}"
        return f"{day:%Y-%m}" if self.professional else f"{day:%B %Y}"

    def days(self, count: int) -> str:
        """`1 day`, `3 days`."""
        return f"{count} {self.unit('days', str(count))}"

    def when(self, days: int) -> str:
        """`today`, `tomorrow`, `in 3 days`."""
        if days in (0, 1):
            return self.say("when_tomorrow" if days else "when_today")
        return self.say("when_in", days=self.days(days))

    def unit(self, unit: str, value: str) -> str:
        forms = table("units")["units"].get(unit)
        if forms is None:
            return unit
        return str(forms["one" if value == "1" else "many"][self.language])

    def event(self, event: str) -> str:
        forms = table("units")["events"].get(event)
        return str(forms[self.language]) if forms else event.replace("_", " ")

    def service(self, service: str) -> str:
        forms = table("units")["services"].get(service)
        return str(forms[self.language]) if forms else service

    def places(self, codes: Iterable[str]) -> str:
        """The places by name, each once; two of the same name with the country of each."""
        names = {code: self.place(code) for code in codes}
        shared = Counter(names.values())
        return self.series(
            [
                name if shared[name] == 1 else self._told_apart(code, name)
                for code, name in names.items()
            ]
        )

    def _told_apart(self, code: str, name: str) -> str:
        country, _, part = code.partition("-")
        if not part:
            return self.say("place_country", name=name)
        return self.say("place_apart", name=name, country=self.place(country))

    def series(self, parts: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {_AND[self.language]} {parts[-1]}"


_CONTRACTED = re.compile(r"\b(de|a) el(?= \w)")


def contracted(text: str) -> str:
    """Spanish with its contractions: "un problema de el depósito" is "del depósito"."""
    return _CONTRACTED.sub(lambda match: {"de": "del", "a": "al"}[match[1]], text)


def sentence(text: str) -> str:
    """The text with a capital at the start."""
    return text[:1].upper() + text[1:]


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    """The asker's words on one line, cut short, in quotation marks."""
    line = one_line(text)
    if len(line) > _QUOTED:
        line = line[: _QUOTED - 1].rstrip() + "…"
    return f"“{line}”"

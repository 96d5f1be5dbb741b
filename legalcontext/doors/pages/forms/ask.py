"""The form of an ask: its fields in plain words, and from them a quick ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.principal import Principal
from legalcontext.block.constants import MAX_STRING
from legalcontext.contracts.quick_ask import InvalidAsk, QuickAsk, parse_quick_ask
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.forms.selects import LongSelect
from legalcontext.doors.pages.places import place_choices
from legalcontext.doors.pages.texts import TEXT_FILES, NotText, text_of, unified
from legalcontext.doors.pages.words import AUDIENCES, FORUM_NAMES, LABELS, ROLES
from matters.models import Matter

QUESTION_LENGTH: Final = 20_000
DOCUMENT_LENGTH: Final = 2_000_000
MOST_DOCUMENTS: Final = 20
"""As in the contract of a quick ask, so that the words beside the field are ours."""

NAME_LENGTH: Final = 255
TOO_LARGE_ID: Final = "papers-too-large"
"""Of the words that the script shows where the chosen files are too large together."""

PASTED: Final = gettext_lazy("pasted text")

ALIASES: Final = {
    "documents": "papers",
    "name": "papers",
    "text": "papers",
    "keep_days": "keep",
    "jurisdiction": "place",
    "forum": "court",
    "privilege": "label",
}
"""From a member of the ask or its block to the field that it is typed in, where they differ."""

SKILLS: Final = (
    ("triage", gettext_lazy("What kind of problem is this, and how urgent?")),
    ("consult", gettext_lazy("What are the rules?")),
    ("document_review", gettext_lazy("What does this paper say?")),
)
KEEP: Final = (
    ("", gettext_lazy("As long as usual in this account")),
    ("30", gettext_lazy("30 days")),
    ("7", gettext_lazy("7 days")),
    ("1", gettext_lazy("1 day")),
    ("0", gettext_lazy("Do not keep it: show it once")),
)


@dataclass(frozen=True, slots=True)
class Attached:
    """A document of the ask that is in the form already: its name and its words."""

    name: str
    text: str


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class ChosenFiles(forms.FileField):
    """Any number of files, as they came; `read_files` reads them."""

    widget = ManyFiles

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        sent = data if isinstance(data, list | tuple) else [data]
        return [file for file in sent if file]


class AskForm(PageForm):
    """Everything of an ask that a person types or chooses. Only the question must be given.

    matters: those that may be named. What was attached before stays in the form as `kept_name` and
    `kept_text`, since a browser forgets a chosen file when the page comes back.
    """

    skill = forms.ChoiceField(
        choices=SKILLS,
        initial="triage",
        widget=forms.RadioSelect,
        label=gettext_lazy("What do you want to know?"),
    )
    question = forms.CharField(
        max_length=QUESTION_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 7, "autocomplete": "off"}),
        label=gettext_lazy("Your question"),
        help_text=gettext_lazy(
            "In your own words. Say what happened, when, and where. Names are not needed."
        ),
        error_messages={
            "required": gettext_lazy("Write your question here."),
            "max_length": gettext_lazy(
                "This is too long. Keep it under 20,000 characters, and add the rest as a document."
            ),
        },
    )
    papers = ChosenFiles(
        required=False,
        widget=ManyFiles(attrs={"accept": f"{','.join(TEXT_FILES)},text/plain"}),
        label=gettext_lazy("Text files"),
        help_text=gettext_lazy("Plain text only (.txt, .md). For other files, copy the words."),
    )
    pasted = forms.CharField(
        required=False,
        max_length=DOCUMENT_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off"}),
        label=gettext_lazy("Or paste the words of a paper"),
        help_text=gettext_lazy("A letter, a notice, a contract: all of it, as it stands."),
        error_messages={
            "max_length": gettext_lazy("This is too long. Keep it under 2,000,000 characters."),
        },
    )
    place = forms.ChoiceField(
        required=False,
        widget=LongSelect,
        label=gettext_lazy("Where is this happening?"),
        help_text=gettext_lazy(
            "The law differs from place to place. Leave it, and it is worked out from your words."
        ),
    )
    court = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("I do not know, or none")), *FORUM_NAMES.items()],
        label=gettext_lazy("Is a court or an office dealing with it?"),
    )
    role = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("Work it out from my words")), *ROLES.items()],
        label=gettext_lazy("Who are you in this?"),
    )
    matter = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Matter"),
        help_text=gettext_lazy("Whoever may read the matter can then read this answer."),
    )
    on_behalf_of = forms.CharField(
        required=False,
        max_length=MAX_STRING,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        label=gettext_lazy("For whom do you ask?"),
        help_text=gettext_lazy("A name or a number of yours. It changes nothing in the answer."),
    )
    audience = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("As usual for you")), *AUDIENCES.items()],
        label=gettext_lazy("Written for"),
    )
    label = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("Not said")), *LABELS.items()],
        label=gettext_lazy("Privilege"),
        help_text=gettext_lazy("What you say about it. Codossier does not decide it."),
    )
    keep = forms.ChoiceField(
        required=False,
        choices=KEEP,
        label=gettext_lazy("Keep the answer"),
        help_text=gettext_lazy("You can delete it at any time."),
    )

    aliases = ALIASES
    sent: Sequence[Attached] = ()
    """The files of this sending that could be read."""

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        principal: Principal,
        matters: Sequence[Matter] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(data, files, **kwargs)
        chosen: Any = self.fields
        chosen["papers"].widget.attrs |= {
            "data-most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
            "data-said": TOO_LARGE_ID,
        }
        chosen["place"].choices = [("", _("Work it out from my words")), *place_choices()]
        chosen["matter"].choices = [("", _("None")), *((m.public_id, m.title) for m in matters)]
        if not matters:
            del self.fields["matter"]
        if principal.kind == "individual":
            # Nothing that an individual could say here changes their answer (P2, P3).
            for name in ("audience", "label", "on_behalf_of"):
                del self.fields[name]
        self.kept = (
            _kept(data)
            if isinstance(data, MultiValueDict)
            else [Attached(d["name"], d["text"]) for d in self.initial.get("kept", ())]
        )

    @property
    def attached(self) -> list[Attached]:
        """What is in the form already, the files of this sending among it."""
        return [*self.kept, *self.sent]

    def clean_papers(self) -> None:
        """Read the files. One that is refused is named, and takes none of the others with it."""
        self.sent, refused = read_files(self.cleaned_data["papers"])
        if refused:
            raise ValidationError(refused)

    def clean(self) -> dict[str, Any]:
        read: dict[str, Any] = super().clean() or self.cleaned_data
        if len(self.documents()) > MOST_DOCUMENTS:
            self.add_error(
                "papers",
                ValidationError(
                    _("Send at most %(most)s papers."), params={"most": MOST_DOCUMENTS}
                ),
            )
        without = read.get("skill") == "document_review" and not self.documents()
        if without and "papers" not in self.errors:
            self.add_error("papers", _("Add the paper to read: a text file, or its words below."))
        return read

    def documents(self) -> list[Attached]:
        """All papers of the ask: kept ones, files, and what was pasted."""
        pasted = unified(self.cleaned_data.get("pasted") or "")
        words = [Attached(str(PASTED), pasted)] if pasted.strip() else []
        return [*self.attached, *words]

    def quick_ask(self) -> QuickAsk | None:
        """The ask that was typed, or None: what is wrong stands beside its field."""
        if not self.is_valid():
            return None
        try:
            return parse_quick_ask(self._raw())
        except InvalidAsk as error:
            self.take(error)
            return None

    def _raw(self) -> dict[str, Any]:
        said = self.cleaned_data
        stated = {
            "jurisdiction": said.get("place"),
            "forum": said.get("court"),
            "role": said.get("role"),
            "audience": said.get("audience"),
            "privilege": said.get("label"),
            "matter": said.get("matter"),
            "on_behalf_of": said.get("on_behalf_of"),
        }
        raw: dict[str, Any] = {
            "skill": said["skill"],
            "question": unified(said["question"]),
            "context": {name: value for name, value in stated.items() if value},
        }
        if documents := self.documents():
            raw["documents"] = [{"name": d.name, "text": d.text} for d in documents]
        if said.get("keep"):
            raw["keep_days"] = int(said["keep"])
        return raw


def read_files(files: Iterable[Any]) -> tuple[list[Attached], list[ValidationError]]:
    """Those that are text, and of each other one what is wrong with it, by its name."""
    read, refused = [], []
    for file in files:
        try:
            read.append(_read(file))
        except ValidationError as error:
            refused.append(error)
    return read, refused


def _read(file: Any) -> Attached:
    name = (file.name or "")[:NAME_LENGTH]
    file.seek(0)  # it was read before, where the form is made a second time
    try:
        text = text_of(file.read())
    except NotText:
        raise ValidationError(
            _(
                "“%(name)s” is not a text file, so it could not be read. Open it, copy its "
                "words, and paste them into the field below."
            ),
            params={"name": name},
        ) from None
    if not text.strip():
        raise ValidationError(_("“%(name)s” has no words in it."), params={"name": name})
    if len(text) > DOCUMENT_LENGTH:
        raise ValidationError(
            _("“%(name)s” is too long. Keep it under 2,000,000 characters, or send a part of it."),
            params={"name": name},
        )
    return Attached(name, text)


def initial_of(question: str, context: Mapping[str, Any], skill: str) -> dict[str, Any]:
    """What a form starts with where an earlier ask is asked again."""
    return {
        "skill": skill,
        "question": question,
        **{
            ALIASES.get(name, name): value
            for name, value in context.items()
            if isinstance(value, str)
        },
    }


def _kept(data: MultiValueDict) -> list[Attached]:
    dropped = set(data.getlist("drop"))
    pairs = zip(data.getlist("kept_name"), data.getlist("kept_text"), strict=False)
    return [
        Attached(name[:NAME_LENGTH], unified(text))
        for number, (name, text) in enumerate(pairs)
        if str(number) not in dropped
    ]

"""What if: any block and text, asked by any kind of principal, resolved and shown, and not kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils import timezone
from unfold.widgets import UnfoldAdminTextareaWidget

from accounts.principal import PrincipalKind
from legalcontext.block import (
    AUDIENCES,
    FORUMS,
    LABELS,
    LEGAL_CONTEXT_CONTRACT,
    MAX_STRING,
    ROLES,
    Fault,
    Inbound,
    InvalidContext,
    MatterFacts,
    PrincipalFacts,
    context_notes,
    outbound,
    read_inbound,
)
from legalcontext.block.explain import Explanation, explain
from legalcontext.block.marking import marked
from legalcontext.contracts.validation import validate
from legalcontext.inference import infer
from legalcontext.retention.policy import effective_policy

from .papers import Paper, Weight, strongest_first

LONGEST_QUESTION: Final = 20_000
LONGEST_DOCUMENT: Final = 200_000

PRINCIPALS: Final[Mapping[str, tuple[PrincipalKind, str]]] = {
    "individual": ("individual", "an individual"),
    "verified": ("professional", "a professional, verified"),
    "none": ("service", "a professional, nothing said of the profession"),
    "self_declared": ("service", "a professional, self-declared"),
    "suspended": ("service", "a professional, verification suspended"),
    "program": ("service", "a program with a key of its own"),
}
"""Who asks → the kind that the block knows: anyone can tick a box, so that only a verified
professional counts as one."""

MATTERS: Final = {
    "none": "no matter is named",
    "other": "a matter of somebody else, which may be read",
    "own": "a matter of the asker's own",
}
MARKS: Final[Mapping[str, bool | None]] = {"unset": None, "yes": True, "no": False}

STATED: Final = ("jurisdiction", "forum", "audience", "role", "privilege")


@dataclass(frozen=True, slots=True)
class Tried:
    """What an ask with these inputs would carry, and why. block, notes: as the answer has them."""

    explanation: Explanation
    block: str
    notes: tuple[Mapping[str, Any], ...]
    faults: tuple[Fault, ...]
    question: Paper
    papers: tuple[Paper, ...]
    evidence: tuple[Weight, ...]


def what_if(
    *,
    stated: Inbound,
    question: str,
    document: str,
    kind: PrincipalKind,
    matter: MatterFacts | None,
) -> Tried:
    """Resolve these inputs. Nothing is read from the database, and nothing is kept.

    The retention is the service's own, as for an account without policies.
    """
    texts = [document] if document else []
    inference = infer(question, texts)
    explanation = explain(stated, inference, PrincipalFacts(kind), matter)
    block = outbound(explanation.frame, effective_policy().sentence(timezone.now()))
    return Tried(
        explanation=explanation,
        block=json.dumps(block, indent=2, ensure_ascii=False),
        notes=tuple(context_notes(explanation.frame)),
        faults=tuple(validate(LEGAL_CONTEXT_CONTRACT, block)),
        question=Paper("question", marked(question, inference.evidence, source="question")),
        papers=tuple(
            Paper(f"document {n + 1}", marked(text, inference.evidence, source=f"document:{n}"))
            for n, text in enumerate(texts)
        ),
        evidence=strongest_first(
            dict.fromkeys((*explanation.frame.evidence, *inference.evidence)),
            explanation.frame.evidence,
        ),
    )


def _texts(rows: int, **kwargs: Any) -> forms.CharField:
    widget = UnfoldAdminTextareaWidget(attrs={"rows": rows})
    return forms.CharField(required=False, strip=False, widget=widget, **kwargs)


def _known(values: tuple[str, ...]) -> str:
    return f"Known: {', '.join(values)}. Anything else is kept and treated as unknown."


class WhatIfForm(forms.Form):
    """The inputs of a frame, each as the rules know it."""

    principal = forms.ChoiceField(
        label="Who asks", choices=[(name, words) for name, (_, words) in PRINCIPALS.items()]
    )
    question = _texts(4, max_length=LONGEST_QUESTION)
    document = _texts(
        4,
        max_length=LONGEST_DOCUMENT,
        help_text="The text of a paper that comes with the question.",
    )
    jurisdiction = forms.CharField(
        label="Stated place",
        required=False,
        max_length=MAX_STRING,
        help_text="A code or a name, as a caller would state it.",
    )
    forum = forms.CharField(
        label="Stated forum", required=False, max_length=MAX_STRING, help_text=_known(FORUMS[:4])
    )
    audience = forms.CharField(
        label="Stated audience",
        required=False,
        max_length=MAX_STRING,
        help_text=_known(AUDIENCES),
    )
    role = forms.CharField(
        label="Stated role", required=False, max_length=MAX_STRING, help_text=_known(ROLES)
    )
    privilege = forms.CharField(
        label="Stated privilege", required=False, max_length=MAX_STRING, help_text=_known(LABELS)
    )
    block = _texts(
        5,
        label="Or the whole block, as JSON",
        max_length=LONGEST_QUESTION,
        help_text="Where it is filled in, it counts and the fields above do not.",
    )
    matter = forms.ChoiceField(label="Matter", choices=list(MATTERS.items()))
    litigation = forms.ChoiceField(
        label="Litigation anticipated",
        choices=[(mark, mark) for mark in MARKS],
        help_text="The mark of the matter.",
    )
    matter_jurisdiction = forms.CharField(
        label="The matter's place on record", required=False, max_length=MAX_STRING
    )
    matter_forum = forms.CharField(
        label="The matter's forum on record", required=False, max_length=MAX_STRING
    )

    def clean_question(self) -> str:
        return _plain(self.cleaned_data["question"])

    def clean_document(self) -> str:
        return _plain(self.cleaned_data["document"])

    def clean_block(self) -> Any:
        """The block as JSON; None where it is left empty."""
        text = self.cleaned_data["block"].strip()
        if not text:
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise forms.ValidationError("This is no JSON that can be read.") from None

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        whole = said.get("block")
        given = whole if whole is not None else {name: said.get(name) or None for name in STATED}
        try:
            said["stated"] = read_inbound(given, pointer="")
        except InvalidContext as error:
            at = "block" if whole is not None else None
            for fault in error.faults:
                self.add_error(at, f"{fault.pointer or 'The block'}: {fault.detail}")
        return said

    def tried(self) -> Tried:
        """What comes of it; the form is valid."""
        said = self.cleaned_data
        matter = None
        if said["matter"] != "none":
            matter = MatterFacts(
                owned=said["matter"] == "own",
                litigation_anticipated=MARKS[said["litigation"]],
                jurisdiction=said["matter_jurisdiction"] or None,
                forum=said["matter_forum"] or None,
            )
        return what_if(
            stated=said["stated"],
            question=said["question"],
            document=said["document"],
            kind=PRINCIPALS[said["principal"]][0],
            matter=matter,
        )


def _plain(text: str) -> str:
    """As a door would have it: line ends as one character."""
    return text.replace("\r\n", "\n")

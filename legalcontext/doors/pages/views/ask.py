"""Asking: the form, what would be assumed, and the answer."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from accounts.idempotency import fingerprint, once
from accounts.ids import parse_public_id
from accounts.models import Scope
from legalcontext import block
from legalcontext.answers import ask as asking
from legalcontext.answers import reading
from legalcontext.answers.errors import MatterNotFound, NotFound
from legalcontext.answers.models import Answer
from legalcontext.contracts.quick_ask import SKILLS, QuickAsk
from legalcontext.doors.pages.evidence import marked
from legalcontext.doors.pages.forms.ask import (
    ALIASES,
    TOO_LARGE_ID,
    AskForm,
    initial_of,
    read_files,
)
from legalcontext.doors.pages.forms.base import words_in
from legalcontext.doors.pages.rendering import is_fragment
from legalcontext.doors.pages.showing import assumed, shown_insight
from legalcontext.doors.pages.wording import megabytes
from legalcontext.doors.pages.writers import WRITER, writer_of
from legalcontext.doors.refusals import REFUSAL, StaleForm
from legalcontext.switches.errors import SwitchedOff
from matters.services.matters import list_titles

from .base import FOR_NOW, PageView, go, refused_form, turn_of

DOOR: Final = "pages"
REFUSED: Final = (*FOR_NOW, SwitchedOff, RequestDataTooBig)
"""What is told above the form, with all that was typed still in it."""

SETTLED: Final = ("jurisdiction", "forum", "role")
"""Members of the block that an answer may ask back for."""


class Ask(PageView):
    """A question, with its papers and its frame.

    The button `check` says what would be assumed and stores nothing; `ask` answers. Without
    JavaScript both come back as this page.
    """

    section = "ask"
    takes_files = True
    again_after = REFUSED

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        return words_in(AskForm)

    def get(self, request: HttpRequest) -> HttpResponse:
        """An empty form; `?again=ans_…` starts with an earlier ask, `?matter=mat_…` names a matter.

        The earlier words are read from the history: they stand in no address.
        """
        return self._show(self._form(initial=self._initial(request)))

    def post(self, request: HttpRequest) -> HttpResponse:
        form = self._form(request.POST, request.FILES)
        quick_ask = form.quick_ask()
        if quick_ask is None:
            return self._show(form, status=400)
        try:
            if "check" in request.POST:
                return self._show(form, quick_ask)
            return self._answer(request, quick_ask)
        except MatterNotFound:
            form.add_error("matter", _("This matter is not there any more, or is closed to you."))
            return self._show(form, status=400)

    def show_again(self, refusal: str | None, *, status: int = 200) -> HttpResponse:
        form = self._form(self.request.POST, self._files)
        return self._show(refused_form(form, refusal, self._refused_field), status=status)

    def sent(self, request: HttpRequest) -> list[tuple[str, str]]:
        """The words of the files too: a browser forgets which were chosen."""
        read, _refused = read_files(self._files.getlist("papers"))
        files = [
            pair for each in read for pair in (("kept_name", each.name), ("kept_text", each.text))
        ]
        dropped = ("ask", "check", "drop")
        return [pair for pair in super().sent(request) if pair[0] not in dropped] + files

    def _answer(self, request: HttpRequest, quick_ask: QuickAsk) -> HttpResponse:
        """Answer once, however often the button was pressed."""
        key = turn_of(request)
        asked = fingerprint(b"pages/ask", repr(quick_ask).encode("utf-8", "surrogatepass"))
        with once(self.principal, key, asked) as attempt:
            if attempt.replay_of:
                return go(request, reverse("pages:answer", args=[attempt.replay_of]))
            insight = asking.ask(self.principal, quick_ask, door=DOOR, attempt=attempt)
        if quick_ask.keep_days != 0:
            return go(request, reverse("pages:answer", args=[insight["id"]]))
        # It is nowhere: this page is the one time that it is shown.
        return self.page(
            "pages/answer_once.html",
            {
                "question": quick_ask.question,
                "shown": shown_insight(insight, (), asking.language_of(quick_ask)),
            },
        )

    def _show(
        self, form: AskForm, quick_ask: QuickAsk | None = None, *, status: int = 200
    ) -> HttpResponse:
        context: dict[str, Any] = {
            "form": form,
            "attached": form.attached,
            "turn": uuid.uuid4(),
            "too_large_id": TOO_LARGE_ID,
            "megabytes": megabytes(),
            "renewed": self._is_renewed,
        }
        if quick_ask is not None:
            context |= self._foreseen(quick_ask)
        template = "pages/parts/assumed.html" if is_fragment(self.request) else "pages/ask.html"
        return self.page(template, context, status=status)

    def _foreseen(self, quick_ask: QuickAsk) -> dict[str, Any]:
        """What the answer would carry; nothing is stored."""
        self.principal.require(Scope.ASK)
        framed, legal_context = asking.resolve_block(self.principal, quick_ask)
        evidence = [asking.evidence_json(each) for each in framed.frame.evidence]
        return {
            "assumed": assumed(legal_context, block.context_notes(framed.frame), evidence),
            "pieces": marked(quick_ask.question, evidence),
        }

    @property
    def _is_renewed(self) -> bool:
        """The page has an old token, or the mark of another account: the reply has new ones."""
        writer = writer_of(self.request)
        return (
            isinstance(getattr(self.request, REFUSAL, None), StaleForm)
            or self.request.POST.get(WRITER, writer) != writer
        )

    @property
    def _refused_field(self) -> str | None:
        """Where a refusal belongs: files that are too large beside the files."""
        return "papers" if self._is_too_big else None

    @property
    def _is_too_big(self) -> bool:
        return isinstance(getattr(self.request, REFUSAL, None), RequestDataTooBig)

    @property
    def _files(self) -> MultiValueDict[str, Any]:
        """The files that were sent; none of a body over the limit came through."""
        return MultiValueDict() if self._is_too_big else self.request.FILES

    def _form(self, *data: Any, initial: dict[str, Any] | None = None) -> AskForm:
        return AskForm(
            *data, principal=self.principal, matters=list_titles(self.principal), initial=initial
        )

    def _initial(self, request: HttpRequest) -> dict[str, Any]:
        """What the form starts with. NotFound: an earlier ask that is not there to be read."""
        initial: dict[str, Any] = {}
        if again := request.GET.get("again"):
            if parse_public_id(Answer.PREFIX, again) is None:
                raise NotFound
            earlier = reading.read_whole(self.principal, again)
            initial = initial_of(earlier.question, earlier.context, earlier.answer.skill)
            if earlier.documents:
                initial["kept"] = earlier.documents
        for name in SETTLED:
            if value := request.GET.get(name):
                initial[ALIASES.get(name, name)] = value
        if request.GET.get("skill") in SKILLS:
            initial["skill"] = request.GET["skill"]
        if matter := request.GET.get("matter"):
            initial["matter"] = matter
        return initial

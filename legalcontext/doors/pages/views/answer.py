"""One answer: read, taken along, reported."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from legalcontext.answers import history, reading
from legalcontext.answers.models import Answer
from legalcontext.answers.reports import report_answer
from legalcontext.doors.pages.evidence import marked
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.forms.history import ReportForm
from legalcontext.doors.pages.showing import shown_insight, why_kept
from legalcontext.erasure.archive import markdown_of
from legalcontext.skills.calendar import MEDIA_TYPE, to_calendar
from legalcontext.skills.rendering import to_text

from .base import FormPage, PageView, go


class AnswerPage(PageView):
    """An answer, for whoever may read it."""

    section = "history"

    def get(self, request: HttpRequest, answer_id: str) -> HttpResponse:
        read = reading.read_whole(self.principal, answer_id)
        return self.page(
            "pages/answer.html",
            {
                "answer": read.answer,
                "matter": read.matter,
                "question": read.question,
                "pieces": marked(read.question, read.evidence),
                "documents": read.documents,
                "shown": shown_insight(read.insight, read.evidence, read.answer.language),
                "text": to_text(read.insight, language=read.answer.language),
                "why_kept": why_kept(read.standing),
                "may_hold": self.principal.is_owner,
                "may_delete": self._may_delete(read.answer),
                "held": read.standing.held,
            },
        )

    def _may_delete(self, answer: Answer) -> bool:
        """Whoever asked, and owners of the account."""
        return self.principal.is_owner or answer.asker_id == self.principal.user_id


class AnswerCalendar(PageView):
    """The dates of an answer as a file for a calendar."""

    def get(self, request: HttpRequest, answer_id: str) -> HttpResponse:
        insight = history.read_answer(self.principal, answer_id)
        return _file(to_calendar(insight), f"{MEDIA_TYPE}; charset=utf-8", "dates.ics")


class AnswerMarkdown(PageView):
    """Question and answer as text to take along."""

    def get(self, request: HttpRequest, answer_id: str) -> HttpResponse:
        read = reading.read_whole(self.principal, answer_id)
        text = markdown_of(read.question, read.insight, read.answer.language)
        return _file(text.encode(), "text/markdown; charset=utf-8", "answer.md")


class Report(FormPage):
    """ "This answer is wrong": to the editors."""

    section = "history"
    form_class = ReportForm
    template = "pages/report.html"

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        history.read_answer(self.principal, self.kwargs["answer_id"])
        return super().get(request, **named)

    def context(self) -> dict[str, Any]:
        return {"answer_id": self.kwargs["answer_id"]}

    def done(self, form: PageForm) -> HttpResponse:
        answer_id = self.kwargs["answer_id"]
        with self.once(form) as attempt:
            if attempt.replay_of is None:
                report_answer(
                    self.principal,
                    answer_id,
                    kind=form.cleaned_data["kind"],
                    text=form.cleaned_data["text"],
                    attempt=attempt,
                )
        messages.success(self.request, _("Thank you. The editors will look at it."))
        return go(self.request, reverse("pages:answer", args=[answer_id]))


def _file(body: bytes, media_type: str, name: str) -> HttpResponse:
    """A download. Its name says nothing: it stays behind in a folder that others see."""
    return HttpResponse(
        body,
        content_type=media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

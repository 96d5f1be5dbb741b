"""The history: found again, and, of others' answers, when and how large."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import Truncator

from accounts.principal import Principal
from legalcontext.answers import history
from legalcontext.answers.finding import EXCERPT, Row, Wanted, find_answers
from legalcontext.answers.history import Position
from legalcontext.doors.cursors import InvalidCursor, read_cursor, write_cursor
from legalcontext.doors.pages.forms.base import words_in
from legalcontext.doors.pages.forms.history import FilterForm, SearchForm
from legalcontext.doors.pages.places import place_name
from legalcontext.doors.pages.words import SKILL_NAMES
from matters.services.matters import list_titles

from .base import PageView, go, refused_form

PAGE: Final = 20
"""Rows of a page."""


class History(PageView):
    """What one may read, newest first.

    Filters are codes and days, and stand in the address. Words are posted and stand nowhere: not
    in the address, the title or the browser's history.
    """

    section = "history"

    def get(self, request: HttpRequest) -> HttpResponse:
        form = self._form(request.GET or None)
        if form.is_bound and not form.is_valid():
            return self._show(form, [], status=400)
        wanted = form.wanted() if form.is_bound else Wanted()
        if wanted.words:  # typed into the address by hand: not kept there
            return go(request, reverse("pages:history"))
        return self._found(form, wanted, request.GET.get("after"))

    def post(self, request: HttpRequest) -> HttpResponse:
        form = self._form(request.POST)
        if not form.is_valid():
            return self._show(form, [], status=400)
        wanted = form.wanted()
        if not wanted.words:
            return go(request, f"{reverse('pages:history')}?{_query(form)}".rstrip("?"))
        return self._found(form, wanted, request.POST.get("after"))

    @classmethod
    def takes(cls) -> tuple[str, ...]:
        return words_in(SearchForm)

    def show_again(self, refusal: str | None, *, status: int = 200) -> HttpResponse:
        if refusal is None:
            return self.post(self.request)
        return self._show(refused_form(self._form(self.request.POST), refusal), [], status=status)

    def _form(self, data: QueryDict | None) -> SearchForm:
        return SearchForm(
            data,
            matters=list_titles(self.principal),
            # An individual's answers all have one label.
            with_label=self.principal.kind != "individual",
        )

    def _found(self, form: SearchForm, wanted: Wanted, cursor: str | None) -> HttpResponse:
        filters = {name: str(value or "") for name, value in _members(wanted).items()}
        after = position_of(self.principal, filters, cursor)
        rows = find_answers(self.principal, wanted, limit=PAGE, after=after)
        older = ""
        if len(rows) > PAGE:
            last = rows[PAGE - 1].answer
            older = write_cursor(self.principal, filters, at=last.created_at, key=last.pk)
        return self._show(form, rows[:PAGE], wanted=wanted, older=older, after=after)

    def _show(
        self,
        form: SearchForm,
        rows: list[Row],
        *,
        wanted: Wanted | None = None,
        older: str = "",
        after: Position | None = None,
        status: int = 200,
    ) -> HttpResponse:
        context = {
            "form": form,
            "rows": [shown_row(row) for row in rows],
            "older": older,
            **_links(form, older, is_first_page=after is None),
            "sees_all": self.principal.sees_metadata_of_all,
            "is_search": bool(wanted and wanted.words),
            "is_filtered": wanted is not None and wanted != Wanted(),
            "is_first_page": after is None,
        }
        return self.page("pages/history.html", context, status=status)


class AccountHistory(PageView):
    """All answers of the account for its owners and admins: when, which kind, how large.

    An owner may delete them without reading them.
    """

    section = "history"

    def get(self, request: HttpRequest) -> HttpResponse:
        filters = {"of": "account"}
        after = position_of(self.principal, filters, request.GET.get("after"))
        answers = history.list_metadata(self.principal, limit=PAGE, after=after)
        older = ""
        if len(answers) > PAGE:
            last = answers[PAGE - 1]
            older = write_cursor(self.principal, filters, at=last.created_at, key=last.pk)
        rows = [
            {"answer": answer, "skill": SKILL_NAMES.get(answer.skill, answer.skill)}
            for answer in answers[:PAGE]
        ]
        here = reverse("pages:account-history")
        context = {
            "rows": rows,
            "next_url": f"{here}?{urlencode({'after': older})}" if older else "",
            "first_url": here if after else "",
            "may_delete": self.principal.is_owner,
        }
        return self.page("pages/account_history.html", context)


def position_of(
    principal: Principal, filters: dict[str, str], cursor: str | None
) -> Position | None:
    """Where a page begins; the first one where the cursor is not one of ours, or of other filters.

    It comes from a link of an older page: the beginning is more use than a refusal.
    """
    if not cursor:
        return None
    try:
        return Position(*read_cursor(cursor, principal, filters))
    except InvalidCursor:
        return None


def shown_row(row: Row) -> dict[str, Any]:
    """A line of the list."""
    answer = row.answer
    return {
        "answer": answer,
        "excerpt": Truncator(row.excerpt).chars(EXCERPT),
        "matter": row.matter,
        "recalled": row.recalled,
        "skill": SKILL_NAMES.get(answer.skill, answer.skill),
        "place": place_name(answer.jurisdiction),
    }


def _query(form: FilterForm) -> str:
    """The chosen filters as the query of an address; never the words."""
    query = QueryDict(mutable=True)
    for name, value in form.cleaned_data.items():
        if value and name != "words":
            query[name] = str(value)
    return query.urlencode()


def _links(form: FilterForm, older: str, *, is_first_page: bool) -> dict[str, str]:
    """The addresses of the next and the first page of a list without words."""
    chosen = _query(form) if form.is_bound and form.is_valid() else ""
    here = reverse("pages:history")
    parts = [part for part in (chosen, urlencode({"after": older})) if part]
    return {
        "next_url": f"{here}?{'&'.join(parts)}" if older else "",
        "first_url": f"{here}?{chosen}".rstrip("?") if not is_first_page else "",
    }


def _members(wanted: Wanted) -> dict[str, Any]:
    return {name: getattr(wanted, name) for name in Wanted.__slots__}

"""When somebody of the service looked into content, and why."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.keyset import Position
from legalcontext.doors.cursors import InvalidCursor, read_cursor, write_cursor
from legalcontext.oversight.access import accesses_of

from .base import PageView

PAGE: Final = 20
FILTERS: Final = {"of": "accesses"}


class Accesses(PageView):
    """Owners see those to anything of the account, others those to what they asked or own."""

    section = "account"

    def get(self, request: HttpRequest) -> HttpResponse:
        after = None
        if cursor := request.GET.get("after"):
            try:
                after = Position(*read_cursor(cursor, self.principal, FILTERS))
            except InvalidCursor:
                after = None
        found = accesses_of(self.principal, limit=PAGE, after=after)
        here, older = reverse("pages:accesses"), ""
        if len(found) > PAGE:
            last = found[PAGE - 1]
            cursor = write_cursor(self.principal, FILTERS, at=last.granted_at, key=last.pk)
            older = f"{here}?after={cursor}"
        context = {
            "rows": found[:PAGE],
            "next_url": older,
            "first_url": here if after else "",
            "sees_all": self.principal.is_owner,
        }
        return self.page("pages/accesses.html", context)

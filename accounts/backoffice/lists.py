"""Lists of the admin: cheap to open, and clear about an address that asks for what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin.filters import DateFieldListFilter
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import PAGE_VAR, SEARCH_VAR
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.text import capfirst

from .theme import ChangeList

NO_FILTER: Final = "The address named a filter that this list does not have. It is left out."
NO_CHOICE: Final = "“{}” has no such choice. It is left out."
NO_PAGE: Final = "The list has no such page. This is its first."
NO_SEARCH: Final = "Nothing can be found by that. The search is left out."


class NotOffered(Exception):
    """What the address asks of the list is not there. parameters: which of it; said: in words."""

    def __init__(self, said: str, parameters: Iterable[str]) -> None:
        super().__init__(said)
        self.said = said
        self.parameters = tuple(parameters)

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The same list without it, which says so."""
        kept = request.GET.copy()
        for name in self.parameters:
            kept.pop(name, None)
        messages.warning(request, self.said)
        return HttpResponseRedirect(f"{request.path}?{kept.urlencode()}")


class CheapChangeList(ChangeList):
    """A list that was not narrowed needs no “show all”, and no second count."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        listing: Any = self.model_admin
        self.opts = listing.opts
        self.search_help_text = self.search_help_text or listing.ids_taken()
        self.title = capfirst(str(self.opts.verbose_name_plural))

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        if any("\x00" in value for values in request.GET.lists() for value in values[1]):
            # The database stores none.
            raise NotOffered(NO_SEARCH, [SEARCH_VAR, *self.get_filters_params()])
        try:
            rows: QuerySet[Any] = super().get_queryset(request, exclude_parameters)
        except IncorrectLookupParameters:
            raise NotOffered(NO_FILTER, self.get_filters_params()) from None
        return rows

    def get_filters(self, request: HttpRequest) -> Any:
        """Django's; a name or a value that no filter offers is said, and not taken for all rows."""
        asked = self.get_filters_params()
        strange = [
            name
            for name, values in asked.items()
            if not all(self.model_admin.lookup_allowed(name, value, request) for value in values)
        ]
        if strange:
            raise NotOffered(NO_FILTER, strange)
        found = super().get_filters(request)
        for spec, names in self._narrowing(found[0], asked):
            if not self._offers(spec):
                raise NotOffered(NO_CHOICE.format(capfirst(str(spec.title))), names)
        # A filter without a choice is left out by Django, with its value.
        shown = {name for spec in found[0] for name in spec.expected_parameters()}
        for one in self.list_filter:
            name = getattr(one, "parameter_name", None)
            if name in asked and name not in shown:
                title = capfirst(str(getattr(one, "title", name)))
                raise NotOffered(NO_CHOICE.format(title), [name])
        return found

    def get_results(self, request: HttpRequest) -> None:
        try:
            super().get_results(request)
        except IncorrectLookupParameters:
            raise NotOffered(NO_PAGE, [PAGE_VAR]) from None
        if not self.has_active_filters and not self.query:
            self.full_result_count = self.result_count

    def _narrowing(self, specs: Iterable[Any], asked: Any) -> Iterator[tuple[Any, list[str]]]:
        """The filters that the address uses, with its parameters for each."""
        for spec in specs:
            if names := [name for name in spec.expected_parameters() if name in asked]:
                yield spec, names

    def _offers(self, spec: Any) -> bool:
        """One of the filter's choices is the chosen one. A date, and a typed value, is free."""
        if isinstance(spec, DateFieldListFilter):
            return True
        choices = spec.choices(self)
        chosen = [choice["selected"] for choice in choices if "selected" in choice]
        return not chosen or any(chosen)

"""`/account/`: the account that one acts in, and what its owners change of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import authority
from accounts.models import Membership
from accounts.services import account as accounts
from accounts.services import members
from legalcontext.doors.pages.forms.account import DetailsForm, ProfessionForm
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.session import acting_membership

from .base import FormPage, PageView


class AccountPage(PageView):
    """What the account is, as whom one acts in it, and the ways on."""

    section = "account"
    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.page("pages/account.html", {"membership": acting_membership(request)})


class Details(FormPage):
    """Name and time zone, by an owner."""

    section = "account"
    form_class = DetailsForm
    template = "pages/account_details.html"

    def respond(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        authority.require_owner(self.principal)
        return super().respond(request, *args, **kwargs)

    def form(self, *data: Any) -> PageForm:
        account = accounts.account_of(self.principal)
        initial = {"name": account.name, "time_zone": account.time_zone}
        return DetailsForm(*data, initial=initial)

    def done(self, form: PageForm) -> HttpResponse:
        accounts.change_account(self.principal, **form.cleaned_data)
        messages.success(self.request, _("Saved."))
        return HttpResponseRedirect(reverse("pages:account"))


class Profession(FormPage):
    """What one says of one's profession; verifying it is an operator's."""

    section = "account"
    form_class = ProfessionForm
    template = "pages/profession.html"

    def context(self) -> dict[str, Any]:
        status = self._membership().professional_status
        return {"status": status, "may_declare": status in members.DECLARABLE}

    def form(self, *data: Any) -> PageForm:
        return ProfessionForm(*data, initial={"declared": self._membership().professional_status})

    def done(self, form: PageForm) -> HttpResponse:
        members.declare_profession(
            self.principal, self._membership().public_id, form.cleaned_data["declared"]
        )
        messages.success(self.request, _("Saved."))
        return HttpResponseRedirect(reverse("pages:account"))

    def _membership(self) -> Membership:
        membership = acting_membership(self.request)
        assert membership is not None  # noqa: S101  # the principal was made of it
        return membership

"""Pages of the admin about how long things are kept, and about what the sweep took."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Count, IntegerField, Max, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, TruncDate
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from accounts.backoffice.base import operator
from accounts.backoffice.pages import OperatorPage, page
from accounts.ids import parse_public_id
from accounts.models import Account
from accounts.tenancy import tenant_scope
from legalcontext.answers.dashboard import listed_for
from legalcontext.answers.errors import MatterNotFound
from legalcontext.answers.expiry import explanation_of, preview_policy
from legalcontext.answers.models import Answer
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.retention import audit
from legalcontext.retention.errors import InvalidTerm
from legalcontext.retention.knowing import may_know
from legalcontext.retention.models import AuditEvent
from legalcontext.retention.policies import For
from legalcontext.retention.policy import service_terms
from matters.models import Matter

DAYS: Final = 90
RUNS: Final = 24
"""Runs of the job that are listed; ended jobs are forgotten after some days."""


class ExplainForm(forms.Form):
    answer = forms.CharField(
        label="Answer", widget=UnfoldAdminTextInputWidget, help_text="ans_…, as its reader sees it."
    )

    user: Any = None
    """Who asks: not everybody may know of an answer that only a hold keeps."""

    def clean_answer(self) -> Answer:
        key = parse_public_id(Answer.PREFIX, self.cleaned_data["answer"].strip())
        rows = listed_for(self.user, Answer.objects.using("operator"))
        answer: Answer | None = rows.filter(pk=key).first() if key else None
        if answer is None:
            raise ValidationError("There is no answer with this id; it may have gone.")
        return answer


class PreviewForm(forms.Form):
    account = forms.CharField(widget=UnfoldAdminTextInputWidget, help_text="acc_…")
    skill = forms.ChoiceField(
        required=False,
        widget=UnfoldAdminSelectWidget,
        choices=[("", "all"), *((skill, skill.replace("_", " ")) for skill in SKILLS)],
    )
    matter = forms.CharField(
        required=False, widget=UnfoldAdminTextInputWidget, help_text="mat_…, for one matter alone."
    )
    months = forms.IntegerField(
        required=False,
        min_value=1,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "numeric"}),
        help_text="Empty: as if the policy were taken away.",
    )

    def clean_account(self) -> Account:
        key = parse_public_id(Account.PREFIX, self.cleaned_data["account"].strip())
        account = Account.objects.filter(pk=key).first() if key else None
        if account is None:
            raise ValidationError("There is no account with this id.")
        return account

    def clean_matter(self) -> Any:
        text = self.cleaned_data["matter"].strip()
        key = parse_public_id(Matter.PREFIX, text) if text else None
        if text and key is None:
            raise ValidationError("Ids of matters look like mat_ and 32 digits.")
        return key

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if said.get("matter") and said.get("skill"):
            raise ValidationError("A policy is for a skill or for a matter, not for both.")
        return said


@page
class HowLong(OperatorPage):
    """Why an answer is kept until when, and what another policy would do. Nothing is changed."""

    name = "retention"
    address = "retention-terms/"
    title = "How long"
    permission = "retention.view_policy"
    template_name = "erasure/admin/how_long.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown = {
            "explain": ExplainForm(),
            "preview": PreviewForm(),
            "terms": service_terms(),
            "knows_of_holds": may_know(self.request.user),
        }
        return super().get_context_data(**shown | kwargs)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "answer" in request.GET:
            form = ExplainForm(request.GET)
            form.user = request.user
            return self._explained(form)
        if "account" in request.GET:
            return self._previewed(PreviewForm(request.GET))
        return self.render()

    def _explained(self, form: ExplainForm) -> HttpResponse:
        if not form.is_valid():
            return self.render(explain=form)
        answer = form.cleaned_data["answer"]
        with tenant_scope(answer.account_id):
            why = explanation_of(Answer.objects.get(pk=answer.pk))
        return self.render(explain=form, why=why)

    def _previewed(self, form: PreviewForm) -> HttpResponse:
        if not form.is_valid():
            return self.render(preview=form)
        said = form.cleaned_data
        what = For(skill=said["skill"], matter_id=said["matter"])
        by = audit.operator(operator(self.request).pk)
        try:
            found = preview_policy(said["account"].pk, what, said["months"], by)
        except InvalidTerm as error:
            form.add_error("months", f"At most {error.ceiling} months, the service’s ceiling.")
        except MatterNotFound:
            form.add_error("matter", "The account has no such matter.")
        else:
            return self.render(preview=form, redating=found)
        return self.render(preview=form)


@page
class Sweeps(OperatorPage):
    """What went because its time was over, day by day, and the last runs of the job."""

    name = "sweeps"
    address = "sweeps/"
    title = "Sweeps"
    permission = "retention.view_auditevent"
    template_name = "erasure/admin/sweeps.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        since = timezone.now() - dt.timedelta(days=DAYS)
        days = (
            AuditEvent.objects.using("operator")
            .filter(at__gte=since, actor=AuditEvent.Actor.SYSTEM)
            .annotate(
                day=TruncDate("at"),
                gone=Cast(KeyTextTransform("deleted", "numbers"), IntegerField()),
            )
            .filter(gone__isnull=False)
            .values("day", "action")
            .annotate(
                number=Sum("gone"), batches=Count("*"), accounts=Count("account_id", distinct=True)
            )
            .order_by("-day", "action")
        )
        sweeps = ProcrastinateJob.objects.filter(task_name="erasure.sweep").order_by("-id")
        runs = sweeps.annotate(last=Max("procrastinateevent__at"))[:RUNS]
        return super().get_context_data(days=days, runs=runs, span=DAYS, **kwargs)

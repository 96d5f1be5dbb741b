"""How long answers are kept, and what a legal hold keeps: the owners' pages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounts.authority import require_owner
from accounts.ids import parse_public_id, public_id
from accounts.keyset import Position
from accounts.models import Membership
from accounts.principal import Principal
from accounts.services.members import members_of
from accounts.tenancy import tenant_scope
from legalcontext.answers import expiry, holds
from legalcontext.answers.errors import MatterNotFound, NotFound
from legalcontext.answers.holds import HeldAnswer
from legalcontext.answers.models import Answer
from legalcontext.doors.pages.forms.base import PageForm
from legalcontext.doors.pages.forms.keeping import (
    ACCOUNT,
    HoldForm,
    NoticeForm,
    PolicyForm,
    ReasonForm,
)
from legalcontext.doors.pages.words import SKILL_NAMES
from legalcontext.retention.errors import AlreadyReleased, InvalidTerm
from legalcontext.retention.expiry_notices import notice_of, set_notice
from legalcontext.retention.models import Hold, Policy
from legalcontext.retention.policies import For, all_policies
from legalcontext.retention.policy import service_terms
from matters.models import Matter
from matters.services.matters import list_titles

from .base import FormPage, PageView, go

HOLDS: int = 20
"""Holds of a page."""


class Retention(FormPage):
    """The account's rules. A change is looked at in numbers before it is made."""

    section = "account"
    form_class = PolicyForm
    template = "pages/retention.html"

    @cached_property
    def matters(self) -> list[Matter]:
        return list_titles(self.principal)

    def form(self, *data: Any) -> PageForm:
        require_owner(self.principal)
        return PolicyForm(*data[:1], matters=self.matters)

    @property
    def titles(self) -> dict[str, str]:
        return {m.public_id: m.title for m in self.matters}

    def context(self) -> dict[str, Any]:
        titles = self.titles
        with tenant_scope(self.principal.account_id):
            policies = [_shown_policy(policy, titles) for policy in all_policies()]
        return {"policies": policies, "service": service_terms()}

    def done(self, form: PageForm) -> HttpResponse:
        what, months = _what(form.cleaned_data["what"]), form.cleaned_data["months"]
        preview = "confirm" not in self.request.POST
        try:
            redating = expiry.change_policy(self.principal, what, months, preview=preview)
        except InvalidTerm as error:
            raise ValidationError(
                {
                    "months": _("Give 1 to %(most)s months: nothing is kept longer here.")
                    % {"most": error.ceiling}
                }
            ) from None
        if not preview:
            messages.success(
                self.request, _("The rule is changed, and the answers are dated anew.")
            )
            return go(self.request, reverse("pages:retention"))
        context = {
            "form": form,
            "redating": redating,
            "months": months,
            "what": _named(what, self.titles),
        }
        return self.page("pages/retention_preview.html", context)


class Notice(FormPage):
    """Being told before answers are deleted because their time is over."""

    section = "history"
    form_class = NoticeForm
    template = "pages/notice.html"

    def form(self, *data: Any) -> PageForm:
        return NoticeForm(*data[:1], initial={"days_before": notice_of(self.principal)})

    def done(self, form: PageForm) -> HttpResponse:
        days = form.cleaned_data["days_before"]
        set_notice(self.principal, days)
        messages.success(
            self.request, _("You will get a mail.") if days else _("You will get no mail.")
        )
        return go(self.request, reverse("pages:history"))


class HoldList(PageView):
    """The holds that the account may know of."""

    section = "account"

    def get(self, request: HttpRequest) -> HttpResponse:
        after = _position(request.GET.get("after"), self)
        found = holds.list_holds(self.principal, limit=HOLDS, after=after)
        here = reverse("pages:holds")
        context = {
            "rows": shown_holds(self.principal, found[:HOLDS]),
            "next_url": f"{here}?after={found[HOLDS - 1].public_id}" if len(found) > HOLDS else "",
            "first_url": here if after else "",
            "today": self.principal.today(),
        }
        return self.page("pages/holds.html", context)


class PlaceHold(FormPage):
    """Let nobody delete something until it is released."""

    section = "account"
    form_class = HoldForm
    template = "pages/hold_form.html"

    def form(self, *data: Any) -> PageForm:
        require_owner(self.principal)
        active = members_of(self.principal).filter(status=Membership.Status.ACTIVE)
        return HoldForm(
            *data[:1],
            matters=list_titles(self.principal),
            people=list(active.order_by("user__name", "user__email")),
            answer=self.answer,
        )

    @property
    def answer(self) -> str:
        """The answer that is to be held, by its id; "" where something else is."""
        request = self.request
        answer = request.POST.get("answer") or request.GET.get("answer", "")
        return answer if parse_public_id(Answer.PREFIX, answer) else ""

    def context(self) -> dict[str, Any]:
        key = parse_public_id(Answer.PREFIX, self.answer)
        held = holds.held_answers(self.principal, [key]).get(key) if key else None
        return {"row": {"held": held, "skill": _skill(held)} if held else None}

    def done(self, form: PageForm) -> HttpResponse:
        if not isinstance(form, HoldForm):
            raise TypeError(form)
        said = form.cleaned_data
        try:
            with self.once(form) as attempt:
                if attempt.replay_of is None:
                    holds.place_hold(
                        self.principal,
                        form.named(),
                        reason=said["reason"],
                        review_on=said["review_on"],
                        attempt=attempt,
                    )
        except MatterNotFound:
            raise ValidationError({"matter": _("This matter is not yours to read.")}) from None
        messages.success(self.request, _("The hold is placed."))
        return go(self.request, reverse("pages:holds"))


class ReleaseHold(FormPage):
    """End a hold that an owner placed."""

    section = "account"
    form_class = ReasonForm
    template = "pages/hold_release.html"

    @cached_property
    def hold(self) -> Hold:
        """NotFound: it is not an owner's to release. AlreadyReleased."""
        hold = holds.read_hold(self.principal, self.kwargs["hold_id"])
        if hold.authority != Hold.Authority.OWNER:
            raise NotFound
        if not hold.is_active:
            raise AlreadyReleased
        return hold

    def form(self, *data: Any) -> PageForm:
        _ = self.hold  # nobody fills in a form and is refused afterwards
        return ReasonForm(*data[:1])

    def context(self) -> dict[str, Any]:
        (row,) = shown_holds(self.principal, [self.hold])
        return {"row": row}

    def done(self, form: PageForm) -> HttpResponse:
        holds.release_hold(
            self.principal, self.kwargs["hold_id"], reason=form.cleaned_data["reason"]
        )
        messages.success(self.request, _("The hold is released. What waited for it goes soon."))
        return go(self.request, reverse("pages:holds"))


def _what(chosen: str) -> For:
    """What a policy is for, by the value of the form's field."""
    if chosen == ACCOUNT:
        return For()
    if chosen in SKILL_NAMES:
        return For(skill=chosen)
    return For(matter_id=parse_public_id(Matter.PREFIX, chosen))


def _shown_policy(policy: Policy, titles: dict[str, str]) -> dict[str, Any]:
    what = _named(For(matter_id=policy.matter_id, skill=policy.skill), titles)
    return {"what": what, "months": policy.months, "changed_at": policy.changed_at}


def _named(what: For, titles: dict[str, str]) -> Any:
    """What a policy is for, in words."""
    if what.matter_id is not None:
        matter = public_id(Matter.PREFIX, what.matter_id)
        return titles.get(matter) or _("A matter that you may not read")
    if what.skill:
        return SKILL_NAMES.get(what.skill, what.skill)
    return _("All answers of this account")


def shown_holds(principal: Principal, found: Sequence[Hold]) -> list[dict[str, Any]]:
    """Holds, with what each of them holds in words that the reader may know."""
    titles = {m.pk: m.title for m in list_titles(principal)}
    people = {m.user_id: m for m in members_of(principal)}
    named = (hold.answer_id for hold in found if hold.answer_id is not None)
    answers = holds.held_answers(principal, named)
    return [_shown_hold(hold, titles, people, answers) for hold in found]


def _shown_hold(
    hold: Hold,
    titles: dict[Any, str],
    people: dict[Any, Membership],
    answers: dict[Any, HeldAnswer],
) -> dict[str, Any]:
    """Times are half-open, so the last day is the one before the end."""
    held = answers.get(hold.answer_id)
    if hold.matter_id is not None:
        what = titles.get(hold.matter_id) or _("A matter that you may not read")
    elif hold.person_id is not None:
        member = people.get(hold.person_id)
        what = (member.user.name or member.user.email) if member else _("Somebody who has left")
    elif hold.answer_id is not None:
        what = "" if held else _("An answer that nobody reads any more")
    else:
        what = ""
    last = hold.made_until - dt.timedelta(microseconds=1) if hold.made_until else None
    return {
        "hold": hold,
        "what": what,
        "held": held,
        "skill": _skill(held),
        "first": hold.made_from,
        "last": last,
    }


def _skill(held: HeldAnswer | None) -> Any:
    return SKILL_NAMES.get(held.answer.skill, held.answer.skill) if held else ""


def _position(text: str | None, view: PageView) -> Position | None:
    """After the hold with this id; the beginning for anything else."""
    if parse_public_id(Hold.PREFIX, text) is None or text is None:
        return None
    hold = holds.read_hold(view.principal, text)
    return Position(hold.placed_at, hold.pk)

"""`/v1/retention`: how long the account keeps its answers, and why an answer is kept until when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authority import require_owner
from accounts.ids import parse_public_id, public_id
from accounts.tenancy import tenant_scope
from legalcontext.answers import expiry
from legalcontext.answers.errors import MatterNotFound, NotFound
from legalcontext.answers.insight import timestamp
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.doors.problems import Code
from legalcontext.retention.expiry_notices import notice_of, set_notice
from legalcontext.retention.models import MOST_MONTHS, MOST_NOTICE_DAYS, Policy
from legalcontext.retention.policies import ACCOUNT, For, all_policies
from legalcontext.retention.policy import service_terms
from matters.models import Matter

from .bodies import Body, Moment, Number, flag_of, read_body
from .openapi import documented
from .views import DoorView, reply

TAG = "retention"
PREVIEW = OpenApiParameter("preview", bool, description="count, and change nothing")


class PolicyBody(Body):
    months = Number(min_value=1, max_value=MOST_MONTHS)


class NoticeBody(Body):
    days_before = Number(min_value=1, max_value=MOST_NOTICE_DAYS)


class NoticeShown(serializers.Serializer):
    days_before = serializers.IntegerField(allow_null=True)


class TermsShown(serializers.Serializer):
    months = serializers.IntegerField()
    ceiling_months = serializers.IntegerField()


class PolicyShown(serializers.Serializer):
    skill = serializers.CharField(required=False)
    matter = serializers.CharField(required=False)
    months = serializers.IntegerField()
    changed_at = Moment()

    def get_fields(self) -> dict[str, Any]:
        """`for` is a word of Python's own."""
        return {"for": serializers.ChoiceField(Policy.Level.choices), **super().get_fields()}


class RetentionShown(serializers.Serializer):
    """What applies where no policy does, and the account's policies."""

    service = TermsShown()
    policies = PolicyShown(many=True)


class RedatingShown(serializers.Serializer):
    """Answers whose date moves, and those that a hold keeps from being shortened."""

    touched = serializers.IntegerField()
    shortened = serializers.IntegerField()
    lengthened = serializers.IntegerField()
    held = serializers.IntegerField()


class ChangeShown(serializers.Serializer):
    months = serializers.IntegerField(allow_null=True)
    preview = serializers.BooleanField()
    answers = RedatingShown()


class ExplanationShown(serializers.Serializer):
    """Whose word the term is (`policy`), whether the ceiling or the ask's own days cut it, and
    how many holds hold it."""

    id = serializers.CharField()
    created_at = Moment()
    expires_at = Moment()
    retention = serializers.CharField()
    policy = serializers.ChoiceField(["service", "account", "skill", "matter"])
    months = serializers.IntegerField()
    capped = serializers.BooleanField()
    keep_days = serializers.IntegerField(allow_null=True)
    shortened = serializers.BooleanField()
    held = serializers.BooleanField()
    holds = serializers.IntegerField()


class RetentionView(DoorView):
    """The service's terms and the account's policies."""

    @documented("Read the retention", gives=RetentionShown, problems=(Code.NOT_FOUND,), tag=TAG)
    def get(self, request: Request) -> Response:
        """For owners: how long answers are kept, and on whose word."""
        require_owner(self.principal)
        with tenant_scope(self.principal.account_id):
            policies = all_policies()
        service = service_terms()
        return reply(
            {
                "service": {"months": service.months, "ceiling_months": service.ceiling},
                "policies": [policy_json(policy) for policy in policies],
            }
        )


class PolicyView(DoorView):
    """Setting a policy and taking it away."""

    def change(self, request: Request, what: For, months: int | None) -> Response:
        preview = flag_of(request.query_params, "preview")
        redating = expiry.change_policy(self.principal, what, months, preview=preview)
        return reply({"months": months, "preview": preview, "answers": redating_json(redating)})


def setting(summary: str, *problems: Code) -> Callable[[Any], Any]:
    """How a PUT of a policy is described."""
    return documented(
        summary,
        takes=PolicyBody,
        gives=ChangeShown,
        parameters=[PREVIEW],
        problems=(Code.NOT_FOUND, *problems),
        tag=TAG,
    )


def removing(summary: str, *problems: Code) -> Callable[[Any], Any]:
    """How a DELETE of a policy is described."""
    return documented(
        summary,
        gives=ChangeShown,
        parameters=[PREVIEW],
        problems=(Code.NOT_FOUND, *problems),
        tag=TAG,
    )


class AccountPolicy(PolicyView):
    """How long the account keeps its answers."""

    @setting("Set the account policy")
    def put(self, request: Request) -> Response:
        """For owners. Answers that are there are dated anew; what is held is never shortened."""
        return self.change(request, ACCOUNT, read_body(request, PolicyBody)["months"])

    @removing("Remove the account policy")
    def delete(self, request: Request) -> Response:
        """The service's term applies again."""
        return self.change(request, ACCOUNT, None)


class SkillPolicy(PolicyView):
    """How long the answers of one skill are kept; it beats the account's policy."""

    @setting("Set a skill policy")
    def put(self, request: Request, skill: str) -> Response:
        """For owners, as the account's policy."""
        return self.change(request, of_skill(skill), read_body(request, PolicyBody)["months"])

    @removing("Remove a skill policy")
    def delete(self, request: Request, skill: str) -> Response:
        """The account's policy applies again."""
        return self.change(request, of_skill(skill), None)


class MatterPolicy(PolicyView):
    """How long the answers of one matter are kept; it beats the skill's and the account's."""

    @setting("Set a matter policy", Code.MATTER_NOT_FOUND)
    def put(self, request: Request, matter_id: str) -> Response:
        """For owners who may read the matter."""
        return self.change(request, of_matter(matter_id), read_body(request, PolicyBody)["months"])

    @removing("Remove a matter policy", Code.MATTER_NOT_FOUND)
    def delete(self, request: Request, matter_id: str) -> Response:
        """The skill's policy applies again, or the account's."""
        return self.change(request, of_matter(matter_id), None)


class ExpiryNoticeView(DoorView):
    """Being told by mail before one's answers run out."""

    @documented("Read the expiry notice", gives=NoticeShown, problems=(Code.NOT_FOUND,), tag=TAG)
    def get(self, request: Request) -> Response:
        """How many days before the end one is told; null: not at all. Programs get no mail."""
        return reply({"days_before": notice_of(self.principal)})

    @documented(
        "Ask for an expiry notice",
        takes=NoticeBody,
        gives=NoticeShown,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def put(self, request: Request) -> Response:
        """One mail a day at most, with numbers and dates, and nothing of any answer."""
        days = read_body(request, NoticeBody)["days_before"]
        set_notice(self.principal, days)
        return reply({"days_before": days})

    @documented("End the expiry notice", gives=NoticeShown, problems=(Code.NOT_FOUND,), tag=TAG)
    def delete(self, request: Request) -> Response:
        """One is no longer told."""
        set_notice(self.principal, None)
        return reply({"days_before": None})


class AskRetention(DoorView):
    """Why an answer is kept until when."""

    @documented(
        "Explain the retention of an answer",
        gives=ExplanationShown,
        problems=(Code.NOT_FOUND,),
        tag=TAG,
    )
    def get(self, request: Request, answer_id: str) -> Response:
        """Whose word the term is, what cut it, and what holds it; for whoever may read it."""
        return reply(explanation_json(expiry.explain(self.principal, answer_id)))


def of_skill(skill: str) -> For:
    """NotFound: there is no such skill."""
    if skill not in SKILLS:
        raise NotFound
    return For(skill=skill)


def of_matter(matter_id: str) -> For:
    """MatterNotFound: a malformed id counts as a missing one."""
    key = parse_public_id(Matter.PREFIX, matter_id)
    if key is None:
        raise MatterNotFound
    return For(matter_id=key)


def policy_json(policy: Policy) -> dict[str, Any]:
    shown: dict[str, Any] = {"for": policy.level}
    if policy.skill:
        shown["skill"] = policy.skill
    if policy.matter_id is not None:
        shown["matter"] = public_id(Matter.PREFIX, policy.matter_id)
    return shown | {"months": policy.months, "changed_at": timestamp(policy.changed_at)}


def redating_json(redating: expiry.Redating) -> dict[str, int]:
    return {
        "touched": redating.touched,
        "shortened": redating.shortened,
        "lengthened": redating.lengthened,
        "held": redating.held,
    }


def explanation_json(why: expiry.Explanation) -> dict[str, Any]:
    answer, policy = why.answer, why.standing.policy
    return {
        "id": answer.public_id,
        "created_at": timestamp(answer.created_at),
        "expires_at": timestamp(answer.expires_at),
        "retention": why.standing.sentence,
        "policy": policy.rule,
        "months": policy.months,
        "capped": policy.capped,
        "keep_days": policy.keep_days,
        "shortened": policy.shortened(answer.created_at),
        "held": why.standing.held,
        "holds": why.holds,
    }

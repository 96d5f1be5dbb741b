"""`/v1/retention`: how long the account keeps its answers, and why an answer is kept until when."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authority import require_owner
from accounts.ids import parse_public_id, public_id
from accounts.tenancy import tenant_scope
from legalcontext.answers import expiry
from legalcontext.answers.errors import MatterNotFound, NotFound
from legalcontext.answers.insight import timestamp
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.retention.models import MOST_MONTHS, Policy
from legalcontext.retention.policies import ACCOUNT, For, all_policies
from legalcontext.retention.policy import service_terms
from matters.models import Matter

from .bodies import Body, Number, flag_of, read_body
from .views import DoorView, reply


class PolicyBody(Body):
    months = Number(min_value=1, max_value=MOST_MONTHS)


class RetentionView(DoorView):
    """The service's terms and the account's policies."""

    def get(self, request: Request) -> Response:
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
    """Set a policy, or take it away; `?preview=true` counts what it would touch, and changes
    nothing."""

    def what(self, **named: str) -> For:
        raise NotImplementedError

    def put(self, request: Request, **named: str) -> Response:
        return self._change(request, read_body(request, PolicyBody)["months"], **named)

    def delete(self, request: Request, **named: str) -> Response:
        return self._change(request, None, **named)

    def _change(self, request: Request, months: int | None, **named: str) -> Response:
        preview = flag_of(request.query_params, "preview")
        redating = expiry.change_policy(self.principal, self.what(**named), months, preview=preview)
        return reply({"months": months, "preview": preview, "answers": redating_json(redating)})


class AccountPolicy(PolicyView):
    def what(self, **named: str) -> For:
        return ACCOUNT


class SkillPolicy(PolicyView):
    def what(self, **named: str) -> For:
        if named["skill"] not in SKILLS:
            raise NotFound
        return For(skill=named["skill"])


class MatterPolicy(PolicyView):
    def what(self, **named: str) -> For:
        matter_id = parse_public_id(Matter.PREFIX, named["matter_id"])
        if matter_id is None:
            raise MatterNotFound
        return For(matter_id=matter_id)


class AskRetention(DoorView):
    """Why an answer is kept until when."""

    def get(self, request: Request, answer_id: str) -> Response:
        return reply(explanation_json(expiry.explain(self.principal, answer_id)))


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

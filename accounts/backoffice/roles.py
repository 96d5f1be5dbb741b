"""The operators' roles, as data: who may what in the admin. `migrate` makes the groups and sets
their permissions to exactly these.

A permission that is in no role is the superuser's alone. The superuser is a flag of the person and
no group: for the first operator, for making others operators, and for what nobody thought of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

SUPERUSER: Final = "superuser"


@dataclass(frozen=True, slots=True)
class Role:
    """A group of operators. permissions: `app.codename`; everything else is refused."""

    name: str
    purpose: str
    permissions: frozenset[str]


def _view(*models: str) -> frozenset[str]:
    return frozenset(f"{app}.view_{name}" for app, name in (model.split(".") for model in models))


DIRECTORY: Final = _view(
    "accounts.account",
    "accounts.user",
    "accounts.membership",
    "accounts.invitation",
    "accounts.apikey",
    "accounts.serviceidentity",
    "account.emailaddress",
)
"""Who the tenants are. No content of theirs."""

METADATA: Final = _view("answers.answer", "matters.matterevent")
FAILURES: Final = _view("accounts.failedrequest")
"""That something was asked, and how it was framed; not what."""

SWITCHED: Final = _view("switches.switch", "switches.switchchange") | {"oversight.use_what_if"}
"""What is answered at the moment, and how a frame comes about: what every operator may look up."""

ROLES: Final = (
    Role(
        "support",
        "Helps account holders: sees who they are and what their answers were framed as; ends a "
        "lost key or a wrong invitation.",
        DIRECTORY
        | METADATA
        | FAILURES
        | _view(
            "retention.policy",
            "knowledge.note",
            "procrastinate.procrastinatejob",
            "answers.answerreport",
        )
        | {"accounts.revoke_apikey", "accounts.revoke_invitation"}
        | SWITCHED
        | {"oversight.open_content"},
    ),
    Role(
        "editor",
        "Writes and reviews the notes, and settles what readers report. Sees of a tenant the "
        "answer of a report, for a reason.",
        _view("knowledge.note", "knowledge.recall", "answers.answerreport")
        | {"knowledge.add_note", "knowledge.change_note", "knowledge.review_note"}
        | {"answers.change_answerreport", "oversight.open_content"}
        | SWITCHED,
    ),
    Role(
        "privacy officer",
        "Decides what is kept and what goes: holds, deletion requests, the record of both.",
        _view(
            "accounts.account",
            "accounts.user",
            "accounts.membership",
            "matters.conflictcheck",
            "retention.hold",
            "retention.policy",
            "retention.auditevent",
            "knowledge.note",
            "knowledge.recall",
            "admin.logentry",
        )
        | METADATA
        | SWITCHED
        | {"oversight.open_content", "oversight.view_contentaccess"}
        | _view(
            "erasure.deletionrequest",
            "erasure.proposal",
            "erasure.certificate",
            "erasure.deletion",
            "erasure.regime",
        )
        | {
            "knowledge.add_recall",
            "retention.add_hold",
            "retention.review_hold",
            "erasure.work_requests",
            "erasure.approve_requests",
            "erasure.override",
            "erasure.add_regime",
            "erasure.change_regime",
        },
    ),
    Role(
        "operator",
        "Runs the service: sets up tenants, verifies professions, suspends, retries jobs. Reads no "
        "content and releases no hold.",
        DIRECTORY
        | METADATA
        | FAILURES
        | _view(
            "retention.policy",
            "knowledge.note",
            "knowledge.recall",
            "procrastinate.procrastinatejob",
        )
        | SWITCHED
        | _view("oversight.contentaccess")
        | {
            "switches.add_switch",
            "switches.change_switch",
            "switches.delete_switch",
            "procrastinate.change_procrastinatejob",
            "knowledge.view_recall",
            "knowledge.add_recall",
        }
        | _view("admin.logentry")
        | _view("erasure.deletionrequest", "erasure.certificate", "erasure.deletion")
        | {
            "erasure.work_requests",
            "accounts.add_account",
            "accounts.change_account",
            "accounts.suspend_account",
            "accounts.change_membership",
            "accounts.suspend_membership",
            "accounts.verify_membership",
            "accounts.add_user",
            "accounts.change_user",
            "accounts.suspend_user",
            "accounts.revoke_apikey",
            "accounts.revoke_invitation",
            "accounts.add_serviceidentity",
            "accounts.change_serviceidentity",
        },
    ),
)

BY_NAME: Final[Mapping[str, Role]] = {role.name: role for role in ROLES}


def unknown_permissions() -> set[str]:
    """Permissions that the roles name and no model has: a misspelling, or a model that went."""
    from django.contrib.auth.models import Permission

    named = frozenset().union(*(role.permissions for role in ROLES))
    known = {
        f"{app}.{codename}"
        for app, codename in Permission.objects.values_list("content_type__app_label", "codename")
    }
    return set(named - known)


def make_roles(app_config: Any, using: str, **kwargs: Any) -> None:
    """Set what the roles may do with an app's models, once its permissions exist (post_migrate)."""
    from django.contrib.auth.models import Group, Permission

    if using != "owner":  # only the owner migrates
        return
    of_app = Permission.objects.using(using).filter(content_type__app_label=app_config.label)
    by_codename = dict(of_app.values_list("codename", "pk"))
    if not by_codename:
        return
    # By the table between them: a related manager would take the router's alias.
    links = Group.permissions.through.objects.using(using)
    for role in ROLES:
        group, _ = Group.objects.using(using).get_or_create(name=role.name)
        wanted = {
            by_codename[codename]
            for app, codename in (named.split(".") for named in role.permissions)
            if app == app_config.label and codename in by_codename
        }
        of_role = links.filter(group_id=group.pk, permission_id__in=by_codename.values())
        has = set(of_role.values_list("permission_id", flat=True))
        of_role.filter(permission_id__in=has - wanted).delete()
        links.bulk_create(
            links.model(group_id=group.pk, permission_id=permission)
            for permission in sorted(wanted - has)
        )


def people_with(permission: str) -> Any:
    """The operators who have `app.codename`: by a role, by themselves, or as superusers."""
    from accounts.models import User

    app, codename = permission.split(".")
    has = {"content_type__app_label": app, "codename": codename}
    by_role = Q(**{f"groups__permissions__{name}": value for name, value in has.items()})
    own = Q(**{f"user_permissions__{name}": value for name, value in has.items()})
    found = User.objects.filter(is_active=True, is_staff=True)
    return found.filter(Q(is_superuser=True) | by_role | own).distinct()

"""Which role may do what in the admin: each list, form, step, action and page, from the registry.

A model, a page, a step or an action that is not in the table fails; so does an entry for what is
not there any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import connections
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.backoffice import pages, roles
from accounts.models import User
from codossier.settings.unfold import NAVIGATION

from .rows import ROWS, make_rows

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

SUPPORT, EDITOR, PRIVACY, OPERATOR = "support", "editor", "privacy officer", "operator"
SUPERUSER = roles.SUPERUSER
NOBODY = "nobody"
EVERY_ROLE = (SUPPORT, EDITOR, PRIVACY, OPERATOR, SUPERUSER)

TABLE: dict[str, dict[str, tuple[str, ...]]] = {
    "accounts.account": {
        "view": (SUPPORT, PRIVACY, OPERATOR),
        "add": (OPERATOR,),
        "change": (OPERATOR,),
        "action:suspend action:resume step:suspend step:resume": (OPERATOR,),
        "step:invite-owner": (OPERATOR,),
    },
    "accounts.user": {
        "view": (SUPPORT, PRIVACY, OPERATOR),
        "add": (OPERATOR,),
        "change": (OPERATOR,),
        "action:suspend action:resume step:suspend step:resume": (OPERATOR,),
    },
    "accounts.membership": {
        "view": (SUPPORT, PRIVACY, OPERATOR),
        "add": (),
        "step:role": (OPERATOR,),
        "step:verify step:withdraw-verification": (OPERATOR,),
        "action:suspend action:resume step:suspend step:resume": (OPERATOR,),
    },
    "accounts.invitation": {
        "view": (SUPPORT, OPERATOR),
        "action:revoke step:revoke": (SUPPORT, OPERATOR),
    },
    "accounts.apikey": {
        "view": (SUPPORT, OPERATOR),
        "add": (),
        "action:revoke step:revoke": (SUPPORT, OPERATOR),
    },
    "accounts.serviceidentity": {
        "view": (SUPPORT, OPERATOR),
        "add": (OPERATOR,),
        "change": (OPERATOR,),
    },
    "accounts.failedrequest": {"view": (SUPPORT, OPERATOR)},
    "account.emailaddress": {"view": (SUPPORT, OPERATOR)},
    "answers.answer": {
        "view": (SUPPORT, PRIVACY, OPERATOR),
        "step:open step:give-back": (SUPPORT, PRIVACY),
    },
    "answers.answerreport": {
        "view": (SUPPORT, EDITOR),
        "step:open step:give-back": (SUPPORT, EDITOR),
        "step:accept step:dismiss": (EDITOR,),
    },
    "matters.matter": {
        "view": (SUPPORT, PRIVACY, OPERATOR),
        "add": (OPERATOR,),
        "change": (OPERATOR,),
        "step:open step:give-back": (SUPPORT, PRIVACY),
    },
    "oversight.contentaccess": {"view": (PRIVACY, OPERATOR)},
    "switches.switch": {
        "view": (SUPPORT, EDITOR, PRIVACY, OPERATOR),
        "add": (OPERATOR,),
        "change": (OPERATOR,),
        "step:remove": (OPERATOR,),
    },
    "switches.switchchange": {"view": (SUPPORT, EDITOR, PRIVACY, OPERATOR)},
    "matters.matterevent": {"view": (SUPPORT, PRIVACY, OPERATOR)},
    "matters.conflictcheck": {"view": (PRIVACY,)},
    "retention.hold": {
        "view": (PRIVACY,),
        "add": (PRIVACY,),
        "step:review": (PRIVACY,),
        "step:propose-release step:approve-release_hold step:refuse-release_hold": (PRIVACY,),
    },
    "retention.policy": {"view": (SUPPORT, PRIVACY, OPERATOR)},
    "retention.auditevent": {"view": (PRIVACY,)},
    "erasure.deletionrequest": {
        "view": (PRIVACY, OPERATOR),
        "add": (PRIVACY, OPERATOR),
        "step:acknowledge step:ask_identity step:verify step:forward step:scope step:schedule "
        "step:unschedule step:retry step:rerun step:reject step:extend step:change_regime "
        "step:withdraw": (PRIVACY, OPERATOR),
        "step:uphold step:reverse": (PRIVACY,),
        "step:skip_cool_off step:certify_kept step:reopen": (PRIVACY,),
        "step:approve-execute step:approve-skip_cool_off step:approve-reopen": (PRIVACY,),
        "step:refuse-execute step:refuse-skip_cool_off step:refuse-reopen": (PRIVACY,),
    },
    "erasure.proposal": {
        "view": (PRIVACY,),
        "step:approve-execute step:approve-release_hold": (PRIVACY,),
        "step:approve-skip_cool_off step:approve-reopen": (PRIVACY,),
        "step:refuse-execute step:refuse-release_hold": (PRIVACY,),
        "step:refuse-skip_cool_off step:refuse-reopen": (PRIVACY,),
    },
    "erasure.certificate": {"view": (PRIVACY, OPERATOR)},
    "erasure.deletion": {"view": (PRIVACY, OPERATOR)},
    "erasure.regime": {"view": (PRIVACY,), "add": (PRIVACY,), "change": (PRIVACY,)},
    "knowledge.note": {
        "view": (SUPPORT, EDITOR, PRIVACY, OPERATOR),
        "add": (EDITOR,),
        "change": (EDITOR,),
        "step:submit step:withdraw": (EDITOR,),
        "step:publish step:review-again step:send-back": (EDITOR,),
    },
    "knowledge.recall": {"view": (EDITOR, PRIVACY, OPERATOR)},
    "procrastinate.procrastinatejob": {
        "view": (SUPPORT, OPERATOR),
        "step:retry step:call-off": (OPERATOR,),
    },
    "admin.logentry": {"view": (PRIVACY, OPERATOR)},
    "auth.group": {"view": ()},
    # Pages of no model
    "page:coverage": {"view": (SUPPORT, EDITOR, PRIVACY, OPERATOR)},
    "page:no-longer-current": {"view": (EDITOR, PRIVACY, OPERATOR)},
    "page:tell-holders": {"view": (PRIVACY, OPERATOR)},
    "page:retention": {"view": (SUPPORT, PRIVACY, OPERATOR)},
    "page:sweeps": {"view": (PRIVACY,)},
    "page:what-if": {"view": (SUPPORT, EDITOR, PRIVACY, OPERATOR)},
    "page:index": {"view": (SUPPORT, EDITOR, PRIVACY, OPERATOR)},
}
"""What → who, beside the superuser, who may do all that is listed. Whatever is not listed for a
model (deleting, most of all) is nobody's."""

VERBS = ("view", "add", "change", "delete")


def registered() -> dict[str, Any]:
    return {one._meta.label_lower: model for one, model in admin.site._registry.items()}


def allowed(entry: str, act: str) -> tuple[str, ...]:
    for acts, who in TABLE.get(entry, {}).items():
        if act in acts.split():
            return (*who, SUPERUSER)
    return ()


def acts_of(model: Any) -> Iterator[str]:
    """Everything that the registry knows to be done with a model."""
    yield from VERBS
    for action in model.actions or ():
        yield f"action:{action}"
    for step in model.all_steps():
        yield f"step:{step}"


@pytest.fixture(params=[*EVERY_ROLE, NOBODY])
def role(request) -> str:
    return str(request.param)


@pytest.fixture
def person(role) -> User:
    user = User.objects.create_user("one@service.example", "a long password", is_staff=True)
    if role == SUPERUSER:
        user.is_superuser = True
        user.save()
    elif role != NOBODY:
        user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture
def browser(person) -> Client:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_every_entry_of_the_registry_is_in_the_table():
    missing = []
    for label, model in registered().items():
        listed = {act for acts in TABLE.get(label, {}) for act in acts.split()}
        known = set(acts_of(model))
        missing += [f"{label} {act}" for act in known - listed if ":" in act]
        missing += [f"{label} {act}, which is not there" for act in listed - known]
        missing += [label] if label not in TABLE else []
    missing += [f"page:{one.name}" for one in pages.PAGES if f"page:{one.name}" not in TABLE]
    assert not missing, "say in TABLE who may do this"


def test_every_list_and_page_is_in_the_sidebar():
    linked = {str(item["link"]) for group in NAVIGATION for item in group["items"]}
    lists = {reverse(f"admin:{label.replace('.', '_')}_changelist") for label in registered()} | {
        reverse(f"admin:{page.name}") for page in pages.PAGES if page.listed
    }
    assert lists - linked == set()


def test_the_roles_name_no_permission_that_is_not_there():
    assert roles.unknown_permissions() == set()


def test_migrating_gives_the_groups_exactly_what_the_roles_say():
    for role in roles.ROLES:
        has = Permission.objects.filter(group__name=role.name)
        named = {
            f"{app}.{codename}"
            for app, codename in has.values_list("content_type__app_label", "codename")
        }
        assert named == role.permissions, role.name


def test_pages_open_to_whom_the_table_says(role, browser):
    wrong = []
    for name in ["index", *(page.name for page in pages.PAGES)]:
        status = browser.get(reverse(f"admin:{name}")).status_code
        # Whoever works here sees the dashboard; without a role, an empty one.
        expected = 200 if name == "index" or role in allowed(f"page:{name}", "view") else 403
        if status != expected:
            wrong.append((name, status))
    assert wrong == []


def test_lists_forms_and_steps_open_to_whom_the_table_says(role, browser, person):
    rows = make_rows()
    assert set(ROWS) == set(registered()), "make a row of each model in rows.py"
    wrong = []
    for label, model in registered().items():
        name = f"admin:{label.replace('.', '_')}"
        row = rows[label]
        may = {act for act in acts_of(model) if role in allowed(label, act)}
        sees = "view" in may

        def expect(act: str, status: int, good: set[int], granted: bool) -> None:
            if (status in good) != granted or status >= 500:
                wrong.append((label, act, status))  # noqa: B023

        page = reverse(f"{name}_change", args=[row.pk])
        expect("list", browser.get(reverse(f"{name}_changelist")).status_code, {200}, sees)
        expect("view", browser.get(page).status_code, {200}, sees)
        history = browser.get(reverse(f"{name}_history", args=[row.pk])).status_code
        expect("history", history, {200}, sees)
        expect("change", browser.post(page, {}).status_code, {200, 302}, "change" in may)
        added = browser.get(reverse(f"{name}_add"))
        expect("add", added.status_code, {200}, "add" in may)
        delete = reverse(f"{name}_delete", args=[row.pk])
        expect("delete", browser.post(delete, {"post": "yes"}).status_code, {200, 302}, False)
        for step in model.all_steps():
            address = reverse(f"{name}_step", args=[row.pk, step])
            status = browser.get(address).status_code
            if f"step:{step}" in may:
                # 302: the row is in another state, and says so
                expect(f"step:{step}", status, {200, 302}, True)
            elif status == 200:
                wrong.append((label, f"step:{step}", status))
        request = RequestFactory().get("/admin/")
        request.user = User.objects.get(pk=person.pk)
        offered = {f"action:{one}" for one in model.get_actions(request)}
        named = {act for act in acts_of(model) if act.startswith("action:")}
        if sees and offered != named & may:
            wrong.append((label, f"actions {sorted(offered ^ (named & may))}", 0))
    assert wrong == []


@pytest.mark.parametrize("superuser", [True, False])
def test_every_list_takes_at_most_twelve_queries(superuser):
    """For whoever has all roles, too: their permissions are queries."""
    make_rows()
    person = User.objects.create_user(
        "root@service.example", "a long password", is_staff=True, is_superuser=superuser
    )
    groups = Group.objects.exclude(name=PRIVACY)  # so that silent holds are hidden
    person.groups.set(groups)
    browser = Client()
    browser.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    many = {}
    for label in registered():
        address = reverse(f"admin:{label.replace('.', '_')}_changelist")
        with (
            CaptureQueriesContext(connections["default"]) as app,
            CaptureQueriesContext(connections["operator"]) as operator,
        ):
            assert browser.get(address).status_code == 200 or not superuser
        if len(app) + len(operator) > 12:
            many[label] = len(app) + len(operator)
    assert many == {}


def test_an_operator_makes_nobody_an_operator_and_takes_over_no_other():
    """Whoever may change people must not get more than they have."""
    user = User.objects.create_user("one@service.example", "a long password", is_staff=True)
    user.groups.add(Group.objects.get(name=OPERATOR))
    root = User.objects.create_superuser("root@service.example", "a long password")
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    person = User.objects.create_user("somebody@firm.example")
    page = reverse("admin:accounts_user_change", args=[person.pk])
    body = {"email": person.email, "name": "S", "is_staff": "on", "is_superuser": "on"}
    browser.post(page, body)
    person.refresh_from_db()
    assert (person.name, person.is_staff, person.is_superuser) == ("S", False, False)
    for mine in (user, root):
        page = reverse("admin:accounts_user_change", args=[mine.pk])
        assert browser.post(page, {"email": "x@y.example", "name": ""}).status_code == 403
        step = reverse("admin:accounts_user_step", args=[mine.pk, "suspend"])
        assert browser.post(step).status_code == 302
    password = reverse("admin:auth_user_password_change", args=[root.pk])
    assert browser.get(password).status_code == 403
    root.refresh_from_db()
    assert root.is_active

"""Whoever may not know of a silent hold learns of none, by no page of the admin.

Every address of the registry is read before a silent hold, while it is there, and after two people
have released it: to roles that see no holds it answers the same, byte for byte.
"""

from __future__ import annotations

import datetime as dt
import difflib
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.backoffice import pages
from accounts.models import User
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.erasure.models import Deletion
from legalcontext.erasure.request_models import DeletionRequest, Proposal, State
from legalcontext.erasure.requests import service
from legalcontext.erasure.requests.actors import By
from legalcontext.retention.models import Hold
from tests import factories
from tests.erasure.carrying import approve, in_days, new_operator, read, run_jobs
from tests.histories import answer_of, hold_on

from .rows import make_rows
from .test_roles import EDITOR, OPERATOR, PRIVACY, SUPPORT, registered

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

UNKNOWING = (SUPPORT, EDITOR, OPERATOR)
RELATIONS = [(LogEntry, "content_type"), (Proposal, "account"), (DeletionRequest, "regime")]
"""Fields that a pop-up completes; which of them offer nothing at all is in test_masking."""


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def in_role(name: str) -> Client:
    user = User.objects.create_user(
        f"{name.replace(' ', '-')}@service.example", "a long password", is_staff=True
    )
    user.groups.add(Group.objects.get(name=name))
    return browser_of(user)


def root(name: str) -> Client:
    return browser_of(User.objects.create_superuser(f"{name}@service.example", "a long password"))


def told(browser: Client, address: str) -> tuple[int, str]:
    """What a page tells, without what differs each time."""
    response = browser.get(address)
    text = "" if response.streaming else response.content.decode()
    for pattern in (r'value="[\w]{64}"', r"req_[0-9a-f]{32}", r'nonce="[^"]+"'):
        text = re.sub(pattern, "", text)
    return response.status_code, text


def addresses(
    rows: dict[str, Any], hold_id: str, account_id: str, sees: Callable[[str], bool]
) -> Iterator[str]:
    """Every list with its filters and searches, every row with its history, every page.

    sees: whether a list opens at all; where it does not, its other addresses say nothing.
    """
    answer = rows["answers.answer"]
    yield reverse("admin:index")
    for one in pages.PAGES:
        yield reverse(f"admin:{one.name}")
    yield reverse("admin:retention") + f"?answer={answer.public_id}"
    yield reverse("admin:retention") + f"?account={account_id}&months=1"
    for label, model in registered().items():
        name = f"admin:{label.replace('.', '_')}"
        listed = reverse(f"{name}_changelist")
        yield listed
        if not sees(listed):
            continue
        yield f"{listed}?q={hold_id}"
        yield f"{listed}?_facets=True"  # the number of every choice of every filter
        for offered in model.list_filter:
            if getattr(offered, "parameter_name", "") in ("queue", "state"):
                yield f"{listed}?{offered.parameter_name}=all&_facets=True"
        for page in ("change", "history"):
            yield reverse(f"{name}_{page}", args=[rows[label].pk])
    for model, field in RELATIONS:
        yield (
            f"{reverse('admin:autocomplete')}?term=hld&app_label={model._meta.app_label}"
            f"&model_name={model._meta.model_name}&field_name={field}"
        )


def differing(seen: dict[tuple[str, str], Any], now: dict[tuple[str, str], Any]) -> list[str]:
    """The lines that differ, page by page, as a difference shows them."""
    told: list[str] = []
    for key in seen:
        if seen[key] != now[key]:
            before, after = (
                [str(status), *text.splitlines()] for status, text in (seen[key], now[key])
            )
            told += [*key, *difflib.unified_diff(before, after, n=0, lineterm="")]
    return told


def test_no_page_of_the_registry_tells_of_one():
    rows = make_rows()
    account, answer = rows["accounts.account"], rows["answers.answer"]
    browsers = {name: in_role(name) for name in UNKNOWING}
    one, other = root("one"), root("other")
    hold_id = "hld_" + "0" * 32

    def read_all() -> dict[tuple[str, str], Any]:
        """By role and address; the hold's id, which was asked for, is left out of both."""
        found = {}
        for role, browser in browsers.items():

            def sees(listed: str, browser: Client = browser) -> bool:
                return browser.get(listed).status_code == 200

            for address in addresses(rows, hold_id, account.public_id, sees):
                status, text = told(browser, address)
                found[role, address.replace(hold_id, "hld")] = status, text.replace(hold_id, "hld")
        return found

    before = read_all()
    # The silent hold keeps an answer past its end, and past the wish to delete it.
    place = reverse("admin:retention_hold_add") + f"?account={account.public_id}"
    review = (timezone.now().date() + dt.timedelta(days=9)).isoformat()
    said = {"answer": answer.public_id, "reason": "Order 5", "review_on": review, "silent": "on"}
    assert one.post(place, said).status_code == 302
    with tenant_scope(account.pk):
        hold = Hold.objects.get(answer_id=answer.pk, silent=True)
    hold_id = hold.public_id

    def step(name: str) -> str:
        return reverse("admin:retention_hold_step", args=[hold.pk, name])

    assert one.post(step("propose-release"), {"reason": "quashed"}).status_code == 302
    assert differing(before, read_all()) == []
    assert other.post(step("approve-release_hold")).status_code == 302
    assert differing(before, read_all()) == []
    # The log has it, for those who may know.
    listed = reverse("admin:admin_logentry_changelist")
    assert LogEntry.objects.filter(object_id=str(hold.pk)).count() == 3
    assert hold.public_id in one.get(listed).text
    assert hold.public_id in in_role(PRIVACY).get(listed).text


@pytest.mark.parametrize("role", UNKNOWING)
def test_the_pages_of_a_hold_answer_like_those_of_none(role):
    """Whether an id is a hold's is not said either."""
    owner = factories.firm()
    hold = hold_on(owner, person_id=owner.user_id, silent=True)
    entry = LogEntry.objects.log_actions(owner.user_id, [hold], 1, "", single_object=True)
    browser = in_role(role)
    for page in ("change", "history", "delete"):
        for model, key in (("retention_hold", hold.pk), ("admin_logentry", entry.pk)):
            there = browser.get(reverse(f"admin:{model}_{page}", args=[key])).status_code
            nothing = User().pk if model == "retention_hold" else 10**9
            nowhere = browser.get(reverse(f"admin:{model}_{page}", args=[nothing])).status_code
            assert there == nowhere != 200, (model, page)
    for step in registered()["retention.hold"].all_steps():
        address = reverse("admin:retention_hold_step", args=[hold.pk, step])
        assert browser.get(address).status_code == 403


@pytest.mark.parametrize("role", [SUPPORT, OPERATOR])
def test_an_answer_that_only_a_hold_keeps_is_not_there(role):
    owner = factories.firm()
    kept = answer_of(owner, expires_in=dt.timedelta(seconds=-1))
    asked = answer_of(owner)
    hold_on(owner, person_id=owner.user_id, silent=True)
    with tenant_scope(owner.account_id):
        Answer.objects.filter(pk=asked.pk).update(deletion_asked_at=timezone.now())
    browser, knowing = in_role(role), root("knowing")
    listed = reverse("admin:answers_answer_changelist")
    for answer in (kept, asked):
        page = reverse("admin:answers_answer_change", args=[answer.pk])
        explained = reverse("admin:retention") + f"?answer={answer.public_id}"
        assert answer.public_id not in browser.get(listed).text
        assert browser.get(page).status_code == 404
        assert "There is no answer with this id" in browser.get(explained).text
        assert answer.public_id in knowing.get(listed).text
        assert knowing.get(page).status_code == 200
    assert "none asked" in browser.get(reverse("admin:index")).text


def scoped(owner: Any, one: By, *, silent: bool) -> Any:
    """A request of the owner's, scoped; all that it covers may be held."""
    member = factories.colleague(owner.account)
    answer = answer_of(member)
    if silent:
        hold_on(member, answer_id=answer.pk, silent=True)
    request = service.open_by_holder(factories.principal_of(member))
    return service.perform(request, "scope", one, categories=["answers"])


def alike(text: str, request: Any) -> str:
    """A page without what names this request and its account."""
    for pattern in (r'value="[\w]{64}"', r"[0-9a-f-]{32,36}", r'nonce="[^"]+"', r"\S+@\S+",
                    r"\d\d:\d\d", r"[0-9a-f]{6,8}…?", r"Firm \d+|Office \d+"):  # fmt: skip
        text = re.sub(pattern, "", text)
    return text.replace(str(request.account), "")


class TestRequests:
    def test_one_that_is_held_looks_like_one_that_waits_for_a_day(self):
        one = new_operator("one")
        held, free = (scoped(factories.firm(), one, silent=silent) for silent in (True, False))
        assert (held.state, free.state) == (State.HELD, State.SCOPED)
        browser = in_role(OPERATOR)
        self.same(browser, held, free)
        listed = reverse("admin:erasure_deletionrequest_changelist")
        for query, found in (("state=held", 0), ("state=scoped", 2), ("", 2)):
            page = browser.get(f"{listed}?{query}")
            assert page.context["cl"].result_count == found, query
        assert root("two").get(f"{listed}?state=held").context["cl"].result_count == 1

    def test_one_that_ran_looks_like_one_that_runs(self):
        one, other = new_operator("one"), new_operator("other")
        ran, runs = (
            service.perform(scoped(factories.firm(), one, silent=silent), "schedule", one)
            for silent in (True, False)
        )
        with in_days(4):
            approve(ran, other)
            service.tend(read(ran))
            run_jobs()
            approve(runs, other)
            service.tend(read(runs))
            ran, runs = read(ran), read(runs)
            assert (ran.state, runs.state) == (State.PARTLY_EXECUTED, State.EXECUTING)
            browser = in_role(OPERATOR)
            self.same(browser, ran, runs)
            page = "admin:erasure_deletionrequest_{}".format
            for request in (ran, runs):
                again = reverse(page("step"), args=[request.pk, "retry"])
                assert browser.post(again).status_code == 302
            self.same(browser, ran, runs)
            # Who may know ends it; neither the log nor the page says in spite of what.
            ends = reverse(page("step"), args=[ran.pk, "certify_kept"])
            assert browser.get(ends).status_code == 302
            assert root("three").post(ends).status_code == 302
            for name in ("history", "change"):
                assert "silent" not in browser.get(reverse(page(name), args=[ran.pk])).text

    def same(self, browser: Client, one: Any, other: Any) -> None:
        for name in ("change", "history"):
            pages = []
            for request in (one, other):
                address = reverse(f"admin:erasure_deletionrequest_{name}", args=[request.pk])
                text = browser.get(address).text
                main = text[text.index('id="content"') :]
                pages.append(alike(main, request))
            assert pages[0] == pages[1]

    def test_the_dashboard_and_the_account_say_no_more(self):
        owner = factories.firm()
        scoped(owner, new_operator("one"), silent=True)
        browser = in_role(OPERATOR)
        account = reverse("admin:accounts_account_change", args=[owner.account_id])
        for address in (reverse("admin:index"), account):
            text = browser.get(address).text.lower()
            assert "silent" not in text
            assert "held" not in text


def test_what_a_silent_hold_kept_counts_as_deleted():
    owner = factories.firm()
    with tenant_scope(owner.account_id):
        deletion = Deletion.objects.create(
            actor="person", authority="self", finished_at=timezone.now(), deleted=20, withheld=3
        )
    page = reverse("admin:erasure_deletion_change", args=[deletion.pk])
    for browser, shown in ((in_role(OPERATOR), False), (in_role(PRIVACY), True)):
        for address in (page, reverse("admin:erasure_deletion_changelist")):
            text = browser.get(address).text.lower()
            assert ("withheld" in text) is shown
            assert ("23" in re.findall(r">\s*(\d+)\s*<", text)) is not shown

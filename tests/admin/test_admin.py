"""The admin: signing in, what is listed, what is made, and what it never shows."""

from __future__ import annotations

import html
import re

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import Account, ApiKey, Membership, User
from accounts.principal import Unauthenticated, authenticate
from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from matters.models import Matter
from tests import factories

# The operator's connection sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "operator"])

TITLE = "Doe against the Zanzibar Trust"
QUESTION = "Will anybody find the emerald necklace?"


@pytest.fixture
def operator() -> Client:
    User.objects.create_superuser("op@service.example", "a long password")
    client = Client(raise_request_exception=True)
    response = client.post(
        reverse("admin:login"), {"username": "op@service.example", "password": "a long password"}
    )
    assert response.status_code == 302
    return client


@pytest.fixture
def owner() -> Membership:
    return factories.firm()


@pytest.fixture
def matter(owner):
    return factories.matter_of(owner, TITLE)


@pytest.fixture
def answer(owner, matter):
    with tenant_scope(owner.account_id):
        answer = Answer.objects.create(
            matter=matter,
            asker=owner.user,
            door="rest",
            skill="triage",
            jurisdiction="US-CA",
            basis="inferred",
            privilege="unknown",
            legal_context={"privilege": "unknown", "role": "counsel"},
            note_codes=["jurisdiction_inferred"],
            question_length=len(QUESTION),
            expires_at="2099-01-01T00:00:00Z",
        )
        AnswerContent.objects.create(answer=answer, question=QUESTION, insight={})
    return answer


def test_nobody_gets_in_without_signing_in():
    response = Client().get(reverse("admin:index"))
    assert response.status_code == 302
    assert "/admin/login/" in response["Location"]


def test_every_list_and_form_opens(operator, owner, matter, answer):
    factories.key_of(owner)
    index = operator.get(reverse("admin:index")).content.decode()
    lists = set(re.findall(r'href="(/admin/\w+/\w+/)"', index))
    assert {"/admin/accounts/account/", "/admin/accounts/user/", "/admin/accounts/apikey/",
            "/admin/matters/matter/", "/admin/answers/answer/",
            "/admin/knowledge/note/"} <= lists  # fmt: skip
    for address in lists:
        page = operator.get(address)
        assert page.status_code == 200, address
        for row in set(
            re.findall(rf'href="({address}[0-9a-f-]{{36}}/change/)', page.content.decode())
        ):
            assert operator.get(row).status_code == 200, row


def test_lists_show_no_title_and_no_question(operator, matter, answer):
    for name in ("matters_matter", "answers_answer"):
        page = operator.get(reverse(f"admin:{name}_changelist")).content.decode()
        assert TITLE not in page
        assert QUESTION not in page
    assert matter.public_id in operator.get(reverse("admin:matters_matter_changelist")).text


def test_an_answers_page_shows_its_block_and_not_its_content(operator, answer):
    page = operator.get(reverse("admin:answers_answer_change", args=[answer.pk])).text
    assert "&quot;privilege&quot;: &quot;unknown&quot;" in page
    assert QUESTION not in page


def test_filters_and_dates_of_the_answers_list_run_as_the_operator(operator, answer):
    for query in ("skill=triage", "privilege=none", "test__exact=1",
                  "created_at__gte=2026-01-01+00%3A00%3A00%2B00%3A00"):  # fmt: skip
        page = operator.get(reverse("admin:answers_answer_changelist") + f"?{query}")
        assert page.status_code == 200


@pytest.mark.parametrize("kind", ["individual", "professional"])
def test_an_account_is_made_in_one_step_and_its_owner_invited(operator, mailoutbox, kind):
    operator.post(
        reverse("admin:accounts_account_add"),
        {"name": "New", "kind": kind, "time_zone": "UTC", "owner_email": "New@Person.example"},
    )
    account = Account.objects.get()
    assert not Membership.objects.exists()
    (mail,) = mailoutbox
    assert mail.to == ["new@person.example"]
    token = re.findall(r"cdx_invite_\w+", mail.body)[0]
    accepted = Client().post(
        reverse("invitation-accept"),
        {"token": token, "name": "N. Ew", "password": "a long password of mine"},
        content_type="application/json",
    )
    assert accepted.status_code == 201, accepted.text
    owner = Membership.objects.get()
    assert (owner.account, owner.role, owner.user.email) == (account, "owner", "new@person.example")


def test_an_operators_invitation_ends_with_the_operators_right_to_make_it(operator, mailoutbox):
    operator.post(
        reverse("admin:accounts_account_add"),
        {"name": "New", "kind": "professional", "time_zone": "UTC", "owner_email": "a@b.example"},
    )
    User.objects.update(is_superuser=False)
    token = re.findall(r"cdx_invite_\w+", mailoutbox[0].body)[0]
    refused = Client().post(
        reverse("invitation-accept"),
        {"token": token, "name": "N", "password": "a long password of mine"},
        content_type="application/json",
    )
    assert refused.status_code == 404
    assert not Membership.objects.exists()


def test_an_owner_is_invited_again_only_while_there_is_none(operator, owner, mailoutbox):
    step = reverse("admin:accounts_account_step", args=[owner.account_id, "invite-owner"])
    assert operator.get(step).status_code == 302  # it has one
    Membership.objects.update(status="suspended")
    assert operator.get(step).status_code == 200
    refused = operator.post(step, {"email": owner.user.email})
    assert "is a member" in refused.text
    assert operator.post(step, {"email": "heir@firm.example"}).status_code == 302
    assert [mail.to for mail in mailoutbox] == [["heir@firm.example"]]


def test_a_person_is_made_and_verified_with_evidence(operator, owner):
    operator.post(
        reverse("admin:accounts_membership_add"),
        {"account": owner.account_id, "email": "a@b.example", "name": "", "role": "member"},
    )
    made = Membership.objects.get(user__email="a@b.example")
    step = reverse("admin:accounts_membership_step", args=[made.pk, "verify"])
    assert "Say what was seen" in html.unescape(operator.post(step, {"evidence": " "}).text)
    assert operator.post(step, {"evidence": "bar number 123 seen"}).status_code == 302
    made.refresh_from_db()
    assert (made.professional_status, str(made.verified_by)) == ("verified", "op@service.example")
    withdraw = reverse("admin:accounts_membership_step", args=[made.pk, "withdraw-verification"])
    operator.post(withdraw)
    made.refresh_from_db()
    assert made.professional_status == "suspended"


def test_a_keys_secret_is_shown_on_one_page_and_nowhere_else(operator, owner):
    response = operator.post(
        reverse("admin:accounts_apikey_add"),
        {"membership": owner.pk, "service": "", "name": "laptop", "mode": "live",
         "scopes": ["ask"]},
    )  # fmt: skip
    (secret,) = re.findall(r'id="secret">(cdx_live_\w+)<', response.text)
    assert "no-store" in response["Cache-Control"]
    assert authenticate(secret).user_id == owner.user_id
    key = ApiKey.objects.get()
    for address in (
        reverse("admin:accounts_apikey_changelist"),
        reverse("admin:accounts_apikey_change", args=[key.pk]),
        reverse("admin:accounts_apikey_history", args=[key.pk]),
    ):
        assert secret not in operator.get(address).text
    assert secret not in str(list(LogEntry.objects.values()))
    operator.post(
        reverse("admin:accounts_apikey_changelist"),
        {"action": "revoke", "_selected_action": [key.pk]},
    )
    with pytest.raises(Unauthenticated):
        authenticate(secret)


def test_a_key_for_nobody_is_refused(operator):
    response = operator.post(
        reverse("admin:accounts_apikey_add"), {"name": "k", "mode": "live", "scopes": ["ask"]}
    )
    assert "Choose one" in response.text
    assert not ApiKey.objects.exists()


def test_a_matter_is_made_in_its_account(operator, owner):
    address = reverse("admin:matters_matter_add")
    assert owner.account.public_id in operator.get(address).text  # in which account?
    assert operator.get(f"{address}?account=acc_{'0' * 32}").status_code == 404
    address += f"?account={owner.account.public_id}"
    assert operator.get(address).status_code == 200
    stranger = factories.firm()
    form = {"title": TITLE, "jurisdiction": "california", "forum": "", "litigation_anticipated": ""}
    refused = operator.post(address, form | {"owner": stranger.user_id})
    assert "Select a valid choice" in refused.text
    assert operator.post(address, form | {"owner": owner.user_id}).status_code == 302
    with tenant_scope(owner.account_id):
        assert Matter.objects.get().jurisdiction == "US-CA"
    assert TITLE not in str(list(LogEntry.objects.values()))


def test_an_unknown_place_is_refused_in_words(operator, owner):
    address = reverse("admin:matters_matter_add") + f"?account={owner.account.public_id}"
    form = {"title": TITLE, "jurisdiction": "Narnia", "forum": "", "litigation_anticipated": ""}
    page = operator.post(address, form | {"owner": owner.user_id})
    assert page.status_code == 200
    assert "Not a known place" in page.text


def test_nobody_and_nothing_is_deleted_in_place(operator, owner, matter, answer):
    for name, key in (
        ("accounts_account", owner.account_id),
        ("accounts_user", owner.user_id),
        ("accounts_membership", owner.pk),
        ("matters_matter", matter.pk),
        ("answers_answer", answer.pk),
    ):
        response = Client.post(
            operator, reverse(f"admin:{name}_delete", args=[key]), {"post": "yes"}
        )
        assert response.status_code == 403
    assert Account.objects.exists()


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("matters_matter", "title__startswith"),
        ("matters_matter", "forum"),
        ("answers_answer", "legal_context__contains"),
        ("answers_answer", "contents__question__contains"),
        ("retention_hold", "reason__contains"),
        ("erasure_deletionrequest", "words__name__startswith"),
        ("erasure_proposal", "reason__contains"),
        ("accounts_user", "password__startswith"),
        ("accounts_apikey", "digest__startswith"),
        ("accounts_invitation", "digest__startswith"),
    ],
)
def test_no_lookup_reaches_a_column_that_is_not_a_filter(operator, name, lookup):
    """A list that shortens on a guess tells what it does not show."""
    listed = reverse(f"admin:{name}_changelist")
    refused = operator.get(listed, {lookup: "D"})
    assert (refused.status_code, refused["Location"]) == (302, f"{listed}?")

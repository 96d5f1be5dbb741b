"""Asking in a browser without scripts: what is typed stays, what is asked is kept."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer, AnswerContent
from tests import factories

from .people import signed_in, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

QUESTION = "My landlord in Sacramento kept my security deposit. What are the rules?"


@pytest.fixture
def owner():
    return factories.individual()


@pytest.fixture
def client(owner):
    return signed_in(owner)


def ask(client, **fields):
    sent = {"ask": "1", "skill": "consult", "question": QUESTION} | fields
    return client.post("/ask/", {name: value for name, value in sent.items() if value is not None})


def contents(owner):
    with tenant_scope(owner.account_id):
        return list(AnswerContent.objects.select_related("answer"))


def test_an_ask_is_answered_and_kept(client, owner):
    response = ask(client, place="US-CA", role="party")
    (content,) = contents(owner)
    assert response.status_code == 302
    assert response.url == f"/answers/{content.answer.public_id}/"
    assert (content.question, content.answer.door) == (QUESTION, "pages")
    assert content.inbound == {"jurisdiction": "US-CA", "role": "party"}
    page = client.get(response.url)
    assert page.status_code == 200
    assert QUESTION in words_of(page)
    assert "California ( you said so )" in words_of(page) or "California" in words_of(page)

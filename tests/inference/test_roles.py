"""Who asks, from the asker's own words."""

from __future__ import annotations

import pytest

from legalcontext.block.constants import ROLES
from legalcontext.inference import infer

SAID = {
    "counsel": [
        "My client was served with an unlawful detainer.",
        "I represent the seller.",
        "I'm an attorney with a discovery question.",
        "As defense counsel, what may I ask for?",
        "Represento a un inquilino.",
    ],
    "advisor": [
        "I'm a paralegal at a clinic.",
        "I am a social worker; my client got a notice.",
        "I'm a CPA and need to know the deadline.",
        "Soy trabajadora social.",
    ],
    "family": [
        "My mother's landlord wants her out.",
        "My son was arrested last night.",
        "On behalf of my father, when is the answer due?",
        "El casero de mi mamá la quiere sacar.",
        "My elderly uncle was scammed by a roofer.",
    ],
    "other": [
        "I'm a law student writing a paper.",
        "Asking for a friend: is that legal?",
        "My coworker was arrested at work.",
    ],
    "party": [
        "My landlord kept the deposit.",
        "I was served with a lawsuit.",
        "My husband wants a divorce.",
        "My brother is suing me over the house.",
        "I'm a freelancer and my client hasn't paid me for two invoices.",
        "Me despidieron ayer.",
    ],
}


@pytest.mark.parametrize(
    ("role", "text"), [(role, text) for role, texts in SAID.items() for text in texts]
)
def test_a_role_that_is_said_is_read(role, text):
    assert role in ROLES
    found = infer(text)
    assert found.role == role
    assert any(e.value == role and text[e.start : e.end] == e.text for e in found.role_evidence)


@pytest.mark.parametrize(
    "text", ["How long is a notice to quit?", "Is a handwritten will valid?", "RCW 59.18.280"]
)
def test_a_question_that_says_nothing_of_the_asker_gives_none(text):
    assert infer(text).role is None


def test_what_the_asker_is_outweighs_of_whom_they_speak():
    assert infer("I'm a paralegal. My client's landlord changed the locks.").role == "advisor"


def test_a_document_says_nothing_of_the_asker():
    assert infer("Is this fair?", ["I represent the buyer. My client will pay."]).role is None

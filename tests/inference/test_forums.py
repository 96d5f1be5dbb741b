"""The forum, from how people and captions name courts, agencies and hearings."""

from __future__ import annotations

import pytest

from legalcontext.block.constants import FORUMS
from legalcontext.inference import infer

SAID = {
    "state trial court": [
        "I have a hearing in superior court.",
        "The circuit court clerk rejected my motion.",
        "SUPREME COURT OF THE STATE OF NEW YORK, COUNTY OF KINGS",
        "the court of common pleas set a date",
        "A shareholder filed in the Delaware Court of Chancery.",
        "La corte superior me mandó una carta.",
    ],
    "state appellate court": [
        "The Michigan Court of Appeals denied my motion.",
        "Appellate Division, Second Department, New York",
        "The Superior Court of Pennsylvania reversed.",
    ],
    "state supreme court": [
        "The Pennsylvania Supreme Court ruled on it.",
        "leave to appeal to the New York Court of Appeals",
        "the Texas Court of Criminal Appeals refused my petition",
        "the Supreme Judicial Court of Massachusetts",
    ],
    "small claims court": [
        "How do I sue in small claims?",
        "conciliation court in Minnesota",
        "la corte de reclamos menores",
    ],
    "family court": [
        "The family court judge is on leave.",
        "He breaks the custody order.",
        "Our divorce decree says half.",
        "Tengo cita en la corte de familia.",
    ],
    "probate court": [
        "Probate court wants an inventory.",
        "The Surrogate's Court appointed her.",
        "I need letters testamentary.",
        "the orphans' court in Bucks County",
    ],
    "housing court": ["I have housing court on Monday.", "papers for landlord-tenant court"],
    "traffic court": ["I missed traffic court.", "la corte de tráfico"],
    "local trial court": [
        "The justice of the peace fined me.",
        "Cleveland Municipal Court",
        "General Sessions in Memphis",
        "a town court in New York",
    ],
    "federal district court": [
        "I was sued in federal court.",
        "We filed in N.D. Cal.",
        "UNITED STATES DISTRICT COURT FOR THE DISTRICT OF OREGON",
        "Case 2:23-cv-01234 was stayed.",
        "the Southern District of Texas",
    ],
    "federal court of appeals": [
        "The Ninth Circuit reversed.",
        "an appeal to the 5th Cir.",
        "United States Court of Appeals for the Federal Circuit",
    ],
    "US supreme court": ["SCOTUS took the case.", "the Supreme Court of the United States"],
    "bankruptcy court": [
        "UNITED STATES BANKRUPTCY COURT",
        "The 341 meeting is on Friday.",
        "Does the automatic stay help me?",
    ],
    "tax court": ["a petition to the U.S. Tax Court"],
    "immigration court": [
        "The immigration judge denied bond.",
        "I am in removal proceedings.",
        "el juez de inmigración",
    ],
    "federal agency": ["USCIS denied my petition.", "an EEOC charge", "The IRS sent a levy."],
    "state agency": [
        "The DMV suspended my license.",
        "EDD denied my claim.",
        "the Illinois Department of Human Rights",
    ],
    "administrative hearing": [
        "My hearing before an administrative law judge",
        "I asked for a fair hearing.",
        "an unemployment hearing by phone",
    ],
    "arbitration": ["The arbitrator ruled.", "We are in arbitration.", "a FINRA arbitration"],
    "mediation": ["The mediator was late.", "We have mediation on Friday.", "en la mediación"],
    "tribal court": ["the tribal court of the Hopi Tribe", "a tribal judge"],
    "military court": ["He faces a court-martial.", "the military judge"],
    "foreign court": [
        "A family court in Monterrey, Mexico gave him custody.",
        "the Ontario Superior Court of Justice",
        "a judgment of a foreign court",
        "Glasgow Sheriff Court",
    ],
    "pre-dispute": [
        "I haven't signed yet; what should I look for?",
        "No lawsuit has been filed.",
        "Before I sign this lease, is it fair?",
        "todavía no he firmado",
    ],
}


@pytest.mark.parametrize(
    "text",
    [
        "The Navajo Nation court gave my ex custody",
        "summons from the Choctaw Nation District Court",
        "the tribe's court evicted us",
    ],
)
def test_a_nation_s_court_is_a_tribal_court(text):
    assert infer(text).forum == "tribal court"


def test_every_value_of_the_list_has_its_examples():
    assert set(SAID) == set(FORUMS)


@pytest.mark.parametrize(
    ("forum", "text"), [(forum, text) for forum, texts in SAID.items() for text in texts]
)
def test_a_named_forum_is_found(forum, text):
    assert infer(text).forum == forum


@pytest.mark.parametrize(
    "text",
    [
        "Can my landlord evict me?",
        "I got a speeding ticket.",
        "Do I need a will?",
        "What does the arbitration clause in my lease mean?",
        "Is a mediation clause binding?",
        "My court date is tomorrow.",
        "How long can I be held before a bail hearing?",
        "Can I get a divorce?",
        "The Supreme Court said something last week.",
    ],
)
def test_a_subject_alone_gives_no_forum(text):
    assert infer(text).forum is None


def test_two_forums_named_alike_give_none():
    assert infer("Should I go to small claims or to family court?").forum is None
    assert infer("Should I go to family court or to small claims?").forum is None


def test_a_court_outweighs_the_agency_that_came_before_it():
    text = "The EEOC sent a right to sue letter; how do I file in federal district court?"
    assert infer(text).forum == "federal district court"


def test_a_court_that_a_clause_chooses_is_no_forum_of_a_document():
    clause = "The parties submit to the exclusive jurisdiction of the Superior Court of California."
    assert infer("", [clause]).forum is None


def test_a_court_in_a_documents_prose_is_no_forum():
    prose = "The parties have dealt with each other for many years and in good faith. " * 5
    assert infer("", [prose + "Either may ask the circuit court for help."]).forum is None
    assert infer("", ["IN THE CIRCUIT COURT OF COOK COUNTY, ILLINOIS\n" + prose]).forum == (
        "state trial court"
    )


def test_the_forum_comes_with_its_words():
    text = "Tengo cita en la corte de vivienda en el Bronx."
    (evidence,) = infer(text).forum_evidence
    assert (evidence.value, evidence.text) == ("housing court", "corte de vivienda")
    assert text[evidence.start : evidence.end] == evidence.text

"""Emergencies heard, figures of speech not, lines by country."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from legalcontext.skills.emergencies import KINDS, find_emergencies, lines_for, phrases_of
from legalcontext.skills.evaluate import read_stories
from legalcontext.skills.tables import table

from .notes import TODAY

CASES = Path(__file__).parent.parent / "cases"
MADE_UP = [
    case
    for name in (
        *("emergencies", "emergencies_dev", "emergencies_heldout"),
        *("emergencies_rounds", "emergencies_last", "emergencies_fresh"),
        *("emergencies_heard", "emergencies_hazards"),
        *("emergencies_taught", "emergencies_again", "emergencies_told"),
    )
    for case in read_stories(CASES / f"{name}.jsonl")
]
"""Made up without a look at the tables: how many were heard at once, docs/skills.md says."""

MISSED = frozenset(
    (
        *("la-004", "la-016", "la-018", "la-019", "la-020", "la-024", "la-033"),
        *("r2-035", "r3-050", "r3-052", "r3-053", "fr-047"),
    )
)
"""What the tables do not hear, or hear as something else; the second ear hears some of these."""

HEARD = [
    ("my boyfriend got drunk and threw me into the wall, I'm at my sister's", "violence"),
    ("he keeps a pistol by the bed and says I'm not leaving with our son", "violence"),
    ("she came at me with scissors and cut my arm, I'm a man, do I call someone", "violence"),
    ("I'm sitting in my car outside the house because he's smashing everything inside", "violence"),
    ("my roommate swung a bat at me over the rent", "violence"),
    ("dad choked mom again tonight, I'm 12, what do I do", "violence"),
    ("my stepfather comes into my room at night", "child_at_risk"),
    ("I think my neighbor's baby is being starved, it's so thin", "child_at_risk"),
    ("her new boyfriend left belt marks on my son's legs", "child_at_risk"),
    (
        "my ex won't tell me where our daughter is and she hasn't been at school all week",
        "child_at_risk",
    ),
    ("police have my brother in a holding cell since last night and won't say why", "arrest"),
    ("I got picked up by ICE and I'm calling from detention", "arrest"),
    ("the cops are at my door with a paper", "arrest"),
    ("they handcuffed my husband at work, he has a green card", "arrest"),
    ("I can't do this anymore, I have the pills in front of me", "self_harm"),
    ("there's no reason to keep going after this foreclosure", "self_harm"),
    ("honestly everyone would be better off if I just disappeared", "self_harm"),
    ("I want to kill myself because of this debt", "self_harm"),
    ("my client texted me that she plans to end her life", "self_harm"),
    ("I'm 16 and pregnant and my parents want to kick me out", "minor_alone"),
    ("i'm a 14 yr old and my dad locked me out", "minor_alone"),
    ("soy menor de edad y mi padrastro me echó de la casa", "minor_alone"),
    ("mi marido me amenazó con un cuchillo", "violence"),
    ("me golpeó delante de los niños y se llevó mi teléfono", "violence"),
    ("tengo ganas de morirme, ya no puedo con las deudas", "self_harm"),
    ("la migra detuvo a mi esposo en el trabajo", "arrest"),
    ("mi hija me dijo que su tío la toca", "child_at_risk"),
    ("my husband raped me last week, is that even a crime", "violence"),
    ("he's stalking me, he's parked outside my work every day", "violence"),
    ("my son's father threatened to run off with him to Brazil", "child_at_risk"),
    ("officer took my daughter to juvenile hall last night", "arrest"),
    ("my ex violated the restraining order and is in my yard", "violence"),
    ("i feel like hurting myself", "self_harm"),
    ("my 80 year old mother has bruises and her caretaker hits her", "violence"),
    ("He said if I leave he'll burn the house with us in it", "violence"),
]

NOT_HEARD = [
    "This landlord is killing me with these fees",
    "I'd kill for a straight answer about my deposit",
    "the judge shot down my motion",
    "my boss is going to murder me if I miss this deadline, can I refile",
    "the contract has a kill switch clause",
    "I was hit by a car on my bike, who pays",
    "a dog bit my son at the park, who pays the hospital",
    "he beat me to the courthouse and filed first",
    "we got hammered by the IRS",
    "my tenant trashed the apartment and broke windows",
    "I want to take my kids to Mexico for Christmas, do I need his permission",
    "does my 15 year old need a work permit",
    "my daughter is 16 and wants to live with her dad",
    "I'm 17 weeks pregnant and was fired",
    "I was arrested in 2009 and want my record sealed",
    "debt collector says I'll be arrested if I don't pay, can they do that",
    "what is the penalty for domestic violence in Texas",
    "I'm writing a novel about a kidnapping, is ransom negotiation legal",
    "my ex has custody, he wants to modify the custody order",
    "he never hit me or the kids, we just grew apart and want a divorce",
    "my father died by suicide, does life insurance pay",
    "does the suicide clause in my policy apply after two years",
    "the warranty on my car died",
    "I'm dying to know if I can break my lease",
    "my lawyer got destroyed in court",
    "this arbitration clause is a ticking time bomb",
    "they garnished my check and it hurts",
    "the company attacked my credit score",
    "the gym keeps hitting my card with charges",
    "the cop gave me a speeding ticket",
    "my landlord threatened to sue me",
    "I used to work at a jail and they owe me overtime",
    "my sister is in the army and her landlord kept the deposit",
    "no one was hurt in the accident but my car is totaled",
    "I punched out at 5 but they cut my hours",
    "he slapped a lien on my house",
    "me mata la renta, subió otra vez",
    "mi jefe me va a matar si falto, me deben horas extras",
    "el carro me pegó por detrás y el seguro no paga",
    "mi hijo tiene 15 años y necesita permiso para trabajar",
    "the bank froze my account and I'm stuck",
    "we were robbed blind by the contractor",
    "I fought a parking ticket and lost",
    "I shot an email to HR and they fired me",
    "my neighbor's tree is choking my drain pipe",
    "the seller ghosted me and I feel like an idiot",
    "I cut my hand on the machine at work",
    "they took my son's bike, the store says no refund",
    "can I leave my 12 year old home alone after school",
    "how old do you have to be to be emancipated? my daughter asks for school",
]


@pytest.mark.parametrize(("text", "kind"), HEARD)
def test_an_emergency_is_heard(text: str, kind: str) -> None:
    assert kind in [emergency.kind for emergency in find_emergencies(text, TODAY)]


@pytest.mark.parametrize("text", NOT_HEARD)
def test_a_figure_of_speech_is_no_alarm(text: str) -> None:
    assert find_emergencies(text, TODAY) == ()


@pytest.mark.parametrize(
    "text",
    [
        "My husband never hit me",
        "My ex hit me twelve years ago and I still have the papers",
        "In 2011 my husband hit me",
        "What counts as assault: when a husband hits her?",
    ],
)
def test_negated_past_and_hypothetical_violence_is_no_alarm(text: str) -> None:
    assert find_emergencies(text, TODAY) == ()


def test_a_plea_to_die_is_heard_even_as_an_idea() -> None:
    text = "I am writing a paper and I want to die"
    assert [e.kind for e in find_emergencies(text, TODAY)] == ["self_harm"]


def test_the_asker_s_age_is_told_from_other_numbers() -> None:
    for text in ("I'm 15", "i am sixteen and scared", "Tengo 15 años", "just turned 17"):
        assert [e.kind for e in find_emergencies(text, TODAY)] == ["minor_alone"], text
    for text in (
        "I'm 15 weeks pregnant",
        "I am 17 miles away",
        "I'm 16 months into my lease",
        "my son just turned 15",
        "Tengo 15 empleados",
        "I'm 61 and retired",
    ):
        assert find_emergencies(text, TODAY) == (), text


@pytest.mark.parametrize(
    ("as_written", "as_spelled"),
    [
        ("my roomate choaked me", "my roommate choked me"),
        ("me amenaso con matarme", "me amenazó con matarme"),
        ("he thretened 2 kill me n my kids", "he threatened to kill me and my kids"),
    ],
)
def test_misspelt_words_are_heard(as_written: str, as_spelled: str) -> None:
    for text in (as_written, as_spelled):
        assert "violence" in [e.kind for e in find_emergencies(text, TODAY)], text


def test_a_family_of_words_is_read_into_the_phrases_that_name_it() -> None:
    for part in ("signs", "certain", "not_signs", "not_here"):
        for kind in KINDS:
            assert not any("<" in line for line in phrases_of(kind, part))


def test_a_minor_who_is_hurt_is_a_child_at_risk() -> None:
    kinds = [e.kind for e in find_emergencies("I'm 14 and my dad hit me again", TODAY)]
    assert kinds == ["violence", "child_at_risk", "minor_alone"]


def test_signs_point_to_their_words() -> None:
    text = "Help. ¡Mi esposo me pegó anoche!"
    (found,) = find_emergencies(text, TODAY)
    assert text[found.start : found.end] == found.text == "me pegó"


def test_lines_are_the_country_s_own() -> None:
    assert [line.number for line in lines_for(["self_harm"], "US", "en", "")] == ["911", "988"]
    assert [line.number for line in lines_for(["self_harm"], "GB", "en", "")] == ["999", "116 123"]
    assert [line.number for line in lines_for(["violence"], "DE", "es", "")] == ["112"]


def test_no_line_where_the_country_is_not_known_or_has_none_on_file() -> None:
    assert lines_for(["violence"], None, "en", "") == ()
    assert lines_for(["violence"], "NA", "en", "") == ()


def test_the_line_for_sexual_violence_is_told_where_the_words_speak_of_it() -> None:
    def numbers(text: str) -> list[str]:
        return [line.number for line in lines_for(["violence"], "US", "en", text)]

    assert "1-800-656-4673" in numbers("he raped me")
    assert "1-800-656-4673" not in numbers("he hit me")


@pytest.mark.parametrize("country", list(table("lines")))
def test_every_line_has_its_source_and_the_day_it_was_read(country: str) -> None:
    for entry in table("lines")[country]:
        assert entry["source"].startswith("http")
        assert isinstance(entry["checked_on"], dt.date)
        assert set(entry["for"]) <= set(KINDS)
        assert set(entry["name"]) == set(entry["says"]) == {"en", "es"}


@pytest.mark.parametrize("case", MADE_UP, ids=lambda case: case["id"])
def test_a_made_up_case_is_heard_or_not(case: dict[str, str | None]) -> None:
    heard = {emergency.kind for emergency in find_emergencies(str(case["text"]), TODAY)}
    if case["id"] in MISSED:
        assert case["emergency"] not in heard, "heard now: no longer one of MISSED"
    elif case["emergency"] is None:
        assert heard == set()
    else:
        assert case["emergency"] in heard


@pytest.mark.parametrize(
    "story",
    [
        "Mi esposo amenaza con matarme",
        "Mi marido quiere matarme",
        "Mi esposo me está golpeando y amenaza con matarme",
    ],
)
def test_a_threat_to_kill_is_no_wish_to_die(story):
    kinds = [found.kind for found in find_emergencies(story, dt.date(2026, 11, 30))]
    assert "violence" in kinds
    assert "self_harm" not in kinds


@pytest.mark.parametrize(
    "story",
    [
        "he will end my life",
        "My ex threatened to end my life",
        "my ex keeps threatening to end my life",
        "he said he would take my life and the police do nothing",
        "He has threatened to take my life twice",
        "she tried to take my life with a knife",
        "he told me he's going to end me",
        "my father-in-law vowed to end my life",
        "I keep getting threats to end my life",
        "he said he will end her life",
        "the roofer wrote: I will end your life",
        "an ex partner has repeatedly said that he intends to end my life",
        "my husband says he'll end both our lives tonight",
        "threats from my landlord to end my life",
        "mi ex dijo que me va a quitar la vida",
        "él amenazó con acabar con mi vida",
    ],
)
def test_what_somebody_else_says_they_will_do_is_a_threat_of_violence(story: str) -> None:
    assert [found.kind for found in find_emergencies(story, TODAY)] == ["violence"]


@pytest.mark.parametrize(
    "story",
    [
        "my ex wrote that he is coming over with a gun tonight",
        "he's on his way here with a gun",
        "she's coming to my house with a knife and I'm scared",
        "my stepdad is outside our door with a gun",
        "my landlord says he will burn the building with us inside",
    ],
)
def test_somebody_on_the_way_with_a_weapon_wants_no_harm_to_himself(story: str) -> None:
    assert [found.kind for found in find_emergencies(story, TODAY)] == ["violence"]


@pytest.mark.parametrize(
    ("story", "kinds"),
    [
        ("quisiera matarme", ["self_harm"]),
        ("mi marido dice que quiere matarme", ["violence"]),
        ("my wife took all her pills an hour ago", ["self_harm"]),
        ("my husband took all his pills today and is asleep", ["self_harm"]),
        ("my ex took my daughter an hour ago and will not answer", ["child_at_risk"]),
        ("I was arrested last night and my case is not dismissed yet", ["arrest"]),
        ("My brother is in jail right now and wants his old case off his record", ["arrest"]),
    ],
)
def test_an_emergency_is_told_as_what_it_is_and_nothing_beside_it(
    story: str, kinds: list[str]
) -> None:
    assert [found.kind for found in find_emergencies(story, TODAY)] == kinds


@pytest.mark.parametrize(
    "story",
    [
        "I want to end my life",
        "my husband left and I will end my life",
        "I threatened to end my life and they took my kids",
        "mom i will end my life tonight",
        "my boss makes me want to end my life",
        "he told me I should end my life",
        "he wants to end his life",
        "If she leaves me I'll end my life",
        "I told my husband I would end my life",
        "i tried to take my life last night",
        "i'm planning on ending my life",
        "I intend to end my life after the hearing",
        "voy a acabar con mi vida",
    ],
)
def test_one_s_own_wish_to_die_is_heard_as_that(story: str) -> None:
    assert find_emergencies(story, TODAY)[0].kind == "self_harm"


@pytest.mark.parametrize(
    "question",
    [
        "can they end my life estate",
        "he told me that he will end my lease",
        "she'll end your contract next month",
        "he'll end my job if I complain",
        "my ex wants to take my life insurance",
        "they might take my life savings",
    ],
)
def test_a_life_estate_is_no_life(question: str) -> None:
    assert find_emergencies(question, TODAY) == ()


@pytest.mark.parametrize(
    "story",
    [
        "CO alarm wont stop, landlord says ignore it",
        "There's carbon monoxide leaking from the furnace into our bedrooms",
        "house smells like gas, landlord not answering",
        "my landlord says the gas leak was fixed but I can still smell it",
        "Can I break my lease? Gas has been leaking from the oven since Monday",
        "we're getting headaches, landlord won't check the furnace for carbon monoxide",
        "hay fuga de gas en la cocina",
        "The furnace man found CO in the house, the landlord won't pay a hotel",
        "the detector showed 400 ppm, landlord says it's broken",
        "El calentador saca monóxido y nos mareamos",
    ],
)
def test_gas_and_carbon_monoxide_where_people_are_come_first(story: str) -> None:
    assert find_emergencies(story, TODAY)[0].kind == "gas"


@pytest.mark.parametrize(
    "question",
    [
        "My lease says I pay gas and electric, is that allowed",
        "dad died of carbon monoxide poisoning in 2019, is it too late to sue",
        "My car smells like gas after the repair",
        "my boss makes us drive a van that smells of gasoline",
        "Does homeowners insurance cover a gas leak repair",
        "the detector chirps because the battery is low",
        "I was fired for reporting a gas leak at the plant",
        "we had a gas leak in the kitchen, the pipe was fixed, who pays for the food we lost",
        "landlord installed carbon monoxide alarms and bills me for them",
        "what happens if the CO alarm goes off and the landlord ignores it, who is liable",
        "el recibo de gas llegó muy alto",
    ],
)
def test_gas_that_harms_nobody_now_is_no_alarm(question: str) -> None:
    assert find_emergencies(question, TODAY) == ()


def test_gas_is_told_with_the_lines_for_it() -> None:
    def numbers(country: str | None, text: str) -> list[str]:
        return [line.number for line in lines_for(["gas"], country, "en", text)]

    assert numbers("US", "I smell gas") == ["911"]
    assert numbers("US", "carbon monoxide") == ["911", "1-800-222-1222"]
    assert numbers("GB", "I smell gas") == ["999", "0800 111 999"]
    assert numbers(None, "I smell gas") == []

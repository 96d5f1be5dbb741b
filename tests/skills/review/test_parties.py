"""Parties are names as they stand in the paper: no places, no cut words."""

from __future__ import annotations

import pytest

from legalcontext.skills.review.parties import find_parties


@pytest.mark.parametrize(
    ("text", "parties"),
    [
        (
            "This Agreement is made between Fern Ltd, a company registered in England and Wales,"
            ' and Mina Vogel ("Recipient").',
            {"Fern Ltd": "", "Mina Vogel": "recipient"},
        ),
        (
            "between Fern Ltd, a company of England and Wales and Mina Vogel, an artist.",
            {"Fern Ltd": "", "Mina Vogel": ""},
        ),
        (
            'by and between Oak Inc., a Maine corporation ("Company"), and Diana Ross'
            ' ("Employee").',
            {"Oak Inc.": "company", "Diana Ross": "employee"},
        ),
        (
            'between Ana Ruiz, a resident of Ohio ("Buyer"), and Brenda Alan Moss ("Seller").',
            {"Ana Ruiz": "buyer", "Brenda Alan Moss": "seller"},
        ),
        (
            "RESIDENTIAL LEASE\nLandlord: Palm Homes LLC. Tenant: Lena Ott. Property: 7 Bay Road.",
            {"Palm Homes LLC": "landlord", "Lena Ott": "tenant"},
        ),
        (
            "CIRCUIT COURT\n\nELM HOLDINGS LLC, Plaintiff\nv.            Case No. 2026-M1-1\n"
            "DORA PRICE and UNKNOWN OCCUPANTS, Defendants\n",
            {"ELM HOLDINGS LLC": "plaintiff", "DORA PRICE": "defendant"},
        ),
        (
            "Claimant: Mill Finance Ltd. Defendant: Ms B Khan, 4 Mill Lane, Leeds.",
            {"Mill Finance Ltd": "claimant", "Ms B Khan": "defendant"},
        ),
        ("AVISO\nPara: Julia Soto\nDebe desalojar.", {"Julia Soto": ""}),
        ("May 3, 2026\n\nDear Olga Brandt,\nYou owe us.", {"Olga Brandt": ""}),
        ("EVICTION NOTICE To: Lea Sand, 14 Elm St, Tacoma. You owe rent.", {"Lea Sand": ""}),
        ("EVICTION NOTICE To: Lea Sand 14 Elm St, Tacoma. You owe rent.", {"Lea Sand": ""}),
        (
            "BUROFAX. Sevilla, 3 de mayo de 2026\nD.ª Eva Sanz, arrendadora, a D. Luis Paz,"
            " arrendatario de la vivienda.",
            {"D.ª Eva Sanz": "arrendadora", "D. Luis Paz": "arrendatario"},
        ),
        (
            "NOTICE\nTo: Lea Sand\nPay $9.\nTom Oak, Landlord",
            {"Lea Sand": "", "Tom Oak": "landlord"},
        ),
        ("Pay $9. You are the tenant, landlord or owner.", {}),
        ("Dear Tenant,\nYou owe us.", {}),
        ("Dear Sir or Madam,\nYou owe us.", {}),
        ("The tenant: shall pay the rent on the first day of each month.", {}),
    ],
)
def test_the_parties_of_a_paper(text: str, parties: dict[str, str]) -> None:
    assert {party.name: party.role for party in find_parties(text)} == parties
    for party in find_parties(text):
        assert text[party.start : party.end] == party.name

"""Words that came as a question and are a paper; and those that only tell of one."""

from __future__ import annotations

import pytest

from legalcontext.skills.review.pasted import is_paper

PAPERS = [
    "THREE DAY NOTICE TO PAY RENT OR QUIT\nTo: Jane Doe, 12 Elm St, Fresno, California\nPay $900"
    " within three days. Served November 27, 2026.\nJ. Smith, Landlord",
    "NOTICE TO VACATE To: Luis Mata, Apt 4, Austin, Texas. You must vacate by December 9, 2026."
    " Dated December 6, 2026. R. Hale, Property Manager",
    "30-DAY NOTICE OF TERMINATION OF TENANCY\nTenant: P. Nguyen\nDate: 11/25/2026\nA. Cole, Owner",
    "FIVE DAY NOTICE\nTo: Carla Simms\nPay $2,350 within five days after service. Nov. 25, 2026",
    "EVICTION NOTICE\n\nDear Tenant,\n\nYour rent is past due. Leave by 12/15/2026.\n\nSincerely,"
    "\nMaple Homes",
    "AVISO DE 3 DIAS PARA PAGAR O DESOCUPAR\nPara: Rosa Díaz\nFecha: 25 de noviembre de 2026\n"
    "M. Ruiz, propietario",
    "IN THE MUNICIPAL COURT OF TOLEDO, OHIO\nOak LLC, Plaintiff, vs. Ben Stone, Defendant\n"
    "SUMMONS\nHearing: December 14, 2026 at 10:00 a.m.\nClerk of Court",
    "NOTICE OF NONPAYMENT OF RENT\nTo: Ed Poe\nYou owe $700 for November 2026.\nBy: ____________",
    "SECTION 21 NOTICE REQUIRING POSSESSION\nTo: Amy Clark, 3 Park Road, Leeds\nLeave after"
    " 03/02/2027.\nSigned: T. Webb, landlord",
    "DEMAND FOR PAYMENT\nDear Mr. Hall: You owe the sum of $400. If you do not pay in 10 days we"
    " will file suit. December 1, 2026. Sincerely, C. Lane",
    "CURE OR QUIT NOTICE\nTO TENANT: Dana Fox\nRemove the dog within 10 days.\n/s/ W. Park 12/1/26",
    "NOTICE TO QUIT\nTo Kim Lee and all other occupants:\nQuit the premises by January 31, 2027.\n"
    "Bay Management, Agent for the owner",
    "SUMMONS\nSuperior Court of California\nYOU ARE BEING SUED, to defendant: Ann Ray\n"
    "Date: November 2, 2026, Clerk",
    "PAY OR QUIT NOTICE\nAttn: J. Ortiz\nDelivered 11/29/2026 by hand.\nK. Bond, manager",
    "NOTICE OF LEASE VIOLATION\nTo: Unit 7\nDate: December 1, 2026\nNo noise or the lease ends."
    "\nH. Cole\nLandlord",
]
# Of a kind that is not known, and a letter without a heading.
PAPERS += [
    "COUNTY COURT AT LEEDS\nClaim No. K01LS123\nThe hearing is on 11/12/2026 at 10:30.",
    "Dear Tenant, your lease ends on December 31, 2026. Sincerely, Maple Homes",
]
# In one line, after a word to the reader.
PAPERS += [
    "Please read: EVICTION NOTICE To: Lea Sand, 14 Elm St, Tacoma WA. You owe $900. Pay within 14"
    " days. Dated November 20, 2026. Jo Roe, Landlord",
    "Read this please:\n\nNOTICE TO VACATE\nDate: November 23, 2026\nTo: Lea Sand\nT. Oak, Manager",
]
STORIES = [
    "My landlord posted a THREE DAY NOTICE on my door on November 27, 2026, what can I do?",
    "I got an EVICTION NOTICE dated 11/27/2026 and signed by my landlord. I live in Fresno.",
    "3 day notice on my door in fresno, california since november 27",
    "Hi, my landlord John Smith gave me a notice. Dear me, what now?",
    "NEED HELP! landlord gave me a 3 day notice on 11/27/2026",
    "HELP ME PLEASE. I was served on December 1, 2026 and signed for it. To whom do I turn?",
    "What is a NOTICE TO QUIT? To answer it, do I sign? I got it in 2026.",
    "Is a 30 day notice dated 12/1/2026 valid if the owner did not sign it?",
    "Me dieron un AVISO DE DESALOJO el 27 de noviembre de 2026",
    "we got a notice to vacate, dated november 30 2026, for my mother, signed by the agent",
    "Can my landlord in TEXAS evict me by December 9, 2026? He signed the lease.",
    "The landlord's lawyer sent a letter: pay $900 by 12/15/2026 or we sue. Do I have to?",
    "do i need to answer an eviction summons in toledo ohio by december 14, 2026",
    "MY LANDLORD IS EVICTING ME AND I DO NOT KNOW WHAT TO DO, HE GAVE ME A NOTICE ON 11/27/2026",
    "Dear Sir or Madam, my landlord gave me a notice on November 3, 2026. Sincerely, Ann Doe",
    "THREE DAY NOTICE TO QUIT, to tenant Ann Doe, dated November 27, 2026. What can I do?",
    "",
]


@pytest.mark.parametrize("text", PAPERS)
def test_a_short_paper_is_known_for_one(text: str) -> None:
    assert len(text) < 400
    assert is_paper(text)


@pytest.mark.parametrize("text", STORIES)
def test_a_story_of_a_paper_is_none(text: str) -> None:
    assert not is_paper(text)

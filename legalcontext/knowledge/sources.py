"""Whose page a figure was read from: the law's own publisher, a reproduction, or a commentator."""

from __future__ import annotations

from typing import Final, Literal
from urllib.parse import urlsplit

SourceClass = Literal["official", "reproduction", "commentary"]

_OFFICIAL_SUFFIXES: Final = (".gov", ".mil", ".us", ".myflorida.com")

_OFFICIAL: Final = frozenset(
    {
        "bgcourt.org",  # Bowling Green Municipal Court
        "cookcountycourt.org",
        "floridajobs.org",  # Florida Department of Commerce
        "gwinnettcourts.com",
        "holmesclerk.com",
        "jcc.legistar.com",  # papers of the Judicial Council of California
        "jcjuvenilecourt.com",  # Jackson County, Ohio
        "masonmunicipalcourt.org",
        "www.floridajobs.org",
        "www.keyssao.org",  # State Attorney for the Florida Keys
        "oberlinmunicipalcourt.org",
        "solanocounty.com",
        "toledohousingcourt.org",
        "vandaliaohio.org",
        "www.circuitclerkofwillcounty.com",
        "www.ottawacountymunicipalcourt.com",
    }
)
"""Courts, clerks and counties whose address does not say that they are."""

_REPRODUCTIONS: Final = (
    # of codes and rules
    "law.justia.com/",
    "regulations.justia.com/",
    "forms.justia.com/",
    "www.law.cornell.edu/",
    "law.cornell.edu/",
    "codes.findlaw.com/",
    "law.onecle.com/",
    "github.com/",
    "raw.githubusercontent.com/",
    "content.next.westlaw.com/link/document/",
    "criminallawyerjacksonville.com/0",
    "crowdsourcelawyers.com/california-statutes/",
    "ga.elaws.us/law/",
    "getpocketlaw.com/law/",
    "harmon-associates.com/security-deposit",
    "howtolegalhelp.com/?p=29135",
    "howtolegalhelp.com/rule-",
    "instalawyer.io/laws/",
    "jurris.com/california/",
    "kirschenbaumesq.com/article/",
    "law.uslawyerdatabase.com/section-",
    "laws9.com/statutes/",
    "lawserver.com/law/",
    "lexace.ai/us/statute/",
    "new.womenslaw.org/laws/tx/statutes/",
    "rulesofcivilprocedure.com/",
    "self-law.org/code/",
    "statutes.laws-info.com/",
    "statutes.laws.com/",
    "syfert.com/florida/statutes/",
    "syfert.com/georgia/code/",
    "tenantwiki.com/documents/",
    "us.vlex.com/vid/",
    "uslawessentials.com/civil-procedure/federal-rules-of-civil-procedure/",
    "www.epsten.com/category/california-code-",
    "www.joffelaw.com/state-rules/",
    "www.kirschenbaumesq.com/article/",
    "www.lawserver.com/law/",
    "www.legalfina.com/en/laws/",
    "www.syfert.com/florida/statutes/",
    "www.weblaws.org/",
    "www.womenslaw.org/laws/il/statutes/",
    "www.womenslaw.org/laws/statutes-texas/",
    "www.womenslaw.org/laws/tx/statutes/",
    # of bills as they were voted on
    "app.legiplex.com/",
    "calmatters.digitaldemocracy.org/bills/",
    "legiscan.com/",
    # of opinions
    "app.midpage.ai/document/",
    "caselaw.findlaw.com/",
    "casetext.com/",
    "cetient.com/case/",
    "print.casetext.com/",
)
"""Host and beginning of path and query of pages that print the law's words, perhaps not the latest.

A site that also writes about the law counts only where it prints it.
"""
_REPRODUCTION_SUFFIXES: Final = (".public.law",)


def source_class(url: str) -> SourceClass:
    """What kind of page `url` is, by its host and the beginning of its path and query.

    official: a legislature's, court's or agency's; reproduction: the words of the law, printed by
    somebody else; commentary: words about the law.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in _OFFICIAL or host.endswith(_OFFICIAL_SUFFIXES):
        return "official"
    where = f"{host}{parts.path.lower()}" + (f"?{parts.query}" if parts.query else "")
    if host.endswith(_REPRODUCTION_SUFFIXES) or where.startswith(_REPRODUCTIONS):
        return "reproduction"
    return "commentary"

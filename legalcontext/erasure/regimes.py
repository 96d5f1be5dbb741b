"""The regimes that the service comes with, each figure with its source beside it.

A migration writes them once; operators edit them afterwards. What no source confirmed is left out:
that the clock waits for identity in the UK, regimes of other states of the US, and what "business
days" leave out besides Saturdays and Sundays in California (none is left out, which gives the
earlier day).
"""

from __future__ import annotations

from typing import Any, Final

ARTICLE_12_3: Final = (
    "Regulation (EU) 2016/679, Article 12(3): one month of receipt, two further months where "
    "necessary, told with reasons within the first"
)
COUNCIL_REGULATION: Final = (
    "Regulation (EEC, Euratom) No 1182/71, Article 3(4): a period whose last day is a public "
    "holiday, Sunday or Saturday ends with the following working day"
)
ICO: Final = (
    "UK Information Commissioner's Office: from the day of receipt to the corresponding date in "
    "the next month; where that is a weekend or a public holiday, the next working day; where "
    "there is no such date, the last day of the month"
)
REGULATION_7021_A: Final = (
    "11 CCR § 7021(a): receipt is confirmed no later than 10 business days after receiving it"
)
REGULATION_7021_B: Final = (
    "11 CCR § 7021(b), Cal. Civ. Code § 1798.130(a)(2)(A): 45 calendar days after receipt, "
    "whatever verification takes; up to 45 more, with notice within the first 45"
)
REGULATION_7101: Final = "11 CCR § 7101(a): records of requests are kept for at least 24 months"

REGIMES: Final[tuple[dict[str, Any], ...]] = (
    {
        "key": "gdpr",
        "name": "GDPR (European Union)",
        "is_law": True,
        "answer_months": 1,
        "extend_months": 2,
        "rolls": True,
        "complaint": "You may lodge a complaint with a supervisory authority and seek a judicial "
        "remedy (GDPR, Article 12(4)).",
        "sources": {
            "answer_months": ARTICLE_12_3,
            "extend_months": ARTICLE_12_3,
            "rolls": COUNCIL_REGULATION,
        },
    },
    {
        "key": "uk_gdpr",
        "name": "UK GDPR",
        "is_law": True,
        "answer_months": 1,
        "extend_months": 2,
        "rolls": True,
        "calendar": "GB",
        "complaint": "You may complain to the Information Commissioner's Office and seek a "
        "judicial remedy (UK GDPR, Article 12(4)).",
        "sources": {"answer_months": ICO, "extend_months": ARTICLE_12_3, "rolls": ICO},
    },
    {
        "key": "ccpa",
        "name": "CCPA (California)",
        "is_law": True,
        "acknowledge_business_days": 10,
        "answer_days": 45,
        "extend_days": 45,
        "record_months": 24,
        "sources": {
            "acknowledge_business_days": REGULATION_7021_A,
            "answer_days": REGULATION_7021_B,
            "extend_days": REGULATION_7021_B,
            "record_months": REGULATION_7101,
        },
    },
    {
        "key": "general",
        "name": "The service's own promise",
        "is_law": False,
        "answer_days": 30,
        "extend_days": 30,
        "sources": {
            "answer_days": "the service's own promise, where no law is named",
            "extend_days": "the service's own promise, where no law is named",
        },
    },
)

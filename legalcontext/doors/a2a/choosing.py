"""Which skill answers when the caller names none; the answer says that it was chosen."""

from __future__ import annotations

import re
from typing import Final

from legalcontext.contracts.quick_ask import SkillName

ASKS_FOR_A_RULE: Final = re.compile(
    r"""(?: ^ | [.!?;:,]\s+ | ¿\s* )
    (?: (?:and|but|so|y) \s+ )?
    (?: what (?:['’]s | \s (?:is|are|does|counts|happens)) \b
      | how \s (?:long|much|many|soon|often|do|does|is) \b
      | when \s (?:is|are|does|do|must|can) \b
      | where \s (?:is|are|does|do|can) \b
      | which \b
      | who \s (?:is|may|can|must) \b
      | (?:can|may|must|is|are|does|do|did|has|have|will|would|could) \s
        (?:an?|the|my|our|his|her|their|it|i|we|he|she|they|there|you) \b
      | qué \s (?:es|son|plazo|dice|cuenta) \b
      | cuánt[oa]s? \b | cuándo \b | cuál(?:es)? \b | puede[ns]? \b | debe[ns]? \b )""",
    re.IGNORECASE | re.VERBOSE,
)
"""The beginning of a question that a rule answers."""

ASKS_FOR_HELP: Final = re.compile(
    r"""\b (?: what \s (?:should|can|do|could|must) \s (?:i|we)
      | help
      | where \s do \s (?:i|we) \s (?:start|begin|turn|go)
      | who \s can \s help
      | qué \s (?:debo|puedo|hago|hacemos)
      | ayuda ) \b""",
    re.IGNORECASE | re.VERBOSE,
)
"""The end of a story: what to do now, which is triage's."""


def choose_skill(question: str, *, has_documents: bool) -> SkillName:
    """Documents are reviewed; a question for a rule is a consult; a story is triaged."""
    if has_documents:
        return "document_review"
    asks = "?" in question and ASKS_FOR_A_RULE.search(question)
    return "consult" if asks and not ASKS_FOR_HELP.search(question) else "triage"

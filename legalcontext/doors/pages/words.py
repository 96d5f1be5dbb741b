"""Codes of the block, the history and the doors in plain words, in the language of the page."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from legalcontext.block.constants import FORUMS
from legalcontext.erasure.request_models import Regime

SKILL_NAMES: Final = {
    "triage": _("Triage"),
    "consult": _("Consult"),
    "document_review": _("Document review"),
}
ROLES: Final = {
    "party": _("It is about me"),
    "family": _("I ask for somebody in my family"),
    "counsel": _("I am the lawyer"),
    "advisor": _("I advise or help somebody"),
    "other": _("Somebody else"),
}
ROLE_NAMES: Final = {
    "party": _("the person concerned"),
    "family": _("family of the person concerned"),
    "counsel": _("the lawyer"),
    "advisor": _("an advisor or helper"),
    "other": _("somebody else"),
}
AUDIENCES: Final = {
    "individual": _("People without legal training"),
    "professional": _("Legal professionals"),
}
LABELS: Final = {
    "none": _("Not privileged"),
    "attorney_client": _("Attorney-client"),
    "work_product": _("Work product"),
    "unknown": _("Not known"),
}
BASES: Final = {
    "stated": _("you said so"),
    "inferred": _("worked out"),
    "default": _("assumed: nothing said where"),
}
FORUM_NAMES: Final = dict(
    zip(
        FORUMS,
        (
            _("state trial court"),
            _("state appellate court"),
            _("state supreme court"),
            _("small claims court"),
            _("family court"),
            _("probate court"),
            _("housing court"),
            _("traffic court"),
            _("local trial court"),
            _("federal district court"),
            _("federal court of appeals"),
            _("US supreme court"),
            _("bankruptcy court"),
            _("tax court"),
            _("immigration court"),
            _("federal agency"),
            _("state agency"),
            _("administrative hearing"),
            _("arbitration"),
            _("mediation"),
            _("tribal court"),
            _("military court"),
            _("foreign court"),
            _("before any dispute"),
        ),
        strict=True,
    )
)
"""In the order of FORUMS."""

NOTES: Final = {
    "jurisdiction_normalized": _("Your place was read from another way to write it."),
    "jurisdiction_unrecognized": _("Your place is not one we know, so no law of a place is used."),
    "jurisdiction_ambiguous": _("The code you gave is a country's and a state's."),
    "jurisdiction_conflict": _("Your words point to another place than the one you gave."),
    "jurisdiction_inferred": _("Nobody gave a place; this one was worked out."),
    "jurisdiction_candidates": _("Other places were named too."),
    "jurisdiction_defaulted": _(
        "Nothing says where this is, so the whole United States was taken."
    ),
    "jurisdiction_handed_on": _("The place comes from an earlier answer that was handed on."),
    "basis_unrecognized": _("How the handed-on place was found is not clear."),
    "forum_unrecognized": _("The court is not one we know."),
    "audience_unrecognized": _("For whom to write was not clear."),
    "role_unrecognized": _("Who asks is not a role we know."),
    "privilege_unrecognized": _("The privilege stated is not one we know."),
    "privilege_overridden": _("An answer for an individual carries no privilege label."),
    "privilege_register": _("Written for people without legal training, so without a label."),
    "privilege_litigation_unset": _("The matter does not say whether a lawsuit is expected."),
    "privilege_not_owned": _("Work product needs a matter of your own."),
    "privilege_as_stated": _("Attorney-client is your word; it was not examined."),
    "privilege_unverified": _(
        "Attorney-client was stated, and no verified lawyer stands behind it."
    ),
    "privilege_us_doctrine": _("Work product is a doctrine of the United States."),
}
"""What each note of a frame says, in a line; its own message stands beside it."""

HANDLING: Final = {
    "none": _(
        "Not privileged: do not count on it staying secret. Share it only with the person it is "
        "about and their lawyer."
    ),
    "attorney_client": _(
        "Marked attorney-client by whoever asked, and not decided here. Keep it between client and "
        "lawyer; pass it on only if the lawyer agrees."
    ),
    "work_product": _(
        "May be work product; a court decides. Keep it in your team; show it to the other side or "
        "to others only if the lawyer agrees."
    ),
    "unknown": _(
        "Nobody knows yet whether it is privileged. Treat it as confidential until a lawyer has "
        "decided; share it only with whoever asked and their lawyer."
    ),
}
"""The handling in plain words. The block's own text, which is fixed, stands beside it."""

STANDINGS: Final = {
    "corrected": _("was corrected"),
    "withdrawn": _("was withdrawn"),
    "lapsed": _("has run out"),
    "changed": _("is being changed"),
    "unknown": _("is not there any more"),
}
"""What has become of a note that an answer rests on."""

REQUEST_ABOUT: Final = {
    "person": _("what one person asked, made and owns"),
    "account": _("the whole account"),
    "on_behalf_of": _("somebody for whom you asked"),
    "description": _("somebody whom you described"),
}
REQUEST_STATES: Final = {
    "received": _("received"),
    "acknowledged": _("received and confirmed"),
    "identity_pending": _("waiting for proof of who asks"),
    "verified": _("who asks is known"),
    "scoped": _("what goes is counted"),
    "held": _("kept by a legal hold"),
    "partly_held": _("partly kept by a legal hold"),
    "scheduled": _("the day is set"),
    "executing": _("being deleted"),
    "executed": _("deleted"),
    "partly_executed": _("partly deleted"),
    "certified": _("certified"),
    "closed": _("closed"),
    "rejected": _("refused"),
    "appealed": _("looked at again"),
    "upheld": _("the refusal stands"),
    "reversed": _("the refusal fell"),
    "withdrawn": _("withdrawn"),
    "forwarded": _("waiting for an owner of the account"),
    "expired": _("ended: who asked was not shown"),
}
REQUEST_STEPS: Final = {
    "withdraw": {
        "label": _("Withdraw the request"),
        "effect": _("The request ends, and nothing is deleted."),
    },
    "appeal": {
        "label": _("Ask for another look"),
        "effect": _("Somebody else looks at the refusal again."),
    },
    "take_up": {
        "label": _("Take it up"),
        "effect": _("You vouch for the person, and their data is to be deleted."),
    },
    "decline": {
        "label": _("Decline"),
        "effect": _("The data stays, and the person is told why."),
    },
}
"""The steps that the account's people may take, and what each does."""

REQUEST_NEEDS: Final = {
    "appeal": _("Why is the refusal wrong?"),
    "explanation": _("What is the person told, and why?"),
}
CATEGORIES: Final = {
    "exports": _("archives to fetch"),
    "tasks": _("asks of other programs without an answer"),
    "reports": _("reports of wrong answers"),
    "answers": _("questions and answers"),
    "matters": _("matters"),
    "policies and holds": _("rules and holds"),
    "idempotency records": _("records of what was sent twice"),
    "directory": _("keys, invitations and names"),
}
"""Kinds of data, as inventories and certificates name them."""

REGIME_NAMES: Final = (
    gettext_noop("GDPR (European Union)"),
    gettext_noop("UK GDPR"),
    gettext_noop("CCPA (California)"),
    gettext_noop("The service's own promise"),
)
"""The names that the service comes with. One that an operator wrote is told as it is."""

OUT_OF_REACH: Final = (
    gettext_noop("Answers that were handed to whoever asked, and what they made of them."),
    gettext_noop("Archives that were fetched before they ended."),
    gettext_noop("Mails that were sent, in the mailboxes that they were sent to."),
    gettext_noop(
        "Backups made before it hold the data until they are removed; restored, the erasure is "
        "applied again before the service opens."
    ),
)
"""What a certificate says of what no deletion reaches; its own sentences are fixed."""


def regime_name(regime: Regime) -> str:
    """By which rules a request runs, in words."""
    return gettext(regime.name)

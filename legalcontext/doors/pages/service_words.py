"""What the services say of wrong values, in the reader's language.

The services below the doors speak English, as every door of programs does. Their fixed texts are
marked here, so that the catalogue has them; `said` finds one by the text itself.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

WORDS: Final = (
    # people
    _("This is the account's last owner who can act; make another member an owner first."),
    _("You say none or self_declared; verified and suspended are set, and ended, by the service's "
      "operators."),
    _("This person has left the account; invite them again."),
    _("There is no such member."),
    _("Name another member, who is active."),
    _("An individual's account has one person; make a professional account for a team."),
    _("This person is a member of the account already."),
    _("The account has mailed 100 invitations in a day; go on tomorrow."),
    # keys
    _("The expiry has passed; give a later time, or none."),
    _("Only an owner's or an admin's key may have people:manage."),
    _("Only an owner's key may have account:manage."),
    _("This key has ended; make a new one instead."),
    _("2 keys of this rotation are live; revoke the one no longer used."),
    _("The time has passed; give a later one."),
    _("The old key ends before that by itself."),
    _("There is no such key that you may bind."),
    _("This key is not bound: it has its person's matters. Make a bound key."),
    _("A service key reads or works; it never manages."),
    # holds
    _("There is nothing of this account with this id. Check it, and the account."),
    # matters
    _("The owner of a matter is an active member of the account."),
    _("Not a known place; write a code like US-CA, US or GB."),
    _("No member of this account has this id."),
    _("The owner of record is not walled off; transfer the matter first."),
    _("The owner of record has every level; transfer the matter first."),
    _("The owner of record keeps access; transfer the matter first."),
    _("This person is the owner of record already."),
    _("No active member of this account has this id."),
    _("A wall shuts this person out of the matter; lift it first."),
    # holds
    _("Say why it is released."),
    _("Give a later day, when it is looked at again."),
    _("The time ends before it begins."),
    _("There is no day after this one."),
    # deletion requests
    _("Say on behalf of whom it was asked."),
    _("Say whose data it is and where it may be."),
)  # fmt: skip


def said(text: object) -> str:
    """The text in the reader's language, where it is one of WORDS; else as it is."""
    return gettext(words) if (words := str(text)) in WORDS else words

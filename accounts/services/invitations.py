"""Invitations: an owner or admin offers a membership, whoever reads the mailbox takes it up.

The token goes to the mailbox and nowhere else, so taking it up proves the address. What is told
about an invitation never says whether its address was known before.
"""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from accounts import authority, secrets
from accounts.errors import NotFound
from accounts.idempotency import NO_KEY, Attempt
from accounts.models import Account, Invitation, Membership, User
from accounts.principal import Principal
from accounts.tenancy import tenant_scope

from .directory import add_person
from .members import lock_account

LIFETIME: Final = dt.timedelta(days=7)
A_DAY: Final = dt.timedelta(days=1)
INVITATIONS_A_DAY: Final = 100
"""How many an account may mail in 24 hours: the service must not be a way to mail strangers."""

OPENS_ACCOUNTS: Final = "accounts.add_account"
"""The permission of an operator whose invitations of owners count."""


def invite(
    principal: Principal, *, email: str, role: str, accept_url: str, attempt: Attempt = NO_KEY
) -> Invitation:
    """Mail the offer of a membership to an address. An earlier pending one for it ends.

    accept_url: the page where the token is taken up, with a slash at its end. The mail leaves
    when all is committed. NotFound: not the caller's to invite. ValidationError: a wrong address
    or role, a member already, an individual's account, or too many in a day.
    """
    authority.require_governing(principal, role)
    with tenant_scope(principal.account_id):
        lock_account(principal.account_id)
        account = Account.objects.get(pk=principal.account_id)
        email = User.objects.normalize_email(email)
        _refuse_what_cannot_be(account, email)
        invitation = _offer(
            Invitation(account=account, email=email, role=role, invited_by_id=principal.user_id),
            accept_url,
        )
        attempt.finish(invitation.public_id)
    return invitation


@transaction.atomic
def open_account(
    *, name: str, kind: str, time_zone: str, owner_email: str, by: User, accept_url: str
) -> tuple[Account, Invitation]:
    """An operator's one step: the account, and a mail that offers its owner the ownership.

    kind: `individual` or `professional`. ValidationError: a name, kind, zone or address is wrong.
    """
    account = Account(name=name, kind=kind, time_zone=time_zone)
    account.full_clean()
    account.save()
    return account, invite_owner(account=account, email=owner_email, by=by, accept_url=accept_url)


def invite_owner(*, account: Account, email: str, by: User, accept_url: str) -> Invitation:
    """An operator offers the ownership of an account that has no owner who can act.

    ValidationError: it has one, or the address is wrong or a member's.
    """
    with tenant_scope(account):
        lock_account(account.pk)
        current = Membership.objects.current().filter(account=account)
        if current.acting_owners().exists():
            raise ValidationError("The account has an owner, who invites others.")
        email = User.objects.normalize_email(email)
        if current.filter(user__email=email).exists():
            raise ValidationError("This person is a member: make them an owner instead.")
        if account.kind == Account.Kind.INDIVIDUAL and current.exists():
            raise ValidationError("An individual's account has one person.")
        return _offer(
            Invitation(
                account=account,
                email=email,
                role=Membership.Role.OWNER,
                invited_by=by,
                by_operator=True,
            ),
            accept_url,
        )


def invitations_of(principal: Principal) -> QuerySet[Invitation]:
    """The account's invitations: an owner sees all, an admin those of members."""
    authority.require_manager(principal)
    found = Invitation.objects.filter(account=principal.account_id)
    return found if principal.is_owner else found.filter(role=Membership.Role.MEMBER)


def revoke_invitation(principal: Principal, invitation_id: str) -> None:
    """End a pending invitation. Revoking one that has ended otherwise changes nothing."""
    invitation = authority.governed_invitation(principal, invitation_id)
    pending(invitation.account).filter(pk=invitation.pk).update(revoked_at=timezone.now())


def pending(account: Account) -> QuerySet[Invitation]:
    """Invitations that may still be taken up."""
    return Invitation.objects.filter(
        account=account, revoked_at=None, accepted_at=None, expires_at__gt=timezone.now()
    )


def find(token: str) -> Invitation:
    """The invitation of a token, whatever has become of it. NotFound: none."""
    if not secrets.well_formed(token, {secrets.INVITATION}):
        raise NotFound
    found = Invitation.objects.filter(digest=secrets.digest(token)).first()
    if found is None:
        raise NotFound
    return found


def accept(
    invitation: Invitation,
    *,
    name: str = "",
    password: str | None = None,
    attempt: Attempt = NO_KEY,
) -> Membership:
    """The membership that the invitation offered; the person is made when the address is new.

    name: of a new person. password: for somebody who has none; another's stays as it is.
    NotFound: expired, revoked, used, the account suspended, the person shut out, or whoever
    invited no longer may. ValidationError: a weak password; the invitation stays.
    """
    with tenant_scope(invitation.account_id):
        lock_account(invitation.account_id)
        invitation.refresh_from_db()
        if not still_stands(invitation):
            raise NotFound
        membership = add_person(
            account=invitation.account, email=invitation.email, name=name, role=invitation.role
        )
        if password is not None and not membership.user.has_usable_password():
            _give_password(membership.user, password)
        invitation.accepted_at, invitation.membership = timezone.now(), membership
        invitation.save(update_fields=["accepted_at", "membership"])
        attempt.finish(membership.public_id)
    return membership


def membership_made_by(invitation: Invitation) -> Membership:
    """The membership of an invitation that was taken up. NotFound: it has ended since."""
    membership = invitation.membership
    if membership is None or membership.status == Membership.Status.REMOVED:
        raise NotFound
    return membership


def _offer(invitation: Invitation, accept_url: str) -> Invitation:
    """Save the invitation with a new token, end an earlier one, and mail it on commit."""
    token = secrets.new_secret(secrets.INVITATION)
    now = timezone.now()
    pending(invitation.account).filter(email=invitation.email).update(revoked_at=now)
    invitation.digest = secrets.digest(token)
    invitation.expires_at = now + LIFETIME
    invitation.full_clean(exclude=["membership"])
    invitation.save()
    transaction.on_commit(partial(_mail, invitation, token, accept_url), robust=True)
    return invitation


def _refuse_what_cannot_be(account: Account, email: str) -> None:
    if account.kind == Account.Kind.INDIVIDUAL:
        raise ValidationError(
            "An individual's account has one person; make a professional account for a team."
        )
    members = Membership.objects.current().filter(account=account)
    if members.filter(user__email=email).exists():
        raise ValidationError({"email": "This person is a member of the account already."})
    since = timezone.now() - A_DAY
    if Invitation.objects.filter(account=account, created_at__gt=since).count() >= (
        INVITATIONS_A_DAY
    ):
        raise ValidationError(
            f"The account has mailed {INVITATIONS_A_DAY} invitations in a day; go on tomorrow."
        )


def still_stands(invitation: Invitation) -> bool:
    """The invitation is pending, and whoever made it could make it today."""
    if invitation.status != "pending" or invitation.account.status != Account.Status.ACTIVE:
        return False
    if not _inviter_still_may(invitation):
        return False
    shut_out = User.objects.filter(email=invitation.email, is_active=False)
    joined = Membership.objects.current().filter(
        account=invitation.account_id, user__email=invitation.email
    )
    return not shut_out.exists() and not joined.exists()


def _inviter_still_may(invitation: Invitation) -> bool:
    if invitation.by_operator:
        inviter = invitation.invited_by
        return inviter is not None and inviter.is_staff and inviter.has_perm(OPENS_ACCOUNTS)
    inviting = Membership.objects.filter(
        account=invitation.account_id,
        user=invitation.invited_by_id,
        status=Membership.Status.ACTIVE,
        user__is_active=True,
    ).first()
    return inviting is not None and authority.role_governs(inviting.role, invitation.role)


def _give_password(person: User, password: str) -> None:
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise ValidationError({"password": error.messages}) from None
    person.set_password(password)
    person.save(update_fields=["password"])


def _mail(invitation: Invitation, token: str, accept_url: str) -> None:
    words = {"invitation": invitation, "token": token, "accept_url": accept_url}
    send_mail(
        "You are invited to Codossier",
        render_to_string("accounts/invitation.txt", words),
        None,  # DEFAULT_FROM_EMAIL
        [invitation.email],
    )

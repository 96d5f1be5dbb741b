"""The directory: accounts, people, memberships, service identities and keys.

These tables stand outside row security, since they are read to find the tenant. They hold no
content of an account and are reached only through `accounts`: by digest, e-mail or membership.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self
from zoneinfo import available_timezones

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from .ids import public_id, uuid7
from .tenancy.models import TenantModel


def validate_time_zone(value: str) -> None:
    """ValidationError: not an IANA time zone name."""
    if value not in available_timezones():
        raise ValidationError(
            "“%(value)s” is not an IANA time zone; write one like America/Los_Angeles.",
            params={"value": value},
        )


class DirectoryModel(models.Model):
    """A row that is found without knowing the tenant."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    PREFIX: ClassVar[str]

    class Meta:
        abstract = True

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)


class Account(DirectoryModel):
    """The tenant: an individual's (one person) or a professional's (a firm, clinic, platform)."""

    class Kind(models.TextChoices):
        INDIVIDUAL = "individual"
        PROFESSIONAL = "professional"

    class Status(models.TextChoices):
        ACTIVE = "active"
        SUSPENDED = "suspended"

    PREFIX = "acc"

    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=20, choices=Kind)
    status = models.CharField(max_length=20, choices=Status, default=Status.ACTIVE)
    time_zone = models.CharField(
        max_length=64,
        default="UTC",
        validators=[validate_time_zone],
        help_text="IANA name; “today” and all dates of the account are in it.",
    )

    class Meta:
        permissions = [("suspend_account", "Can suspend and resume accounts")]

    def __str__(self) -> str:
        return self.name


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=self.normalize_email(username))

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Lower case throughout: one person, one address, however it is typed."""
        return (email or "").strip().lower()

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A person who can sign in (or cannot yet: no password, no sign-in)."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """An operator of the service, with every permission in the admin."""
        from .services.addresses import mark_proven  # a service imports this module

        user = self.create_user(email, password, is_staff=True, is_superuser=True, **fields)
        mark_proven(user)
        return user


class User(AbstractBaseUser, PermissionsMixin):
    """A person. What they may do in an account is their membership's and their grants'."""

    PREFIX = "usr"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField(
        unique=True, error_messages={"unique": "A person with this address exists."}
    )
    name = models.CharField(max_length=200, blank=True)
    is_active = models.BooleanField(
        default=True, help_text="Off: the person can neither sign in nor use any key."
    )
    is_staff = models.BooleanField(default=False, help_text="May sign in to the admin.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    session_stamp = models.UUIDField(
        default=uuid7, editable=False, help_text="A new one ends all of the person's sessions."
    )

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"
        permissions = [("suspend_user", "Can shut people out of the service and let them in")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="user_email_lower_case"
            )
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)

    def clean(self) -> None:
        self.email = UserManager.normalize_email(self.email)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session is held against on every request: the password and the stamp."""
        return salted_hmac(
            "accounts.User.session",
            f"{self.password}{self.session_stamp}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


class MembershipQuerySet(models.QuerySet["Membership"]):
    def current(self) -> Self:
        """Memberships that were not ended; suspended ones are among them."""
        return self.exclude(status=Membership.Status.REMOVED)

    def acting_owners(self) -> Self:
        """Owners who can act: neither suspended here nor shut out of the service."""
        return self.filter(
            role=Membership.Role.OWNER, status=Membership.Status.ACTIVE, user__is_active=True
        )


class Membership(DirectoryModel):
    """A person in an account: their role, and whether their profession was verified.

    A removed membership stays as a record and never comes back: who is invited again gets a new
    one, so that nothing that hung on the first revives.
    """

    class Role(models.TextChoices):
        OWNER = "owner"
        ADMIN = "admin"
        MEMBER = "member"

    class ProfessionalStatus(models.TextChoices):
        NONE = "none"
        SELF_DECLARED = "self_declared", "self-declared"
        VERIFIED = "verified"
        SUSPENDED = "suspended"

    class Status(models.TextChoices):
        ACTIVE = "active"
        SUSPENDED = "suspended"
        REMOVED = "removed"

    PREFIX = "mem"

    account = models.ForeignKey(Account, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        User, models.PROTECT, related_name="memberships", verbose_name="person"
    )
    role = models.CharField(max_length=20, choices=Role, default=Role.MEMBER)
    status = models.CharField(max_length=20, choices=Status, default=Status.ACTIVE)
    professional_status = models.CharField(
        max_length=20, choices=ProfessionalStatus, default=ProfessionalStatus.NONE
    )
    verified_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    verified_at = models.DateTimeField(null=True, blank=True, editable=False)
    verified_evidence = models.CharField(
        max_length=500,
        blank=True,
        help_text="What was seen: a bar number, a court's roll, a letter.",
    )
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = "member"
        permissions = [
            ("suspend_membership", "Can suspend and resume people in an account"),
            ("verify_membership", "Can verify a profession, and withdraw that"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["account", "user"],
                condition=~models.Q(status="removed"),
                name="membership_once",
                violation_error_message="This person is a member of the account already.",
            ),
            models.CheckConstraint(
                condition=~models.Q(professional_status="verified")
                | models.Q(verified_at__isnull=False),
                name="membership_verified_says_when",
            ),
            models.CheckConstraint(
                condition=models.Q(status="removed") ^ models.Q(removed_at__isnull=True),
                name="membership_removed_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.role})"

    def clean(self) -> None:
        others = Membership.objects.current().filter(account=self.account_id).exclude(pk=self.pk)
        if self.account.kind == Account.Kind.INDIVIDUAL and others.exists():
            raise ValidationError(
                "An individual's account has one person; make a professional account for a team."
            )


class ServiceIdentity(DirectoryModel):
    """A program of the account that acts for no person; it outlives the rotation of its keys."""

    PREFIX = "svc"

    account = models.ForeignKey(Account, models.PROTECT, related_name="service_identities")
    name = models.CharField(max_length=100)

    class Meta:
        verbose_name = "program"
        constraints = [
            models.UniqueConstraint(fields=["account", "name"], name="service_identity_name_once")
        ]

    def __str__(self) -> str:
        return self.public_id


class Scope(models.TextChoices):
    """What a key may be used for; roles and grants still decide what its holder may do."""

    ASK = "ask"
    HISTORY_READ = "history:read"
    HISTORY_DELETE = "history:delete"
    MATTERS_READ = "matters:read"
    MATTERS_WRITE = "matters:write"
    PEOPLE_MANAGE = "people:manage"
    ACCOUNT_MANAGE = "account:manage"


class ApiKey(DirectoryModel):
    """A credential. The secret is shown once and stored as its SHA-256 alone."""

    class Mode(models.TextChoices):
        LIVE = "live"
        TEST = "test"

    PREFIX = "key"

    account = models.ForeignKey(Account, models.PROTECT, related_name="api_keys")
    membership = models.ForeignKey(
        Membership, models.PROTECT, null=True, blank=True, related_name="api_keys"
    )
    service = models.ForeignKey(
        ServiceIdentity, models.PROTECT, null=True, blank=True, related_name="api_keys"
    )
    chain = models.UUIDField(
        default=uuid7,
        editable=False,
        db_index=True,
        help_text="The same for a key and those that replace it by rotation.",
    )
    name = models.CharField(max_length=100)
    mode = models.CharField(max_length=4, choices=Mode, default=Mode.LIVE)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    last_four = models.CharField(max_length=4, editable=False)
    scopes = ArrayField(models.CharField(max_length=30, choices=Scope))
    bound = models.BooleanField(
        default=False, help_text="Reads no matter but the ones that it is bound to."
    )
    created_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "key"
        permissions = [("revoke_apikey", "Can revoke keys")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(membership__isnull=True) ^ models.Q(service__isnull=True),
                name="api_key_acts_for_one",
                violation_error_message="A key acts for one membership or one service identity.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.public_id} (…{self.last_four})"

    @property
    def has_ended(self) -> bool:
        """Revoked or expired."""
        expired = self.expires_at is not None and self.expires_at <= timezone.now()
        return self.revoked_at is not None or expired


class Invitation(DirectoryModel):
    """An offer of a membership, found by the digest of the token that was mailed to the address.

    Whoever has the token reads the mailbox, so taking it up proves the address.
    """

    PREFIX = "inv"

    account = models.ForeignKey(Account, models.PROTECT, related_name="invitations")
    email = models.EmailField()
    role = models.CharField(max_length=20, choices=Membership.Role, default=Membership.Role.MEMBER)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    by_operator = models.BooleanField(
        default=False, help_text="Made by an operator, who is no member of the account."
    )
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    accepted_at = models.DateTimeField(null=True, blank=True, editable=False)
    membership = models.ForeignKey(
        Membership, models.PROTECT, null=True, related_name="+", editable=False
    )

    class Meta:
        permissions = [("revoke_invitation", "Can revoke invitations")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="invitation_email_lower_case"
            ),
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True) ^ models.Q(membership__isnull=False),
                name="invitation_accepted_says_by_whom",
            ),
        ]
        indexes = [models.Index(fields=["account", "-created_at"], name="invitation_by_age")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def status(self) -> str:
        """accepted, revoked, expired or pending."""
        if self.accepted_at is not None:
            return "accepted"
        if self.revoked_at is not None:
            return "revoked"
        return "expired" if self.expires_at <= timezone.now() else "pending"


class RateLimit(models.Model):
    """How far a credential has used its allowance: one row each, changed in one statement.

    The table is UNLOGGED: a counter lost in a crash costs nothing, and no call waits for a disk.
    """

    credential = models.UUIDField(primary_key=True)
    full_again_at = models.DateTimeField(help_text="when the whole allowance is back")

    def __str__(self) -> str:
        return f"allowance of {self.credential}"


class IdempotencyRecord(TenantModel):
    """A POST that is sent at most once: whose, under which key, of which content, with what result.

    It holds no content: a fingerprint of the request, and the public id of what it made, which a
    replay reads again under the same visibility as a GET.
    """

    class Status(models.TextChoices):
        RUNNING = "running"
        DONE = "done"

    holder = models.UUIDField(help_text="membership or service identity: it survives key rotation")
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of method, path and body")
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    result = models.CharField(max_length=60, blank=True, help_text="public id of what was made")
    attempt = models.UUIDField(default=uuid7)
    started_at = models.DateTimeField(default=timezone.now)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["account", "holder", "key"], name="idempotency_key_once"
            )
        ]
        indexes = [models.Index(fields=["account", "started_at"], name="idempotency_by_age")]

    def __str__(self) -> str:
        return f"idempotency record {self.pk}"


class FailedRequest(TenantModel):
    """A request of an account that was answered with a problem: codes and ids, no content.

    It is what support finds when somebody names a `Request-Id`; kept for `failures.KEPT_FOR`.
    """

    request_id = models.CharField(max_length=36)
    at = models.DateTimeField(default=timezone.now)
    method = models.CharField(max_length=7)
    route = models.CharField(max_length=200, help_text="the address without what stands in it")
    status = models.PositiveSmallIntegerField(help_text="HTTP")
    code = models.CharField(max_length=30)

    class Meta(TenantModel.Meta):
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["account", "-at"], name="failed_request_by_age"),
            models.Index(fields=["-at"], name="failed_request_operator_by_age"),
            models.Index(fields=["request_id"], name="failed_request_operator_by_id"),
            models.Index(fields=["id"], name="failed_request_operator_by_pk"),
        ]

    def __str__(self) -> str:
        return self.request_id

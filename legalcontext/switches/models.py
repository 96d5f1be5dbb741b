"""Switches, and the record of who changed which from what to what."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.ids import uuid7
from legalcontext.block import AUDIENCES, is_canonical
from legalcontext.contracts.quick_ask import SKILLS

LONGEST_PLACE = 10
LONGEST_WORDS = 1000
LONGEST_REASON = 500


class Effect(models.TextChoices):
    """What an ask under the switch gets."""

    FULL = "full", "full: answered as asked"
    TRIAGE = "triage", "triage only: the problem is sorted, the question is not answered"
    REFER = "refer", "refer: told where to turn, in the words below"
    OFF = "off", "off: refused, with an error that says so"


class Unreviewed(models.TextChoices):
    """What becomes of notes that nobody has reviewed. The stricter of this and the setting."""

    WARN = "warn", "warn: answer from them, and say so first"
    HIDE = "hide", "hide: do not answer from them"


def validate_place(value: str) -> None:
    """ValidationError: not a canonical code."""
    if not is_canonical(value):
        raise ValidationError(
            "Write a place by its code, as answers carry it: US-CA, US, CA-ON, GB-SCT; or leave "
            "it empty for all places."
        )


class Switch(models.Model):
    """One line of the table: for these asks, do this. "" stands for all.

    A place means itself and what lies in it. Of several lines that fit, the most specific one
    decides (`deciding.ruling`). `effect` and `unreviewed` are decided apart: a line that leaves
    one of them empty says nothing of it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    place = models.CharField(
        max_length=LONGEST_PLACE,
        blank=True,
        validators=[validate_place],
        help_text="A code: US-CA, US, GB-SCT. What lies in it is meant too. Empty: all places.",
    )
    skill = models.CharField(
        max_length=20,
        blank=True,
        choices=[(skill, skill.replace("_", " ")) for skill in SKILLS],
        help_text="Empty: all skills.",
    )
    audience = models.CharField(
        max_length=20,
        blank=True,
        choices=[(audience, audience) for audience in AUDIENCES],
        help_text="The register that the answer would have. Empty: both.",
    )
    effect = models.CharField(
        max_length=10,
        blank=True,
        choices=Effect,
        help_text="Empty: this line says nothing of it.",
    )
    referral = models.TextField(
        max_length=LONGEST_WORDS,
        blank=True,
        validators=[MaxLengthValidator(LONGEST_WORDS)],
        help_text="With “refer”: what the asker is told, word for word. Who helps, and how to "
        "reach them.",
    )
    referral_es = models.TextField(
        "referral in Spanish",
        max_length=LONGEST_WORDS,
        blank=True,
        validators=[MaxLengthValidator(LONGEST_WORDS)],
        help_text="For asks in Spanish. Empty: they get the words above.",
    )
    unreviewed = models.CharField(
        "unreviewed notes",
        max_length=10,
        blank=True,
        choices=Unreviewed,
        help_text="Empty: this line says nothing of it. A line cannot loosen the setting "
        "CODOSSIER_UNREVIEWED_NOTES=hide.",
    )
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "switches"
        ordering = ("place", "skill", "audience")
        constraints = [
            models.UniqueConstraint(
                fields=["place", "skill", "audience"],
                name="switch_once",
                violation_error_message="There is a line for these asks already: change that one.",
            ),
            models.CheckConstraint(
                condition=~Q(effect="", unreviewed=""),
                name="switch_says_something",
                violation_error_message="Choose an effect, or what becomes of unreviewed notes.",
            ),
            models.CheckConstraint(
                condition=Q(effect="refer") & ~Q(referral="")
                | ~Q(effect="refer") & Q(referral="", referral_es=""),
                name="switch_refers_with_words",
                violation_error_message="“Refer” needs words for the asker; the other effects "
                "have none.",
            ),
        ]

    def __str__(self) -> str:
        return scope_in_words(self.skill, self.audience, self.place)


class SwitchChange(models.Model):
    """That a switch was made, changed or taken away. Only ever added to."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
    )
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    skill = models.CharField(max_length=20, blank=True)
    audience = models.CharField(max_length=20, blank=True)
    before = models.JSONField(null=True, help_text="None: it was not there")
    after = models.JSONField(null=True, help_text="None: it was taken away")
    reason = models.CharField(max_length=LONGEST_REASON)

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        default_permissions = ("view",)
        ordering = ("-at",)
        indexes = [models.Index(fields=["-at", "-id"], name="switch_change_by_age")]

    def __str__(self) -> str:
        return scope_in_words(self.skill, self.audience, self.place)


def scope_in_words(skill: str, audience: str, place: str) -> str:
    """Which asks a line is for: `consult, individual, US-CA`."""
    return ", ".join((skill or "every skill", audience or "both registers", place or "everywhere"))

"""Notes in the database. Reference tables: no account's, outside row security.

A note's rows are its document (`documents.NoteDocument`) and nothing less: `store` writes them,
`store.document_of` reads them back, and the file can be written again byte for byte.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from pgvector.django import VectorField

from accounts.ids import public_id, uuid7

from .embedding import DIMENSIONS


class Row(models.Model):
    """A row with a time-ordered key."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)

    class Meta:
        abstract = True


class Note(Row):
    """One version of a note. key and version are what answers cite (`us-ca/small-claims@1`).

    in_use: answers may rest on this version; at most one of a key. It is kept by
    `workflow.settle`: the newest published version, else the newest in review, neither withdrawn
    nor superseded. superseded_by: the version that took its place; it never comes back. ended_at:
    when it was superseded, withdrawn or sent back.
    digest: SHA-256 of the note's file.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", "draft"
        IN_REVIEW = "in_review", "in review"
        PUBLISHED = "published", "published"
        WITHDRAWN = "withdrawn", "withdrawn"

    class Audience(models.TextChoices):
        INDIVIDUAL = "individual", "individuals"
        PROFESSIONAL = "professional", "professionals"

    key = models.CharField(max_length=120)
    version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    title = models.CharField(max_length=120)
    jurisdiction = models.CharField(max_length=8)
    forum = models.CharField(max_length=60, blank=True)
    topic = models.CharField(max_length=60)
    audience = models.CharField(max_length=12, choices=Audience.choices)
    asked_as = ArrayField(models.TextField(), default=list, blank=True)
    effective_from = models.DateField(null=True, blank=True)
    effective_to = models.DateField(null=True, blank=True)
    author = models.CharField(max_length=200)
    reviewed_by = models.CharField(max_length=200, blank=True)
    reviewed_on = models.DateField(null=True, blank=True)
    review_due = models.DateField()
    expires = models.DateField()
    supersedes = models.CharField(max_length=140, blank=True)
    superseded_by = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced"
    )
    licence = models.CharField(max_length=20)
    digest = models.CharField(max_length=64)
    in_use = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    loaded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("key", "-version")
        permissions = (("review_note", "Can publish notes as the practitioner who reviewed them"),)
        constraints = (
            models.UniqueConstraint(fields=["key", "version"], name="knowledge_note_version"),
            models.UniqueConstraint(
                fields=["key"], condition=Q(in_use=True), name="knowledge_note_one_in_use"
            ),
            models.CheckConstraint(
                condition=~Q(status="published")
                | (~Q(reviewed_by="") & Q(reviewed_on__isnull=False)),
                name="knowledge_note_published_is_reviewed",
            ),
            models.CheckConstraint(
                condition=Q(expires__gt=F("review_due")), name="knowledge_note_expires_after_due"
            ),
            models.CheckConstraint(
                condition=Q(in_use=False)
                | Q(status__in=["in_review", "published"], superseded_by__isnull=True),
                name="knowledge_note_in_use_is_served",
            ),
        )
        indexes = (
            models.Index(fields=["jurisdiction", "topic"], name="knowledge_note_place_topic"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Key and version, as answers cite them."""
        return f"{self.key}@{self.version}"

    @property
    def reviewed(self) -> bool:
        """A practitioner reviewed this version."""
        return self.status == Note.Status.PUBLISHED


class Transition(Row):
    """Who moved a note from one status to the next, when and why."""

    note = models.ForeignKey(Note, models.CASCADE, related_name="transitions")
    from_status = models.CharField(max_length=10, choices=Note.Status.choices, blank=True)
    to_status = models.CharField(max_length=10, choices=Note.Status.choices)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return f"{self.note_id}: {self.to_status}"


class Recall(Row):
    """The operators' word that those whose answers cite a version are told what became of it.

    standing: what that is (`standing.State`), told once. by: who gave the word. What was told in
    each account stands in the account's own record, under this row's public id.
    """

    PREFIX = "rcl"

    note = models.ForeignKey(Note, models.PROTECT, related_name="recalls")
    standing = models.CharField(max_length=10)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-at", "-id")
        default_permissions = ("add", "view")
        constraints = (
            models.UniqueConstraint(fields=["note", "standing"], name="knowledge_recall_once"),
        )

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return public_id(self.PREFIX, self.pk)


class Part(Row):
    """A row of a note's ledgers or body. slug: its id in the note; position: its place there."""

    slug = models.CharField(max_length=80)
    position = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        ordering = ("position",)

    def __str__(self) -> str:
        return self.slug


class Authority(Part):
    """A source that passages rest on."""

    note = models.ForeignKey(Note, models.CASCADE, related_name="authorities")
    citation = models.CharField(max_length=300)
    url = models.URLField(max_length=600)
    pinpoint = models.CharField(max_length=200, blank=True)
    checked_on = models.DateField()

    class Meta(Part.Meta):
        verbose_name_plural = "authorities"
        constraints = (
            models.UniqueConstraint(fields=["note", "slug"], name="knowledge_authority_slug"),
        )

    @property
    def full_citation(self) -> str:
        """The citation with its pinpoint."""
        return f"{self.citation}, {self.pinpoint}" if self.pinpoint else self.citation


class Figure(Part):
    """A number of law with the words of its source (`documents.FigureEntry`)."""

    note = models.ForeignKey(Note, models.CASCADE, related_name="figures")
    value = models.CharField(max_length=40)
    unit = models.CharField(max_length=60)
    citation = models.CharField(max_length=300)
    url = models.URLField(max_length=600)
    phrase = models.CharField(max_length=300)
    checked_on = models.DateField()
    event = models.CharField(max_length=40, blank=True)
    counting = models.CharField(max_length=10, blank=True)
    service = models.CharField(max_length=20, blank=True)
    in_force_from = models.DateField(null=True, blank=True)
    changes_on = models.DateField(null=True, blank=True)

    class Meta(Part.Meta):
        constraints = (
            models.UniqueConstraint(fields=["note", "slug"], name="knowledge_figure_slug"),
        )


class Form(Part):
    """An official form that passages name."""

    note = models.ForeignKey(Note, models.CASCADE, related_name="forms")
    number = models.CharField(max_length=60)
    title = models.CharField(max_length=300)
    url = models.URLField(max_length=600)

    class Meta(Part.Meta):
        constraints = (
            models.UniqueConstraint(fields=["note", "slug"], name="knowledge_form_slug"),
        )


class Name(Part):
    """A proper name with digits in it."""

    note = models.ForeignKey(Note, models.CASCADE, related_name="names")
    name = models.CharField(max_length=200)
    url = models.URLField(max_length=600)

    class Meta(Part.Meta):
        constraints = (
            models.UniqueConstraint(fields=["note", "slug"], name="knowledge_name_slug"),
        )


class Passage(Part):
    """A passage. source: as written; text: as quoted, figures filled in.

    cites: slugs of authorities, the one to show first; authority: that one. figure_slugs: the
    figures that the text uses.
    """

    note = models.ForeignKey(Note, models.CASCADE, related_name="passages")
    kind = models.CharField(max_length=20)
    title = models.CharField(max_length=200, blank=True)
    source = models.TextField()
    text = models.TextField()
    cites = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    authority = models.ForeignKey(
        Authority, models.SET_NULL, null=True, blank=True, related_name="passages"
    )
    figure_slugs = ArrayField(models.CharField(max_length=80), default=list, blank=True)

    class Meta(Part.Meta):
        constraints = (
            models.UniqueConstraint(fields=["note", "slug"], name="knowledge_passage_slug"),
        )


class Entry(Row):
    """A vector that leads to a passage: of its own words, or of a way in which people ask.

    What a search filters and ranks by is repeated from the note, since a join cost as much as the
    search itself; `workflow.settle` keeps it so. live: the note is in use. asked: it is of a way
    of asking, or of the title. model: what made the vector (`store.MODEL`); vectors of another
    make are made anew by `load_notes`.
    """

    note = models.ForeignKey(Note, models.CASCADE, related_name="entries")
    passage = models.ForeignKey(Passage, models.CASCADE, related_name="entries")
    asked = models.BooleanField(default=False)
    live = models.BooleanField(default=False)
    jurisdiction = models.CharField(max_length=8)
    topic = models.CharField(max_length=60)
    reviewed = models.BooleanField(default=False)
    effective_from = models.DateField(null=True)
    effective_to = models.DateField(null=True)
    expires = models.DateField()
    embedding = VectorField(dimensions=DIMENSIONS)
    model = models.CharField(max_length=40)

    class Meta:
        verbose_name_plural = "entries"
        indexes = (
            models.Index(
                fields=["jurisdiction"], condition=Q(live=True), name="knowledge_entry_place"
            ),
        )

    def __str__(self) -> str:
        return f"{self.passage_id}"


class TopicExample(Row):
    """A way of asking that tells of its topic, whatever the place; chosen by `examples`.

    A table of its own, of a bounded size: it is read whole in every search.
    """

    note = models.ForeignKey(Note, models.CASCADE, related_name="topic_examples")
    topic = models.CharField(max_length=60)
    reviewed = models.BooleanField(default=False)
    embedding = VectorField(dimensions=DIMENSIONS)

    class Meta:
        indexes = (models.Index(fields=["topic"], name="knowledge_topicexample_topic"),)

    def __str__(self) -> str:
        return self.topic


class ExactTerm(Row):
    """A section or form number that leads to the passages which rest on it or name it."""

    note = models.ForeignKey(Note, models.CASCADE, related_name="exact_terms")
    passage = models.ForeignKey(Passage, models.CASCADE, related_name="exact_terms")
    jurisdiction = models.CharField(max_length=8)
    term = models.CharField(max_length=80)

    class Meta:
        indexes = (
            models.Index(fields=["term", "jurisdiction"], name="knowledge_exactterm_lookup"),
        )

    def __str__(self) -> str:
        return self.term

"""The tables of notes. Indexes of their vectors are an operator's to make: `index_notes`."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import pgvector.django.vector
from django.db import migrations, models

import accounts.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("key", models.CharField(max_length=120)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("in_review", "in review"),
                            ("published", "published"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("jurisdiction", models.CharField(max_length=8)),
                ("forum", models.CharField(blank=True, max_length=60)),
                ("topic", models.CharField(max_length=60)),
                (
                    "audience",
                    models.CharField(
                        choices=[("individual", "individuals"), ("professional", "professionals")],
                        max_length=12,
                    ),
                ),
                (
                    "asked_as",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                ("effective_from", models.DateField(blank=True, null=True)),
                ("effective_to", models.DateField(blank=True, null=True)),
                ("author", models.CharField(max_length=200)),
                ("reviewed_by", models.CharField(blank=True, max_length=200)),
                ("reviewed_on", models.DateField(blank=True, null=True)),
                ("review_due", models.DateField()),
                ("expires", models.DateField()),
                ("supersedes", models.CharField(blank=True, max_length=140)),
                ("licence", models.CharField(max_length=20)),
                ("digest", models.CharField(max_length=64)),
                ("in_use", models.BooleanField(default=False)),
                ("loaded_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "superseded_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced",
                        to="knowledge.note",
                    ),
                ),
            ],
            options={
                "ordering": ("key", "-version"),
                "permissions": (
                    ("review_note", "Can publish notes as the practitioner who reviewed them"),
                ),
            },
        ),
        migrations.CreateModel(
            name="Name",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("slug", models.CharField(max_length=80)),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=200)),
                ("url", models.URLField(max_length=600)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="names",
                        to="knowledge.note",
                    ),
                ),
            ],
            options={
                "ordering": ("position",),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Form",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("slug", models.CharField(max_length=80)),
                ("position", models.PositiveSmallIntegerField()),
                ("number", models.CharField(max_length=60)),
                ("title", models.CharField(max_length=300)),
                ("url", models.URLField(max_length=600)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forms",
                        to="knowledge.note",
                    ),
                ),
            ],
            options={
                "ordering": ("position",),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Figure",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("slug", models.CharField(max_length=80)),
                ("position", models.PositiveSmallIntegerField()),
                ("value", models.CharField(max_length=40)),
                ("unit", models.CharField(max_length=60)),
                ("citation", models.CharField(max_length=300)),
                ("url", models.URLField(max_length=600)),
                ("phrase", models.CharField(max_length=300)),
                ("checked_on", models.DateField()),
                ("event", models.CharField(blank=True, max_length=40)),
                ("counting", models.CharField(blank=True, max_length=10)),
                ("service", models.CharField(blank=True, max_length=20)),
                ("in_force_from", models.DateField(blank=True, null=True)),
                ("changes_on", models.DateField(blank=True, null=True)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="figures",
                        to="knowledge.note",
                    ),
                ),
            ],
            options={
                "ordering": ("position",),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Authority",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("slug", models.CharField(max_length=80)),
                ("position", models.PositiveSmallIntegerField()),
                ("citation", models.CharField(max_length=300)),
                ("url", models.URLField(max_length=600)),
                ("pinpoint", models.CharField(blank=True, max_length=200)),
                ("checked_on", models.DateField()),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="authorities",
                        to="knowledge.note",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "authorities",
                "ordering": ("position",),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Passage",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("slug", models.CharField(max_length=80)),
                ("position", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("title", models.CharField(blank=True, max_length=200)),
                ("source", models.TextField()),
                ("text", models.TextField()),
                (
                    "cites",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=80),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "figure_slugs",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=80),
                        blank=True,
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "authority",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="passages",
                        to="knowledge.authority",
                    ),
                ),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passages",
                        to="knowledge.note",
                    ),
                ),
            ],
            options={
                "ordering": ("position",),
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ExactTerm",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("jurisdiction", models.CharField(max_length=8)),
                ("term", models.CharField(max_length=80)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exact_terms",
                        to="knowledge.note",
                    ),
                ),
                (
                    "passage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exact_terms",
                        to="knowledge.passage",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("asked", models.BooleanField(default=False)),
                ("live", models.BooleanField(default=False)),
                ("jurisdiction", models.CharField(max_length=8)),
                ("topic", models.CharField(max_length=60)),
                ("reviewed", models.BooleanField(default=False)),
                ("effective_from", models.DateField(null=True)),
                ("effective_to", models.DateField(null=True)),
                ("expires", models.DateField()),
                ("embedding", pgvector.django.vector.VectorField(dimensions=384)),
                ("model", models.CharField(max_length=40)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="knowledge.note",
                    ),
                ),
                (
                    "passage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="knowledge.passage",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
            },
        ),
        migrations.CreateModel(
            name="TopicExample",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("topic", models.CharField(max_length=60)),
                ("reviewed", models.BooleanField(default=False)),
                ("embedding", pgvector.django.vector.VectorField(dimensions=384)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="topic_examples",
                        to="knowledge.note",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Transition",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "from_status",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("draft", "draft"),
                            ("in_review", "in review"),
                            ("published", "published"),
                            ("withdrawn", "withdrawn"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "to_status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("in_review", "in review"),
                            ("published", "published"),
                            ("withdrawn", "withdrawn"),
                        ],
                        max_length=10,
                    ),
                ),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.TextField(blank=True)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="transitions",
                        to="knowledge.note",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "id"),
            },
        ),
        migrations.AddIndex(
            model_name="note",
            index=models.Index(fields=["jurisdiction", "topic"], name="knowledge_note_place_topic"),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(
                fields=("key", "version"), name="knowledge_note_version"
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_use", True)),
                fields=("key",),
                name="knowledge_note_one_in_use",
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "published"), _negated=True),
                    models.Q(
                        models.Q(("reviewed_by", ""), _negated=True), ("reviewed_on__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="knowledge_note_published_is_reviewed",
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.CheckConstraint(
                condition=models.Q(("expires__gt", models.F("review_due"))),
                name="knowledge_note_expires_after_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("in_use", False),
                    models.Q(
                        ("status__in", ["in_review", "published"]), ("superseded_by__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="knowledge_note_in_use_is_served",
            ),
        ),
        migrations.AddConstraint(
            model_name="name",
            constraint=models.UniqueConstraint(fields=("note", "slug"), name="knowledge_name_slug"),
        ),
        migrations.AddConstraint(
            model_name="form",
            constraint=models.UniqueConstraint(fields=("note", "slug"), name="knowledge_form_slug"),
        ),
        migrations.AddConstraint(
            model_name="figure",
            constraint=models.UniqueConstraint(
                fields=("note", "slug"), name="knowledge_figure_slug"
            ),
        ),
        migrations.AddConstraint(
            model_name="authority",
            constraint=models.UniqueConstraint(
                fields=("note", "slug"), name="knowledge_authority_slug"
            ),
        ),
        migrations.AddConstraint(
            model_name="passage",
            constraint=models.UniqueConstraint(
                fields=("note", "slug"), name="knowledge_passage_slug"
            ),
        ),
        migrations.AddIndex(
            model_name="exactterm",
            index=models.Index(fields=["term", "jurisdiction"], name="knowledge_exactterm_lookup"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("live", True)),
                fields=["jurisdiction"],
                name="knowledge_entry_place",
            ),
        ),
        migrations.AddIndex(
            model_name="topicexample",
            index=models.Index(fields=["topic"], name="knowledge_topicexample_topic"),
        ),
    ]

"""Mark the vectors of ways of asking, and index them for all places together."""

import pgvector.django.indexes
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="asked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=pgvector.django.indexes.HnswIndex(
                condition=models.Q(("asked", True)),
                fields=["embedding"],
                name="knowledge_entry_asked",
                opclasses=["vector_ip_ops"],
            ),
        ),
    ]

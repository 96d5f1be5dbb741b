"""Who may publish notes: practitioners with the permission."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0002_ways_of_asking"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="note",
            options={
                "ordering": ("key", "-version"),
                "permissions": (
                    ("review_note", "Can publish notes as the practitioner who reviewed them"),
                ),
            },
        ),
    ]

"""The table of counters that all processes share, as `DatabaseCache` wants it.

Unlogged: a counter lost in a crash costs nothing, and signing in waits for no disk.
"""

from django.db import migrations


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunSQL(
            """
            CREATE UNLOGGED TABLE doors_counter (
                cache_key varchar(255) PRIMARY KEY,
                value text NOT NULL,
                expires timestamptz NOT NULL
            );
            CREATE INDEX doors_counter_expires ON doors_counter (expires);
            """,
            "DROP TABLE doors_counter;",
        )
    ]

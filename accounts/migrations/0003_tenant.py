"""Row security for idempotency records; counters that no disk waits for."""

from django.db import migrations

from accounts.tenancy.migrations import TenantTable


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_limits")]

    operations = [
        TenantTable("accounts_idempotencyrecord"),
        migrations.RunSQL(
            "ALTER TABLE accounts_ratelimit SET UNLOGGED",
            "ALTER TABLE accounts_ratelimit SET LOGGED",
        ),
    ]

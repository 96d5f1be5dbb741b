"""A worker process on the test's database, which ends when no job is left."""

from __future__ import annotations

import os


def main() -> None:
    import django
    from django.conf import settings
    from django.core.management import call_command

    for alias in settings.DATABASES.values():
        alias["NAME"] = os.environ["DATABASE_OF_THE_TEST"]
    django.setup()
    call_command("procrastinate", "worker", "--one-shot")


if __name__ == "__main__":
    main()

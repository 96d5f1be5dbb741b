"""A process that deletes all of an account's answers, to be killed while it does."""

from __future__ import annotations

import os
import sys
import time


def main(secret: str) -> None:
    import django
    from django.conf import settings

    for alias in settings.DATABASES.values():
        alias["NAME"] = os.environ["DATABASE_OF_THE_TEST"]
    django.setup()

    from unittest.mock import patch

    from accounts.principal import authenticate
    from legalcontext.erasure import deletion
    from legalcontext.erasure.models import Deletion

    count = deletion._count

    def say(run: Deletion, gone: deletion.Gone) -> None:
        if Deletion.objects.filter(pk=run.pk, deleted__gt=0).exists():
            sys.stdout.write("a batch is done\n")
            sys.stdout.flush()
            time.sleep(60)
        count(run, gone)

    with patch.object(deletion, "_count", say), patch.object(deletion, "BATCH", 1_000):
        deletion.delete_answers(authenticate(secret), deletion.Selection())


if __name__ == "__main__":
    main(sys.argv[1])

"""A process that carries out a deletion request, to be killed while it does."""

from __future__ import annotations

import os
import sys
import time
import uuid


def main(account_id: str, request_id: str, batch: str) -> None:
    import django
    from django.conf import settings

    for alias in settings.DATABASES.values():
        alias["NAME"] = os.environ["DATABASE_OF_THE_TEST"]
    django.setup()

    from unittest.mock import patch

    from legalcontext.erasure.requests import execution

    work = execution._batch

    def say(*arguments: object) -> tuple[int, int]:
        gone, left = work(*arguments)  # type: ignore[arg-type]
        if gone and arguments[1] == "answers":
            sys.stdout.write("a batch is done\n")
            sys.stdout.flush()
            time.sleep(60)
        return gone, left

    with patch.object(execution, "_batch", say), patch.object(execution, "BATCH", int(batch)):
        execution.execute(uuid.UUID(account_id), uuid.UUID(request_id))


if __name__ == "__main__":
    main(*sys.argv[1:])

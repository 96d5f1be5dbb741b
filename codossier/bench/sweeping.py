"""A process that sweeps one account of the bench, as a worker would, while others ask.

`python -m codossier.bench.sweeping ACCOUNT`; it ends when it is told to, or nothing is left.
"""

from __future__ import annotations

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "codossier.bench.settings"


def main(account: str) -> None:
    import uuid

    import django

    django.setup()
    from accounts.tenancy import tenant_scope
    from legalcontext.erasure.sweep import delete_expired

    account_id = uuid.UUID(account)
    print("sweeping", flush=True)
    while True:
        with tenant_scope(account_id):
            if not delete_expired():
                return


main(sys.argv[1])

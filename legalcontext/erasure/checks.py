"""What the deployment check says of erasure."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning


def ledger_stands_apart(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A warning when the ledger lies in the folder of what the service makes itself."""
    if not settings.LEDGER_STORAGE.is_relative_to(settings.VAR_DIR):
        return []
    return [
        Warning(
            "The ledger of deletions lies in the service's own folder.",
            hint="Set LEDGER_STORAGE to a folder outside the database and its backups: after a "
            "restore the ledger says what must not come back.",
            id="erasure.W001",
        )
    ]

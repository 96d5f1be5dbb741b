"""Where mails go: to the operator's server, or to standard output where none is given."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

CONSOLE = "django.core.mail.backends.console.EmailBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"
STARTTLS_PORT, TLS_PORT = 587, 465


@dataclass(frozen=True, slots=True)
class MailServer:
    """What Django's EMAIL_… settings are made of."""

    backend: str = CONSOLE
    host: str = "localhost"
    port: int = STARTTLS_PORT
    user: str = ""
    password: str = ""
    tls_from_the_start: bool = False


def mail_server(url: str) -> MailServer:
    """The server of a `CODOSSIER_SMTP_URL`; standard output for ""."""
    if not url:
        return MailServer()
    parts = urlsplit(url)
    tls_from_the_start = parts.scheme == "smtps"
    return MailServer(
        backend=SMTP,
        host=parts.hostname or "",
        port=parts.port or (TLS_PORT if tls_from_the_start else STARTTLS_PORT),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        tls_from_the_start=tls_from_the_start,
    )

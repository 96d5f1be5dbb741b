"""The mail server that a URL names."""

from __future__ import annotations

import pytest

from codossier.settings.mail import CONSOLE, SMTP, MailServer, mail_server


def test_without_a_url_mails_are_written_out():
    assert mail_server("").backend == CONSOLE


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example", MailServer(SMTP, "mail.example", 587)),
        ("smtps://mail.example", MailServer(SMTP, "mail.example", 465, tls_from_the_start=True)),
        (
            "smtp://me%40here:p%2Fw%3A@mail.example:2525",
            MailServer(SMTP, "mail.example", 2525, "me@here", "p/w:"),
        ),
    ],
)
def test_a_url_names_host_port_credentials_and_encryption(url, server):
    assert mail_server(url) == server

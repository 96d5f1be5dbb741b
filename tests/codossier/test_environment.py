"""Wrong settings are refused at start, in words."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from codossier.settings import environment, page
from codossier.settings.environment import ROOT, VARIABLES, Variable

GOOD_SECRET = "abcdefghij" * 5

WRONG: list[tuple[Variable[Any], str]] = [
    (environment.SECRET_KEY, "too-short"),
    (environment.SECRET_KEY, "ab" * 25),
    (environment.SECRET_KEY_FALLBACKS, f"{GOOD_SECRET},too-short"),
    (environment.ALLOWED_HOSTS, "https://codossier.example"),
    (environment.ALLOWED_HOSTS, "codossier.example:8000"),
    (environment.ALLOWED_HOSTS, "*"),
    (environment.CSRF_TRUSTED_ORIGINS, "codossier.example"),
    (environment.CSRF_TRUSTED_ORIGINS, "https://codossier.example/path"),
    (environment.MCP_ORIGINS, "inspector.example"),
    (environment.DEBUG, "true"),
    (environment.DATABASE_URL, "mysql://app@localhost/codossier"),
    (environment.DATABASE_URL, "postgresql://localhost/codossier"),
    (environment.DATABASE_URL, "postgresql://app@localhost"),
    (environment.DATABASE_URL, "postgresql://app@localhost/codossier?no_such_option=1"),
    (environment.DATABASE_OWNER_URL, "host=localhost user=owner dbname=codossier"),
    (environment.DATABASE_OPERATOR_URL, "operator"),
    (environment.DATABASE_BACKUP_URL, "backup"),
    (environment.DATABASE_DIRECT_URL, "app"),
    (environment.DATABASE_POOLER, "1"),
    (environment.DATABASE_POOL_SIZE, "-1"),
    (environment.DATABASE_POOL_SIZE, "501"),
    (environment.DATABASE_POOL_SIZE, "eight"),
    (environment.TEST_DATABASE_NAME, "codossier"),
    (environment.TEST_DATABASE_NAME, 'test_"; DROP'),
    (environment.VAR_DIR, "var"),
    (environment.MAX_BODY_BYTES, "10MB"),
    (environment.MAX_BODY_BYTES, "1"),
    (environment.TLS_PROXY, "on"),
    (environment.HSTS_SECONDS, "1e6"),
    (environment.RATE_LIMIT_PER_MINUTE, "0"),
    (environment.RETENTION_MONTHS, "0"),
    (environment.RETENTION_CEILING, "1201"),
    (environment.LEDGER_STORAGE, "ledger"),
    (environment.ALONE_AFTER_HOURS, "721"),
    (environment.BACKUP_DAYS, "0"),
    (environment.SIGN_UP, "open"),
    (environment.QUICK_EXIT_URL, "http://weather.example"),
    (environment.QUICK_EXIT_URL, "javascript:alert(1)"),
    (environment.SMTP_URL, "https://mail.example"),
    (environment.MAIL_FROM, "no address"),
    (environment.TRUSTED_PROXIES, "11"),
    (environment.UNREVIEWED_NOTES, "show"),
    (environment.EMBEDDER_THREADS, "0"),
    (environment.CARD_KEY, "key.pem"),
    (environment.CARD_KEY, "/no/such/key.pem"),
    (environment.STREAMS, "0"),
    (environment.PUSH_NETWORKS, "localhost"),
    (environment.PUSH_NETWORKS, "10.0.0.1/8"),
    (environment.LCP_REQUIREMENTS, "2"),
    (environment.LCP_REQUIREMENTS, '{"minimumLevel": 2, "acceptedJurisdictions": []}'),
    (environment.LCP_REQUIRED, "true"),
    (environment.A2A_CONFORMANCE, "1"),
    (environment.METRICS_TOKEN, "short"),
    (environment.LOG_LEVEL, "loud"),
]

RIGHT: list[tuple[Variable[Any], str, object]] = [
    (environment.SECRET_KEY, GOOD_SECRET, GOOD_SECRET),
    (
        environment.ALLOWED_HOSTS,
        "a.example, .b.example,[::1]",
        ("a.example", ".b.example", "[::1]"),
    ),
    (environment.CSRF_TRUSTED_ORIGINS, "https://a.example", ("https://a.example",)),
    (environment.DEBUG, "yes", True),
    (environment.TLS_PROXY, "no", False),
    (
        environment.DATABASE_URL,
        "postgresql://app:p%40ss@db:6432/codossier?sslmode=require",
        "postgresql://app:p%40ss@db:6432/codossier?sslmode=require",
    ),
    (environment.DATABASE_POOL_SIZE, "8", 8),
    (environment.TEST_DATABASE_NAME, "test_other", "test_other"),
    (environment.VAR_DIR, "/srv/codossier", Path("/srv/codossier")),
    (environment.PUSH_NETWORKS, "10.0.0.0/8, ::1", (ip_network("10.0.0.0/8"), ip_network("::1"))),
    (environment.LCP_REQUIREMENTS, '{"minimumLevel": 2}', {"minimumLevel": 2}),
    (environment.LOG_LEVEL, "DEBUG", "DEBUG"),
]


def ids(cases: list[Any]) -> list[str]:
    return [f"{variable.name}={text}" for variable, text, *_ in cases]


@pytest.mark.parametrize(("variable", "text"), WRONG, ids=ids(WRONG))
def test_a_wrong_value_is_refused_by_name_and_never_repeated(
    variable: Variable[object], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable.name, text)
    with pytest.raises(ImproperlyConfigured) as refused:
        variable.value()
    said = str(refused.value)
    assert said == f"{variable.name} has a wrong value. Write {variable.kind.write}."
    assert refused.value.__suppress_context__


def test_every_variable_that_can_be_wrong_is_among_the_cases_above() -> None:
    assert {variable.name for variable, _ in WRONG} == {variable.name for variable in VARIABLES}


@pytest.mark.parametrize(("variable", "text", "value"), RIGHT, ids=ids(RIGHT))
def test_a_right_value_is_read(
    variable: Variable[object], text: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable.name, text)
    assert variable.value() == value


@pytest.mark.parametrize("variable", VARIABLES, ids=lambda variable: variable.name)
@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_value_is_the_default(
    variable: Variable[object], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable.name, text)
    assert variable.value() == variable.default


class TestPage:
    PATH = ROOT / "docs" / "settings.md"

    def test_it_lists_the_variables_as_they_are(self) -> None:
        text = self.PATH.read_text(encoding="utf-8")
        assert page.written(text) == text, "Run: python -m codossier.settings"

    def test_a_page_without_the_marks_is_refused(self) -> None:
        with pytest.raises(ValueError, match="lacks the marks"):
            page.written("# Settings\n")


def reads_a_variable(node: ast.AST) -> bool:
    """`os.environ.get(…)`, `os.environ[…]`, `… in os.environ`, `os.getenv(…)`.

    Setting a variable, or handing all of them on to another process, is no reading.
    """
    match node:
        case ast.Attribute(attr="getenv"):
            return True
        case (
            ast.Attribute(value=ast.Attribute(attr="environ"), attr="get")
            | ast.Subscript(value=ast.Attribute(attr="environ"), ctx=ast.Load())
            | ast.Compare(comparators=[ast.Attribute(attr="environ")])
        ):
            return True
    return False


def test_variables_are_read_in_one_place() -> None:
    reading = {
        str(path.relative_to(ROOT))
        for room in ("accounts", "matters", "legalcontext", "codossier")
        for path in (ROOT / room).rglob("*.py")
        if any(map(reads_a_variable, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert reading == {"codossier/settings/environment.py"}


def run_manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`manage.py` with these variables and no other setting of the caller's."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        check=False,
    )


class TestStart:
    PRODUCTION = {
        "DJANGO_SETTINGS_MODULE": "codossier.settings.production",
        "SECRET_KEY": GOOD_SECRET,
        "ALLOWED_HOSTS": "codossier.example",
        "DATABASE_URL": "postgresql://app@db.example/codossier",
        "DATABASE_OPERATOR_URL": "postgresql://operator@db.example/codossier",
        "LEDGER_STORAGE": "/srv/ledger",
    }

    def test_a_wrong_value_stops_it_with_one_sentence(self) -> None:
        refused = run_manage("check", CODOSSIER_LOG_LEVEL="loud")
        assert refused.returncode == 1
        assert refused.stderr == (
            "CODOSSIER_LOG_LEVEL has a wrong value. Write one of DEBUG, INFO, WARNING, ERROR.\n"
        )

    @pytest.mark.parametrize("variable", [v for v in VARIABLES if v.required], ids=lambda v: v.name)
    def test_production_does_not_start_without(self, variable: Variable[object]) -> None:
        refused = run_manage("check", **(self.PRODUCTION | {variable.name: ""}))
        assert refused.returncode == 1
        assert refused.stderr.startswith(f"{variable.name} is not set. Write ")
        assert refused.stderr.count("\n") == 1

    def test_the_deployment_check_finds_nothing(self) -> None:
        checked = run_manage("check", "--deploy", "--fail-level", "WARNING", **self.PRODUCTION)
        assert checked.returncode == 0, checked.stderr
        assert "no issues" in checked.stdout

    def test_production_without_the_owners_url_migrates_nothing(self) -> None:
        refused = run_manage("migrate", **self.PRODUCTION)
        assert refused.returncode == 1
        assert "set DATABASE_OWNER_URL" in refused.stderr

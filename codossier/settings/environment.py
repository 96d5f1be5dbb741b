"""Every environment variable that the product reads: name, default, meaning, and what is right.

`docs/settings.md` is this registry as a page; `python -m codossier.settings` writes its table.
A wrong value stops the start with a sentence that names the variable and says what to write. The
sentence never repeats the value: it may be a secret. An empty value is the same as none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""

T = TypeVar("T")
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of value. write: completes the sentence "Write …". parse: raises ValueError."""

    write: str
    parse: Callable[[str], T]


@dataclass(frozen=True, slots=True)
class Variable(Generic[T]):
    """One environment variable.

    default: its value when it is not set; shown: that default in words, where it is not plain.
    required: production does not start without it.
    """

    name: str
    kind: Kind[T]
    default: T
    meaning: str
    shown: str = ""
    required: bool = False

    def value(self) -> T:
        """The value, or the default. Raises ImproperlyConfigured when it is wrong."""
        text = os.environ.get(self.name, "").strip()
        if not text:
            return self.default
        try:
            return self.kind.parse(text)
        except ValueError:
            raise ImproperlyConfigured(
                f"{self.name} has a wrong value. Write {self.kind.write}."
            ) from None

    def check_given(self) -> None:
        """Raises ImproperlyConfigured when it is not set."""
        if not os.environ.get(self.name, "").strip():
            raise ImproperlyConfigured(
                f"{self.name} is not set. Write {self.kind.write}. It is {self.meaning}."
            )


# Kinds


def _bounded(low: int, high: int) -> Kind[int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise ValueError
        return int(text)

    return Kind(f"a whole number from {low} to {high}", parse)


def _one_of(*values: str) -> Kind[str]:
    def parse(text: str) -> str:
        if text not in values:
            raise ValueError
        return text

    return Kind("one of " + ", ".join(values), parse)


def _parse_switch(text: str) -> bool:
    try:
        return {"yes": True, "no": False}[text]
    except KeyError:
        raise ValueError from None


def _items(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(",") if item.strip())


_HOST = re.compile(r"\.?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9a-f:]+\]")


def _parse_hosts(text: str) -> tuple[str, ...]:
    hosts = _items(text)
    if not all(_HOST.fullmatch(host) for host in hosts):
        raise ValueError
    return hosts


def _parse_origins(text: str) -> tuple[str, ...]:
    origins = _items(text)
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
            raise ValueError
    return origins


def _parse_page(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme != "https" or not parts.hostname or parts.username or " " in text:
        raise ValueError
    return text


def _parse_secret(text: str) -> str:
    if len(text) < SECRET_LENGTH or len(set(text)) < SECRET_VARIETY:
        raise ValueError
    return text


def _parse_secrets(text: str) -> tuple[str, ...]:
    return tuple(_parse_secret(item) for item in _items(text))


def _parse_database(text: str) -> str:
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    if urlsplit(text).scheme not in ("postgresql", "postgres"):
        raise ValueError
    try:
        parts = conninfo_to_dict(text)
    except ProgrammingError:
        raise ValueError from None
    if not parts.get("dbname") or not parts.get("user"):
        raise ValueError
    return text


def _parse_database_name(text: str) -> str:
    if not re.fullmatch(r"test_[a-z0-9_]{1,50}", text):
        raise ValueError
    return text


def _parse_smtp(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/"):
        raise ValueError
    _ = parts.port  # raises ValueError when it is no port
    return text


def _parse_address(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError:
        raise ValueError from None
    return text


def _parse_folder(text: str) -> Path:
    path = Path(text)
    if not path.is_absolute():
        raise ValueError
    return path


def _parse_networks(text: str) -> tuple[Network, ...]:
    return tuple(ip_network(item) for item in _items(text))


def _parse_requirements(text: str) -> dict[str, Any]:
    from legalcontext.doors.a2a.lcp import read_requirements

    return read_requirements(text)


def _parse_file(text: str) -> Path | None:
    path = Path(text)
    if not path.is_absolute() or not path.is_file():
        raise ValueError
    return path


SECRET_LENGTH, SECRET_VARIETY = 50, 5
"""What Django's own deployment check asks of a secret key (security.W009)."""

_SECRET_WORDS = f"random text of at least {SECRET_LENGTH} characters, without commas"

SWITCH = Kind("yes or no", _parse_switch)
HOSTS = Kind("host names without scheme or port, separated by commas", _parse_hosts)
ORIGINS = Kind(
    "origins with their scheme (https://example.org), separated by commas", _parse_origins
)
PAGE = Kind("the address of a page, with https://", _parse_page)
SECRET = Kind(_SECRET_WORDS, _parse_secret)
SECRETS = Kind(f"secret keys separated by commas, each {_SECRET_WORDS}", _parse_secrets)
DATABASE = Kind(
    "a PostgreSQL URL with a user and a database (postgresql://app:password@host:5432/codossier)",
    _parse_database,
)
TEST_DATABASE = Kind(
    "a name that begins with test_, of small letters, digits and underscores", _parse_database_name
)
SMTP = Kind(
    "smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465 (TLS); what is "
    "special in the user or password percent-encoded",
    _parse_smtp,
)
ADDRESS = Kind("an e-mail address", _parse_address)
FOLDER = Kind("the absolute path of a folder", _parse_folder)
FILE: Kind[Path | None] = Kind("the absolute path of a file that is there", _parse_file)
NETWORKS = Kind("networks separated by commas (10.1.0.0/16, fd00::/8)", _parse_networks)
REQUIREMENTS = Kind(
    'a JSON object with "minimumLevel" (1 to 4) and, where wanted, "acceptedJurisdictions" and '
    '"acceptedDisputeMethods" as lists that are not empty',
    _parse_requirements,
)


# The variables

SECRET_KEY = Variable(
    "SECRET_KEY",
    SECRET,
    "",
    "the key that signs sessions, cursors and tokens",
    shown="development makes one in `var/secret_key`",
    required=True,
)
SECRET_KEY_FALLBACKS: Variable[tuple[str, ...]] = Variable(
    "SECRET_KEY_FALLBACKS",
    SECRETS,
    (),
    "the earlier keys, still accepted while what they signed runs out",
)
ALLOWED_HOSTS: Variable[tuple[str, ...]] = Variable(
    "ALLOWED_HOSTS",
    HOSTS,
    (),
    "the list of hosts under which the service is reached; requests for others are refused",
    shown="development takes the local machine's names",
    required=True,
)
CSRF_TRUSTED_ORIGINS: Variable[tuple[str, ...]] = Variable(
    "CSRF_TRUSTED_ORIGINS",
    ORIGINS,
    (),
    "the list of other origins whose pages may send forms here",
)
MCP_ORIGINS: Variable[tuple[str, ...]] = Variable(
    "CODOSSIER_MCP_ORIGINS",
    ORIGINS,
    (),
    "the list of other origins whose pages may call `/mcp` from a browser; programs send no origin",
)
DEBUG = Variable(
    "CODOSSIER_DEBUG",
    SWITCH,
    False,
    "whether errors are shown with Django's own pages, which repeat the request; development only",
)
DATABASE_URL = Variable(
    "DATABASE_URL",
    DATABASE,
    "",
    "the database as the role `app`: web and workers (a job worker has the direct URL here)",
    shown="the embedded PostgreSQL",
    required=True,
)
DATABASE_OWNER_URL = Variable(
    "DATABASE_OWNER_URL",
    DATABASE,
    "",
    "the database as the role `owner`, where migrations or tests run; no web process needs it",
    shown="as embedded; else migrations are refused",
)
DATABASE_OPERATOR_URL = Variable(
    "DATABASE_OPERATOR_URL",
    DATABASE,
    "",
    "the database as the role `operator`: the admin's lists and the metrics",
    shown="as embedded",
    required=True,
)
DATABASE_BACKUP_URL = Variable(
    "DATABASE_BACKUP_URL",
    DATABASE,
    "",
    "the database as the role `backup`: dump, restore and the proof of erasure, as commands only",
    shown="as embedded; else those commands are refused",
)
DATABASE_DIRECT_URL = Variable(
    "DATABASE_DIRECT_URL",
    DATABASE,
    "",
    "the database as the role `app` past any pooler, for LISTEN",
    shown="DATABASE_URL",
)
DATABASE_POOLER = Variable(
    "CODOSSIER_DATABASE_POOLER",
    SWITCH,
    False,
    "whether DATABASE_URL leads through a pooler in transaction mode: no server-side cursors, "
    "no prepared statements",
)
DATABASE_POOL_SIZE = Variable(
    "CODOSSIER_DATABASE_POOL_SIZE",
    _bounded(0, 500),
    0,
    "the most connections that a process keeps in a pool; 0 keeps one for each thread instead. "
    "Set it for ASGI servers, whose threads come and go",
)
TEST_DATABASE_NAME = Variable(
    "CODOSSIER_TEST_DATABASE",
    TEST_DATABASE,
    "test_codossier",
    "the name of the database that a test run makes and removes; runs side by side need two",
)
VAR_DIR = Variable(
    "CODOSSIER_VAR_DIR",
    FOLDER,
    ROOT / "var",
    "the folder of everything the service makes: embedded database, search models, static files",
    shown="`var` in the checkout",
)
MAX_BODY_BYTES = Variable(
    "CODOSSIER_MAX_BODY_BYTES",
    _bounded(1_000, 1_000_000_000),
    10_000_000,
    "the largest request body, in bytes; a larger one is refused",
)
RATE_LIMIT_PER_MINUTE = Variable(
    "CODOSSIER_RATE_LIMIT_PER_MINUTE",
    _bounded(1, 1_000_000),
    240,
    "how many calls a credential may make in a minute, over all doors",
)
SIGN_UP = Variable(
    "CODOSSIER_SIGN_UP",
    SWITCH,
    False,
    "whether individuals may sign up by themselves; where not, operators make accounts",
)
QUICK_EXIT_URL = Variable(
    "CODOSSIER_QUICK_EXIT_URL",
    PAGE,
    "https://www.weather.gov/",
    "the page of everyday interest that the button “Leave this site” of the pages goes to",
)
SMTP_URL = Variable(
    "CODOSSIER_SMTP_URL",
    SMTP,
    "",
    "the mail server for invitations, confirmations and password resets",
    shown="mails are written to standard output, their tokens with them",
)
MAIL_FROM = Variable(
    "CODOSSIER_MAIL_FROM",
    ADDRESS,
    "codossier@localhost",
    "the address that the service's mails come from",
)
TRUSTED_PROXIES = Variable(
    "CODOSSIER_TRUSTED_PROXIES",
    _bounded(0, 10),
    0,
    "how many proxies before the service append to X-Forwarded-For; the limits on signing in "
    "count by the address that the outermost of them saw",
)
TLS_PROXY = Variable(
    "CODOSSIER_TLS_PROXY",
    SWITCH,
    False,
    "whether a proxy before the service ends TLS, sets X-Forwarded-Proto itself and removes any "
    "that a client sends",
)
HSTS_SECONDS = Variable(
    "CODOSSIER_HSTS_SECONDS",
    _bounded(0, 63_072_000),
    31_536_000,
    "how long browsers shall insist on HTTPS for this host and all below it; production only",
)
UNREVIEWED_NOTES = Variable(
    "CODOSSIER_UNREVIEWED_NOTES",
    _one_of("warn", "hide"),
    "warn",
    "what becomes of notes that no practitioner has reviewed: `warn` answers from them and says "
    "so first, `hide` does not answer from them",
)
EMBEDDER_THREADS = Variable(
    "CODOSSIER_EMBEDDER_THREADS",
    _bounded(1, 64),
    1,
    "how many threads one run of the search model takes",
)
RETENTION_MONTHS = Variable(
    "CODOSSIER_RETENTION_MONTHS",
    _bounded(1, 1200),
    12,
    "how many months an answer is kept where no policy of the account says otherwise",
)
RETENTION_CEILING = Variable(
    "CODOSSIER_RETENTION_CEILING",
    _bounded(1, 1200),
    120,
    "the most months that any answer is kept, whatever a policy says",
)
LEDGER_STORAGE: Variable[Path | None] = Variable(
    "LEDGER_STORAGE",
    Kind(FOLDER.write, _parse_folder),
    None,
    "the folder of the ledger of deletions. Put it outside the database's backups, on a disk that "
    "web and workers share: it says after a restore what must not come back",
    shown="`ledger` in CODOSSIER_VAR_DIR",
)
ALONE_AFTER_HOURS = Variable(
    "CODOSSIER_ALONE_AFTER_HOURS",
    _bounded(0, 720),
    0,
    "for a service with one operator: after how many hours the operator who proposed an execution, "
    "the release of a hold or an override may decide it alone, which the record and the "
    "certificate say. 0: never, another operator decides",
)
BACKUP_DAYS = Variable(
    "CODOSSIER_BACKUP_DAYS",
    _bounded(1, 3650),
    35,
    "how many days backups of the database are kept before they are removed; certificates of "
    "deletion say so, and removing them is for whoever keeps them",
)
CARD_KEY: Variable[Path | None] = Variable(
    "CODOSSIER_CARD_KEY",
    FILE,
    None,
    "the private key (PEM, elliptic curve P-256) that signs the agent card",
    shown="development makes one in `var/card_key.pem`; production publishes the card unsigned",
)
STREAMS = Variable(
    "CODOSSIER_STREAMS",
    _bounded(1, 100_000),
    500,
    "how many streams a process keeps open at once; one more is refused",
)
PUSH_NETWORKS: Variable[tuple[Network, ...]] = Variable(
    "CODOSSIER_PUSH_NETWORKS",
    NETWORKS,
    (),
    "networks that are not public and that push notifications may go to all the same, there also "
    "over plain HTTP",
)
LCP_REQUIREMENTS: Variable[dict[str, Any]] = Variable(
    "CODOSSIER_LCP_REQUIREMENTS",
    REQUIREMENTS,
    {},
    "what the agent card says that this service requires under the Legal Context Protocol",
    shown="the card does not declare it",
)
LCP_REQUIRED = Variable(
    "CODOSSIER_LCP_REQUIRED",
    SWITCH,
    False,
    "whether callers over A2A have to activate the declared Legal Context Protocol",
)
A2A_CONFORMANCE = Variable(
    "CODOSSIER_A2A_CONFORMANCE",
    SWITCH,
    False,
    "whether the messages of the A2A conformance suite get its scripted answers; for testing the "
    "protocol only, production refuses to start with it",
)
METRICS_TOKEN = Variable(
    "CODOSSIER_METRICS_TOKEN",
    SECRET,
    "",
    "the token that opens `/metrics` to Prometheus",
    shown="`/metrics` is not there",
)
LOG_LEVEL = Variable(
    "CODOSSIER_LOG_LEVEL",
    _one_of("DEBUG", "INFO", "WARNING", "ERROR"),
    "INFO",
    "the least level that is logged",
)

VARIABLES: tuple[Variable[object], ...] = tuple(
    value for value in list(globals().values()) if isinstance(value, Variable)
)
"""All of them, in the order of the page."""


def check_required() -> None:
    """Raises ImproperlyConfigured for the first variable that production needs and lacks."""
    for variable in VARIABLES:
        if variable.required:
            variable.check_given()


def check_not_testing() -> None:
    """Raises ImproperlyConfigured where something is switched on that is for tests alone."""
    if A2A_CONFORMANCE.value():
        raise ImproperlyConfigured(
            f"{A2A_CONFORMANCE.name} gives scripted answers to a test suite. Take it away."
        )

"""URLs become aliases."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from codossier.settings import databases

VARIABLES = (
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "DATABASE_OPERATOR_URL",
    "DATABASE_BACKUP_URL",
    "DATABASE_DIRECT_URL",
    "CODOSSIER_DATABASE_POOLER",
    "CODOSSIER_DATABASE_POOL_SIZE",
    "CODOSSIER_TEST_DATABASE",
)
APP = "postgresql://app:p%40ss@DB.example:6432/codossier?sslmode=require"
OWNER = "postgresql://owner@db.example/codossier"
OPERATOR = "postgresql://operator@db.example/codossier"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


class TestEmbedded:
    def test_nothing_given_means_the_embedded_server_for_every_role(self) -> None:
        aliases = databases.configured()
        assert databases.is_embedded()
        assert {name: alias["USER"] for name, alias in aliases.items()} == {
            "default": "app",
            "owner": "owner",
            "operator": "operator",
        }
        assert len({alias["HOST"] for alias in aliases.values()}) == 1
        assert aliases["default"]["HOST"].startswith("/")
        assert databases.backup_url().startswith("postgresql://backup@")

    def test_tests_make_one_database_as_its_owner(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CODOSSIER_TEST_DATABASE", "test_mine")
        aliases = databases.configured()
        assert aliases["owner"]["TEST"]["NAME"] == "test_mine"
        assert aliases["default"]["TEST"] == aliases["operator"]["TEST"] == {"MIRROR": "owner"}


class TestGiven:
    @pytest.fixture(autouse=True)
    def given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_URL", APP)
        monkeypatch.setenv("DATABASE_OPERATOR_URL", OPERATOR)

    def test_a_url_is_read_as_libpq_reads_it(self) -> None:
        default = databases.configured()["default"]
        assert not databases.is_embedded()
        assert default["HOST"] == "DB.example"
        assert default["PORT"] == "6432"
        assert default["USER"] == "app"
        assert default["PASSWORD"] == "p@ss"
        assert default["NAME"] == "codossier"
        assert default["OPTIONS"] == {"sslmode": "require"}

    def test_a_socket_folder_in_the_query_keeps_its_capitals(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgresql://app@/codossier?host=/srv/My%20Socket")
        assert databases.configured()["default"]["HOST"] == "/srv/My Socket"

    def test_no_other_role_is_guessed(self) -> None:
        assert set(databases.configured()) == {"default", "operator"}
        assert databases.backup_url() == ""

    def test_the_owner_is_an_alias_where_its_url_is_given(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DATABASE_OWNER_URL", OWNER)
        assert databases.configured()["owner"]["USER"] == "owner"

    def test_listening_goes_past_the_pooler_where_there_is_one(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert databases.direct_url() == APP
        direct = "postgresql://app@db.example:5432/codossier"
        monkeypatch.setenv("DATABASE_DIRECT_URL", direct)
        assert databases.direct_url() == direct

    def test_a_pooler_gets_neither_server_side_cursors_nor_prepared_statements(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CODOSSIER_DATABASE_POOLER", "yes")
        default = databases.configured()["default"]
        assert default["DISABLE_SERVER_SIDE_CURSORS"] is True
        assert default["OPTIONS"]["prepare_threshold"] is None

    def test_a_pool_takes_the_place_of_persistent_connections(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert databases.configured()["default"]["CONN_MAX_AGE"] == databases.KEEP_SECONDS
        monkeypatch.setenv("CODOSSIER_DATABASE_POOL_SIZE", "8")
        default = databases.configured()["default"]
        assert default["OPTIONS"]["pool"]["max_size"] == 8
        assert "CONN_MAX_AGE" not in default


def test_a_wrong_url_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///db.sqlite3")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL has a wrong value"):
        databases.configured()

"""One tenant's rows are out of reach for another, by the ORM and by the database alone."""

from __future__ import annotations

import contextvars
import threading
import uuid

import pytest
from django.db import IntegrityError, ProgrammingError, connection, connections, transaction
from django.db.models import Max

from accounts.models import User
from accounts.tenancy import (
    OutsideTenantScope,
    current_account_id,
    run_in_scope,
    tenant_scope,
)
from accounts.tenancy.checks import faults_of
from matters.models import KeyBinding, Matter
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_matters():
    return factories.matter_of(factories.firm()), factories.matter_of(factories.firm())


EVALUATIONS = {
    "fetch": lambda: list(Matter.objects.all()),
    "count": lambda: Matter.objects.count(),
    "exists": lambda: Matter.objects.exists(),
    "first": lambda: Matter.objects.first(),
    "aggregate": lambda: Matter.objects.aggregate(Max("created_at")),
    "iterator": lambda: list(Matter.objects.iterator()),
    "raw": lambda: list(Matter.objects.raw("SELECT * FROM matters_matter")),
    "in_bulk": lambda: Matter.objects.in_bulk(),
    "update": lambda: Matter.objects.update(title="x"),
    "delete": lambda: Matter.objects.all().delete(),
    "create": lambda: Matter.objects.create(title="x", owner_id=uuid.uuid4()),
    "save": lambda: Matter(title="x", account_id=uuid.uuid4(), owner_id=uuid.uuid4()).save(),
    "bulk_create": lambda: Matter.objects.bulk_create(
        [Matter(title="x", account_id=uuid.uuid4(), owner_id=uuid.uuid4())]
    ),
    "explain": lambda: Matter.objects.all().explain(),
}


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_no_query_on_a_tenant_table_runs_outside_a_scope(evaluation):
    with pytest.raises(OutsideTenantScope):
        EVALUATIONS[evaluation]()


def test_a_scope_shows_its_own_account_and_no_other(two_matters):
    mine, theirs = two_matters
    with tenant_scope(mine.account_id):
        assert list(Matter.objects.all()) == [mine]
        assert not Matter.objects.filter(pk=theirs.pk).exists()
        assert Matter.objects.filter(pk=theirs.pk).update(title="taken") == 0


def test_raw_sql_meets_row_security(two_matters):
    mine, _ = two_matters
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM matters_matter")
        assert cursor.fetchone() == (0,)
    with tenant_scope(mine.account_id), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM matters_matter")
        assert cursor.fetchall() == [(mine.pk,)]


def test_a_join_from_a_directory_table_meets_row_security(two_matters):
    mine, _ = two_matters
    assert not User.objects.filter(matteruserpermission__content_object=mine.pk).exists()


def test_a_lazy_queryset_does_not_outlive_its_scope(two_matters):
    with tenant_scope(two_matters[0].account_id):
        lazy = Matter.objects.all()
    with pytest.raises(OutsideTenantScope):
        list(lazy)


def test_scopes_of_two_accounts_do_not_nest(two_matters):
    mine, theirs = two_matters
    with tenant_scope(mine.account_id):
        with tenant_scope(mine.account_id):
            assert Matter.objects.count() == 1
        with pytest.raises(OutsideTenantScope), tenant_scope(theirs.account_id):
            pass  # pragma: no cover
        assert current_account_id() == mine.account_id


def test_an_exception_closes_the_scope(two_matters):
    with pytest.raises(ZeroDivisionError), tenant_scope(two_matters[0].account_id):
        raise ZeroDivisionError
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('app.account_id', true)")
        assert not cursor.fetchone()[0]
    with pytest.raises(OutsideTenantScope):
        current_account_id()


def test_a_row_cannot_be_written_into_another_account(two_matters):
    mine, theirs = two_matters
    with pytest.raises(ProgrammingError, match="row-level security"), tenant_scope(mine.account_id):
        Matter.objects.create(title="x", owner=mine.owner, account_id=theirs.account_id)


def test_a_row_cannot_point_into_another_account(two_matters):
    mine, theirs = two_matters
    key, *_ = factories.service_key(mine.account)
    with (
        pytest.raises(IntegrityError, match="tenant_fk"),
        tenant_scope(mine.account_id),
        transaction.atomic(),
    ):
        KeyBinding.objects.create(key=key, matter_id=theirs.pk)


@pytest.mark.django_db(transaction=True)
def test_a_thread_with_a_copied_context_is_refused_rather_than_shown_nothing(two_matters):
    outcome: list[object] = []

    def read():
        try:
            outcome.append(Matter.objects.count())
        except OutsideTenantScope as refused:
            outcome.append(refused)
        finally:
            connections.close_all()

    with tenant_scope(two_matters[0].account_id):
        thread = threading.Thread(target=contextvars.copy_context().run, args=[read])
        thread.start()
        thread.join()
    assert isinstance(outcome[0], OutsideTenantScope)


STEPS_AROUND = [
    "TRUNCATE matters_matter CASCADE",
    "ALTER TABLE matters_matter DISABLE TRIGGER ALL",
    "ALTER TABLE matters_matter NO FORCE ROW LEVEL SECURITY",
    "DROP POLICY tenant ON matters_matter",
    "SET session_replication_role = replica",
    "CREATE TABLE shadow (id int)",
    "CREATE TEMP TABLE matters_matter (id int)",
    "SET ROLE owner",
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", STEPS_AROUND)
def test_the_app_role_cannot_step_around_row_security(statement, app_cursor):
    with pytest.raises(Exception, match=r"permission denied|must be owner"):
        app_cursor.execute(statement)


@pytest.mark.django_db(transaction=True)
def test_row_security_off_gives_an_error_and_no_rows(app_cursor, two_matters):
    app_cursor.execute("SET row_security = off")
    with pytest.raises(Exception, match="row-level security"):
        app_cursor.execute("SELECT * FROM matters_matter")


@pytest.mark.django_db(databases=["default", "operator", "owner"])
def test_the_start_up_check_accepts_the_app_role_and_refuses_the_owner():
    assert faults_of("default") == []
    assert any("owns" in fault for fault in faults_of("owner"))


TITLES = "SELECT title FROM matters_matter WHERE title <> %(none)s"
RENAME = "UPDATE matters_matter SET title = %(title)s RETURNING id"


@pytest.mark.django_db(transaction=True)
class TestOneStatement:
    def test_it_sees_its_own_account_and_leaves_no_scope_open(self, two_matters):
        mine, theirs = two_matters
        assert run_in_scope(mine.account_id, TITLES, {"none": ""}) == [(mine.title,)]
        assert run_in_scope(theirs.account, TITLES, {"none": ""}) == [(theirs.title,)]
        with connection.cursor() as cursor:
            cursor.execute(TITLES, {"none": ""})
            assert cursor.fetchall() == []

    def test_it_is_kept_and_touches_no_other_account(self, two_matters):
        mine, theirs = two_matters
        renamed = run_in_scope(mine.account_id, RENAME, {"title": "50 % of it; SELECT 1"})
        assert renamed == [(mine.pk,)]
        with tenant_scope(mine.account_id):
            assert Matter.objects.get().title == "50 % of it; SELECT 1"
        with tenant_scope(theirs.account_id):
            assert Matter.objects.get().title == theirs.title

    def test_a_refused_one_changes_nothing(self, two_matters):
        mine, theirs = two_matters
        with pytest.raises(ProgrammingError):
            run_in_scope(
                mine.account_id,
                "UPDATE matters_matter SET title = 'x', account_id = %(other)s",
                {"other": theirs.account_id},
            )
        with tenant_scope(mine.account_id):
            assert Matter.objects.get().title == mine.title

    def test_inside_a_transaction_it_is_part_of_it(self, two_matters):
        mine, theirs = two_matters
        with transaction.atomic():
            assert run_in_scope(mine.account_id, RENAME, {"title": "x"}) == [(mine.pk,)]
            assert run_in_scope(theirs.account_id, TITLES, {"none": ""}) == [(theirs.title,)]
            transaction.set_rollback(True)
        assert run_in_scope(mine.account_id, TITLES, {"none": ""}) == [(mine.title,)]

    def test_another_accounts_scope_refuses_it(self, two_matters):
        mine, theirs = two_matters
        with tenant_scope(theirs.account_id), pytest.raises(OutsideTenantScope):
            run_in_scope(mine.account_id, TITLES, {"none": ""})

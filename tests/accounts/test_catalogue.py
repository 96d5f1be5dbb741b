"""Every table is accounted for, and the check catches what is planted."""

from __future__ import annotations

import pytest
from django.db import connection, connections

from accounts.tenancy.catalogue import faults_of_catalogue, faults_of_models

pytestmark = pytest.mark.django_db(databases=["default", "operator", "owner"])


def app_role() -> str:
    return str(connections["default"].settings_dict["USER"])


def test_every_table_is_a_tenants_or_listed_and_every_key_has_the_account():
    assert faults_of_catalogue(connection, app_role=app_role()) == []


def test_every_key_between_tenant_models_has_one_composite_twin():
    assert faults_of_models(connection) == []


PLANTED = {
    "neither tenant nor directory nor reference": "CREATE TABLE planted (i int)",
    "row security is not forced": "ALTER TABLE matters_matter NO FORCE ROW LEVEL SECURITY",
    "account_id may be null": (
        "CREATE TABLE planted (id uuid, account_id uuid);"
        "ALTER TABLE planted ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"
    ),
    'no policy "tenant" with the account expression for every role': (
        "ALTER POLICY tenant ON matters_matter USING (true)"
    ),
    "unlisted policy too_much": (
        "CREATE POLICY too_much ON matters_keybinding FOR SELECT USING (true)"
    ),
    "key without the account: planted": "CREATE UNIQUE INDEX planted ON matters_matter (title)",
    "foreign key without the account: planted": (
        "ALTER TABLE matters_matter ADD CONSTRAINT unique_id UNIQUE (id);"
        "ALTER TABLE matters_keybinding ADD CONSTRAINT planted"
        " FOREIGN KEY (matter_id) REFERENCES matters_matter (id)"
    ),
    "directory or reference table points at a tenant table: planted": (
        "ALTER TABLE accounts_account ADD COLUMN a uuid, ADD COLUMN b uuid,"
        " ADD CONSTRAINT planted FOREIGN KEY (a, b) REFERENCES matters_matter (account_id, id)"
    ),
    "no index for matters_keybinding_matter_id_tenant_fk": "DROP INDEX key_binding_by_matter",
    "view without security_invoker": "CREATE VIEW planted AS SELECT * FROM matters_matter",
    "unlisted SECURITY DEFINER function": (
        "CREATE FUNCTION planted() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'"
    ),
}


@pytest.mark.parametrize("reason", PLANTED)
def test_a_planted_fault_is_caught(reason):
    with connections["owner"].cursor() as cursor:
        cursor.execute(PLANTED[reason])
    found = {
        fault.reason for fault in faults_of_catalogue(connections["owner"], app_role=app_role())
    }
    assert reason in found


def test_a_tenant_key_without_its_composite_twin_is_caught():
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "ALTER TABLE matters_keybinding DROP CONSTRAINT matters_keybinding_matter_id_tenant_fk"
        )
    assert [fault.table for fault in faults_of_models(connections["owner"])] == [
        "matters_keybinding"
    ]

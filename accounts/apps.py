"""The directory of accounts, people and keys."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models.signals import post_migrate, pre_migrate


class AccountsConfig(AppConfig):
    name = "accounts"

    directory_tables = frozenset(
        {
            "accounts_account",
            "accounts_user",
            "accounts_user_groups",
            "accounts_user_user_permissions",
            "accounts_membership",
            "accounts_invitation",
            "accounts_serviceidentity",
            "accounts_apikey",
            "accounts_ratelimit",
            # allauth's, which cannot list their own
            "account_emailaddress",
            "account_emailconfirmation",
            "mfa_authenticator",
            "usersessions_usersession",
        }
    )

    listed_policies = frozenset({"accounts_failedrequest.operator_reads"})

    def ready(self) -> None:
        from .backoffice.roles import make_roles
        from .tenancy import checks as tenancy_checks

        pre_migrate.connect(grant_by_default, sender=self)
        # For every app: django.contrib.auth, which stands before, has made its permissions.
        post_migrate.connect(make_roles, dispatch_uid="accounts.backoffice.roles")
        post_migrate.connect(withhold_migrations, sender=self)
        checks.register(tenancy_checks.app_role_can_bypass_nothing, checks.Tags.database)


def grant_by_default(using: str, **kwargs: Any) -> None:
    """Tables that the owner will make are the app role's to read and write, none to own."""
    if using != "owner":  # run as another role, the privileges would be that role's own
        return
    connection = connections[using]
    quote = connection.ops.quote_name
    app, operator = (
        quote(connections[alias].settings_dict["USER"]) for alias in (DEFAULT_DB_ALIAS, "operator")
    )
    database = quote(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(
            f"REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC;"
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public "
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {app};"
            f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {app};"
            f"GRANT USAGE ON SCHEMA public TO {app}, {operator}"
        )


def withhold_migrations(using: str, **kwargs: Any) -> None:
    """The app role does not write the record of migrations."""
    if using != "owner":
        return
    connection = connections[using]
    quote = connection.ops.quote_name
    app, operator = (
        quote(connections[alias].settings_dict["USER"]) for alias in (DEFAULT_DB_ALIAS, "operator")
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {app};"
            f"GRANT SELECT ON django_migrations, accounts_account TO {operator}"
        )

"""Tenants kept apart twice: refused by the ORM outside a scope, and by row security beneath it.

`tenant_scope(account)` opens one tenant; `TenantModel` refuses to run a query outside of one;
`TenantTable` writes the policy and the composite keys in a migration. See docs/database.md.
"""

from .scope import (
    OutsideTenantScope,
    current_account_id,
    open_account_id,
    run_in_scope,
    tenant_scope,
)

__all__ = [
    "OutsideTenantScope",
    "current_account_id",
    "open_account_id",
    "run_in_scope",
    "tenant_scope",
]

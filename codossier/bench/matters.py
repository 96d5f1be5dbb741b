"""Listing 50 of 100,000 matters through `visible_to`, against the same list over a plain table.

The baseline is what a firm would write without grants, levels or walls: one row a person and
matter, without row security, joined to the matters of the account.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace

from django.db import connection, connections, transaction

from accounts.principal import Principal
from accounts.services.directory import add_person
from accounts.tenancy import tenant_scope
from matters.models import Matter

from .database import Cast
from .report import Report, in_turn

MATTERS = 100_000
FEW = 500
PAGE = 50
ROUNDS = 40
TARGET_MS = 10.0

FILL = """
INSERT INTO matters_matter (id, account_id, owner_id, title, jurisdiction, forum,
                            litigation_anticipated, status, created_at)
SELECT (lpad(to_hex((extract(epoch FROM made) * 1000)::bigint), 12, '0') || '7' ||
        substr(md5(n::text), 2, 3) || '8' || substr(md5(n::text), 5, 15))::uuid,
       %(account)s, %(owner)s, 'Matter ' || n, 'US-CA', '', 'yes', 'open', made
FROM generate_series(1, %(matters)s) n, LATERAL (SELECT now() - n * interval '1 minute' AS made) m
"""

GRANT = """
INSERT INTO matters_matteruserpermission (id, account_id, content_object_id, permission_id, user_id)
SELECT gen_random_uuid(), m.account_id, m.id, p.id, %(user)s
FROM (SELECT account_id, id, row_number() OVER (ORDER BY id) AS n
      FROM matters_matter WHERE account_id = %(account)s) m,
     auth_permission p JOIN django_content_type t ON t.id = p.content_type_id
WHERE t.app_label = 'matters' AND t.model = 'matter' AND m.n %% %(every)s = 0
"""

PLAIN = """
CREATE TABLE bench_membership AS
  SELECT DISTINCT account_id, user_id, content_object_id AS matter_id
  FROM matters_matteruserpermission;
ALTER TABLE bench_membership ADD PRIMARY KEY (user_id, matter_id);
CREATE TABLE bench_matter AS SELECT * FROM matters_matter;
ALTER TABLE bench_matter ADD PRIMARY KEY (id);
GRANT SELECT ON bench_membership, bench_matter TO {app}
"""

PLAIN_LIST = """
SELECT {columns} FROM bench_matter m
WHERE m.account_id = %(account)s AND m.status = 'open' AND EXISTS (
  SELECT FROM bench_membership s WHERE s.matter_id = m.id AND s.user_id = %(user)s)
ORDER BY m.id DESC LIMIT %(limit)s
"""


def run(report: Report, cast: Cast) -> None:
    """Two readers of one account: one who sees every matter, one who sees one in 200."""
    everything = add_person(account=cast.owner.account, email="all@firm.example")
    few = add_person(account=cast.owner.account, email="few@firm.example")
    people = {
        f"sees all {MATTERS:,}": (everything.user_id, 1),
        f"sees {FEW}": (few.user_id, MATTERS // FEW),
    }
    _fill(cast, dict(people.values()))
    with report.section(f"Listing {PAGE} of {MATTERS:,} matters through visible_to"):
        for name, (user_id, _) in people.items():
            principal = replace(cast.principal, user_id=user_id)
            listed, plain = in_turn(ROUNDS, _visible(principal), _plain(principal))
            report.figure(name, listed, "ms", target=TARGET_MS)
            report.figure(f"plain membership table, {name}", plain, "ms")
            report.figure(f"ratio, {name}", listed / plain, "×", baseline="plain table")


def _fill(cast: Cast, people: dict[uuid.UUID, int]) -> None:
    """As the owner of the tables, who may also ANALYZE them. people: user id → every nth matter."""
    account = cast.principal.account_id
    with tenant_scope(account, using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute(
            FILL, {"account": account, "owner": cast.principal.user_id, "matters": MATTERS}
        )
        for user_id, every in people.items():
            cursor.execute(GRANT, {"account": account, "user": user_id, "every": every})
        quote = connections["owner"].ops.quote_name
        cursor.execute(PLAIN.format(app=quote(connection.settings_dict["USER"])))
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "VACUUM ANALYZE matters_matter, matters_matteruserpermission, matters_wall,"
            " bench_membership, bench_matter"
        )


def _visible(principal: Principal) -> Callable[[], object]:
    def read() -> None:
        with tenant_scope(principal.account_id):
            matters = Matter.objects.visible_to(principal).open()
            found = list(matters.order_by("-pk")[:PAGE])
        if len(found) != PAGE:
            raise RuntimeError(f"{len(found)} matters came back")

    return read


def _plain(principal: Principal) -> Callable[[], object]:
    parameters = {"account": principal.account_id, "user": principal.user_id, "limit": PAGE}
    columns = [field.attname for field in Matter._meta.concrete_fields]
    listing = PLAIN_LIST.format(columns=", ".join(f"m.{column}" for column in columns))

    def read() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(listing, parameters)
            found = [Matter.from_db("default", columns, row) for row in cursor.fetchall()]
        if len(found) != PAGE:
            raise RuntimeError(f"{len(found)} matters came back")

    return read

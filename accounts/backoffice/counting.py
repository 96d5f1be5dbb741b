"""How many rows a list has: exact while it is cheap, else as the database's planner thinks."""

from __future__ import annotations

import json
from typing import Final

from django.core.exceptions import EmptyResultSet
from django.core.paginator import Paginator
from django.db import connections
from django.db.models import QuerySet
from django.utils.functional import cached_property

EXACT_UP_TO: Final = 10_000
"""Rows that are counted one by one; beyond, counting costs more than knowing helps."""

PAGES: Final = 200
"""How far a list is leafed through: a later page would read all the rows before it. Narrow the
list instead."""


COSTLY: Final = 25_000.0
"""The planner's price of reading the rows, above which they are not counted: few rows that are
looked for all over a large table cost as much as many."""


def planned(rows: QuerySet) -> tuple[int, float]:
    """The planner's estimate of the rows and of their price, from statistics that it keeps."""
    sql, parameters = rows.order_by().query.sql_with_params()
    with connections[rows.db].cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", parameters)
        (plan,) = cursor.fetchone()
    if isinstance(plan, str):
        plan = json.loads(plan)
    top = plan[0]["Plan"]
    return int(top["Plan Rows"]), float(top["Total Cost"])


class EstimatingPaginator(Paginator):
    """Counts up to `EXACT_UP_TO`; says how many there are about, where there are more."""

    template_name = "backoffice/pagination.html"
    estimated = False

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        if not isinstance(rows, QuerySet) or rows.query.is_empty():
            return len(rows)
        try:
            about, price = planned(rows)
        except EmptyResultSet:  # a filter that nothing can fit
            return 0
        if about > EXACT_UP_TO or price > COSTLY:
            self.estimated = True
            return about
        return rows.order_by().count()

    @cached_property
    def num_pages(self) -> int:
        return min(super().num_pages, PAGES)

    @property
    def cut(self) -> bool:
        """There are pages that are not shown."""
        return super().num_pages > PAGES

"""Lists of the directory: newest first, a page at a time."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts import keyset
from accounts.principal import Principal
from legalcontext.answers.history import Position

from .openapi import AFTER, LIMIT
from .pagination import limit_of, page_json, position_of
from .views import reply

PAGED = (LIMIT, AFTER)
"""The parameters of every list, for its description."""


def listed(line: type[Serializer]) -> type[Serializer]:
    """The shape of a page of such lines, for its description."""
    members = {
        "data": line(many=True),
        "has_more": serializers.BooleanField(),
        "next_cursor": serializers.CharField(allow_null=True),
    }
    return type(f"{line.__name__}Page", (Serializer,), members)


def page_of(
    request: Request,
    principal: Principal,
    rows: QuerySet[Any],
    shown_as: type[Serializer],
    **filters: str | None,
) -> Response:
    """`{data, has_more, next_cursor}` of rows; filters: those of the address."""
    limit = limit_of(request.query_params)
    after = position_of(request.query_params, principal, filters)
    page = keyset.newest(
        rows,
        limit=limit,
        after=keyset.Position(after.created_at, after.answer_id) if after else None,
    )
    body = page_json(
        page,
        limit=limit,
        principal=principal,
        filters=filters,
        position=lambda row: Position(row.created_at, row.pk),
        render=lambda row: dict(shown_as(row).data),
    )
    return reply(body)

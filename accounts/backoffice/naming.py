"""Public ids in the admin: short enough for a list, and the way to what they name."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.ids import parse_public_id


def shortened(whole: str, page: str | None = None) -> SafeString:
    """`ans_01a2…7d3df6`, the whole of it on pointing at it; a link where there is a page."""
    short = f"{whole[:8]}…{whole[-6:]}"
    if page is None:
        return format_html('<span class="bo-id" title="{}">{}</span>', whole, short)
    return format_html('<a class="bo-id" href="{}" title="{}">{}</a>', page, whole, short)


def page_of(whole: str) -> tuple[admin.ModelAdmin, str] | None:
    """Who lists the row with this public id, and the address of its page, or None.

    Whether the row is there, and who may see it, that page says.
    """
    for model, listing in admin.site._registry.items():
        prefix = getattr(model, "PREFIX", "")
        if prefix and (key := parse_public_id(prefix, whole)) is not None:
            opts = model._meta
            return listing, reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[key])
    return None


def linked_id(whole: str) -> SafeString | str:
    """The short id with the way to its row; as it is, where the admin lists no such thing."""
    found = page_of(whole)
    if found is not None:
        return shortened(whole, found[1])
    return whole

"""The operators' admin: name, colours, and the sidebar. A test holds that it links every list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.functional import lazy
from django.utils.text import capfirst


def may(permission: str) -> Callable[[HttpRequest], bool]:
    """Whether whoever looks has the permission `app.codename`."""
    return lambda request: request.user.has_perm(permission)


def _title_of_list(model: str) -> str:
    """What its rows are called, there as here."""
    from django.apps import apps
    from django.contrib import admin

    opts = admin.site._registry[apps.get_model(model)].opts
    return capfirst(str(opts.verbose_name_plural))


def _title_of_page(name: str) -> str:
    from accounts.backoffice.pages import PAGES

    return next(page.title for page in PAGES if page.name == name)


_list_title, _page_title = lazy(_title_of_list, str), lazy(_title_of_page, str)
"""One name for one thing: the menu takes it from the list or the page, once all are read."""


def listed(model: str, icon: str, permission: str = "") -> dict[str, Any]:
    """The link to a model's list (`app.model`), for those who may see it.

    permission: where it is not the model's own to view.
    """
    app, name = model.split(".")
    return {
        "title": _list_title(model),
        "icon": icon,
        "link": reverse_lazy(f"admin:{app}_{name}_changelist"),
        "permission": may(permission or f"{app}.view_{name}"),
    }


def linked(name: str, icon: str, permission: str) -> dict[str, Any]:
    """The link to a page that belongs to no model (`accounts/backoffice/pages.py`)."""
    return {
        "title": _page_title(name),
        "icon": icon,
        "link": reverse_lazy(f"admin:{name}"),
        "permission": may(permission),
    }


def section(title: str, *items: dict[str, Any]) -> dict[str, Any]:
    return {"title": title, "separator": True, "collapsible": False, "items": list(items)}


NAVIGATION = [
    {
        "items": [
            {"title": "Dashboard", "icon": "monitoring", "link": reverse_lazy("admin:index")},
        ]
    },
    section(
        "Tenants",
        listed("accounts.account", "apartment"),
        listed("accounts.membership", "badge"),
        listed("accounts.user", "person"),
        listed("accounts.invitation", "forward_to_inbox"),
        listed("accounts.apikey", "key"),
        listed("accounts.serviceidentity", "smart_toy"),
        listed("account.emailaddress", "alternate_email"),
    ),
    section(
        "Answers",
        listed("answers.answer", "forum"),
        listed("answers.answerreport", "flag"),
        linked("what-if", "rule", "oversight.use_what_if"),
        listed("oversight.contentaccess", "visibility"),
        listed("matters.matter", "folder_open", "matters.view_matterevent"),
        listed("matters.matterevent", "history"),
        listed("matters.conflictcheck", "compare_arrows"),
    ),
    section(
        "Retention",
        listed("erasure.deletionrequest", "delete_forever"),
        listed("erasure.proposal", "group"),
        listed("retention.hold", "gavel"),
        listed("retention.policy", "hourglass"),
        linked("retention", "help", "retention.view_policy"),
        linked("sweeps", "mop", "retention.view_auditevent"),
        listed("erasure.deletion", "delete_sweep"),
        listed("erasure.certificate", "workspace_premium"),
        listed("erasure.regime", "schedule"),
        listed("retention.auditevent", "menu_book"),
    ),
    section(
        "Knowledge",
        listed("knowledge.note", "description"),
        linked("coverage", "grid_on", "knowledge.view_note"),
        linked("no-longer-current", "history_toggle_off", "knowledge.view_recall"),
        listed("knowledge.recall", "campaign"),
    ),
    section(
        "Switches",
        listed("switches.switch", "toggle_on"),
        listed("switches.switchchange", "history_toggle_off"),
    ),
    section(
        "Service",
        listed("accounts.failedrequest", "error"),
        listed("procrastinate.procrastinatejob", "work_history"),
        listed("admin.logentry", "receipt_long"),
        listed("auth.group", "shield_person"),
    ),
]

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Codossier",
    "SITE_HEADER": "Codossier",
    "SITE_SUBHEADER": "Operators",
    "SITE_SYMBOL": "balance",
    "SITE_URL": None,
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "SHOW_BACK_BUTTON": True,
    "BORDER_RADIUS": "8px",
    "SITE_FAVICONS": [
        {
            "rel": "icon",
            "type": "image/svg+xml",
            "href": lambda request: static("backoffice/icon.svg"),
        }
    ],
    "STYLES": [lambda request: static("backoffice/operators.css")],
    # Names of pages only: a search over rows would read what lists do not show.
    "COMMAND": {"search_models": False, "show_history": False},
    "SIDEBAR": {
        "show_search": True,
        "show_all_applications": False,
        "navigation": NAVIGATION,
    },
    "COLORS": {
        "primary": {
            "50": "#f0f7f7",
            "100": "#d9ebec",
            "200": "#b6d7d9",
            "300": "#86bbbf",
            "400": "#4f979d",
            "500": "#347b82",
            "600": "#28646a",
            "700": "#225258",
            "800": "#1f4449",
            "900": "#1c393e",
            "950": "#0e2226",
        },
    },
}

"""The operators' admin: name, colours, and the sidebar. A test holds that it links every list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy


def may(permission: str) -> Callable[[HttpRequest], bool]:
    """Whether whoever looks has the permission `app.codename`."""
    return lambda request: request.user.has_perm(permission)


def listed(model: str, title: str, icon: str, permission: str = "") -> dict[str, Any]:
    """The link to a model's list (`app.model`), for those who may see it.

    permission: where it is not the model's own to view.
    """
    app, name = model.split(".")
    return {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(f"admin:{app}_{name}_changelist"),
        "permission": may(permission or f"{app}.view_{name}"),
    }


def linked(name: str, title: str, icon: str, permission: str) -> dict[str, Any]:
    """The link to a page that belongs to no model (`accounts/backoffice/pages.py`)."""
    return {
        "title": title,
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
        listed("accounts.account", "Accounts", "apartment"),
        listed("accounts.membership", "Members", "badge"),
        listed("accounts.user", "People", "person"),
        listed("accounts.invitation", "Invitations", "forward_to_inbox"),
        listed("accounts.apikey", "Keys", "key"),
        listed("accounts.serviceidentity", "Programs", "smart_toy"),
        listed("account.emailaddress", "Addresses", "alternate_email"),
    ),
    section(
        "Answers",
        listed("answers.answer", "Answers", "forum"),
        listed("answers.answerreport", "Reports of readers", "flag"),
        linked("what-if", "What if", "rule", "oversight.use_what_if"),
        listed("oversight.contentaccess", "Accesses to content", "visibility"),
        listed("matters.matter", "Matters", "folder_open", "matters.view_matterevent"),
        listed("matters.matterevent", "Matter events", "history"),
        listed("matters.conflictcheck", "Conflict checks", "compare_arrows"),
    ),
    section(
        "Retention",
        listed("erasure.deletionrequest", "Deletion requests", "delete_forever"),
        listed("erasure.proposal", "Two people", "group"),
        listed("retention.hold", "Legal holds", "gavel"),
        listed("retention.policy", "Policies", "hourglass"),
        linked("retention", "How long", "help", "retention.view_policy"),
        linked("sweeps", "Sweeps", "mop", "retention.view_auditevent"),
        listed("erasure.deletion", "Deletions", "delete_sweep"),
        listed("erasure.certificate", "Certificates", "workspace_premium"),
        listed("erasure.regime", "Regimes", "schedule"),
        listed("retention.auditevent", "Record", "menu_book"),
    ),
    section(
        "Knowledge",
        listed("knowledge.note", "Notes", "description"),
        linked("coverage", "Coverage", "grid_on", "knowledge.view_note"),
        linked(
            "no-longer-current", "No longer current", "history_toggle_off", "knowledge.view_recall"
        ),
        listed("knowledge.recall", "Recalls", "campaign"),
    ),
    section(
        "Switches",
        listed("switches.switch", "Switches", "toggle_on"),
        listed("switches.switchchange", "Changes of switches", "history_toggle_off"),
    ),
    section(
        "Service",
        listed("accounts.failedrequest", "Failed requests", "error"),
        listed("procrastinate.procrastinatejob", "Jobs", "work_history"),
        listed("admin.logentry", "Admin log", "receipt_long"),
        listed("auth.group", "Roles", "shield_person"),
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

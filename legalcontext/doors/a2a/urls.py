"""Every address of the A2A door. Each of HTTP+JSON exists under a tenant's name too (5.3)."""

from __future__ import annotations

from django.urls import URLPattern, path

from . import card, operations, views


def _rest(base: str) -> list[URLPattern]:
    task = f"{base}tasks/<str:id>"
    configs = f"{base}tasks/<str:taskId>/pushNotificationConfigs"
    return [
        path(f"{base}message:send", views.rest(POST=operations.send_message)),
        path(f"{base}message:stream", views.rest(POST=operations.stream_message)),
        path(f"{base}tasks", views.rest(GET=operations.list_of_tasks)),
        path(f"{task}:cancel", views.rest(POST=operations.cancel)),
        # The specification's text says POST, its definition GET: both are served.
        path(
            f"{task}:subscribe",
            views.rest(GET=operations.subscribe, POST=operations.subscribe),
        ),
        path(task, views.rest(GET=operations.get_task)),
        path(
            configs,
            views.rest(GET=operations.list_of_pushes, POST=operations.create_push),
        ),
        path(
            f"{configs}/<str:id>",
            views.rest(GET=operations.get_push, DELETE=operations.delete_push),
        ),
        path(f"{base}extendedAgentCard", views.rest(GET=None)),
    ]


urlpatterns = [
    path(".well-known/agent-card.json", card.public_card, name="agent-card"),
    path(".well-known/agent-card-keys.json", card.keys, name="agent-card-keys"),
    path("a2a", views.rpc, name="a2a"),
    path("a2a/", views.rpc),
    *_rest("a2a/"),
    *_rest("a2a/<str:tenant>/"),
]

"""Every page there is, on a phone and on a desk, in both languages: nothing sticks out.

The pages come from the routes, with something of everything in them. Each is kept as a picture,
`var/screenshots/page-<route>-<language>-<width>.png`.
"""

from __future__ import annotations

import pytest

from accounts.tenancy import tenant_scope
from tests.doors.pages.test_permissions import World, pages, path_of

from .visitor import DESKTOP, PHONE, SCREENSHOTS

pytestmark = pytest.mark.usefixtures("notes")

LONG = "Asociación de Inquilinos y Propietarios del Valle de Sacramento y Alrededores, S. C."
TITLE = "Dunne v. Harbor Lofts Wohnungsverwaltungsgesellschaftmbh and others " * 2
NO_PAGES = {"answer-calendar", "answer-markdown", "export-archive", "language", "join-link"}
"""Files, and addresses that only lead on."""


@pytest.fixture
def world():
    world = World()
    world.account.name = LONG
    world.account.save()
    world.matter.title = TITLE[:200]
    with tenant_scope(world.account):
        world.matter.save()
    world.owner.user.name = "Maximiliana Featherstonehaugh-Cholmondeley"
    world.owner.user.save()
    return world


@pytest.mark.parametrize("language", ["en-US", "es-MX"])
def test_nothing_sticks_out(visit, world, language):
    people = {
        "owner": visit(language=language).sign_in(world.owner, confirmed=True),
        "member": visit(language=language).sign_in(world.member, confirmed=True),
        "nobody": visit(language=language),
    }
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    seen, wide = set(), {}
    for call, (address, _view) in pages().items():
        method, route = call.split()
        if method != "GET" or route in NO_PAGES:
            continue
        for kind, visitor in people.items():
            if route in seen:
                break
            path = path_of(address, world.named(route, kind, own=True))
            visitor.goto(path)
            if visitor.status != 200 or visitor.path != path:
                continue
            seen.add(route)
            for size in (DESKTOP, PHONE):
                visitor.page.set_viewport_size(size)
                name = f"page-{route}-{language[:2]}-{size['width']}.png"
                visitor.picture(SCREENSHOTS / name)
                if (too_much := visitor.overflow()) > 0:
                    wide[f"{route} at {size['width']}"] = too_much
    assert wide == {}
    routes = {call.split()[1] for call in pages() if call.startswith("GET ")}
    assert routes - NO_PAGES - seen <= {"home"}

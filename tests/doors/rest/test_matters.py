"""Matters over REST, as programs use them."""

from __future__ import annotations

import datetime as dt

import pytest

from accounts.tenancy import tenant_scope
from legalcontext.answers.models import Answer
from legalcontext.retention.audit import operator
from legalcontext.retention.holds import HoldScope, place_hold
from matters.models import Matter, MatterUserPermission
from tests import factories

pytestmark = pytest.mark.django_db

MATTER = {
    "title": "Dunne v. Harbor Lofts",
    "jurisdiction": "new york state",
    "forum": "housing court",
    "litigation_anticipated": True,
}


@pytest.fixture
def owner():
    return factories.firm()


@pytest.fixture
def client(rest, owner):
    return rest(factories.key_of(owner)[1])


@pytest.fixture
def colleague(owner):
    return factories.colleague(owner.account)


@pytest.fixture
def theirs(rest, colleague):
    """The colleague's client."""
    return rest(factories.key_of(colleague)[1])


@pytest.fixture
def matter(client):
    """The path of a matter of the owner."""
    return f"/v1/matters/{client.post('/v1/matters', MATTER).json()['id']}"


def pointers(response):
    assert response.status_code == 400
    return {error["pointer"] for error in response.json()["errors"]}


class TestOpening:
    def test_it_is_shown_as_it_is_kept(self, client, owner):
        response = client.post("/v1/matters", MATTER)
        assert response.status_code == 201
        shown = response.json()
        assert shown == MATTER | {
            "id": shown["id"],
            "jurisdiction": "US-NY",
            "owner": {"id": owner.public_id, "name": owner.user.name},
            "status": "open",
            "access": "manage",
            "created_at": shown["created_at"],
        }
        assert client.get(f"/v1/matters/{shown['id']}").json() == shown
        assert response["Cache-Control"] == "no-store"

    @pytest.mark.parametrize("said", [{}, {"jurisdiction": None, "forum": None}, {"forum": ""}])
    def test_what_is_not_said_is_null(self, client, said):
        shown = client.post("/v1/matters", {"title": "Lund", **said}).json()
        assert [shown[name] for name in ("jurisdiction", "forum", "litigation_anticipated")] == [
            None
        ] * 3

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({}, "/title"),
            ({"title": ""}, "/title"),
            ({"title": 7}, "/title"),
            ({"title": "x" * 201}, "/title"),
            ({"title": "two\nlines"}, "/title"),
            ({"title": "x", "jurisdiction": "Narnia"}, "/jurisdiction"),
            ({"title": "x", "jurisdiction": {}}, "/jurisdiction"),
            ({"title": "x", "litigation_anticipated": "yes"}, "/litigation_anticipated"),
            ({"title": "x", "owner": "mem_1"}, "/owner"),
            ({"title": "x", "status": "closed"}, "/status"),
            ([], ""),
        ],
    )
    def test_a_wrong_member_is_named_and_nothing_kept(self, client, owner, body, pointer):
        assert pointers(client.post("/v1/matters", body)) == {pointer}
        with tenant_scope(owner.account_id):
            assert not Matter.objects.exists()

    def test_a_program_opens_none(self, rest, owner):
        _, secret, _ = factories.service_key(owner.account)
        assert rest(secret).post("/v1/matters", MATTER).status_code == 404

    def test_sent_twice_under_one_key_it_is_opened_once(self, client, owner):
        header = {"Idempotency-Key": "k-1"}
        first, second = (client.post("/v1/matters", MATTER, headers=header) for _ in range(2))
        assert (first.status_code, second.status_code) == (201, 201)
        assert first.json() == second.json()
        assert second["Idempotent-Replayed"] == "true"
        with tenant_scope(owner.account_id):
            assert Matter.objects.count() == 1

    def test_a_repeat_shows_nothing_that_a_reading_would_not(self, client):
        header = {"Idempotency-Key": "k-1"}
        made = client.post("/v1/matters", MATTER, headers=header).json()
        client.delete(f"/v1/matters/{made['id']}")
        assert client.post("/v1/matters", MATTER, headers=header).status_code == 404


class TestChanging:
    def test_what_is_sent_changes_and_the_rest_stays(self, client, matter):
        before = client.get(matter).json()
        changes = {"title": "Dunne", "litigation_anticipated": None}
        assert client.patch(matter, changes).json() == before | changes
        assert client.patch(matter, {}).json() == before | changes
        assert client.get(matter).json() == before | changes

    @pytest.mark.parametrize(
        "body",
        [
            {"owner": "mem_1"}, {"status": "closed"}, {"account": "acc_1"}, {"grants": []},
            {"walls": []}, {"access": "read"}, {"id": "mat_1"}, {"created_at": "2020-01-01"},
            {"title": "New", "owner": "mem_1"},
        ],
    )  # fmt: skip
    def test_access_and_status_are_not_changed_by_it(self, client, matter, body):
        before = client.get(matter).json()
        refused = client.patch(matter, body)
        assert pointers(refused) == {f"/{name}" for name in body if name != "title"}
        assert client.get(matter).json() == before

    def test_it_says_where_they_are_changed(self, client, matter):
        (error,) = client.patch(matter, {"owner": "mem_1"}).json()["errors"]
        assert "transfer" in error["detail"]

    def test_unicode_comes_back_as_it_went_in(self, client, matter):
        title = "Дело № 5 — 王 v. שלום 🏠"
        assert client.patch(matter, {"title": title}).json()["title"] == title


class TestListing:
    def test_pages_follow_one_another_without_loss(self, client):
        made = [client.post("/v1/matters", {"title": str(n)}).json()["id"] for n in range(5)]
        found: list[str] = []
        after: str | None = ""
        while after is not None:
            page = client.get(f"/v1/matters?limit=2&after={after}").json()
            found += [line["id"] for line in page["data"]]
            after = page["next_cursor"]
        assert found == made[::-1]

    def test_a_closed_matter_is_listed_only_when_asked_for(self, client, matter):
        client.post(f"{matter}/close")
        titles = {
            query: [line["title"] for line in client.get(f"/v1/matters{query}").json()["data"]]
            for query in ("", "?status=open", "?status=closed", "?status=all")
        }
        assert titles == {
            "": [], "?status=open": [], "?status=closed": [MATTER["title"]],
            "?status=all": [MATTER["title"]],
        }  # fmt: skip

    def test_a_cursor_is_bound_to_its_reader_address_and_filters(self, client, rest, owner, matter):
        client.post("/v1/matters", MATTER)
        cursor = client.get("/v1/matters?limit=1").json()["next_cursor"]
        assert client.get(f"/v1/matters?after={cursor}").status_code == 200
        assert client.get(f"/v1/matters?after={cursor}&status=all").status_code == 400
        assert client.get(f"{matter}/events?after={cursor}").status_code == 400
        other = rest(factories.key_of(factories.firm())[1])
        assert other.get(f"/v1/matters?after={cursor}").status_code == 400

    @pytest.mark.parametrize("query", ["status=x", "limit=0", "limit=101", "after=x"])
    def test_a_wrong_query_is_refused(self, client, query):
        assert client.get(f"/v1/matters?{query}").status_code == 400


class TestClosing:
    def test_it_is_read_and_not_changed_until_it_is_reopened(self, client, matter):
        closed = client.post(f"{matter}/close").json()
        assert closed["status"] == "closed"
        assert client.get(matter).json() == closed
        for change in (
            lambda: client.patch(matter, {"title": "x"}),
            lambda: client.post(f"{matter}/notes", {"text": "x"}),
        ):
            refused = change()
            assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
            assert "reopened" in refused.json()["detail"]
        assert client.post(f"{matter}/reopen").json()["status"] == "open"
        assert client.patch(matter, {"title": "x"}).status_code == 200

    @pytest.mark.usefixtures("notes")
    def test_no_ask_may_name_it_and_what_was_answered_stays_readable(self, client, matter):
        ask = {"skill": "triage", "question": "q", "context": {"matter": matter.split("/")[-1]}}
        answer = client.post("/v1/asks", ask).json()
        client.post(f"{matter}/close")
        refused = client.post("/v1/asks", ask)
        assert (refused.status_code, refused.json()["code"]) == (404, "matter_not_found")
        assert client.get(f"/v1/asks/{answer['id']}").status_code == 200


class TestTransfer:
    def test_the_new_owner_has_it_and_the_old_one_what_was_kept(
        self, client, theirs, matter, colleague
    ):
        moved = client.post(f"{matter}/transfer", {"to": colleague.public_id, "keep": "work"})
        assert (moved.status_code, moved.content) == (204, b"")
        assert theirs.get(matter).json()["owner"]["id"] == colleague.public_id
        assert client.get(matter).json()["access"] == "work"

    def test_without_keep_the_old_owner_is_left_with_nothing(self, client, matter, colleague):
        header = {"Idempotency-Key": "k-1"}
        body = {"to": colleague.public_id}
        for _ in range(2):
            assert client.post(f"{matter}/transfer", body, headers=header).status_code == 204
        assert client.get(matter).status_code == 404

    @pytest.mark.parametrize("to", ["mem_x", "", 7, None])
    def test_nobody_is_no_owner(self, client, matter, to):
        assert pointers(client.post(f"{matter}/transfer", {"to": to})) == {"/to"}


class TestDeleting:
    def test_it_is_gone_with_its_answers(self, client, owner, matter):
        client.post(f"{matter}/notes", {"text": "x"})
        assert client.delete(matter).status_code == 204
        assert client.get(matter).status_code == 404
        assert client.delete(matter).status_code == 404
        with tenant_scope(owner.account_id):
            assert not MatterUserPermission.objects.exists()

    def test_held_it_stays_whole(self, client, owner, matter):
        client.post(f"{matter}/notes", {"text": "x"})
        with tenant_scope(owner.account_id):
            place_hold(
                scope=HoldScope(matter_id=Matter.objects.get().pk),
                reason="litigation",
                review_on=dt.date(2100, 1, 1),
                by=operator(),
            )
        refused = client.delete(matter)
        assert (refused.status_code, refused.json()["code"]) == (409, "legal_hold")
        (note,) = client.get(f"{matter}/notes").json()["data"]
        refused = client.delete(f"{matter}/notes/{note['id']}")
        assert (refused.status_code, refused.json()["code"]) == (409, "legal_hold")
        assert client.get(f"{matter}/notes").json()["data"] == [note]


class TestAccess:
    def test_shared_and_unshared(self, client, theirs, matter, colleague):
        assert theirs.get(matter).status_code == 404
        body = {"member": colleague.public_id, "level": "read"}
        made = client.post(f"{matter}/grants", body)
        assert made.status_code == 201
        assert made.json() == {
            "member": {"id": colleague.public_id, "name": colleague.user.name}, "level": "read",
        }  # fmt: skip
        assert theirs.get(matter).json()["access"] == "read"
        one = f"{matter}/grants/{colleague.public_id}"
        assert client.get(one).json() == made.json()
        levels = [line["level"] for line in client.get(f"{matter}/grants").json()["data"]]
        assert levels == ["manage", "read"]
        assert client.delete(one).status_code == 204
        assert theirs.get(matter).status_code == 404
        assert client.get(one).status_code == 404

    def test_lists_beneath_a_matter_come_in_pages(self, client, owner, matter):
        for _ in range(3):
            person = factories.colleague(owner.account)
            client.post(f"{matter}/grants", {"member": person.public_id, "level": "read"})
        found: list[str] = []
        after: str | None = ""
        while after is not None:
            page = client.get(f"{matter}/grants?limit=2&after={after}").json()
            found += [line["member"]["id"] for line in page["data"]]
            after = page["next_cursor"]
        assert len(found) == len(set(found)) == 4

    def test_a_wall_shuts_out_and_tells_its_reason_to_those_who_manage(
        self, client, theirs, owner, matter, colleague
    ):
        client.post(f"{matter}/grants", {"member": colleague.public_id, "level": "manage"})
        body = {"member": colleague.public_id, "reason": "was opposing counsel"}
        made = client.post(f"{matter}/walls", body).json()
        assert made == {
            "member": {"id": colleague.public_id, "name": colleague.user.name},
            "reason": "was opposing counsel",
            "placed_by": {"id": owner.user.public_id, "name": owner.user.name},
            "placed_at": made["placed_at"],
        }
        assert theirs.get(matter).status_code == 404
        assert client.get(f"{matter}/walls").json()["data"] == [made]
        one = f"{matter}/walls/{colleague.public_id}"
        assert client.get(one).json() == made
        assert client.delete(one).status_code == 204
        assert client.get(one).status_code == 404
        assert theirs.get(matter).status_code == 404

    @pytest.mark.usefixtures("notes")
    def test_behind_a_wall_answers_are_unreadable_too(
        self, client, theirs, owner, matter, colleague
    ):
        client.post(f"{matter}/grants", {"member": colleague.public_id, "level": "work"})
        ask = {"skill": "triage", "question": "q", "context": {"matter": matter.split("/")[-1]}}
        answers = [who.post("/v1/asks", ask).json()["id"] for who in (client, theirs)]
        client.post(f"{matter}/walls", {"member": colleague.public_id, "reason": "x"})
        for answer in answers:
            assert theirs.get(f"/v1/asks/{answer}").status_code == 404
        assert theirs.get("/v1/asks").json()["data"] == []
        assert theirs.post("/v1/asks", ask).status_code == 404
        with tenant_scope(owner.account_id):
            assert Answer.objects.count() == 2

    def test_a_service_key_is_bound_and_unbound(self, rest, client, owner, matter):
        key, secret, service = factories.service_key(owner.account)
        program = rest(secret)
        assert program.get(matter).status_code == 404
        made = client.post(f"{matter}/keys", {"key": key.public_id, "level": "work"})
        assert made.json() == {
            "key": {
                "id": key.public_id, "name": key.name, "last_four": key.last_four,
                "member": None, "service": service.public_id,
            },
            "level": "work",
        }  # fmt: skip
        assert program.get(matter).json()["access"] == "work"
        assert program.post(f"{matter}/notes", {"text": "x"}).json()["author"] == {
            "id": service.public_id, "name": service.name,
        }  # fmt: skip
        one = f"{matter}/keys/{key.public_id}"
        assert (
            client.get(one).json() == made.json() == client.get(f"{matter}/keys").json()["data"][0]
        )
        assert client.delete(one).status_code == 204
        assert program.get(matter).status_code == 404
        refused = client.post(f"{matter}/keys", {"key": key.public_id, "level": "manage"})
        assert pointers(refused) == {"/level"}

    def test_what_happened_is_on_record(self, client, owner, matter, colleague):
        client.post(f"{matter}/grants", {"member": colleague.public_id, "level": "read"})
        shared, created = client.get(f"{matter}/events").json()["data"]
        me = {"id": owner.user.public_id, "name": owner.user.name}
        assert shared == {
            "action": "shared", "actor": me, "key": None, "level": "read",
            "person": {"id": colleague.user.public_id, "name": colleague.user.name},
            "created_at": shared["created_at"],
        }  # fmt: skip
        assert (created["action"], created["person"]) == ("created", me)


ENTRIES = {
    "parties": (
        {"name": "Harbor Lofts, Inc.", "role": "landlord", "side": "opposing"},
        {"side": "other"},
    ),
    "dates": ({"title": "Hearing", "date": "2030-01-31", "note": "room 4\nbring the lease"},
              {"date": "2030-02-01"}),
    "notes": ({"text": " Called.\n\tNo answer. "}, {"text": "Called again."}),
}  # fmt: skip


@pytest.mark.parametrize("kind", ENTRIES)
class TestEntries:
    def test_they_are_added_read_changed_and_deleted(self, client, matter, kind):
        body, change = ENTRIES[kind]
        made = client.post(f"{matter}/{kind}", body)
        assert made.status_code == 201
        shown = made.json()
        assert {name: shown[name] for name in body} == body
        one = f"{matter}/{kind}/{shown['id']}"
        assert client.get(one).json() == shown
        assert client.get(f"{matter}/{kind}").json()["data"] == [shown]
        changed = client.patch(one, change).json()
        assert changed | {"edited_at": None} == shown | change | {"edited_at": None}
        assert client.delete(one).status_code == 204
        assert client.get(one).status_code == 404

    def test_sent_twice_under_one_key_there_is_one(self, client, matter, kind):
        header = {"Idempotency-Key": "k-1"}
        body, _ = ENTRIES[kind]
        first, second = (client.post(f"{matter}/{kind}", body, headers=header) for _ in range(2))
        assert first.json() == second.json()
        assert len(client.get(f"{matter}/{kind}").json()["data"]) == 1

    def test_pages_follow_one_another(self, client, matter, kind):
        made = {client.post(f"{matter}/{kind}", ENTRIES[kind][0]).json()["id"] for _ in range(3)}
        found: list[str] = []
        after: str | None = ""
        while after is not None:
            page = client.get(f"{matter}/{kind}?limit=2&after={after}").json()
            found += [line["id"] for line in page["data"]]
            after = page["next_cursor"]
        assert len(found) == 3
        assert set(found) == made

    def test_an_unknown_member_is_refused(self, client, matter, kind):
        body = ENTRIES[kind][0] | {"matter": "mat_1"}
        assert pointers(client.post(f"{matter}/{kind}", body)) == {"/matter"}


@pytest.mark.parametrize(
    ("kind", "body", "pointer"),
    [
        ("parties", {"name": " "}, "/name"),
        ("parties", {"name": "x", "side": "ours"}, "/side"),
        ("dates", {"title": "x", "date": "2030-02-30"}, "/date"),
        ("dates", {"title": "x", "date": "20300131"}, "/date"),
        ("dates", {"title": "x", "date": "2030-W01-1"}, "/date"),
        ("dates", {"title": "x", "date": 20300131}, "/date"),
        ("dates", {"title": "x"}, "/date"),
        ("notes", {"text": " \n"}, "/text"),
        ("notes", {"text": "x" * 20_001}, "/text"),
        ("notes", {"text": "\u0000"}, "/text"),
        ("notes", {"text": "\ud800"}, "/text"),
        ("notes", {"text": ["x"]}, "/text"),
    ],
)
def test_a_wrong_entry_is_refused(client, matter, kind, body, pointer):
    assert pointers(client.post(f"{matter}/{kind}", body)) == {pointer}
    assert client.get(f"{matter}/{kind}").json()["data"] == []


def test_another_writers_note_is_not_changed(client, theirs, matter, colleague):
    client.post(f"{matter}/grants", {"member": colleague.public_id, "level": "manage"})
    note = client.post(f"{matter}/notes", {"text": "mine"}).json()
    one = f"{matter}/notes/{note['id']}"
    assert theirs.patch(one, {"text": "theirs"}).status_code == 404
    assert client.get(one).json() == note
    assert theirs.delete(one).status_code == 204

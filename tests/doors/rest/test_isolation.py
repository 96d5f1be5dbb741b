"""Two accounts on one service: over REST neither sees that the other has anything.

The addresses come from the URL resolver. Every id in an address, and every id in a good body, is
swapped for one of the other account, for one that nobody has, and for one that is none: the
answers are the same bytes and headers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection, transaction

from accounts.ids import public_id, uuid7
from accounts.models import User
from accounts.tenancy import tenant_scope
from accounts.tenancy.catalogue import is_tenant
from legalcontext.answers.models import Answer
from legalcontext.answers.reports import report_answer
from legalcontext.erasure.requests import certificate
from legalcontext.erasure.requests import service as requests
from legalcontext.oversight.access import open_answer
from tests import factories
from tests.doors.rest.conftest import VARYING
from tests.doors.rest.test_permissions import BODIES, PUBLIC, TABLE, World, addresses, path_of
from tests.erasure.carrying import new_operator

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("notes")]

NO_IDS = {"name", "version", "skill"}
"""Parts of addresses that name nothing of an account."""

ID = re.compile(r"[a-z]{3}_[0-9a-f]{32}")

QUESTION = BODIES["POST asks"]["question"]


@pytest.fixture
def world(rest, settings):
    settings.RATE_LIMIT_PER_MINUTE = 100_000
    return World(rest)


def holder_of(call: str) -> str:
    return "member" if addresses()[call].startswith("v1/matters/") else "owner"


def parts_of(call: str) -> set[str]:
    return set(re.findall(r"<\w+:(\w+)>", addresses()[call])) - NO_IDS


def others(real: str) -> list[str]:
    """What is to be told apart by nobody: an id of the other account, one that nobody has, and
    ones that are none."""
    prefix = real.partition("_")[0]
    return [real, public_id(prefix, uuid7()), f"{prefix}_x", "x", real.upper(), "mat_" + "0" * 33]


def told(response: Any) -> str:
    """All that tells two refusals apart."""
    content = b"".join(response)
    text = content.decode().replace(response["Request-Id"], "-")
    headers = {name: value for name, value in response.headers.items() if name not in VARYING}
    return repr((response.status_code, text, sorted(headers.items())))


WITH_IDS = sorted(call for call in addresses() if parts_of(call))


def test_every_address_is_asked():
    """An address without an id in it is public, or speaks of the caller's own account."""
    assert {call.split()[1] for call in set(addresses()) - set(WITH_IDS)} == {
        "accesses", "account", "account-policy", "asks", "asks-delete", "conflict-checks",
        "context-resolve", "contract", "contracts", "coverage", "deletion-regimes",
        "deletion-requests", "docs", "expiry-notice", "export",
        "extension", "health", "holds",
        "invitation-accept", "invitations", "keys", "matters", "members", "openapi", "retention",
        "services", "skill-policy",
    }  # fmt: skip


GROUPS = sorted({call.split()[1].partition("-")[0] for call in WITH_IDS})


@pytest.mark.parametrize("group", GROUPS)
def test_an_id_of_another_account_is_as_one_that_nobody_has(world, group):
    for call in WITH_IDS:
        if call.split()[1].partition("-")[0] == group:
            ask_with_ids_of_another_account(world, call)


def ask_with_ids_of_another_account(world: World, call: str) -> None:
    method, route = call.split()
    stranger = world.clients["stranger"]
    own_matter = factories.matter_of(world.stranger, "The stranger's own").public_id
    with transaction.atomic():
        theirs = world.named(route, holder_of(call), own=True)
        body = world.body(call)
        # In the other account's matter, and in the stranger's own with what is not in it.
        bases = [theirs]
        if "matter_id" in theirs and len(theirs) > 1:
            bases.append(theirs | {"matter_id": own_matter})
        for base in bases:
            part = next(name for name in reversed(base) if name in parts_of(call))
            answers = set()
            for value in others(base[part]):
                with transaction.atomic():
                    path = path_of(addresses()[call], base | {part: value})
                    answers.add(told(stranger.request(method, path, body)))
                    transaction.set_rollback(True)
            assert len(answers) == 1, (call, answers)
            assert answers.pop().startswith("(404"), call
        transaction.set_rollback(True)
    world.forget()


def swapped(value: Any, old: str, new: str) -> Any:
    return json.loads(json.dumps(value).replace(old, new))


def named_in_bodies(world: World) -> Iterator[tuple[str, str, Any, str]]:
    """Each call of the stranger's whose body names something of the other account: its path, the
    body, and the id in it."""
    key, *_ = factories.service_key(world.account)
    ask: dict[str, Any] = {"skill": "triage", "question": "q"}
    answer = world.answer(world.clients["member"])
    named = {
        "POST asks": ask | {"context": {"matter": world.matter.public_id}},
        "POST context-resolve": ask | {"context": {"matter": world.matter.public_id}},
        "POST asks-delete": {"matter": world.matter.public_id},
        "POST keys": {"name": "k", "service": world.program.public_id},
        "POST matter-keys": {"key": key.public_id},
        "POST matter-grants": {"member": world.other.public_id, "level": "read"},
        "POST matter-walls": {"member": world.other.public_id, "reason": "x"},
        "POST matter-transfer": {"to": world.other.public_id},
        "POST member-remove": {"transfer_to": world.other.public_id},
    }
    for scope in (
        {"matter": world.matter.public_id},
        {"person": world.other.public_id},
        {"person": world.program.public_id},
        {"answer": answer},
    ):
        (named_id,) = scope.values()
        yield "POST holds", "/v1/holds", world.hold_body | {"scope": scope}, named_id
    own = {
        "matter_id": factories.matter_of(world.stranger).public_id,
        "member_id": factories.colleague(world.stranger.account).public_id,
    }
    for call, body in named.items():
        (found,) = ID.findall(json.dumps(body))
        yield call, path_of(addresses()[call], own), body, found


def test_an_id_of_another_account_in_a_body_is_as_one_that_nobody_has(world):
    for call, path, body, found in named_in_bodies(world):
        answers = set()
        for value in others(found):
            with transaction.atomic():
                sent = swapped(body, found, value)
                answers.add(told(world.clients["stranger"].request("POST", path, sent)))
                transaction.set_rollback(True)
        assert len(answers) == 1, (call, answers)
        assert answers.pop()[1:4] in ("404", "400"), call


@pytest.mark.parametrize(
    ("path", "found"),
    [("/v1/asks?matter=", "matter"), ("/v1/keys?service=", "program")],
)
def test_an_id_of_another_account_in_a_filter_is_as_one_that_nobody_has(world, path, found):
    real = getattr(world, found).public_id
    answers = {told(world.clients["stranger"].get(path + value)) for value in others(real)}
    assert len(answers) == 1, answers


def test_answers_to_delete_are_not_found_alike(world):
    answer = world.answer(world.clients["member"])
    sent = [{"answers": [value]} for value in others(answer)]
    answers = {told(world.clients["stranger"].post("/v1/asks/delete", body)) for body in sent}
    assert len(answers) == 1
    assert world.clients["member"].get(f"/v1/asks/{answer}").status_code == 200


def do_everything(world: World) -> None:
    """Every POST and PUT of the door, so that the account has something of everything."""
    for call in TABLE:
        method, route = call.split()
        if method not in ("POST", "PUT") or TABLE[call] == PUBLIC:
            continue
        if route in ("member-remove", "matter-transfer", "asks-delete", "member-suspend"):
            continue  # what would take it away again
        kind = holder_of(call)
        with transaction.atomic():
            named = world.named(route, kind, own=True) if parts_of(call) else {"skill": "triage"}
            path = path_of(addresses()[call], named)
            response = world.clients[kind].request(
                method, path, world.body(call), headers={"Idempotency-Key": f"key-{route}"}
            )
            assert response.status_code < 500
        world.forget()


def rows_of(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT row_to_json(t)::text FROM "{table}" t')
        return [text for (text,) in cursor.fetchall()]


TENANT_TABLES = sorted(model._meta.db_table for model in apps.get_models() if is_tenant(model))


def do_what_other_doors_do(world: World) -> None:
    """A task of A2A with a push configuration; an archive that is made; answers deleted; an
    operator's access to content."""
    client, headers = world.clients["member"], {"A2A-Version": "1.0"}
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": QUESTION}]}
    sent = client.post("/a2a/message:send", {"message": message}, headers=headers).json()
    task = f"/a2a/tasks/{sent['task']['id']}"
    config = {"url": "https://192.0.2.1/hook", "token": QUESTION}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("legalcontext.answers.push_targets.check_target", lambda *_, **__: None)
        client.post(f"{task}/pushNotificationConfigs", config, headers=headers)
    world.job(client)
    answer = world.answer(world.other_client)
    world.other_client.post("/v1/asks/delete", {"answers": [answer]})
    reader = factories.principal_of(world.other)
    report_answer(reader, world.answer(world.other_client), kind="other", text=QUESTION)
    support = User.objects.create_superuser("support@service.example", "a long password")
    with tenant_scope(world.account):
        kept = Answer.objects.current().first()
        assert kept is not None
        open_answer(operator=support, answer=kept, reason="The asker wrote to support.")
    asker = factories.colleague(world.account)
    one, request = new_operator("op"), requests.open_by_holder(factories.principal_of(asker))
    requests.perform(requests.perform(request, "scope", one), "schedule", one)
    with tenant_scope(world.account):
        certificate.write(request)


def test_no_table_shows_a_row_of_the_other_account(world):
    do_everything(world)
    do_what_other_doors_do(world)
    theirs = str(world.account.pk)
    for table in TENANT_TABLES:
        with tenant_scope(world.stranger.account):
            assert not [row for row in rows_of(table) if theirs in row], table
        assert rows_of(table) == [], table
    with tenant_scope(world.account):
        assert not [table for table in TENANT_TABLES if not rows_of(table)]


def words_of(world: World) -> set[str]:
    """What stands in the account's own content and directory."""
    asked = "deposit"
    people = (world.owner, world.admin, world.member, world.other)
    return {asked, "Dunne", world.account.name, *(person.user.email for person in people)}


def test_jobs_keys_and_counters_hold_ids_and_nothing_that_was_said(world):
    do_everything(world)
    words = words_of(world)
    with tenant_scope(world.account):
        idempotency = rows_of("accounts_idempotencyrecord")
    counters, jobs = rows_of("accounts_ratelimit"), rows_of("procrastinate_jobs")
    assert idempotency
    assert counters
    assert jobs
    for row in [*idempotency, *counters, *jobs]:
        assert not [word for word in words if word in row], row
    for row in jobs:
        for name, value in json.loads(row)["args"].items():
            assert isinstance(value, int | None) or ID_LIKE.fullmatch(value), (name, value)


ID_LIKE = re.compile(r"[0-9a-f-]{32,36}|[a-z]{3}_[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.+Z-]+")


def test_what_is_cached_holds_nothing_that_was_said(world):
    do_everything(world)
    kept = repr([vars(cache) for cache in caches.all()])
    assert not [word for word in words_of(world) if word in kept]


def test_the_same_idempotency_key_of_two_accounts_is_two(world):
    key = {"Idempotency-Key": "mine"}
    body = {"title": "Dunne v. Lofts"}
    made = [
        world.clients[kind].post("/v1/matters", body, headers=key) for kind in ("owner", "stranger")
    ]
    assert [response.status_code for response in made] == [201, 201]
    assert not [response for response in made if "Idempotent-Replayed" in response]
    assert made[0].json()["id"] != made[1].json()["id"]


def test_the_allowance_of_one_account_takes_nothing_from_the_other(world, settings):
    settings.RATE_LIMIT_PER_MINUTE = 2
    owner, stranger = world.clients["owner"], world.clients["stranger"]
    assert [owner.get("/v1/account").status_code for _ in range(3)] == [200, 200, 429]
    assert stranger.get("/v1/account")["RateLimit"].startswith('"default";r=1;')


def test_a_cursor_of_another_account_is_as_one_of_nobodys(world):
    owner, stranger = world.clients["owner"], world.clients["stranger"]
    for name in ("a", "b"):
        owner.post("/v1/services", {"name": name})
    cursor = owner.get("/v1/services?limit=1").json()["next_cursor"]
    answers = {told(stranger.get(f"/v1/services?after={c}")) for c in (cursor, "x", cursor[:-1])}
    assert len(answers) == 1
    assert answers.pop().startswith("(400")

"""What the service answers at the moment: which line decides, and what an ask then gets."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.tenancy import tenant_scope
from legalcontext.answers import ask as asking
from legalcontext.answers.models import Answer
from legalcontext.answers.task_models import Task
from legalcontext.contracts import parse_quick_ask, validate
from legalcontext.contracts.quick_ask import SKILLS
from legalcontext.switches import deciding
from legalcontext.switches.changing import remove_switch, set_switch
from legalcontext.switches.deciding import FULL, Rule, decide, ruling, switches
from legalcontext.switches.errors import SwitchedOff
from legalcontext.switches.models import Effect, Switch, SwitchChange
from tests import factories
from tests.doors.a2a.client import A2A, BINDINGS
from tests.doors.mcp.conftest import McpClient
from tests.doors.rest.conftest import RestClient
from tests.doors.test_parity import DOORS, OF_ITS_OWN
from tests.doors.test_parity import rest as by_rest

CALIFORNIA = "My landlord in Sacramento kept my security deposit. What are the rules?"
LEASE = "This lease between A LLC and B is for a flat in Fresno, California. Rent is $900."
ASK = {"skill": "consult", "audience": "individual", "place": "US-CA"}


def line(effect: str = "off", **scope: str) -> Rule:
    return Rule(effect=effect, **scope)


class TestDeciding:
    def test_without_a_line_everything_is_answered(self):
        assert decide([], **ASK) == FULL

    @pytest.mark.parametrize(
        ("specific", "general"),
        [
            ({"place": "US-CA"}, {}),
            ({"place": "US-CA"}, {"place": "US"}),
            ({"place": "US"}, {"skill": "consult", "audience": "individual"}),
            ({"place": "US-CA"}, {"place": "US", "skill": "consult", "audience": "individual"}),
            ({"skill": "consult"}, {"audience": "individual"}),
            ({"skill": "consult", "audience": "individual"}, {"skill": "consult"}),
            ({"place": "US", "audience": "individual"}, {"place": "US"}),
            ({"place": "US", "skill": "consult"}, {"place": "US", "audience": "individual"}),
        ],
    )
    def test_the_most_specific_line_decides(self, specific, general):
        """Nearest place first, then the skill, then the register."""
        for order in itertools.permutations([line("triage", **specific), line("off", **general)]):
            assert decide(order, **ASK).effect is Effect.TRIAGE

    @pytest.mark.parametrize(
        "scope",
        [{"place": "US-TX"}, {"place": "GB"}, {"skill": "triage"}, {"audience": "professional"}],
    )
    def test_a_line_for_other_asks_decides_nothing(self, scope):
        assert decide([line("off", **scope)], **ASK) == FULL

    @pytest.mark.parametrize(
        ("place", "effect"), [("GB-SCT", "off"), ("GB", "off"), ("EU", "full")]
    )
    def test_a_place_means_what_lies_in_it(self, place, effect):
        lines = [line("off", place="GB")]
        assert decide(lines, **(ASK | {"place": place})).effect == effect

    def test_a_place_that_is_not_known_fits_lines_for_all_places_only(self):
        narnia = ASK | {"place": "Narnia"}
        assert decide([line("off", place="US")], **narnia) == FULL
        assert decide([line("off")], **narnia).effect is Effect.OFF

    def test_effect_and_notes_are_decided_apart(self):
        lines = [line("triage"), Rule(place="US-CA", unreviewed="hide")]
        found = decide(lines, **ASK)
        assert (found.effect, found.unreviewed) == (Effect.TRIAGE, False)

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            ([], None),
            ([Rule(unreviewed="hide")], False),
            ([Rule(unreviewed="warn")], None),
            ([Rule(unreviewed="hide"), Rule(place="US-CA", unreviewed="warn")], None),
        ],
    )
    def test_a_line_never_loosens_the_setting(self, lines, expected):
        """`warn` leaves it to the setting: it only takes back what a wider line had hidden."""
        assert decide(lines, **ASK).unreviewed is expected


@pytest.fixture
def somebody() -> User:
    return User.objects.create_superuser("op@service.example", "a long password")


def switched(by: User | None = None, reason: str = "notes are being checked", **fields: Any):
    return set_switch(Switch(**fields), by=by, reason=reason)


@pytest.mark.django_db
class TestChanging:
    def test_a_change_is_on_record_with_who_why_from_and_to(self, somebody):
        switch = switched(somebody, place="US-CA", effect="off")
        switch.effect = "triage"
        set_switch(switch, by=somebody, reason="checked")
        remove_switch(switch, by=somebody, reason="over")
        changes = SwitchChange.objects.order_by("at")
        assert [(c.before, c.after, c.reason, c.by) for c in changes] == [
            (None, {"effect": "off"}, "notes are being checked", somebody),
            ({"effect": "off"}, {"effect": "triage"}, "checked", somebody),
            ({"effect": "triage"}, None, "over", somebody),
        ]
        assert {str(change) for change in changes} == {"every skill, both registers, US-CA"}

    def test_another_scope_is_an_end_and_a_beginning(self, somebody):
        switch = switched(somebody, place="US-CA", effect="off")
        switch.place = "US-TX"
        set_switch(switch, by=somebody, reason="meant Texas")
        told = [(c.place, c.before, c.after) for c in SwitchChange.objects.order_by("at")[1:]]
        assert told == [("US-CA", {"effect": "off"}, None), ("US-TX", None, {"effect": "off"})]

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"place": "US-CA"},
            {"effect": "refer"},
            {"effect": "off", "referral": "Ask the bar."},
            {"effect": "off", "referral_es": "Pregunte."},
            {"effect": "off", "place": "California"},
            {"effect": "off", "place": "us-ca"},
            {"effect": "off", "place": "Narnia"},
            {"effect": "off", "skill": "divination"},
            {"effect": "maybe"},
            {"unreviewed": "show"},
            {"effect": "off", "audience": "everybody"},
            {"effect": "refer", "referral": "x" * 1001},
        ],
    )
    def test_what_says_nothing_or_nonsense_is_refused(self, fields):
        with pytest.raises(ValidationError):
            switched(**fields)
        assert not Switch.objects.exists()
        assert not SwitchChange.objects.exists()

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "a\0b"])
    def test_no_change_without_a_reason(self, reason):
        with pytest.raises(ValidationError, match="Say why"):
            switched(effect="off", reason=reason)
        kept = switched(effect="off")
        with pytest.raises(ValidationError, match="Say why"):
            remove_switch(kept, by=None, reason=reason)

    def test_there_is_one_line_for_one_scope(self):
        switched(effect="off")
        with pytest.raises(ValidationError, match="change that one"):
            switched(effect="triage")

    @pytest.mark.parametrize(
        "statement",
        ["DELETE FROM switches_switchchange", "UPDATE switches_switchchange SET reason = 'x'"],
    )
    def test_the_application_changes_nothing_of_the_record(self, statement):
        switched(effect="off")
        with (
            pytest.raises(ProgrammingError, match="permission denied"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)


@pytest.mark.django_db
class TestKnowing:
    def test_a_process_knows_them_by_heart_for_a_while(self, monkeypatch):
        clock = [100.0]
        monkeypatch.setattr(deciding, "KNOWN_SECONDS", 5.0)
        monkeypatch.setattr("legalcontext.switches.deciding.monotonic", lambda: clock[0])
        assert not switches()
        Switch.objects.create(effect="off")  # as another process would
        with CaptureQueriesContext(connection) as captured:
            assert not switches()
        assert len(captured) == 0
        clock[0] += 5.1
        with CaptureQueriesContext(connection) as captured:
            assert len(switches()) == 1
        assert len(captured) == 1

    def test_a_change_bites_at_once_where_it_is_made(self):
        assert ruling(**ASK) == FULL
        kept = switched(effect="off")
        assert ruling(**ASK).effect is Effect.OFF
        remove_switch(kept, by=None, reason="over")
        assert ruling(**ASK) == FULL


def quick_ask(skill: str = "consult", **members: Any) -> Any:
    if skill == "document_review":
        members["documents"] = [{"name": "lease.txt", "text": LEASE}]
    return parse_quick_ask({"skill": skill, "question": CALIFORNIA} | members)


@pytest.fixture
def principal(notes):
    return factories.principal_of(factories.individual())


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
class TestAsking:
    def asked(self, principal, skill="consult", **members):
        insight = asking.ask(principal, quick_ask(skill, **members), door="rest")
        assert validate(insight["schema"], insight) == []
        return insight

    @pytest.mark.parametrize("skill", SKILLS)
    def test_off_is_refused_and_nothing_is_kept(self, principal, skill):
        switched(effect="off", place="US-CA", skill=skill)
        with pytest.raises(SwitchedOff):
            self.asked(principal, skill)
        with tenant_scope(principal.account_id):
            assert not Answer.objects.exists()

    def test_other_places_and_skills_go_on(self, principal):
        switched(effect="off", place="US-CA", skill="consult")
        assert self.asked(principal, "triage")["findings"]
        assert self.asked(principal, question="May I keep a deposit in Austin, Texas?")["findings"]

    def test_refer_tells_the_operators_words_and_no_note(self, principal):
        switched(effect="refer", referral="Call the county help desk, 555 0100.", place="US-CA")
        insight = self.asked(principal)
        (told,) = [f for f in insight["findings"] if f["kind"] == "referral"]
        assert told["detail"] == "Call the county help desk, 555 0100."
        assert told["detail"] in insight["summary"]
        assert insight["citations"] == []
        assert "does not answer such questions" in insight["limits"][0]
        assert insight["legal_context"]["jurisdiction"]["value"] == "US-CA"
        assert insight["skill"] == "consult"

    @pytest.mark.parametrize(
        ("spanish", "told"), [("Llame al 555 0100.", "Llame al 555 0100."), ("", "Call 555 0100.")]
    )
    def test_refer_in_spanish_where_there_are_words(self, principal, spanish, told):
        switched(effect="refer", referral="Call 555 0100.", referral_es=spanish)
        insight = self.asked(principal, language="es")
        assert told in insight["summary"]
        assert "no responde" in insight["limits"][0]

    @pytest.mark.parametrize("skill", ["consult", "document_review"])
    def test_triage_only_gives_what_a_triage_gives_and_says_so_first(self, principal, skill):
        switched(effect="triage", place="US-CA")
        insight = self.asked(principal, skill)
        kinds = {finding["kind"] for finding in insight["findings"]}
        assert "issue" in kinds
        assert not kinds & {"short_answer", "document_type", "clause"}
        assert "only sorts the problem" in insight["limits"][0]

    def test_triage_only_leaves_a_triage_as_it_is(self, principal):
        before = self.asked(principal, "triage")
        switched(effect="triage")
        after = self.asked(principal, "triage")
        assert (before["limits"], before["findings"]) == (after["limits"], after["findings"])

    @pytest.mark.parametrize("effect", ["off", "refer", "triage"])
    @pytest.mark.parametrize("skill", SKILLS)
    def test_an_emergency_is_told_whatever_is_switched(self, principal, effect, skill):
        switched(effect=effect, referral="Call 555 0100." if effect == "refer" else "")
        insight = self.asked(principal, skill, question="My husband hit me tonight in Sacramento.")
        assert insight["findings"][0]["kind"] == "emergency"
        assert insight["findings"][0]["severity"] == "emergency"

    def test_hidden_notes_are_not_answered_from(self, principal):
        assert any(not c["reviewed"] for c in self.asked(principal)["citations"])
        switched(unreviewed="hide", place="US-CA")
        assert all(c["reviewed"] for c in self.asked(principal)["citations"])

    def test_no_line_shows_what_the_setting_hides(self, principal, settings):
        settings.KNOWLEDGE_UNREVIEWED = "hide"
        switched(unreviewed="warn")
        assert all(c["reviewed"] for c in self.asked(principal)["citations"])

    @pytest.mark.parametrize("audience", ["individual", "professional"])
    def test_a_register_can_be_switched_alone(self, notes, audience):
        switched(effect="off", audience="individual")
        owner = factories.firm()
        ask = quick_ask(context={"audience": audience})
        if audience == "individual":
            with pytest.raises(SwitchedOff):
                asking.ask(factories.principal_of(owner), ask, door="rest")
        else:
            assert asking.ask(factories.principal_of(owner), ask, door="rest")["findings"]


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
class TestDoors:
    """Every door says the same."""

    def test_rest_says_unavailable_and_frees_the_key(self):
        client = RestClient(factories.key_of(factories.individual())[1])
        switched(effect="off", skill="consult")
        body = {"skill": "consult", "question": CALIFORNIA}
        headers = {"Idempotency-Key": "one"}
        refused = client.post("/v1/asks", body, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert "switched consult off" in refused.json()["detail"]
        assert "California" in refused.json()["detail"]
        assert "Sacramento" not in refused.content.decode()
        remove_switch(Switch.objects.get(), by=None, reason="over")
        assert client.post("/v1/asks", body, headers=headers).status_code == 200

    def test_mcp_refuses_in_words_that_a_model_can_act_on(self):
        owner = factories.individual()
        switched(effect="off", skill="consult")
        problem = McpClient(factories.key_of(owner)[1]).refused("consult", {"question": CALIFORNIA})
        assert problem["code"] == "unavailable"
        with tenant_scope(owner.account_id):
            assert not Answer.objects.exists()

    @pytest.mark.parametrize("binding", BINDINGS)
    @pytest.mark.parametrize("configuration", [{}, {"returnImmediately": True}])
    def test_a2a_refuses_it_and_keeps_no_task(self, binding, configuration):
        owner = factories.individual()
        switched(effect="off")
        a2a = A2A(factories.key_of(owner)[1], binding)
        reply = a2a.send(CALIFORNIA, configuration=configuration)
        assert (reply.reason, reply.status) == ("UNAVAILABLE", 503)
        with tenant_scope(owner.account_id):
            assert not Answer.objects.exists()
            assert not Task.objects.exists()

    @pytest.mark.parametrize("door", DOORS)
    @pytest.mark.parametrize("effect", ["refer", "triage"])
    def test_what_is_answered_in_part_is_the_same_through_every_door(self, door, effect):
        switched(effect=effect, referral="Call 555 0100." if effect == "refer" else "")
        secret = factories.key_of(factories.individual())[1]
        ask = {"skill": "consult", "question": CALIFORNIA, "context": {"role": "party"}}
        insights = [through(secret, ask) for through in (by_rest, DOORS[door])]
        first, second = ({k: v for k, v in i.items() if k not in OF_ITS_OWN} for i in insights)
        assert first == second
        assert first["limits"][0]

    def test_a_review_without_a_paper_asks_for_none_where_it_would_not_be_read(self):
        switched(effect="refer", referral="Call 555 0100.")
        task = A2A(factories.key_of(factories.individual())[1]).send(
            "Please review this.", metadata={"skill": "document_review"}
        ).task  # fmt: skip
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        assert "Call 555 0100." in task["artifacts"][0]["parts"][0]["text"]

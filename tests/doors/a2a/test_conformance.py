"""The conformance suite's scripts: there for a test run of the suite, and for nothing else."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from codossier.settings import environment
from legalcontext.doors.a2a.conformance import script_for

from .client import message_of

ID = "tck-input-required-1"


def test_production_refuses_to_start_with_them(monkeypatch):
    environment.check_not_testing()
    monkeypatch.setenv("CODOSSIER_A2A_CONFORMANCE", "yes")
    with pytest.raises(ImproperlyConfigured, match="CODOSSIER_A2A_CONFORMANCE"):
        environment.check_not_testing()


def test_only_the_suites_message_ids_are_scripted(settings):
    assert script_for(ID) is None
    settings.A2A_CONFORMANCE = True
    assert script_for(ID) is not None
    assert script_for("m-1") is None
    assert script_for(7) is None


@pytest.mark.django_db
@pytest.mark.usefixtures("notes")
def test_without_the_setting_they_are_messages_like_any_other(a2a, settings):
    message = message_of("What is a summons?", messageId=ID)
    task = a2a.call("SendMessage", {"message": message}).task
    assert task["status"]["state"] == "TASK_STATE_COMPLETED"
    settings.A2A_CONFORMANCE = True
    scripted = a2a.call("SendMessage", {"message": message}).task
    assert scripted["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    assert scripted["id"] != task["id"]

"""Which version is spoken: on every operation, in both bindings (3.6)."""

from __future__ import annotations

import pytest

from legalcontext.doors.a2a.errors import A2AError
from legalcontext.doors.a2a.versions import check_version

from .client import OPERATIONS

ACCEPTED = ["1.0", "1.0.1", "1.0.99", " 1.0 "]
REFUSED = [None, "", "0.3", "1", "1.5", "1.1.0", "2.0", "99.0", "abc", "1.0.x", "v1.0", "1.0,1.0"]


@pytest.mark.parametrize("stated", ACCEPTED)
def test_one_point_nought_and_its_patches_are_spoken(stated):
    check_version(stated, None)
    check_version(None, stated)


@pytest.mark.parametrize("stated", REFUSED)
def test_every_other_version_is_refused(stated):
    with pytest.raises(A2AError) as refused:
        check_version(stated, None)
    assert (refused.value.kind.code, refused.value.kind.http) == (-32009, 400)


def test_the_header_wins_over_the_query():
    check_version("1.0", "0.3")
    with pytest.raises(A2AError):
        check_version("0.3", "1.0")


@pytest.mark.django_db
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("version", [None, "0.3", "2.0"])
def test_every_operation_asks_for_the_version(a2a, operation, version):
    a2a.headers.pop("A2A-Version")
    headers = {"A2A_Version": version} if version else {}
    reply = a2a.call(operation, {"id": "x", "taskId": "x"}, **headers)
    assert reply.error["details"][0]["reason"] == "VERSION_NOT_SUPPORTED"
    assert reply.status == (200 if a2a.binding == "rpc" else 400)
    if a2a.binding == "rpc":
        assert reply.error["code"] == -32009


@pytest.mark.django_db
def test_the_version_may_stand_in_the_query(rpc):
    rpc.headers.pop("A2A-Version")
    listed = rpc.post(b'{"jsonrpc": "2.0", "id": 1, "method": "ListTasks"}', "/a2a?A2A-Version=1.0")
    assert "result" in listed.json()

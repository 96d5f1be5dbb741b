"""A small client of Codossier's REST door: the standard library only, to copy or to learn from.

    client = Codossier("https://codossier.example", os.environ["CODOSSIER_KEY"])
    insight = client.ask("triage", "My landlord kept my deposit. I live in Sacramento.")
    print(insight["summary"], insight["legal_context"]["handling"])

Every POST carries an `Idempotency-Key`, so that one that broke off may be sent again: it is done
once. 429 and 503 are sent again after the time that the service names.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict, cast

Skill = Literal["triage", "consult", "document_review"]
Level = Literal["read", "work", "manage"]


class Jurisdiction(TypedDict):
    value: str
    basis: str
    forum: NotRequired[str]


class LegalContext(TypedDict):
    """The block: `codossier.legal-context/1.0`."""

    jurisdiction: Jurisdiction
    audience: str
    role: str
    privilege: str
    handling: str
    retention: str
    source: str
    notice: NotRequired[str]


class Finding(TypedDict):
    kind: str
    title: str
    detail: str
    citations: list[str]
    severity: NotRequired[str]
    due_on: NotRequired[str]
    source: NotRequired[dict[str, Any]]


class Insight(TypedDict):
    """An answer: `codossier.insight/1`."""

    id: str
    skill: Skill
    created_at: str
    expires_at: str
    summary: str
    findings: list[Finding]
    citations: list[dict[str, Any]]
    limits: list[str]
    legal_context: LegalContext
    context_notes: list[dict[str, Any]]
    question_back: NotRequired[dict[str, Any]]


class Matter(TypedDict):
    id: str
    title: str
    owner: dict[str, str] | None
    jurisdiction: str | None
    forum: str | None
    litigation_anticipated: bool | None
    status: Literal["open", "closed"]
    access: Level
    created_at: str


@dataclass(frozen=True)
class Fault:
    """One part of the input that is wrong: where (a JSON pointer), and what to do."""

    pointer: str
    detail: str


class Problem(Exception):
    """What the service refused. `code` is for programs, `detail` says what to do."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        super().__init__(f"{body['code']}: {body['detail']} ({body['request_id']})")
        self.status = status
        self.code: str = body["code"]
        self.detail: str = body["detail"]
        self.request_id: str = body["request_id"]
        self.errors = [Fault(**fault) for fault in body.get("errors", ())]


class Codossier:
    """The service as one credential sees it.

    url: where the service is. retries: how often a call is sent again that broke off, or that
    the service asked to send again later.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 60,
        retries: int = 2,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not url.startswith(("https://", "http://")):
            raise ValueError("give the service's address with https://")
        self._url, self._key = url.rstrip("/"), key
        self._timeout, self._retries, self._sleep = timeout, retries, sleep

    # Asking

    def ask(self, skill: Skill, question: str, **more: Any) -> Insight:
        """One quick ask. more: documents, context, keep_days, language."""
        return cast(Insight, self.call("POST", "/v1/asks", _ask(skill, question, more)))

    def resolve(self, skill: Skill, question: str, **more: Any) -> dict[str, Any]:
        """What block an ask would carry, and why; nothing is stored."""
        resolved = self.call("POST", "/v1/context/resolve", _ask(skill, question, more))
        return cast(dict[str, Any], resolved)

    def answer(self, answer_id: str) -> Insight:
        return cast(Insight, self.call("GET", f"/v1/asks/{_part(answer_id)}"))

    def answers(self, **filters: str) -> Iterator[dict[str, Any]]:
        """The answers that may be read, newest first. filters: skill, matter, of."""
        return self.pages("/v1/asks", **filters)

    def delete_answer(self, answer_id: str) -> None:
        """At once and for good."""
        self.call("DELETE", f"/v1/asks/{_part(answer_id)}")

    # Matters

    def open_matter(self, title: str, **fields: Any) -> Matter:
        """fields: jurisdiction, forum, litigation_anticipated."""
        return cast(Matter, self.call("POST", "/v1/matters", {"title": title, **fields}))

    def matter(self, matter_id: str) -> Matter:
        return cast(Matter, self.call("GET", f"/v1/matters/{_part(matter_id)}"))

    def matters(self, status: Literal["open", "closed", "all"] = "open") -> Iterator[Matter]:
        return cast(Iterator[Matter], self.pages("/v1/matters", status=status))

    def share(self, matter_id: str, member_id: str, level: Level) -> None:
        """Give a member this level, and no other."""
        path = f"/v1/matters/{_part(matter_id)}/grants"
        self.call("POST", path, {"member": member_id, "level": level})

    def unshare(self, matter_id: str, member_id: str) -> None:
        self.call("DELETE", f"/v1/matters/{_part(matter_id)}/grants/{_part(member_id)}")

    def close_matter(self, matter_id: str) -> Matter:
        return cast(Matter, self.call("POST", f"/v1/matters/{_part(matter_id)}/close", {}))

    def check_conflicts(self, names: Sequence[str]) -> str:
        """“refer to whoever clears conflicts” or “nothing found”, for all the names together."""
        checked = self.call("POST", "/v1/conflict-checks", {"names": list(names)})
        return str(cast(dict[str, Any], checked)["answer"])

    # What the rest is made of

    def call(
        self, method: str, path: str, body: Any = None, *, idempotency_key: str | None = None
    ) -> Any:
        """Any call of the door: the JSON that it answers, None for 204. Problem: it was refused."""
        headers = {"Authorization": f"Bearer {self._key}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310 - http or https: see __init__
            self._url + path, data, headers, method=method
        )
        for left in range(self._retries, -1, -1):
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as response:  # noqa: S310
                    content = response.read()
                    return json.loads(content) if content else None
            except urllib.error.HTTPError as error:
                if left == 0 or error.code not in (429, 503):
                    raise Problem(error.code, json.load(error)) from None
                self._sleep(float(error.headers.get("Retry-After", 1)))
            except urllib.error.URLError:
                if left == 0:
                    raise
                self._sleep(1)
        raise AssertionError("unreachable")

    def pages(self, path: str, **query: str) -> Iterator[dict[str, Any]]:
        """Every line of a list, page after page."""
        after: str | None = ""
        while after is not None:
            asked = {**query, "limit": "100", **({"after": after} if after else {})}
            page = self.call("GET", f"{path}?{urllib.parse.urlencode(asked)}")
            yield from page["data"]
            after = page["next_cursor"]


def _ask(skill: Skill, question: str, more: Mapping[str, Any]) -> dict[str, Any]:
    return {"skill": skill, "question": question, **more}


def _part(text: str) -> str:
    """An id as a part of a path, whatever stands in it."""
    return urllib.parse.quote(text, safe="")

"""A process that calls once at every door, and prints the status of each answer."""

from __future__ import annotations

import sys

import django

django.setup()

from django.test import Client  # noqa: E402

client = Client(raise_request_exception=False)
MCP = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
A2A = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {}}


def main() -> None:
    from accounts import secrets

    headers = {"authorization": f"Bearer {secrets.new_secret('live')}"}
    answers = [
        client.get("/v1/asks", headers=headers),
        client.post("/mcp", MCP, content_type="application/json", headers=headers),
        client.post(
            "/a2a", A2A, content_type="application/json", headers=headers | {"A2A-Version": "1.0"}
        ),
        client.post("/admin/login/", {"username": "a@b.example", "password": "x"}),
        client.post("/accounts/login/", {"login": "a@b.example", "password": "x"}),
    ]
    sys.stdout.write("\n".join(str(answer.status_code) for answer in answers) + "\n")


main()

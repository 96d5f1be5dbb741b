"""`python -m codossier.demo`: set up, serve, ask, print, and leave the service running."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any


def main() -> int:
    parser = argparse.ArgumentParser(prog="codossier.demo", description=__doc__)
    parser.add_argument("--port", type=int, help="default: the first free one from 8000")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "codossier.settings.development")
    record = _set_up()

    from codossier import service

    from .asks import asks, send
    from .cast import assemble

    cast = assemble(_read(record))
    _say("Starting the service (the one of an earlier run is stopped first)")
    service.stop()
    url = service.start(arguments.port).url
    demo = {"url": url, **cast}
    _write(record, demo)

    callers = {caller["name"]: caller for caller in demo["accounts"]}
    for name, shows, ask in asks(callers):
        _say(f"{name}: {shows}")
        print(json.dumps(ask, indent=2, ensure_ascii=False))
        print("→", json.dumps(send(url, callers[name]["key"], ask), indent=2, ensure_ascii=False))
    _tell_how_to_go_on(demo, record)
    return 0


def _set_up() -> Path:
    """Database, tables, notes and the embedding model; returns where the keys are kept."""
    from codossier import embedded
    from codossier.settings import environment

    if not environment.DATABASE_URL.value():
        _say("Starting the embedded PostgreSQL")
        embedded.ensure_running()

    import django
    from django.core.management import call_command

    django.setup()
    _say("Bringing the tables up to date")
    call_command("migrate", verbosity=0, interactive=False)
    _say("Building the embedding model (once), and loading the notes")
    call_command("build_embedder")
    call_command("load_notes", replace_unpublished=True)
    return environment.VAR_DIR.value() / "demo.json"


def _read(record: Path) -> dict[str, Any]:
    try:
        known: dict[str, Any] = json.loads(record.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return known


def _write(record: Path, demo: dict[str, Any]) -> None:
    """All at once, and for this user alone: it holds live keys."""
    fresh = record.with_suffix(".new")
    fresh.touch(mode=0o600)
    fresh.write_text(json.dumps(demo, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(record)


def _tell_how_to_go_on(demo: dict[str, Any], record: Path) -> None:
    ask = json.dumps({"skill": "triage", "question": "I was served with court papers in Ohio."})
    _say("Running")
    print(f"The service answers at {demo['url']} until make stop.")
    people = demo["people"]
    print(f"Pages: {demo['url']}/ as {people['emails'][0]} or {people['emails'][1]}, "
          f"{people['password']}")  # fmt: skip
    print(f"Admin: {demo['url']}/admin/ as {demo['admin']['email']}, {demo['admin']['password']}")
    print(f"Keys, all in {record}:")
    for caller in demo["accounts"]:
        print(f"  {caller['name']:<15} {caller['kind']:<13} {caller['key']}")
    print("Try:")
    print(
        f"  curl -s {demo['url']}/v1/asks -H 'Authorization: Bearer {demo['accounts'][0]['key']}' "
        f"-H 'Content-Type: application/json' -d '{ask}'"
    )


def _say(what: str) -> None:
    print(f"== {what}", flush=True)


sys.exit(main())

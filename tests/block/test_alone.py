"""The block can be used by another vendor: no Django, and nothing heavy until it is needed."""

from __future__ import annotations

import subprocess
import sys
import textwrap

SCRIPT = """
    import sys

    class Blocked:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] == "django":
                raise ImportError("blocked")

    sys.meta_path.insert(0, Blocked())
    from legalcontext import block

    assert not {"pycountry", "us"} & set(sys.modules), "tables are read at the first look-up"
    frame = block.resolve(
        block.read_inbound({"jurisdiction": "us-ca"}),
        block.NOTHING_INFERRED,
        block.PrincipalFacts("individual"),
        None,
    )
    written = block.outbound(frame, block.retention_sentence(months=12))
    loaded = {name.partition(".")[0] for name in sys.modules}
    assert not {"django", "accounts", "matters", "codossier"} & loaded
    print(written["jurisdiction"]["value"])
"""


def test_block_works_with_django_blocked() -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCRIPT)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "US-CA\n"

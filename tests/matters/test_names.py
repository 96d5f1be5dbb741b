"""Which names a conflict check takes for the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matters.names import NOISE, digest_of, names_in_title, normal_form

SAME = [
    ("John Smith", "SMITH, John"),
    ("John Q. Smith", "John Smith"),
    ("Mr. John Smith Jr.", "John Smith"),
    ("José Muñoz", "Jose\u0301 MUNOZ"),
    ("O'Brien & Sons, L.L.C.", "OBrien and Sons LLC"),
    ("Harbor Lofts, Inc.", "Harbor Lofts"),
    ("The Harbor-Lofts Company", "harbor lofts co"),
    ("U.S. Bank", "US Bank"),
    ("Straße GmbH", "STRASSE"),
    ("Ｈａｒｂｏｒ", "harbor"),
    ("Bank of America", "America Bank"),
    ("王伟", " 王伟 "),
    ("The Company", "Company, The"),
]
DIFFERENT = [
    ("John Smith", "Jane Smith"),
    ("Smith", "John Smith"),
    ("Harbor Lofts", "Harbor Loft"),
    ("X", "Y"),
    ("A. B.", "C. D."),
    ("The", "Company"),
    ("…", "!"),
    ("🏠", "🏡"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_name_written_otherwise(one, other):
    assert digest_of(one) == digest_of(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_another_name(one, other):
    assert digest_of(one) != digest_of(other)


@given(st.text(min_size=1, max_size=200).filter(str.strip))
def test_case_order_and_spaces_never_matter(name):
    turned = " ".join(reversed(f"  {name}  ".split()))
    assert normal_form(f" {name}\n") == normal_form(name)
    assert len(digest_of(name.encode("utf-8", "replace").decode())) == 64
    if not set(normal_form(turned).split()) & NOISE and "." not in name:
        assert set(normal_form(turned).split()) <= set(normal_form(name).split())


def test_every_name_has_a_normal_form():
    assert all(normal_form(name) for name in ("…", "a", "The", "LLC", "-", "Dr."))


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Dunne v. Harbor Lofts", {"Dunne v. Harbor Lofts", "Dunne", "Harbor Lofts"}),
        ("Dunne VS Harbor", {"Dunne VS Harbor", "Dunne", "Harbor"}),
        ("In re Okafor", {"In re Okafor", "Okafor"}),
        ("Estate of Mary Lund", {"Estate of Mary Lund", "Mary Lund"}),
        ("In the matter of the estate of Lund", {"In the matter of the estate of Lund",
                                                 "the estate of Lund"}),
        ("Acme", {"Acme"}),
        ("Maverick lease", {"Maverick lease"}),
    ],
)  # fmt: skip
def test_the_names_in_a_title(title, names):
    assert set(names_in_title(title)) == names

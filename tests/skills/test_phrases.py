"""Phrases of a table found in prose."""

from __future__ import annotations

import pytest

from legalcontext.skills.phrases import PhraseIndex, tokenize


def found(pattern: str, text: str) -> list[str]:
    index = PhraseIndex([("key", 1.0, pattern)])
    return [match.text for match in index.find(text, tokenize(text))]


@pytest.mark.parametrize(
    ("pattern", "text", "words"),
    [
        ("security deposit", "my Security\n deposit", ["Security\n deposit"]),
        ("evict*", "They evicted us", ["evicted"]),
        ("kick* ... out", "He kicked me and my son out", ["kicked me and my son out"]),
        ("kick* ... out", "He kicked me and my little son right out", []),
        ("took .... country", "took a b c d e f g h i j country", None),
        ("took .... country", "took a b c d e f g h i j k country", []),
        ("kick* ... out", "He kicked me. Get out", []),
        ("(my|our) deposit", "our deposit, my deposit", ["our deposit", "my deposit"]),
        ("(give back|return) (my)? deposit", "give back deposit", ["give back deposit"]),
        ("# day notice", "a 3-day notice, a three day notice, a day notice", None),
        ("won't pay", "he WON’T pay, he wont pay", ["WON’T pay", "wont pay"]),
        ("depósito", "el deposito y el DEPÓSITO", ["deposito", "DEPÓSITO"]),
        ("a (b ... c|d)? e", "a e; a b x c e; a d e", ["a e", "a b x c e", "a d e"]),
        ("... (x)? y", "y x y", None),
    ],
)
def test_the_little_language(pattern: str, text: str, words: list[str] | None) -> None:
    if words is None:
        assert found(pattern, text)
    else:
        assert found(pattern, text) == words


def test_matches_point_into_the_text_as_it_was_given() -> None:
    text = "Ｎo: ¿Mi depósito? “my deposit”"
    index = PhraseIndex([("es", 2.0, "mi deposito"), ("en", 1.0, "my deposit")])
    for match in index.find(text, tokenize(text)):
        assert text[match.start : match.end] == match.text


def test_sentences_end_at_stops_and_blank_lines_but_not_inside_numbers() -> None:
    sentences = [token.sentence for token in tokenize("Paid 1.500 now. Then\nwe\n\nleft")]
    assert sentences == [0, 0, 0, 0, 1, 1, 2]

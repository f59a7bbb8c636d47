"""The server recognizes the keys that it gave out, and no others."""

from __future__ import annotations

from ireval.exercises import clean_key
from ireval.exercises.generator.issued_keys import grouped_key, is_issued, new_issued_key, printed_keys
from ireval.exercises.generator.variant_keys import ALPHABET, KEY_LENGTH

SECRET, OTHER = "5a" * 16, "a5" * 16


def test_a_key_is_recognized_as_it_is_typed() -> None:
    for key in [new_issued_key(SECRET), *printed_keys(SECRET, 3)]:
        assert is_issued(key, SECRET) and not is_issued(key, OTHER) and not is_issued(key, "")
        assert clean_key(grouped_key(key).lower()) == key and grouped_key(key).count("-") == 2
    assert 31**KEY_LENGTH >= 2**40 and len({new_issued_key(SECRET)[:KEY_LENGTH] for _ in range(100)}) == 100


def test_each_slip_of_the_pen_makes_it_another_key() -> None:
    key = new_issued_key(SECRET)
    for place, typed in enumerate(key):
        for other in ALPHABET.replace(typed, ""):
            assert not is_issued(key[:place] + other + key[place + 1 :], SECRET)
        assert not is_issued(key[:place] + key[place + 1 :], SECRET) and not is_issued(key + typed, SECRET)
    assert not is_issued("", SECRET)


def test_keys_on_paper_stay_the_same() -> None:
    assert printed_keys(SECRET, 40)[:3] == printed_keys(SECRET, 3) != printed_keys(OTHER, 3)
    assert len(set(printed_keys(SECRET, 200))) == 200

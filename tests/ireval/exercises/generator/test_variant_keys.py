"""Keys of variants: retypeable, and read as they are copied from paper."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises import clean_key, make_sheet, new_key, variant, variant_keys
from ireval.exercises.generator.variant_keys import ALPHABET
from tests.ireval.exercises.sample_questions import KEY
from tests.ireval.exercises.sample_sheets import SHEET


def test_a_key_is_read_as_it_is_copied_from_paper() -> None:
    assert variant(SHEET, " k7m-2px ") == variant(SHEET, KEY)
    assert clean_key("abc") == "ABC"
    for text, word in (("", "no key"), ("A0", "“0”"), ("AO", "“O”"), ("A1", "“1”"), ("Äb", "“Ä”"), ("A" * 17, "16")):
        with pytest.raises(InputError, match=word):
            clean_key(text)


def test_keys_are_retypeable_and_differ() -> None:
    assert not set("01OIL") & set(ALPHABET)
    keys = {new_key() for _ in range(200)}
    assert len(keys) == 200
    assert all(clean_key(key) == key for key in keys)
    assert variant_keys(SHEET, 40)[:3] == variant_keys(SHEET, 3)
    assert len(set(variant_keys(SHEET, 200))) == 200
    assert variant_keys(SHEET, 3) != variant_keys(make_sheet(43), 3)

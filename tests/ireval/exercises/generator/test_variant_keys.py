"""Keys of variants are easy to type, and read as students copy them from paper."""

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
    for text, wrong in (("A0", "0"), ("AO", "O"), ("A1", "1"), ("Äb", "Ä")):
        with pytest.raises(InputError) as refused:
            clean_key(text)
        assert (refused.value.key, refused.value.values["character"]) == ("not-in-keys", wrong)
    for text, key in (("", "key-missing"), ("A" * 17, "key-too-long")):
        with pytest.raises(InputError) as refused:
            clean_key(text)
        assert refused.value.key == key


def test_keys_are_easy_to_type_and_differ() -> None:
    assert not set("01OIL") & set(ALPHABET)
    keys = {new_key() for _ in range(200)}
    assert len(keys) == 200
    assert all(clean_key(key) == key for key in keys)
    assert variant_keys(SHEET, 40)[:3] == variant_keys(SHEET, 3)
    assert len(set(variant_keys(SHEET, 200))) == 200
    assert variant_keys(SHEET, 3) != variant_keys(make_sheet(43), 3)

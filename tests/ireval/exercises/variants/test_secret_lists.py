"""Who tries seeds finds the lists and keys of a sheet without a secret, and nothing of a sheet with one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, Generated, Sheet, from_json, variant, variant_keys
from ireval.exercises.generator.fresh_numbers import new_secret
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.sheet.model import POLICIES

PUBLIC = Sheet("Exam", 0, (Exercise("e1", "number", "P@5", generated=Generated()),), policy="exam")
SEED = 42
DIGITS = "00112233445566778899aabbccddeeff"
KEY = "K7M2PX9QR"


def found_by_list(sheet: Sheet) -> list[int]:
    """The seeds that give the list which one student sees; an attacker knows the exercises and the student's key."""
    seen = variant(sheet, KEY).questions[0].lists
    return [seed for seed in range(60) if variant(replace(PUBLIC, seed=seed), KEY).questions[0].lists == seen]


def found_by_keys(sheet: Sheet) -> list[int]:
    """The seeds that give the keys on printed worksheets."""
    printed = variant_keys(sheet, 3)
    return [seed for seed in range(2000) if variant_keys(replace(PUBLIC, seed=seed), 3) == printed]


@pytest.mark.slow
def test_a_short_seed_alone_is_found_from_one_list_or_one_key() -> None:
    sheet = replace(PUBLIC, seed=SEED)
    assert found_by_list(sheet) == [SEED] == found_by_keys(sheet)
    assert sheet.guessable and not replace(sheet, policy="practice").guessable


def test_with_a_secret_no_seed_gives_the_list_or_the_keys() -> None:
    sheet = replace(PUBLIC, seed=SEED, secret=DIGITS)
    assert found_by_list(sheet) == [] == found_by_keys(sheet)
    assert not sheet.guessable
    other = replace(sheet, secret=DIGITS[:-1] + "0")
    assert variant(sheet, KEY).questions[0].lists != variant(other, KEY).questions[0].lists
    assert variant_keys(sheet, 1) != variant_keys(other, 1)
    assert all(31 ** len(key) >= 2**40 for key in variant_keys(sheet, 20))


def test_a_secret_has_128_bits_and_all_of_them_count() -> None:
    drawn = {new_secret() for _ in range(50)}
    assert len(drawn) == 50 and {len(bytes.fromhex(secret)) for secret in drawn} == {16}
    words = {Stream("label", secret=f"{1 << bit:032x}").below(2**60) for bit in range(128)}
    assert len(words | {Stream("label").below(2**60)}) == 129


@pytest.mark.parametrize("policy", POLICIES)
def test_the_file_holds_the_secret_and_gives_the_same_lists(policy: str) -> None:
    sheet = replace(PUBLIC, secret=DIGITS, policy=policy)
    read = from_json(sheet.to_json())
    assert read == sheet and variant(read, KEY) == variant(sheet, KEY)
    assert b'"secret"' not in replace(sheet, secret="").to_json(), "files without one keep their bytes"


@pytest.mark.parametrize("secret", ["", "42", DIGITS[1:], DIGITS.upper(), "x" * 32, DIGITS + "00", " " + DIGITS[1:]])
def test_what_is_no_secret_is_refused(secret: str) -> None:
    text = replace(PUBLIC, secret=DIGITS).to_json().decode().replace(DIGITS, secret)
    with pytest.raises(InputError) as refused:
        from_json(text)
    assert refused.value.field == "secret"

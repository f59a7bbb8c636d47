"""Secrets: long enough, of the right letters, and of no use for finding another one."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode

import pytest

from ireval.errors import InputError
from web.store import recovery_code, tokens

STUDENT = "OpMYk_SuyWu7abX8-IowNw"


def test_secrets_cannot_be_guessed() -> None:
    """192 bits for owners, 128 for students and devices: six bits in a character of the URL alphabet."""
    for draw, characters in ((tokens.owner_token, 32), (tokens.device, 22)):
        drawn = {draw() for _ in range(50)}
        assert len(drawn) == 50 and {len(token) for token in drawn} == {characters}
    assert len(tokens.student_token(tokens.owner_token())) == len(tokens.reader_token(tokens.owner_token())) == 22


def test_students_and_readers_tokens_are_the_first_half_of_a_digest() -> None:
    for derive, whose in ((tokens.student_token, b"student of x"), (tokens.reader_token, b"reader of x")):
        half = hashlib.sha256(whose).digest()[:16]
        assert derive("x") == urlsafe_b64encode(half).decode().removesuffix("==")


@pytest.mark.parametrize("text", ["", "A" * 21, "A" * 23, "A" * 22 + "\n", "é" + "A" * 21, "A" * 21 + "."])
def test_what_is_no_device(text: str) -> None:
    assert tokens.is_device(STUDENT)
    assert not tokens.is_device(text) and not tokens.is_reader_token(text)


def test_a_token_that_carries_no_students_token_says_so() -> None:
    assert tokens.student_token(tokens.carrying_token("new", STUDENT)) == STUDENT
    with pytest.raises(tokens.StudentsLinkUnknownError):
        tokens.student_token(tokens.carrying_token("x"))
    assert tokens.secret_part("x.y") == "x"


def test_a_recovery_code_has_125_bits_in_groups_of_five() -> None:
    codes = {recovery_code.new_code() for _ in range(40)}
    assert len(codes) == 40
    assert all([len(group) for group in code.split("-")] == [5] * 5 for code in codes)
    letters = set("".join(codes)) - {"-"}
    assert letters == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ"), "1,000 draws of 32 letters miss none"


def test_what_is_stored_of_a_code_tells_the_students_token_only_with_the_code() -> None:
    """The digest is stored beside the encrypted token, so it must not be what the token is encrypted with."""
    code = recovery_code.new_code()
    stored = recovery_code.stored_code(code, STUDENT)
    digest, encrypted = bytes.fromhex(stored[:32]), bytes.fromhex(stored[32:])
    assert (len(stored), len(encrypted), stored[:32]) == (64, 16, recovery_code.digest(code))
    assert recovery_code.student_token(code, stored) == STUDENT
    plain = urlsafe_b64encode(bytes(a ^ b for a, b in zip(encrypted, digest, strict=True))).decode()
    assert STUDENT not in {plain.removesuffix("=="), urlsafe_b64encode(encrypted).decode().removesuffix("==")}
    assert recovery_code.student_token(recovery_code.new_code(), stored) != STUDENT


@pytest.mark.parametrize(
    ("typed", "key"),
    [("A" * 24, "recovery-code-length"), ("A" * 26, "recovery-code-length"), ("U" * 25, "not-in-recovery-codes")],
)
def test_what_cannot_be_a_code(typed: str, key: str) -> None:
    with pytest.raises(InputError) as raised:
        recovery_code.clean_code(typed)
    assert raised.value.key == key

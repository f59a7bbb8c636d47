"""A sheet that is published gets a seed of its own, with which its lists can be made."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises import Sheet, Variant, variant
from tests.classroom import SHEET
from web.coursework import fresh_seed
from web.coursework.recovery_notice import note_code, take_code


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """The seeds and keys for which lists were made."""
    found: list[tuple[int, str]] = []

    def noted(sheet: Sheet, key: str) -> Variant:
        found.append((sheet.seed, key))
        return variant(sheet, key)

    monkeypatch.setattr(fresh_seed, "variant", noted)
    return found


def test_three_variants_are_made_as_a_test(tried: list[tuple[int, str]]) -> None:
    fresh = fresh_seed.with_fresh_seed(SHEET)
    assert len({key for _, key in tried}) == 3 and {seed for seed, _ in tried} == {fresh.seed}
    assert fresh.seed != SHEET.seed and fresh.secret and fresh.exercises == SHEET.exercises


@pytest.mark.parametrize(("refused", "succeeds"), [(1, True), (2, True), (3, False)])
def test_another_seed_is_tried_twice(monkeypatch: pytest.MonkeyPatch, refused: int, succeeds: bool) -> None:
    seeds: list[int] = []

    def refuse(sheet: Sheet, key: str) -> Variant:
        if sheet.seed not in seeds:
            seeds.append(sheet.seed)
        if len(seeds) <= refused:
            raise InputError("seed", "forged-request")
        return variant(sheet, key)

    monkeypatch.setattr(fresh_seed, "variant", refuse)
    if succeeds:
        assert fresh_seed.with_fresh_seed(SHEET).seed == seeds[-1]
        assert len(seeds) == refused + 1
    else:
        with pytest.raises(InputError):
            fresh_seed.with_fresh_seed(SHEET)
        assert len(seeds) == 3


def test_a_recovery_code_is_taken_once_and_for_its_own_sheet() -> None:
    session: dict[str, object] = {}
    assert take_code(session, "a") == ""
    note_code(session, "a", "code")
    assert take_code(session, "b") == ""
    assert take_code(session, "a") == "code"
    assert take_code(session, "a") == "" and not session

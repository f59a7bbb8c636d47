"""Slips in writing down a correct number, and how likely a number matches by chance; all numbers by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.chance import RARE, ROUNDED, ROUNDED_LATE, TYPICAL, UNUSED, USED, in_order, is_certain, likelihood
from ireval.diagnosis.slips import close, other_sign, reread, slip, units_off
from ireval.measure.registry import measures
from ireval.messages import Message
from ireval.numbers.typed_number import read_typed


@pytest.mark.parametrize(
    ("text", "value", "key", "places"),
    [
        ("0.3", 0.29, "too-few-decimals", None),
        ("3", 3.3935, "too-few-decimals", None),
        ("0.286", 0.28677, "cut-off", 3),
        ("3.3", 3.3935, "cut-off", 1),
        ("8", 8.65, "cut-off", None),
        ("-0.57", -0.579, "cut-off", 2),
        ("0.290", 0.28677, "zeros-added", 2),
        ("0.46", 5 / 11, "rounded-twice", 3),  # 0.4545, 0.455, 0.46
        ("0.35", 0.34446, "", None),  # 0.344 and 0.3445, to two decimals 0.34 both
        ("0.5", 0.44446, "", None),
        ("0.3", 0.24996, "rounded-twice", 2),  # 0.25, 0.3
        ("0.284", 0.28677, "", None),
        ("0", 0.28677, "too-few-decimals", None),
        ("0", 0.68677, "", None),  # cut off, nothing is left
        ("2/7", 0.28677, "", None),
    ],
)
def test_the_slip_in_a_number(text: str, value: float, key: str, places: int | None) -> None:
    found = slip(read_typed(text), value)
    assert (found.key if found else "") == key
    if found and places is not None:
        assert found.message.values["places"] == places
    if found:
        assert (found.kind, found.value) == ("rounding", read_typed(text).value)


def test_a_whole_number_as_a_share_is_exact() -> None:
    assert slip(read_typed("0"), 0.28677, bounded=True) is None
    assert slip(read_typed("1"), 0.9, bounded=True) is None
    assert slip(read_typed("1/3"), 0.33, bounded=True) is None
    share = slip(read_typed("0.3"), 0.28677, bounded=True)
    assert share and share.key == "too-few-decimals" and share.message.values["wanted"] == 2


@pytest.mark.parametrize(
    ("text", "value", "units"),
    [
        ("0.288", 0.28677, 1),
        ("0.282", 0.28677, 5),
        ("0.281", 0.28677, 0),
        ("0.292", 0.28677, 5),
        ("0.293", 0.28677, 0),
        ("0.30", 0.28677, 1),
        ("0.31", 0.28677, 0),
        ("0.4", 0.28677, 0),
        ("3", 2.4, 0),
        ("2/7", 0.2867, 0),
    ],
)
def test_a_last_decimal_that_is_a_little_wrong(text: str, value: float, units: int) -> None:
    """Five units of the third decimal, but one of the second: with two decimals, five are a twentieth of all."""
    assert units_off(read_typed(text), value) == units
    assert close(read_typed(text), 3).message == Message("close", units=3)


def test_a_percent_sign_may_be_missing_or_too_much() -> None:
    found = other_sign(read_typed("29"))
    assert found and (found[0].value, found[0].places, found[1].key) == (0.29, 2, "percent-sign-forgotten")
    assert found[1].message.values == {"number": "29", "percentage": "29 %"}
    found = other_sign(read_typed("0.29 %"))
    assert found and found[0].value == pytest.approx(0.29)
    assert (found[0].places, found[1].key) == (2, "percent-sign-needless")
    assert found[1].message.values == {"number": "0.29"}
    assert [other_sign(read_typed(text)) for text in ("0.29", "1", "29/10")] == [None] * 3
    number = read_typed("29")
    assert reread(number, "percent-sign-forgotten").value == 0.29
    assert reread(read_typed("0.29 %"), "percent-sign-needless").value == pytest.approx(0.29)
    assert reread(number, "cut-off") is number


@pytest.mark.parametrize(
    ("text", "likelier", "certain"),
    [
        ("0.123", [0.123], True),  # one of 1,000 numbers
        ("0.123", [0.1, 0.2, 0.3, 0.4, 0.123], True),  # five: half a per cent
        ("0.123", [0.1, 0.2, 0.3, 0.4, 0.5, 0.123], False),
        ("0.123", [0.1001, 0.1002, 0.2, 0.3, 0.4, 0.123], True),  # two of them are the same with three decimals
        ("0.123", [-0.5, 1.5, 0.2, 0.3, 0.4, 0.5, 0.123], True),  # two of them are no shares
        ("0.12", [0.123], False),  # one of 100
        ("1/8", [0.1, 0.2], True),
    ],
)
def test_a_cause_is_certain_if_few_numbers_match(text: str, likelier: list[float], certain: bool) -> None:
    assert is_certain(read_typed(text), 0.1234, likelier, 1) is certain


def test_an_exact_number_is_certain_unless_it_may_be_chance() -> None:
    assert is_certain(read_typed("0.12"), 0.12, [0.1, 0.2], 1)
    assert not is_certain(read_typed("0.12"), 0.12, [0.1, 0.2], 1, exact=False)
    assert not is_certain(read_typed("1/8"), 0.125, [0.1, 0.125], 1, exact=False)
    assert is_certain(read_typed("1/8"), 0.125, [0.125, 3], 1, exact=False)
    assert is_certain(read_typed("2.5"), 2.4, [2.4] * 3, 30), "one of 300"
    assert not is_certain(read_typed("2.5"), 2.4, [2.4, 2.6], 30)


def test_causes_are_ordered_by_what_people_do() -> None:
    practice = {"divisor": "all-relevant", "rel": 1}
    rare, typical = (
        next(m for measure in measures().values() for m in measure.mistakes if m.rare is wanted)
        for wanted in (True, False)
    )
    value = np.array(0.1)
    expected: list[tuple[Candidate | Cause, int]] = [
        (Candidate("convention", "used", value, choices={"divisor": "all-relevant"}), USED),
        (Candidate("mistake", "typical", value, typical), TYPICAL),
        (Cause("mistake", "any", Message("close", units=1), 0.1), TYPICAL),
        (Candidate("rounding", "2", value, choices={"rounding": "carried", "decimals": 2}), ROUNDED),
        (Candidate("mistake", "rare", value, rare), RARE),
        (Candidate("convention", "unused", value, choices={"divisor": "nobody"}), UNUSED),
        (Candidate("rounding", "3", value, choices={"rounding": "carried", "decimals": 3}), ROUNDED_LATE),
    ]
    assert [likelihood(x, [practice]) for x, _ in expected] == [kind for _, kind in expected]
    assert [kind for _, kind in expected] == sorted(kind for _, kind in expected)
    found = in_order([x for x, _ in reversed(expected)], measures()["AP"])
    assert [x.key for x in found] == ["used", "any", "typical", "2", "rare", "unused", "3"]

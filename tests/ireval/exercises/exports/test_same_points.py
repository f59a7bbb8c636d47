"""The same answers earn the same on the sheet and in its files, with the same reasons; a note says what differs.

All presets and all kinds that ask for numbers occur, each with some of the formats and numbers of decimals.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest

from ireval.conventions import PRESETS
from ireval.exercises import NUMBER, Part, Question, Sheet, make_sheet, variant, variant_keys
from ireval.exercises.exports.platform_files import export
from ireval.exercises.marking.wrong_answers import wrong_answers
from ireval.messages import say
from ireval.numbers.expression import fixed
from tests.ireval.exercises.exported_answers import READERS, in_document_order, spellings_marked
from tests.ireval.exercises.sample_sheets import DRAWN
from tests.tiers import sampled

#: As many seeds of each kind.
SEEDS = 4
FORMS = ("moodle", "gift", "qti21", "csv")
DECIMALS = (3, 2, 4)
#: As many parts of a table are checked.
MOST_PARTS = 3


@pytest.mark.parametrize("kind", sampled(DRAWN, 3))
def test_the_same_answers_earn_the_same_points(kind: str) -> None:
    checked = with_numbers = 0
    first = SEEDS * DRAWN.index(kind)
    for seed in range(first, first + SEEDS):
        sheet, form = sheet_of(kind, seed), FORMS[(seed + seed // len(PRESETS)) % len(FORMS)]
        key = variant_keys(sheet, 1)[0]
        (question,) = variant(sheet, key).questions
        numbers = [part for part in question.parts if part.kind == NUMBER]
        if not numbers:
            continue
        with_numbers += 1
        file = export(sheet, form)
        gaps = READERS[form](file.data)
        parts = in_document_order(question) if form == "moodle" else list(question.parts)
        for part in numbers[:: max(1, len(numbers) // MOST_PARTS)]:
            gap = gaps[key, question.id, parts.index(part)]
            for text in typed_numbers(question, part):
                marked = spellings_marked(question, part, text)
                share, feedback = gap.judge(text)
                assert any(share == pytest.approx(x.points / part.points, rel=2e-3) for x in marked), (text, marked)
                if marked[0].reason and marked[0].points and len({x.cause for x in marked}) == 1:
                    assert say(marked[0].reason) in feedback, (text, feedback, marked)
                checked += 1
        assert form == "csv" or "numbers-without-digits" in {note.key for note in file.report}
    assert with_numbers in {0, SEEDS}, "a kind asks for numbers, or it does not"
    assert checked > 30 or not with_numbers


def test_all_presets_and_formats_occur() -> None:
    assert len(DRAWN) * SEEDS >= len(PRESETS) and len(FORMS) <= SEEDS


def sheet_of(kind: str, seed: int) -> Sheet:
    """A sheet with one exercise of a kind."""
    preset = list(PRESETS)[seed % len(PRESETS)]
    return make_sheet(seed, 1, conventions=preset, decimals=DECIMALS[seed % len(DECIMALS)], kinds=[kind])


def typed_numbers(question: Question, part: Part) -> Iterator[str]:
    """The correct number, cut off and with fewer decimals and added zeros; close ones; known mistakes; 0 and 1."""
    unit = 10.0**-part.places
    found = {fixed(part.value + steps * unit, part.places) for steps in (-8, -2, -1, 0, 1, 2, 8)} | {"0", "1"}
    for places in range(1, part.places):
        rounded, cut = fixed(part.value, places), f"{part.value + 1e-9:.9f}"[: places - 9]
        found |= {rounded, cut, f"{Decimal(rounded):.{part.places}f}"}
    if part.places:
        found.add(f"{part.value + 1e-9:.9f}"[: part.places - 9])
    wrong = [x.value for x in wrong_answers(question, part)]
    found |= {fixed(x, places) for x in wrong[::4] for places in {part.places, min(part.places, 2)}}
    return iter(sorted(found))

"""Variants are always the same for the same key, and different for different keys."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from ireval.errors import InputError
from ireval.exercises import (
    Exercise,
    Generated,
    RankedList,
    Sheet,
    check,
    from_json,
    key_json,
    make_sheet,
    mark,
    variant,
    variant_keys,
)
from ireval.exercises.kinds.choices.situations import SITUATIONS
from ireval.exercises.sheet.model import GENERATOR, OLDEST_GENERATOR
from tests.ireval.exercises.sample_questions import KEY, one
from tests.ireval.exercises.sample_sheets import SHEET, drawn

pytestmark = pytest.mark.slow

#: A mistake or a choice that is added, or a corrected measure, changes what is drawn for some of these.
DRAWN = ("nDCG@5", "nDCG", "DCG@5", "CG@5", "AP", "AP@5", "Bpref", "P@5", "Rprec", "RR", "IPrec11", "ERR@5", "Q", "RBP")
PRESETS_DRAWN = ("lillis", "trec_eval", "kth")


def number_drawn(measure: str, preset: str, generator: int) -> bytes:
    """What four seeds draw for an exercise that asks for the score of ``measure``."""
    exercise = Exercise("e1", "number", measure, generated=Generated())
    sheets = (Sheet("", seed, (exercise,), preset, generator=generator) for seed in range(4))
    return b"".join(drawn(variant(sheet, KEY)) for sheet in sheets)


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


#: Of a sheet and a longer one, each as bytes and as one key draws it, and of numbers; by the version of the generator.
DIGESTS = {
    3: ("6c8da9773d284ad7", "1f3d44fdd57f6f93", "b7f7675bb749386c", "534439cd1a39097b", "9743b367bd39ce8c"),
    4: ("a409cd6716a406cf", "85b123e9364ea7dd", "b7f7675bb749386c", "45b89b4cd51708ff", "6a116b0b0f716493"),
}


@pytest.mark.parametrize("generator", DIGESTS)
def test_the_same_seed_and_version_give_the_same_bytes_for_years(generator: int) -> None:
    """A change of what is drawn needs a higher GENERATOR, and then new digests here; the older ones stay."""
    assert set(DIGESTS) == set(range(OLDEST_GENERATOR, GENERATOR + 1)) and SHEET.generator == GENERATOR
    short, long = (replace(sheet, generator=generator) for sheet in (SHEET, make_sheet(7, 12, decimals=4)))
    assert from_json(short.to_json()) == short
    numbers = b"".join(number_drawn(measure, preset, generator) for measure in DRAWN for preset in PRESETS_DRAWN)
    variants = drawn(variant(short, KEY)), drawn(variant(long, "AAA"))
    assert tuple(map(digest, (short.to_json(), long.to_json(), *variants, numbers))) == DIGESTS[generator]


def test_different_keys_give_different_variants() -> None:
    made_of = [variant(SHEET, key) for key in variant_keys(SHEET, 12)]
    for place, question in enumerate(made_of[0].questions):
        if question.lists:
            assert len({str(v.questions[place].lists) for v in made_of}) == 12
    assert len({key_json(v) for v in made_of}) == 12


def test_an_exercise_does_not_depend_on_its_neighbours() -> None:
    alone = replace(SHEET, exercises=SHEET.exercises[3:4], title="other")
    assert variant(alone, KEY).questions[0] == variant(SHEET, KEY).questions[3]


def test_no_situation_and_no_task_is_drawn_twice() -> None:
    for seed in range(4):
        sheet = make_sheet(seed, 30)
        sheet = replace(sheet, exercises=(*sheet.exercises, Exercise("e31", "choose", task="known-item")))
        drawn = [question.drawn for question in variant(sheet, KEY).questions if question.kind in {"choose", "inverse"}]
        assert len(set(drawn)) == len(drawn) > 6 and "" not in drawn
        assert len(drawn) == sum(exercise.kind in {"choose", "inverse"} for exercise in sheet.exercises)
    many = Sheet("", 1, tuple(Exercise(f"e{i}", "choose") for i in range(13)))
    assert {question.drawn for question in variant(many, KEY).questions} == set(SITUATIONS)


def test_situations_whose_reasons_are_not_true_are_not_drawn() -> None:
    drawn = {
        preset: {
            variant(Sheet("", seed, (Exercise("e1", "choose"),), preset, overrides), KEY).questions[0].drawn
            for seed in range(120)
        }
        for preset, overrides in (("trec_eval", {}), ("kth", {"unjudged": "skipped"}), ("sklearn", {}))
    }
    assert drawn["trec_eval"] == set(SITUATIONS)
    assert drawn["kth"] == set(SITUATIONS) - {"few-judgements"}
    assert drawn["sklearn"] == set(SITUATIONS) - {"whole-list", "ten-tiles"}
    skipped = Sheet("", 1, (), overrides={"unjudged": "skipped"})
    with pytest.raises(InputError) as refused:
        check(skipped, Exercise("e1", "choose", task="few-judgements"), "exercises[0]")
    assert (refused.value.field, refused.value.key) == ("exercises[0].task", "situation-untrue")


def test_a_fixed_list_is_the_same_for_everybody() -> None:
    fixed_list = RankedList("101003000200003", "32211", names=("d123", "d84"))
    first, second = (one("table", "AP", list=fixed_list, key=key) for key in ("AAA", "BBB"))
    assert first == second
    assert first.lists[0].rows[0].name == "d123" and first.lists[0].rows[2].name == "d3"
    assert first.parts[-1].right == "0.290"


def test_an_exercise_may_have_conventions_and_decimals_of_its_own() -> None:
    """DCG of the grades 3, 2, 1: lillis has 3 + 2/1 + 1/log2(3), trec_eval 3 + 2/log2(3) + 1/log2(4)."""
    ranked = RankedList("321")
    plain = Exercise("e1", "number", "DCG@3", list=ranked)
    own = [
        plain,
        Exercise("e2", "number", "DCG@3", list=ranked, preset="trec_eval", decimals=1),
        Exercise("e3", "number", "DCG@3", list=ranked, overrides={"gain": "exponential"}, decimals=0),
        Exercise("e4", "number", "DCG@3", list=ranked, preset="trec_eval", overrides={"gain": "exponential"}),
    ]
    sheet = Sheet("", 1, tuple(own), "lillis", {"discount": "log2-rank"})
    questions = variant(sheet, KEY).questions
    assert [q.parts[0].right for q in questions] == ["5.631", "4.8", "11", "9.393"]
    assert [q.decimals for q in questions] == [3, 1, 0, 3]
    assert "to 1 decimal" in questions[1].prompt and "as a whole number" in questions[2].prompt
    first = [q.notes[0] for q in questions]
    assert first[1].startswith("Conventions of this exercise: trec_eval") and "this exercise" not in first[0]
    assert first[2].startswith("Conventions of this exercise: Gain: ")
    assert from_json(sheet.to_json()) == sheet
    assert not {"preset", "overrides", "decimals"} & json.loads(sheet.to_json())["exercises"][0].keys()
    assert mark(questions[1], {"score": "4.8"}).points == 1 and mark(questions[1], {"score": "5.6"}).points < 1


@pytest.mark.parametrize("overrides", [{"rounding": "columns", "decimals": 1}, {"rounding": "carried", "decimals": 2}])
def test_conventions_of_rounding_are_kept(overrides: dict[str, object]) -> None:
    for seed in range(2):
        sheet = make_sheet(seed, 6, conventions="lillis", overrides=overrides)
        for question in variant(sheet, KEY).questions:
            marked = mark(question, {part.id: part.right for part in question.parts})
            assert {part.outcome for part in marked.parts} == {"right"}

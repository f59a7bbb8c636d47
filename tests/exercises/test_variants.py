"""Variants: the same for ever, other ones for other keys, and lists on which right and wrong can be told apart."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from math import isnan

import pytest

from ireval.diagnosis.causes import causes
from ireval.errors import InputError
from ireval.exercises import (
    KINDS,
    Exercise,
    Generated,
    RankedList,
    Sheet,
    Variant,
    check,
    clean_key,
    key_json,
    key_text,
    make_sheet,
    mark,
    new_key,
    variant,
    variant_keys,
)
from ireval.exercises.generator.acceptance import CLEAR, PATIENCE
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.generator.variant_keys import ALPHABET
from ireval.exercises.kinds.situations import SITUATIONS
from ireval.exercises.question.question import ranking_of
from ireval.exercises.variants.stress import stress
from ireval.exercises.variants.variant import make_question
from ireval.numbers.expression import fixed
from tests.exercises.making import KEY, one

SHEET = make_sheet(42, conventions="lillis")


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def drawn(made_of: Variant) -> bytes:
    """What is drawn and what is right, without words that may be put better one day."""
    kept = ("id", "kind", "lists", "grid", "tables")
    questions = [
        {name: question[name] for name in kept} | {"right": [[part["id"], part["right"]] for part in question["parts"]]}
        for question in json.loads(key_json(made_of))["questions"]
    ]
    return json.dumps(questions, ensure_ascii=False).encode()


def test_the_same_seed_and_version_give_the_same_bytes_for_years() -> None:
    """Whoever changes what is drawn raises GENERATOR, and then these."""
    assert SHEET.generator == 1
    assert digest(SHEET.to_json()) == "8183570474f78850"
    assert digest(make_sheet(7, 12, decimals=4).to_json()) == "d3326cbeb12d3496"
    assert digest(drawn(variant(SHEET, KEY))) == "e68d99a997aa3700"
    assert digest(drawn(variant(make_sheet(7, 12, decimals=4), "AAA"))) == "9cdff16c269d37fd"


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


def test_different_keys_give_different_variants() -> None:
    made_of = [variant(SHEET, key) for key in variant_keys(SHEET, 12)]
    for place, question in enumerate(made_of[0].questions):
        if question.lists:
            assert len({str(v.questions[place].lists) for v in made_of}) == 12
    assert len({key_json(v) for v in made_of}) == 12


def test_an_exercise_does_not_depend_on_its_neighbours() -> None:
    alone = replace(SHEET, exercises=SHEET.exercises[3:4], title="other")
    assert variant(alone, KEY).questions[0] == variant(SHEET, KEY).questions[3]


def test_no_situation_and_no_task_is_asked_twice() -> None:
    for seed in range(4):
        sheet = make_sheet(seed, 24)
        sheet = replace(sheet, exercises=(*sheet.exercises, Exercise("e25", "choose", task="known-item")))
        drawn = [question.drawn for question in variant(sheet, KEY).questions if question.kind in {"choose", "inverse"}]
        assert len(set(drawn)) == len(drawn) == 9 and "" not in drawn
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
    with pytest.raises(InputError, match="not true under") as refused:
        check(skipped, Exercise("e1", "choose", task="few-judgements"), "exercises[0]")
    assert refused.value.field == "exercises[0].task"


def test_a_sheet_of_six_has_one_of_each_kind() -> None:
    for seed in range(5):
        kinds = [x.kind for x in make_sheet(seed).exercises]
        assert kinds == list(KINDS) and {"table", "number"} <= set(kinds)
    assert [x.kind for x in make_sheet(1, 1).exercises] == ["number"]
    assert len({x.measure for x in make_sheet(1, 4).exercises}) == 4


@pytest.mark.parametrize(("field", "values"), [("seed", (-1, 1)), ("exercises", (1, 0)), ("exercises", (1, 41))])
def test_a_sheet_out_of_range_is_refused(field: str, values: tuple[int, int]) -> None:
    with pytest.raises(InputError) as refused:
        make_sheet(*values)
    assert refused.value.field == field


@pytest.mark.parametrize("measure", ["AP@5", "nDCG@5", "Bpref", "alpha_nDCG@5"])
def test_right_and_wrong_differ_at_the_sheets_precision(measure: str) -> None:
    """Over 200 seeds, by what people would print: no wrong number looks like the right one, or like another mistake."""
    for seed in range(50):
        question = one("number", measure, seed=seed)
        wrong = causes(measure, ranking_of(question.tables[0]), question.conventions)
        right = fixed(question.tables[0].value or 0.0, 3)
        printed = [fixed(c.value, 3) for c in wrong if c.kind != "rounding"]
        assert right not in printed
        mistakes = [fixed(c.value, 3) for c in wrong if c.kind == "mistake"]
        assert len(set(mistakes)) == len(mistakes)


@pytest.mark.parametrize("measure", ["nDCG@5", "DCG@5", "nDCG@10"])
@pytest.mark.parametrize("discount", ["log2-rank", "log5-rank", "log10-rank"])
def test_right_and_wrong_differ_under_every_discount(measure: str, discount: str) -> None:
    """Down to rank 5 no gain is divided by log10(i): who takes another logarithm makes no mistake there."""
    exercise = Exercise("e1", "number", measure, generated=Generated())
    for seed in range(6):
        sheet = Sheet("", seed, (exercise,), "trec_eval", {"discount": discount})
        table = variant(sheet, KEY).questions[0].tables[0]
        wrong = {m.key: float(m.compute(table.computed.table)[0]) for m in table.measure.mistakes}
        right = fixed(table.value or 0.0, 3)
        assert right not in [fixed(value, 3) for value in wrong.values() if not isnan(value)], wrong
        assert isnan(wrong["natural-logarithm"]) == (discount == "log10-rank" and not measure.endswith("10"))


def test_lists_are_humane() -> None:
    for seed in range(60):
        for ranked in one("number", "nDCG@5", seed=seed).lists:
            relevant = [row.label not in {"0", "unjudged"} for row in ranked.rows]
            missed = [row.label for row in ranked.missed]
            assert len(relevant) == 10
            assert any(relevant[:3]) and 2 <= sum(relevant[:5]) < 5
            assert 5 < sum(relevant) + len(missed) <= 8 and missed
            assert len({row.name for row in (*ranked.rows, *ranked.missed)}) == 10 + len(missed)


def test_two_systems_answer_the_same_query() -> None:
    for measure in ("Bpref", "nDCG@5"):
        for seed in range(20):
            question = one("better", measure, seed=seed)
            seen = [{row.name: row.label for row in (*x.rows, *x.missed)} for x in question.lists]
            shared = seen[0].keys() & seen[1].keys()
            assert all(seen[0][name] == seen[1][name] for name in shared)
            counts = [sorted(label for label in x.values() if label not in {"0", "unjudged"}) for x in seen]
            assert counts[0] == counts[1]
            a, b = (table.value or 0.0 for table in question.tables)
            assert a == pytest.approx(b, abs=1e-9) or abs(a - b) > 0.004


def test_what_cannot_be_told_apart_is_refused_in_the_end() -> None:
    sheet = make_sheet(1, 1)
    with pytest.raises(InputError, match="No good list"):
        make_question(sheet, replace(sheet.exercises[0], measure="P@1"), KEY)


def test_a_measure_without_a_clear_list_gets_the_next_best() -> None:
    sheet = make_sheet(1, 1)
    found = make_question(sheet, replace(sheet.exercises[0], measure="Accuracy"), KEY)
    assert found.grade > CLEAR and found.draws <= PATIENCE[found.grade]


def test_usual_exercises_are_clear() -> None:
    done = list(stress(range(1, 4), conventions="trec_eval"))
    assert {x.kind for x in done} == set(KINDS)
    for x in done:
        assert (x.seeds, x.refused, x.grades[CLEAR]) == (3, 0, 3), x
        assert x.draws >= 3


def test_the_key_has_the_worked_tables() -> None:
    made_of = variant(SHEET, KEY)
    text = key_text(made_of)
    assert f"variant {KEY}, seed 42, generator 1" in text
    for question in made_of.questions:
        for part in question.parts:
            assert f"{part.label}: {part.right}" in text
        assert all(note in text for note in question.notes)
        for table in question.tables:
            assert all(line in text for line in table.lines())
    data = json.loads(key_json(made_of))
    assert [q["id"] for q in data["questions"]] == [f"e{i}" for i in range(1, 7)]
    parts = {part["id"] for q in data["questions"] if q["grid"] for part in q["parts"]}
    gaps = {c["part"] for q in data["questions"] if q["grid"] for row in q["grid"]["rows"] for c in row if c != str(c)}
    assert gaps and gaps <= parts


def test_a_fixed_list_is_the_same_for_everybody() -> None:
    fixed_list = RankedList("101003000200003", "32211", names=("d123", "d84"))
    first, second = (one("table", "AP", list=fixed_list, key=key) for key in ("AAA", "BBB"))
    assert first == second
    assert first.lists[0].rows[0].name == "d123" and first.lists[0].rows[2].name == "d3"
    assert first.parts[-1].right == "0.290"


def test_streams_are_even() -> None:
    stream = Stream("even", 1)
    counts = [0] * 7
    for _ in range(7000):
        counts[stream.below(7)] += 1
    assert min(counts) > 850 and max(counts) < 1150
    assert sorted(stream.shuffled(range(50))) == list(range(50))
    assert stream.shuffled(range(50)) != list(range(50))
    assert {stream.between(2, 4) for _ in range(50)} == {2, 3, 4}


@pytest.mark.parametrize("overrides", [{"rounding": "columns", "decimals": 1}, {"rounding": "carried", "decimals": 2}])
def test_conventions_of_rounding_are_kept(overrides: dict[str, object]) -> None:
    for seed in range(2):
        sheet = make_sheet(seed, 6, conventions="lillis", overrides=overrides)
        for question in variant(sheet, KEY).questions:
            marked = mark(question, {part.id: part.right for part in question.parts})
            assert {part.outcome for part in marked.parts} == {"right"}


@pytest.mark.parametrize(
    "drawn",
    [
        Generated(3),
        Generated(4, 5),
        Generated(20, 2, 10),
        Generated(10, 0, 7),
        Generated(6, 1, 0, 2),
        Generated(12, 4, 3, 6),
    ],
)
def test_lists_of_any_length_can_be_drawn(drawn: Generated) -> None:
    for kind in ("number", "table", "better", "wrong-cell"):
        for measure in ("AP", "nDCG", "Bpref", "alpha_nDCG"):
            for seed in range(3):
                question = one(kind, measure, generated=drawn, seed=seed, decimals=4)
                assert len(question.lists[0].rows) == drawn.length
                assert mark(question, {part.id: part.right for part in question.parts}).points == 12


def test_the_grade_that_is_relevant_is_minded() -> None:
    for measure in ("AP", "Bpref", "nDCG@5", "AP(rel=3)"):
        sheet = make_sheet(5, 1, overrides={"rel": 2})
        question = make_question(sheet, replace(sheet.exercises[0], measure=measure), KEY).question
        grades = [int(row.label) for row in question.lists[0].rows if row.label != "unjudged"]
        least = 3 if "3" in measure else 2
        assert sum(grade >= least for grade in grades) >= 3 or measure == "nDCG@5"
        assert min(grades) < least


def notes(measure: str, labels: str = "", missed: str = "", **overrides: object) -> set[str]:
    sheet = make_sheet(5, 1, conventions="lillis", overrides=overrides)
    listed = {"list": RankedList(labels, missed), "generated": None} if labels else {}
    return set(make_question(sheet, replace(sheet.exercises[0], measure=measure, **listed), KEY).question.notes)  # type: ignore[arg-type]


def test_what_a_student_has_to_know_is_told() -> None:
    """Everything that changes the number, and that the list does not show."""
    assert notes("AP") == notes("AP", divisor="min-r-k") == {"AP divides by: all relevant (R)"}
    assert notes("AP@5", divisor="min-r-k") == {"AP divides by: min(R, k)"}
    assert "Relevant from grade: 2" in notes("AP", rel=2)
    assert "Relevant from grade: 1" in notes("AP", "1020", "3")
    assert "Relevant from grade: 1" in notes("P@3", "1010", "3")
    assert "Relevant from grade: 1" not in notes("P@3", "1010", "1")
    assert "Rounding: every step, rounded to 2 decimals" in notes("AP", rounding="carried")
    assert "Rounding: quotients of shown cells, rounded to 1 decimal" in notes("nDCG@5", rounding="columns", decimals=1)
    assert "Top grade: 4" in notes("ERR@5")
    assert "Level reached: recall > r" in notes("P_at_recall(reach='above')@0.5")
    assert "Interpolation: The highest precision at any recall of r or more" in notes("IPrec@0.5")
    assert not notes("RR", rounding="columns")  # there is no sum to round
    assert "Unjudged documents: count as non-relevant" in notes("AP", "1u1", "1")
    assert {"Discount: log2(i + 1)", "Alpha: 0.5"} <= notes("alpha_nDCG@5")
    assert any(note.startswith("Ideal list: of all judged documents") for note in notes("alpha_nDCG@5"))


@pytest.mark.parametrize(
    ("measure", "cut", "end"),
    [
        ("nDCG@5", "whole", "at the cutoff"),
        ("nDCG@5", "list-end", "at the cutoff"),
        ("nDCG@5", "uncut", "with its last document"),
        ("nDCG", "whole", "with its last document"),
        ("nDCG", "list-end", "where the ranking ends"),
    ],
)
def test_where_the_ideal_list_ends_is_told_as_it_is_on_this_list(measure: str, cut: str, end: str) -> None:
    assert f"Ideal list ends: {end}" in notes(measure, ideal_cut=cut)


def test_the_decimals_of_every_column_are_told() -> None:
    """Paper has no hint beside a cell."""
    sheet = make_sheet(1, 1, overrides={"rounding": "columns", "decimals": 1})
    asked = {
        measure: make_question(sheet, replace(sheet.exercises[0], kind="table", measure=measure), KEY).question.prompt
        for measure in ("nDCG@5", "P@5", "CG@5")
    }
    assert asked["nDCG@5"].endswith(
        "G, CG, DCG, IG, IDCG and NDCG. Give DCG and IDCG to 1 decimal and NDCG to 3 decimals."
    )
    assert asked["P@5"].endswith("fill in the columns P and recall. Give numbers to 3 decimals.")
    assert asked["CG@5"].endswith("fill in the column CG. Give numbers without decimals.")

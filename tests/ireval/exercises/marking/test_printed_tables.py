"""What a source prints is right under its preset, with the decimals that it prints and its rounding on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ireval.exercises import Marked, RankedList, mark
from tests.ireval.exercises.sample_questions import one

GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "worked_examples.json").read_text(encoding="utf-8"))
EXPECTED = {example["id"]: example["expected"] for example in GOLDEN["examples"]}
LILLIS = RankedList("101003000200003", "32211")
KTH = {1: RankedList("11010000100111101010"), 2: RankedList("10110001100111101000")}


def marked(measure: str, ranked: RankedList, printed: Mapping[str, Any], preset: str, decimals: int) -> Marked:
    """The table filled with the printed columns, each a list of numbers or what the golden file says of them."""
    question = one("table", measure, preset=preset, list=ranked, columns=tuple(printed), decimals=decimals)
    answers: dict[str, str] = {}
    for column, cells in printed.items():
        numbers: Sequence[float] = cells["printed"] if isinstance(cells, dict) else cells
        places = cells["decimals"] if isinstance(cells, dict) else 1
        answers |= {f"{column}-{row}": f"{x:.{places}f}" for row, x in enumerate(numbers, start=1)}
    score = {part.id: part.right for part in question.parts if not part.at}
    return mark(question, answers | score)


@pytest.mark.parametrize("decimals", [1, 2, 3, 4])
def test_the_lillis_table_is_right_under_its_preset(decimals: int) -> None:
    """1.6/7.9 and 4.2/11.8 are quotients of rounded cells, which differ from the exact ones in the second decimal."""
    expected = EXPECTED["lillis.ndcg"]
    printed = {key: expected[key] for key in ("G", "CG", "DCG", "IG", "IDCG", "NDCG")}
    printed["G"], printed["IG"] = ({"printed": printed[key], "decimals": 0} for key in ("G", "IG"))
    found = marked("nDCG", LILLIS, printed, "lillis", decimals)
    assert found.points == 12, [(x.part.label, x.given, x.outcome) for x in found.parts if x.points < x.part.points]
    elsewhere = marked("nDCG", LILLIS, printed, "kth", 3)
    assert elsewhere.points < 12


def test_the_blog_table_is_right_under_its_preset() -> None:
    """Its nDCG of 0.9694 is a quotient of rounded cells, cut off."""
    expected = EXPECTED["blog.ndcg_A"]
    for decimals in (2, 4):
        printed = {key: expected[key] for key in ("DCG", "IDCG")}
        assert marked("nDCG@3", RankedList("524"), printed, "blog", decimals).points == 12
        question = one("table", "nDCG@3", preset="blog", list=RankedList("524"), columns=("NDCG",), decimals=decimals)
        assert mark(question, {"NDCG-3": f"{expected['value']['printed']}"}).part("NDCG-3").outcome in {
            "right",
            "within-rounding",
        }


@pytest.mark.parametrize("system", [1, 2])
def test_the_kth_tables_are_right_under_their_preset(system: int) -> None:
    expected = EXPECTED["kth.two_systems"][f"system_{system}"]
    printed = {"P": expected["precision"], "recall": expected["recall"]}
    assert marked("P@20", KTH[system], printed, "kth", 2).points == 12


def test_the_kth_gains_are_right_under_their_preset() -> None:
    expected = {key: cells["system_1"] for key, cells in EXPECTED["kth.ndcg"].items() if key != "IDCG"}
    printed = {"CG": expected["CG"], "DCG": expected["DCG"], "NDCG": expected["nDCG"]}
    found = marked("nDCG", RankedList("320012310"), printed | {"IDCG": EXPECTED["kth.ndcg"]["IDCG"]}, "kth", 2)
    wrong = [(x.part.label, x.given, x.part.right, x.outcome) for x in found.parts if x.points < x.part.points]
    assert not wrong or found.points == 12, wrong


def test_the_precisions_of_modern_information_retrieval_are_right_under_its_preset() -> None:
    expected = EXPECTED["mir-15.average_precision"]["precisions"]["printed"]
    question = one("table", "AP", preset="mir", list=LILLIS, columns=("term",), decimals=2)
    ranks = [rank for rank, label in enumerate(LILLIS.labels, start=1) if label != "0"]
    answers = {f"term-{rank}": f"{x:.2f}" for rank, x in zip(ranks, expected, strict=True)}
    answers["score"] = f"{EXPECTED['mir-15.average_precision']['value']['printed']:.2f}"
    found = mark(question, answers)
    assert all(found.part(name).points == found.part(name).part.points for name in answers)


def test_the_lillis_bpref_is_right_under_its_preset() -> None:
    expected = EXPECTED["lillis.bpref"]
    question = one("number", "Bpref", preset="lillis", list=RankedList("nrurunnnrnr"), decimals=3)
    assert mark(question, {"score": f"{expected['value']['printed']}"}).points == 12

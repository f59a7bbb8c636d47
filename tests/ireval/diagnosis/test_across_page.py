"""Numbers from elsewhere on the page, in single precision, cut off on the way, or exactly 1; truth by hand or NumPy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ireval.conventions import effective
from ireval.diagnosis.inquiry import diagnose
from ireval.diagnosis.verdict import Diagnosis
from ireval.messages import say
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking

TEN = ("0110100001", "11")
TREC = effective("trec_eval")


def asked(measure: str, text: str, labels: str = TEN[0], missed: str = TEN[1]) -> Diagnosis:
    return diagnose(measure, read_ranking(labels, missed), TREC, text)


def test_precision_is_named_before_zeros_that_were_added() -> None:
    """AP = (1/2 + 2/3 + 3/5 + 4/10)/6 = 0.361; P@10 is 0.4."""
    found = asked("AP", "0.400")
    assert found.causes[0].key == "other-column=P"
    assert found.causes[-1].key == "zeros-added"


def test_zeros_that_were_added_are_never_certain() -> None:
    """Every score of some lists, rounded to one or two decimals, with zeros."""
    alone = 0
    for labels, missed in (TEN, ("01101000010000000", "1"), ("3012010", "21"), ("0010011", "")):
        for measure in ("AP", "nDCG", "nDCG@5", "Bpref", "R", "F", "RBP", "IPrec11"):
            value = asked(measure, "0.123456", labels, missed).value or 0.0
            for text in (f"{value:.1f}00", f"{value:.2f}0", f"{value:.2f}00"):
                found = asked(measure, text, labels, missed)
                first = [x.key for x in found.causes[:1]]
                assert first != ["zeros-added"] or not found.certain, (measure, labels, text)
                alone += [x.key for x in found.causes] == ["zeros-added"]
    assert alone > 20


#: AP, P@10, R and RR of the ten, by hand, and nDCG.
_NDCG = sum(1 / math.log2(i + 1) for i in (2, 3, 5, 10)) / sum(1 / math.log2(i + 1) for i in range(1, 7))


@pytest.mark.parametrize(
    ("measure", "value", "other"),
    [
        ("P@10", (1 / 2 + 2 / 3 + 3 / 5 + 4 / 10) / 6, "AP"),
        ("nDCG@10", (1 / 2 + 2 / 3 + 3 / 5 + 4 / 10) / 6, "AP"),
        ("AP", _NDCG, "nDCG"),
        ("AP", 4 / 6, "R"),
        ("Bpref", _NDCG, "nDCG"),
    ],
)
def test_the_score_of_another_measure_is_named(measure: str, value: float, other: str) -> None:
    for places in (3, 4):
        found = asked(measure, f"{value:.{places}f}")
        (cause,) = [x for x in found.causes if x.key == f"other-measure={other}"]
        assert say(cause.message) == f"You gave the {other} of this list, not {measure}."
        assert cause.value == pytest.approx(value)
        assert found.yours(cause).text.startswith(f"{other} = ")
        assert found.correction(cause).text.startswith(f"{measure} = ")


def test_the_area_by_trapezoids_is_named() -> None:
    """As scikit-learn's auc(recall, precision) does it, from (0, 1) on; NumPy integrates."""
    hits = np.cumsum([0, 1, 1, 0, 1, 0, 0, 0, 0, 1])
    precision, recall = np.append(1, hits / np.arange(1, 11)), np.append(0, hits / 4)
    area = float(np.trapezoid(precision, recall))
    found = asked("AP", f"{area:.5f}")
    key = "area-by-trapezoids=from-0-and-1,every-rank,recall-of-found"
    (cause,) = [x for x in found.causes if x.key == key]
    assert "by trapezoids" in say(cause.message)
    assert found.yours(cause).text.endswith(f" = {area:.5f}")


def test_a_point_of_the_curve_is_named() -> None:
    """After rank 7, precision is 3/7."""
    found = asked("nDCG", f"{3 / 7:.4f}")
    assert any(x.key.startswith("curve-point=") and "P[7]" in x.key for x in found.causes)


@pytest.mark.parametrize("digits", range(7, 18))
def test_single_precision_is_correct(digits: int) -> None:
    gains = np.array([3, 2, 3, 0, 1, 2], dtype=np.float32)
    logs = np.log2(np.arange(2, 8, dtype=np.float32))
    dcg, ideal = (gains / logs).sum(dtype=np.float32), (np.sort(gains)[::-1] / logs).sum(dtype=np.float32)
    single = np.float32(dcg / ideal)
    found = asked("nDCG", f"{float(single):.{digits}g}", "323012", "")
    assert found.right
    assert asked("nDCG", f"{float(single) + 3e-6:.{digits}g}", "323012", "").right is False


def test_single_precision_is_said() -> None:
    found = asked("DCG", f"{float(np.float32(0.1)) * 10:.9f}", "1", "")
    assert found.right and found.remark and "single precision" in say(found.remark)
    assert not asked("DCG", f"{9 / 7:.9f}", "1", "").right


#: A list that many encyclopaedias and courses use.
WELL_KNOWN = "323012"


@pytest.mark.parametrize("digits", range(4, 18))
def test_a_mistake_in_single_precision_has_its_cause(digits: int) -> None:
    """DCG by the natural logarithm, every step of it in 32 bits, with any number of digits."""
    gains = np.array([int(x) for x in WELL_KNOWN], dtype=np.float32)
    single = (gains / np.log(np.arange(2, 8, dtype=np.float32))).sum(dtype=np.float32)
    assert single.dtype == np.float32
    found = asked("DCG", f"{float(single):.{digits}g}", WELL_KNOWN, "")
    assert found.causes[0].key == "natural-logarithm"
    assert found.certain


def test_a_mistake_that_was_cut_off() -> None:
    """DCG by the natural logarithm is 1/ln 2 + 1/ln 3 + 2/ln 5 = 3.5955...: 3.595 was cut off."""
    double = 1 / math.log(2) + 1 / math.log(3) + 2 / math.log(5)
    for labels, right, text in (("1102", double, "3.595"), (WELL_KNOWN, 9.89851344854476, "9.898")):
        assert text == f"{math.floor(right * 1000) / 1000:.3f}" != f"{right:.3f}"
        found = asked("DCG", text, labels, "")
        assert [(x.key, x.message.key) for x in found.causes] == [("natural-logarithm", "cause-cut-off")]
        assert found.certain
        assert found.yours(found.causes[0]).text.endswith(f" = {right:.5f}, given as {text}")


def test_parts_that_were_cut_off() -> None:
    """Terms 3/log2(i+1) cut to one decimal, then added."""
    terms = [g / math.log2(i + 1) for i, g in enumerate([3, 2, 3, 1, 2, 3], start=1)]
    cut = sum(math.floor(x * 10) / 10 for x in terms)
    found = asked("DCG", f"{cut:.3f}", "323123", "")
    assert "cuts-off=1" in [x.key for x in found.causes]
    assert say(next(x for x in found.causes if x.key == "cuts-off=1").message).startswith("You cut off intermediate")


@pytest.mark.parametrize("labels", ["33233210331", "333332132"])
def test_terms_that_were_cut_off_as_far_as_they_are_shown(labels: str) -> None:
    """Terms by log2(i + 1), each cut off after three decimals: 11.437, where the sum is 11.440."""
    terms = [int(g) / math.log2(i + 1) for i, g in enumerate(labels, start=1)]
    cut = sum(math.floor(x * 1000 + 1e-9) for x in terms) / 1000
    assert (f"{cut:.3f}", f"{sum(terms):.3f}") == ("11.437", "11.440")
    found = asked("DCG", "11.437", labels, "")
    assert [x.key for x in found.causes][:2] == ["close", "cuts-off=3"]
    assert say(found.causes[1].message) == "You cut off intermediate results after 3 decimals."
    assert found.yours(found.causes[1]).text.endswith(" = 11.437")


def test_one_is_exactly_one() -> None:
    """``1011010`` with one document missed has an nDCG of 0.776: 1 is not that, rounded."""
    for labels, missed in (("10101", ""), ("1011010", "1"), ("11101", "")):
        for measure in ("nDCG", "AP", "P@5", "R", "Bpref"):
            found = asked(measure, "1", labels, missed)
            assert found.right == (found.value == 1)
            assert all(x.value == pytest.approx(1, abs=1e-12) for x in found.causes)
            assert not {"too-few-decimals", "rounded-twice", "cut-off"} & {x.key for x in found.causes}
    found = asked("nDCG", "1", "10101", "")
    assert found.causes
    assert all(x.value == pytest.approx(1) for x in found.causes)
    assert "too-few-decimals" not in [x.key for x in found.causes]


def test_every_cause_addresses_the_student() -> None:
    draw = np.random.default_rng(5)
    for _ in range(4):
        ranking = Ranking.one(draw.integers(0, 3, 9).tolist(), draw.integers(0, 3, 3).tolist())
        for text in ("0.5", "0.333", "0.667", "0.250", "0.4286", "0.571"):
            for cause in diagnose("nDCG@5", ranking, TREC, text).causes:
                assert say(cause.message).startswith("You"), cause.key

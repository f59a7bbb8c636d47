"""The sources' printed figures that their own formulas do not give: each is explained on its list, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

import pytest

from ireval.conventions import effective
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.inquiry import diagnose, diagnose_cell
from ireval.diagnosis.printed_figures import PRINTED
from ireval.diagnosis.verdict import Diagnosis
from ireval.messages import say
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking
from tests.ireval.metrics.test_golden import EXAMPLES, printed, typed
from tests.ireval.random_lists import AWKWARD

#: Where the golden file's figures of KTH stand: the table, its column, and which list.
PLACES = {
    ("kth.average_precision", "system_1"): ("AP", "AP", "system_1"),
    ("kth.average_precision", "system_2"): ("AP", "AP", "system_2"),
    ("kth.interpolated_11pt", "system_1"): ("IPrec11", "P", "system_1"),
    ("kth.interpolated_11pt", "system_2"): ("IPrec11", "P", "system_2"),
    ("kth.ndcg", "DCG/system_2"): ("nDCG", "DCG", "system_2"),
    ("kth.ndcg", "nDCG/system_2"): ("nDCG", "NDCG", "system_2"),
}
FIFTEEN = AWKWARD["the lectures' fifteen"].ranking


def the_list(example: str, which: str) -> Ranking:
    labels, missed, _ = typed(example, which)
    return read_ranking(labels, missed)


def slips() -> Iterator[tuple[str, str, int, str]]:
    """The figures of KTH that its formulas do not give: example, path, row from 1, and the figure as printed."""
    for example, path in PLACES:
        for place, _, figure, decimals, agrees in printed(example, path):
            if not agrees:
                yield example, path, 20 if example == "kth.average_precision" else place, f"{figure:.{decimals}f}"


def explained(found: Diagnosis) -> list[Cause]:
    return [cause for cause in found.causes if cause.key in PRINTED]


def test_the_golden_file_has_so_many_slips_of_this_source() -> None:
    assert len(list(slips())) == 2 + 3 + 11 + 6 + 6


@pytest.mark.parametrize(("example", "path", "row", "figure"), list(slips()))
@pytest.mark.parametrize("preset", ["kth", "trec_eval"])
def test_every_slip_is_explained(example: str, path: str, row: int, figure: str, preset: str) -> None:
    """Whatever conventions are in force, unless the figure is right by them."""
    measure, column, which = PLACES[example, path]
    found = diagnose_cell(measure, the_list(example, which), effective(preset), column, row - 1, figure)
    (cause,) = explained(found)
    assert say(cause.message).startswith("The KTH lecture (Karlgren) prints this. ")
    assert EXAMPLES[example]["expected"]


@pytest.mark.parametrize(
    ("measure", "example", "which", "figure", "calculation"),
    [
        ("AP", "kth.average_precision", "system_1", "0,666", "AP = 6.662/10 = 0.666"),
        ("AP", "kth.average_precision", "system_2", "0,673", "AP = 7.400/11 = 0.673"),
        ("P@3", "kth.average_precision", "system_1", "0,567", "P@3 = 0.567"),
        ("P@3", "kth.average_precision", "system_2", "0,567", "P@3 = 0.567"),
        ("DCG@9", "kth.ndcg", "system_2", "5.61", "DCG@9 = 0/log2(9) + 5.606 = 5.606"),
        ("nDCG@9", "kth.ndcg", "system_2", ".62", "nDCG@9 = 5.606/9.079 = 0.617"),
    ],
)
def test_scores_that_the_source_prints(measure: str, example: str, which: str, figure: str, calculation: str) -> None:
    found = diagnose(measure, the_list(example, which), effective("kth"), figure)
    (cause,) = explained(found)
    assert found.yours(cause).text == calculation
    assert found.correction(cause).text != calculation


def test_the_sums_of_the_other_systems_gains_by_hand() -> None:
    """System 2's 3 at rank 1, then system 1's gains of ranks 4 to 9: 0, 1, 2, 3, 1 and 0."""
    gains = dict(enumerate([0, 1, 2, 3, 1, 0], start=4))
    ranking = the_list("kth.ndcg", "system_2")
    for rank in range(4, 10):
        value = 3 + sum(gain / log2(i) for i, gain in gains.items() if i <= rank)
        (cause,) = explained(diagnose(f"DCG@{rank}", ranking, effective("kth"), f"{value:.4f}"))
        assert cause.value == pytest.approx(value)


def test_on_any_other_list_it_is_no_printed_figure() -> None:
    labels, *_ = typed("kth.average_precision", "system_1")
    for other, missed in ((labels[:-1], ""), (labels[:-1] + "1", ""), (labels, "1"), (labels[::-1], "")):
        found = diagnose("AP", read_ranking(other, missed), effective("kth"), "0.666")
        assert not explained(found)
    graded, *_ = typed("kth.ndcg", "system_1")
    assert not explained(diagnose("DCG@9", read_ranking(graded), effective("kth"), "5.61"))


# --- A sum that starts from a rounded cell -------------------------------------------------------------------------


@pytest.mark.parametrize("figure", ["10.57", "10,574"])
def test_the_sum_that_lillis_writes_out(figure: str) -> None:
    """2/log2(6) + 9.8 is 10.57, as the lecture writes it; its own figure goes on from 9.754."""
    found = diagnose("IDCG@6", FIFTEEN, effective("lillis"), figure)
    (cause,) = found.causes
    assert (cause.kind, cause.key) == ("rounding", "from-shown-cell=1")
    assert found.yours(cause).text == "IDCG@6 = 2/log2(6) + 9.8 = 10.574"
    assert "You added to IDCG[5] as it is shown (9.8)." in say(cause.message)
    for measure in ("IDCG", "nDCG"):
        (same,) = diagnose_cell(measure, FIFTEEN, effective("lillis"), "IDCG", 5, figure).causes
        assert same.key == cause.key


def test_any_running_sum_may_start_from_a_rounded_cell() -> None:
    """DCG[6] of the fifteen is 3/log2(6) + 1 + 1/log2(3) = 1.631, which is shown as 1.63 or 1.6."""
    for places, above in ((1, 1.6), (2, 1.63)):
        value = f"{3 / log2(6) + above:.4f}"
        found = diagnose("DCG@6", FIFTEEN, effective("lillis"), value)
        assert f"from-shown-cell={places}" in [cause.key for cause in found.causes]
    (cell,) = diagnose_cell("nDCG", FIFTEEN, effective("lillis"), "DCG", 9, f"{2 / log2(10) + 2.8:.4f}").causes
    assert cell.key == "from-shown-cell=1"


def test_whole_numbers_and_quotients_start_from_no_rounded_cell() -> None:
    for measure, figure in (("CG@6", "4.5"), ("nDCG@6", "0.266"), ("P@6", "0.51")):
        found = diagnose(measure, FIFTEEN, effective("lillis"), figure)
        assert not [c for c in (*found.causes, *found.nearest) if c.key.startswith("from-shown-cell")]

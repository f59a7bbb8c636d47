"""What follows from a class's labels: spread, kappa, the agreement with assessors, and the systems ranked again."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from scipy.stats import kendalltau

from ireval.collection import built_in
from ireval.numbers.expression import fixed
from tests.web.classroom.judging.made_up_class import Sent, labels_of, made_up_class
from web.classroom.judging.judging_bodies import judging_body_of_step, judging_body_of_topic
from web.classroom.judging.judging_round import JudgingRound

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("judging_app")]

SEEDS = range(1, 6)
#: The step of the lesson on relevance whose rankings are compared, and one without rankings.
WITH_RANKINGS, WITHOUT = 19, 4


@pytest.fixture
def seals() -> JudgingRound:
    return JudgingRound.of(judging_body_of_topic("harbour", "1"))


@pytest.fixture
def ferry() -> JudgingRound:
    return JudgingRound.of(judging_body_of_step("relevance-and-judges", WITH_RANKINGS))


def majority(sent: Sent, docno: str) -> int:
    given = [*labels_of(sent, docno)]
    return min(set(given), key=lambda grade: (-given.count(grade), grade))


def test_a_phone_judges_the_same_three_documents_in_each_vote(seals: JudgingRound) -> None:
    assert len(seals.documents_for(7)) == 3
    assert seals.documents_for(7) == seals.documents_for(7)
    [first, *_] = seals.documents_for(7)
    others = [x for x in seals.documents if x not in seals.documents_for(7)]
    assert seals.accepts(7, first.docno, "2") and not seals.accepts(7, others[0].docno, "2")
    assert not any(seals.accepts(7, first.docno, label) for label in ("3", "", "-1", "two"))


@pytest.mark.parametrize("seed", SEEDS)
def test_documents_are_sorted_by_disagreement(seals: JudgingRound, seed: int) -> None:
    sent = made_up_class(seals, seed=seed)
    rows = seals.spread(sent)
    assert {row.document for row in rows} == set(seals.documents)
    for row in rows:
        given = [*labels_of(sent, row.document.docno)]
        assert row.counts == tuple(map(given.count, range(3)))
        pairs = [a == b for a, b in combinations(given, 2)]
        assert row.agreement == pytest.approx(sum(pairs) / len(pairs))
        assert sum(part.width for part in row.bar(720)) == pytest.approx(720, abs=7)
    shares = [row.agreement or 0 for row in rows]
    assert shares == sorted(shares)


def test_documents_without_two_labels_come_last_and_have_no_share(seals: JudgingRound) -> None:
    [a, b, *_] = (x.docno for x in seals.documents)
    rows = seals.spread({"one": {a: "0", b: "1"}, "other": {b: "1"}})
    assert [(row.document.docno, row.agreement, row.percent) for row in rows[:2]] == [(b, 1.0, "100"), (a, None, "")]
    assert rows[-1].bar(720) == ()


def test_labels_that_nobody_could_send_count_for_nothing(seals: JudgingRound) -> None:
    first = seals.documents[0].docno
    sent = {"a": {first: "7", "elsewhere": "1"}, "b": {first: "<b>"}, "c": {first: "1"}}
    assert seals.spread(sent) == seals.spread({"c": {first: "1"}})
    assert seals.kappa(sent).devices == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_kappa_is_that_of_its_definition(seals: JudgingRound, seed: int) -> None:
    sent = made_up_class(seals, seed=seed)
    by_document = [[*labels_of(sent, x.docno)] for x in seals.documents]
    same = [sum(a == b for a, b in combinations(x, 2)) / math.comb(len(x), 2) for x in by_document]
    every = [label for labels in by_document for label in labels]
    observed = sum(same) / len(same)
    expected = sum((every.count(label) / len(every)) ** 2 for label in range(3))
    found = seals.kappa(sent)
    assert found.value == pytest.approx((observed - expected) / (1 - expected), abs=1e-12)
    assert (found.devices, found.labels) == (36, 108)
    assert [head for head, _ in found.steps] == ["observed agreement", "expected agreement", "Fleiss' kappa"]
    assert found.shown in found.steps[-1][1] and found.observed in found.steps[0][1]
    assert found.of_pairs.startswith("Cohen’s kappa of two phones is ")
    assert found.bar and found.bar.observed > found.bar.expected and found.sentence.startswith("The class reaches ")


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({}, "Agreement needs two phones or more; so far, 0 have judged."),
        ({"a": {"h47": "1"}}, "Agreement needs two phones or more; so far, 1 has judged."),
        ({"a": {"h47": "1"}, "b": {"h49": "1"}}, "Not defined: there is no document that two of these"),
        ({"a": {"h47": "1"}, "b": {"h47": "1"}}, "Not defined: every document got the same label (1)"),
    ],
)
def test_why_there_is_no_kappa(seals: JudgingRound, sent: Sent, says: str) -> None:
    found = seals.kappa(sent)
    assert (found.value, found.shown, found.sentence, found.bar) == (None, "", "", None)
    assert found.notes[0].startswith(says)


def test_a_class_that_agrees_less_than_chance_is_told_so(seals: JudgingRound) -> None:
    found = seals.kappa({"a": {"h47": "0", "h49": "1"}, "b": {"h47": "1", "h49": "0"}})
    assert found.shown == "-1.000" and found.sentence == "The class agrees less than chance alone would."
    assert found.bar and found.bar.gain == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_screen_prints_gives_the_printed_results(seals: JudgingRound, seed: int) -> None:
    pairs, by_chance, kappa = seals.kappa(made_up_class(seals, seed=seed)).screen_steps
    counts = [int(number) for number in re.findall(r"<mn>(\d+)</mn>", by_chance.calculation)]
    assert fixed(sum((a / b) ** 2 for a, b in zip(counts[::3], counts[1::3], strict=True)), 3) == by_chance.result
    observed, expected, *_ = (float(number) for number in re.findall(r"<mn>([\d.]+)</mn>", kappa.calculation))
    assert fixed((observed - expected) / (1 - expected), 3) == kappa.result
    assert (fixed(observed, 3), fixed(expected, 3)) == (pairs.result, by_chance.result)
    assert re.findall(r"<mn>(\d+)</mn>", pairs.calculation) == ["12"]


def test_two_votes_are_compared_on_the_same_labels(seals: JudgingRound) -> None:
    """Latecomers and those who left after the first vote change neither side."""
    first = made_up_class(seals, 30)
    second = {device: {x: str(majority(first, x)) for x in mine} for device, mine in first.items()}
    change = seals.kappa_change(first, second)
    assert (change.devices, change.after.value) == (30, 1)
    assert change.sentence == f"Agreement rose from {change.before.shown} to 1.000."
    assert seals.kappa_change(second, first).sentence == f"Agreement fell from 1.000 to {change.before.shown}."
    assert seals.kappa_change(first, first).sentence == f"Agreement stayed at {change.before.shown}."
    late = {f"late-{device}": mine for device, mine in made_up_class(seals, 20, seed=9).items()}
    again = seals.kappa_change({**first, "gone": late["late-phone-0"]}, {**second, **late})
    assert (again.before, again.after) == (change.before, change.after)


def test_why_two_votes_cannot_be_compared(seals: JudgingRound) -> None:
    first = made_up_class(seals, 10)
    alike = {device: dict.fromkeys(mine, "1") for device, mine in first.items()}
    assert seals.kappa_change(first, {}).sentence == "No phone judged in both votes."
    assert seals.kappa_change(alike, first).sentence.startswith("The first vote cannot be compared. Not defined: every")
    assert seals.kappa_change(first, alike).sentence.startswith("The second vote cannot be compared. Not defined: ")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_majority_is_compared_with_each_assessor_as_scikit_learn_does(seals: JudgingRound, seed: int) -> None:
    from sklearn.metrics import cohen_kappa_score

    sent = made_up_class(seals, seed=seed)
    found = seals.against_assessors(sent)
    assert {x.name for x in found} == {"Ada", "Ben", "Cleo", "Dan"}
    for compared in found:
        theirs = built_in().assessors[compared.name.lower()]["1"]
        both = [x.docno for x in seals.documents if x.docno in theirs]
        kappa = cohen_kappa_score([majority(sent, docno) for docno in both], [theirs[docno] for docno in both])
        assert compared.agreement.value == pytest.approx(kappa, abs=1e-12)
        assert compared.agreement.documents == len(both) and len(compared.steps) == 3
    values = [x.agreement.value or 0 for x in found]
    assert values == sorted(values, reverse=True)


def test_a_tie_has_the_lower_grade_and_is_marked(seals: JudgingRound) -> None:
    [a, b, *_] = (x.docno for x in seals.documents)
    compared = seals.against_assessors({"p": {a: "2", b: "1"}, "q": {a: "0", b: "1"}})
    assert {x.tied for x in compared} == {(a,)}


def precision_sum(ranked: Sequence[str], grades: Mapping[str, int]) -> float:
    """Average precision, with the divisor all documents with grade 1 or more."""
    found, total = 0, 0.0
    for rank, docno in enumerate(ranked, start=1):
        if grades.get(docno, 0) >= 1:
            found += 1
            total += found / rank
    return total / sum(grade >= 1 for grade in grades.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_systems_are_scored_again(seals: JudgingRound, seed: int) -> None:
    sent, stored = made_up_class(seals, seed=seed), built_in().qrels["1"]
    by_class = {**stored, **{x.docno: majority(sent, x.docno) for x in seals.documents}}
    found = seals.ranked_again(sent)
    runs = {name: run.to_dict()["1"] for name, run in built_in().all_runs.items()}
    ranked = {name: sorted(x, key=lambda d: (x[d], d), reverse=True) for name, x in runs.items()}
    assert [x.name for x in found.systems] and {x.name for x in found.systems} == set(ranked)
    for system in found.systems:
        scores = [precision_sum(ranked[system.name], labels) for labels in (stored, by_class)]
        assert [system.stored, system.by_class] == pytest.approx(scores, abs=1e-12)
    before = [round(x.stored or 0, 12) for x in found.systems]
    after = [round(x.by_class or 0, 12) for x in found.systems]
    assert [x.stored_rank for x in found.systems] == [1 + sum(y > x for y in before) for x in before]
    assert [x.class_rank for x in found.systems] == [1 + sum(y > x for y in after) for x in after]
    assert found.tau == pytest.approx(kendalltau(before, after).statistic, abs=1e-9)
    pairs = [(i, j) for i, j in combinations(range(len(before)), 2) if before[i] != before[j]]
    kept = [(i, j) for i, j in pairs if (before[i] > before[j]) == (after[i] > after[j]) and after[i] != after[j]]
    assert (found.conclusions, found.survive) == (len(pairs), len(kept))
    assert found.headline.startswith(f"{len(kept)} of {len(pairs)} conclusions survive")
    judged = {x.docno for x in seals.documents}
    assert (found.judged, found.kept) == (len(judged), len(set(stored) - judged))
    assert found.changed == sum((by_class[x] >= 1) != (stored.get(x, 0) >= 1) for x in judged)


def test_only_judged_documents_have_the_label_of_the_class(seals: JudgingRound) -> None:
    stored = built_in().qrels["1"]
    [docno] = [x.docno for x in seals.documents if stored.get(x.docno, -1) == 2][:1]
    found = seals.ranked_again({"a": {docno: "2"}})
    assert (found.judged, found.changed, found.kept) == (1, 0, len(stored) - 1)
    assert found.lost == () and found.tau == pytest.approx(1)
    assert found.labels_used.startswith("1 document has the label of the class, 0 with another relevance than before; ")


def test_the_rankings_of_a_step_are_cut_where_the_step_cuts_them(ferry: JudgingRound) -> None:
    depth = max(map(len, ferry.ranked.values()))
    labels = {x.docno: "1" if x.docno in ferry.ranked["words"] else "0" for x in ferry.documents}
    found = ferry.ranked_again({"a": labels})
    by_name = {system.name: system for system in found.systems}
    assert found.measure.endswith(f"@{depth}") and set(by_name) == set(ferry.ranked)
    assert by_name["words"].by_class == 1
    shared = set(ferry.ranked["words"]) & set(ferry.ranked["pieces"])
    assert by_name["pieces"].by_class == pytest.approx(len(shared) / depth)
    assert found.tau is None and found.order == "", "two systems have no more than one pair"


def test_a_step_without_rankings_compares_the_systems_of_the_collection() -> None:
    asked = JudgingRound.of(judging_body_of_step("relevance-and-judges", WITHOUT))
    assert {x.name for x in asked.ranked_again(made_up_class(asked)).systems} == set(built_in().all_runs)


def test_why_systems_are_not_compared(seals: JudgingRound) -> None:
    assert seals.ranked_again({}).headline == "No document has a label yet."
    every = JudgingRound.of(judging_body_of_topic("harbour", "1", 30))
    found = every.ranked_again({"a": dict.fromkeys((x.docno for x in every.documents), "0")})
    assert found.headline.endswith("no document is relevant, so the systems have no score.") and not found.systems
    lonely = replace(seals, ranked={"words": ("h47",)}).ranked_again({"a": {"h47": "1"}})
    assert lonely.headline == "There are fewer than two systems for this topic, so none can be compared."
    unjudged = replace(seals, collection=replace(seals.collection, qrels={})).ranked_again({"a": {"h47": "1"}})
    assert unjudged.headline.startswith("The collection has no judgements for this topic")


def test_what_changed_is_said_pair_by_pair(seals: JudgingRound) -> None:
    [relevant, *_] = (x.docno for x in seals.documents if built_in().qrels["1"].get(x.docno, 0) >= 1)
    [other, *_] = (x.docno for x in seals.documents if built_in().qrels["1"].get(x.docno, 0) == 0)
    both = replace(seals, ranked={"first": (relevant,), "second": (other,)})
    turned = both.ranked_again({"a": {relevant: "0", other: "2"}})
    assert [x.sentence for x in turned.lost] == ["second is now better than first."]
    assert turned.headline == "second is now better than first."
    kept = both.ranked_again({"a": {relevant: "1", other: "0"}})
    assert kept.lost == () and kept.headline == "The conclusion survives: first is better than second."
    equal = both.ranked_again({"a": {relevant: "1", other: "1"}})
    assert [x.sentence for x in equal.lost] == ["first and second are now equal."]
    assert [system.moves for system in turned.systems] == [-1, 1]

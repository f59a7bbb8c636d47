"""The worked examples that can be opened are those of the source documents."""

from __future__ import annotations

import pytest

from ireval import explain
from ireval.conventions import PRESETS
from ireval.explanation.worked_examples import EXAMPLES, OPENING, START, TWO_SYSTEMS, Example
from tests.ireval.metrics.test_golden import FIGURES, subtopics, typed


def listed(example: Example) -> tuple[str, str, str]:
    """Labels, judged documents not retrieved, and subtopics, in one spelling."""
    labels = example.labels.lower().replace("n", "0").replace("r", "1")
    return labels, "".join(sorted(example.unretrieved)), f"{example.subtopics}/{example.unretrieved_subtopics}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.preset}: {e.title}")
def test_every_example_opens_on_a_measure_with_a_score(example: Example) -> None:
    explanation = explain(
        example.labels,
        example.unretrieved,
        size=example.size,
        subtopics=example.subtopics,
        unretrieved_subtopics=example.unretrieved_subtopics,
        conventions=example.preset,
    )
    assert explanation.value(example.show) is not None
    assert 1 <= example.k <= 1000
    assert len(example.names.split()) in (0, len(example.labels) + len(example.unretrieved))


def test_every_golden_list_can_be_opened() -> None:
    """It is there under the preset of each document that uses it."""
    opened = {(example.preset, *listed(example)) for example in EXAMPLES}
    for id_, figures in FIGURES.items():
        for figure in figures.values():
            labels, missed, size = typed(id_, figure.which)
            example = Example(figure.preset, "", labels, "", missed, size, **subtopics(id_))  # type: ignore[arg-type]
            assert (example.preset, *listed(example)) in opened, id_


def test_the_front_door_has_a_small_list_with_a_best_order() -> None:
    """1 0 0 3 under log2(i + 1): (1 + 3/log2(5))/(3 + 1/log2(3)) = 2.292/3.631."""
    assert OPENING in EXAMPLES and TWO_SYSTEMS in EXAMPLES
    assert len(OPENING.labels) == 15
    assert len(TWO_SYSTEMS.others) == 1 and TWO_SYSTEMS.arrangement == "systems"
    assert len(START.labels) <= 6
    assert explain(START.labels).value(START.show) == pytest.approx(0.631, abs=5e-4)
    assert {example.preset for example in EXAMPLES} <= set(PRESETS)

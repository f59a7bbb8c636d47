"""Topics are found by the names that qrels and runs have for them."""

from __future__ import annotations

import pytest

from ireval.collection import Topic, read_topics, topics_by_name
from ireval.collection.topic_names import topics_by_number


@pytest.mark.parametrize(
    ("numbers", "name", "found"),
    [
        (["41", "042"], "41", "41"),
        (["041"], "41", "041"),
        (["41"], "041", "41"),
        (["C041"], "41", "C041"),  # as the lecture from Stockholm shows a topic of CLEF and its judgements
        (["41", "041"], "041", "041"),  # the same number goes before a similar one
        (["C041", "D041"], "41", None),  # two are similar
        (["410"], "41", None),
        (["q-41"], "41", None),
        (["0"], "000", "0"),
        (["mice"], "mice", "mice"),
        (["mice"], "men", None),
    ],
)
def test_a_topic_is_found_by_its_number(numbers: list[str], name: str, found: str | None) -> None:
    by_name = topics_by_number(map(Topic, numbers), [name])
    assert (by_name[name].number if by_name else None) == found


def test_numbers_as_trec_writes_them() -> None:
    topics = read_topics(b"<top><num> Number: 041 <title> Baby Food</top>")
    assert topics_by_name(topics, ["41"])["41"].title == "Baby Food"

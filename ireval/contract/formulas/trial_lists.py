"""Random lists to try formulas on, and each as documents."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ireval.contract.formulas.list_facts import POOLED, UNJUDGED, Document, Facts
from ireval.contract.sample_lists import SampleList
from ireval.conventions import effective

#: The lengths up to which lists are drawn.
LENGTHS = (2, 4, 8, 13)


def trial_lists(seed: str, *, diverse: bool, lengths: Sequence[int] = LENGTHS) -> Iterator[SampleList]:
    """Yield lists of up to these lengths, also an empty one, with missed documents; the same lists for a seed."""
    draw = random.Random(seed)  # noqa: S311 - the same lists in every run
    while True:
        scale, subtopics = draw.choice(["0001", "0112", "0123", "012345", "0"]), draw.randint(1, 3)
        most = draw.choice(lengths)
        ranked, missed = (_documents(draw, *x, subtopics * diverse) for x in ((most, scale + "up"), (6, scale)))
        size = draw.choice([None, *(len(ranked) + len(missed) + more for more in (0, 1, 30))])
        labels, groups = ("".join(c for c, _ in ranked), ",".join(g for _, g in ranked if g))
        others, other_groups = ("".join(c for c, _ in missed), ",".join(g for _, g in missed if g))
        if groups or other_groups or not diverse:
            yield SampleList(labels, others, size, groups, other_groups)


def _documents(draw: random.Random, most: int, characters: str, subtopics: int) -> list[tuple[str, str]]:
    """At most ``most`` labels, each with its subtopics, if any; only documents that cover one are relevant."""
    found = []
    for _ in range(draw.choice([0, most, draw.randint(0, most)])):
        group = "".join(draw.choices("01", (2, 1), k=subtopics))
        allowed = "123" if "1" in group else "".join(c for c in characters if not subtopics or c in "0up")
        found.append((draw.choice(allowed or "0"), group))
    return found


def facts_of(listing: SampleList, chosen: Mapping[str, Any]) -> Facts:
    """Return a list as documents, under these choices and the defaults of all other conventions."""

    def documents(labels: str, groups: str) -> tuple[Document, ...]:
        grades = [{"u": UNJUDGED, "p": POOLED}.get(c, 0) or int(c) for c in labels]
        read = [tuple(map(int, g)) for g in groups.split(",")] if groups else [()] * len(grades)
        return tuple(zip(grades, read, strict=True))

    retrieved, missed = (
        documents(listing.labels, listing.subtopics),
        documents(listing.unretrieved, listing.unretrieved_subtopics),
    )
    return Facts(retrieved, missed, listing.size, {**effective(), **chosen})

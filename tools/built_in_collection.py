"""Writes the computed files of the test collection in ``collections/harbour``: rankings, and the main judgements.

    python -m tools.built_in_collection
    python -m tools.built_in_collection FOLDER

The rankings are made from the documents and topics, by two rankers that have little in common. ``words`` is BM25 on
whole words; it searches for the title and the narrative. ``pieces`` is TF-IDF with the cosine on pieces of words, four
and five characters long; it searches for the description. ``more-runs`` has rankings by the same two rankers with other
settings, for experiments that need many systems. The judgements in ``qrels.txt`` are made from those of the
four assessors. The same files come out each time. It needs scikit-learn (``requirements-dev.txt``).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from ireval.collection import Document, Topic, read_documents, read_topics
from ireval.trec import read_qrels, write_qrels, write_run

HARBOUR = Path(__file__).resolve().parent.parent / "collections" / "harbour"
#: A ranking has at most as many documents.
DEPTH = 20
#: Scores are written with as many decimals, so that the last bits of a computer do not show.
DECIMALS = 4

Grades = Mapping[str, Mapping[str, int]]
Scores = dict[str, dict[str, float]]
Query = Callable[[Topic], str]


def title(topic: Topic) -> str:
    """A topic's title."""
    return topic.title


def description(topic: Topic) -> str:
    """A topic's description, which is a question."""
    return topic.description


def narrative(topic: Topic) -> str:
    """A topic's narrative."""
    return topic.narrative


def title_and_narrative(topic: Topic) -> str:
    """A topic's title and its narrative."""
    return f"{topic.title} {topic.narrative}"


def words(
    documents: list[Document],
    topics: list[Topic],
    *,
    query: Query = title_and_narrative,
    k1: float = 1.2,
    b: float = 0.75,
) -> Scores:
    """The scores of BM25 on whole words, without the most frequent words of English."""
    vectorizer = CountVectorizer(stop_words="english")
    counts = (
        vectorizer.fit_transform([f"{document.title}\n{document.text}" for document in documents])
        .toarray()
        .astype(float)
    )
    having = (counts > 0).sum(axis=0)
    rarity = np.log(1 + (len(documents) - having + 0.5) / (having + 0.5))
    lengths = counts.sum(axis=1, keepdims=True)
    weights = rarity * counts * (k1 + 1) / (counts + k1 * (1 - b + b * lengths / lengths.mean()))
    queries = vectorizer.transform(map(query, topics)).toarray()
    return _scores(documents, topics, [[float((row * counts).sum()) for row in weights] for counts in queries])


def pieces(
    documents: list[Document], topics: list[Topic], *, query: Query = description, sizes: tuple[int, int] = (4, 5)
) -> Scores:
    """The cosine of TF-IDF weights of pieces of words of these sizes, which are numbers of characters."""
    vectorizer = TfidfVectorizer(analyzer="char_wb", ngram_range=sizes, sublinear_tf=True)
    weights = vectorizer.fit_transform([f"{document.title}\n{document.text}" for document in documents])
    queries = vectorizer.transform(map(query, topics))
    return _scores(documents, topics, (queries @ weights.T).toarray().tolist())


Ranker = Callable[[list[Document], list[Topic]], Scores]

#: The rankers of the two runs, by name.
RUNS: Mapping[str, Ranker] = {"words": words, "pieces": pieces}
#: The same rankers with other settings.
MORE_RUNS: Mapping[str, Ranker] = {
    "words-title": partial(words, query=title),
    "words-question": partial(words, query=description),
    "words-any-length": partial(words, query=title, b=0.0),
    "words-once": partial(words, query=description, k1=0.1),
    "pieces-title": partial(pieces, query=title),
    "pieces-story": partial(pieces, query=narrative),
    "pieces-short": partial(pieces, sizes=(2, 3)),
    "pieces-tiny": partial(pieces, query=narrative, sizes=(1, 2)),
}


def _scores(documents: list[Document], topics: list[Topic], scores: list[list[float]]) -> Scores:
    """The documents with the highest scores of each topic; where scores are equal, the last docno comes first."""
    found: Scores = {}
    for topic, row in zip(topics, scores, strict=True):
        rounded = [(round(score, DECIMALS), document.docno) for score, document in zip(row, documents, strict=True)]
        best = sorted((pair for pair in rounded if pair[0] > 0), reverse=True)[:DEPTH]
        found[topic.number] = {docno: score for score, docno in best}
    return found


def lower_median(grades: list[int]) -> int:
    """The middle grade; the lower one where two are in the middle. Of four assessors, three gave it or a higher one."""
    return sorted(grades)[(len(grades) - 1) // 2]


def agreed(assessors: Sequence[Grades]) -> dict[str, dict[str, int]]:
    """The lower median of the grades that a document got, topic by topic."""
    given: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for topic, docno, grade in _judgements(assessors):
        given[topic][docno].append(grade)
    return {topic: {docno: lower_median(mine[docno]) for docno in sorted(mine)} for topic, mine in given.items()}


def _judgements(assessors: Sequence[Grades]) -> Iterator[tuple[str, str, int]]:
    for grades in assessors:
        for topic, mine in grades.items():
            for docno, grade in mine.items():
                yield topic, docno, grade


def write(folder: Path, into: Path) -> None:
    """Compute rankings and judgements from the collection in a folder, and write them into another one."""
    documents, topics = [*read_documents(folder / "documents.trec")], read_topics(folder / "topics.trec")
    assessors = [read_qrels(path).to_dict() for path in sorted((folder / "assessors").glob("*.txt"))]
    for subfolder, rankers in (("runs", RUNS), ("more-runs", MORE_RUNS)):
        (into / subfolder).mkdir(parents=True, exist_ok=True)
        for name, ranker in rankers.items():
            write_run(ranker(documents, topics), into / subfolder / f"{name}.txt", name)
    write_qrels(agreed(assessors), into / "qrels.txt")


def main(arguments: list[str]) -> None:
    """Write the files into a folder; without one, where they belong."""
    into = Path(arguments[0]) if arguments else HARBOUR
    write(HARBOUR, into)
    print(f"Written: the runs and qrels.txt in {into}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""What a round of judging is about: the documents of a lesson's step, or of a topic of any collection."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from ireval.collection import Document, built_in
from ireval.collection.packed_collection import pack
from ireval.collection.stored_collection import HARBOUR
from ireval.errors import InputError
from ireval.lessons.directives.judging_directive import Judging
from ireval.trec import read_qrels
from web.classroom.judging.judging_bodies import judging_body_of_step, judging_body_of_topic
from web.classroom.judging.judging_round import JudgingRound
from web.classroom.judging.pooled_documents import pooled_documents, rankings_of
from web.course.course_files import lessons
from web.store import store

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("judging_app")]

SLUG = "relevance-and-judges"


def steps_to_judge() -> dict[int, Judging]:
    return {
        number: block
        for number, step in enumerate(lessons()[SLUG].steps, start=1)
        for block in step.blocks
        if isinstance(block, Judging) and block.name
    }


def test_a_step_is_asked_with_its_own_documents_and_rankings() -> None:
    steps = steps_to_judge()
    assert len(steps) == 2
    for number, block in steps.items():
        body = judging_body_of_step(SLUG, number)
        assert body == json.loads(json.dumps(body)), "it is stored as JSON"
        assert (body["kind"], body["source"]) == ("judging", {"lesson": SLUG, "step": number})
        assert body["topic"]["narrative"] == block.topic.narrative
        asked = JudgingRound.of(body)
        assert asked.documents == block.documents and asked.topic == block.topic
        assert asked.ranked == dict(block.runs) and asked.graded


@pytest.mark.parametrize(
    ("slug", "step", "says"),
    [
        ("relevance", 4, "There is no lesson 'relevance'."),
        (SLUG, 1, "Step 1 of 'Relevance, and who decides it' has no documents to judge."),
        (SLUG, 99, "Step 99 of"),
        (SLUG, 0, "Step 0 of"),
        ("precision-and-recall", 1, "No step of"),
    ],
)
def test_other_steps_are_refused_with_where_there_is_something_to_judge(slug: str, step: int, says: str) -> None:
    with pytest.raises(InputError) as caught:
        judging_body_of_step(slug, step)
    assert caught.value.message.replace("\u201c", "'").replace("\u201d", "'").startswith(says), caught.value.message
    assert caught.value.suggestion


@pytest.mark.parametrize("topic", sorted(built_in().topics))
def test_a_topic_is_asked_with_documents_of_its_pool_that_have_texts(topic: str) -> None:
    asked = JudgingRound.of(judging_body_of_topic("harbour", topic))
    collection = built_in()
    tops = {d for ranked in rankings_of(collection.all_runs, topic).values() for d in ranked[:10]}
    pool = tops | {*collection.qrels[topic]}
    assert 2 <= len(asked.documents) <= 12
    assert {x.docno for x in asked.documents} <= pool and all(x.text for x in asked.documents)
    assert [x.docno for x in asked.documents] == sorted(x.docno for x in asked.documents), "the order says nothing"


def test_documents_on_which_assessors_differ_are_taken_first() -> None:
    collection, topic = built_in(), "1"

    def apart(docno: str) -> int:
        grades = [mine[topic][docno] for mine in collection.assessors.values() if docno in mine[topic]]
        return max(grades, default=0) - min(grades, default=0)

    taken = {x.docno for x in pooled_documents(collection, topic, 4)}
    every = {x.docno for x in pooled_documents(collection, topic, 30)}
    assert len(taken) == 4 and len(every) > 12
    assert min(map(apart, taken)) >= max(map(apart, every - taken))


def test_documents_without_a_text_are_left_out() -> None:
    collection = built_in()
    silent = {docno: replace(x, text=" ") for docno, x in collection.documents.items() if docno != "h47"}
    kept = {**silent, "h49": collection.documents["h49"]}
    assert [x.docno for x in pooled_documents(replace(collection, documents=kept), "1", 30)] == ["h49"]


def test_rankings_are_those_of_the_runs() -> None:
    run = built_in().runs["words"]
    scores = run.to_dict()["3"]
    assert rankings_of({"words": run}, "3") == {
        "words": tuple(sorted(scores, key=lambda docno: (scores[docno], docno), reverse=True))
    }
    assert rankings_of({"words": run}, "no such topic") == {}


@pytest.mark.parametrize(
    ("key", "topic", "most", "says"),
    [
        ("harbor", "1", 12, "There is no collection"),
        ("harbour", "99", 12, "The harbour collection has no topic"),
        ("harbour", "1", 1, "The number of documents is 1; a class can judge from 2 to 30."),
        ("harbour", "1", 31, "The number of documents is 31"),
    ],
)
def test_what_cannot_be_judged_is_refused(key: str, topic: str, most: int, says: str) -> None:
    with pytest.raises(InputError) as caught:
        judging_body_of_topic(key, topic, most)
    assert caught.value.message.startswith(says)


def uploaded(documents: list[Document], *, binary: bool = False) -> str:
    """The key of a collection of the harbour's topics and runs with these documents, without assessors."""
    harbour, qrels = built_in(), (HARBOUR / "qrels.txt").read_text("utf-8")
    if binary:
        qrels = "".join(f"{line[:-1]}{min(int(line[-1]), 1)}\n" for line in qrels.splitlines())
    parts = pack(
        qrels=read_qrels(qrels.encode()),
        runs=harbour.runs,
        topics=harbour.topics.values(),
        documents=documents,
        assessors={},
    )
    return store().collections.add(parts, title="Our harbour", summary="{}", lifetime=timedelta(days=1)).reader


def test_an_uploaded_collection_is_judged_like_the_built_in_one() -> None:
    key = uploaded([*built_in().documents.values()])
    body = judging_body_of_topic(key, "1", 30)
    assert body["collection"] == key and body["graded"]
    asked = JudgingRound.of(json.loads(json.dumps(body)))
    sent = {"a": {asked.documents[0].docno: "2"}, "b": {asked.documents[0].docno: "0"}}
    assert len(asked.spread(sent)) == len(asked.documents)
    [stored] = asked.against_assessors(sent)
    assert stored.name == "Stored judgements", "there are no assessors"
    assert {system.name for system in asked.ranked_again(sent).systems} == {"pieces", "words"}


def test_grades_with_other_meanings_are_compared_as_relevant_or_not() -> None:
    key = uploaded([*built_in().documents.values()], binary=True)
    body = judging_body_of_topic(key, "1")
    assert body["graded"] is False
    asked = JudgingRound.of(body)
    relevant = {x.docno for x in asked.documents if built_in().qrels["1"].get(x.docno, 0) >= 1}
    sent = {"a": {x.docno: "2" if x.docno in relevant else "0" for x in asked.documents}}
    assert asked.against_assessors(sent)[0].agreement.value == 1, "2 and 1 are both relevant"


def test_a_collection_without_texts_is_refused() -> None:
    key = uploaded([built_in().documents["h47"]])
    with pytest.raises(InputError, match="has the text of 1 document of the pool of topic 1"):
        judging_body_of_topic(key, "1")


def test_a_round_whose_documents_have_gone_says_which() -> None:
    body = judging_body_of_topic("harbour", "1") | {"documents": ["h47", "gone"]}
    with pytest.raises(InputError, match="no longer has document gone"):
        JudgingRound.of(body)

"""Files in the form of old collections are read as they are meant, or the upload asks; the texts here are our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ireval.collection import Topic, join_topics, topics_by_name
from ireval.collection.stored_collection import Collection
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.errors import InputError
from ireval.messages import PYTHON, say
from tests.ireval.collection.upload.test_summary import opened, said
from tests.ireval.collection.upload.uploads import read

#: Ids with gaps, as Cranfield's topics have them; judgements count 1, 2, 3, 4.
GAPS = (1, 2, 4, 8)
WORDS = ("lift of a wing", "heat in a layer", "flow past a cone", "flutter of a panel")


def smart(numbers: Sequence[object], *, words: Sequence[str] = WORDS, more: str = "") -> bytes:
    entries = zip(numbers, words, strict=False)
    return "".join(f".I {number}\n{more}.W\n{text}\n" for number, text in entries).encode()


CRANFIELD: Mapping[str, bytes] = {
    "cran.qry": smart([f"{n:03}" for n in GAPS]),
    "cran.all.1400": smart([1, 2, 3], more=".T\na title\n.A\nFinch, W.\n.B\nj. of wings, 1950\n"),
    "cranqrel": b"1 1 2\n1 2 4\n1 3 -1\n2 1 1\n3 2 3 \n4 3 5\n",
}


def found(folder: Path, files: Mapping[str, bytes], **choices: str) -> tuple[Collection, CollectionSummary]:
    parts, summary = read(folder, files, None, **choices)
    return opened(parts), summary


def texts(collection: Collection) -> dict[str, str]:
    return {number: topic.description for number, topic in collection.topics.items() if number in collection.qrels}


def test_cranfield_is_joined_by_order_and_its_grades_are_turned_round(tmp_path: Path) -> None:
    collection, summary = found(tmp_path, CRANFIELD, topics="order", grades="low-best")
    assert texts(collection) == dict(zip("1234", WORDS, strict=True))
    assert collection.qrels["1"] == {"1": 3, "2": 1, "3": 0}
    assert [collection.qrels[t] for t in "234"] == [{"1": 4}, {"2": 2}, {"3": 0}]
    [note] = [x for x in said(summary.notes) if "by order" in x]
    assert "The texts of 4 topics" in note and "topic “3” of the judgements has the text of topic “004”" in note


def test_cranfield_asks_first(tmp_path: Path) -> None:
    """Of 4 topics, 3 would be found by their ids, and one of these would get the text of another one."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, CRANFIELD, grades="high-best")
    assert caught.value.key == "topics-may-count"
    assert "topic “4” of the judgements is topic “008” of the file; by id it would get the text of “004”" in str(
        caught.value
    )
    with pytest.raises(InputError) as grades:
        read(tmp_path, CRANFIELD, topics="order")
    assert grades.value.key == "which-grade-is-best"


@pytest.mark.parametrize("join", ["id", "number"])
def test_whoever_joins_by_id_reads_that_it_is_suspicious(join: str, tmp_path: Path) -> None:
    collection, summary = found(tmp_path, CRANFIELD, topics=join, grades="high-best")
    doubts = [note.key for note in summary.notes if note.key.startswith("topics-join")]
    if join == "id":
        assert (texts(collection), doubts) == ({}, [])
        assert "topics-without-text" in {note.key for note in summary.notes}
    else:
        assert texts(collection) == {"1": WORDS[0], "2": WORDS[1], "4": WORDS[2]}
        assert doubts == ["topics-joined-by-number", "topics-join-doubtful"]
        [doubt] = [say(note) for note in summary.notes if note.key == "topics-join-doubtful"]
        assert (
            "Topic “4” of the judgements has the text of topic “004”; by order, it would have that of topic “008”"
            in doubt
        )


def test_a_join_that_no_order_can_replace_is_suspicious_too(tmp_path: Path) -> None:
    """A topic of the file is missing, so that the judgements are more than the topics."""
    files = {"cran.qry": smart(["001", "004", "008"]), "qrels.txt": b"".join(b"%d 0 d 1\n" % n for n in range(1, 6))}
    collection, summary = found(tmp_path, files)
    assert texts(collection) == {"1": WORDS[0], "4": WORDS[1]}
    assert "topics-join-doubtful" not in {note.key for note in summary.notes}  # the fourth topic is not in the file
    files = {"cran.qry": smart(["001", "003", "004", "008"]), "qrels.txt": files["qrels.txt"]}
    _, summary = found(tmp_path, files)
    [doubt] = [say(note) for note in summary.notes if note.key == "topics-join-doubtful"]
    assert "2 judged topics have no text, such as “2”, and 1 text has no judgements" in doubt
    assert (
        "Topic “3” of the judgements has the text of topic “003”; by order, it would have that of topic “004”" in doubt
    )


def test_grades_of_four_fields_without_a_0_are_doubted(tmp_path: Path) -> None:
    files = {"qrels.txt": b"1 0 a 1\n1 0 b 3\n1 0 c 4\n1 0 d -1\n"}
    assert [note.key for note in found(tmp_path, files)[1].notes] == ["grades-may-be-reversed"]
    assert not found(tmp_path, files, grades="high-best")[1].notes
    turned, summary = found(tmp_path, files, grades="low-best")
    assert (turned.qrels["1"], summary.notes) == ({"a": 4, "b": 2, "c": 1, "d": 0}, ())


@pytest.mark.parametrize(
    "judgements",
    [
        {"qrels.text": b"01 12  0 0\n01 7  0 0\n02 12  0 0\n02 12  0 0\n"},  # CACM
        {"X.REL": b"     1     12\t0\t0.000000\n     1      7\t0\t0.000000\n     2     12\t0\t0.000000\n"},  # CISI
        {"MED.REL": b"1 0 12 1\n1 0 7 1\n2 0 12 1\n"},  # Medline
        {"rlv-ass": b"1\n   12   7\n   /\n2\n  12\n   /\n"},  # NPL
        {"LISA.REL": b"Query 1\n2 Relevant Refs:\n12 7 -1\n\nQuery 2 \n1 Relevant Refs: \n12 -1\n"},
        {"LISARJ.NUM": b"           1           2          12           \n           7 \n    2    1   12\n"},
        {"three": b"1 12 1\n1 7 1\n2 12 1\n"},
    ],
)
def test_judgements_of_old_collections(judgements: Mapping[str, bytes], tmp_path: Path) -> None:
    collection, _ = found(tmp_path, judgements)
    assert {topic.lstrip("0"): mine for topic, mine in collection.qrels.items()} == {
        "1": {"12": 1, "7": 1},
        "2": {"12": 1},
    }
    [name] = judgements
    again, _ = found(tmp_path, {f"qrels={name}": judgements[name]})
    assert again.qrels == collection.qrels


@pytest.mark.parametrize(
    "files",
    [
        {"query.text": smart(["1", "2"]), "qrels.text": b"01 12  0 0\n02 12  0 0\n"},
        {"query-text": b"1\nlift of a\n wing\n/\n2\nheat in a layer\n/\n", "rlv-ass": b"1\n 12\n /\n2\n 12\n /\n"},
        {
            "LISA.QUE": b"1\nlift of a\nwing #\n2\nheat in a layer #\n",
            "LISA.REL": b"Query 1\n1 Relevant Refs:\n12 -1\nQuery 2\n1 Relevant Refs:\n12 -1\n",
        },
    ],
)
def test_topics_of_old_collections(files: Mapping[str, bytes], tmp_path: Path) -> None:
    collection, summary = found(tmp_path, files)
    assert [*texts(collection).values()] == [*WORDS[:2]]
    keys = [note.key for note in summary.notes]
    assert keys == (["topics-joined-by-number"] if "query.text" in files else [])


def test_documents_of_old_collections(tmp_path: Path) -> None:
    npl = b"1\nnets and seals\nin winter\n   /\n2\na pier\n   /\n"
    lisa = (
        b"Document   1\nNETS AND SEALS\nIN WINTER\n\nA TEXT OF\nTWO LINES.\n"
        + b"*" * 44
        + b"\nDocument 2\nA PIER\n\nA TEXT.\n"
    )
    qrels = b"1 0 1 1\n1 0 2 1\n"
    first, _ = found(tmp_path, {"doc-text": npl, "qrels.txt": qrels})
    assert {d.docno: d.text for d in first.documents.values()} == {"1": "nets and seals in winter", "2": "a pier"}
    second, _ = found(tmp_path, {"LISA0.001": lisa, "qrels.txt": qrels})
    assert [(d.title, d.text) for d in second.documents.values()] == [
        ("NETS AND SEALS IN WINTER", "A TEXT OF TWO LINES."),
        ("A PIER", "A TEXT."),
    ]


def test_documents_with_other_zeros_are_joined_on_request(tmp_path: Path) -> None:
    files = {"docs": smart(["007", "012"]), "qrels.txt": b"1 0 7 1\n1 0 12 1\n", "r.txt": b"1 Q0 7 1 2 r\n"}
    with pytest.raises(InputError) as caught:
        read(tmp_path, files)
    assert caught.value.key == "documents-have-other-zeros"
    collection, summary = found(tmp_path, files, documents="number")
    assert [*collection.documents] == ["7", "12"]
    assert not summary.runs[0].notes or "retrieved-without-text" not in {n.key for n in summary.runs[0].notes}
    one = {**files, "docs": smart(["7", "012"])}
    assert [note.key for note in found(tmp_path, one)[1].notes] == [
        "documents-may-have-other-zeros",
        "judged-without-text",
    ]
    apart, _ = found(tmp_path, files, documents="id")
    assert [*apart.documents] == ["007", "012"]


def test_python_names_the_argument() -> None:
    topics = [Topic(f"{n:03}", text) for n, text in zip(GAPS, WORDS, strict=True)]
    with pytest.raises(InputError) as caught:
        topics_by_name(topics, "1234")
    assert "join='order'" in say(caught.value.problem, PYTHON)
    assert [t.title for t in topics_by_name(topics, "1234", "order").values()] == [*WORDS]
    assert [t.title for t in topics_by_name(topics, "1234", "number").values()] == [*WORDS[:3]]
    with pytest.raises(InputError):
        topics_by_name(topics, "1234", "rank")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("q1", "q10", "q2", "q3"), {"q1": 0, "q2": 1, "q3": 2, "q10": 3}),  # in the order of their numbers
        (("b", "a", "d", "c"), {"b": 0, "a": 1, "d": 2, "c": 3}),  # in the order of the file
        (("4", "2"), {"4": 3, "2": 1}),  # places
    ],
)
def test_what_order_means(names: Sequence[str], expected: Mapping[str, int]) -> None:
    topics = [Topic(f"t{n}x") for n in range(4)]
    joined = join_topics(topics, names, "order")
    assert {name: topics.index(topic) for name, topic in joined.topics.items()} == expected


def test_no_order_where_there_is_none() -> None:
    with pytest.raises(InputError, match="by order"):
        join_topics([Topic("a"), Topic("b")], ["x", "y", "z"], "order")


@pytest.mark.parametrize(
    ("numbers", "names"), [((1, 2, 3), "12"), ((1, 2), "12"), ((1, 2), "1"), ((51, 52), ("51", "99", "98"))]
)
def test_nothing_is_asked_where_ids_match_or_no_order_is_possible(numbers: Sequence[int], names: Sequence[str]) -> None:
    joined = join_topics([Topic(str(n)) for n in numbers], [*names])
    assert [topic.number for topic in joined.topics.values()] == [name for name in names if int(name) in numbers]

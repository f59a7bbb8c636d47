"""A packed collection is the same when it is unpacked, and its documents are read block by block."""

from __future__ import annotations

import pytest

from ireval.collection import Document, Topic, built_in
from ireval.collection.packed_collection import DOCUMENTS, Part, pack, unpack
from ireval.collection.stored_collection import HARBOUR
from ireval.trec import read_qrels, read_run
from tests.ireval.random_lists import examples, given, st

pytestmark = pytest.mark.slow


def test_the_built_in_collection_comes_back() -> None:
    harbour = built_in()
    parts = list(
        pack(
            qrels=read_qrels(HARBOUR / "qrels.txt"),
            runs=harbour.runs,
            topics=harbour.topics.values(),
            documents=harbour.documents.values(),
            assessors={path.stem: read_qrels(path) for path in (HARBOUR / "assessors").glob("*.txt")},
        )
    )
    blocks = {part.name: part.body for part in parts if part.kind == DOCUMENTS}
    found = unpack((part for part in parts if part.kind != DOCUMENTS), blocks.__getitem__)
    assert dict(found.documents) == dict(harbour.documents)
    assert found.topics == harbour.topics
    assert found.qrels == harbour.qrels
    assert dict(found.assessors) == harbour.assessors
    assert {name: run.to_dict() for name, run in found.runs.items()} == {
        name: run.to_dict() for name, run in harbour.runs.items()
    }
    assert {run.name for run in found.runs.values()} == set(harbour.runs)


def test_only_the_block_of_a_document_is_read() -> None:
    documents = [Document(f"d{i}", "", "x" * 100_000) for i in range(7)]
    parts = list(pack(qrels=read_qrels(b"1 0 d0 1"), documents=documents))
    blocks = {part.name: part.body for part in parts if part.kind == DOCUMENTS}
    assert len(blocks) == 4  # two documents of 100 kB fit into a block of 256 kB
    read: list[str] = []

    def block(name: str) -> bytes:
        read.append(name)
        return blocks[name]

    found = unpack(parts, block)
    assert "d3" in found.documents
    assert len(found.documents) == 7
    assert read == []
    assert found.documents["d3"] == documents[3] and found.documents["d2"] == documents[2]
    assert len(read) == 1


def test_runs_are_written_by_score_and_ties_keep_their_order() -> None:
    run = read_run(b"2 Q0 b 9 1.5 my tag\n1 Q0 x 1 2 my tag\n1 Q0 c 3 1e-30 my tag\n1 Q0 a 2 2 my tag\n")
    parts = {part.kind: part for part in pack(qrels=read_qrels(b"1 0 a -2\n1 0 b 3"), runs={"mine": run})}
    [found] = unpack(parts.values(), lambda _: b"").runs.values()
    assert [*found.to_dict()["1"].items()] == [("x", 2.0), ("a", 2.0), ("c", 1e-30)]
    assert found.to_dict()["2"] == {"b": 1.5}
    assert (found.tag, found.name) == ("my tag", "mine")
    assert unpack(parts.values(), lambda _: b"").qrels == {"1": {"a": -1, "b": 3}}


@examples(60)
@given(st.lists(st.tuples(st.text(), st.text()), max_size=8), st.text())
def test_any_text_comes_back(texts: list[tuple[str, str]], title: str) -> None:
    """Line ends, quotes and characters of all languages in titles and texts; halves of characters become "?"."""
    documents = [Document(str(i), *both) for i, both in enumerate(texts)]
    parts: list[Part] = list(pack(qrels=read_qrels(b"1 0 d 1"), documents=documents, topics=[Topic("1", title)]))
    found = unpack(parts, {part.name: part.body for part in parts if part.kind == DOCUMENTS}.__getitem__)

    def whole(text: str) -> str:
        return text.encode("utf-8", "replace").decode()

    assert list(found.documents.values()) == [Document(d.docno, whole(d.title), whole(d.text)) for d in documents]
    assert found.topics["1"].title == whole(title)

"""The summary of an upload agrees with counts by hand, and names what may surprise."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from ireval.collection import built_in
from ireval.collection.packed_collection import ASSESSOR, DOCUMENTS, RUN, Part, unpack
from ireval.collection.stored_collection import HARBOUR, Collection
from ireval.collection.upload.added_run import read_added_run
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.collection.upload.part_file import PartWriter, read_parts, read_summary
from ireval.collection.upload.sent_file import UploadLimits
from ireval.collection.upload.upload_reading import read_upload
from ireval.messages import Message, say
from tests.ireval.collection.upload.uploads import DOCUMENTS as TWO_TEXTS
from tests.ireval.collection.upload.uploads import GOOD, QRELS, TOPICS, read, sent_files
from tests.ireval.collection.upload.uploads import RUN as A_RUN

pytestmark = pytest.mark.slow

CYSTIC = b"QN 00001\nQU What is mucus?\nRD  139 1222   440 0001\nQN 00002\nQU Why?\nRD  139 0100\n"


def opened(parts: list[Part]) -> Collection:
    blocks = {part.name: part.body for part in parts if part.kind == DOCUMENTS}
    return unpack(parts, blocks.__getitem__)


def said(notes: tuple[Message, ...]) -> list[str]:
    return [say(note) for note in notes]


def test_the_built_in_collection_is_read_from_its_files(tmp_path: Path) -> None:
    paths = [path for folder in (".", "runs", "assessors") for path in (HARBOUR / folder).glob("*.t*")]
    files = {path.name: path.read_bytes() for path in sorted(paths)}
    parts, summary = read(tmp_path, files)
    found, harbour = opened(parts), built_in()
    assert dict(found.documents) == dict(harbour.documents)
    assert (found.topics, found.qrels) == (harbour.topics, harbour.qrels)
    assert dict(found.assessors) == harbour.assessors
    assert {name: run.to_dict() for name, run in found.runs.items()} == {
        name: run.to_dict() for name, run in harbour.runs.items()
    }
    grades = [grade for mine in harbour.qrels.values() for grade in mine.values()]
    assert (summary.judged, summary.relevant) == (len(grades), sum(grade > 0 for grade in grades))
    assert summary.assessors == tuple(sorted(harbour.assessors))


def test_counts_of_random_runs(tmp_path: Path) -> None:
    """Unjudged documents, ties and depths, counted again with sets and sorting by hand."""
    rng = np.random.default_rng(7)
    judged = {str(t): {f"d{d}": int(rng.integers(-1, 3)) for d in rng.choice(400, 60, False)} for t in range(1, 9)}
    scores = {
        str(t): {f"d{d}": int(rng.integers(0, 300)) / 4 for d in rng.choice(400, 20 * t, False)} for t in range(2, 11)
    }
    qrels = "".join(f"{t} 0 {d} {g}\n" for t, mine in judged.items() for d, g in mine.items())
    run = "".join(f"{t} Q0 {d} 1 {s} x\n" for t, mine in scores.items() for d, s in mine.items())
    _, summary = read(tmp_path, {"qrels.txt": qrels.encode(), "mine.txt": run.encode()})
    [found] = summary.runs
    for cutoff in (10, 100):
        first = [
            (topic, docno)
            for topic, mine in scores.items()
            if topic in judged
            for docno in sorted(mine, key=lambda d: (mine[d], d.encode()), reverse=True)[:cutoff]
        ]
        unjudged = [docno for topic, docno in first if judged[topic].get(docno, -1) == -1]
        assert found.unjudged[cutoff] == (len(unjudged), len(first))
    ties = sum([*mine.values()].count(score) > 1 for mine in scores.values() for score in mine.values())
    assert found.tied == ties > 0
    assert (found.topics, found.depth) == (9, 200)
    assert found.retrieved == sum(map(len, scores.values()))
    assert summary.judged == sum(grade >= 0 for mine in judged.values() for grade in mine.values())
    assert summary.grades[-1] == sum(grade < 0 for mine in judged.values() for grade in mine.values())


def test_what_may_surprise_is_named(tmp_path: Path) -> None:
    qrels = QRELS + b"3 0 d2 0\n" + b"".join(b"4 0 x%d 1\n" % i for i in range(8))
    topics = TOPICS + b"<top>\n<num> 9\n<title> gulls\n</top>\n"
    run = A_RUN + b"7 Q0 d1 1 1 x\n7 Q0 d2 2 1 x\n"
    files = {**GOOD, "qrels.txt": qrels, "topics.trec": topics, "bm25.txt": run}
    _, summary = read(tmp_path, files)
    assert said(summary.notes) == [
        "2 judged topics have no text: 3, 4.",
        "1 topic has a text and no judgements: 9.",
        "1 judged topic has no relevant document: 3. Most measures are undefined or 0 there.",
        "8 judged documents have no text: x0, x1, x2, x3, x4 and 3 more.",
    ]
    assert said(summary.runs[0].notes) == [
        "1 topic has no judgements and is left out when measures are computed: 7.",
        "2 judged topics are missing: 3, 4. A convention says whether they count as 0 in the mean or not at all.",
        "Among the first 10 documents of each topic, 2 of 3 are unjudged; among the first 100, 2 of 3.",
        "2 of 5 documents share their score with another one of the same topic. Conventions decide their order.",
        "1 retrieved document has no text: d9.",
    ]
    assert CollectionSummary.from_json(summary.to_json()) == summary


def test_where_nothing_surprises_nothing_is_said(tmp_path: Path) -> None:
    _, summary = read(tmp_path, {"qrels.txt": QRELS, "bm25.txt": b"1 Q0 d1 1 2 x\n2 Q0 d1 1 2 x\n"})
    assert (summary.notes, summary.runs[0].notes) == ((), ())


def test_scores_of_cystic_fibrosis_become_grades_and_assessors(tmp_path: Path) -> None:
    records = b"PN 74001\nRN 00139\nTI Mucus.\nAB It was measured.\n"
    parts, summary = read(tmp_path, {"cfquery": CYSTIC, "cf74": records, "bm25.txt": A_RUN})
    found = opened(parts)
    assert found.qrels == {"1": {"139": 7, "440": 1}, "2": {"139": 1}}  # 1 + 2 + 2 + 2, by hand
    assert [found.assessors[f"score {i}"]["1"]["139"] for i in (1, 2, 3, 4)] == [1, 2, 2, 2]
    assert found.topics["1"].description == "What is mucus?"
    assert found.documents["139"].title == "Mucus."
    assert said(summary.notes)[0].startswith("The judgements were made from the scores of 4 assessors")


def test_other_judgements_come_before_the_sums_of_scores(tmp_path: Path) -> None:
    parts, summary = read(tmp_path, {"cfquery": CYSTIC, "qrels.txt": b"1 0 139 1\n"})
    assert opened(parts).qrels == {"1": {"139": 1}}
    assert len(summary.assessors) == 4


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"a.txt": b"1 0 d 1\n", "qrels.all.txt": b"1 0 d 2\n"}, 2),
        ({"a.txt": b"1 0 d 1\n", "qrels=b.txt": b"1 0 d 2\n"}, 2),
        ({"qrels.a.txt": b"1 0 d 1\n", "qrels=qrels.b.txt": b"1 0 d 2\n"}, 2),
        ({"a.txt": b"1 0 d 1\n", "assessor=qrels.txt": b"1 0 d 2\n"}, 1),
    ],
)
def test_the_main_judgements_are_said_or_named(files: dict[str, bytes], main: int, tmp_path: Path) -> None:
    parts, summary = read(tmp_path, files)
    assert opened(parts).qrels == {"1": {"d": main}}
    assert len(summary.assessors) == 1


def test_topics_get_the_numbers_of_the_judgements(tmp_path: Path) -> None:
    topics = b"<top>\n<num> C041 </num>\n<title> Baby food </title>\n</top>\n"
    parts, summary = read(tmp_path, {"qrels.txt": b"41 0 d 1\n", "topics.trec": topics})
    assert opened(parts).topics["41"].title == "Baby food"
    assert summary.described == 1


def test_topics_and_documents_of_smart_are_told_by_the_name(tmp_path: Path) -> None:
    entry = b".I 1\n.T\nSeals\n.W\nOn the pier.\n"
    parts, _ = read(tmp_path, {"x.qry": entry, "x.all": entry, "x.qrels": b"1 0 1 1\n"})
    found = opened(parts)
    assert (found.topics["1"].title, found.documents["1"].title) == ("Seals", "Seals")


def test_documents_are_never_in_memory_together(tmp_path: Path) -> None:
    """Three times as many documents take no more memory."""

    def peak(count: int) -> int:
        entry = b"<DOC>\n<DOCNO>d%d</DOCNO>\n<TEXT>%s</TEXT>\n</DOC>\n"
        text = b"".join(entry % (i, (b"x" * 500 + b"\n") * 100) for i in range(count))
        files = sent_files(tmp_path, {"qrels.txt": QRELS, "docs.trec.gz": gzip.compress(text, 1)})
        tracemalloc.start()
        try:
            read_upload(files, UploadLimits(), lambda *_: None, lambda _: None)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(2)  # imports all
    assert peak(300) < 1.2 * peak(100)  # 15 MB and 5 MB


def test_progress_rises_to_all_bytes(tmp_path: Path) -> None:
    files = {**GOOD, "docs.trec": gzip.compress(TWO_TEXTS)}
    reports: list[tuple[int, int]] = []
    read_upload(sent_files(tmp_path, files), UploadLimits(), lambda *both: reports.append(both), lambda _: None)
    total = sum(map(len, GOOD.values()))
    assert {of for _, of in reports} == {total}  # unpacked
    done = [count for count, _ in reports]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, total)


def test_an_added_run_is_summarized_like_the_others(tmp_path: Path) -> None:
    parts, summary = read(tmp_path, GOOD)
    body = {part.kind: part.body for part in parts}
    [file] = sent_files(tmp_path, {"bm25.txt": A_RUN})
    written: list[Part] = []
    found = read_added_run(
        file, UploadLimits(), lambda *_: None, written.append, judged=body["qrels"], index=body["index"]
    )
    assert found.runs == summary.runs
    assert written == [part for part in parts if part.kind == RUN]
    assert summary.without_run("bm25").runs == ()
    assert summary.without_run("bm25").with_run(found.runs[0]) == summary


def test_parts_come_back_from_a_file_one_by_one(tmp_path: Path) -> None:
    parts = [Part(ASSESSOR, "a\nb “c”", b"\n\x00{}"), Part(RUN, "", b""), Part(DOCUMENTS, "0", bytes(300_000))]
    path = tmp_path / "parts"
    with PartWriter(path) as file:
        for part in parts:
            file.write(part)
        file.finish('{"topics": 1}')
    assert list(read_parts(path)) == parts
    assert read_summary(path) == '{"topics": 1}'
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ValueError, match="complete"):
        read_summary(path)


def test_progress_moves_within_a_run_and_within_documents(tmp_path: Path) -> None:
    run = "".join(f"{topic} Q0 d{rank} {rank} {-rank} x\n" for topic in range(1, 51) for rank in range(1, 9))
    files = {"qrels.txt": QRELS, "bm25.txt": run.encode(), "more.txt": A_RUN}
    seen: list[tuple[int, int]] = []
    read_upload(sent_files(tmp_path, files), UploadLimits(), lambda *both: seen.append(both), lambda _: None)
    done = [each for each, _ in seen]
    assert done == sorted(done) and {total for _, total in seen} == {sum(map(len, files.values()))}
    within = [each for each in done if len(QRELS) < each < len(QRELS) + len(run)]
    assert len(set(within)) >= 50
    seen.clear()
    (tmp_path / "added").mkdir()
    parts, _ = read(tmp_path, GOOD)
    bodies = {part.kind: part.body for part in parts}
    [sent] = sent_files(tmp_path / "added", {"new.txt": run.encode()})
    read_added_run(
        sent,
        UploadLimits(),
        lambda *both: seen.append(both),
        lambda _: None,
        judged=bodies["qrels"],
        index=bodies["index"],
    )
    assert seen[0] == (0, len(run)) and seen[-1] == (len(run), len(run)) and len(set(seen)) >= 50


def test_queries_without_judgements_are_topics(tmp_path: Path) -> None:
    parts, summary = read(tmp_path, {"qrels.txt": QRELS, "cfquery": b"QN 00001\nQU What is mucus?\nNR 00000\n"})
    assert opened(parts).topics["1"].description == "What is mucus?"
    assert summary.assessors == ()

"""What a file is by its first lines, by its name, and what is said about those that are nothing known."""

from __future__ import annotations

from pathlib import Path

import pytest

from ireval import InputError
from ireval.collection.packed_collection import ASSESSOR, DOCUMENTS, QRELS, RUN, TOPICS
from ireval.collection.upload.file_kinds import sort_files
from ireval.collection.upload.first_lines import SUMMARY, kind_of
from ireval.trec import FileError
from tests.ireval.collection.upload.uploads import QRELS as JUDGED
from tests.ireval.collection.upload.uploads import RUN as RETURNED
from tests.ireval.collection.upload.uploads import read, sent_files

ENTRY = b".I 1\n.W\nOn the pier.\n"


def found(folder: Path, name: str, content: bytes) -> str:
    [file] = sent_files(folder, {name: content})
    return kind_of(file)


def refused(folder: Path, name: str, content: bytes) -> FileError:
    with pytest.raises(FileError) as caught:
        found(folder, name, content)
    return caught.value


@pytest.mark.parametrize(
    "name",
    [
        *("cran.qry", "CISI.QRY", "cacm.que", "query.text", "queries.txt", "med_queries.smart", "medqueries", "que"),
        *("topics.txt", "cran.topic", "TOPICS-1", "queries2.txt", "x.que.gz", "the query"),
    ],
)
def test_entries_in_a_file_named_so_are_topics(name: str, tmp_path: Path) -> None:
    assert found(tmp_path, name, ENTRY) == TOPICS


@pytest.mark.parametrize(
    "name",
    [
        *("unique.docs", "technique.all", "frequent", "mosque", "sequence.txt", "quest", "cisi.all", "med-info-needs"),
        *("isotopic", "ectopics.docs", "subtopical"),
    ],
)
def test_letters_within_another_word_say_nothing(name: str, tmp_path: Path) -> None:
    assert found(tmp_path, name, ENTRY) == DOCUMENTS


def test_entries_of_two_files_lead_to_the_part_of_the_form(tmp_path: Path) -> None:
    """Queries whose file is not named so are documents; then a number comes twice."""
    files = {"qrels.txt": b"1 0 1 1\n", "med.all": ENTRY, "med-info-needs": ENTRY}
    with pytest.raises(FileError) as caught:
        read(tmp_path, files)
    assert caught.value.key == "number-in-two-files"
    assert "“Say what each file is”" in caught.value.suggestion
    files["topics=med-info-needs"] = files.pop("med-info-needs")
    _, summary = read(tmp_path, files)
    assert (summary.described, summary.documents) == (1, 1)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<top>\n<num> 1\n</top>\n', TOPICS),
        (b"\xef\xbb\xbf<?xml version='1.0' encoding='UTF-8'?>\n<topics><topic number='1'>x</topic></topics>", TOPICS),
        (b"<!DOCTYPE topics SYSTEM 'doc.dtd' >\n<topics>\n<topic number='1'>x</topic></topics>", TOPICS),
        (b"<!-- <DOC> is not what\nis in <doc> here --> <top><num>1</top>", TOPICS),
        (b"<!-- by us -->\n<!-- <top> --><DOCS>\n<DOC><DOCNO>1</DOCNO></DOC>", DOCUMENTS),
        (b"<webtrack2009>\n<topic number='1' type='x'><query>x</query></topic></webtrack2009>", TOPICS),
    ],
)
def test_markup_is_known_by_its_first_element(content: bytes, kind: str, tmp_path: Path) -> None:
    assert found(tmp_path, "file", content) == kind


@pytest.mark.parametrize(
    "content",
    [
        b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<records><record/></records>\n',
        b"<!DOCTYPE html>\n<html><body>Hello there</body></html>\n",
        b"<p class=x id=y> Six or more words are here </p>\n",
        b"<!-- <top> <doc> <topic> -->\n",
    ],
)
def test_other_markup_is_never_taken_for_lines(content: bytes, tmp_path: Path) -> None:
    error = refused(tmp_path, "file", content)
    assert (error.key, error.line) == ("file-kind-unknown", 1)


@pytest.mark.parametrize(
    "content",
    [
        b"1 0 13 1\n1 0 14 1\n",  # as MED.REL has them
        b"1 0 0 0\n2 0 0 0\n",  # document 0
        b"1 1 0 0\n1 2 0 1\n",  # document 0 by subtopic
        b"1 7 0 0\n1 7 3 0\n",
    ],
)
def test_other_judgements_are_not_those_of_smart(content: bytes, tmp_path: Path) -> None:
    assert found(tmp_path, "qrels.txt", content) == QRELS


@pytest.mark.parametrize(
    ("content", "sign"),
    [
        (b"401,0,a,1\n", ","),
        (b"401, 0, a, 1\n", ","),
        (b"401;Q0;a;1;3.5;me\n", ";"),
        (b"topic,iteration,document,grade\n", ","),
        (b"d1,d2,d3\n", ","),
    ],
)
def test_fields_between_commas_are_named(content: bytes, sign: str, tmp_path: Path) -> None:
    error = refused(tmp_path, "file.csv", content)
    assert (error.key, error.values["sign"]) == ("fields-separated-by-signs", sign)
    assert f"“{sign}”" in error.suggestion


@pytest.mark.parametrize(
    ("content", "kind"),
    [(b"1 0 a,b,c 1\n", QRELS), (b"1\t0\ta;b\t1\n", QRELS), (b"1 Q0 a,b 1 3.5 me, too\n", RUN), (JUDGED, QRELS)],
)
def test_a_comma_may_be_in_a_name(content: bytes, kind: str, tmp_path: Path) -> None:
    assert found(tmp_path, "file", content) == kind


@pytest.mark.parametrize("words", ["seals", "what is x", "what are the six seals on it", "what costs 5 in 3.5 me"])
def test_topics_in_lines_are_no_judgements_and_no_run(words: str, tmp_path: Path) -> None:
    assert refused(tmp_path, "topics.tsv", f"1\t{words}\n".encode()).key == "topic-in-a-line"


@pytest.mark.parametrize(
    "content", [b'{"1": {"d1": 1, "d2": 0}}', b'{"id":1,"text":"x","a":2}\n', b"[1, 2, 3, 4]", b"{\n"]
)
def test_json_is_named(content: bytes, tmp_path: Path) -> None:
    assert refused(tmp_path, "file.json", content).key == "file-json"


@pytest.mark.parametrize(
    "content", [b"about,count of,number\r\ncollection,topics,2\r\n", b'{\n "topics": 2,\n "judged": 3\n}\n']
)
def test_a_summary_is_known_by_its_beginning(content: bytes, tmp_path: Path) -> None:
    assert found(tmp_path, "a summary", content) == SUMMARY
    assert found(tmp_path, "assessor=a summary", content) == ASSESSOR, "what somebody says comes first"


def test_something_like_a_summary_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "summary.json", b'{\n "topics": 2\n}\n').key == "file-json"
    assert refused(tmp_path, "summary.csv", b"about,count,number\n").key == "fields-separated-by-signs"


def test_the_judgements_called_just_qrels_are_the_main_ones(tmp_path: Path) -> None:
    names = ["qrels.ada.txt", "qrels.txt", "qrels.ben.txt"]
    sorted_files = sort_files(sent_files(tmp_path, dict.fromkeys(names, JUDGED) | {"bm25.txt": RETURNED}))
    assert sorted_files.qrels and sorted_files.qrels.name == "qrels.txt"
    assert [file.title for file in sorted_files.assessors] == ["qrels.ada", "qrels.ben"]


def test_several_main_judgements_lead_to_the_part_of_the_form(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        sort_files(sent_files(tmp_path, {"qrels.ada.txt": JUDGED, "qrels.ben.txt": JUDGED}))
    assert caught.value.key == "several-qrels"
    assert "“Say what each file is”" in caught.value.suggestion

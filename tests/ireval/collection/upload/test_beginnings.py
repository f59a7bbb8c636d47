"""An error in the first lines of any file is reported before other files are read: reading them may take long."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path

import pytest

from ireval.collection.packed_collection import Part
from ireval.collection.upload.beginnings import BYTES
from ireval.collection.upload.sent_file import UploadLimits
from ireval.collection.upload.upload_reading import read_upload
from ireval.trec import FileError
from tests.ireval.collection.upload.uploads import DOCUMENTS, QRELS, read, sent_files

TWICE = {
    "zz.run": b"1 Q0 d1 1 9.0 x\n1 Q0 d1 2 8.0 x\n",
    "zz.txt.gz": gzip.compress(b"1 Q0 d1 1 9.0 x\n1 Q0 d1 2 8.0 x\n"),
    "ann.txt": b"1 0 d1 1\n1 0 d1 0\n",
    "zz.trec": b"<DOC><DOCNO>x</DOCNO></DOC>\n<DOC><DOCNO>x</DOCNO></DOC>\n",
    "short.run": b"1 Q0 d1 1 9.0 x\n1 Q0 d2\n",
    "grades.txt": b"1 0 d1 1\n1 0 d2 high\n",
}


@pytest.mark.parametrize("name", TWICE)
def test_nothing_is_packed_before_an_error_of_the_last_file(name: str, tmp_path: Path) -> None:
    files: Mapping[str, bytes] = {
        "qrels.txt": QRELS,
        "docs.trec": DOCUMENTS,
        "aa.run": b"".join(b"1 Q0 e%d 1 1 x\n" % rank for rank in range(900)),
        name: TWICE[name],
    }
    packed: list[Part] = []
    shares: list[int] = []
    with pytest.raises(FileError) as found:
        read_upload(sent_files(tmp_path, files), UploadLimits(), lambda done, _: shares.append(done), packed.append)
    assert (found.value.file, found.value.line) == (name, 2)
    assert packed == []
    assert shares == [0]


@pytest.mark.slow
def test_a_long_file_is_read_although_its_beginning_has_only_comments(tmp_path: Path) -> None:
    """What is cut off is no error either: the last line looked at is a whole one."""
    comments = b"# " + b"-" * 400 + b"\n"
    run = comments * (BYTES // len(comments) + 2) + b"1 Q0 d1 1 9.0 x\n"
    _, summary = read(tmp_path, {"qrels.txt": QRELS, "late.run": run})
    assert [run.name for run in summary.runs] == ["late"]

"""Files that are not text are named as what they are, and the last character that DOS wrote is left out."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ireval.collection import read_documents
from ireval.trec import FileError, read_qrels, read_run
from ireval.trec.reading.part_table import PartReader, PartTable
from ireval.trec.reading.parts import PART, Part

pytestmark = pytest.mark.slow

QRELS = b"1 0 a 1\n1 0 b 0\n2 0 a 3\n"
RUN = b"1 Q0 b 1 2.5 me\n1 Q0 a 2 1.5 me\n2 Q0 a 1 1e-3 me\n"


def zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("qrels.txt", content)
    return file.getvalue()


def in_tar(content: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        entry = tarfile.TarInfo("qrels.txt")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return file.getvalue()


def twice(content: bytes) -> bytes:
    return gzip.compress(gzip.compress(content, mtime=0), mtime=0)


def in_tar_and_gzip(content: bytes) -> bytes:
    return gzip.compress(in_tar(content), mtime=0)


FOREIGN = {
    "zip": (zipped(QRELS), "file-packed-otherwise", "ZIP"),
    "an empty zip": (b"PK\x05\x06" + bytes(18), "file-packed-otherwise", "ZIP"),
    "bzip2": (bz2.compress(QRELS), "file-packed-otherwise", "bzip2"),
    "xz": (lzma.compress(QRELS), "file-packed-otherwise", "xz"),
    "compress": (b"\x1f\x9d\x90\x31\x40", "file-packed-otherwise", "compress"),
    "tar": (in_tar(QRELS), "file-packed-otherwise", "tar"),
    "tar in gzip": (in_tar_and_gzip(QRELS), "file-packed-otherwise", "tar"),
    "gzip in gzip": (twice(QRELS), "file-packed-twice", None),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "file-pdf", None),
}


def all_documents(source: Any) -> object:
    return list(read_documents(source))


@pytest.mark.parametrize("read", [read_qrels, read_run, all_documents])
@pytest.mark.parametrize("what", FOREIGN)
def test_a_file_that_is_not_text_is_named(what: str, read: Any, tmp_path: Path) -> None:
    content, key, how = FOREIGN[what]
    path = tmp_path / "file"
    path.write_bytes(content)
    for source in (content, path):
        with pytest.raises(FileError) as caught:
            read(source)
        assert (caught.value.key, caught.value.line, caught.value.values.get("how")) == (key, None, how)
        assert caught.value.suggestion


def test_the_words_for_an_archive() -> None:
    with pytest.raises(FileError) as caught:
        read_qrels(zipped(QRELS))
    assert caught.value.message == "the qrels: this file is packed (ZIP), and only gzip is unpacked here."
    assert caught.value.suggestion.startswith("Unpack it first, and choose the files in it.")


@pytest.mark.parametrize("end", [b"\x1a", b"\x1a" * 90])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_the_last_character_of_dos_is_left_out(end: bytes, pack: Any, line_end: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    for read, content in ((read_qrels, QRELS), (read_run, RUN)):
        expected = read(content)
        for whole in (content, content.rstrip(b"\n")):
            sent = pack(whole.replace(b"\n", line_end) + end)
            path.write_bytes(sent)
            for source in (sent, path):
                found = read(source)
                assert found.to_dict() == expected.to_dict()
                assert getattr(found, "tag", "") == getattr(expected, "tag", "")


def test_a_long_file_that_ends_so_is_still_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end is between two parts, too, and no part is read line by line."""
    line = b"1 Q0 document%08d 1 1.5 me\n"
    count = PART // len(line % 1) - 1
    content = b"".join(line % i for i in range(count))
    content += b"2 Q0 x 1 1 " + b"t" * (PART - len(content) - len(b"2 Q0 x 1 1 \n")) + b"\n"
    assert len(content) == PART
    read, tables = PartReader.read, list[PartTable | None]()

    def reading(reader: PartReader, part: Part) -> PartTable | None:
        tables.append(read(reader, part))
        return tables[-1]

    monkeypatch.setattr(PartReader, "read", reading)
    path = tmp_path / "run"
    path.write_bytes(content + b"\x1a")
    assert read_run(path).groups.lengths.tolist() == [count, 1]
    assert len(tables) == 1 and None not in tables


def test_the_same_character_elsewhere_is_part_of_a_name() -> None:
    assert read_qrels(b"1 0 a\x1a 1\n1 0 \x1ab 0\n").to_dict() == {"1": {"a\x1a": 1, "\x1ab": 0}}
    with pytest.raises(FileError) as caught:
        read_qrels(b"\x1a")
    assert caught.value.key == "file-empty"

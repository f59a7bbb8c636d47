"""The readers of judgements, runs, ids, topics and documents, and the evaluation of what they accept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ireval.collection import read_documents, read_topics
from ireval.collection.cystic_fibrosis import read_scores
from ireval.collection.packed_collection import DOCUMENTS, Part, unpack
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.collection.upload.sent_file import SentFile, UploadLimits
from ireval.collection.upload.upload_reading import read_upload
from ireval.errors import InputError
from ireval.evaluation.evaluation import evaluate
from ireval.messages.keyed_error import KeyedError
from ireval.trec import read_id_lists, read_qrels, read_run
from tests.fuzz.area import Area
from tests.fuzz.dice import Dice
from tests.fuzz.files import Lines, compressed, file_of
from tests.fuzz.json_texts import json_text
from tests.fuzz.outcome import Outcome
from tests.fuzz.shrinking import WHOLE

QRELS: list[Lines] = [
    (*(("q1", "0", f"d{n}", str(n % 3)) for n in range(1, 7)), ("q2", "0", "d1", "1"), ("q2", "0", "d2", "-1")),
    (("1", "1", "d1", "1"), ("1", "2", "d1", "1"), ("1", "2", "d2", "0")),
    (("# a comment",), ("q1", "Q0", "d1", "1")),
]
RUNS: list[Lines] = [
    tuple(("q1", "Q0", f"d{n}", str(n), f"{9 - n}.5", "bm25") for n in range(1, 7)),
    (("q1", "Q0", "d1", "1", "1e-3", "x"), ("q2", "Q0", "d2", "1", "1E3", "x"), ("q2", "Q0", "d9", "2", "-0", "x")),
]
IDS: list[Any] = [
    {"q1": {"expected": ["d1", "d2"], "retrieved": ["d2", "d7"]}},
    {"expected": ["a", 7], "retrieved": [7, "b"]},
]
MARKUP = [
    b"<top>\n<num> Number: 301\n<title> International Crime\n<desc> Description:\nx\n</top>\n",
    b"<DOC>\n<DOCNO> AP-1 </DOCNO>\n<TEXT>\nwords &amp; more\n</TEXT>\n</DOC>\n",
    b".I 1\n.T\nA title\n.A\nFinch, W.\n.W\nwords\n\nand more\n.I 2\n.W\nx\n",
    b"PN 74001\nRN 00001\nTI A title\n   in two lines\nAB words\nRF 001 FINCH W\n\nPN 74002\nRN 00002\n",
    b"QN 00001\nQU What is it?\nNR 00002\nRD  139 1222  151 2211\n   166 0001\n\nQN 00002\nQU And that?\n",
]

_TAGS = [b"<", b">", b"</top>", b"<num>", b"<DOC>", b"</DOC>", b"\xff", b"&", b"<!--", b"\0", b"<title>" * 500]
_TAGS += [b".I", b".W\n", b"PN", b"RN x", b"QN 1\n", b"RD", b"1222", b"-->", b"<TEXT>", b"\n\n"]


@dataclass(frozen=True)
class Files:
    """The kind of reader, and the bytes for it; ``other`` is the run that belongs to judgements."""

    reader: str = field(metadata=WHOLE)
    data: bytes
    other: bytes = b""


def _read_upload(data: bytes) -> None:
    """An upload of the file beside judgements; what it is, is found out."""
    with TemporaryDirectory(prefix="fuzz-") as folder:
        files = [SentFile(Path(folder, "0"), "qrels.txt", "qrels"), SentFile(Path(folder, "1"), "other.txt")]
        for file, content in zip(files, (b"q1 0 d1 1\n301 0 AP-1 1\n", data), strict=True):
            file.path.write_bytes(content)
        parts: list[Part] = []
        summary = read_upload(files, UploadLimits(size=10**6), lambda *_: None, parts.append)
        assert CollectionSummary.from_json(summary.to_json()) == summary
        blocks = {part.name: part.body for part in parts if part.kind == DOCUMENTS}
        found = unpack(parts, blocks.__getitem__)
        assert len(dict(found.documents)) == summary.documents


READERS: dict[str, Callable[[bytes], object]] = {
    "qrels": read_qrels,
    "run": read_run,
    "ids": read_id_lists,
    "topics": read_topics,
    "scores": read_scores,
    "documents": lambda data: [*read_documents(data)],
    "upload": _read_upload,
}


class TrecFiles(Area):
    """Files of test collections, as bytes. Cases are ``Files``."""

    name, share = "files", 27

    def begin(self, seed: int) -> None:
        pass

    def case(self, dice: Dice) -> Files:
        reader = dice.choice([*READERS, "evaluate", "evaluate"])
        if reader != "evaluate" and dice.chance(0.1):
            return Files(reader, dice.binary())
        if reader == "ids":
            return Files(reader, compressed(dice, json_text(dice, dice.choice(IDS)).encode("utf-8", "surrogatepass")))
        if reader in {"topics", "documents", "scores"} or (reader == "upload" and dice.chance(0.5)):
            return Files(reader, compressed(dice, dice.damaged(dice.choice(MARKUP), dice.choice(_TAGS))))
        qrels, run = file_of(dice, dice.choice(QRELS)), file_of(dice, dice.choice(RUNS))
        return Files(reader, run if reader in {"run", "upload"} else qrels, run if reader == "evaluate" else b"")

    def run(self, case: Files) -> Outcome:
        """Read the files; errors that say what is wrong are the right answer."""
        try:
            if case.reader == "evaluate":
                evaluate(case.data, case.other, ["AP", "nDCG@5", "RR", "bpref"])
            else:
                READERS[case.reader](case.data)
        except (KeyedError, InputError) as error:
            str(error).encode("utf-8", "surrogatepass")
            return Outcome("refused")
        return Outcome("accepted")

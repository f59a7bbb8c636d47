"""The judgements and the run that a request names or sends."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import IO
from urllib.parse import parse_qsl, urlsplit

from flask import request

from ireval.collection.stored_collection import Collection
from ireval.errors import InputError
from ireval.measure.spelling import parse
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.reproduction import read_score
from ireval.trec.runs import Run
from ireval.trec.writer import write_qrels, write_run
from web.server.incoming.named_text import LARGEST_FILE, NamedText
from web.store.library import library
from web.store.library.library import BUILT_IN

#: The most characters of a measure and of a score.
LONGEST = 300
#: The fields of a request that are one line of text.
FIELDS = (library.FIELD, "run", "measure", "score")


@dataclass(frozen=True, eq=False)
class Question:
    """A published score: the files, the measure and the score as text; ``given`` has the fields as they were typed."""

    files: RankedFiles
    measure: str
    score: str

    @property
    def places(self) -> int:
        """The number of documents in all lists of the run."""
        return len(self.files.run.scores)


def typed_fields() -> dict[str, str]:
    """Return the fields that were typed, from the address or the form."""
    return {name: request.values.get(name, "").strip()[:LONGEST] for name in FIELDS}


def typed_before(address: str) -> dict[str, str]:
    """Return the fields that were typed into the form with this address."""
    typed = dict(parse_qsl(urlsplit(address).query))
    return {name: typed.get(name, "") for name in FIELDS}


def question_of_collection() -> Question:
    """The question about a run of a collection. Raises ``InputError`` if something is missing or cannot be used."""
    typed = typed_fields()
    found = library.find(typed[library.FIELD] or BUILT_IN).collection
    run = found.all_runs.get(typed["run"])
    if run is None:
        raise InputError("run", "reproduce-no-such-run", name=typed["run"], names=list(found.all_runs))
    return _question(found.qrels, run, typed)


def question_of_files() -> Question:
    """The question about files that were sent or pasted. Raises ``InputError`` if something cannot be used."""
    qrels, run = sent_file("qrels"), sent_file("run")
    if qrels is None:
        raise InputError("qrels", "no-qrels-file")
    if run is None:
        raise InputError("run", "reproduce-no-run-file")
    return _question(qrels, run, typed_fields())


def _question(qrels: NamedText | Collection | object, run: NamedText | Run, typed: dict[str, str]) -> Question:
    if not typed["measure"]:
        raise InputError("measure", "reproduce-no-measure")
    try:
        spec = parse(typed["measure"])
    except InputError as error:
        raise error.at("measure") from None
    read_score(typed["score"], spec)
    subtopics = spec.measure.needs_subtopics
    files = RankedFiles.read(qrels, run, subtopics=subtopics, limit=LARGEST_FILE)  # type: ignore[arg-type]
    return Question(files, typed["measure"], typed["score"])


def sent_file(name: str) -> NamedText | None:
    """Return a file that was uploaded or, if none was, pasted; None without either."""
    upload, text = request.files.get(name), request.form.get(f"{name}_text", "")
    if upload and upload.filename:
        return NamedText.of(upload)
    return NamedText(f"pasted {name.replace('_', ' ')}", text.encode()) if text.strip() else None


def as_files(files: RankedFiles) -> list[IO[bytes]]:
    """Return the judgements and the run as files for a working process; uploaded files are unchanged."""
    parts = [io.StringIO(), io.StringIO()]
    write_qrels(files.qrels.to_nested_dict() or files.qrels.to_dict(), parts[0])
    if isinstance(files.source, NamedText):
        return [io.BytesIO(parts[0].getvalue().encode()), io.BytesIO(files.source.getvalue())]
    write_run(files.run.to_dict(), parts[1])
    return [io.BytesIO(part.getvalue().encode()) for part in parts]

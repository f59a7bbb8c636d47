"""The kinds of orders: a function for each, which a working process calls with plain data and files to write a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ireval.collection.upload.added_run import read_added_run
from ireval.collection.upload.part_file import PartWriter
from ireval.collection.upload.sent_file import SentFile, UploadChoices, UploadLimits
from ireval.collection.upload.upload_reading import read_upload
from ireval.exercises import from_json
from ireval.exercises.exports.platform_files import SheetFile
from ireval.exercises.exports.sheet_files import make_file
from ireval.exercises.paper.key_slips import Slip, slips_pdf
from ireval.exercises.variants.progress import Report
from ireval.messages import Message

REPRODUCTION = "reproduction"
SHEET_FILE, SLIPS, INCOMPLETE_JUDGEMENTS = "sheet-file", "slips", "incomplete-judgements"
SIGNIFICANCE_TESTS = "significance-tests"
COLLECTION, ADDED_RUN = "collection", "added-run"
#: The progress of reading is in kilobytes.
KILOBYTE = 1000


@dataclass(frozen=True)
class Work:
    """The content of an order: plain data, the files that came with it, and the path for the file to make."""

    what: Mapping[str, Any]
    files: Sequence[Path]
    into: Path
    report: Report


@dataclass(frozen=True)
class MadeFile:
    """The name and the media type of the file that was made, and notes about it."""

    name: str
    media_type: str
    notes: tuple[Message, ...] = ()


def sheet_file(what: Mapping[str, Any], report: Report) -> SheetFile:
    """A sheet as a file; ``what`` has its JSON and the parameters of ``make_file``."""
    rest = {name: value for name, value in what.items() if name not in {"sheet", "kind"}}
    return make_file(from_json(what["sheet"]), what["kind"], progress=report, **rest)


def _sheet_file(work: Work) -> MadeFile:
    return _write(work, sheet_file(work.what, work.report))


def _slips(work: Work) -> MadeFile:
    """Printed slips, which are laid out in one piece."""
    what = work.what
    data = slips_pdf(what["title"], [Slip(*slip) for slip in what["slips"]], what["paper"])
    return _write(work, SheetFile(data, what["name"], "application/pdf", ()))


def _incomplete_judgements(work: Work) -> MadeFile:
    """The scores with samples of judgements, as an array; the files are the judgements and the runs."""
    import numpy as np  # this import and the next one take time that other kinds do not need

    from ireval.experiments.incomplete_judgements import take_away_judgements

    names, qrels = work.what["runs"], work.files[0]
    choices = {name: value for name, value in work.what.items() if name != "runs"}
    experiment = take_away_judgements(qrels, dict(zip(names, work.files[1:], strict=True)), **choices)
    with work.into.open("wb") as file:
        np.save(file, experiment.scores(work.report))
    return MadeFile("scores.npy", "application/octet-stream")


def _significance_tests(work: Work) -> MadeFile:
    """The counts of simulated tests, as JSON."""
    import json

    from ireval.experiments.significance_tests.difference_shapes import shape_of
    from ireval.experiments.significance_tests.topic_sampling import Simulation

    what = {name: value for name, value in work.what.items() if name not in {"shape", "differences"}}
    found = Simulation(shape_of(work.what["shape"], work.what["differences"]), **what).run(work.report)
    work.into.write_text(json.dumps(found.to_counts()), "utf-8")
    return MadeFile("counts.json", "application/json")


def _reproduction(work: Work) -> MadeFile:
    """How a published score was computed, as JSON; the files are the judgements and the run."""
    import json

    from ireval.reproduction.reproduction import reproduce
    from ireval.reproduction.reproduction_reports import plain_score

    qrels, run = work.files
    found = reproduce(qrels, run, work.what["measure"], work.what["score"], on_progress=work.report)
    work.into.write_text(json.dumps(plain_score(found)), "utf-8")
    return MadeFile("reproduction.json", "application/json")


def _write(work: Work, made: SheetFile) -> MadeFile:
    work.into.write_bytes(made.data)
    return MadeFile(made.name, made.media_type, made.report)


def _collection(work: Work) -> MadeFile:
    """The parts of a collection that is read from files; ``what`` has each file's name and kind, and the limits."""
    with PartWriter(work.into) as file:
        limits, choices = UploadLimits(**work.what["limits"]), UploadChoices(**work.what["choices"])
        summary = read_upload(_sent_files(work), limits, _in_kilobytes(work), file.write, choices)
        file.finish(summary.to_json())
    return _PARTS


def _added_run(work: Work) -> MadeFile:
    """A run that is added to a collection. The first file is the run; two parts of the collection follow."""
    [sent] = _sent_files(work)
    judged, index = (path.read_bytes() for path in work.files[1:])
    limits, report = UploadLimits(**work.what["limits"]), _in_kilobytes(work)
    with PartWriter(work.into) as file:
        file.finish(read_added_run(sent, limits, report, file.write, judged=judged, index=index).to_json())
    return _PARTS


_PARTS = MadeFile("collection.parts", "application/octet-stream")


def _sent_files(work: Work) -> list[SentFile]:
    return [SentFile(path, *known) for path, known in zip(work.files, work.what["files"], strict=False)]


def _in_kilobytes(work: Work) -> Report:
    return lambda done, total: work.report(done // KILOBYTE, max(total // KILOBYTE, 1))


KINDS: Mapping[str, Callable[[Work], MadeFile]] = {
    SHEET_FILE: _sheet_file,
    SLIPS: _slips,
    INCOMPLETE_JUDGEMENTS: _incomplete_judgements,
    SIGNIFICANCE_TESTS: _significance_tests,
    REPRODUCTION: _reproduction,
    COLLECTION: _collection,
    ADDED_RUN: _added_run,
}

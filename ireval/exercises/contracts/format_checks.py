"""Checks of the files that a format writes: sheets of every kind, and a sheet with hostile texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import cast

from ireval.contract.finding import Finding
from ireval.exercises.contracts.file_texts import FileTexts, missing
from ireval.exercises.contracts.markup_checks import check_texts
from ireval.exercises.contracts.sample_exercises import SECRET, SEED, hostile_sheet, sheets_of_every_kind
from ireval.exercises.exports.platform_files import SheetFile, write_format
from ireval.exercises.exports.shared.job import Item, Job, carries_errors
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.generator.variant_keys import variant_keys
from ireval.exercises.question.question import TEXT
from ireval.exercises.question.safe_markdown import plain_text
from ireval.exercises.sheet.model import Sheet
from ireval.messages import Message

#: A cache of the questions of sheets, by the text of the sheet.
_DRAWN: dict[str, tuple[tuple[Item, ...], ...]] = {}
#: A cache of files, by the format and the text of the sheet.
_WRITTEN: dict[tuple[PlatformFormat, str], SheetFile] = {}


def check_bytes(form: PlatformFormat) -> Iterator[Finding]:
    """A file has the same bytes every time, with readable texts, and without a date, the seed and the secret."""
    sheet = sheets_of_every_kind()[0]
    data = form.write(job_of(sheet))
    if not isinstance(data, bytes):
        yield Finding("not-bytes", "write", f"It returns {type(data).__name__}.", "Return the file's bytes: .encode().")
        return
    file = write_format(form, job_of(sheet))
    try:
        found = FileTexts.of(file)
    except ValueError as error:
        fix = "Write text in UTF-8, or a zip file of such texts."
        yield Finding("not-read", "write", f"The file has no text that can be read: {error}.", fix)
        return
    if data != form.write(job_of(sheet)):
        fix = "Let nothing depend on time or chance; shared/archive.py packs files without a date."
        yield Finding("not-the-same", "write", "The same sheet gives other bytes the second time.", fix)
    if f"{datetime.now(UTC):%Y-%m-%d}" in found.raw:
        yield Finding("not-the-same", "write", "The file has today's date.", "Leave dates out.")
    for name, secret in (("seed", str(SEED)), ("secret", SECRET)):
        if secret in found.raw:
            fix = "With it students can make the answer key. job.id and item.id identify a sheet and a question."
            yield Finding("shows-secret", "write", f"The file has the sheet's {name}.", fix)


def check_progress(form: PlatformFormat) -> Iterator[Finding]:
    """The writer reports the number of finished variants, up to all of them."""
    sheet, reports = sheets_of_every_kind()[0], list[tuple[int, int]]()
    form.write(Job.of(sheet, variant_keys(sheet, 4), lambda done, total: reports.append((done, total))))
    if reports[-1:] != [(4, 4)] or reports != sorted(reports):
        wrong = f"With 4 variants it reports {reports[-1][0] if reports else 0} of them as finished."
        yield Finding("progress", "write", wrong, "Go through the items by job.progress.counted(job.items).")


def check_held(form: PlatformFormat) -> Iterator[Finding]:
    """Every file contains each question: its prompt, lists, conventions, table, and each part with its answer."""
    for sheet in (*sheets_of_every_kind(), hostile_sheet()):
        yield from held_findings(form, sheet)
    yield from held_findings(form, sheets_of_every_kind()[0], variants=3)


def held_findings(form: PlatformFormat, sheet: Sheet, variants: int = 1) -> Iterator[Finding]:
    """Yield the parts of a sheet's questions and texts that its file lacks, although the format declares them."""
    file, job = file_of(form, sheet, variants), job_of(sheet, variants)
    found = FileTexts.of(file)
    for item in job.items:
        yield from missing(item, found, f"“{item.question.title}”")
    intro = [("intro", sheet.intro)] if form.intro else []
    noted = _places(file, "file-without-hints")
    hints = [("hints", x.hint) for place, x in enumerate(sheet.exercises, 1) if form.hints and place not in noted]
    for name, text in (*intro, *hints):
        if not found.say(plain_text(text)):
            wrong = f"It declares {name}=True, but a text of the owner is not in the file."
            yield Finding("not-held", name, wrong, f"Write it, or declare {name}=False.")


def check_hostile_texts(form: PlatformFormat) -> Iterator[Finding]:
    """Texts from outside are escaped: titles, names, questions, options, feedback and hints."""
    yield from check_texts(file_of(form, hostile_sheet()))


def check_notes(form: PlatformFormat) -> Iterator[Finding]:
    """The notes name features of the sheet that the file does not support: errors carried forward, judged texts."""
    for sheet in sheets_of_every_kind():
        keys, questions = _keys(file_of(form, sheet)), [item.question for item in job_of(sheet).items]
        if any(map(carries_errors, questions)) and "errors-not-carried" not in keys:
            wrong = f"Nothing says that errors are not carried forward, on “{questions[0].title}”."
            yield Finding("note-missing", "notes", wrong, "Call job.note_errors_not_carried().")
        texts = any(part.kind == TEXT for question in questions for part in question.parts)
        if texts and not keys & {"marked-by-hand", "own-marked-by-hand"}:
            wrong = f"Nothing says that a person has to mark “{questions[0].title}”."
            yield Finding("note-missing", "notes", wrong, "Call job.note_marked_by_hand(item) for each item.")


def _keys(file: SheetFile) -> set[str]:
    """The keys of a file's notes; for a note on some exercises, the key of the message about them."""
    inner = [note.values.get("note", note) for note in file.report]
    return {note.key for note in inner if isinstance(note, Message)}


def _places(file: SheetFile, key: str) -> set[int]:
    """The exercises, counted from 1, that a note with this key concerns."""
    notes = [note for note in file.report if getattr(note.values.get("note"), "key", "") == key]
    return {int(str(place)) for note in notes for place in cast("Sequence[int]", note.values["places"])}


def forget_files() -> None:
    """Empty the caches of questions and files, because kinds have changed."""
    _DRAWN.clear()
    _WRITTEN.clear()


def job_of(sheet: Sheet, variants: int = 1) -> Job:
    """Return a new job with variants of a sheet; their questions are cached."""
    name = f"{variants} {sheet.to_text()}"
    if name not in _DRAWN:
        _DRAWN[name] = Job.of(sheet, variant_keys(sheet, variants)).exercises
    return Job(sheet, _DRAWN[name])


def file_of(form: PlatformFormat, sheet: Sheet, variants: int = 1) -> SheetFile:
    """Return the file of a sheet, which is cached."""
    name = form, f"{variants} {sheet.to_text()}"
    if name not in _WRITTEN:
        _WRITTEN[name] = write_format(form, job_of(sheet, variants))
    return _WRITTEN[name]

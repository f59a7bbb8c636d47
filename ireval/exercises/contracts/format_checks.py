"""Checks of the files that a format writes: of sheets of every kind, and of one whose texts are hostile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import cast

from ireval.contract.finding import Finding
from ireval.exercises.contracts.held_question import HeldTexts, missing
from ireval.exercises.contracts.markup_checks import check_texts
from ireval.exercises.contracts.sample_exercises import SECRET, SEED, hostile_sheet, sheets_of_every_kind
from ireval.exercises.exports.platform_files import SheetFile, written
from ireval.exercises.exports.shared.job import Item, Job, carries_errors
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.generator.variant_keys import variant_keys
from ireval.exercises.question.question import TEXT
from ireval.exercises.question.safe_markdown import plain_text
from ireval.exercises.sheet.model import Sheet
from ireval.messages import Message

#: The questions of the sheets that were tried, by the text of the sheet.
_DRAWN: dict[str, tuple[tuple[Item, ...], ...]] = {}
#: Their files, by the format and the same text.
_WRITTEN: dict[tuple[PlatformFormat, str], SheetFile] = {}


def check_bytes(form: PlatformFormat) -> Iterator[Finding]:
    """A file is bytes with text inside, the same every time; it has no date, and neither the seed nor the secret."""
    sheet = sheets_of_every_kind()[0]
    data = form.write(job_of(sheet))
    if not isinstance(data, bytes):
        yield Finding("not-bytes", "write", f"It returns {type(data).__name__}.", "Return the file's bytes: .encode().")
        return
    file = written(form, job_of(sheet))
    try:
        held = HeldTexts.of(file)
    except ValueError as error:
        fix = "Write text in UTF-8, or a zip file of such texts."
        yield Finding("not-read", "write", f"The file has no text that can be read: {error}.", fix)
        return
    if data != form.write(job_of(sheet)):
        fix = "Let nothing depend on time or chance; shared/archive.py packs files without a date."
        yield Finding("not-the-same", "write", "The same sheet gives other bytes the second time.", fix)
    if f"{datetime.now(UTC):%Y-%m-%d}" in held.raw:
        yield Finding("not-the-same", "write", "The file has today's date.", "Leave dates out.")
    for name, secret in (("seed", str(SEED)), ("secret", SECRET)):
        if secret in held.raw:
            fix = "With it students can make the answer key. job.id and item.id identify a sheet and a question."
            yield Finding("shows-secret", "write", f"The file has the sheet's {name}.", fix)


def check_progress(form: PlatformFormat) -> Iterator[Finding]:
    """Whoever waits for a file learns how many of its variants are finished, up to all."""
    sheet, reports = sheets_of_every_kind()[0], list[tuple[int, int]]()
    form.write(Job.of(sheet, variant_keys(sheet, 4), lambda done, total: reports.append((done, total))))
    if reports[-1:] != [(4, 4)] or reports != sorted(reports):
        wrong = f"With 4 variants it reports {reports[-1][0] if reports else 0} of them as finished."
        yield Finding("progress", "write", wrong, "Go through the items by job.progress.counted(job.items).")


def check_held(form: PlatformFormat) -> Iterator[Finding]:
    """Every file holds each question: its prompt, its lists, its conventions, its table, each part and its answer."""
    for sheet in (*sheets_of_every_kind(), hostile_sheet()):
        yield from held_findings(form, sheet)
    yield from held_findings(form, sheets_of_every_kind()[0], variants=3)


def held_findings(form: PlatformFormat, sheet: Sheet, variants: int = 1) -> Iterator[Finding]:
    """What of a sheet's questions and texts is not in its file, although the format declares to hold it."""
    file, job = file_of(form, sheet, variants), job_of(sheet, variants)
    held = HeldTexts.of(file)
    for item in job.items:
        yield from missing(item, held, f"“{item.question.title}”")
    intro = [("intro", sheet.intro)] if form.intro else []
    noted = _places(file, "file-without-hints")
    hints = [("hints", x.hint) for place, x in enumerate(sheet.exercises, 1) if form.hints and place not in noted]
    for name, text in (*intro, *hints):
        if not held.say(plain_text(text)):
            wrong = f"It declares {name}=True, but a text of the owner is not in the file."
            yield Finding("not-held", name, wrong, f"Write it, or declare {name}=False.")


def check_hostile_texts(form: PlatformFormat) -> Iterator[Finding]:
    """Texts from outside are escaped, whatever they are: titles, names, questions, options, feedback and hints."""
    yield from check_texts(file_of(form, hostile_sheet()))


def check_notes(form: PlatformFormat) -> Iterator[Finding]:
    """The notes name what the file cannot do as the sheet does: carry errors forward, and judge texts."""
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
    """The keys of a file's notes; a note on some exercises counts by the key of what it says of them."""
    inner = [note.values.get("note", note) for note in file.report]
    return {note.key for note in inner if isinstance(note, Message)}


def _places(file: SheetFile, key: str) -> set[int]:
    """The exercises, counted from 1, that a note with this key concerns."""
    notes = [note for note in file.report if getattr(note.values.get("note"), "key", "") == key]
    return {int(str(place)) for note in notes for place in cast("Sequence[int]", note.values["places"])}


def forget_files() -> None:
    """Forget the questions and files of sheets, because kinds have changed."""
    _DRAWN.clear()
    _WRITTEN.clear()


def job_of(sheet: Sheet, variants: int = 1) -> Job:
    """A job with variants of a sheet, whose questions are drawn once. Its notes are its own."""
    name = f"{variants} {sheet.to_text()}"
    if name not in _DRAWN:
        _DRAWN[name] = Job.of(sheet, variant_keys(sheet, variants)).exercises
    return Job(sheet, _DRAWN[name])


def file_of(form: PlatformFormat, sheet: Sheet, variants: int = 1) -> SheetFile:
    """The file of a sheet, which is written once."""
    name = form, f"{variants} {sheet.to_text()}"
    if name not in _WRITTEN:
        _WRITTEN[name] = written(form, job_of(sheet, variants))
    return _WRITTEN[name]

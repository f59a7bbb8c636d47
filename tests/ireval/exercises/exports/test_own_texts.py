"""What owners write reaches every file as text: introductions, own questions, options, and hints."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from lxml import etree, html

from ireval.exercises import mark, variant, variant_keys
from ireval.exercises.exports.platform_files import FORMATS, SheetFile, export
from tests.ireval.exercises.export_readers import unzipped
from tests.ireval.exercises.exported_answers import READERS
from tests.ireval.exercises.own_sheet import OWN


@cache
def exported(form: str) -> SheetFile:
    return export(OWN, form, 2)


def markups(form: str) -> list[str]:
    """Every piece of text in a file that may be HTML; none in one that is no markup at all."""
    data = exported(form).data
    if form == "gift":
        return [re.sub(r"\\(.)", r"\1", data.decode())]
    if not data.startswith((b"PK", b"<")):
        return []
    files = [text for path, text in unzipped(data).items() if path.endswith(".xml")] if data[:2] == b"PK" else [data]
    written = [file.decode().partition("?>")[2] for file in files]
    if form == "qti21":  # elements of its own, no HTML inside texts
        return written
    return [text for file in files for text in etree.fromstring(file).itertext()] + written


@pytest.mark.parametrize("form", FORMATS)
def test_no_text_becomes_markup(form: str) -> None:
    for text in markups(form):
        for element in html.fragments_fromstring(f"<div>{text}</div>") if "<" in text else []:
            found = {x.tag for x in element.iter() if isinstance(x.tag, str)} if not isinstance(element, str) else set()
            assert not found & {"script", "img", "style", "iframe"}, text
            for link in element.iter("a") if not isinstance(element, str) else ():
                assert link.get("href") == "https://example.org/?a=1&b=2"


@pytest.mark.parametrize("form", FORMATS)
def test_introduction_and_hints_are_in_the_file_or_noted(form: str) -> None:
    keys = {note.values["note"].key if "note" in note.values else note.key for note in exported(form).report}  # type: ignore[attr-defined]
    everything = "\n".join(markups(form)) or exported(form).data.decode()
    assert ("file-without-intro" in keys) != ("second</em> sheet" in everything.replace("&lt;", "<"))
    assert form == "moodle" or ("file-without-hints" in keys) != ("MAP is a" in everything)
    if form == "moodle":  # an essay has no hints there
        (note,) = (x for x in exported(form).report if "hints" in str(x))
        assert note.values["places"] == [1] and "MAP is a" in everything
    if markups(form) and form != "ilias":
        assert "<strong>Why</strong>" in everything.replace("&lt;", "<").replace("&gt;", ">")


@pytest.mark.parametrize("form", READERS)
def test_own_numbers_and_choices_are_marked_as_the_sheet_marks_them(form: str) -> None:
    gaps = READERS[form](export(replace(OWN, intro=""), form, 2).data)
    for key in variant_keys(OWN, 2):
        number, choice = (variant(OWN, key).question(name) for name in ("e2", "e3"))
        for text in ("0.83", "0.825", "0.835", "0.82", "0.84", "83"):
            assert gaps[key, "e2", 0].judge(text)[0] == mark(number, {"answer": text}).points, text
        for option in choice.parts[0].options if form != "csv" else ():
            shown = " ".join(option.text.split())
            assert gaps[key, "e3", 0].judge(shown)[0] == (option.key == "Reciprocal rank")

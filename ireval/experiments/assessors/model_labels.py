"""Reads labels as JSON, as language models and other programs write them.

The labels of an assessor are an object from documents to grades, or a list of records with a document and a grade. The
labels of several assessors are an object from assessors to labels, or records that also name the assessor. Records may
also be on one line each, without a list. A code fence around the JSON, and the text before and after it, are ignored.

>>> read_model_labels('[{"docno": "d1", "grade": 2, "reason": "..."}, {"docno": "d2", "grade": 0}]', "model")
{'model': {'d1': 2, 'd2': 0}}
>>> read_model_labels('{"ada": {"d1": 1}, "ben": {"d1": null}}', "model")
{'ada': {'d1': 1}, 'ben': {'d1': -1}}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ireval.errors import InputError
from ireval.experiments.assessors.label_names import checked_assessor, checked_documents, numbered
from ireval.messages import Message
from ireval.paste.cell_labels import label_of
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE
from ireval.stdlib.strict_json import JsonError, read_json

#: The assessor's name for labels that do not name an assessor.
MODEL_NAME = "model"
FORM = '{"d1": 1, "d2": 0}'
#: The names that a record's parts may have.
DOCNO = ("docno", "document", "doc", "docid", "id")
GRADE = ("grade", "label", "relevance", "score")
ASSESSOR = ("assessor", "judge")
#: Names that programs give to the object around the records; an assessor cannot have one of these names.
_AROUND = {"documents", "judgements", "judgments", "labels", "results"}
_FENCE = re.compile(r"```\w*[ \t]*\n(.*?)```", re.DOTALL)
#: From the first bracket of JSON to the last one.
_JSON = re.compile(r"[{\[].*[}\]]", re.DOTALL)

Grades = dict[str, int]


def read_model_labels(text: str, field: str) -> dict[str, Grades]:
    """The grades of each assessor, by document. Raises ``InputError`` naming ``field``, with the line or the place."""
    text = _with_line_feeds(text)
    if fence := _FENCE.search(text):
        text = _part_of(text, fence.start(1), fence.end(1))
    if found := _JSON.search(text):
        text = _part_of(text, *found.span())
    return _Reader(field).read(text)


def is_json(text: str) -> bool:
    """Whether labels are given as JSON, alone or in a code fence, and not as lines."""
    text = _with_line_feeds(text)
    return text.lstrip().startswith(("{", "[", "`")) or bool(_FENCE.search(text))


def _with_line_feeds(text: str) -> str:
    """The text with line feeds instead of a browser's line ends, and without a byte order mark."""
    return text.lstrip("\ufeff").replace("\r\n", "\n")


def _part_of(text: str, start: int, end: int) -> str:
    """A part of a text with blanks around it, so that lines and columns keep their numbers."""
    begin = text.rfind("\n", 0, start) + 1
    return "\n" * text.count("\n", 0, start) + " " * (start - begin) + text[start:end]


def _lines_of_records(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, if each of several lines is a record."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    is_each = len(lines) > 1 and all(line.strip()[0] + line.strip()[-1] == "{}" for _, line in lines)
    return lines if is_each else []


class _Reader:
    """Reads the labels of one field."""

    def __init__(self, field: str) -> None:
        self._field = field

    def read(self, text: str) -> dict[str, Grades]:
        found = self._decoded(text)
        if isinstance(found, list):
            return self._records(found, MODEL_NAME, Message("labels-json-list"))
        if not isinstance(found, dict) or not found:
            raise self._error("labels-not-in-json", form=FORM)
        if not any(isinstance(value, dict | list) for value in found.values()) or all(map(_is_record, found.values())):
            return {MODEL_NAME: self._object(found, MODEL_NAME)}
        sets: dict[str, Grades] = {}
        for key, value in found.items():
            where = Message("labels-json-place", place=key)
            name = MODEL_NAME if key.lower() in _AROUND else checked_assessor(key, self._field, where)
            if isinstance(value, dict):
                sets[name] = self._object(value, name)
            elif isinstance(value, list):
                sets |= self._records(value, name, where)
            else:
                raise self._error("assessor-without-labels-in-json", name=key, form=FORM)
        return sets

    def _decoded(self, text: str) -> Any:
        if records := _lines_of_records(text):
            return [self._json(line, number) for number, line in records]
        return self._json(text)

    def _json(self, text: str, line: int = 1) -> Any:
        try:
            return read_json(text)
        except JsonError as error:
            if error.reason == "syntax":
                line += error.line - 1
                raise self._error("labels-json-broken", line=line, column=error.column, form=FORM) from None
            if error.reason == "twice":
                raise self._error("labels-json-name-twice", name=error.text) from None
            raise self._error("labels-json-unreadable", form=FORM) from None

    def _object(self, labels: dict[str, Any], name: str) -> Grades:
        checked_documents(list(labels), self._field, Message("labels-json-place", place=name))
        return {
            docno: self._grade(_part(value, GRADE) if _is_record(value) else value, name, docno)
            for docno, value in labels.items()
        }

    def _records(self, records: list[Any], name: str, where: Message) -> dict[str, Grades]:
        """The label sets in a list of records, or in a list of grades in the order of the documents."""
        if records and not any(isinstance(record, dict | list) for record in records):
            docnos = checked_documents(numbered(len(records)), self._field, where)
            return {name: {d: self._grade(x, name, d) for d, x in zip(docnos, records, strict=True)}}
        sets: dict[str, dict[str, Any]] = {}
        for place, record in enumerate(records, 1):
            docno, assessor = _part(record, DOCNO), _part(record, ASSESSOR)
            if docno is None or not _is_record(record) or isinstance(docno, bool | float | list | dict):
                raise self._error("not-a-labelled-document", where=where, place=place)
            of = name if assessor is None else checked_assessor(str(assessor), self._field, where)
            mine = sets.setdefault(of, {})
            checked_documents([str(docno)], self._field, where)
            if str(docno) in mine:
                raise self._error("document-labelled-twice", where=where, docno=str(docno))
            mine[str(docno)] = self._grade(_part(record, GRADE), of, str(docno))
        if not sets:
            raise self._error("labels-not-in-json", form=FORM)
        return sets

    def _grade(self, value: Any, name: str, docno: str) -> int:
        if value is None:
            return UNJUDGED
        if isinstance(value, str):
            grade = label_of(value)
        else:
            whole = isinstance(value, int | float) and value == int(value)
            grade = int(value) if whole and 0 <= value <= TOP_GRADE else None
        if grade is None:
            shown = json.dumps(value, ensure_ascii=False)[:40]
            raise self._error("not-a-grade-in-json", name=name, docno=docno, text=shown, top=TOP_GRADE)
        return grade

    def _error(self, key: str, **values: object) -> InputError:
        return InputError(self._field, key, **values)


def _is_record(value: Any) -> bool:
    """Whether this is an object with a grade."""
    return isinstance(value, dict) and any(name in value and _is_label(value[name]) for name in GRADE)


def _is_label(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _part(record: Any, names: tuple[str, ...]) -> Any:
    return next(_parts(record, names), None)


def _parts(record: Any, names: tuple[str, ...]) -> Iterator[Any]:
    if isinstance(record, dict):
        yield from (record[name] for name in names if name in record)

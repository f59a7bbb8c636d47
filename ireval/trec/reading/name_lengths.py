"""Checks the lengths of names of topics, documents and run tags in files, because names are compared many times."""

from __future__ import annotations

import numpy as np

from ireval.trec.reading.columns import Sections
from ireval.trec.reading.field_lines import line_of
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.parts import LineFile
from ireval.trec.reading.source import Text
from ireval.trec.reading.text_column import Texts

#: The most bytes of a name: enough for a web address, which some collections use as docno.
LONGEST_NAME = 2_000


def check_names(file: LineFile, topics: Sections, docs: Texts) -> None:
    """Raise ``FileError`` with the line of the first name that is too long. The columns are in the file's order."""
    if int(docs.length.max(initial=0)) > LONGEST_NAME:
        row = int(np.argmax(docs.length > LONGEST_NAME))
        raise too_long(file.text, line_of(file.text, row), "docno", docs[row])
    for code, topic in enumerate(topics.values):
        if len(topic) > LONGEST_NAME or len(topic.encode()) > LONGEST_NAME:
            row = int(topics.first[np.argmax(topics.codes == code)])
            raise too_long(file.text, line_of(file.text, row), "topic", topic)


def too_long(text: Text, line: int | None, kind: str, name: str) -> FileError:
    """The error for a name that is too long; ``kind`` is the name of its field, such as ``docno``."""
    return text.file_error(
        line, "name-in-file-too-long", kind=kind, name=name, count=len(name.encode()), most=LONGEST_NAME
    )

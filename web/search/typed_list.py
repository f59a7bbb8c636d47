"""A list that somebody types into the search, as an address of the lab."""

from __future__ import annotations

import re

from flask import url_for

from ireval.explanation.worked_examples import START

#: Three or more grades, with or without spaces or commas between them.
_GRADES = re.compile(r"[0-5](?:[ ,;]*[0-5]){2,}")


def lab_of_list(question: str) -> str:
    """Return the address of the lab with the typed list; empty if the question is no list.

    A list with grades above 1 opens a graded measure.
    """
    if not _GRADES.fullmatch(question):
        return ""
    labels = re.sub(r"[^0-5]", "", question)
    show = {} if max(labels) <= "1" else {"show": START.show}
    return url_for("lab.lab", labels=labels, **show)  # type: ignore[arg-type]

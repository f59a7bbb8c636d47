"""The lists that a question draws, in one line each."""

from __future__ import annotations

from ireval.messages import Message, say
from web.lessons.list_rows import ListCell, OtherList, StepList
from web.lessons.step_list import shown_labels, with_kind
from web.question.question_view import QuestionView


def lists_of_question(view: QuestionView) -> StepList | None:
    """The lists of a question in one line each: those of several queries, each with the field of its number.

    A list is also in one line beside a table that is not by rank, and where labels are the answer. Otherwise None.
    """
    shown = [listing.shown for listing in view.lists]
    if any(one.diverse for one in shown):
        return None
    if view.heads and not any(cell.gap for row in view.rows for cell in row) and view.heads[0][0] == "document":
        return _labels_of_judges(view)
    if len(shown) == 1 and (view.heads or view.question.task):
        rows = shown[0].rows if view.lists[0].ranked else ()
        missed, facts = shown_labels(shown[0].missed), shown[0].facts
        return StepList(say(Message("lesson-list")), strip=shown_labels(rows), missed=missed, facts=facts)
    fields = {one.called: gap for one in shown for gap in view.gaps if one.called and gap.label.endswith(one.called)}
    if len(fields) < max(len(shown), 2):
        return None
    lists = tuple(
        OtherList(one.title, shown_labels(one.rows), ListCell("", fields[one.called]), shown_labels(one.missed))
        for one in shown
    )
    measure = fields[shown[0].called].label.partition(" ")[0]
    return StepList(say(Message("lesson-lists")), lists=lists, measure=measure)


def _labels_of_judges(view: QuestionView) -> StepList:
    """The labels that judges gave to the same documents, a line for each judge."""
    lists = tuple(
        OtherList(head, tuple(with_kind(row[place].text, relevant=row[place].text != "0") for row in view.rows))
        for place, (head, _) in enumerate(view.heads)
        if place
    )
    return StepList(say(Message("lesson-lists")), lists=lists)

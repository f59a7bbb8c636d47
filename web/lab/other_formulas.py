"""The formula in force, and what the other formulas of a measure give on the same list: in one line."""

from __future__ import annotations

from ireval.conventions import PRESETS
from ireval.explanation.switchboard import other_scores
from ireval.messages import Message, say
from web.formulas.mathml import with_decimal_sign
from web.lab.page import View

#: The pages that ask for the formula of a course, by their endpoints, with their names in the address of the question.
ASKS_FORMULA = {"lab.lab": "lab", "lab.opening": "start", "measures.measure": "measure"}
#: The most numbers in the line; the page with the formulas has all of them.
MOST = 3


def is_predicted(view: View) -> bool:
    """Whether the score is to be predicted, so that no page about its formulas may say it."""
    return bool(view.steps.covers) or view.state.step is not None


def other_formulas(view: View) -> str:
    """Whose formula the open measure follows, and the numbers of the others; empty if they all give the same.

    The numbers are left out while the score is to be predicted.
    """
    state, table = view.state, view.steps.table
    title = PRESETS[state.preset].title
    whose = Message("preset-with-changes", preset=title) if state.overrides else title
    scores = other_scores(table.spec, state.explanation, MOST)
    texts = [table.measure.score_column.write(score, table.score_places) for score in scores]
    other = [text for text in dict.fromkeys(texts) if text != table.result]
    if not other:
        return ""
    if is_predicted(view):
        return say(Message("other-formulas-hidden", preset=whose))
    shown = [with_decimal_sign(text, state.comma) for text in other]
    return say(Message("other-formulas", preset=whose, scores=shown))

"""A sheet whose owner wrote an introduction, questions and hints, some of them hostile; tests only."""

from __future__ import annotations

from ireval.exercises import Exercise, Generated, Sheet
from ireval.exercises.sheet.model import OwnOption

#: Means something in HTML, XML, Moodle's cloze questions, GIFT, Typst and Jinja2.
EVIL = (
    "]]> <script>alert(1)</script> <img src=x onerror=alert(2)> [go](javascript:alert(3)) ![i](data:text/html,x) "
    "{1:SHORTANSWER:=x} ~=#%50% \\} #set page(width: 1mm) {{ 7*7 }} $$ // :: &lt;b&gt;"
)
TEXT = f"**Why** does *AP* divide by `R`?\n\n1. Give a reason.\n2. See [this](https://example.org/?a=1&b=2).\n\n{EVIL}"
OWN = Sheet(
    "Own questions",
    5,
    (
        Exercise("e1", "own-text", points=2, text=TEXT, answer="Missed documents count.", hint=f"Think of *R*. {EVIL}"),
        Exercise("e2", "own-number", text=f"What is $\\frac{{1}}{{3}} + 0.5$? {EVIL}", answer="0,83", tolerance=0.005),
        Exercise(
            "e3",
            "own-choice",
            text=f"Which looks at the *first* relevant document only? {EVIL}",
            options=(
                OwnOption("Reciprocal rank", correct=True, feedback="1 divided by its rank."),
                OwnOption("AP", feedback="AP looks at all of them."),
                OwnOption(f"nDCG {EVIL}", feedback=EVIL),
            ),
        ),
        Exercise("e4", "mean-score", "AP", 4, generated=Generated(), hint="MAP is a **mean**."),
    ),
    "lillis",
    intro=f"Welcome to the *second* sheet.\n\n- Round **halves up**.\n\n{EVIL}",
)

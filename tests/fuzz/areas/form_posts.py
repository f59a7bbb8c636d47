"""The real forms of the real pages, filled in and pressed in ways that no browser offers."""

from __future__ import annotations

import re
from functools import cached_property

from tests.fuzz.areas.routes import names_read
from tests.fuzz.areas.web import WebArea
from tests.fuzz.bodies import Fields, changed, posted, sent_form
from tests.fuzz.dice import Dice
from tests.fuzz.forms import Form
from tests.fuzz.headers import headers
from tests.fuzz.lab_queries import encoded, value_of
from tests.fuzz.wire import TOKEN, Sent

#: Forms that start a process, draw a sheet or publish it, which takes up to a hundred times as long as other answers.
MAKES = re.compile(r"/file/|/slips|/copy$|/publish$|^/collections$|/runs$")
DRAWS = re.compile(r"^/sheets/(?:new|open)")
USUAL = 60
_ANSWERS = ["0.5", "0,5", "1/2", "50 %", "B", "rank 2", "d1, d2", "1 0 1", "AP = 0.29", "1", "0", ""]


class FormPosts(WebArea):
    """All forms but those of students."""

    name, share = "forms", 15

    def case(self, dice: Dice) -> Sent:
        form = dice.choice(self.forms)
        own = [name for name, _ in (*form.fields, *form.offered)] or ["x"]
        names = own if dice.chance(0.6) else names_read()
        tokened = tuple((name, TOKEN if name == "csrf_token" else value) for name, value in form.fields)
        fields = Fields(tokened, form.offered, form.buttons)
        filled = changed(dice, fields, names, lambda: self.value(dice, own))
        if form.method == "GET":
            return Sent("GET", form.action.partition("?")[0], f"?{encoded(filled)}", headers(dice))
        return posted(form.action, sent_form(dice, filled, form.files), headers(dice))

    @cached_property
    def forms(self) -> list[Form]:
        """The forms that are filled in; those that make a file or a sheet less often."""
        found = [form for form in self.world.forms if not form.action.startswith("/s/")]
        return [form for form in found for _ in range(self._weight(form.action))]

    @staticmethod
    def _weight(action: str) -> int:
        return 1 if MAKES.search(action) else USUAL // 8 if DRAWS.search(action) else USUAL

    def value(self, dice: Dice, names: list[str]) -> str:
        """What is typed into a field."""
        if dice.chance(0.5):
            return dice.hostile()
        if dice.chance(0.15):
            return dice.choice([*self.world.codes, "five-sources"])
        return value_of(dice.choice(names), dice) if dice.chance(0.6) else dice.number()


class StudentPosts(FormPosts):
    """What students send: answers, checks and submissions, of every sheet."""

    name, share = "students", 12

    @cached_property
    def forms(self) -> list[Form]:
        sheets = [form for form in self.world.forms if form.action.startswith("/s/")]
        saved = [Form("POST", f"{f.action}/answers", f.fields, f.offered) for f in sheets if f.method == "POST"]
        return [*sheets, *saved]

    def value(self, dice: Dice, names: list[str]) -> str:  # noqa: ARG002
        if dice.chance(0.3):
            return dice.choice(_ANSWERS)
        return dice.number() if dice.chance(0.5) else dice.hostile()

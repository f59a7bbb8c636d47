"""A visitor who answers a question of a lesson in its stages, as a browser sends the forms."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

from ireval.exercises import Question, variant
from ireval.lessons import Lesson
from tests.web.lessons.test_lessons import KEY, SCRIPT


class Learner:
    """A visitor with one question of a lesson, or of its review, whose form is sent as a browser sends it."""

    def __init__(self, client: FlaskClient, address: str, question: Question, *, script: bool = True) -> None:
        self._client, self._address, self.question, self._script = client, f"{address}/answers", question, script
        self._progress = ""
        self.page = self.form = ""

    def send(self, button: str, answers: dict[str, str]) -> str:
        """Press a button with these answers in the form, and return what the question shows, in words."""
        sent = {f"{self.question.id}.{part}": text for part, text in answers.items()}
        sent |= {"progress": self._progress, button: self.question.id}
        answer = self._client.post(self._address, data=sent, headers=SCRIPT if self._script else {})
        assert answer.status_code == 200
        self.page = answer.text
        form = re.search(rf'<form class="quiz" id="quiz-{self.question.id}".*?</form>', self.page, re.DOTALL)
        assert form
        self.form = form[0]
        progress = re.search(r'name="progress" value="([^"]*)"', self.form)
        assert progress
        self._progress = progress[1]
        return self.words

    def see_solution(self, answers: dict[str, str]) -> str:
        """Check these answers, and press the button of each later stage until the solution is shown."""
        self.send("check", answers)
        while not self.solved:
            assert len(self.buttons) == 2, self.buttons
            self.send(self.buttons[-1], answers)
        return self.page

    @property
    def words(self) -> str:
        """What the question shows, without markup."""
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", self.form)).split())

    @property
    def feedback(self) -> str:
        """The comments on the answers, without markup."""
        found = re.search(r'<ul class="feedback">.*?</ul>', self.form, re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]*>", "", found[0] if found else "")).split())

    @property
    def buttons(self) -> list[str]:
        """The names of the buttons that ask for a stage."""
        return re.findall(r'<button[^>]* name="(check|hint|step|solution)"', self.form)

    @property
    def done(self) -> bool:
        """Whether the page opens what follows the question."""
        return bool(re.match(r"<form[^>]* data-done", self.form))

    @property
    def solved(self) -> bool:
        """Whether the solution is shown."""
        return 'class="solved"' in self.form


def asked_in(lesson: Lesson) -> list[tuple[str, Question]]:
    """The questions of a lesson with the addresses of their steps."""
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    return [
        (f"/lessons/{lesson.slug}/{KEY}/{number}", questions[quiz.exercise.id])
        for number, step in enumerate(lesson.steps, start=1)
        for quiz in step.quizzes
    ]

"""The builder's page: the controls of a draft, and next to each exercise a preview of its question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import NamedTuple

from markupsafe import Markup

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS, effective
from ireval.errors import InputError
from ireval.exercises import KINDS, Kind, Sheet, clean_key, mark, variant_keys
from ireval.exercises.kinds.answer_grid import is_cell, shown_columns
from ireval.exercises.marking.stages import Stage
from ireval.exercises.variants.time_limit import check_time
from ireval.measure.listing import variants
from web.formulas.formatted_markup import formatted_markup
from web.lab.controls import Controls
from web.question.answer_notes import points
from web.question.question_view import QuestionView, posted_answers, question_view
from web.question.single_questions import cached_key_view, question
from web.sheets.builder.checked_draft import CheckedDraft, settings_of
from web.sheets.builder.draft import FIXED, Draft, measure_of
from web.sheets.builder.draft_actions import fields_of, removed_exercise
from web.sheets.builder.own_fields import LIST_COUNTS, OptionField, option_fields
from web.sheets.builder.own_settings import Setting, has_settings, hidden_settings, settings
from web.state.address import Reading
from web.state.lab_state import State

STUDENT, KEY = "student", "key"
#: The views of a preview.
VIEWS = {STUDENT: "Student's view", KEY: "Answer key"}
#: The number of keys offered for the preview.
SAMPLES = 5
SCALES = ("as the measure needs", "binary: 0 and 1", *(f"graded: 0 to {top}" for top in range(2, 6)))
#: The titles of the choices of partial credit.
CREDITS = {
    "carried": "Error carried forward",
    "mistake": "Typical mistake",
    "convention": "Other convention",
    "rounding": "Other rounding",
    "few": "Too few decimals",
}
POLICIES = {
    "once": "Submit once, with feedback right after submission",
    "exam": "Submit once, with feedback when you close the sheet",
    "practice": "Practice, with feedback in stages",
}


#: The titles of the whole sheet's fields, for links to those with errors.
FIELDS = {
    "title": "Title",
    "intro": "Introduction",
    "seed": "Lists",
    "secret": "Lists",
    "conventions": "Conventions",
    "decimals": "Decimals",
    "key": "Variant",
    "variants": "Number of variants",
    **{f"c-{name}": convention.title for name, convention in CONVENTIONS.items()},
    **{f"credit.{name}": title for name, title in CREDITS.items()},
}


class Card(NamedTuple):
    """One exercise: its controls, and its question or the problem that prevents it."""

    id: str
    number: int
    kind: Kind | None
    preview: QuestionView | None
    problem: InputError | None
    columns: list[tuple[str, str, bool]]  #: the columns that can be filled in: (key, title, chosen)
    diverse: bool  #: whether subtopics matter
    options: list[OptionField]  #: the options of an own question
    settings: tuple[Setting, ...] = ()  #: settings in which the exercise may differ from its sheet
    kept: Mapping[str, str] = {}  #: further settings that were chosen, by their fields


class Removed(NamedTuple):
    """The last removed exercise, with all its fields; it was before the card with the index ``place``."""

    place: int
    id: str
    title: str
    fields: Mapping[str, str]


class Page:
    """Everything that the page of a draft shows. With ``marking``, the answers in the preview are marked."""

    def __init__(self, draft: Draft, read: CheckedDraft, *, marking: bool = False) -> None:
        self.draft, self.marking = draft, marking
        self.sheet: Sheet | None = read.sheet
        self.errors: dict[str, InputError] = dict(read.errors)
        self.view = KEY if draft.typed.get("view") == KEY else STUDENT
        self.key = self._key()
        self.cards = [self._card(name, number) for number, name in enumerate(draft.order, start=1)]

    @cached_property
    def samples(self) -> list[str]:
        """Keys for the preview."""
        return variant_keys(self.sheet, SAMPLES) if self.sheet else []

    def _key(self) -> str:
        typed = self.draft.typed.get("key", "")
        try:
            return clean_key(typed, "key") if typed else next(iter(self.samples), "")
        except InputError as error:
            self.errors["key"] = error
            return self.samples[0] if self.samples else ""

    def _card(self, name: str, number: int) -> Card:
        kind = KINDS.get(self.draft.of(name, "kind"))
        preview, problem = None, None
        exercise = next((x for x in self.sheet.exercises if x.id == name), None) if self.sheet else None
        if self.sheet and exercise:
            try:
                if self.view == KEY:
                    preview = cached_key_view(self.sheet, exercise, self.key, number)
                else:
                    made = question(self.sheet, exercise, self.key)
                    given = posted_answers(made, self.draft.typed)
                    check_time(name)
                    marked = mark(made, given) if self.marking and any(given.values()) else None
                    stage = Stage.CAUSE if self.sheet.policy == "practice" else Stage.SOLUTION
                    preview = question_view(made, number, given, marked, stage=stage)
            except InputError as error:
                problem = error
        measure, chosen = measure_of(self.draft.of(name, "measure")), self.draft.of(name, "columns").split(",")
        offered = shown_columns(measure) if measure and kind and "columns" in kind.takes else ()
        columns = [(c.key, c.title, c.key in chosen) for c in offered]
        columns += [(name, "", True) for name in chosen if offered and is_cell(name)]
        diverse = bool(measure and measure.needs_subtopics)
        options = option_fields(partial(self.draft.of, name), name)
        shown = settings(self.draft, name, measure, settings_of(self.draft)) if has_settings(kind) else ()
        kept = hidden_settings(self.draft, name, shown)
        return Card(name, number, kind, preview, problem, columns, diverse, options, shown, kept)

    def own(self, name: str) -> list[str]:
        """The settings in which an exercise differs from its sheet, by their fields."""
        return [key.partition(":")[2] for key, text in fields_of(self.draft, name).items() if text]

    @cached_property
    def removed(self) -> Removed | None:
        """The exercise that can be restored; None if there is none."""
        gone = removed_exercise(self.draft)
        if gone is None:
            return None
        place, name = gone
        kind = KINDS.get(self.draft.of(name, "kind"))
        named = [kind.title if kind else "", self.draft.of(name, "measure") if kind and "measure" in kind.takes else ""]
        return Removed(place, name, ": ".join(filter(None, named)), fields_of(self.draft, name))

    @property
    def intro(self) -> Markup:
        """The introduction as students see it; may be empty."""
        return formatted_markup(self.sheet.intro if self.sheet else "")

    @property
    def same_for_all(self) -> list[int]:
        """Numbers of the exercises that give every student the same list."""
        return [card.number for card in self.cards if card.preview and self.draft.of(card.id, "source") == FIXED]

    @property
    def varies(self) -> bool:
        """Whether different students get different numbers."""
        return any(KINDS[x.kind].varies(x) for x in (self.sheet.exercises if self.sheet else ()))

    @cached_property
    def controls(self) -> Controls:
        """The controls of presets and single conventions, as in the lab."""
        preset = self.draft.typed.get("conventions", "")
        preset = preset if preset in PRESETS else DEFAULT_PRESET
        usual, typed = effective(preset), {name: self.typed(f"c-{name}") for name in CONVENTIONS}
        overrides = {name: text for name, text in typed.items() if text and text != str(usual[name])}
        state = State(preset=preset, overrides=overrides)
        return Controls(Reading(state, list(self.errors.values())), dict(self.draft.typed))

    @property
    def measures(self) -> list[str]:
        """Spellings of measures to choose from; others may be typed."""
        usual = (name for kind in KINDS.values() for name in kind.measures)
        others = variants({"k": 10, "level": 0.5, "beta": 1}, effective(DEFAULT_PRESET))
        return list(dict.fromkeys([*usual, *(str(spec) for _, spec in others)]))

    @property
    def total(self) -> str:
        """The sum of all points, in words."""
        return points(self.sheet.points if self.sheet else 0)

    @property
    def faults(self) -> list[tuple[str, str, InputError]]:
        """The errors, each with the id and the title of its field or exercise."""
        numbers = {card.id: card.number for card in self.cards}
        found = []
        for name, error in self.errors.items():
            exercise, colon, _ = name.partition(":")
            if colon and exercise in numbers:
                found.append((exercise, f"Exercise {numbers[exercise]}", error))
            else:
                found.append((f"field-{name}", FIELDS.get(name, ""), error))
        return found + [(c.id, f"Exercise {c.number}", c.problem) for c in self.cards if c.problem]

    def faulty(self, prefix: str) -> bool:
        """Whether a field whose name begins with ``prefix`` has an error."""
        return any(name.startswith(prefix) for name in self.errors)

    def typed(self, name: str) -> str:
        """The text of a field."""
        return self.draft.typed.get(name, "")

    @property
    def constants(self) -> Mapping[str, object]:
        """The choices that every page of the builder offers."""
        kinds = [(kind.key, kind.title) for kind in KINDS.values()]
        scales = [(str(top), text) for top, text in enumerate(SCALES)]
        chosen = {"views": VIEWS, "credits": CREDITS, "policies": POLICIES}
        return chosen | {
            "kinds": KINDS,
            "kind_titles": kinds,
            "scales": scales,
            "list_counts": LIST_COUNTS,
        }

"""The parts of the lab's form that seldom change, each as a section that an answer may leave out."""

from __future__ import annotations

from collections.abc import Mapping

from flask import current_app, request
from markupsafe import Markup

from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts import ShownChart, svg_markup
from web.lab.answers.sections import Sections
from web.lab.arrangement import Arranger
from web.lab.calculation_lines import Lines
from web.lab.controls import Controls
from web.lab.partials import field_controls, head_cells
from web.lab.step_rows import Steps


class Parts:
    """The parts of the form; ``had`` has the digests of the sections on the visitor's page.

    If there are errors, all parts are sent and ``digests`` is empty, because some parts contain the errors.
    """

    def __init__(self, controls: Controls, steps: Steps, lines: Lines, arranger: Arranger, had: str) -> None:
        self._state, self._controls, self._steps = controls.state, controls, steps
        self._lines, self._arranger = lines, arranger
        self._sections = Sections("" if controls.errors else had)

    @property
    def digests(self) -> str:
        """The digests of the sections that the form shows."""
        return "" if self._controls.errors else self._sections.digests

    @property
    def settings(self) -> Markup:
        """The controls of settings for all measures, without those in the lecturer's bar."""
        seldom, often = self._controls.settings
        shown = self._sections.show("settings", seldom, lambda: field_controls(seldom), len(seldom))
        return shown + field_controls(often)

    @property
    def formula(self) -> Markup:
        """The formula of the open measure."""
        return self._sections.show("formula", self._measure, lambda: self._template("lab/formula.html"))

    @property
    def legend(self) -> Markup:
        """The symbols and conventions of the open measure."""
        key = self._measure, request.script_root
        return self._sections.show("legend", key, lambda: self._template("lab/legend.html"))

    @property
    def stepper(self) -> Markup:
        """The controls for steps, for covers, and for asking about another number."""
        steps = self._steps
        if self._controls.errors:
            return self._template("lab/stepper.html")
        key = tuple(steps.covers.choices), steps.position, steps.last_step, len(self._state.cover)
        return self._sections.show("stepper", key, lambda: self._template("lab/stepper.html"))

    @property
    def heads(self) -> Markup:
        """The head of the ranked list."""
        heads = tuple(self._steps.heads) if self._steps.by_rank else ()
        return self._sections.show(
            "heads",
            heads,
            lambda: self._template("lab/table_head.html", {"cells": head_cells(heads) if heads else ""}),
        )

    @property
    def missed(self) -> Markup:
        """The documents that were judged, but not retrieved."""
        s = self._state
        if self._controls.errors:
            return self._template("lab/missed.html")
        collection = (s.topic.entry.key, request.script_root) if s.topic else None
        key = s.scale, s.unretrieved, s.called[len(s.grades) :], len(s.names) > len(s.grades), collection
        return self._sections.show("missed", key, lambda: self._template("lab/missed.html"))

    @property
    def order(self) -> Markup:
        """The controls that reorder and rename documents."""
        values = self._arranger.shown
        return self._sections.show("order", values, lambda: self._template("lab/order.html", dict(values)))

    def charts(self, picture: ShownChart) -> Markup:
        """The charts to choose from."""
        tabs = picture.tabs
        return self._sections.show("charts", tabs, lambda: self._template("charts/tabs.html", {"tabs": tabs}))

    def keys(self, picture: ShownChart) -> Markup:
        """The legend of the chart."""
        keys = picture.drawing.legend if picture.drawing else ()
        return self._sections.show(
            "keys", keys, lambda: Markup('<p class="keys">{}</p>').format(svg_markup.legend(keys))
        )

    @lazy_attribute
    def _measure(self) -> tuple[object, ...]:
        """The settings that determine the open measure's formula."""
        s = self._state
        return s.show, s.preset, tuple(s.overrides.items()), s.comma, s.diverse

    def _template(self, name: str, values: Mapping[str, object] | None = None) -> Markup:
        shown = values or {"state": self._state, "controls": self._controls, "steps": self._steps, "lines": self._lines}
        return Markup(current_app.jinja_env.get_template(name).render(shown))  # noqa: S704 -- a template escapes

"""The reference entry of a measure, for the reference page and the command ``measures``.

All of it comes from the measure's declaration; the worked example is the measure's table on a small list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ireval.conventions import PRESETS, Parameter, effective
from ireval.explanation.explanation import Explanation, explain
from ireval.explanation.legend import legend
from ireval.explanation.step_table import StepTable
from ireval.measure import CUTOFF, Measure, Params
from ireval.measure.registry import measures
from ireval.measure.spelling import Spec, parse, settings
from ireval.measure.support import defining_presets
from ireval.messages import Message, say
from ireval.messages.catalogue import BARE
from ireval.messages.writing import number_text
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The small list of the worked examples, and the values filled into spellings.
LABELS, UNRETRIEVED, SIZE = "20u1031", "10", 20
SUBTOPICS, UNRETRIEVED_SUBTOPICS = "110,010,000,001,100", "011"
VALUES = {"k": 5.0, "level": 0.5, "beta": 1.0}


@dataclass(frozen=True)
class Entry:
    """A measure's entry in the reference."""

    measure: Measure

    @lazy_attribute
    def spec(self) -> Spec:
        """The measure in the first spelling that pages list."""
        filled = {name: number_text(value) for name, value in VALUES.items()}
        at = self.measure.cutoff
        plain = f"{self.measure.name}@{number_text(at.default or VALUES[at.name])}" if at else self.measure.name
        return parse(next(iter(self.measure.variants), plain).format(**filled))

    @property
    def spellings(self) -> list[str]:
        """The other spellings, with a placeholder in angle brackets for a number."""
        return list(map(_with_placeholder, self.measure.other_names))

    @property
    def tool_names(self) -> list[tuple[str, list[str]]]:
        """The names in tools, as (title of the tool, names), with a placeholder for a number."""
        return [
            (PRESETS[key].title if key in PRESETS else key, list(map(_with_placeholder, names)))
            for key, names in self.measure.tool_names.items()
        ]

    @property
    def aliases(self) -> list[str]:
        """The other names that do not belong to a tool."""
        return list(map(_with_placeholder, self.measure.aliases))

    @property
    def formulas(self) -> list[str]:
        """The formula in LaTeX under the default conventions: with a cutoff, and without one if that differs."""
        values = effective() | {p.name: p.default for p in self.measure.parameters} | {"k": None}
        at = self.measure.cutoff
        cuts: list[dict[str, Any]] = [{at.name: VALUES.get(at.name, at.default)} if at else {}]
        if at is CUTOFF:
            cuts = [{}, *cuts]
        return list(dict.fromkeys(self.measure.formula(Params(values | cut)) for cut in cuts))

    @property
    def parameters(self) -> list[Parameter]:
        """The settings that are not conventions: the number after the @, and the measure's own parameters."""
        return [p for p in (self.measure.cutoff, *self.measure.parameters) if p]

    @property
    def conventions(self) -> list[Parameter]:
        """The conventions it follows."""
        own = {p.name for p in self.measure.parameters}
        return [p for name, p in settings(self.measure).items() if name not in own]

    @property
    def properties(self) -> list[tuple[str, str]]:
        """The properties of the measure, as (property, answer)."""
        m = self.measure
        binary_or_graded = "answer-graded" if m.graded else "answer-binary"
        pairs = [
            ("property-computed-from", "answer-set" if m.set_based else "answer-ranks"),
            ("property-judgements", "answer-subtopics" if m.needs_subtopics else binary_or_graded),
            ("property-complete-judgements", "answer-yes" if m.needs_complete else "answer-no"),
            ("property-bounded", "answer-yes" if m.bounded else "answer-not-always"),
        ]
        if m.average == "geometric":
            pairs.append(("property-average", "answer-geometric-mean"))
        return [(say(Message(name)), say(Message(answer))) for name, answer in pairs]

    @property
    def sources(self) -> list[str]:
        """Titles of the presets whose source or tool has the measure."""
        return [PRESETS[key].title for key in defining_presets(self.measure)]

    @property
    def mistakes(self) -> list[str]:
        """The typical mistakes, in sentences that address the student."""
        return [say(mistake.message(self.measure.name), BARE) for mistake in self.measure.mistakes]

    @property
    def given(self) -> str:
        """The small list, in words."""
        if self.measure.needs_subtopics:
            return say(Message("example-with-subtopics", subtopics=SUBTOPICS, unretrieved=UNRETRIEVED_SUBTOPICS))
        return say(Message("example-with-labels", labels=LABELS, unretrieved=UNRETRIEVED, size=SIZE))

    @lazy_attribute
    def example(self) -> StepTable:
        """The measure's table on a small list."""
        return example_list(subtopics=self.measure.needs_subtopics).table(self.spec)


def takers(parameter: Parameter, presets: Iterable[str] = PRESETS) -> list[tuple[Any, list[str]]]:
    """The values of a convention, each with the titles of the ``presets`` that take it. A choice may have none.

    >>> from ireval.conventions import CONVENTIONS
    >>> takers(CONVENTIONS["divisor"], ["trec_eval", "sklearn"])
    [('all-relevant', ['trec_eval']), ('min-r-k', []), ('relevant-retrieved', ['scikit-learn'])]
    """
    found: dict[Any, list[str]] = {choice.key: [] for choice in parameter.choices}
    for key in presets:
        found.setdefault(effective(key)[parameter.name], []).append(PRESETS[key].title)
    return list(found.items())


def example_list(*, subtopics: bool) -> Explanation:
    """The small list of the worked examples."""
    if subtopics:
        return explain(subtopics=SUBTOPICS, unretrieved_subtopics=UNRETRIEVED_SUBTOPICS)
    return explain(LABELS, UNRETRIEVED, size=SIZE)


def entries() -> list[Entry]:
    """The entries of all measures, in the order of the registry."""
    return [Entry(m) for m in measures().values()]


def allowed(parameter: Parameter) -> str:
    """The possible values of a setting, in words; a choice's label is left out if it only repeats its key.

    >>> allowed(CUTOFF)
    'a whole number from 1 to 1000'
    """
    if parameter.choices:
        return "; ".join(c.key if c.key == c.short else f"{c.key} ({c.short})" for c in parameter.choices)
    kind = Message("a-whole-number" if parameter.whole else "a-number")
    return say(Message("number-between", kind=kind, least=parameter.least, most=parameter.most))


def default(parameter: Parameter) -> str:
    """The default of a setting, as text; empty if it has none."""
    if parameter.default is None:
        return ""
    return str(parameter.default) if parameter.choices else number_text(parameter.default)


def as_paragraphs(entry: Entry) -> Iterator[str]:
    """The entry as paragraphs of plain text, to follow the measure's name and sentence."""
    m = entry.measure
    if entry.spellings:
        yield say(Message("reference-other-names", names=entry.spellings))
    yield from (say(Message("reference-formula", latex=latex)) for latex in entry.formulas)
    symbols = "; ".join(f"{symbol}: {words}" for symbol, words in legend(m, *entry.formulas))
    yield say(Message("reference-symbols", symbols=symbols))
    at = [f"@{m.cutoff.name}"] if m.cutoff else []
    taken = [*at, *settings(m)]
    if taken:
        yield say(Message("reference-settings", settings=taken))
    yield from (_setting(p) for p in (*entry.parameters, *entry.conventions))
    properties = "; ".join(f"{name}: {answer}" for name, answer in entry.properties)
    yield say(Message("reference-properties", properties=properties))
    yield from (say(Message("reference-mistake", text=text)) for text in entry.mistakes)
    yield say(Message("reference-source", source=m.source))
    yield from (f"{p.authors}: {p.title}. {p.where}. {p.address}".strip() for p in m.publications)
    if entry.sources:
        yield say(Message("reference-defined-by", sources="; ".join(entry.sources)))


def example_lines(entry: Entry) -> list[str]:
    """The worked example as lines of plain text."""
    return [say(Message("reference-example", example=entry.given)), *entry.example.lines()]


def _with_placeholder(name: str) -> str:
    return name.format(k="<k>", level="<level>", x="<x>")


def _setting(p: Parameter) -> str:
    values = {"name": p.name, "title": p.title, "allowed": allowed(p)}
    if not default(p):
        return say(Message("reference-setting", values))
    return say(Message("reference-setting-with-default", values, default=default(p)))

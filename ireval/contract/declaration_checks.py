"""Checks of what a measure declares, before anything is computed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ireval.contract.cases import listed_spellings
from ireval.contract.finding import Finding
from ireval.conventions import CONVENTIONS, PRESETS
from ireval.errors import InputError
from ireval.measure import Measure
from ireval.measure.registry import measures, modules
from ireval.measure.spelling import parse

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_DOI = re.compile(r"10\.\d{4,5}/[\w.()-]+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
#: Tools that name measures, and whose choices no preset makes.
_TOOLS_WITHOUT_PRESET = ("ndeval",)
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_names(measure: Measure) -> Iterator[Finding]:
    """The name can be spelled, and neither it nor an alias belongs to another measure."""
    if not _NAME.fullmatch(measure.name):
        fix = "Use ASCII letters, digits and _, a letter first."
        yield Finding("name", "name", f"“{measure.name}” cannot be spelled.", fix)
    others = [module.MEASURE for module in modules() if module.MEASURE is not measure]
    taken = {name: m.name for m in others for name in (m.name, *m.other_names, *m.rewrites)}
    of_tools = {name for names in measure.tool_names.values() for name in names} - {measure.name}
    own = Counter((measure.name, *measure.aliases, *measure.rewrites, *of_tools))
    for name, count in own.items():
        if name in taken:
            yield Finding("name-taken", name, f"“{name}” already means {taken[name]}.", "Choose another name or alias.")
        elif count > 1:
            yield Finding("name-taken", name, f"“{name}” is declared {count} times.", "Keep one of them.")


def check_columns(measure: Measure) -> Iterator[Finding]:
    """Keys of columns are unique, and every column that is referred to is declared."""
    keys = Counter(column.key for column in measure.columns)
    for name, count in (keys | Counter(column.printed for column in measure.columns)).items():
        if count > 1:
            yield Finding("column-key", f"column {name}", f"The key is declared {count} times.", "Rename one of them.")
    referred = {
        "score": (measure.score,),
        "companion_column": (measure.companion_column,) if measure.companion_column else (),
        "running_total": (measure.running_total,) if measure.running_total else (),
        "exercise_columns": measure.exercise_columns,
        "drawing": measure.drawing.columns if measure.drawing else (),
        "figure": measure.figure.columns if measure.figure else (),
    }
    for name, found in referred.items():
        for key in found:
            if key not in keys:
                known = f"Declare it, or use one of: {', '.join(keys)}."
                yield Finding("column-unknown", name, f"There is no column “{key}”.", known)


def check_settings(measure: Measure) -> Iterator[Finding]:
    """Conventions, presets and other measures that are named exist."""
    followed = {name for column in measure.columns for name in column.follows}
    known = (
        ("convention-unknown", "conventions", "convention", (*measure.conventions, *sorted(followed)), CONVENTIONS),
        ("preset-unknown", "defined_by", "preset", measure.defined_by, PRESETS),
        ("measure-unknown", "mean_of", "measure", (measure.mean_of,) if measure.mean_of else (), measures()),
    )
    for key, where, noun, names, there in known:
        for name in names:
            if name not in there:
                yield Finding(key, where, f"There is no {noun} “{name}”.", f"Use one of: {', '.join(there)}.")
    for parameter in measure.parameters:
        if parameter.name in CONVENTIONS:
            fix = "List it in conventions instead, or rename it."
            yield Finding("parameter-name", parameter.name, "A convention has this name.", fix)


def check_words(measure: Measure) -> Iterator[Finding]:
    """Everything that a reader needs is there: title, sentence, family, source, and titles of columns."""
    for name in ("title", "family", "source"):
        if not getattr(measure, name).strip():
            yield Finding("words", name, "It is empty.", f"Write the measure's {name}.")
    if not measure.sentence.strip().endswith((".", "?")):
        fix = "Say in one sentence what the measure measures, and end it with a full stop."
        yield Finding("words", "sentence", "It is not a sentence.", fix)
    for column in measure.columns:
        if not column.title.strip():
            yield Finding("words", f"column {column.key}", "It has no title.", "Say in words what a cell holds.")


def check_sources(measure: Measure) -> Iterator[Finding]:
    """Tools are called by the keys of their presets; publications are named by the source, and can be looked up."""
    tools = {*(key for key, preset in PRESETS.items() if preset.tool), *_TOOLS_WITHOUT_PRESET}
    for name in measure.tool_names.keys() - tools:
        yield Finding("tool-unknown", "tool_names", f"There is no tool “{name}”.", f"Use one of: {', '.join(tools)}.")
    for publication in measure.publications:
        where = f"publication {publication.doi}"
        if not _DOI.fullmatch(publication.doi):
            yield Finding("publication", where, "This is no DOI.", "Write it like 10.1145/582415.582418.")
        years = _YEAR.findall(publication.where)
        surname = publication.authors.split(",")[0].split(" and ")[0].split()[-1]
        if len(years) != 1 or years[0] not in measure.source or surname not in measure.source:
            wrong = f"It is by {publication.authors}, {publication.where}; the source is {measure.source}."
            yield Finding("publication", where, wrong, "Name its first author and its year in source.")


def check_variants(measure: Measure) -> Iterator[Finding]:
    """Every listed spelling is read as this measure, and so are the aliases."""
    at = "@0.3" if measure.cutoff_required else ""
    names = (measure.name, *measure.other_names)
    aliases = [a.format(k=7, level=0.3, x=2) + (at if "{" not in a else "") for a in names]
    for spelling in dict.fromkeys([*listed_spellings(measure), *aliases]):
        try:
            read = parse(spelling).measure
        except InputError as error:
            fix = "Write it as the name, its parameters in brackets and the cutoff after an @."
            yield Finding("spelling", spelling, f"It cannot be read: {error}", fix)
            continue
        if read is not measure:
            yield Finding("spelling", spelling, f"It is read as {read.name}.", "Let it begin with the measure's name.")


def check_mistakes(measure: Measure) -> Iterator[Finding]:
    """There are mistakes, unless it is another mean of a measure; their keys are slugs, each declared once."""
    if not measure.mistakes and not measure.mean_of:
        fix = "Declare what students may do wrong: mistakes=(Mistake(...),)."
        yield Finding("mistakes-missing", "mistakes", "It declares no typical mistake.", fix)
    for key, count in Counter(mistake.key for mistake in measure.mistakes).items():
        if not _KEY.fullmatch(key):
            yield Finding("mistake-key", f"mistake {key}", "The key is no slug.", "Write it like forgets-to-divide.")
        if count > 1:
            yield Finding("mistake-key", f"mistake {key}", f"The key is declared {count} times.", "Rename one of them.")

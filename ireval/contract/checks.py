"""All checks of the contract, in the order in which their findings are best read.

What needs a sound declaration, or all columns, is checked only where these have no findings. Whatever a measure raises
while it is checked is a finding, too, even if it would end the program; so is a warning of NumPy, such as a division
by 0. One cause is one finding, however many checks it fails.
"""

from __future__ import annotations

import doctest
import random
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ireval.contract import declaration_checks, mistake_checks, score_checks
from ireval.contract.cases import choices_of, distinct_presets, spellings
from ireval.contract.finding import Finding, first_of_each
from ireval.contract.formulas import formula_checks
from ireval.contract.formulas.value_checks import check_formula_values
from ireval.contract.import_checks import check_imports
from ireval.contract.measure_file import line_of, reason_of
from ireval.contract.sample_lists import AWKWARD, DIVERSE, SampleList, awkward_lists, random_lists
from ireval.contract.table_checks import check_table
from ireval.contract.type_checks import check_types
from ireval.conventions import effective
from ireval.explanation.step_table import StepTable
from ireval.measure import Measure
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec

Check = Callable[[Measure], Iterator[Finding]]

DECLARED: tuple[Check, ...] = (
    declaration_checks.check_names,
    declaration_checks.check_columns,
    declaration_checks.check_settings,
    declaration_checks.check_words,
    declaration_checks.check_mistakes,
)
SPELLED: tuple[Check, ...] = (declaration_checks.check_variants,)


def check_tables(measure: Measure) -> Iterator[Finding]:
    """Tables of awkward lists under every preset and rounding, of random ones under random conventions.

    Every list is tried with every spelling; the presets take turns.
    """
    presets = distinct_presets(measure)
    for i, listing in enumerate(awkward_lists(subtopics=measure.needs_subtopics)):
        for j, spec in enumerate(spellings(measure)):
            yield from check_case(spec, listing, presets[(i + j) % len(presets)])
    whole = DIVERSE["the thesis' five"] if measure.needs_subtopics else AWKWARD["the lectures' fifteen"]
    for i, mode in enumerate(("columns", "intermediate", "carried")):
        for j, spec in enumerate(spellings(measure)):
            for decimals in ((i + j) % 4, (i + j + 2) % 4):
                yield from check_case(spec, whole, "lillis", rounding=mode, decimals=decimals)
    draw = random.Random(7)  # noqa: S311 - the same conventions in every run
    for listing in random_lists(40, subtopics=measure.needs_subtopics):
        chosen = {name: draw.choice(choices_of(name)) for name in measure.conventions if draw.random() < 0.5}
        yield from check_case(draw.choice(spellings(measure)), listing, draw.choice(presets), **chosen)


def check_case(spec: Spec, listing: SampleList, preset: str, **overrides: object) -> Iterator[Finding]:
    """One table on one list."""
    computed = compute(spec, listing.ranking, effective(preset, overrides))
    others = "".join(f", {name}={value}" for name, value in overrides.items())
    yield from check_table(StepTable(spec, computed, 3), f"{spec} of {listing} under {preset}{others}")


COLUMNS: tuple[Check, ...] = (score_checks.check_columns,)
WORKED: tuple[Check, ...] = (mistake_checks.check_work,)
PRINTED: tuple[Check, ...] = (formula_checks.check_formula,)
COMPUTED: tuple[Check, ...] = (
    formula_checks.check_legend,
    formula_checks.check_cutoff_in_formula,
    formula_checks.check_columns_in_formula,
    check_formula_values,
    check_tables,
    score_checks.check_blocks,
    score_checks.check_bounds,
    score_checks.check_defined,
    score_checks.check_cutoff,
    score_checks.check_order,
    mistake_checks.check_sentences,
    mistake_checks.check_values,
    mistake_checks.check_apart,
    mistake_checks.check_steps,
    mistake_checks.check_mistake_blocks,
)


#: Each stage is checked where the ones before it have no findings.
STAGES: tuple[tuple[Check, ...], ...] = ((check_types,), DECLARED, SPELLED, COLUMNS, WORKED, PRINTED, COMPUTED)


class _ExampleRunner(doctest.DocTestRunner):
    """Runs an example and keeps what it gives otherwise than it shows, and what it raises, each with its line."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        self.differences: list[tuple[int, str]] = []
        self.errors: list[tuple[int, BaseException]] = []

    def report_failure(self, _: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        wanted, given = (" ".join(text.split()) or "nothing" for text in (example.want, got))
        text = f"{example.source.strip()} gives {given} and not {wanted}."
        self.differences.append(((test.lineno or 0) + example.lineno + 1, text))

    def report_unexpected_exception(self, _: Any, test: doctest.DocTest, example: doctest.Example, info: Any) -> None:
        self.errors.append(((test.lineno or 0) + example.lineno + 1, info[1]))


def check_example(module: ModuleType, path: Path) -> Iterator[Finding]:
    """The module's docstring has an example, and it gives what it shows."""
    example = doctest.DocTestFinder(recurse=False).find(module, module.__name__)
    if not example or not example[0].examples:
        fix = "Write one after >>> in the file's docstring, as the other measures have."
        yield Finding("example", "docstring", "There is no example.", fix)
        return
    runner = _ExampleRunner()
    runner.run(example[0])
    for line, text in runner.differences:
        yield Finding("example", f"docstring, line {line}", text, "Correct the measure or the example.")
    for line, error in runner.errors:
        yield failure(error, path, f"docstring, line {line}")


def checks_passed(found: Iterable[Finding] = ()) -> int:
    """How many checks a file passes in which nothing is wrong, without those that could not be made."""
    return sum(map(len, STAGES)) + 2 - sum(finding.note for finding in found)


def findings(module: ModuleType) -> list[Finding]:
    """Everything that is wrong with the measure of a module, each rule once for each part that breaks it.

    Notes say what could not be checked.
    """
    measure: Measure = module.MEASURE
    path = Path(str(module.__file__))
    found = guarded("imports", lambda: check_imports(path), path)
    for stage in STAGES:
        more = [finding for check in stage for finding in guarded(_noun(check), partial(check, measure), path)]
        found += more
        if more and stage is not COMPUTED:
            break
    else:
        found += guarded("example", lambda: check_example(module, path), path)
    return list(first_of_each(found))


def _noun(check: Check) -> str:
    return check.__name__.removeprefix("check_").replace("_", " ")


def guarded(name: str, check: Callable[[], Iterator[Finding]], path: Path) -> list[Finding]:
    """The findings of a check; what it raises becomes one that names the line of the measure's file."""
    found: list[Finding] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found.extend(first_of_each(check()))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # even an exit: the measure that is checked must not end the check
        found.append(failure(error, path, name))
    return found


def failure(error: BaseException, path: Path, otherwise: str) -> Finding:
    """What a measure raised, with the line of its file or, where none did, the place given."""
    line = line_of(error, path)
    where = f"line {line}" if line else otherwise
    if isinstance(error, SystemExit):
        return Finding("fails", where, "It ends the program.", "Take out what ends it.")
    return Finding("fails", where, reason_of(error), "Correct what raises it; lists may be empty, and divisors 0.")

"""The choices of the simulation, from an address or a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from ireval.comparison.comparison import USUAL as USUAL_MEASURE
from ireval.errors import InputError, nearest
from ireval.experiments.significance_tests.difference_shapes import KEYS, OBSERVED
from ireval.experiments.significance_tests.simulation_choices import BOUNDS, USUAL, read_simulation, run_differences
from ireval.experiments.significance_tests.simulation_findings import shape_name
from ireval.experiments.significance_tests.topic_sampling import Simulation
from ireval.measure.spelling import FIELD as MEASURE
from web.store.library import library
from web.store.library.library import BUILT_IN

#: The parts of an address that matter for the differences of two runs; without names, the first two runs are taken.
OF_RUNS: Mapping[str, str] = {library.FIELD: BUILT_IN, MEASURE: USUAL_MEASURE, "a": "", "b": ""}
#: The parts of an address with their defaults.
PARTS: Mapping[str, str] = {**USUAL, **OF_RUNS}


@dataclass(frozen=True)
class Choices:
    """The choices as text; a part that is missing or empty has its default."""

    given: Mapping[str, str]

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Choices:
        """Return the choices in an address or a form."""
        return cls({name: given.get(name, "").strip() or usual for name, usual in PARTS.items()})

    @property
    def query(self) -> str:
        """The address of exactly this simulation, without its path."""
        return urlencode({name: text for name, text in self.given.items() if name in USUAL or text != OF_RUNS[name]})

    @property
    def is_of_upload(self) -> bool:
        """Whether the differences come from an uploaded collection."""
        return self.given["shape"] == OBSERVED and self.given[library.FIELD] != BUILT_IN

    def simulation(self) -> Simulation:
        """The simulation. Raises ``InputError`` if something cannot be used."""
        return read_simulation({name: self.given[name] for name in USUAL}, self.differences)

    def differences(self) -> list[float]:
        """The differences of the two runs, topic by topic. Raises ``InputError`` if there are none."""
        found = library.find(self.given[library.FIELD]).collection
        names = self._two(list(found.all_runs))
        return run_differences(found.qrels, {name: found.all_runs[name] for name in names}, self.given[MEASURE])

    def _two(self, names: list[str]) -> tuple[str, str]:
        """The names of the two runs."""
        if len(names) < 2:
            raise InputError(library.FIELD, "two-runs-for-differences", count=len(names))
        for part in ("a", "b"):
            if self.given[part] and self.given[part] not in names:
                hint = nearest(self.given[part], names)
                raise InputError(part, "not-one-of", name=f"Run {part.upper()}", text=self.given[part], hint=hint)
        a = self.given["a"] or next(name for name in names if name != self.given["b"])
        b = self.given["b"] or next(name for name in names if name != a)
        if a == b:
            raise InputError("b", "two-different-runs", name=a)
        return a, b


def shape_options() -> list[tuple[str, str]]:
    """The distributions of differences by their keys, with their names."""
    return [(key, shape_name(key)) for key in KEYS]


def bounds() -> dict[str, tuple[str, str]]:
    """The least and the largest number of each field, as text."""
    return {name: (f"{least:g}", f"{most:,.10g}") for name, (least, most) in BOUNDS.items()}

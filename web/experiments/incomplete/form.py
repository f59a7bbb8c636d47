"""The choices of the experiment, from an address or a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError
from ireval.experiments.incomplete_judgements import REPEATS, SHARES, STUDIED, Experiment, take_away_judgements
from ireval.measure.spelling import FIELD as MEASURES
from ireval.numbers.notation import read_number
from web.store.library import library
from web.store.library.library import BUILT_IN, LibraryEntry

MOST_MEASURES, MOST_SHARES, MOST_REPEATS, MOST_RUNS = 8, 20, 200, 20
MOST_SEED = 2**63 - 1
#: The parts of an address with their defaults.
PARTS: Mapping[str, str] = {
    library.FIELD: BUILT_IN,
    "measures": ", ".join(STUDIED),
    "conventions": DEFAULT_PRESET,
    "shares": " ".join(f"{100 * share:g}" for share in SHARES),
    "repeats": str(REPEATS),
    "seed": "0",
}
_BETWEEN = re.compile(r"[\s;%]+")


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
        """The address of exactly this experiment, without its path."""
        return urlencode(self.given)

    @property
    def collection(self) -> LibraryEntry:
        """The collection. Raises ``InputError`` if there is none."""
        return library.find(self.given[library.FIELD])

    def experiment(self) -> Experiment:
        """The experiment. Raises ``InputError`` if something cannot be used."""
        shares, repeats = self._shares(), self._whole("repeats", "Samples of each size", 1, MOST_REPEATS)
        seed = self._whole("seed", "Seed", 0, MOST_SEED)
        found = self.collection.collection
        runs = found.all_runs
        if not runs:
            raise InputError(library.FIELD, "collection-without-runs")
        if len(runs) > MOST_RUNS:
            raise InputError(library.FIELD, "too-many-runs-for-samples", count=len(runs), most=MOST_RUNS)
        experiment = take_away_judgements(
            found.qrels,
            runs,
            self.given["measures"],
            shares=shares,
            repeats=repeats,
            seed=seed,
            conventions=self.given["conventions"],
        )
        if len(experiment.specs) > MOST_MEASURES:
            raise InputError(MEASURES, "too-many-measures", count=len(experiment.specs), most=MOST_MEASURES)
        return experiment

    def _shares(self) -> list[float]:
        texts = [text for text in _BETWEEN.split(_commas_read(self.given["shares"])) if text]
        if len(texts) > MOST_SHARES:
            raise InputError("shares", "too-many-shares", count=len(texts), most=MOST_SHARES)
        percents = [
            read_number(text.rstrip(","), "shares", "Percent left", whole=False, least=0.1, most=100) for text in texts
        ]
        return [percent / 100 for percent in percents]

    def _whole(self, name: str, title: str, least: int, most: int) -> int:
        return int(read_number(self.given[name], name, title, whole=True, least=least, most=most))


def _commas_read(text: str) -> str:
    """Return numbers separated by spaces. A comma separates numbers, or is a decimal sign if spaces separate them.

    >>> _commas_read("100,50,20"), _commas_read("50, 20"), _commas_read("50 12,5")
    ('100 50 20', '50 20', '50 12,5')

    Raises ``InputError`` for two numbers without a space, which may be one with a decimal comma.
    """
    text = text.replace(", ", " ")
    if _BETWEEN.search(text) or "," not in text:
        return text
    if text.count(",") == 1:
        raise InputError(
            "shares", "one-number-or-two", text=text, both=text.replace(",", " "), one=text.replace(",", ".")
        )
    return text.replace(",", " ")

"""How well wrong numbers are explained, measure by measure: the shares that README speaks of.

    python -m benchmarks.diagnosis

``listed`` and ``pairs`` are the shares of known mistakes that are named, made by formulas of the tests' own on random
lists; ``others`` is the share of mistakes that nobody declared and that are said to be a known one; ``certain`` and
``possible`` are the shares of all numbers with three and two decimals that match a known cause.

A second table has several hundred plausible wrong formulas, single slips and two of them together: how many of their
numbers, with three decimals, are named, and how many are blamed for certain on something else.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from tests.ireval.diagnosis.mistaken_formulas import PAIRS, RARE, UNLISTED
from tests.ireval.diagnosis.plausible_formulas import OF_PRESET, PLAUSIBLE, tally
from tests.ireval.diagnosis.test_inquiry_of_every_measure import LISTS, chance, one, specs
from tests.ireval.diagnosis.test_mistaken_formulas import outcomes
from tests.ireval.metrics.test_mistakes import lists
from tests.ireval.metrics.test_wrong_values import WRONG, queries

#: Lists of each measure whose numbers are all tried.
TRIED = 8
#: Lists on which each plausible formula is tried.
PLAUSIBLE_LISTS = 12
_HEADS = ("measure", "listed", "pairs", "others", "certain, 3", "possible, 3", "certain, 2", "possible, 2")


def main() -> None:
    """Print the table."""
    print("| " + " | ".join(_HEADS) + " |")
    print("|" + "---|" * len(_HEADS))
    own = {*RARE, *PAIRS, *UNLISTED, *WRONG}
    listed = {str(spec): spec for spec in specs("lillis")}
    for name in sorted({*own, *listed}):
        cells = ["", "", ""]
        if name in own:
            found = outcomes(name)
            named = (("listed", "named"), ("pairs", "named"), ("unlisted", "blamed"))
            cells = [_share(found[table][what], found[table]["all"]) for table, what in named]
        if name in listed:
            block = lists(listed[name].measure, LISTS)
            for places in (3, 2):
                shares = [chance(listed[name], one(block, i), places) for i in range(0, LISTS, LISTS // TRIED)]
                cells += [f"{share:.2%}" for share in np.mean(shares, axis=0)]
        else:
            cells += [""] * 4
        print("| " + " | ".join([name, *cells]) + " |", flush=True)
    _print_plausible()


def _print_plausible() -> None:
    heads = ("preset", "measure", "formulas", "numbers", "named", "blamed")
    print("\n| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    every = Counter[str]()
    for preset in OF_PRESET:
        for name, formulas in PLAUSIBLE.items():
            counts = tally(name, preset, queries()[:PLAUSIBLE_LISTS])
            every += counts
            print(_row(preset, name, str(len(list(formulas(preset)))), counts), flush=True)
    print(_row("all", "", "", every))


def _row(preset: str, name: str, formulas: str, counts: Counter[str]) -> str:
    shares = (_share(counts[what], counts["all"]) for what in ("named", "blamed"))
    return "| " + " | ".join([preset, name, formulas, str(counts["all"]), *shares]) + " |"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


if __name__ == "__main__":
    main()

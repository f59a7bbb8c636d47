"""Checks of a measure's formula: its braces balance, and its legend explains exactly the formula's symbols.

The reader here finds symbols only; ``value_checks`` reads and computes whole formulas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ireval.contract.finding import Finding
from ireval.contract.formulas.formula_cases import cases, formulas_of
from ireval.explanation.legend import legend
from ireval.measure import CUTOFF, Measure

#: A name in upright letters, a Greek letter or an operator, or one letter.
_SIGN = re.compile(r"\\(?:mathrm|text|operatorname)\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z]")
#: A sign that is a name of its own: upright letters, words, or one letter.
_NAMED = re.compile(r"\\(?:mathrm|text|operatorname)\{(?P<words>[^{}]*)\}|(?P<letter>[A-Za-z])")
_WORDS = re.compile(r"\\text\{[^{}]*\}")
_GREEK = frozenset(
    {"alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "lambda", "mu", "pi", "rho", "sigma", "tau", "theta"}
)
#: The places of a cutoff in a formula: as the end of a sum, as a rank, or as a limit.
_BOUND = re.compile(r"\^\{?k|\[k\]|r\\le k|first \} k|\\min\(k")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{\w+\}")


def check_formula(measure: Measure) -> Iterator[Finding]:
    """The formula is LaTeX whose braces balance, whatever the conventions."""
    for case in cases(measure):
        latex: object = case.latex
        if not isinstance(latex, str):
            yield Finding("formula", "formula", f"It is {latex!r}.", "Let the function return LaTeX, as a text.")
            return
        bare = latex.replace(r"\{", "").replace(r"\}", "")
        pairs = latex.count(r"\left") - latex.count(r"\right")
        if not latex.strip() or not _balanced(bare) or pairs:
            yield Finding(
                "formula", "formula", f"This is not LaTeX: “{latex}”.", r"Check its braces, and \left with \right."
            )
            return


def check_legend(measure: Measure) -> Iterator[Finding]:
    """Every symbol of the formula is in the legend, every line of the legend belongs to a formula, and has words."""
    formulas = formulas_of(measure)
    for symbol, words in measure.where:
        if not words or words != words.strip(" ."):
            fix = "Explain the symbol in a few words, without a full stop."
            yield Finding("legend-words", symbol, f"Its words are “{words}”.", fix)
    for symbol in _repeated([symbol for symbol, _ in measure.where]):
        same = [latex for latex in formulas if [s for s, _ in legend(measure, latex)].count(symbol) > 1]
        if same:
            yield Finding("legend-twice", symbol, "The legend explains it twice.", "Keep one line.")
    needed = legend(measure, *formulas)
    for line in measure.where:
        if line not in needed:
            yield Finding("legend-needless", line[0], "No formula has this symbol.", "Take the line out of the legend.")
    explained = {sign for symbol, _ in measure.where for sign in signs(symbol)}
    columns = {name for column in measure.columns for name in (column.key, column.printed, column.symbol) if name}
    for latex in sorted(formulas):
        known = explained | defined(latex)
        for sign in signs(latex):
            if sign not in known and not any(sign in signs(rf"\mathrm{{{name}}}") or sign == name for name in columns):
                fix = "Add a line for it to where."
                yield Finding("legend-missing", sign, f"The legend does not explain it, in “{latex}”.", fix)


def check_cutoff_in_formula(measure: Measure) -> Iterator[Finding]:
    """A formula with a cutoff says so: in the name, and in a bound; that of a vector has a legend that says so."""
    if measure.cutoff is not CUTOFF:
        return
    for cut, whole in dict.fromkeys((case.latex_at(5), case.latex_at(None)) for case in cases(measure)):
        shown, name = dict(legend(measure, cut)), cut.split("=")[0]
        if cut == whole or "[" in name:
            if not any("at the cutoff" in words for words in shown.values()):
                wrong = f"It is the same with a cutoff: “{cut}”."
                fix = "Let it follow p.k, or say in the legend what is read at the cutoff."
                yield Finding("formula-cutoff", "formula", wrong, fix)
        elif "@k" not in name:
            fix = "Write @k left of the = where p.k is set: rf\"...{'@k' if p.k else ''} = ...\"."
            yield Finding("formula-cutoff", "formula", f"It does not say @k although it has a cutoff: “{cut}”.", fix)
        elif "@k" in whole:
            fix = "Write @k only where p.k is set."
            yield Finding("formula-cutoff", "formula", f"It says @k although it has no cutoff: “{whole}”.", fix)
        elif not (
            _BOUND.search(cut) or "first k" in shown.get("k", "") or any("at the cutoff" in w for w in shown.values())
        ):
            wrong = f"Nothing in it ends at the cutoff: “{cut}”."
            yield Finding(
                "formula-cutoff", "formula", wrong, "Let a sum end at k, or explain k as a limit of the ranks."
            )


def check_columns_in_formula(measure: Measure) -> Iterator[Finding]:
    """Every formula names the score's column, and some formula any other column that declares a symbol."""
    formulas = formulas_of(measure)
    score = measure.score_column
    without = next((latex for latex in formulas if score.in_formulas not in identifiers(latex)), "")
    if without:
        wrong = f"The column of the score is not in “{without}”."
        fix = rf'Write \mathrm{{{score.key}}} there, or say what it is called there: Column(..., symbol="...").'
        yield Finding("formula-column", f"column {score.key}", wrong, fix)
    named = set().union(*map(identifiers, formulas))
    for column in measure.columns:
        if column.symbol == column.key:
            yield Finding("formula-column", f"column {column.key}", "Its symbol is its key.", "Leave the symbol out.")
        elif column.symbol and column.symbol not in named:
            wrong = f"No formula has its symbol “{column.symbol}”."
            yield Finding("formula-column", f"column {column.key}", wrong, "Correct the symbol, or leave it out.")


def identifiers(latex: str) -> set[str]:
    r"""Return the names in a formula: letters, and words in upright letters or as text.

    >>> sorted(identifiers(r"\alpha\text{-DCG} = \sum_i \mathrm{rel}_i"))
    ['-DCG', 'i', 'rel']
    """
    found = (_NAMED.fullmatch(sign) for sign in _SIGN.findall(latex))
    return {(match["words"] or match["letter"] or "").replace("\\_", "_") for match in found if match}


def signs(latex: str) -> list[str]:
    r"""Return the symbols of a formula that need an explanation, without words and operators.

    >>> signs(r"\frac{1}{R}\sum_{i=1}^{n}\alpha_i \cdot \text{rank}")
    ['R', 'i', 'n', '\\alpha', 'i']
    """
    found = _SIGN.findall(_WORDS.sub(" ", _ENVIRONMENT.sub(" ", latex)))
    return [s for s in found if not s.startswith("\\") or s.startswith(r"\mathrm") or s[1:] in _GREEK]


def defined(latex: str) -> set[str]:
    """Return the names that the formula itself defines: before an = outside of braces."""
    depth, start, known = 0, 0, set[str]()
    for i, character in enumerate(latex):
        depth += (character == "{") - (character == "}")
        if character == "=" and not depth:
            left = signs(latex[start:i])
            known |= {*left[:1], *(sign for sign in left if sign.startswith(r"\mathrm"))}
        if character == "," and not depth:
            start = i
    return known


def _balanced(latex: str) -> bool:
    depth = 0
    for character in latex:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


def _repeated(symbols: list[str]) -> list[str]:
    return [symbol for symbol in dict.fromkeys(symbols) if symbols.count(symbol) > 1]

r"""Writes tables for other programs: CSV, LaTeX, Markdown. Text that a visitor typed is escaped, so it cannot be code.

>>> latex("50 % of A_1 & B")
'50 \\% of A\\_1 \\& B'
>>> markdown("a|b *c*")
'a\\|b \\*c\\*'
>>> guarded("=SUM(A1)")
"'=SUM(A1)"
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

from ireval.explanation.plain_table import Field, Kind, PlainTable

#: The last letter in LaTeX's standard fonts.
LAST_LATIN = "\u017f"
#: Spreadsheets read a cell that begins with one of these as a formula.
FORMULA = "=+-@\t\r＝＋－＠"
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    '"': r"{\char34}",  # babel would read it as a shorthand
    "α": r"$\alpha$",
    "\N{MINUS SIGN}": "$-$",
} | {c: "\\" + c for c in "{}#$%&_"}
_TIMES = r" \cdot "
_DATA = frozenset(Kind)
_SHOWN = _DATA - {Kind.SPELLING}


def as_csv(table: PlainTable) -> str:
    """Comma-separated values with a header row; the closing line is the last row.

    A calculation begins with the name of its result (``P[2] = 1/2``), because spreadsheets read 1/2 alone as a date.
    If numbers have decimal commas, semicolons separate the values, as spreadsheets expect in that case.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if table.comma else ",")
    writer.writerow(guarded(field.head) for field in table.fields)
    writer.writerows(_row(table, row, _datum, _DATA) for row in table.rows)
    if table.closing:
        writer.writerow([guarded(table.closing)])
    return text.getvalue()


def as_latex(table: PlainTable, address: str = "") -> str:
    """A ``tabular`` for the package booktabs, followed by the closing calculation as a displayed formula."""
    shown = [field for field in table.fields if field.kind in _SHOWN]
    lines = [f"% {line}" for line in (_one_line(table.title), address, r"Needs \usepackage{booktabs}.") if line]
    if max((c for row in table.rows for cell in row for c in latex(cell)), default="") > LAST_LATIN:
        lines.append("% It contains letters of other scripts than Latin: compile it with lualatex or xelatex.")
    lines += [rf"\begin{{tabular}}{{{''.join('r' if f.kind is Kind.NUMBER else 'l' for f in shown)}}}", r"\toprule"]
    lines += [_ampersands(latex(field.head) for field in shown), r"\midrule"]
    lines += [_ampersands(_row(table, row, _latex_cell, _SHOWN)) for row in table.rows]
    lines += [r"\bottomrule", r"\end{tabular}"]
    if table.latex:
        lines.append(rf"\[ {table.latex} \]")
    elif table.closing:
        lines += ["", latex(table.closing)]
    for note in table.notes:
        lines += ["", latex(note)]
    return "\n".join(lines) + "\n"


def as_markdown(table: PlainTable, address: str = "") -> str:
    """A table with pipes, which GitHub, Moodle, Jupyter and Pandoc read, followed by the closing line."""
    shown = [field for field in table.fields if field.kind in _SHOWN]
    title = markdown(table.title)
    lines = [f"**[{title}](<{address}>)**" if address else f"**{title}**", ""]
    lines.append(_pipes(markdown(field.head) for field in shown))
    lines.append(_pipes("---:" if field.kind is Kind.NUMBER else "---" for field in shown))
    lines += [_pipes(_row(table, row, _markdown_cell, _SHOWN)) for row in table.rows]
    for text in (table.closing, *table.notes):
        if text:
            lines += ["", markdown(text)]
    return "\n".join(lines) + "\n"


def guarded(text: str) -> str:
    """Text for a spreadsheet, with an apostrophe in front if a spreadsheet would read it as a formula."""
    text = _one_line(text)
    return "'" + text if text.startswith(tuple(FORMULA)) else text


def latex(text: str) -> str:
    """Text escaped for LaTeX, including pairs of characters that LaTeX would join."""
    escaped = "".join(_LATEX.get(c, c) for c in _one_line(text))
    return re.sub(r"([-,?!])(?=[-,])", r"\1{}", escaped)


def markdown(text: str) -> str:
    """Text escaped for Markdown, so that pipes do not end a cell and addresses do not become links."""
    return re.sub(r"([\\`*_\[\]<>|~&$#@]|:(?=/))", r"\\\1", _one_line(text))


def _row(
    table: PlainTable, row: tuple[str, ...], write: Callable[[Field, str, str], str], kinds: frozenset[Kind]
) -> list[str]:
    """The cells of a row as ``write`` writes them, from the field, the cell and the row's label."""
    both = zip(table.fields, row, strict=True)
    return [write(field, cell, row[0]) if cell else "" for field, cell in both if field.kind in kinds]


def _datum(field: Field, cell: str, row: str) -> str:
    if field.kind is Kind.CALCULATION:
        return f"{field.gives}[{row}] = {cell}"
    return cell if field.kind is Kind.NUMBER else guarded(cell)


def _latex_cell(field: Field, cell: str, _: str) -> str:
    if field.kind is Kind.CALCULATION:
        formula = re.sub(r"log(\d+)\(", r"\\log_{\1}(", cell)
        formula = re.sub(r"(min|max)\(", r"\\\1(", formula)
        return f"${_in_math(formula.replace('*', _TIMES))}$"
    return f"${_in_math(cell)}$" if field.kind is Kind.NUMBER and cell.startswith("-") else latex(cell)


def _in_math(text: str) -> str:
    """Text with its decimal commas in braces, because a formula sets a space after a comma."""
    return re.sub(r"(?<=\d),(?=\d)", "{,}", text)


def _markdown_cell(_: Field, cell: str, __: str) -> str:
    return markdown(cell)


def _ampersands(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _pipes(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _one_line(text: str) -> str:
    """Text on one line and without control characters: a name from an address may contain them."""
    return " ".join("".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in text).split())


#: The formats by file extension: the media type, and the function that writes a table with the lab's address.
FORMATS: Mapping[str, tuple[str, Callable[[PlainTable, str], str]]] = {
    "csv": ("text/csv", lambda table, _: as_csv(table)),
    "tex": ("text/x-tex", as_latex),
    "md": ("text/markdown", as_markdown),
}

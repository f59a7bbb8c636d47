r"""Tables written for other programs: CSV, LaTeX, Markdown. Whatever a visitor typed comes out as text, not as code.

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

#: The last letter that LaTeX's own fonts have.
LAST_LATIN = "\u017f"
#: With one of these at its beginning, a cell is taken for a formula by spreadsheets.
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
    '"': r"{\char34}",  # a shorthand to babel
    "α": r"$\alpha$",
} | {c: "\\" + c for c in "{}#$%&_"}
_TIMES = r" \cdot "
_DATA = frozenset(Kind)
_SHOWN = _DATA - {Kind.SPELLING}


def as_csv(table: PlainTable) -> str:
    """Comma-separated values with a row of heads; the closing line is a row of its own.

    A calculation says what it gives (``P[2] = 1/2``): left alone, spreadsheets take 1/2 for the second of January.
    Where numbers have decimal commas, semicolons separate the values, as spreadsheets expect it there.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if table.comma else ",")
    writer.writerow(guarded(field.head) for field in table.fields)
    writer.writerows(_row(table, row, _datum, _DATA) for row in table.rows)
    if table.closing:
        writer.writerow([guarded(table.closing)])
    return text.getvalue()


def as_latex(table: PlainTable, address: str = "") -> str:
    """A ``tabular`` of the package booktabs, and below it the closing calculation as a displayed formula."""
    shown = [field for field in table.fields if field.kind in _SHOWN]
    lines = [f"% {line}" for line in (_one_line(table.title), address, r"Needs \usepackage{booktabs}.") if line]
    if max((c for row in table.rows for cell in row for c in latex(cell)), default="") > LAST_LATIN:
        lines.append("% With letters beyond the Latin script: compile it with lualatex or xelatex.")
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
    """A table of pipes, as GitHub, Moodle, Jupyter and Pandoc read it, with the closing line below."""
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
    """Text for a spreadsheet: what it would take for a formula gets an apostrophe in front."""
    text = _one_line(text)
    return "'" + text if text.startswith(tuple(FORMULA)) else text


def latex(text: str) -> str:
    """Text as LaTeX sets it as it is, also where two signs would make another one."""
    escaped = "".join(_LATEX.get(c, c) for c in _one_line(text))
    return re.sub(r"([-,?!])(?=[-,])", r"\1{}", escaped)


def markdown(text: str) -> str:
    """Text that Markdown leaves as it is; pipes do not end a cell, and addresses do not become links."""
    return re.sub(r"([\\`*_\[\]<>|~&$#@]|:(?=/))", r"\\\1", _one_line(text))


def _row(
    table: PlainTable, row: tuple[str, ...], write: Callable[[Field, str, str], str], kinds: frozenset[Kind]
) -> list[str]:
    """The cells of a row as ``write`` writes them, told the field and what the row is called."""
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
    """Decimal commas in braces: a formula would set a blank behind them."""
    return re.sub(r"(?<=\d),(?=\d)", "{,}", text)


def _markdown_cell(_: Field, cell: str, __: str) -> str:
    return markdown(cell)


def _ampersands(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _pipes(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _one_line(text: str) -> str:
    """Text without what would end a line, or cannot be seen: names have come through an address."""
    return " ".join("".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in text).split())


#: The formats by the ending of a file: the media type, and what writes it from a table and the lab's address.
FORMATS: Mapping[str, tuple[str, Callable[[PlainTable, str], str]]] = {
    "csv": ("text/csv", lambda table, _: as_csv(table)),
    "tex": ("text/x-tex", as_latex),
    "md": ("text/markdown", as_markdown),
}

r"""Splits a pasted text into lines and removes the markup of other programs.

>>> text_lines("\\toprule\nRank & \\textbf{A} \\\\ \\midrule\n1 & R \\\\")
[(2, 'Rank | A'), (3, '1 | R')]
>>> text_lines("| Rank | A |\n|---|:-:|\n| 1 | **R** |")
[(1, 'Rank | A'), (3, '1 | R')]
"""

from __future__ import annotations

import re

from ireval.numbers.notation import value_of_digits
from ireval.paste.cell_labels import label_of
from ireval.paste.pasted_list import Line

#: The sign that separates the cells of Markdown, LaTeX and MediaWiki here.
CELL = "|"

_LATEX = (
    (r"\\(?:checkmark|cmark|ding\{5[12]\})(?:\{\})?", "✓"),
    (r"\\(?:times|xmark|ding\{5[56]\})(?:\{\})?", "✗"),
    (r"\\(?:begin|end)\{[^}]*\}(?:\[[^]]*\])?(?:\{[^}]*\})?", ""),
    (r"\\(?:c?midrule|cline)(?:\([^)]*\))?\{[^}]*\}", ""),
    (r"\\(?:toprule|midrule|bottomrule|hline|centering|small|footnotesize)\b", ""),
    (r"\\multicolumn\{\d+\}\{[^}]*\}\{([^{}]*)\}", r"\1"),
    (r"\\(?:caption|label)\{[^}]*\}", ""),
    (r"\\[a-z]+\{([^{}]*)\}", r"\1"),
    (r"\\\\(?:\[[^]]*\])?", ""),
    (r"\\([&%#_$])", r"\1"),
)
_RULE_SIGNS = frozenset(" \t|:+=_-┼├┤─━═╪┌┐└┘┬┴╔╗╚╝╠╣╦╩╬")
_BULLET = re.compile(r"[•◦▪‣●○*\-–—]\s+(?=\S)")


def text_lines(text: str) -> list[Line]:
    """The lines with content, each with its number: without comments, rules, markup and bullets."""
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in ("[", "("):
        text = re.sub(r"\A\s*[\[(](?!\s*\d+\s*[\])])(.*)[\])]\s*\Z", r"\1", text, flags=re.DOTALL).translate(
            dict.fromkeys(map(ord, "'\""), " ")
        )
    lines = [(i, line.strip(" \r\v\f")) for i, line in enumerate(re.split(r"\r\n?|\n", text), start=1)]
    lines = _wikitext(lines) if text.lstrip().startswith("{|") else _latex(lines) if "\\" in text else lines
    lines = [(i, _plain(line)) for i, line in lines if line.strip()]
    filled = _numbered(lines) or [(i, line) for i, line in lines if line.strip() and not _is_comment(line)]
    content = [(i, line) for i, line in filled if not _is_rule(line)]
    return content or filled


def unbulleted(lines: list[Line]) -> list[Line] | None:
    """The lines without their bullets; None unless there are several lines and each has a bullet."""
    bullets = {line[:1] for _, line in lines}
    if len(lines) < 2 or len(bullets) > 1 or not all(_BULLET.match(line) for _, line in lines):
        return None
    plain = [(i, line[1:].strip()) for i, line in lines]
    return None if any(label_of(line[:1]) is not None and line[:1] in "●○*" for _, line in plain) else plain


def _is_rule(line: str) -> bool:
    """Whether a line only separates other lines, as rules in tables do."""
    return _RULE_SIGNS.issuperset(line) and bool(re.search(r"([-=─━═])\1\1|\|\s?:?-", line))


def _is_comment(line: str) -> bool:
    return line.startswith("#") and not re.match(r"#\s*[\t,;|]", line)


def _numbered(lines: list[Line]) -> list[Line]:
    """The lines that begin with “#1”, “#2” and so on, if all lines except comments do; otherwise empty."""
    found = [(re.match(r"#\s?(\d+)\b", line), (i, line)) for i, line in lines if line.strip()]
    numbered = [(value_of_digits(rank[1]), line) for rank, line in found if rank]
    others = [line for rank, (_, line) in found if not rank and not _is_comment(line)]
    if others or [rank for rank, _ in numbered] != list(range(1, len(numbered) + 1)):
        return []
    return [line for _, line in numbered]


def _plain(line: str) -> str:
    """A line without Markdown's signs around its cells and words."""
    line = re.sub(r"\*\*(\S[^*]*)\*\*|__(\S[^_]*)__|`([^`]+)`", lambda m: next(filter(None, m.groups())), line)
    line = line.translate({ord("│"): CELL, ord("║"): CELL, ord("┃"): CELL, ord("\u00a0"): " "})
    if line.startswith(CELL) and line.endswith(CELL) and len(line) > 1 and not _is_rule(line):
        line = line[1:-1].strip(" ")
    return line


def _latex(lines: list[Line]) -> list[Line]:
    plain = []
    for i, line in lines:
        cells = re.sub(r"(?<!\\)%.*", "", line)
        cells = re.sub(r"\s*(?<!\\)&\s*", f" {CELL} ", cells)
        for pattern, text in _LATEX:
            cells = re.sub(pattern, text, cells)
        plain.append((i, cells.replace("$", "").strip()))
    return plain


def _wikitext(lines: list[Line]) -> list[Line]:
    """The rows of a MediaWiki table; the cells of a row may be on one line or on several."""
    rows: list[Line] = []
    new = True
    for i, line in lines:
        if line.startswith(("{|", "|}", "|+")):
            continue
        if line.startswith("|-"):
            new = True
        elif line.startswith(("|", "!")):
            cells = [_wiki_cell(cell) for cell in re.split(r"\|\||!!", line[1:])]
            text = f" {CELL} ".join(cells)
            if new:
                rows.append((i, text))
            else:
                rows[-1] = (rows[-1][0], f"{rows[-1][1]} {CELL} {text}")
            new = False
    return rows


def _wiki_cell(cell: str) -> str:
    """The text of a cell, without its attributes, links and emphasis."""
    cell = re.sub(r"^[^|\[\]]*=[^|\[\]]*\|", "", cell)
    cell = re.sub(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", cell)
    return re.sub(r"'{2,}", "", cell).strip()

"""Normalizes the ways in which people write the same number: signs, brackets, names before it, thousands separators.

>>> plain_text("⅔ × 0,5"), answers_in(plain_text("AP@10 ≈ 2.9/10 = 0.29.")), answers_in("ca. 1 000")
('(2/3) * 0,5', ['2.9/10', '0.29'], ['1000'])
"""

from __future__ import annotations

import re
import unicodedata

_MINUS = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}"
_TIMES = "\N{MULTIPLICATION SIGN}\N{MIDDLE DOT}\N{DOT OPERATOR}\N{BULLET OPERATOR}\N{ASTERISK OPERATOR}"
_OVER = "\N{FRACTION SLASH}\N{DIVISION SLASH}\N{DIVISION SIGN}"
_ABOUT = "\N{ALMOST EQUAL TO}\N{ASYMPTOTICALLY EQUAL TO}\N{APPROXIMATELY EQUAL TO}~"
_APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
#: Full-width characters, signs, raised and lowered digits, each with the plain character for it.
_PLAIN = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys(_MINUS, "-")
    | dict.fromkeys(_TIMES, "*")
    | dict.fromkeys(_OVER, "/")
    | dict.fromkeys(_ABOUT, "=")
    | {"\N{SQUARE ROOT}": "sqrt"}
    | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
)
#: Words for "about" before a number.
_WORDS = re.compile(r"(?:ca|circa|c|approx|approximately|about|around|roughly|rund|etwa|environ)\b\.? *", re.IGNORECASE)
#: A name before an equals sign or a colon: AP, nDCG@5, P[3], AP of A.
_NAME = r"[^\W\d_][\w@.\-()\[\], ]{0,50}"
_NAMED = re.compile(rf"{_NAME}:?")
_NAMED_BY_COLON = re.compile(rf"{_NAME}: *(.+)")
#: A measure's name without a sign after it: two capitals or an @ distinguish it from other words.
_NAMED_BY_BLANK = re.compile(r"(?=\S*@|\S*[A-Z]\S*[A-Z])[^\W\d_][\w@.\-]* +([0-9.,(+-].*)")
_GROUP = rf"[ {_APOSTROPHES}]"
_THOUSANDS = re.compile(rf"(?<![\d.,] )(?<![\d.,])[1-9][0-9]{{0,2}}(?:{_GROUP}[0-9]{{3}})+(?![0-9])(?! [0-9])")
_DOTS = "\N{MIDDLE DOT}\N{DOT OPERATOR}"
#: A point at half height after a single 0, as in British print: nobody multiplies by 0.
_RAISED_POINT = re.compile(rf"(?<![0-9.,{_DOTS}])0[{_DOTS}](?=[0-9]+(?![0-9{_DOTS}]))")
_BRACKETED = re.compile(r"\(([^()]*)\)")


def plain_text(text: str) -> str:
    """``text`` with plain characters for signs and fractions, and single spaces."""
    text = re.sub("[⁺⁻]?[⁰¹²³⁴-⁹]+", lambda found: f"^({found[0].translate(_RAISED)})", text)
    text = re.sub(r"([0-9]*)([¼-¾⅐-⅞↉])", _fraction, text)
    text = _RAISED_POINT.sub("0.", text)
    return " ".join(text.translate(_PLAIN).split())


def answers_in(plain: str) -> list[str]:
    """The numbers and calculations between equals signs, without names before them and marks around them.

    The last one is the answer; the others should have the same value. Text between two equals signs is always kept.
    """
    sides = [side.strip() for side in re.sub(r"[.,;]$", "", plain).split("=")]
    if len(sides) > 1 and not sides[-1]:
        sides.pop()
    if len(sides) > 1 and (not sides[0] or (_NAMED.fullmatch(sides[0]) and not _is_calculation(sides[0]))):
        del sides[0]
    return [_bare(side) for side in sides]


def as_typed(text: str, answer: str) -> str:
    """The end of ``text`` that is read as ``answer``, in the characters that were typed.

    >>> as_typed("AP = 1⅓.", "1+1/3"), as_typed("58/100 = 0·58", "0.58"), as_typed("AP = (0,58)", "0,58")
    ('1⅓', '0·58', '0,58')
    """
    if answer in text:
        return answer
    starts = (start for start in range(len(text) - 1, -1, -1) if answers_in(plain_text(text[start:]))[-1:] == [answer])
    found = text[next(starts, 0) :]
    while len(found) > 1 and answers_in(plain_text(found[:-1]))[-1:] == [answer]:
        found = found[:-1]
    return found.strip()


def _bare(side: str) -> str:
    """A side without a name, a word for "about", brackets around it, and spaces between thousands."""
    if not _is_calculation(side):
        named = _NAMED_BY_COLON.fullmatch(side) or _NAMED_BY_BLANK.fullmatch(side)
        side = _WORDS.sub("", named[1] if named else side, count=1)
    side = re.sub(r" ?per ?cent$", " %", side).translate(str.maketrans("[]{}", "()()"))
    while found := _BRACKETED.fullmatch(side):
        side = found[1].strip()
    side = re.sub(r"(?<=[\d)])(?<!\b0) *[xX] *(?=[\d(.,])", "*", side)  # 0x1 is no product
    return _THOUSANDS.sub(lambda found: re.sub(_GROUP, "", found[0]), side)


def _is_calculation(side: str) -> bool:
    """Whether all words in a text are functions: ``log2(8)``, but not ``AP(8)``."""
    words = re.findall(r"[^\W\d_]+", side)
    return all(re.fullmatch(r"log|lg|ln|sqrt|min|max|e|x", word, re.IGNORECASE) for word in words)


def _fraction(found: re.Match[str]) -> str:
    above, _, below = unicodedata.normalize("NFKC", found[2]).partition("\N{FRACTION SLASH}")
    return f"({found[1]}+{above}/{below})" if found[1] else f"({above}/{below})"

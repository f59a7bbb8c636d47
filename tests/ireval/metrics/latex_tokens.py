"""The signs and words that printed LaTeX is made of."""

from __future__ import annotations

import re

_SKIPPED = re.compile(r"(?:\\[,;! ]|\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])|\s)+")
_TOKEN = re.compile(
    r"\\(?P<kind>mathrm|text)\{(?P<words>[^{}]*)\}|(?P<number>\d+(?:\.\d+)?)|(?P<bars>\|[A-Za-z]\|)"
    r"|(?P<cases>\\(?:begin|end)\{cases\})|(?P<other>\\\\|\\[{}]|\\[A-Za-z]+|[A-Za-z]|[-+*/^_(){}\[\],=<>:&@])"
)


class UnreadableError(ValueError):
    """A formula has something that the reader does not know."""


def tokens(latex: str) -> list[str]:
    """The signs and words of a formula. A quotation mark in front marks words."""
    found, at = [], 0
    while at < len(latex):
        skipped = _SKIPPED.match(latex, at)
        if skipped:
            at = skipped.end()
            continue
        token = _TOKEN.match(latex, at)
        if token is None:
            raise UnreadableError(f"cannot read {latex[at:]!r} in {latex}")
        found.append(f'"{token["words"]}' if token["kind"] else token[0])
        at = token.end()
    return found

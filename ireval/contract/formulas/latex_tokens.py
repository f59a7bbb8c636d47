"""Splits the LaTeX of printed formulas into signs and words."""

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
    """Return the signs and words of a formula; words begin with a quotation mark."""
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


class TokenStream:
    """The tokens of a formula, read one after the other."""

    def __init__(self, latex: str) -> None:
        self._latex, self._tokens, self._at = latex, tokens(latex), 0

    @property
    def next(self) -> str:
        """The next token; a space at the end."""
        return self._peek(0)

    @property
    def after(self) -> str:
        """The token after the next one."""
        return self._peek(1)

    @property
    def beyond(self) -> str:
        """The token after that."""
        return self._peek(2)

    def _peek(self, steps: int) -> str:
        at = self._at + steps
        return self._tokens[at] if at < len(self._tokens) else " "

    def pop(self) -> str:
        """Read and return the next token."""
        if self._at >= len(self._tokens):
            raise self.wrong("it ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def skip(self, count: int) -> None:
        """Skip this number of tokens."""
        self._at += count

    def put_behind(self, token: str) -> None:
        """Insert a token after the next one."""
        self._tokens.insert(self._at + 1, token)

    def take(self, token: str) -> bool:
        """Read the next token if it is this one; return whether it was."""
        found = self.next == token
        self._at += found
        return found

    def expect(self, token: str) -> None:
        """Read the next token, which must be this one."""
        if not self.take(token):
            raise self.wrong(f"{token} is missing before {self.next}")

    def end(self) -> None:
        """Raise an error if there are tokens left."""
        if self._at < len(self._tokens):
            raise self.wrong(f"{self.next} is not expected here")

    def wrong(self, why: str) -> UnreadableError:
        """Return the error that says what is wrong with the formula."""
        return UnreadableError(f"{why}: {self._latex}")

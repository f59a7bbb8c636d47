"""A calculation as a person types it: ``(1+2/3+0.5)/10``, ``3/log2(6) + 1,63``, ``2·½``.

>>> read_calculation("(1 + 2/3 + 0.5)/10")
Calculated(value=Fraction(13, 60), error=0.0, places=1)

The parser knows numbers, brackets, ``+ - * / ^``, logarithms, roots, ``min`` and ``max``, and nothing else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

#: The deepest nesting of brackets, signs and functions.
DEEPEST = 12
#: The largest exponent, and the most binary digits of an intermediate result.
MOST_POWER = 12
MOST_BITS = 2_000
#: The largest intermediate result, and the smallest one that is not 0: floats cannot represent others well.
LARGEST, SMALLEST = 10**15, Fraction(1, 10**30)
#: A number with this many decimals or more may be rounded; a number with fewer, such as 0.5, is taken as exact.
ROUNDED_FROM = 2

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)(?:e[+-]?[0-9]{1,2}(?![0-9.]))?)"
    r"|(?P<name>[a-z]+_?[0-9]*(?=\s*\())|(?P<sign>[-+*/:^();,]))",
    re.IGNORECASE,
)


class CalculationError(ValueError):
    """A text cannot be read as a calculation; ``reason`` is the key of the message that says why."""

    def __init__(self, reason: str = "number-not-read") -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Calculated:
    """The result of a calculation: its ``value``, its largest ``error`` because of rounded numbers in the calculation,
    and ``places``, the most decimals of a number in the calculation.
    """

    value: Fraction
    error: float = 0.0
    places: int = 0


def read_calculation(plain: str) -> Calculated:
    """The result of a calculation in plain characters. Raises ``CalculationError`` if it cannot be read."""
    parser = _Parser(_tokens(plain))
    result = parser.sum(0)
    if parser.next is not None:
        raise CalculationError
    return result


def exponent_of(number: str) -> tuple[str, int]:
    """The digits and the exponent of a number: ``3.13`` and -1 for ``3.13e-1``."""
    digits, _, power = number.lower().partition("e")
    return digits.replace(",", "."), int(power or 0)


def _tokens(plain: str) -> list[str]:
    tokens, at = [], 0
    while at < len(plain):
        found = _TOKEN.match(plain, at)
        if not found:
            raise CalculationError
        tokens.append(found[0].strip().lower())
        at = found.end()
    return tokens


def _checked(value: Fraction, error: float, places: int) -> Calculated:
    if _bits(value) > MOST_BITS or abs(value) > LARGEST or not error <= LARGEST:
        raise CalculationError("number-too-large")
    if 0 < abs(value) < SMALLEST:
        raise CalculationError("number-too-small")
    return Calculated(value, error, places)


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


class _Parser:
    """Reads a calculation from left to right; each method reads one level of operator precedence."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens, self._at = tokens, 0

    @property
    def next(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self, wanted: str = "") -> str:
        token = self.next
        if token is None or (wanted and token != wanted):
            raise CalculationError
        self._at += 1
        return token

    def sum(self, depth: int) -> Calculated:
        if depth > DEEPEST:
            raise CalculationError("number-too-deep")
        left = self._product(depth)
        while self.next in {"+", "-"}:
            sign = 1 if self._take() == "+" else -1
            right = self._product(depth)
            places = max(left.places, right.places)
            left = _checked(left.value + sign * right.value, left.error + right.error, places)
        return left

    def _product(self, depth: int) -> Calculated:
        left = self._signed(depth)
        while self.next in {"*", "/", ":"}:
            left = (_times if self._take() == "*" else _over)(left, self._signed(depth))
        return left

    def _signed(self, depth: int) -> Calculated:
        if self.next in {"+", "-"}:
            sign = -1 if self._take() == "-" else 1
            if self.next in {"+", "-"}:  # two signs in a row may be a typing error
                raise CalculationError
            x = self._power(depth)
            return Calculated(sign * x.value, x.error, x.places)
        return self._power(depth)

    def _power(self, depth: int) -> Calculated:
        base = self._atom(depth)
        if self.next != "^":
            return base
        self._take()
        power = self._signed(depth + 1) if depth < DEEPEST else base
        if self.next == "^" or power.value.denominator != 1 or abs(power.value) > MOST_POWER:
            raise CalculationError("number-power")
        if base.value == 0 and power.value < 0:
            raise CalculationError("number-divides-by-0")
        n = int(power.value)
        if _bits(base.value) * abs(n) > MOST_BITS:
            raise CalculationError("number-too-large")
        result = _checked(base.value**n, 0.0, base.places)
        slope = float(abs(n * result.value / base.value)) if base.value else 0.0
        return _checked(result.value, slope * base.error, base.places)

    def _atom(self, depth: int) -> Calculated:
        if self.next == "(":
            self._take()
            inside = self.sum(depth + 1)
            self._take(")")
            return inside
        token = self._take()
        if token[0].isalpha():
            return self._function(token.replace("_", ""), depth)
        if not token[-1].isdigit():
            raise CalculationError
        digits, power = exponent_of(token)
        places = max(len(digits.partition(".")[2]) - power, 0)
        error = 10.0**-places / 2 if places >= ROUNDED_FROM else 0.0
        return _checked(Fraction(digits) * Fraction(10) ** power, error, places)

    def _function(self, name: str, depth: int) -> Calculated:
        self._take("(")
        arguments = [self.sum(depth + 1)]
        while self.next in {",", ";"}:
            self._take()
            arguments.append(self.sum(depth + 1))
        self._take(")")
        if name in _SEVERAL and len(arguments) > 1:
            return _SEVERAL[name](arguments, key=lambda x: x.value)
        if len(arguments) != 1:
            raise CalculationError
        return _of_one(name, arguments[0])


def _times(a: Calculated, b: Calculated) -> Calculated:
    error = abs(float(a.value)) * b.error + abs(float(b.value)) * a.error
    return _checked(a.value * b.value, error, max(a.places, b.places))


def _over(a: Calculated, b: Calculated) -> Calculated:
    if not b.value:
        raise CalculationError("number-divides-by-0")
    quotient = a.value / b.value
    error = (a.error + abs(float(quotient)) * b.error) / abs(float(b.value))
    return _checked(quotient, error, max(a.places, b.places))


_SEVERAL: dict[str, Callable[..., Calculated]] = {"min": min, "max": max}


def _of_one(name: str, x: Calculated) -> Calculated:
    """A logarithm or root. Its value is a float, so it is not exact, but far more exact than typed numbers."""
    base = re.fullmatch(r"log([0-9]{1,2})", name)
    value = float(x.value)
    if name in {"log", "lg"}:
        raise CalculationError("number-log-without-base")
    if name == "sqrt" and value >= 0:
        result, slope = math.sqrt(value), 1 / (2 * math.sqrt(value)) if value else 0.0
    elif (name == "ln" or (base and int(base[1]) > 1)) and value > 0:
        scale = math.log(int(base[1])) if base else 1.0
        result, slope = math.log(value) / scale, 1 / (value * scale)
    else:
        raise CalculationError
    nearest_whole = round(result)
    exact = nearest_whole if abs(result - nearest_whole) < 1e-14 else result
    return _checked(Fraction(exact), slope * x.error, x.places)

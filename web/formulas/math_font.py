"""The math font, reduced from 1.5 MB to what formulas need, including its table MATH.

Scripts contain its bytes. Browsers paint a page only after the scripts in its head have run, so a formula never appears
in another font, and nothing moves when the font arrives. One script has the characters of the product's own formulas
(`formula_signs`). Pages with what the owner of a sheet wrote have another one with more characters: a browser takes all
brackets, roots and sums of a formula from one font. A font file with the same characters is for browsers without
scripts.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO

FAMILY = "STIX Two Math"

#: The characters that owners of sheets may use besides those of our own formulas.
SIGNS = [
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x00A0),  # the no-break space
    (0x00B7, 0x00B7),  # multiplication signs
    (0x00D7, 0x00D7),
    (0x210E, 0x210E),  # the italic h
    (0x1D434, 0x1D467),  # the other italic letters
    (0x0394, 0x0394),  # Delta
    (0x03B1, 0x03B5),  # small Greek letters: alpha to epsilon, lambda, mu and sigma
    (0x03BB, 0x03BC),
    (0x03C3, 0x03C3),
    (0x1D6E5, 0x1D6E5),  # the same in italics
    (0x1D6FC, 0x1D700),
    (0x1D706, 0x1D707),
    (0x1D70E, 0x1D70E),
    (0x2009, 0x200B),  # spaces
    (0x2013, 0x2014),  # dashes
    (0x2026, 0x2026),  # dots
    (0x2032, 0x2033),  # primes
    (0x2061, 0x2064),  # invisible operators
    (0x2190, 0x2193),  # arrows
    (0x2208, 0x2209),  # element of, or not
    (0x220F, 0x220F),  # product
    (0x2211, 0x2212),  # sum, minus
    (0x2217, 0x221A),  # asterisk to root
    (0x221E, 0x221E),  # infinity
    (0x2223, 0x2223),  # divides
    (0x2227, 0x222B),  # and, or, intersection, union, integral
    (0x2248, 0x2248),  # almost equal
    (0x2260, 0x2260),  # not equal
    (0x2264, 0x2265),  # at most, at least
    (0x2282, 0x2287),  # subsets
    (0x22C5, 0x22C5),  # dot
    (0x22EF, 0x22EF),  # dots at the height of operators
    (0x2308, 0x230B),  # ceiling and floor
    (0x239B, 0x23B3),  # pieces of tall brackets
]
FEATURES = ["ssty", "dtls", "flac", "kern"]  # small sizes, dotless, flat accents, kerning


def all_signs(used: frozenset[int]) -> frozenset[int]:
    """The characters of our own formulas, and those above."""
    return used.union(*(range(first, last + 1) for first, last in SIGNS))


def subset(font: bytes, codes: Iterable[int]) -> bytes:
    """The font as WOFF2 with these characters, their larger sizes and their forms for small sizes."""
    from fontTools.subset import Options, Subsetter, load_font, save_font  # needed only once, and slow to import

    options = Options(layout_features=FEATURES, hinting=False, flavor="woff2")
    cut = load_font(BytesIO(font), options)
    cutter = Subsetter(options)
    cutter.populate(unicodes=sorted(codes))
    cutter.subset(cut)
    result = BytesIO()
    save_font(cut, result, options)
    return result.getvalue()


def script(woff2: bytes) -> bytes:
    """JavaScript that adds the font with these bytes to the page at once."""
    data = b64encode(woff2).decode("ascii")
    return (
        f'document.fonts.add(new FontFace("{FAMILY}", Uint8Array.from(atob("{data}"), sign => sign.charCodeAt(0))));\n'
    ).encode("ascii")

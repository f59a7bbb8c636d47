"""Text that a sheet's owner wrote in Markdown, as HTML for the pages.

Every text in it is escaped, and every link opens without a referrer. A formula is LaTeX from a stranger: only plain
elements of MathML without addresses and styles are allowed; any other formula is shown as it was typed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from lxml import etree
from markupsafe import Markup, escape
from math_core import LatexError

from ireval.exercises.question.safe_markdown import Inside, read_line, read_markdown
from web.formulas.mathml import mathml
from web.formulas.untranslated import plain_element

#: Elements and attributes of MathML that only arrange symbols.
_MATH = frozenset(
    {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mpadded", "mphantom", "mstyle"}
    | {"msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts"}
    | {"mtable", "mtr", "mtd", "menclose", "merror"}
)
_ATTRIBUTES = frozenset(
    {"display", "displaystyle", "scriptlevel", "mathvariant", "columnalign", "width", "height", "depth", "voffset"}
    | {
        "translate",
        "stretchy",
        "symmetric",
        "form",
        "fence",
        "separator",
        "lspace",
        "rspace",
        "minsize",
        "maxsize",
        "largeop",
    }
    | {"accent", "accentunder", "linethickness", "movablelimits"}
)
#: Characters with a name that XML does not know.
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)[A-Za-z]+;")
_LINK = Markup('<a href="{}" rel="noopener noreferrer nofollow" target="_blank">{}</a>')


@lru_cache(maxsize=1024)
def formatted_markup(text: str) -> Markup:
    """The text as HTML; empty if there is no text."""
    return Markup("\n").join(map(_element, read_markdown(text)))


@lru_cache(maxsize=1024)
def formatted_line(text: str) -> Markup:
    """The text as HTML within a line: it has no paragraphs and no lists."""
    return Markup("").join(map(_element, read_line(text)))


def _element(node: Inside) -> Markup:
    if isinstance(node, str):
        return escape(node)
    if node.tag == "br":
        return Markup("<br>")
    if node.tag == "math":
        return formula("".join(map(str, node.inside)))
    inside = Markup("").join(map(_element, node.inside))
    if node.tag == "a":
        return _LINK.format(node.value, inside)
    if node.tag == "pre":
        return Markup('<pre translate="no"><code translate="no">{}</code></pre>').format(inside)
    start = Markup(' start="{}"').format(node.value) if node.tag == "ol" and node.value else ""
    return plain_element(node.tag, inside, start)


@lru_cache(maxsize=512)
def formula(latex: str) -> Markup:
    """A formula as MathML, or its LaTeX as code if it cannot be written with plain elements."""
    try:
        tree = etree.fromstring(_ENTITY.sub(lambda found: unescape(found[0]), mathml(latex)))
    except (LatexError, etree.XMLSyntaxError):
        return Markup('<code translate="no">{}</code>').format(latex)
    if any(element.tag not in _MATH or set(element.attrib) - _ATTRIBUTES - {"class"} for element in tree.iter()):
        return Markup('<code translate="no">{}</code>').format(latex)
    for element in tree.iter():
        element.attrib.pop("class", None)
    return Markup(etree.tostring(tree, encoding="unicode"))  # noqa: S704 - only the elements and attributes above

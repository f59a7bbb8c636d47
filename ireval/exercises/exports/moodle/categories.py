"""Categories of a Moodle course as paths, written so that Moodle reads the same names from them.

``split_category_path`` and ``create_category_path`` in Moodle's ``question/format.php`` are the reader: it separates
names at single slashes, trims them, and cleans them as ``PARAM_TEXT``, which removes tags. A name has 255 characters in
its database. It skips a category that is called ``top`` like the root.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ireval.exercises.exports.shared.job import Item, Job, title_of
from ireval.exercises.exports.shared.question_markup import printable

#: The most characters of a name in Moodle.
LONGEST_NAME = 255

_ENTITY = re.compile(r"&(?=[A-Za-z0-9#]{1,8};)")
_SHOWN = re.compile(r"&(?:amp|lt);|.")


def category_path(job: Job, group: Sequence[Item] = ()) -> str:
    """The category of the sheet in a Moodle course, or the category in it of an exercise's variants."""
    names = [job.sheet.title, *([title_of(group)] if group else [])]
    return "/".join(["$course$", "top", *map(category_name, names)])


def category_name(text: str) -> str:
    """Return one name of a path, escaped for Moodle.

    A slash is doubled, because a single one begins a subcategory; a name that begins or ends with a slash gets a
    space there, which Moodle trims. Texts that Moodle would read as tags or entities are escaped; a name that is too
    long is cut.

    >>> category_name("a/b"), category_name("/a <b> &lt;/"), category_name(" "), category_name("top")
    ('a//b', ' //a &lt;b> &amp;lt;// ', 'ireval', 'top (sheet)')
    """
    name = " ".join(printable(text).split()) or "ireval"
    name = "top (sheet)" if name == "top" else name
    characters = _SHOWN.findall(_ENTITY.sub("&amp;", name).replace("<", "&lt;"))
    while sum(map(len, characters)) > LONGEST_NAME:
        characters.pop()
    kept = "".join(characters).rstrip()
    before, after = " " * kept.startswith("/"), " " * kept.endswith("/")
    return f"{before}{kept.replace('/', '//')}{after}"

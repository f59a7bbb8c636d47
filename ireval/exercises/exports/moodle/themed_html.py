"""Questions as HTML for Moodle: tables with the classes of its themes.

Moodle shows a table without a class without lines or gaps between its columns, and a caption as a large heading.
"""

from __future__ import annotations

from ireval.exercises.exports.shared.question_markup import GAP, Element, as_markup, node

#: Bootstrap's classes, which all themes of Moodle have since version 3.2; ``w-auto``: no wider than its cells.
_TABLE = "generaltable table table-bordered table-sm w-auto"


def moodle_html(tree: Element) -> str:
    """A tree as HTML in one line, with its tables as Moodle's themes draw them and captions as paragraphs below.

    A table that is wider than the question scrolls by itself.
    """
    for table in list(tree.iter("table")):
        table.set("class", _TABLE)
        if table.find(f".//{GAP}") is not None:
            for cell in table.iter("td"):
                cell.set("class", "align-middle")
        for caption in table.findall("caption"):
            table.remove(caption)
            below = node("p", "".join(caption.itertext()))
            below.tail, table.tail = table.tail, None
            table.addnext(below)
        around = node("div", class_="table-responsive")
        around.tail, table.tail = table.tail, None
        table.getparent().replace(table, around)
        around.append(table)
    return as_markup(tree)

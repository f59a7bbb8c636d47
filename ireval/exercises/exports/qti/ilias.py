"""Questions for a question pool of ILIAS, in the QTI 1.2 of its own that it imports.

ILIAS's parser (``ilQTIParser``) and its importers of question types (``import/qti12`` in its source) say what counts.
The file is the plain list of items, which ``Import`` in a question pool takes: its other container, a zip file, has
paths in it that have to agree with the name under which it is uploaded. Four facts shape the rest:

- The parser takes white space behind a field's name or entry for a part of it, so nothing is indented.
- The number in an identifier ``il_0_qst_1`` is all that it keeps of it.
- Without an ``ILIAS_VERSION``, all versions take everything in a cloze question's presentation for its text with gaps.
- ILIAS's default settings drop the tags of tables and keep what is in the cells: tables have to become lists.
"""

from __future__ import annotations

from ireval.exercises.exports.qti.ilias_items import IliasQuestion, ilias_question, material
from ireval.exercises.exports.shared.archive import xml
from ireval.exercises.exports.shared.job import Item, Job
from ireval.exercises.exports.shared.question_markup import Element, node

AUTHOR = "ireval"
#: Numbers of questions count variants in each exercise; there are fewer of them than this.
_STEP = 1000
#: ILIAS's database has room for titles as long as this.
_LONGEST_TITLE = 100


def write(job: Job) -> bytes:
    """The sheet as questions for ILIAS."""
    job.note_carried()
    job.note(None, "ILIAS gives no points for mistakes; they are named in the feedback.")
    job.note(None, "Tables are lists with a line for each row, since ILIAS shows no tables unless it is set up to.")
    job.note(None, "It goes into a question pool that is there already, by Import; ILIAS makes no new pool of it.")
    items = [_item(job, item, number) for group in job.exercises for number, item in enumerate(group, 1)]
    return xml(node("questestinterop", *items), indented=False)


def _item(job: Job, item: Item, number: int) -> Element:
    job.note_text(item)
    question, title = ilias_question(item), _title(item)
    return node(
        "item",
        node("qticomment", f"Exercise {item.place}, variant {item.key}. {job.origin}"),
        node("itemmetadata", node("qtimetadata", *_fields(question))),
        node("presentation", node("flow", *question.shown), label=title),
        node("resprocessing", node("outcomes", node("decvar", **question.outcome)), *question.conditions),
        *(_feedback(name, text) for name, text in question.feedback.items()),
        ident=f"il_0_qst_{item.place * _STEP + number}",
        title=title,
        maxattempts="0",
    )


def _title(item: Item) -> str:
    end = f"… ({item.key})"
    short = len(item.name) <= _LONGEST_TITLE
    return item.name if short else item.name[: _LONGEST_TITLE - len(end)].rstrip() + end


def _fields(question: IliasQuestion) -> list[Element]:
    entries = {"QUESTIONTYPE": question.kind, "AUTHOR": AUTHOR, "additional_cont_edit_mode": "default"}
    return [
        node("qtimetadatafield", node("fieldlabel", label), node("fieldentry", entry))
        for label, entry in {**entries, **question.fields}.items()
    ]


def _feedback(name: str, markup: str) -> Element:
    return node("itemfeedback", node("flow_mat", material(markup)), ident=name, view="All")

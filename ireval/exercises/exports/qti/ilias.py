"""Questions for a question pool of ILIAS, in ILIAS's own form of QTI 1.2.

ILIAS's parser (``ilQTIParser``) and its importers of question types (``import/qti12`` in its source) define the format.
The file is a plain list of items, which ``Import`` in a question pool accepts. (The paths in ILIAS's other container, a
zip file, have to agree with the name under which it is uploaded.) Four facts shape the rest:

- The parser keeps white space after a field's name or entry, so nothing is indented.
- Of an identifier ``il_0_qst_1`` it keeps only the number.
- Without an ``ILIAS_VERSION``, all versions read the whole presentation of a cloze question as its text with gaps.
- ILIAS's default settings remove the tags of tables and keep the text of the cells, so tables become lists.
"""

from __future__ import annotations

from ireval.exercises.exports.qti.ilias_items import IliasQuestion, ilias_question, material
from ireval.exercises.exports.shared.archive import xml
from ireval.exercises.exports.shared.job import Item, Job
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.shared.question_markup import Element, node
from ireval.exercises.marking.accepted_numbers import is_accepted, printed_numbers
from ireval.exercises.question.question import NUMBER
from ireval.messages.message import Message

AUTHOR = "ireval"
#: A question's number is its exercise's place times this, plus the number of its variant, which is smaller.
_STEP = 1000
#: The longest title that fits into ILIAS's database.
_LONGEST_TITLE = 100


def write(job: Job) -> bytes:
    """The sheet as questions for ILIAS."""
    job.note_errors_not_carried()
    job.note_no_partial_credit("ilias-no-partial-credit")
    job.note_on_decimals(Message("ilias-comma"))
    for note in (Message("ilias-tables"), Message("ilias-pool")):
        job.note(None, note)
    items = [
        _item(job, item, number)
        for group in job.exercises
        for number, item in enumerate(job.progress.counted(group), 1)
    ]
    return xml(node("questestinterop", *items), indented=False)


def _item(job: Job, item: Item, number: int) -> Element:
    job.note_marked_by_hand(item)
    numbers = [part for part in item.question.parts if part.kind == NUMBER]
    if any(
        not is_accepted(item.question, part, x.value) for part in numbers for x in printed_numbers(item.question, part)
    ):
        job.note(item, Message("ilias-as-printed"))
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


FORMAT = PlatformFormat("ilias", "ILIAS XML", ".ilias.xml", "text/xml", write)

"""A QTI 1.2 package for Canvas: a quiz with a group for each exercise, which picks one of its variants.

Canvas gives full points for every numerical condition, whatever score the condition sets, and has one feedback for all
wrong answers. So mistakes earn no part of the points, but the feedback lists them. A table becomes a question with
several blanks, which are compared as text; the ways in which people write the correct numbers are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ireval.exercises.exports.qti.blanks import MOST_LINES
from ireval.exercises.exports.qti.qti12_items import BLANKS, canvas_question, condition, material
from ireval.exercises.exports.shared.accepted_answers import plain_decimal
from ireval.exercises.exports.shared.archive import document, zipped
from ireval.exercises.exports.shared.job import Item, Job, title_of
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.shared.question_markup import Element, as_markup, formatted, node, solution
from ireval.exercises.sheet.model import DEFAULT_TITLE
from ireval.messages.message import Message

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
QTI_SCHEMA = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
PACKAGE_SCHEMA = "http://www.imsglobal.org/xsd/imscp_v1p1.xsd"
MANIFEST = "imsmanifest.xml"
ALWAYS, WRONG = "general_fb", "general_incorrect_fb"


def write(job: Job) -> bytes:
    """The sheet as a package."""
    job.note_errors_not_carried()
    job.note_no_partial_credit("canvas-no-partial-credit")
    job.note_on_decimals(Message("canvas-comma"))
    name = job.id
    path = f"{name}/{name}.xml"
    quiz = document(_quiz(job, name), QTI, QTI_SCHEMA)
    return zipped({MANIFEST: document(_manifest(name, path), PACKAGE, PACKAGE_SCHEMA), path: quiz})


def _manifest(name: str, path: str) -> Element:
    metadata = node("metadata", node("schema", "IMS Content"), node("schemaversion", "1.1.3"))
    resource = node("resource", node("file", href=path), identifier=name, type="imsqti_xmlv1p2", href=path)
    return node("manifest", metadata, node("organizations"), node("resources", resource), identifier=f"{name}-manifest")


def _quiz(job: Job, name: str) -> Element:
    groups = [_group(job, group) if len(group) > 1 else _item(job, group[0]) for group in job.exercises]
    inside = [*_intro(job), *groups]
    title = job.sheet.title or DEFAULT_TITLE
    root = node("section", *inside, ident="root_section")
    return node("questestinterop", node("assessment", root, ident=name, title=title))


def _intro(job: Job) -> Iterable[Element]:
    """The sheet's introduction as a text without a question."""
    if job.sheet.intro:
        fields = _fields({"question_type": "text_only_question", "points_possible": "0"})
        shown = node("presentation", material(as_markup(node("div", *formatted(job.sheet.intro)))))
        data = node("itemmetadata", node("qtimetadata", *fields))
        yield node("item", data, shown, ident="introduction", title="Introduction")


def _group(job: Job, group: tuple[Item, ...]) -> Element:
    first = group[0]
    points = node("selection_extension", node("points_per_item", plain_decimal(first.question.points)))
    pick = node("selection_ordering", node("selection", node("selection_number", "1"), points))
    items = [_item(job, item) for item in job.progress.counted(group)]
    return node("section", pick, *items, ident=f"group-{first.place}", title=title_of(group))


def _item(job: Job, item: Item) -> Element:
    job.note_marked_by_hand(item)
    question = canvas_question(item)
    if question.kind == BLANKS:
        job.note(item, Message("canvas-blanks", lines=MOST_LINES - 1))
    feedback = {**question.feedback, WRONG: question.wrong, ALWAYS: as_markup(solution(item.question))}
    general = [condition(node("other"), linked=name, go_on=True) for name in (ALWAYS, WRONG)]
    outcomes = node("outcomes", node("decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal"))
    return node(
        "item",
        node("itemmetadata", node("qtimetadata", *_metadata(question.kind, item))),
        node("presentation", material(question.shown), *question.responses),
        node("resprocessing", outcomes, *general, *question.conditions),
        *(node("itemfeedback", node("flow_mat", material(text)), ident=name) for name, text in feedback.items()),
        ident=item.id,
        title=item.name,
    )


def _metadata(kind: str, item: Item) -> Iterable[Element]:
    return _fields({"question_type": kind, "points_possible": plain_decimal(item.question.points)})


def _fields(entries: Mapping[str, str]) -> Iterable[Element]:
    for label, entry in entries.items():
        yield node("qtimetadatafield", node("fieldlabel", label), node("fieldentry", entry))


FORMAT = PlatformFormat("qti12", "QTI 1.2 (Canvas)", ".qti12.zip", "application/zip", write, intro=True)

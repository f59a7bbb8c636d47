"""A QTI 2.1 package: a test with a section for each exercise, which draws one of its variants, and the items.

Specifications: IMS Question and Test Interoperability 2.1, and its use of IMS Content Packaging 1.2.
"""

from __future__ import annotations

from ireval.exercises.exports.qti.qti21_rules import SOLUTION, ItemRules, identifiers, item_rules
from ireval.exercises.exports.shared.accepted_answers import plain_decimal
from ireval.exercises.exports.shared.archive import document, zipped
from ireval.exercises.exports.shared.job import Item, Job, title_of
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.shared.question_markup import Element, body, filled, formatted, node, solution
from ireval.exercises.question.question import CHOICE, NUMBER, Part
from ireval.exercises.sheet.model import DEFAULT_TITLE
from ireval.messages.message import Message

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
QTI_SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
PACKAGE_SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"
MANIFEST, TEST = "imsmanifest.xml", "test.xml"
#: More options than this become a drop-down list in the line.
_MOST_SHOWN = 8


def write(job: Job) -> bytes:
    """The sheet as a package."""
    job.note_errors_not_carried()
    job.note_numbers_without_digits()
    job.note_on_decimals(Message("qti21-comma"))
    files = {MANIFEST: document(_manifest(job), PACKAGE, PACKAGE_SCHEMA), TEST: document(_test(job), QTI, QTI_SCHEMA)}
    for item in job.progress.counted(job.items):
        job.note_marked_by_hand(item)
        files[_path(item)] = document(_item(item), QTI, QTI_SCHEMA)
    return zipped(files)


def _path(item: Item) -> str:
    return f"items/{item.id}.xml"


def _manifest(job: Job) -> Element:
    items = list(job.items)
    metadata = node("metadata", node("schema", "QTIv2.1 Package"), node("schemaversion", "1.0.0"))
    needed = [node("dependency", identifierref=item.id) for item in items]
    test = node("resource", node("file", href=TEST), *needed, identifier="test", type="imsqti_test_xmlv2p1", href=TEST)
    resources = [
        node("resource", node("file", href=_path(x)), identifier=x.id, type="imsqti_item_xmlv2p1", href=_path(x))
        for x in items
    ]
    rest = metadata, node("organizations"), node("resources", test, *resources)
    return node("manifest", *rest, identifier=job.id)


def _test(job: Job) -> Element:
    attempts = "0" if job.sheet.policy == "practice" else "1"
    control = node("itemSessionControl", maxAttempts=attempts, showFeedback="true")
    sections = [_section(job, group) for group in job.exercises]
    part = node(
        "testPart",
        *(control, *sections),
        identifier="part",
        navigationMode="nonlinear",
        submissionMode="individual" if job.sheet.policy == "practice" else "simultaneous",
    )
    total = node("sum", node("testVariables", variableIdentifier="SCORE"))
    outcome = node("outcomeProcessing", node("setOutcomeValue", total, identifier="SCORE"))
    title = job.sheet.title or DEFAULT_TITLE
    return node("assessmentTest", score(), part, outcome, identifier=job.id, title=title)


def _section(job: Job, group: tuple[Item, ...]) -> Element:
    """An exercise; the first one shows the sheet's introduction."""
    first = group[0]
    intro = [node("rubricBlock", *formatted(job.sheet.intro), view="candidate")] if job.sheet.intro else []
    select = [node("selection", select="1")] if len(group) > 1 else []
    items = [node("assessmentItemRef", identifier=item.id, href=_path(item)) for item in group]
    inside = [*select, *(intro if first.place == 1 else ()), *items]
    named = {"identifier": f"section-{first.place}", "title": title_of(group), "visible": "true"}
    return node("assessmentSection", *inside, **named)


def score(most: float | None = None) -> Element:
    """The declaration of the points, which start at 0."""
    limits = {} if most is None else {"normalMaximum": plain_decimal(most)}
    zero = node("defaultValue", node("value", "0"))
    return node("outcomeDeclaration", zero, identifier="SCORE", cardinality="single", baseType="float", **limits)


def _item(item: Item) -> Element:
    question = item.question
    names = identifiers(question)
    marked = item_rules(item, names)
    shown = filled(body(question), lambda gap: _gap(question.part(gap), names[gap]))
    _as_blocks(shown)
    by_hand = [part for part in question.parts if part.kind not in {NUMBER, CHOICE}]
    key = [node("rubricBlock", node("p", item.correction(part)), view="scorer") for part in by_hand]
    return node(
        "assessmentItem",
        *(_response(part, names[part.id]) for part in question.parts),
        score(question.points),
        node("outcomeDeclaration", identifier="FEEDBACK", cardinality="multiple", baseType="identifier"),
        node("itemBody", *key, shown),
        node("responseProcessing", *marked.rules),
        *_feedback(item, marked),
        identifier=item.id,
        title=item.name,
        adaptive="false",
        timeDependent="false",
    )


def _response(part: Part, name: str) -> Element:
    kind = {NUMBER: "float", CHOICE: "identifier"}.get(part.kind, "string")
    right = _option(part, part.right) if part.kind == CHOICE else part.right
    correct = [node("correctResponse", node("value", right))] if right else []
    return node("responseDeclaration", *correct, identifier=name, cardinality="single", baseType=kind)


def _option(part: Part, key: str) -> str:
    return f"option-{[option.key for option in part.options].index(key) + 1}"


def _gap(part: Part, name: str) -> Element:
    if part.kind == NUMBER:
        return node("textEntryInteraction", responseIdentifier=name, expectedLength="10")
    if part.kind != CHOICE:
        return node("extendedTextInteraction", responseIdentifier=name, expectedLines="2")
    few = len(part.options) <= _MOST_SHOWN
    tag, each = ("choiceInteraction", "simpleChoice") if few else ("inlineChoiceInteraction", "inlineChoice")
    options = [node(each, option.text, identifier=_option(part, option.key)) for option in part.options]
    limit = {"maxChoices": "1"} if few else {}
    return node(tag, *options, responseIdentifier=name, shuffle="false", **limit)


def _as_blocks(shown: Element) -> None:
    """Take block interactions out of their paragraphs, and put their labels in front of them."""
    for tag in ("choiceInteraction", "extendedTextInteraction"):
        for interaction in list(shown.iter(tag)):
            line = interaction.getparent()
            interaction.tail = None
            interaction.insert(0, node("prompt", "".join(line[0].itertext())))
            line.getparent().replace(line, interaction)


def _feedback(item: Item, marked: ItemRules) -> list[Element]:
    texts = {name: node("p", text) for name, text in marked.feedback.items()} | {SOLUTION: solution(item.question)}
    return [
        node("modalFeedback", inside, outcomeIdentifier="FEEDBACK", identifier=name, showHide="show")
        for name, inside in texts.items()
    ]


FORMAT = PlatformFormat("qti21", "QTI 2.1 (OpenOlat, TAO)", ".qti21.zip", "application/zip", write, intro=True)

"""Small readers of exported files, written from what the formats say and knowing nothing of how they were written.

Each gives a ``Gap`` for every part, which judges an answer as the system would: the share of the points, and what is
said. Gaps are found by variant, exercise and place in the exercise, from 0.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from html import unescape
from typing import Any

from lxml import etree, html

Key = tuple[str, str, int]
Judged = tuple[float, str]
QTI21 = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p1"}
QTI12 = {"q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}


@dataclass(frozen=True)
class Gap:
    """How one part is marked, and which right answer is shown."""

    right: str
    judge: Callable[[str], Judged]


def text_of(markup: str) -> str:
    """HTML as it is read."""
    return "".join(html.fromstring(f"<div>{markup}</div>").itertext())


@dataclass(frozen=True)
class Range:
    """A number with a tolerance, the fraction of the points in per cent, and feedback; ``*`` is any number."""

    value: str
    tolerance: str
    fraction: float
    feedback: str

    def holds(self, answer: str) -> bool:
        if self.value == "*":
            return True
        return abs(Decimal(answer) - Decimal(self.value)) <= Decimal(self.tolerance)


def first_that_holds(ranges: list[Range]) -> Gap:
    def judge(answer: str) -> Judged:
        found = next(x for x in ranges if x.holds(answer))
        return found.fraction / 100, found.feedback

    return Gap(next(x.value for x in ranges if x.fraction == 100), judge)


def one_of(options: dict[str, Judged]) -> Gap:
    """A choice, answered by the option's text."""
    return Gap(next(text for text, (share, _) in options.items() if share == 1), lambda answer: options[answer])


# --- Moodle XML -------------------------------------------------------------------------------------------------------

_ANSWER = r"(?:=|%(-?[0-9]+(?:[.,][0-9]*)?)%)?(.+?)(?<!\\|&)(?=[~#}]|$)(?:#(.*?)(?<!\\)(?=[~}]|$))?"
_NUMBER = r"-?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?"
_CLOZE = re.compile(
    rf"\{{([0-9]*):(NUMERICAL|MULTICHOICE|SHORTANSWER):((?:{re.sub('[(](?![?])', '(?:', _ANSWER)})"
    rf"(?:~(?:{re.sub('[(](?![?])', '(?:', _ANSWER)}))*)\}}",
    re.DOTALL,
)


@dataclass(frozen=True)
class MoodleQuestion:
    """A question of Moodle's with the gaps that are in it.

    ``weights`` are a cloze question's, and ``widths`` the characters for which its fields for numbers have room.
    """

    name: str
    kind: str
    tags: tuple[str, ...]
    shown: str
    gaps: tuple[Gap, ...]
    weights: tuple[int, ...] = ()
    widths: tuple[int, ...] = ()


def moodle(data: bytes) -> list[MoodleQuestion]:
    return [_moodle(q) for q in etree.fromstring(data).iterfind("question") if q.get("type") != "category"]


def moodle_gaps(data: bytes) -> dict[Key, Gap]:
    read = ((q.tags[2], q.tags[1], q.gaps) for q in moodle(data))
    return {(key, exercise, i): gap for key, exercise, gaps in read for i, gap in enumerate(gaps)}


def _moodle(question: Any) -> MoodleQuestion:
    kind, shown = question.get("type"), question.findtext("questiontext/text")
    gaps: list[Gap] = []
    weights: list[int] = []
    widths: list[int] = []
    answers = question.findall("answer")
    if kind == "numerical":
        gaps = [first_that_holds([_moodle_range(answer) for answer in answers])]
    elif kind == "multichoice":
        options = {text_of(a.findtext("text")): (float(a.get("fraction")) / 100, _feedback(a)) for a in answers}
        gaps = [one_of(options)]
    elif kind == "cloze":
        found = list(_CLOZE.finditer(shown))
        gaps, weights = [cloze_gap(x[2], x[3]) for x in found], [int(x[1]) for x in found]
        widths = [_width(x[3]) for x in found if x[2] == "NUMERICAL"]
        shown = _CLOZE.sub("", shown)
    tags = tuple(x.text for x in question.iterfind("tags/tag/text"))
    name, rest = question.findtext("name/text"), (tuple(gaps), tuple(weights), tuple(widths))
    return MoodleQuestion(name, kind, tags, text_of(shown), *rest)


def _width(alternatives: str) -> int:
    """The longest number as PHP writes it, which is how Moodle stores it and how wide it makes the field."""
    numbers = (re.fullmatch(rf"({_NUMBER}):{_NUMBER}", text) for _, text, _ in _cloze_alternatives(alternatives))
    return max(len(f"{float(number[1]):.14g}") for number in numbers if number)


def _feedback(answer: Any) -> str:
    return text_of(answer.findtext("feedback/text"))


def _moodle_range(answer: Any) -> Range:
    fraction = float(answer.get("fraction"))
    return Range(answer.findtext("text"), answer.findtext("tolerance"), fraction, _feedback(answer))


def cloze_gap(kind: str, alternatives: str) -> Gap:
    read = list(_cloze_alternatives(alternatives))
    if kind == "MULTICHOICE":
        return one_of({text_of(_plain(text)): (fraction / 100, feedback) for fraction, text, feedback in read})
    ranges = []
    for fraction, text, feedback in read:
        number = re.fullmatch(rf"({_NUMBER}):({_NUMBER})", text)
        assert number or text == "*", text
        ranges.append(Range(number[1] if number else "*", number[2] if number else "", fraction, feedback))
    return first_that_holds(ranges)


def _cloze_alternatives(text: str) -> Iterator[tuple[float, str, str]]:
    while text:
        found = re.match(rf"~?{_ANSWER}", text, re.DOTALL)
        assert found
        whole = text.removeprefix("~")
        fraction = 100.0 if whole.startswith("=") else float(found[1] or 0)
        yield fraction, found[2], text_of(_plain(found[3] or ""))
        text = text[found.end() :]


def _plain(text: str) -> str:
    return unescape(text).replace(r"\}", "}").replace(r"\#", "#")


# --- QTI 2.1 ----------------------------------------------------------------------------------------------------------


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def qti21_items(data: bytes) -> dict[str, Any]:
    """The items by their identifier."""
    parsed = (etree.fromstring(text) for path, text in unzipped(data).items() if path.startswith("items/"))
    return {item.get("identifier"): item for item in parsed}


def qti21_gaps(data: bytes) -> dict[Key, Gap]:
    found: dict[Key, Gap] = {}
    for name, item in qti21_items(data).items():
        _, exercise, key = name.split("-", 1)[0], *name.removeprefix("item-").rsplit("-", 1)
        for i, declared in enumerate(item.iterfind("q:responseDeclaration", QTI21)):
            if declared.get("baseType") != "string":
                found[key, exercise, i] = _qti21_gap(item, declared)
    return found


def _qti21_gap(item: Any, declared: Any) -> Gap:
    name, most = declared.get("identifier"), _worth(item, declared)
    texts = {x.get("identifier"): " ".join("".join(x.itertext()).split()) for x in item.iter("{*}modalFeedback")}
    options = {"".join(x.itertext()): x.get("identifier") for x in item.iter("{*}simpleChoice", "{*}inlineChoice")}
    right = declared.findtext("q:correctResponse/q:value", namespaces=QTI21)

    def judge(answer: str) -> Judged:
        state = run_qti21(item, {name: options.get(answer, answer)})
        said = [texts[x] for x in state["FEEDBACK"] if x.startswith(f"{name}-")]
        return float(state["SCORE"]) / most, " ".join(said)

    return Gap({key: text for text, key in options.items()}.get(right, right), judge)


def _worth(item: Any, declared: Any) -> float:
    right = declared.findtext("q:correctResponse/q:value", namespaces=QTI21)
    return float(run_qti21(item, {declared.get("identifier"): right})["SCORE"])


def run_qti21(item: Any, responses: dict[str, str]) -> dict[str, Any]:
    """Outcomes of an item, as its response processing sets them; numbers are doubles, as in most programs."""
    state: dict[str, Any] = {x.get("identifier"): None for x in item.iterfind("q:responseDeclaration", QTI21)}
    kinds = {x.get("identifier"): x.get("baseType") for x in item.iterfind("q:responseDeclaration", QTI21)}
    state |= {"SCORE": 0.0, "FEEDBACK": []}
    state |= {name: float(x) if kinds[name] == "float" else x for name, x in responses.items()}
    _run(item.find("q:responseProcessing", QTI21), state)
    return state


def _run(block: Any, state: dict[str, Any]) -> None:
    for rule in block.iterfind("*"):
        if _tag(rule) == "setOutcomeValue":
            state[rule.get("identifier")] = qti21_value(rule[0], state)
        elif _tag(rule) == "responseCondition":
            taken = next((x for x in rule if _tag(x) == "responseElse" or qti21_value(x[0], state)), None)
            if taken is not None:
                _run(taken, state)


def qti21_value(x: Any, state: dict[str, Any]) -> Any:  # noqa: PLR0911 - one line an operator
    """The value of an expression."""
    inside = [qti21_value(child, state) for child in x]
    match _tag(x):
        case "variable":
            return state[x.get("identifier")]
        case "baseValue":
            return float(x.text) if x.get("baseType") == "float" else x.text
        case "isNull":
            return inside[0] is None
        case "match":
            return inside[0] == inside[1]
        case "sum":
            return sum(inside)
        case "multiple":
            return [*inside[0], *inside[1:]]
        case "equal":
            low, high = (float(t) for t in x.get("tolerance").split())
            number, right = inside
            return right - low <= number <= right + high
    if _tag(x) == "setOutcomeValue":
        return None
    raise AssertionError(x.tag)


def _tag(x: Any) -> str:
    return str(etree.QName(x).localname)


# --- QTI 1.2 ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CanvasQuestion:
    """A question as Canvas has it: ``blanks`` by name with the texts that are right; ``ranges`` of right numbers."""

    name: str
    kind: str
    points: str
    shown: str
    blanks: dict[str, list[str]]
    ranges: list[tuple[str, str]]
    options: dict[str, bool]
    feedback: dict[str, str]


def canvas(data: bytes) -> list[CanvasQuestion]:
    files = unzipped(data)
    quiz = next(text for path, text in files.items() if path != "imsmanifest.xml")
    return [_canvas(item) for item in etree.fromstring(quiz).iter("{*}item")]


def _canvas(item: Any) -> CanvasQuestion:
    fields = {x[0].text: x[1].text for x in item.iter("{*}qtimetadatafield")}
    lids = {x.get("ident"): x for x in item.iterfind(".//q:response_lid", QTI12)}
    blanks = {
        name.removeprefix("response_"): [x.text for x in lid.iterfind(".//q:response_label//q:mattext", QTI12)]
        for name, lid in lids.items()
        if name.startswith("response_")
    }
    right = [x for x in item.iter("{*}respcondition") if x.find("q:setvar", QTI12) is not None]
    ranges = [
        (low.text, high.text) for x in right for low, high in zip(x.iter("{*}vargte"), x.iter("{*}varlte"), strict=True)
    ]
    chosen = {x.text for condition in right for x in condition.iter("{*}varequal")}
    labels = item.iterfind(".//q:response_lid[@ident='response1']//q:response_label", QTI12)
    options = {text_of(x.findtext(".//q:mattext", namespaces=QTI12)): x.get("ident") in chosen for x in labels}
    feedback = {
        x.get("ident"): text_of(x.findtext(".//q:mattext", namespaces=QTI12)) for x in item.iter("{*}itemfeedback")
    }
    shown = text_of(item.findtext("q:presentation/q:material/q:mattext", namespaces=QTI12))
    kind, points = fields["question_type"], fields["points_possible"]
    return CanvasQuestion(item.get("ident"), kind, points, shown, blanks, ranges, options, feedback)


def canvas_gaps(data: bytes) -> dict[Key, Gap]:
    """The gaps of all questions that are not marked by hand, as Canvas' importer understands them."""
    found: dict[Key, Gap] = {}
    files = unzipped(data)
    quiz = next(text for path, text in files.items() if path != "imsmanifest.xml")
    items = {item.get("ident"): item for item in etree.fromstring(quiz).iter("{*}item")}
    for question in canvas(data):
        exercise, key = question.name.removeprefix("item-").rsplit("-", 1)
        wrong = question.feedback.get("general_incorrect_fb", "")
        if question.kind == "numerical_question":
            found[key, exercise, 0] = _canvas_number(items[question.name], wrong)
        elif question.kind == "multiple_choice_question":
            found[key, exercise, 0] = one_of({text: (float(right), "") for text, right in question.options.items()})
        for place, texts in enumerate(question.blanks.values()):
            found[key, exercise, place] = _canvas_blank(texts, wrong)
    return found


def _canvas_blank(texts: list[str], wrong: str) -> Gap:
    """Canvas compares text without blanks around it and without capitals."""
    known = {text.strip().lower() for text in texts}

    def judge(answer: str) -> Judged:
        right = answer.strip().lower() in known
        return float(right), "" if right else wrong

    return Gap(texts[0], judge)


def _canvas_number(item: Any, wrong: str) -> Gap:
    """The first number has a margin, the others are ranges; Canvas computes with decimals."""
    ranges: list[tuple[Decimal, Decimal]] = []
    right = ""
    for condition in item.iter("{*}respcondition"):
        if condition.find("q:setvar", QTI12) is None:
            continue
        exact = condition.find(".//q:or/q:varequal", QTI12)
        low, high = (condition.find(f".//q:{tag}", QTI12).text for tag in ("vargte", "varlte"))
        if exact is not None:
            right = exact.text
            assert not _is_precision(right, low, high), "Canvas would count significant digits"
            number, margin = (Decimal(repr(float(x))) for x in (right, Decimal(high) - Decimal(right)))
            ranges.append((number - margin, number + margin))
        else:
            ranges.append((Decimal(repr(float(low))), Decimal(repr(float(high)))))

    def judge(answer: str) -> Judged:
        taken = any(low <= Decimal(answer) <= high for low, high in ranges)
        return float(taken), "" if taken else wrong

    return Gap(right, judge)


def _is_precision(exact: str, low: str, high: str) -> bool:
    """Whether Canvas' importer reads an interval as a number of significant digits."""
    fives = all(re.sub(r"[0.]", "", end).endswith("5") for end in (low, high))
    lower, upper, number = Decimal(low), Decimal(high), Decimal(exact)
    return fives and number - lower == upper - number and (upper - lower).normalize().as_tuple().digits == (1,)


# --- GIFT -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GiftQuestion:
    """A question of GIFT; its texts are what is read. ``ranges`` of numbers, or ``options``: text, right, feedback."""

    title: str
    shown: str
    ranges: tuple[Range, ...]
    options: tuple[tuple[str, bool, str], ...]
    general: str


def gift(text: str) -> tuple[list[str], list[GiftQuestion]]:
    """The categories, and the questions."""
    blocks = [block for block in text.split("\n\n") if block.strip() and not block.startswith("//")]
    starts = [block.startswith("$CATEGORY: ") for block in blocks]
    categories = [block.removeprefix("$CATEGORY: ") for block, start in zip(blocks, starts, strict=True) if start]
    assert starts[0]
    return categories, [_gift(block) for block, start in zip(blocks, starts, strict=True) if not start]


def _gift(block: str) -> GiftQuestion:
    title, rest = _split(block.removeprefix("::"), "::", 1)
    stem, answers = _split(rest, "{", 1)
    inside, after = _split(answers, "}", 1)
    assert stem.startswith("[html]") and not after
    inside, general = _split(inside, "####", 1)
    ranges, options = [], []
    for line in inside.removeprefix("#").split("\n"):
        if not line.strip():
            continue
        sign, (answer, feedback) = line.strip()[0], _split(line.strip()[1:], "#", 1)
        said = text_of(_bare(feedback))
        if inside.startswith("#"):
            weight = re.match(r"%([0-9.]+)%", answer)
            value, tolerance = answer[weight.end() if weight else 0 :].split(":") if answer else ("*", "")
            fraction = 0.0 if sign == "~" else float(weight[1]) if weight else 100.0
            ranges.append(Range(value, tolerance, fraction, said))
        else:
            options.append((text_of(_bare(answer)), sign == "=", said))
    shown = text_of(_bare(stem.removeprefix("[html]")))
    return GiftQuestion(_bare(title), shown, tuple(ranges), tuple(options), text_of(_bare(general)))


def _split(text: str, mark: str, most: int) -> list[str]:
    """Split at a mark that has no backslash before it, one that is not escaped itself."""
    at = next((m.start() for m in re.finditer(rf"(?:\\.|{re.escape(mark)})", text) if m[0] == mark), None)
    return [text, *[""] * most] if at is None else [text[:at], text[at + len(mark) :]]


def _bare(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


# --- CSV --------------------------------------------------------------------------------------------------------------


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def csv_gaps(data: bytes) -> dict[Key, Gap]:
    by_part: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    for row in rows(data):
        by_part.setdefault((row["variant"], row["exercise"], row["part"]), []).append(row)
    found: dict[Key, Gap] = {}
    for (key, exercise, _), group in by_part.items():
        place = sum(k[:2] == (key, exercise) for k in found)
        found[key, exercise, place] = _csv_gap(group)
    return found


def _csv_gap(group: Iterable[dict[str, str]]) -> Gap:
    group = list(group)
    if group[0]["type"] == "choice":
        return one_of({row["value"]: (float(row["share"]), row["text"]) for row in group})

    def judge(answer: str) -> Judged:
        for row in group:
            if Decimal(row["low"]) <= Decimal(answer) <= Decimal(row["high"]):
                return float(row["share"]), row["text"]
        return 0, ""

    return Gap(group[0]["value"], judge)

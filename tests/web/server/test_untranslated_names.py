"""Names stay as they are when a browser translates a page: measures, columns, runs, documents, symbols and formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from lxml import html

from ireval.collection import built_in
from ireval.measure.registry import measures
from tests.web.lessons.test_lessons import KEY

LIST = "labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"
TWO = "labels=101&labels2=011&title=BM25&title2=Dense"
PAIRS = "labels=101&labels2=011&labels3=110&labels4=011&arrangement=pairs"
PAGES = (
    "/",
    f"/lab?{LIST}&show=nDCG@10&chart=gain",
    f"/lab?{LIST}&show=IPrec11&cover=AP",
    f"/lab?{TWO}",
    f"/lab?{PAIRS}",
    f"/lab?{PAIRS}&view=projector",
    "/lab?labels=101&names=FT911-3,LA010189-0001,x",
    "/lab?collection=harbour&topic=1",
    f"/switchboard?{LIST}&show=nDCG@10",
    f"/why?{LIST}&measure=AP&value=0.58",
    "/measures",
    "/measures/nDCG",
    "/measures/AP?labels=0110&unretrieved=1",
    "/glossary",
    "/compare?collection=harbour&run=pieces&run=words",
    "/collections",
    "/collections/harbour",
    f"/lessons/graded-relevance/{KEY}/4",
    f"/lessons/average-precision/{KEY}/3",
    f"/lessons/rag-metrics/{KEY}/3",
    f"/lessons/average-precision/{KEY}/print",
    "/experiments/diversity",
    "/experiments/tests",
    "/experiments/incomplete",
    "/reproduce",
    "/sheets/new",
)


def names() -> re.Pattern[str]:
    """A pattern for a text that is a name and nothing else; names that are ordinary words are not told from words."""
    known = {name for m in measures().values() for name in (m.name, *m.aliases)}
    known |= {c.key for m in measures().values() for c in m.columns}
    known |= {label for m in measures().values() for label in m.variants.values() if "{" not in label}
    known |= {"BM25", "Dense"}
    odd = sorted(name for name in known if not re.fullmatch(r"[A-Z]?[a-z-]+( [a-z]+)?", name) and len(name) > 1)
    runs = [*built_in().all_runs]
    measure = "|".join(map(re.escape, odd))
    return re.compile(rf"(?:α-)?(?:{measure})(?:@\d+)?(?:\(.*\))?|{'|'.join(runs)}|[dab]\d+|FT911-3|LA010189-0001")


NAME = names()


def translated_names(page: str) -> Iterator[str]:
    """The names in the body of a page that a browser would translate, each with where it stands."""
    body = html.fromstring(page).find(".//body")
    assert body is not None
    for text in body.xpath(".//text()[not(ancestor::script or ancestor::style or ancestor::noscript)]"):
        element = text.getparent() if text.is_text else text.getparent().getparent()
        settled = next((e.get("translate") for e in (element, *element.iterancestors()) if e.get("translate")), "yes")
        if NAME.fullmatch(text.strip()) and settled != "no":
            yield f"{text.strip()} in {html.tostring(element, encoding='unicode')[:100]}"


def test_the_pattern_knows_names_and_no_words() -> None:
    for name in ("nDCG", "nDCG@10", "AP@5", "IDCG", "d12", "α-nDCG@10", "pieces-title", "FT911-3"):
        assert NAME.fullmatch(name), name
    for word in ("recall", "Accuracy", "document", "rank", "label", "Lessons", "sum"):
        assert not NAME.fullmatch(word), word


@pytest.mark.parametrize("address", PAGES)
def test_no_name_is_translated(client: FlaskClient, address: str) -> None:
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200
    page = answer.marked  # type: ignore[attr-defined]
    assert list(dict.fromkeys(translated_names(page))) == []
    for tag in re.findall(r"<(?:math|code|kbd|pre)\b[^>]*>", page):
        assert 'translate="no"' in tag, tag
    for row in html.fromstring(page).xpath("//table[@id='steps' or @id='levels']//tr"):
        assert [cell.text_content() for cell in row.xpath("th[@data-col]//button[not(@translate='no')]")] == []


@pytest.mark.parametrize(
    "address", ["/", "/compare", "/compare?collection=harbour", "/enter", "/reproduce", "/sheets/new"]
)
def test_values_of_fields_are_as_they_are(client: FlaskClient, address: str) -> None:
    """A mark inside an attribute would be sent with the form."""
    page = client.get(address, follow_redirects=True).text
    assert re.findall(r'="[^"]*<(?:bdi|span) ', getattr(page, "marked", page)) == []

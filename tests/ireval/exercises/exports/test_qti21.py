"""QTI 2.1 keeps its rules, and marks the key with all points."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from lxml import etree

from ireval.exercises.exports.qti.qti21_rules import is_close
from ireval.exercises.exports.shared.accepted_answers import AcceptedAnswer
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises.export_readers import QTI21, qti21_value, unzipped
from tests.ireval.exercises.hostile_sheets import files, valid
from tests.tiers import sampled


@pytest.mark.parametrize("number", sampled(range(4), 2))
def test_qti21_keeps_its_rules(number: int) -> None:
    package = unzipped(files("qti21")[number])
    manifest = etree.fromstring(package["imsmanifest.xml"])
    space = {"c": "http://www.imsglobal.org/xsd/imscp_v1p1"}
    assert manifest.tag == "{http://www.imsglobal.org/xsd/imscp_v1p1}manifest"
    assert [x.tag.split("}")[1] for x in manifest] == ["metadata", "organizations", "resources"]
    assert manifest.findtext("c:metadata/c:schema", namespaces=space) == "QTIv2.1 Package"
    assert manifest.findtext("c:metadata/c:schemaversion", namespaces=space) == "1.0.0"
    resources = manifest.findall("c:resources/c:resource", space)
    assert Counter(x.get("type") for x in resources) == {
        "imsqti_test_xmlv2p1": 1,
        "imsqti_item_xmlv2p1": len(package) - 2,
    }
    assert sorted(x.get("href") for x in manifest.iter("{*}file")) == sorted(set(package) - {"imsmanifest.xml"})
    assert all(x.get("href") == x[0].get("href") for x in resources)
    names = [x.get("identifier") for x in resources]
    assert len(set(names)) == len(names)
    assert {x.get("identifierref") for x in manifest.iter("{*}dependency")} == set(names) - {"test"}
    for path in set(package) - {"imsmanifest.xml"}:
        assert package[path].startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n')
        valid(etree.fromstring(package[path]), "qti21.rng")
    for ref in etree.fromstring(package["test.xml"]).iter("{*}assessmentItemRef"):
        assert etree.fromstring(package[ref.get("href")]).get("identifier") == ref.get("identifier")


@pytest.mark.parametrize("number", sampled(range(4), 2))
def test_qti21_items_declare_what_they_refer_to(number: int) -> None:
    for item in read.qti21_items(files("qti21")[number]).values():
        responses, outcomes = (
            [x.get("identifier") for x in item.iterfind(f"q:{kind}Declaration", QTI21)]
            for kind in ("response", "outcome")
        )
        declared = responses + outcomes
        assert len(set(declared)) == len(declared)
        assert sorted(x.get("responseIdentifier") for x in item.iter() if x.get("responseIdentifier")) == sorted(
            responses
        )
        assert {x.get("identifier") for x in item.iter("{*}variable")} <= set(declared)
        assert {x.get("identifier") for x in item.iter("{*}setOutcomeValue")} <= set(outcomes)
        feedback = [x.get("identifier") for x in item.iter("{*}modalFeedback")]
        options = {x.get("identifier") for x in item.iter("{*}simpleChoice", "{*}inlineChoice")}
        identifiers = [x.text for x in item.iter("{*}baseValue") if x.get("baseType") == "identifier"]
        assert set(identifiers) == set(feedback) | (options & set(identifiers))
        assert len(set(feedback)) == len(feedback)
        assert {x.get("outcomeIdentifier") for x in item.iter("{*}modalFeedback")} == {"FEEDBACK"}


def test_programs_that_compute_with_doubles_take_the_ends_of_every_interval() -> None:
    """In doubles, 0.8625 - 0.0005 is more than 0.862."""
    unit, half = Decimal("0.001"), Decimal("0.0005")
    for steps in range(1, 3000):
        middle = half + steps * unit
        test = is_close("RESPONSE-1", AcceptedAnswer(str(middle), str(half), 0.5, "a-mistake", "Why"))
        near = [middle + (i - Decimal("0.5")) * unit for i in (-1, 0, 1, 2)]
        assert [qti21_value(test, {"RESPONSE-1": float(x)}) for x in near] == [False, True, True, False], middle


def test_qti21_gives_all_points_for_the_key_and_none_for_nothing() -> None:
    for item in read.qti21_items(files("qti21")[0]).values():
        key = {
            x.get("identifier"): x.findtext("q:correctResponse/q:value", namespaces=QTI21)
            for x in item.iterfind("q:responseDeclaration", QTI21)
            if x.get("baseType") != "string"
        }
        most = float(item.find("q:outcomeDeclaration[@identifier='SCORE']", QTI21).get("normalMaximum"))
        if len(key) == len(item.findall("q:responseDeclaration", QTI21)):
            assert float(read.run_qti21(item, key)["SCORE"]) == pytest.approx(most, abs=1e-4)
        assert read.run_qti21(item, {})["SCORE"] == 0
        assert read.run_qti21(item, {})["FEEDBACK"] == ["solution"]

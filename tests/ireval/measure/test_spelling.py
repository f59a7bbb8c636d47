"""Spellings of measures: each reads back to itself, and a wrong one is refused with the nearest valid one."""

from __future__ import annotations

from typing import Any

import pytest

from ireval import InputError
from ireval.conventions import PRESETS, effective
from ireval.measure import Measure
from ireval.measure.listing import variants
from ireval.measure.registry import measures
from ireval.measure.spelling import LONGEST, Spec, parse, parse_all, settings
from ireval.messages import Message
from tests.ireval.random_lists import assume, composite, everything, examples, given, presets, refusal, st

MEASURES = st.sampled_from(list(measures().values()))


@composite
def spelled(draw: Any) -> Spec:
    """Any measure with any of its settings."""
    measure: Measure = draw(MEASURES)
    own: dict[str, Any] = {}
    for name, parameter in settings(measure).items():
        if draw(st.booleans()):
            own[name] = draw(
                st.sampled_from([c.key for c in parameter.choices])
                if parameter.choices
                else numbers(parameter.whole, parameter.least, parameter.most)
            )
    if measure.cutoff and (measure.cutoff_required or draw(st.booleans())):
        own[measure.cutoff.name] = draw(numbers(measure.cutoff.whole, measure.cutoff.least, measure.cutoff.most))
    return Spec(measure, own, "")


def numbers(whole: bool, least: float, most: float) -> Any:
    return st.integers(int(least), int(most)) if whole else st.floats(least, most)


@given(spelled())
@examples(60)
def test_spellings_read_back(spec: Spec) -> None:
    again = parse(str(spec))
    assert (again.measure, again.own, str(again)) == (spec.measure, spec.own, str(spec))


@given(spelled(), presets, presets)
@examples(60)
def test_canonical_spellings_are_complete(spec: Spec, preset: str, other: str) -> None:
    """The full spelling has the same meaning under any preset."""
    canonical = spec.canonical(effective(preset))
    assert parse(canonical).canonical(effective(other)) == canonical
    values = parse(canonical).effective(effective(other)), spec.effective(effective(preset))
    relevant = {*settings(spec.measure), "k", "level"} - {"decimals"}
    first, second = ({n: v for n, v in x.items() if n in relevant} for x in values)
    assert first == second


def test_the_whole_registry_reads_back() -> None:
    for spec in everything():
        assert parse(str(spec)).own == spec.own
        for preset in PRESETS:
            canonical = spec.canonical(effective(preset))
            assert canonical.startswith(spec.measure.name)
            assert parse(canonical).canonical(effective()) == canonical


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("map", "AP"),
        ("MAP", "AP"),
        ("map_cut_10", "AP@10"),
        ("P_10", "P@10"),
        ("recall_100", "R@100"),
        ("ndcg_cut_5", "nDCG@5"),
        ("NDCG@5", "nDCG@5"),
        ("ndcg", "nDCG"),
        ("recip_rank", "RR"),
        ("MRR", "RR"),
        ("bpref", "Bpref"),
        ("iprec_at_recall_0.30", "IPrec@0.3"),
        ("11pt_avg", "IPrec11"),
        ("R-precision", "Rprec"),
        ("F1", "F"),
        ("F1@10", "F@10"),
        ("set_P", "P"),
        ("accuracy", "Accuracy"),
        ("map@3", "AP@3"),
        ("Bpref( bpref = 'r' )", "Bpref(bpref='r')"),
        (" AP@10 ", "AP@10"),
    ],
)
def test_other_spellings(alias: str, name: str) -> None:
    assert str(parse(alias)) == name
    assert parse(alias).text == alias.strip()


def test_every_alias_belongs_to_one_measure() -> None:
    seen: dict[str, str] = {}
    for measure in measures().values():
        for alias in (measure.name, *measure.other_names):
            assert seen.setdefault(alias, measure.name) == measure.name
            text = alias.format(k=7, level=0.3, x=2)
            at = "@0.3" if measure.cutoff_required and "{" not in alias else ""
            assert parse(text + at).measure is measure


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("ndgc@10", "Did you mean nDCG?"),
        ("nDCG10", "Did you mean nDCG?"),
        ("APP", "Did you mean AP?"),
        ("rprec", "Did you mean Rprec?"),
        ("xyz", "Choose one of: P, R,"),
        ("", "Choose one of: P, R,"),
        ("nDCG(discuont='log2-rank')", "Did you mean discount?"),
        ("nDCG(discount='log2-rang')", "Did you mean log2-rank?"),
        ("nDCG(discount=log2)", ""),
        ("nDCG(10)", "F(beta=2)"),
        ("nDCG@0", "from 1 to 1000"),
        ("nDCG@-1", "from 1 to 1000"),
        ("nDCG@1.5", "whole number"),
        ("nDCG@ten", ""),
        ("nDCG@1001", "from 1 to 1000"),
        ("nDCG@None", "whole number"),
        ("nDCG@True", "whole number"),
        ("nDCG@1e999", "whole number"),
        ("IPrec", "IPrec@0.3"),
        ("IPrec@1.1", "from 0 to 1"),
        ("Bpref@10", "Write Bpref."),
        ("F(beta=-1)", "from 0 to 100"),
        ("F(beta='nan')", "from 0 to 100"),
        ("F(beta=1e400)", "from 0 to 100"),
        ("F(rel=0)", "from 1 to 9"),
    ],
)
def test_wrong_spellings_are_refused_with_a_hint(text: str, suggestion: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text)
    assert error.value.field == "measures"
    assert error.value.message
    assert suggestion in error.value.suggestion


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("APP", "unknown-measure", {"name": "APP", "hint": Message("did-you-mean", name="AP")}),
        ("nDCG(10)", "parameter-without-name", {"measure": "nDCG(10)"}),
        ("nDCG(discount=log2)", "parameter-not-a-value", {"measure": "nDCG(discount=log2)"}),
        ("P(cutoff=5)@10", "parameter-twice", {"parameter": "k"}),
        ("AP(rell=2)", "unknown-parameter", {"measure": "AP", "name": "rell"}),
        ("Bpref@10", "takes-no-number", {"measure": "Bpref"}),
        ("IPrec", "needs-number", {"measure": "IPrec", "example": "IPrec@0.3"}),
    ],
)
def test_the_key_of_an_error_names_what_is_wrong(text: str, key: str, values: dict[str, Any]) -> None:
    error = refusal(parse, text)
    assert error
    assert error.key == key
    assert values.items() <= error.values.items()


def test_errors_in_words() -> None:
    errors = [refusal(parse, text) for text in ("APP", "nDCG(10)", "Bpref@10", "IPrec")]
    assert [f"{error.message} {error.suggestion}" for error in errors if error] == [
        "There is no measure “APP”. Did you mean AP?",
        "“nDCG(10)”: a parameter needs its name. Write it like F(beta=2).",
        "Bpref accepts no number after @. Write Bpref.",
        "IPrec needs a number after @. Write it like IPrec@0.3.",
    ]


HOSTILE = [
    "(" * 500,
    "-" * 5000 + "1",
    "P@" + "-" * 500 + "1",
    "F(beta=" + "-" * 190 + "1)",
    "P@" + "9" * 5000,
    "nDCG@" + "1" * 100,
    "A" * 100_000,
    "F(beta=" + "[" * 60 + "]" * 60 + ")",
    "F(beta={[]: 1})",
    "F(beta={{}})",
    "F(beta=1, beta=2)",
    "F(**{'beta': 2})",
    "F(*[2])",
    "F()()",
    "F[0]",
    "P@10@10",
    "P@10+1",
    "__import__('os').system('true')",
    "F(beta=__import__('os'))",
    "F(beta=(lambda: 1)())",
    "nDCG\x00",
    "nDCG\n@10\nP",
    "\ud800",
    "nDCG@١٠x",
    "nDCG＠10",
    "🦊",
    "'AP'",
    "AP;",
    "AP#",
    "AP, nDCG",
    "F(beta='" + "x" * 150 + "')",
    "F(beta='\\d')",
    "P@10or 1",
    "P@(yield)",
    "P@(x:=1)",
    "P@f'{1}'",
    "P@b'10'",
    "P@...",
    "P@{1: 2}",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_spellings_are_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text)
    assert error.value.field == "measures"
    assert len(error.value.message) < LONGEST + 200


@given(st.text(max_size=40) | st.text(st.sampled_from("APnDCG@()='\",.0123456789[]{}*-+ \n_rel"), max_size=40))
@examples(80)
def test_any_text_is_read_or_refused(text: str) -> None:
    error = refusal(parse, text)
    if error:
        assert error.field == "measures"
    else:
        assert str(parse(str(parse(text)))) == str(parse(text))


@given(st.sampled_from(sorted(measures())), st.data())
def test_a_name_without_one_letter_is_read_or_gives_a_hint(name: str, data: Any) -> None:
    assume(len(name) > 3)
    place = data.draw(st.integers(0, len(name) - 1))
    text = name[:place] + name[place + 1 :]
    error = refusal(parse, text)
    assert error is None or error.suggestion.startswith(("Did you mean", "Write"))


def test_variants_are_listed_once_each() -> None:
    for preset in PRESETS:
        conventions = effective(preset)
        listed = variants({"k": 10, "level": 0.3, "beta": 1}, conventions, subtopics=True)
        canonical = [spec.canonical(conventions) for _, spec in listed]
        assert len(set(canonical)) == len(canonical)
        assert len({label for label, _ in listed}) == len(listed)
        assert {spec.measure.name for _, spec in listed} == {m.name for m in measures().values() if m.variants}
        without = variants({"k": 10, "level": 0.3, "beta": 1}, conventions)
        assert without == tuple(pair for pair in listed if not pair[1].measure.needs_subtopics) != listed


def test_variants_take_the_values_given() -> None:
    listed = dict(variants({"k": 3, "level": 0.25, "beta": 0.5}, effective("lillis")))
    assert {"P@3", "nDCG@3", "F0.5", "IPrec@0.25"} <= set(listed)
    assert listed["F0.5"].own == {"beta": 0.5}


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("nDCG(dcg='exp-log2')@10", {"discount": "log2-rank-plus-1", "gain": "exponential", "k": 10}),
        ("nDCG(dcg='log2')", {"discount": "log2-rank-plus-1", "gain": "linear"}),
        ("AP(rel=2)@100", {"rel": 2, "k": 100}),
        ("AP(rel=2, judged_only=True)@100", {"rel": 2, "unjudged": "skipped", "k": 100}),
        ("P(judged_only=False)@5", {"unjudged": "non-relevant", "k": 5}),
        ("nDCG(dcg='log2', judged_only=True)@3", None),
        ("RBP(p=0.8)", {"p": 0.8}),
        ("Bpref", {}),
        ("IPrec@0.1", {"level": 0.1}),
        ("alpha_nDCG(alpha=0.5)@10", {"alpha": 0.5, "k": 10}),
    ],
)
def test_the_grammar_of_ir_measures_reads_back(text: str, own: dict[str, Any] | None) -> None:
    """Foreign settings keep their spelling; ``own`` and the canonical name have our settings for them."""
    spec = parse(text)
    assert (str(spec), spec.text) == (text, text)
    assert own is None or spec.own == own
    assert parse(str(spec)).own == spec.own
    canonical = spec.canonical(effective())
    assert "dcg" not in canonical
    assert "judged_only" not in canonical
    assert parse(canonical).effective(effective("lillis")) == spec.effective(effective()) | parse(canonical).own


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("P(cutoff=10)", "P@10"),
        ("IPrec(recall=0.1)", "IPrec@0.1"),
        ("P.10", "P@10"),
        ("recall.1000", "R@1000"),
        ("iprec_at_recall_.10", "IPrec@0.1"),
        ("set_F.4", "F(beta=2)"),
        ("set_F_0.25", "F(beta=0.5)"),
        ("success_1", "Success@1"),
        ("infAP", "infAP"),
        ("gm_map", "GMAP"),
        ("Rprec", "Rprec"),
        ("map_cut.10", "AP@10"),
    ],
)
def test_more_spellings_of_tools(text: str, name: str) -> None:
    assert str(parse(text)) == name


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("nDCG(dcg='exp')@10", "Did you mean exp-log2?"),
        ("nDCG(dcg='log2', gain='linear')", "Keep one of them."),
        ("P(cutoff=5)@10", "Keep one of them."),
        ("P(judgedonly=True)@10", "Did you mean judged_only?"),
        ("P(judged_only='yes')@10", "Choose one of: False, True."),
        ("P(cutof=10)", "Did you mean cutoff?"),
        ("Bpref(judged_only=True)", "Choose one of"),
        ("AP(rell=2)", "Did you mean rel?"),
        ("ndcg_cut", "Did you mean ndcg_cut_10?"),
        ("ndcg_cut20", "Did you mean ndcg_cut_20?"),
        ("recipe_rank", "Did you mean recip_rank?"),
        ("iprec_at_recal_0.2", "Did you mean iprec_at_recall_0.2?"),
        ("set_F_x", "Did you mean set_F"),
        ("IPrec(recall=2)", "from 0 to 1"),
    ],
)
def test_wrong_spellings_of_tools_are_refused_with_a_hint(text: str, suggestion: str) -> None:
    error = refusal(parse, text)
    assert error
    assert suggestion in error.suggestion


def test_a_hint_names_some_measures_and_where_all_are() -> None:
    error = refusal(parse, "xyz")
    assert error
    assert f" … and {len(measures()) - 12} more. The page /measures and the command measures" in error.suggestion
    assert len(error.suggestion) < 250


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("P.5,10,map", ["P@5", "P@10", "AP"]),
        ("ndcg_cut_5, 10 ,AP(rel=2)@5,bpref", ["nDCG@5", "nDCG@10", "AP(rel=2)@5", "Bpref"]),
        ("iprec_at_recall.0.1,0.2", ["IPrec@0.1", "IPrec@0.2"]),
    ],
)
def test_several_numbers_after_one_name(text: str, names: list[str]) -> None:
    assert [str(spec) for spec in parse_all(text)] == names


@pytest.mark.parametrize("text", ["5", "P@5,10", "5,P.5", "map,10"])
def test_a_number_alone_is_not_a_measure(text: str) -> None:
    assert refusal(parse_all, text)

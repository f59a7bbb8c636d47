"""Evaluates runs against judgements, from files or dicts, with the same functions that explain a single list.

>>> result = evaluate({"1": {"a": 1, "b": 0}}, {"1": {"b": 2.5, "a": 1.5}}, measures=["AP", "P@1"])
>>> result.mean
{'AP': 0.5, 'P@1': 0.0}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any, cast

import numpy as np

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.errors import InputError
from ireval.evaluation.rank_orders import by_rank_order
from ireval.evaluation.requested_measures import requested_measures
from ireval.evaluation.results import Comparison, Evaluation, Scores, by_bytes
from ireval.evaluation.run_names import run_names
from ireval.evaluation.trec_eval_names import OFFICIAL, count_of, relevance_strings, string_length
from ireval.measure.scores import remarks, settings_under, undefined_reasons
from ireval.measure.spelling import Spec
from ireval.messages.message import Message
from ireval.ranking.judgements import Ranking
from ireval.ranking.selection import prepared
from ireval.trec.judged_run import JudgedRun
from ireval.trec.plain_dicts import qrels_of, run_of
from ireval.trec.plain_lists import PlainLists, PlainQrels, PlainRun, join_lists, plain_qrels, plain_run
from ireval.trec.qrels import Qrels, read_qrels
from ireval.trec.reading.source import LIMIT, Source
from ireval.trec.reading.threads import in_threads
from ireval.trec.runs import Run, read_run

#: Judgements or a run: the source of a file, the result of a reader, or plain dicts.
Judged = Source | Qrels | Mapping[str, Mapping[str, Any]]
Returned = Source | Run | PlainRun | Mapping[str, Mapping[str, float]]
Prepare = Callable[[Ranking], Ranking]


def evaluate(
    qrels: Judged,
    runs: Returned | Sequence[Returned] | Mapping[str, Returned],
    measures: str | Iterable[str] = OFFICIAL,
    *,
    conventions: str = DEFAULT_PRESET,
    subtopics: bool | None = None,
    limit: int = LIMIT,
    max_documents: int | None = None,
    judged_only: bool = False,
    size: float | None = None,
    progress: Callable[[float], object] | None = None,
    **overrides: object,
) -> Evaluation | Comparison:
    """Score one run, or several runs in a list or in a dict from names to runs.

    Judgements and runs are paths, open files, their bytes, or dicts ({topic: {docno: grade or score}}). ``measures``
    are names such as ``nDCG@10`` or ``map``; ``conventions`` is a preset, and ``overrides`` are single conventions,
    including ``ties`` and ``missing``. ``subtopics`` is whether the second column of the judgements is a subtopic; with
    None it is, if a measure needs subtopics. ``limit`` is the largest size of a file in bytes, unpacked.

    Only the first ``max_documents`` of a topic count as retrieved, if that is given. ``judged_only`` then removes the
    unjudged ones, also for measures that do not follow the convention ``unjudged``. ``size`` is the number of documents
    in the collection. ``progress`` is called from time to time with the share of the work that is done.

    Raises ``InputError`` if something cannot be used; for a file, the error gives its name and the line.
    """
    wanted = requested_measures(measures, conventions)
    chosen = effective(conventions, overrides)
    need = any(isinstance(spec, Spec) and spec.measure.needs_subtopics for spec in wanted.values())
    given = qrels_from(qrels, subtopics=need if subtopics is None else subtopics, limit=limit)
    several, listed = _runs_by_name(runs)
    report = progress or (lambda _: None)
    prepare = partial(prepared, max_documents=max_documents, judged_only=judged_only, size=size)
    done: list[Evaluation] = []
    for i, (name, source) in enumerate(listed.items()):

        def part(share: float, i: int = i) -> object:
            return report((i + share) / len(listed))

        run = run_from(source, limit=limit)
        part(0.5)
        title = name or (run.name if isinstance(source, (Mapping, Run, PlainRun)) else PurePath(run.name).name)
        run = run if run.name == title else replace(run, name=title)
        done.append(_evaluate_run(given, run, wanted, chosen, prepare=prepare, progress=part))
        del run  # before the next one is read
    return Comparison(tuple(done)) if several else done[0]


def qrels_from(source: Judged, *, subtopics: bool = False, limit: int = LIMIT) -> Qrels | PlainQrels:
    """Judgements from any of their possible sources."""
    if isinstance(source, Qrels):
        return source
    if isinstance(source, Mapping):
        return plain_qrels(source) or qrels_of(source)
    return read_qrels(source, subtopics=subtopics, limit=limit)


def run_from(source: Returned, *, limit: int = LIMIT) -> Run | PlainRun:
    """A run from any of its possible sources."""
    if isinstance(source, (Run, PlainRun)):
        return source
    if isinstance(source, Mapping):
        return plain_run(source) or run_of(source)
    return read_run(source, limit=limit)


def _runs_by_name(runs: object) -> tuple[bool, dict[str, Returned]]:
    """Whether these are several runs, and the runs by name; an empty name means that the run's own name is used."""
    if plain := plain_run(runs):
        return False, {"": plain}
    if isinstance(runs, Mapping) and runs and not all(_is_topic(value) for value in runs.values()):
        return True, {str(name): run for name, run in runs.items()}
    if not isinstance(runs, (list, tuple)):
        return False, {"": cast("Returned", runs)}
    if not runs:
        raise InputError("run", "no-run-given")
    return True, dict(zip(run_names(runs), runs, strict=True))


def _is_topic(value: object) -> bool:
    """Whether this is the entry of a topic in a run, docno to score, and not a run itself."""
    if not isinstance(value, Mapping):
        return False
    return not any(issubclass(kind, Mapping) for kind in set(map(type, value.values())) if kind is not float)


def _evaluate_run(
    qrels: Qrels | PlainQrels,
    run: Run | PlainRun,
    wanted: Mapping[str, Spec | str],
    conventions: Mapping[str, Any],
    *,
    prepare: Prepare,
    progress: Callable[[float], object],
) -> Evaluation:
    missing = _absent(qrels.topics, run.topics)
    if missing and conventions["missing"] == "score-0":
        run = run.with_empty(missing)
    listed = run.topics
    orders = by_rank_order(wanted, conventions)
    topics: list[str] = []
    scores: dict[str, Scores] = {}
    strings: dict[str, list[str]] = {}
    for done, (by, measures) in enumerate(orders.items()):
        joined = join_lists(qrels, run, by=by, rel=conventions["rel"])
        topics = [listed[i] for i in joined.topics.tolist()]

        def part(share: float, done: int = done) -> object:
            return progress((done + share) / len(orders))

        scores |= _scores(joined, measures, conventions, part, prepare)
        strings |= _strings(joined, measures, prepare)
    order = sorted(range(len(topics)), key=lambda i: topic_order(topics[i]))
    ordered = tuple(topics[i] for i in order)
    summing = by_bytes(ordered)
    return Evaluation(
        run.name,
        run.tag,
        ordered,
        {text: scores[text].in_order(order, summing) for text in wanted if text in scores},
        tuple(missing),
        tuple(_absent(listed, topics)),
        conventions,
        tuple(wanted),
        {name: tuple(found[i] for i in order) for name, found in strings.items()},
        tuple((what.name, what.comments) for what in (qrels, run) if what.comments),
    )


def _absent(topics: list[str], there: list[str]) -> list[str]:
    """Those of the topics that are not there, in order."""
    return [] if topics == there else sorted(set(topics).difference(there), key=topic_order)


def _scores(
    joined: JudgedRun | PlainLists,
    wanted: Mapping[str, Spec | str],
    conventions: Mapping[str, Any],
    progress: Callable[[float], object],
    prepare: Prepare = prepared,
) -> dict[str, Scores]:
    count = len(joined.topics)
    wanted = {text: measure for text, measure in wanted.items() if not isinstance(measure, str) or count_of(measure)}
    scores = {text: np.full(count, np.nan) for text in wanted}
    left_out: dict[str, dict[int, Message]] = {text: {} for text in wanted}
    remarked: dict[str, dict[int, Message]] = {text: {} for text in wanted}
    settings = settings_under(conventions)

    def score(block: slice) -> slice:
        ranking = prepare(joined.ranking(block))
        for text, measure in wanted.items():
            if isinstance(measure, str):
                if count := count_of(measure):
                    scores[text][block] = count(ranking, conventions["rel"])
            else:
                computed = settings.compute(measure, ranking)
                scores[text][block] = computed.score
                left_out[text] |= {block.start + i: why for i, why in undefined_reasons(computed).items()}
                remarked[text] |= {block.start + i: what for i, what in remarks(computed).items()}
        return block

    for block in in_threads(score, joined.blocks()):
        progress(0.5 + 0.5 * block.stop / count)
    return {
        text: Scores(values, _average(wanted[text]), left_out[text], remarked[text]) for text, values in scores.items()
    }


def _strings(joined: JudgedRun | PlainLists, wanted: Iterable[str], prepare: Prepare) -> dict[str, list[str]]:
    """The strings among ``wanted`` by name, one for each topic."""
    lengths = {name: length for name in wanted if (length := string_length(name)) is not None}
    blocks = [prepare(joined.ranking(block)) for block in joined.blocks()] if lengths else []
    return {name: [x for b in blocks for x in relevance_strings(b, length)] for name, length in lengths.items()}


def _average(measure: Spec | str) -> str:
    return "sum" if isinstance(measure, str) else measure.measure.average


def topic_order(topic: str) -> tuple[bool, int, bytes]:
    """The sort key of a topic: numbers by their value, then names by their bytes."""
    whole = topic.isascii() and topic.isdigit() and len(topic) < 19
    return not whole, int(topic) if whole else 0, topic.encode()

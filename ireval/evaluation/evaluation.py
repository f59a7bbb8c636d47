"""Evaluates runs against judgements, from files or dicts, with the same functions that explain a single list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any

import numpy as np

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.evaluation.rank_orders import by_rank_order
from ireval.evaluation.requested_measures import requested_measures
from ireval.evaluation.results import Comparison, Evaluation, Scores, by_bytes
from ireval.evaluation.run_names import runs_by_name
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
    """Score one run or several runs against judgements.

    Parameters
    ----------
    qrels
        The judgements: a path, an open file, its bytes, what ``trec.read_qrels`` returns, or a dict
        ``{topic: {docno: grade}}``.
    runs
        One run: a path, an open file, its bytes, what ``trec.read_run`` returns, or a dict ``{topic: {docno: score}}``.
        Several runs: a list of runs, or a dict from names to runs.
    measures
        The name of a measure, such as ``"nDCG@10"`` or ``"map"``, or several names. Default: what trec_eval prints.
    conventions
        The name of a preset, such as ``"trec_eval"`` or ``"lillis"``.
    subtopics
        Whether the second column of the judgements is a subtopic. With None it is one if a measure needs subtopics.
    limit
        The largest size of a file in bytes, after decompression.
    max_documents
        Only this many documents of each topic count as retrieved. None: all of them.
    judged_only
        Whether unjudged documents are removed before anything is computed.
    size
        The number of documents in the collection, for measures that need it.
    progress
        A function that is called from time to time with the finished share of the work, from 0 to 1.
    **overrides
        Single conventions that differ from the preset, such as ``ties="input-order"`` or ``missing="left-out"``.

    Returns
    -------
    Evaluation or Comparison
        An ``Evaluation`` for one run; a ``Comparison`` for a list or a dict of runs. Both have ``mean`` and ``rows()``.

    Raises
    ------
    InputError
        If something cannot be used. For a file, the error gives its name and the line.

    Examples
    --------
    >>> result = evaluate({"1": {"a": 1, "b": 0}}, {"1": {"b": 2.5, "a": 1.5}}, measures=["AP", "P@1"])
    >>> result.mean
    {'AP': 0.5, 'P@1': 0.0}

    """
    wanted = requested_measures(measures, conventions)
    chosen = effective(conventions, overrides)
    need = any(isinstance(spec, Spec) and spec.measure.needs_subtopics for spec in wanted.values())
    given = qrels_from(qrels, subtopics=need if subtopics is None else subtopics, limit=limit)
    several, listed = runs_by_name(runs)
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
    """Read judgements from a file, or from dicts; the result of a reader is returned unchanged."""
    if isinstance(source, Qrels):
        return source
    if isinstance(source, Mapping):
        return plain_qrels(source) or qrels_of(source)
    return read_qrels(source, subtopics=subtopics, limit=limit)


def run_from(source: Returned, *, limit: int = LIMIT) -> Run | PlainRun:
    """Read a run from a file, or from dicts; the result of a reader is returned unchanged."""
    if isinstance(source, (Run, PlainRun)):
        return source
    if isinstance(source, Mapping):
        return plain_run(source) or run_of(source)
    return read_run(source, limit=limit)


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
    """The topics that are not in ``there``, in order."""
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
    """The strings of grades (``relstring``) among ``wanted``, by name: one string for each topic."""
    lengths = {name: length for name in wanted if (length := string_length(name)) is not None}
    blocks = [prepare(joined.ranking(block)) for block in joined.blocks()] if lengths else []
    return {name: [x for b in blocks for x in relevance_strings(b, length)] for name, length in lengths.items()}


def _average(measure: Spec | str) -> str:
    return "sum" if isinstance(measure, str) else measure.measure.average


def topic_order(topic: str) -> tuple[bool, int, bytes]:
    """The sort key of a topic: numbers by their value, then names by their bytes."""
    whole = topic.isascii() and topic.isdigit() and len(topic) < 19
    return not whole, int(topic) if whole else 0, topic.encode()

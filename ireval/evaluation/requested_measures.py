"""Reads the names of the requested measures, in the spellings of ireval, trec_eval and ir_measures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError
from ireval.evaluation.trec_eval_names import is_separate, separate_names, string_length
from ireval.evaluation.trec_eval_parameters import has_parameters, parts, with_parameters
from ireval.measure.registry import measures
from ireval.measure.spelling import FIELD, Spec, parse, parse_all, split_list


def requested_measures(texts: str | Iterable[str], preset: str = DEFAULT_PRESET) -> dict[str, Spec | str]:
    """The requested measures by their spellings. A count, a string or the tag has its name instead of a ``Spec``.

    A cutoff may be as deep as ``DEEPEST``. If ``preset`` is a tool that uses a name for another measure, the name means
    the tool's measure. Raises ``InputError`` for an unknown name, or if nothing is requested.
    """
    wanted: dict[str, Spec | str] = {}
    for text in [texts] if isinstance(texts, str) else texts:
        for name in separate_names(text):
            if is_separate(name):
                wanted[name] = name
            else:
                for spec in specs_of(name, preset):
                    wanted[spec.text] = spec
    if not wanted:
        raise InputError(FIELD, "no-measure-given")
    return _with_one_string(wanted)


def specs_of(text: str, preset: str = DEFAULT_PRESET, *, deep: bool = True) -> list[Spec]:
    """The measures in a text, separated by commas; the text may not have groups, counts or strings.

    Unless ``deep``, the measures must be explainable: a cutoff is limited as on pages, and a measure that only scores
    runs raises ``InputError``.

    >>> [str(spec) for spec in specs_of("Accuracy@5,P@5", "ir_measures")]
    ['PairAccuracy@5', 'P@5']
    """
    if has_parameters(text):
        return [with_parameters(text, explained=not deep)]
    theirs = {m.name: m.other_in[preset] for m in measures().values() if preset in m.other_in}
    found: list[Spec] = []
    kept: list[str] = []
    for part in split_list(text):
        name = part.strip()
        own = re.match(r"\w+", name)
        if own and own[0] in theirs:
            found += _all(kept, deep=deep)
            found.append(replace(parse(theirs[own[0]] + name[own.end() :], deep=deep), text=name))
            kept = []
        else:
            kept.append(part)
    return found + _all(kept, deep=deep)


def explained_measures(text: str, preset: str = DEFAULT_PRESET) -> list[Spec]:
    """The measures in a text, which must be explainable on lists; commas outside brackets separate them."""
    groups: list[str] = []
    for name in parts(text):
        alone = has_parameters(name) or not groups or has_parameters(groups[-1])
        groups = [*groups, name] if alone else [*groups[:-1], f"{groups[-1]},{name}"]
    return [spec for group in groups for spec in specs_of(group, preset, deep=False)]


def _all(names: list[str], *, deep: bool) -> list[Spec]:
    return parse_all(",".join(names), deep=deep) if names else []


def _with_one_string(wanted: Mapping[str, Spec | str]) -> dict[str, Spec | str]:
    """The same with at most one string of grades, as trec_eval prints only one: the first whose length is given."""
    strings = [name for name in wanted if string_length(name) is not None]
    if len(strings) < 2:
        return dict(wanted)
    kept = next((name for name in strings if not name.isalpha()), strings[0])
    renamed = {strings[0]: kept} | dict.fromkeys(strings[1:])
    return {new: wanted[new] for name in wanted if (new := renamed.get(name, name)) is not None}

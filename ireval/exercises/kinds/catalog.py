"""All kinds of exercises by key: every module in the folders beside this one that declares ``KIND``.

Kinds that a seed draws come first, in the order in which it draws them; kinds of own questions come last.

>>> list(KINDS)[:2], list(KINDS)[-1]
(['number', 'table'], 'printed-table')
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType

from ireval.exercises.kinds.kind import Kind
from ireval.stdlib.added_entry import added_entry

_PACKAGE = __name__.rpartition(".")[0]


@cache
def kind_modules() -> tuple[ModuleType, ...]:
    """The modules that declare a kind, in the order of ``KINDS``."""
    folders = (folder for folder in pkgutil.iter_modules(import_module(_PACKAGE).__path__) if folder.ispkg)
    packages = (import_module(f"{_PACKAGE}.{folder.name}") for folder in folders)
    names = (
        f"{package.__name__}.{file.name}" for package in packages for file in pkgutil.iter_modules(package.__path__)
    )
    return tuple(sorted((module for module in map(import_module, names) if hasattr(module, "KIND")), key=_order))


def _order(module: ModuleType) -> tuple[bool, bool, int, str]:
    kind: Kind = module.KIND
    return kind.own, not kind.seed_place, kind.seed_place, kind.key


_BY_KEY: dict[str, Kind] = {module.KIND.key: module.KIND for module in kind_modules()}
KINDS: Mapping[str, Kind] = MappingProxyType(_BY_KEY)


def kinds_of_seeds() -> list[Kind]:
    """The kinds that a seed draws, in their order."""
    return [kind for kind in KINDS.values() if kind.seed_place]


def added(kind: Kind) -> AbstractContextManager[None]:
    """Register a kind from another file until the block ends; a kind that is registered already stays."""
    return nullcontext() if _BY_KEY.get(kind.key) is kind else added_entry(_BY_KEY, kind.key, kind)

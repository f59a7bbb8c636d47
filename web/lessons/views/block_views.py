"""What shows each class of blocks: the ``VIEWS`` of every module beside this one that is called ``…_view``."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from ireval.lessons.lesson import Block
from web.lessons.shown_block import View

_PACKAGE = __name__.rpartition(".")[0]
_MODULES = [file.name for file in pkgutil.iter_modules(import_module(_PACKAGE).__path__)]

VIEWS: Mapping[type[Block], View] = {
    block: view
    for module in _MODULES
    if module.endswith("_view")
    for block, view in import_module(f"{_PACKAGE}.{module}").VIEWS.items()
}

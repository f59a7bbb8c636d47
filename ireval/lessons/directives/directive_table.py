"""All directives by name: those of every module beside this one that is called ``…_directive``.

>>> sorted(DIRECTIVES)[:3]
['agreement', 'convention', 'figure']
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from ireval.lessons.directives.directive import Directive

_PACKAGE = __name__.rpartition(".")[0]
_MODULES = [file.name for file in pkgutil.iter_modules(import_module(_PACKAGE).__path__)]

DIRECTIVES: Mapping[str, Directive] = {
    name: directive
    for module in _MODULES
    if module.endswith("_directive")
    for name, directive in import_module(f"{_PACKAGE}.{module}").DIRECTIVES.items()
}

"""A command line whose arguments, labels and numbers, may begin with ``-``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import click

#: The characters of labels.
_PLAIN_CHARACTERS = frozenset("0123456789nruNRU-")


class TakesLabels(click.Command):
    """A command whose arguments may begin with ``-``, before, between or after the options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse ``args`` with the labels moved after a ``--``, so that they are not read as options."""
        valued = {name for p in self.params if isinstance(p, click.Option) and not p.is_flag for name in p.opts}
        count = sum(isinstance(p, click.Argument) for p in self.params)
        return super().parse_args(ctx, labels_last(args, valued, set(ctx.help_option_names), count))


def labels_last(args: Sequence[str], valued: set[str], flags: set[str], count: int = 1) -> list[str]:
    """Return ``args`` with everything that is not an option moved to the end, after a ``--``.

    ``count`` arguments are expected besides the options. Options in ``valued`` are followed by a value.

    >>> labels_last(["--10", "-m", "AP"], {"-m", "--measure"}, {"--help"})
    ['-m', 'AP', '--', '--10']
    """
    options: list[str] = []
    others: list[str] = []
    rest = iter(args)
    for arg in rest:
        if arg in valued:
            value = list(islice(rest, 1))
            if not value:  # click reports the missing value
                return list(args)
            options += [arg, *value]
        elif arg in flags or _is_option(arg, valued):
            options.append(arg)
        else:
            others.append(arg)
    if len(others) > count and "--" in others:  # in addition to labels, it marks the end of the options as usual
        others.remove("--")
    return [*options, "--", *others]


def _is_option(arg: str, valued: set[str]) -> bool:
    if arg.startswith("--"):
        return bool(set(arg) - _PLAIN_CHARACTERS)
    return arg.startswith("-") and arg[:2] in valued

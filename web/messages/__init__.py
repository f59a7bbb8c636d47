"""The sentences of the pages, which are added to the core's catalogue, and times in words.

The lowest room of the pages: may import only ``ireval.messages`` and ``ireval.errors``; all other rooms of the pages
use it. ``tests/ireval/messages`` tests its entries, ``tests/test_architecture.py`` checks its imports.
"""

from pathlib import Path

from ireval.messages import add_catalogue

ENGLISH = Path(__file__).with_name("english")

add_catalogue(ENGLISH)

"""Messages to people, as keys and values, and the catalogue that turns them into English.

May import ``stdlib`` only. Errors, causes and results are made of messages, so every room uses it.
A second language is a folder like ``english``, which ``add_catalogue`` adds. ``tests/ireval/messages`` tests it,
``tests/test_architecture.py`` keeps its imports so.
"""

from ireval.messages.catalogue import ADVICE, COMMAND, PYTHON, TALLY, add_catalogue, say
from ireval.messages.language import speaking
from ireval.messages.message import Figures, Message

__all__ = ["ADVICE", "COMMAND", "PYTHON", "TALLY", "Figures", "Message", "add_catalogue", "say", "speaking"]

"""Messages to people, as keys and values, and the one place that turns them into English.

The lowest room: may import nothing of the project. Errors, causes and outcomes are made of it, and every room uses it.
A second language is a second folder like ``english``. ``tests/ireval/messages`` tests it,
``tests/test_architecture.py`` keeps its imports so.
"""

from ireval.messages.catalogue import ADVICE, COMMAND, PYTHON, TALLY, add_catalogue, say
from ireval.messages.message import Figures, Message

__all__ = ["ADVICE", "COMMAND", "PYTHON", "TALLY", "Figures", "Message", "add_catalogue", "say"]

"""The fuzz command, ``python -m tests.fuzz``: hostile input for every route and form, the command line and ``restore``.

``areas`` have the inputs, one idea a module; ``driver`` runs them in batches, and ``report`` says what went wrong.
"""

import pytest

pytestmark = pytest.mark.thorough

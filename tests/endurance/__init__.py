"""What a server has to endure: kills, and a class of 300 that loses the network. `docs/tests.md` says how to run it.

Everything goes through the pages of the product that `python app.py` starts, as browsers use them.
"""

import pytest

pytestmark = pytest.mark.slow

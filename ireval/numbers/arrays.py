"""The types of arrays that the core computes with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Grades = NDArray[np.int16]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

"""What must hold while parts of an installation fail: `python -m tests.endurance chaos`; see `docs/tests.md`.

Visitors use one installation all the time, and one part of it after the other fails, or is stopped, or lies.
"""

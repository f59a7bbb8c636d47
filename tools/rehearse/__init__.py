"""Plays an exam against an installation and says whether it carries it: `python -m tools.rehearse 10000`.

The generator knows the installation by its pages alone. `docs/running-a-server.md` describes it.
"""

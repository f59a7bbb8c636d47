"""Shorter answers to changes of the lab: parts that the visitor's page already has are left out.

May import the rest of the lab and what the lab may import; `web.lab.page` uses it. `tests/web/lab/test_sections.py`
tests it, `tests/test_architecture.py` keeps its imports so.
"""

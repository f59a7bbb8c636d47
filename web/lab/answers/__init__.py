"""What an answer to a change of the lab leaves out.

May import the rest of the lab and what the lab may import; `web.lab.page` uses it. `tests/web/lab/test_sections.py`
tests it, `tests/test_architecture.py` keeps its imports so.
"""

"""A topic of a collection in the lab: its text, its documents, and the visitor's labels beside the stored ones.

May import `web.state`, `web.collections` and what the lab may import; the lab's form and page use it. `tests/web/lab`
tests it, `tests/test_architecture.py` keeps its imports so.
"""

"""Formulas as MathML: LaTeX and calculations turned into markup, differences marked, and the font for it.

May import `ireval` alone; every page with a formula uses it. `tests/web/formulas` tests it,
`tests/test_architecture.py` keeps its imports so.
"""

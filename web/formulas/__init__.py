"""Formulas as MathML: LaTeX and calculations as markup, marked differences between formulas, and the math font.

May import `ireval` alone; every page with a formula uses it. `tests/web/formulas` tests it,
`tests/test_architecture.py` checks its imports.
"""

"""How a step shows its blocks: a module for the blocks of one idea, which declares their ``VIEWS``.

A module that is called ``…_view`` declares a function for each class of blocks; ``block_views`` finds it. The template
of a block is in `templates/lessons/blocks`. `tests/web/lessons/test_block_views.py` checks that every block has both.
"""

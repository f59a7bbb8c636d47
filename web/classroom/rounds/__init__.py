"""How a round goes on, and what came of it.

May import ``classroom.questions``, ``classroom.judging`` and the lower floors; the pages of the classroom use it.
``tests/web/classroom`` tests it.
"""

"""What students have on their phones: one field for the code, and then one thing at a time, as the room goes on.

May import ``classroom.access``, ``classroom.rounds``, ``classroom.questions``, ``classroom.judging`` and the lower
floors. ``tests/web/classroom/phone`` tests it.
"""

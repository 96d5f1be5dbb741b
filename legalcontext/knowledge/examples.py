"""Which ways of asking tell of a topic: a bounded number for each, from as many notes as can be."""

from __future__ import annotations

from typing import Final

from django.db import DEFAULT_DB_ALIAS, connections

from .models import TopicExample

PER_TOPIC: Final = 100

_CHOOSE: Final = """
INSERT INTO knowledge_topicexample (id, note_id, topic, reviewed, embedding)
SELECT entry.id, entry.note_id, entry.topic, entry.reviewed, entry.embedding
FROM (SELECT id, row_number() OVER (ORDER BY turn, note_id) AS place
      FROM (SELECT id, note_id, row_number() OVER (PARTITION BY note_id ORDER BY id) AS turn
            FROM knowledge_entry
            WHERE asked AND live AND topic = %(topic)s) asked) chosen
JOIN knowledge_entry entry ON entry.id = chosen.id
WHERE chosen.place <= %(number)s"""
"""Each note's first way of asking, then each one's second, and so on."""


def refresh(topic: str, *, using: str = DEFAULT_DB_ALIAS) -> None:
    """Choose the topic's examples anew, after a change to which of its notes are in use.

    Call it inside a transaction: until its end nobody else chooses for this topic.
    """
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"knowledge.topic:{topic}"])
        TopicExample.objects.using(using).filter(topic=topic).delete()
        cursor.execute(_CHOOSE, {"topic": topic, "number": PER_TOPIC})

"""Matters, who may read them, what stands in them, and the index for conflict checks."""

from matters.levels import LEVELS, MANAGE, READ, WORK

from .access import KeyBinding, MatterEvent, MatterUserPermission, Wall
from .conflicts import ConflictCheck, ConflictName
from .file import KeyDate, Note, Party
from .matter import Matter, MatterQuerySet

__all__ = [
    "LEVELS",
    "MANAGE",
    "READ",
    "WORK",
    "ConflictCheck",
    "ConflictName",
    "KeyBinding",
    "KeyDate",
    "Matter",
    "MatterEvent",
    "MatterQuerySet",
    "MatterUserPermission",
    "Note",
    "Party",
    "Wall",
]

"""Matters, and who may read them."""

from django.apps import AppConfig


class MattersConfig(AppConfig):
    name = "matters"

    listed_policies = frozenset({"matters_matter.operator_reads"})

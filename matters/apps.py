"""Matters, and who may read them."""

from django.apps import AppConfig


class MattersConfig(AppConfig):
    name = "matters"

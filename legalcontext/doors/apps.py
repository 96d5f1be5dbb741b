"""The doors own no models; as an app they bring their templates and one table of counters."""

from django.apps import AppConfig


class DoorsConfig(AppConfig):
    name = "legalcontext.doors"
    label = "doors"

    directory_tables = frozenset({"doors_counter"})

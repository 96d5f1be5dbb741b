"""The doors own no models; as an app they bring their templates and checks."""

from django.apps import AppConfig


class DoorsConfig(AppConfig):
    name = "legalcontext.doors"
    label = "doors"

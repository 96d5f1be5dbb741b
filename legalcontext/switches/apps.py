"""What the service answers at the moment: by skill, register and place."""

from django.apps import AppConfig


class SwitchesConfig(AppConfig):
    name = "legalcontext.switches"
    label = "switches"

    # The service's own words, no account's.
    reference_tables = frozenset({"switches_switch", "switches_switchchange"})

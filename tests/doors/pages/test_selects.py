"""A long list is written as Django writes it, only faster."""

from __future__ import annotations

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting
from django.test.html import parse_html

from legalcontext.doors.pages.forms.selects import LongSelect

CHOICES = [("", "Any"), ("Group <1>", [("US-CA", "California & more"), ("US", "all")]), ("x", "X")]


class Before(forms.Form):
    default_renderer = TemplatesSetting
    place = forms.ChoiceField(choices=CHOICES, required=False, help_text="Where?")
    needed = forms.ChoiceField(choices=CHOICES)


class After(Before):
    place = forms.ChoiceField(
        choices=CHOICES, required=False, help_text="Where?", widget=LongSelect
    )
    needed = forms.ChoiceField(choices=CHOICES, widget=LongSelect)


@pytest.mark.parametrize("data", [None, {"place": "US-CA"}, {"place": "x"}, {"place": '"><b>'}])
@pytest.mark.parametrize("name", ["place", "needed"])
def test_it_is_djangos_own_select(data, name):
    assert parse_html(str(After(data)[name])) == parse_html(str(Before(data)[name]))

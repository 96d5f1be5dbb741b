"""Every address of the pages: English words in every language, and nothing private in them."""

from __future__ import annotations

from django.urls import path
from django.views.i18n import set_language

from . import holder_urls
from .views import home, security

app_name = "pages"

urlpatterns = [
    *holder_urls.urlpatterns,
    path("", home.Home.as_view(), name="home"),
    path("language/", set_language, name="language"),
    path("account/choose/", home.ChooseAccount.as_view(), name="choose-account"),
    path("security/", security.Security.as_view(), name="security"),
]

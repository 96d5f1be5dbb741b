"""Django's admin with the operators' site."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class OperatorsAdminConfig(AdminConfig):
    """In INSTALLED_APPS in place of `django.contrib.admin`; the label stays `admin`."""

    default_site = "accounts.backoffice.site.OperatorsSite"

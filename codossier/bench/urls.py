"""The service's addresses, and the bare view that the REST door is measured against."""

from __future__ import annotations

from django.urls import include, path

from codossier.urls import handler400, handler403, handler404, handler500

from . import bare

urlpatterns = [path("bench/ask", bare.ask), path("", include("codossier.urls"))]

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

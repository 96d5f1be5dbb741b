"""The addresses of deletion requests."""

from __future__ import annotations

from django.urls import path

from . import views

AT = "v1/deletion-requests"
ONE = f"{AT}/<str:request_id>"

urlpatterns = [
    path("v1/deletion-regimes", views.RegimeList.as_view(), name="deletion-regimes"),
    path(AT, views.RequestList.as_view(), name="deletion-requests"),
    path(ONE, views.RequestDetail.as_view(), name="deletion-request"),
    path(f"{ONE}/withdraw", views.Withdrawal.as_view(), name="deletion-request-withdraw"),
    path(f"{ONE}/appeal", views.Appeal.as_view(), name="deletion-request-appeal"),
    path(f"{ONE}/take-up", views.TakingUp.as_view(), name="deletion-request-take-up"),
    path(f"{ONE}/decline", views.Declining.as_view(), name="deletion-request-decline"),
    path(
        f"{ONE}/certificate", views.CertificateDetail.as_view(), name="deletion-request-certificate"
    ),
    path(
        f"{ONE}/certificate/page",
        views.CertificatePage.as_view(),
        name="deletion-request-certificate-page",
    ),
]

"""Every address of the REST door."""

from django.urls import path

from . import asks, contracts, health

urlpatterns = [
    path("v1/asks", asks.AskList.as_view(), name="asks"),
    path("v1/asks/<str:answer_id>", asks.AskDetail.as_view(), name="ask"),
    path("v1/context/resolve", asks.ContextResolve.as_view(), name="context-resolve"),
    path("contracts/", contracts.index, name="contracts"),
    path("contracts/<str:name>/<path:version>", contracts.contract, name="contract"),
    path("a2a/ext/legal-context/v1", contracts.extension, name="extension"),
    path("health", health.health, name="health"),
]

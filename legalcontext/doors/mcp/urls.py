"""Every address of the MCP door. With and without the slash, since a redirected POST is lost."""

from django.urls import path

from . import discovery, view

METADATA = ".well-known/oauth-protected-resource"

urlpatterns = [
    path("mcp", view.endpoint, name="mcp"),
    path("mcp/", view.endpoint),
    # Clients look under the resource's own path first, then at the root (RFC 9728, section 3.1).
    path(f"{METADATA}/mcp", discovery.resource_metadata, name="mcp-resource-metadata"),
    path(f"{METADATA}/mcp/", discovery.resource_metadata),
    path(METADATA, discovery.resource_metadata),
    path("docs/mcp", discovery.documentation, name="mcp-documentation"),
]

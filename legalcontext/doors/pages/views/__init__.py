"""The views, a module for each part of the pages."""

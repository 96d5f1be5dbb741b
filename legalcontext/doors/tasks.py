"""The doors' jobs, where the job queue looks for them."""

from .a2a import jobs as jobs

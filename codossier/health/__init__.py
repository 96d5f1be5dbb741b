"""How the service tells whether it lives, whether it can work, and how much it does.

`/healthz` asks nothing of anybody, `/readyz` everything that an answer needs, `/metrics` is for
Prometheus, behind a token. None of them says a word of any account. See docs/health.md.
"""

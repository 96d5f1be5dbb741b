"""Settings, from environment variables only; `environment.py` declares every one of them."""

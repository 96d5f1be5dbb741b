"""The account holder's pages: a door like the others, for people with a browser."""

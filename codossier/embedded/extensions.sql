-- Extensions, in one database. Run as a superuser (`vector` is not a trusted extension).
CREATE EXTENSION IF NOT EXISTS vector;
ALTER EXTENSION vector UPDATE;

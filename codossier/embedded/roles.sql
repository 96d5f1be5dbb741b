-- The roles, on the whole server. Run as a superuser, in any database; may be run again.
-- On a server of your own, give each role a password or another way in: none is set here.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['owner', 'app', 'operator', 'backup'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I', name);
        END IF;
    END LOOP;
END $$;

-- DDL and migrations; CREATEDB for the test database. Sees no tenant row (row security is forced).
ALTER ROLE owner LOGIN CREATEDB NOSUPERUSER NOCREATEROLE NOBYPASSRLS NOREPLICATION;
-- Web and workers: owns nothing, is a member of nothing, can bypass nothing.
ALTER ROLE app LOGIN NOCREATEDB NOSUPERUSER NOCREATEROLE NOBYPASSRLS NOREPLICATION;
-- The admin's lists and the metrics: reads metadata by explicit grants, never writes.
ALTER ROLE operator LOGIN NOCREATEDB NOSUPERUSER NOCREATEROLE NOBYPASSRLS NOREPLICATION;
-- Dump, restore and the proof of erasure: commands only, never a web or worker process.
ALTER ROLE backup LOGIN CREATEDB NOSUPERUSER NOCREATEROLE BYPASSRLS NOREPLICATION;
GRANT pg_read_all_data, owner TO backup;

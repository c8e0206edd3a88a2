# The image of PostgreSQL runs this once, when its volume is new: the role that owns the tables, and the one that the
# product connects with.
psql --set=ON_ERROR_STOP=1 --username=postgres --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" <<'SQL'
CREATE ROLE benchside_owner LOGIN PASSWORD :'owner';
CREATE ROLE benchside_app LOGIN PASSWORD :'app';
CREATE DATABASE benchside OWNER benchside_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE benchside FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE benchside TO benchside_app;
SQL

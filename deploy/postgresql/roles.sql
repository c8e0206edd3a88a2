-- As a superuser, with passwords of your own: psql --set=ON_ERROR_STOP=1 --file=roles.sql
CREATE ROLE benchside_owner LOGIN PASSWORD 'owner-password';
CREATE ROLE benchside_app LOGIN PASSWORD 'app-password';
CREATE DATABASE benchside OWNER benchside_owner TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE benchside FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE benchside TO benchside_app;

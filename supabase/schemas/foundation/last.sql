-- PostgreSQL lets everyone execute a new function. Each file grants what a caller needs.
revoke all on all functions in schema private from public;

-- A function's rights begin with everybody's; each file gives what a caller needs.
revoke all on all functions in schema private from public;

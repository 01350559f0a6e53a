-- pg_net was created without a schema of its own and so landed in `public`, which Supabase's advisor warns of. It cannot be
-- moved, only made anew; its functions are in `net` either way, and requests under way are called again within a minute.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_net' and extnamespace = 'public'::regnamespace) then
    begin
      perform set_config('lock_timeout', '10s', true);
      drop extension pg_net;
      create extension pg_net with schema extensions;
    exception when others then
      raise warning 'pg_net stays in the schema public: %', sqlerrm;
    end;
    perform set_config('lock_timeout', '0', true);
  end if;
end $$;

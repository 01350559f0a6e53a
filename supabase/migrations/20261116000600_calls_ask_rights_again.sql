-- Whoever is in a call's channel was let in for the call as it was then. When it changes, is given to another host, moved,
-- cancelled or deleted, the portal's own servers, which listen here, ask the policies again for everybody in the channel.
-- Nobody listens on Supabase, whose Realtime asks at the next renewal of a token (docs/security.md).
create function private.announce_call_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || old.id)::text);
  return null;
end $$;
revoke all on function private.announce_call_change() from public, anon, authenticated, service_role;

create trigger announce_call_change after update on public.appointments
  for each row when (old is distinct from new) execute function private.announce_call_change();
create trigger announce_call_end after delete on public.appointments
  for each row execute function private.announce_call_change();

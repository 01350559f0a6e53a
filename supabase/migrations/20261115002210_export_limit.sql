-- What a patient may call directly has no function in front of it that counts. So the limit stands where nobody gets past
-- it: in the procedure. The functions that call it count nothing of their own for the same person.

-- Refuses with the seconds to wait as the detail. The refusal undoes its own count, which leaves the counter at its limit.
create function private.require_limit(p_key text, p_limit integer, p_seconds integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.take_from_limit(p_key, p_limit, p_seconds);
begin
  if wait > 0 then
    raise exception using errcode = 'PT429', message = 'Too many attempts', detail = wait::text;
  end if;
end $$;

alter function public.export_my_data() set schema private;
alter function private.export_my_data() rename to gather_my_data;
revoke all on function private.gather_my_data() from public, anon, authenticated, service_role;

create function public.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.require_limit('data-export:' || auth.uid(), 30, 3600);
  return private.gather_my_data();
end $$;
revoke all on function public.export_my_data() from public, anon, authenticated, service_role;
grant execute on function public.export_my_data() to authenticated;

alter function public.enter_call(uuid) set schema private;
alter function private.enter_call(uuid) rename to find_call;
revoke all on function private.find_call(uuid) from public, anon, authenticated, service_role;

-- The function in front counts clients, who may be strangers; this counts the patient, or the host by the link's call.
create function public.enter_call(p_room uuid default null) returns json
language plpgsql security definer set search_path = '' as $$
declare
  person text := coalesce(auth.uid()::text, auth.jwt() ->> 'call_id');
begin
  if person is null then
    return null;
  end if;
  perform private.require_limit('enter-call-person:' || person, 100, 300);
  return private.find_call(p_room);
end $$;
revoke all on function public.enter_call(uuid) from public, anon, authenticated, service_role;
grant execute on function public.enter_call(uuid) to anon, authenticated;

revoke all on function private.require_limit(text, integer, integer) from public;

-- Who is invited is asked at several doors: validate-email, the server's own otp, and on Supabase the auth service's. What
-- a client learns there is counted here, for all of them together (docs/decisions/0016-counting-misses.md).

-- One customer of a provider holds a whole /64 of IPv6 addresses: all of it is one client, however it is written.
create function private.client_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(trim(p_address), '^::ffff:(?=[0-9]+[.])', '', 'i');
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return p_address;
end $$;

-- The counter of this key in its current window. It is locked from here on: who asks next waits, and sees what came of this.
create function private.locked_counter(p_key text, p_seconds integer) returns private.limits
language sql security definer set search_path = '' as $$
  insert into private.limits as counter (key, used, window_ends_at)
  values (encode(sha256(convert_to(p_key, 'UTF8')), 'hex'), 0, now() + make_interval(secs => p_seconds))
  on conflict (key) do update set
    used = case when counter.window_ends_at <= now() then 0 else counter.used end,
    window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
  returning *
$$;

-- Whether an address is invited, or how many seconds to wait before asking again. An address without an invitation is a
-- miss: a client has 30 in five minutes and 100 a day. A client that used them up is told nothing, of whichever address,
-- or the answers that still came would be those about the invited. Hits wait for the same lock as misses for that reason:
-- of many questions at once none is answered past the last miss.
create function public.ask_invitation(p_email text, p_client text, p_scale numeric default 1, p_needs_user boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  invited boolean := exists (select from public.invitations where email = lower(p_email) and revoked_at is null)
    and (not p_needs_user or exists (select from auth.users where email = lower(p_email)));
  few private.limits;
  many private.limits;
  closed_until timestamptz;
begin
  -- Somebody of whom nothing is known is not counted: all of them would be one client.
  if p_client is null then
    return jsonb_build_object('wait', 0, 'invited', invited);
  end if;
  few := private.locked_counter('invitation-misses:' || private.client_of(p_client), 300);
  many := private.locked_counter('invitation-misses-a-day:' || private.client_of(p_client), 86400);
  closed_until := greatest(
    case when few.used >= greatest(1, floor(30 * p_scale)) then few.window_ends_at end,
    case when many.used >= greatest(1, floor(100 * p_scale)) then many.window_ends_at end);
  if closed_until is not null then
    return jsonb_build_object('wait', greatest(1, ceil(extract(epoch from closed_until - now())))::integer);
  end if;
  if not invited then
    update private.limits set used = used + 1 where key in (few.key, many.key);
  end if;
  return jsonb_build_object('wait', 0, 'invited', invited);
end $$;
revoke all on function public.ask_invitation(text, text, numeric, boolean) from public, anon, authenticated, service_role;
grant execute on function public.ask_invitation(text, text, numeric, boolean) to service_role;

-- The auth service asks this for an address that has no user yet. Those that have one it answers without asking, so that
-- on Supabase its own limits are what bounds questions about them.
create or replace function private.before_user_created(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := public.ask_invitation(event #>> '{user,email}', event #>> '{metadata,ip_address}');
begin
  if (answer ->> 'wait')::integer > 0 then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 429, 'message', format('Too many attempts. Please try again in %s seconds.', answer ->> 'wait')));
  end if;
  if (answer ->> 'invited')::boolean then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', 'This email is not authorized to use the application.'));
end $$;

revoke all on function private.client_of(text), private.locked_counter(text, integer) from public;

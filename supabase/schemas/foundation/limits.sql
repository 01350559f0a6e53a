-- Rate limits: counters for "at most so many in so long", shared by every server and function on this database.
create table private.limits (
  key text primary key,
  used integer not null,
  window_ends_at timestamptz not null
);
alter table private.limits enable row level security;
revoke all on private.limits from public, anon, authenticated, service_role;
create index limits_window_ends_at on private.limits (window_ends_at);

-- Counts one use. Returns 0 when it is allowed, otherwise the seconds to wait. Keys are hashed, so that the table does not
-- reveal which address or client it counts.
create function public.take_from_limit(p_key text, p_limit integer, p_seconds integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  counted private.limits;
begin
  insert into private.limits as counter (key, used, window_ends_at)
  values (encode(sha256(convert_to(p_key, 'UTF8')), 'hex'), 1, now() + make_interval(secs => p_seconds))
  on conflict (key) do update set
    used = case when counter.window_ends_at <= now() then 1 else counter.used + 1 end,
    window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
  returning * into counted;
  if counted.used <= p_limit then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_ends_at - now())))::integer;
end $$;
revoke all on function public.take_from_limit(text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.take_from_limit(text, integer, integer) to service_role;

-- For procedures that a patient calls directly: raises an error whose detail is the seconds to wait. The error rolls back its own count,
-- so the counter stays at its limit.
create function private.require_limit(p_key text, p_limit integer, p_seconds integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.take_from_limit(p_key, p_limit, p_seconds);
begin
  if wait > 0 then
    raise exception using errcode = 'PT429', message = 'Too many attempts', detail = wait::text;
  end if;
end $$;

-- The counter of this key in its current window, locked until the end of the transaction. The next request waits, and then sees this
-- one's change.
create function private.locked_counter(p_key text, p_seconds integer) returns private.limits
language sql security definer set search_path = '' as $$
  insert into private.limits as counter (key, used, window_ends_at)
  values (encode(sha256(convert_to(p_key, 'UTF8')), 'hex'), 0, now() + make_interval(secs => p_seconds))
  on conflict (key) do update set
    used = case when counter.window_ends_at <= now() then 0 else counter.used end,
    window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
  returning *
$$;

-- Runs every hour. Answers to the care team's requests are deleted after a day; no one repeats a request later than that.
create function public.forget_old_limits() returns void
language sql security definer set search_path = '' as $$
  delete from private.limits where window_ends_at < now();
  delete from private.team_requests where made_at < now() - interval '1 day';
  select public.mark_schedule_run('forget-old-limits', 200);
$$;
revoke all on function public.forget_old_limits() from public, anon, authenticated, service_role;
grant execute on function public.forget_old_limits() to service_role;

-- One client: an IPv4 address, or the /56 of IPv6 addresses that a provider gives to one customer, in any notation.
-- supabase/functions/_shared/request/client-address.ts has the same rule, and a test compares the two.
create function private.client_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(trim(p_address), '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
  return case family(address) when 6 then network(set_masklen(address, 56))::text else host(address) end;
exception when invalid_text_representation then
  return p_address;
end $$;

-- The /48 around an IPv6 client, which a company or a person who rents a server may hold. Null for an IPv4 client.
create function private.site_of(p_client text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case family(p_client::inet) when 6 then network(set_masklen(p_client::inet, 48))::text end;
exception when invalid_text_representation then
  return null;
end $$;

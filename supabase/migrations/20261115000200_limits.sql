-- Counters for "at most so many in so long", shared by every server and function on this database.

create table private.limits (
  key text primary key,
  used integer not null,
  window_ends_at timestamptz not null
);
create index limits_window_ends_at on private.limits (window_ends_at);
alter table private.limits enable row level security;
revoke all on private.limits from public, anon, authenticated, service_role;

-- Counts one use. Answers 0 when it is allowed, otherwise the seconds to wait. Keys are hashed, so that the
-- table tells nobody which address or client it counts.
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
revoke all on function public.take_from_limit(text, integer, integer) from public, anon, authenticated;
grant execute on function public.take_from_limit(text, integer, integer) to service_role;

create function public.forget_old_limits() returns void
language sql security definer set search_path = '' as $$
  delete from private.limits where window_ends_at < now()
$$;
revoke all on function public.forget_old_limits() from public, anon, authenticated;
grant execute on function public.forget_old_limits() to service_role;

-- A miss of somebody who is signed in counts for them and for the network that they ask from. Counted for them alone, one
-- network heard of 30 addresses more with every account there (docs/decisions/0016-counting-misses.md).

-- The misses of a network. Somebody who is signed in is told of a sixth more, so that strangers there do not use up theirs.
create function private.misses_of_network(p_most integer, p_scale numeric, p_is_signed_in boolean) returns numeric
language sql immutable set search_path = '' as $$
  select greatest(1, floor(p_most * p_scale))
    + case when p_is_signed_in then greatest(1, floor(p_most * p_scale / 6)) else 0 end
$$;
revoke all on function private.misses_of_network(integer, numeric, boolean) from public, anon, authenticated, service_role;

drop function public.ask_invitation(text, text, numeric, boolean);
create function public.ask_invitation(
  p_email text, p_client text, p_scale numeric default 1, p_needs_user boolean default false, p_user_id uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  invited boolean := exists (select from public.invitations where email = lower(p_email) and revoked_at is null)
    and (not p_needs_user or exists (select from auth.users where email = lower(p_email)));
  is_signed_in boolean := p_user_id is not null;
  client text := private.client_of(p_client);
  site text := private.site_of(client);
  few private.limits;
  many private.limits;
  few_of_site private.limits;
  many_of_site private.limits;
  few_of_user private.limits;
  many_of_user private.limits;
  closed_until timestamptz;
begin
  -- Somebody of whom nothing is known is not counted: all of them would be one client. The counters are always locked in
  -- this order, so that no two wait for each other.
  if p_client is not null then
    few := private.locked_counter('invitation-misses:' || client, 300);
    many := private.locked_counter('invitation-misses-a-day:' || client, 86400);
  end if;
  if site is not null then
    few_of_site := private.locked_counter('invitation-misses:' || site, 300);
    many_of_site := private.locked_counter('invitation-misses-a-day:' || site, 86400);
  end if;
  if is_signed_in then
    few_of_user := private.locked_counter('invitation-misses:' || p_user_id, 300);
    many_of_user := private.locked_counter('invitation-misses-a-day:' || p_user_id, 86400);
  end if;
  closed_until := greatest(
    case when few.used >= private.misses_of_network(30, p_scale, is_signed_in) then few.window_ends_at end,
    case when many.used >= private.misses_of_network(100, p_scale, is_signed_in) then many.window_ends_at end,
    case when few_of_site.used >= private.misses_of_network(300, p_scale, is_signed_in) then few_of_site.window_ends_at end,
    case when many_of_site.used >= private.misses_of_network(1000, p_scale, is_signed_in) then many_of_site.window_ends_at end,
    case when few_of_user.used >= greatest(1, floor(30 * p_scale)) then few_of_user.window_ends_at end,
    case when many_of_user.used >= greatest(1, floor(100 * p_scale)) then many_of_user.window_ends_at end);
  if closed_until is not null then
    return jsonb_build_object('wait', greatest(1, ceil(extract(epoch from closed_until - now())))::integer);
  end if;
  if not invited then
    update private.limits set used = used + 1 where key in (
      few.key, many.key, few_of_site.key, many_of_site.key, few_of_user.key, many_of_user.key);
  end if;
  return jsonb_build_object('wait', 0, 'invited', invited);
end $$;
revoke all on function public.ask_invitation(text, text, numeric, boolean, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.ask_invitation(text, text, numeric, boolean, uuid) to service_role;

-- Only invited addresses get a user, no matter which service asks. Questions about addresses are counted.
create function private.refuse_uninvited_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_invited(new.email) then
    raise exception using errcode = '42501', message = 'This email is not authorized to use the application.';
  end if;
  return new;
end $$;

create trigger refuse_uninvited_user before insert on auth.users
  for each row execute function private.refuse_uninvited_user();

-- The first sign-in creates the patient's record from their invitation.
create function private.open_customer_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.customers
    (user_id, customer_email, customer_first_name, customer_last_name, customer_phone, programme_name)
  select new.id, email, first_name, last_name, phone, programme_name
  from public.invitations where email = lower(new.email)
  on conflict (user_id) do nothing;
  return new;
end $$;

create trigger open_customer_record after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null) execute function private.open_customer_record();

-- How many unknown addresses a network may ask about. A signed-in person gets a sixth more, so that strangers in their network cannot use
-- up their share.
create function private.misses_of_network(p_most integer, p_scale numeric, p_is_signed_in boolean) returns numeric
language sql immutable set search_path = '' as $$
  select greatest(1, floor(p_most * p_scale))
    + case when p_is_signed_in then greatest(1, floor(p_most * p_scale / 6)) else 0 end
$$;
revoke all on function private.misses_of_network(integer, numeric, boolean) from public, anon, authenticated, service_role;

create function public.ask_invitation(
  p_email text, p_client text, p_scale numeric default 1, p_needs_user boolean default false, p_user_id uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  invited boolean := private.is_invited(p_email)
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
  -- Requests without a client are not counted, because they would all count as one client. Counters are always locked in
  -- this order, so that requests never deadlock.
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
revoke all on function public.ask_invitation(text, text, numeric, boolean, uuid) from public, anon, authenticated, service_role;
grant execute on function public.ask_invitation(text, text, numeric, boolean, uuid) to service_role;

-- A wait in words. domain/contracts/fields/wait-words.ts has the same words, and a test compares the two.
create function private.wait_in_words(p_seconds integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_seconds = 1 then '1 second'
    when p_seconds <= 300 then p_seconds || ' seconds'
    when p_seconds <= 3600 then ceil(p_seconds / 60.0) || ' minutes'
    else ceil(p_seconds / 3600.0) || ' hours' end
$$;

-- Supabase's auth service calls this hook before it creates a user, and shows its message unchanged. It doesn't ask about addresses that
-- have a user; its own limits cover those. A client without an address is not counted, because all such clients would count as one.
create function private.before_user_created(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := public.ask_invitation(event #>> '{user,email}', nullif(trim(event #>> '{metadata,ip_address}'), ''));
begin
  if (answer ->> 'wait')::integer > 0 then
    return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', format(
      'Too many attempts. Please try again in %s.', private.wait_in_words((answer ->> 'wait')::integer))));
  end if;
  if (answer ->> 'invited')::boolean then
    return '{}'::jsonb;
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', 'This email is not authorized to use the application.'));
end $$;

do $$
begin
  -- The auth service's own role exists on Supabase only.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end $$;

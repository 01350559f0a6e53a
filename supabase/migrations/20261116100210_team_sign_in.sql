-- Who may sign in, now that the care team does: whoever is invited, as a patient or as one of the team. An address is never
-- both.

create function private.is_invited(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.invitations where email = lower(p_email) and revoked_at is null)
    or exists (select from public.care_team
      where email = lower(p_email) and invited_at is not null and deactivated_at is null)
$$;

create or replace function private.refuse_uninvited_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_invited(new.email) then
    raise exception using errcode = '42501', message = 'This email is not authorized to use the application.';
  end if;
  return new;
end $$;

-- Who may set up a second factor. Whether somebody takes calls has nothing to do with it.
create function private.is_of_care_team(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$ select (private.staff_of(p_user_id)).id is not null $$;

create or replace function private.may_sign_in(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.invitations
    where revoked_at is null and email = coalesce(
      (select customer_email from public.customers where user_id = p_user_id),
      (select lower(email) from auth.users where id = p_user_id))
  ) or private.is_of_care_team(p_user_id)
$$;

-- As before, for everybody who is invited.
create or replace function public.ask_invitation(
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

-- Ends all that could open a session again: sessions, codes, and a change of address under way, which would otherwise wait
-- for the day on which the person is invited again. Somebody of the team loses the second factor as well.
create function private.end_sign_in(p_users uuid[], p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = any (p_users);
  delete from auth.mfa_factors where user_id = any (p_users);
  -- When the codes were sent is kept, for the minute between two mails.
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = any (p_users)
    and (email_change <> '' or email_change_token_new <> '' or email_change_token_current <> '');
  -- Supabase's auth service keeps its codes here, in both places.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = any (p_users);
    update auth.users set confirmation_token = '', recovery_token = '', reauthentication_token = ''
    where id = any (p_users)
      and (confirmation_token <> '' or recovery_token <> '' or reauthentication_token <> '');
  end if;
  -- Our own server keeps them here, also for somebody who has never signed in.
  if exists (select from pg_catalog.pg_namespace where nspname = 'portal_server') then
    delete from portal_server.sign_in_codes where email = p_email;
    delete from portal_server.sign_in_clients where email = p_email;
    delete from portal_server.email_change_guesses where user_id = any (p_users);
  end if;
end $$;

create or replace function private.end_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.revoked_at is not null or new.email <> old.email then
    -- The record names the invitation even where the account's address has changed since.
    perform private.end_sign_in(array(
      select id from auth.users where email = old.email
      union
      select user_id from public.customers where customer_email = old.email), old.email);
  end if;
  return null;
end $$;

-- Of two who write the same address at once, one as a patient's and one as the team's, the second waits and is refused.
-- Patients share one lock, however many are written at once; the team's few addresses wait for it alone.
create function private.refuse_team_address() returns void
language sql set search_path = '' as $$
  select private.refuse_team('PT422', 'address_of_team',
    'This address belongs to somebody of the care team. A patient needs an address of their own.')
$$;

create function private.check_invitation_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('addresses', 0));
  if exists (select from public.care_team where email = lower(new.email)) then
    perform private.refuse_team_address();
  end if;
  return new;
end $$;
create trigger check_invitation_address before insert or update of email on public.invitations
  for each row execute function private.check_invitation_address();

create function private.check_customer_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('addresses', 0));
  if exists (select from public.care_team where email = lower(new.customer_email)) then
    perform private.refuse_team_address();
  end if;
  return new;
end $$;
create trigger check_customer_address before insert or update of customer_email on public.customers
  for each row execute function private.check_customer_address();

create function private.refuse_patient_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses', 0));
  if exists (select from public.invitations where email = new.email)
    or exists (select from public.customers where customer_email = new.email) then
    perform private.refuse_team('PT422', 'address_of_patient',
      'This address belongs to a patient. Somebody of the care team needs an address of their own.');
  end if;
  return new;
end $$;
create trigger refuse_patient_address before insert or update of email on public.care_team
  for each row execute function private.refuse_patient_address();

-- Somebody whose row is gone could otherwise come back with the same account as whatever the address becomes.
create function private.remove_staff_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where (id = old.user_id or email = old.email)
    and not exists (select from public.customers where customers.user_id = users.id);
  return null;
end $$;
create trigger remove_staff_account after delete on public.care_team
  for each row when (old.invited_at is not null) execute function private.remove_staff_account();

revoke all on all functions in schema private from public;

-- Who may sign in, and the patient record that the first sign-in opens.

create schema if not exists private;
revoke all on schema private from public;
-- Triggers that run as the patient look their helpers up by name; nobody else has business here.
grant usage on schema private to authenticated;

create table public.invitations (
  email text primary key check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  phone text check (length(phone) <= 30),
  programme_name text check (length(programme_name) <= 100),
  invited_at timestamptz not null default now(),
  revoked_at timestamptz
);
alter table public.invitations enable row level security;
revoke all on public.invitations from anon, authenticated, service_role;
grant select, insert, update, delete on public.invitations to service_role;

create table public.customers (
  user_id uuid primary key references auth.users on delete cascade,
  customer_email text not null unique,
  customer_first_name text,
  customer_last_name text,
  customer_phone text,
  programme_name text,
  status text not null default 'Active' check (status in ('Active', 'Paused', 'Pregnant', 'Withdrawn')),
  tracking_url text check (tracking_url ~ '^https?://'),
  privacy_policy_accepted boolean not null default false,
  data_usage_consent boolean not null default false,
  research_consent boolean not null default false,
  sms_consent boolean not null default false,
  onboarding_completed boolean not null default false,
  created_at timestamptz not null default now()
);
alter table public.customers enable row level security;
revoke all on public.customers from anon, authenticated, service_role;
grant select, insert, update, delete on public.customers to service_role;
grant select on public.customers to authenticated;
grant update (onboarding_completed) on public.customers to authenticated;

-- Access ends with the invitation, at once and in every home: each policy asks this first.
create function private.has_access() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
  )
$$;
grant execute on function private.has_access() to authenticated;

create policy "Patients read their own record" on public.customers
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_access()));
create policy "Patients finish their walkthrough" on public.customers
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_access()))
  with check (user_id = (select auth.uid()));

create function private.keep_onboarding_done() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.onboarding_completed and not new.onboarding_completed and current_user = 'authenticated' then
    raise exception using errcode = '42501', message = 'onboarding_completed can only be set to true';
  end if;
  return new;
end $$;
create trigger keep_onboarding_done before update of onboarding_completed on public.customers
  for each row execute function private.keep_onboarding_done();

-- Whatever asks for a user, an address without an invitation gets none.
create function private.refuse_uninvited_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.invitations where email = lower(new.email) and revoked_at is null
  ) then
    raise exception using errcode = '42501', message = 'This email is not authorized to use the application.';
  end if;
  return new;
end $$;
create trigger refuse_uninvited_user before insert on auth.users
  for each row execute function private.refuse_uninvited_user();

-- The first proved address opens the record, from what the invitation says.
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

-- Whoever ends an invitation, by whatever means, ends every session with it.
create function private.end_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.revoked_at is not null or new.email <> old.email then
    -- The record names the invitation even where the account has since moved to another address.
    delete from auth.sessions where user_id in (
      select id from auth.users where email = old.email
      union all
      select user_id from public.customers where customer_email = old.email);
  end if;
  return null;
end $$;
create trigger end_sessions after update or delete on public.invitations
  for each row execute function private.end_sessions();

revoke all on all functions in schema private from public;

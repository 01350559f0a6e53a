-- Invitations, which decide who may sign in, and the patient record, which the first sign-in opens.

create table public.invitations (
  email text primary key check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254)
    constraint email_is_plain check (private.is_plain_line(email)),
  first_name text not null check (length(first_name) between 1 and 100)
    constraint first_name_is_plain check (private.is_plain_line(first_name)),
  last_name text not null check (length(last_name) between 1 and 100)
    constraint last_name_is_plain check (private.is_plain_line(last_name)),
  phone text check (length(phone) <= 30) constraint phone_is_plain check (private.is_plain_line(phone)),
  programme_name text check (length(programme_name) <= 100)
    constraint programme_name_is_plain check (private.is_plain_line(programme_name)),
  invited_at timestamptz not null default now(),
  revoked_at timestamptz
);
alter table public.invitations enable row level security;
revoke all on public.invitations from anon, authenticated, service_role;
grant select, insert, update, delete on public.invitations to service_role;

create table public.customers (
  user_id uuid primary key references auth.users on delete cascade,
  customer_email text not null unique
    constraint customer_email_ends check (length(customer_email) <= 254)
    constraint customer_email_is_plain check (private.is_plain_line(customer_email)),
  customer_first_name text
    constraint customer_first_name_ends check (length(customer_first_name) <= 100)
    constraint customer_first_name_is_plain check (private.is_plain_line(customer_first_name)),
  customer_last_name text
    constraint customer_last_name_ends check (length(customer_last_name) <= 100)
    constraint customer_last_name_is_plain check (private.is_plain_line(customer_last_name)),
  customer_phone text
    constraint customer_phone_ends check (length(customer_phone) <= 30)
    constraint customer_phone_is_plain check (private.is_plain_line(customer_phone)),
  programme_name text
    constraint programme_name_ends check (length(programme_name) <= 100)
    constraint programme_name_is_plain check (private.is_plain_line(programme_name)),
  status text not null default 'Active' check (status in ('Active', 'Paused', 'Pregnant', 'Withdrawn')),
  tracking_url text check (tracking_url ~ '^https?://') constraint tracking_url_ends check (length(tracking_url) <= 2000),
  privacy_policy_accepted boolean not null default false,
  data_usage_consent boolean not null default false,
  research_consent boolean not null default false,
  sms_consent boolean not null default false,
  onboarding_completed boolean not null default false,
  created_at timestamptz not null default now(),
  -- Reminders only: news of a call (booked, moved, cancelled) is always sent.
  email_reminders boolean not null default true,
  -- Effective only with sms_consent, which is asked for separately.
  text_reminders boolean not null default true,
  -- Set while the status is Pregnant by the patient's own report: what a result that is taken back restores.
  status_before_pregnancy text check (status_before_pregnancy in ('Active', 'Paused', 'Withdrawn'))
);
-- PostgREST answers `Prefer: count=planned` with the planner's estimate, which comes from everybody's rows: asked for
-- another patient's id it would tell about how many rows they have. So no column that says whose a row is has statistics,
-- in any table. Each is found by an index, which the planner chooses without them.
alter table public.customers alter column user_id set statistics 0;
alter table public.customers enable row level security;
revoke all on public.customers from anon, authenticated, service_role;
grant select, insert, update, delete on public.customers to service_role;
grant select on public.customers to authenticated;
grant update (onboarding_completed, status, email_reminders, text_reminders) on public.customers to authenticated;

-- Access ends with the invitation, at once and in every deployment: each policy asks this first.
create function private.has_access() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
  )
$$;

create policy "Patients read their own record" on public.customers
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_access()));
create policy "Patients finish the walkthrough and report a pregnancy" on public.customers
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_access()))
  with check (user_id = (select auth.uid()));

-- What patients may change of their own record: they finish the walkthrough, and report a pregnancy that they have logged.
create function private.check_own_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.onboarding_completed and not new.onboarding_completed then
    raise exception using errcode = '42501', message = 'onboarding_completed can only be set to true';
  end if;
  if new.status is distinct from old.status then
    if new.status <> 'Pregnant' or not exists (
      select from public.test_results
      where user_id = new.user_id and result_type = 'PREGNANCY' and result = 'positive'
    ) then
      raise exception using errcode = '42501', message = 'status can only be set to Pregnant, after a positive result';
    end if;
    new.status_before_pregnancy := old.status;
  end if;
  return new;
end $$;
create trigger check_own_change before update on public.customers
  for each row execute function private.check_own_change();

-- What the care team decides stands: it clears what a taken-back result would restore, unless the same change sets it.
create function private.forget_status_before() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' and new.status_before_pregnancy is not distinct from old.status_before_pregnancy then
    new.status_before_pregnancy := null;
  end if;
  return new;
end $$;
-- Of status, changed or not: a care team that confirms Pregnant after the patient reported it has decided it, too.
create trigger forget_status_before before update of status on public.customers
  for each row execute function private.forget_status_before();

revoke all on all functions in schema private from public;
grant execute on function private.has_access() to authenticated;

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
  revoked_at timestamptz,
  -- When the invitation was last emailed; null if it never was.
  emailed_at timestamptz
);
alter table public.invitations enable row level security;
revoke all on public.invitations from anon, authenticated, service_role;
grant select, insert, update, delete on public.invitations to service_role;
create index invitations_newest on public.invitations (invited_at desc, email);

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
  -- Reminders only. Emails about a call that is booked, moved or canceled always go out.
  email_reminders boolean not null default true,
  -- Works only with sms_consent, which the patient gives separately.
  text_reminders boolean not null default true,
  -- Whether the patient wants a reminder on the day to start testing, and on the days of the applicators.
  testing_reminders boolean not null default false,
  applicator_reminders boolean not null default false,
  -- The patient's zone: as selected on My Account, else their browser's at the last signed-in visit, else as they told staff. Null while
  -- unknown; a guess is never stored.
  time_zone text constraint time_zone_ends check (length(time_zone) between 1 and 64),
  time_zone_by text constraint time_zone_by_known check (time_zone_by in ('patient', 'browser', 'staff')),
  -- The assigned coach as the patient sees them, copied here so that Home reads one row. Null while none is assigned.
  coach jsonb
  constraint coach_ends check (length(coach::text) <= 10000),
  -- When the questionnaire last gained or lost a surrogate. Older agreements no longer count.
  surrogacy_changed_at timestamptz,
  -- Whether an email says that there is a new message: at most one an hour, two minutes after the portal was closed.
  message_emails boolean not null default true,
  -- The same as a text. Consent to texts about calls does not include these.
  message_texts boolean not null default false,
  -- When a required consent was withdrawn. Safety pages stay open to this patient, who may still have a cap in.
  consent_withdrawn_at timestamptz,
  -- Where the kit goes. Every role on the team may read it, because it says nothing about health.
  shipping_line1 text
    constraint shipping_line1_ends check (length(shipping_line1) <= 100)
    constraint shipping_line1_is_plain check (private.is_plain_line(shipping_line1))
    constraint shipping_line1_has_words check (trim(shipping_line1) <> ''),
  shipping_line2 text
    constraint shipping_line2_ends check (length(shipping_line2) <= 100)
    constraint shipping_line2_is_plain check (private.is_plain_line(shipping_line2)),
  shipping_city text
    constraint shipping_city_ends check (length(shipping_city) <= 60)
    constraint shipping_city_is_plain check (private.is_plain_line(shipping_city))
    constraint shipping_city_has_words check (trim(shipping_city) <> ''),
  -- The list of domain/kit/shipping-address.ts; a test compares the two.
  shipping_state text constraint shipping_state_exists check (shipping_state in (
    'AL', 'AK', 'AS', 'AZ', 'AR', 'AA', 'AE', 'AP', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'GU', 'HI', 'ID', 'IL', 'IN',
    'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
    'MP', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX', 'VI', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY')),
  shipping_zip text
    constraint shipping_zip_ends check (length(shipping_zip) <= 10)
    constraint shipping_zip_is_one check (shipping_zip ~ '^[0-9]{5}(-[0-9]{4})?$'),
  shipping_changed_at timestamptz,
  -- The patient's preferred name and pronouns. The care team may enter them for the patient.
  preferred_name text
    constraint preferred_name_ends check (length(preferred_name) <= 100)
    constraint preferred_name_is_plain check (private.is_plain_line(preferred_name))
    constraint preferred_name_has_words check (trim(preferred_name) <> ''),
  pronouns text
    constraint pronouns_end check (length(pronouns) <= 40)
    constraint pronouns_are_plain check (private.is_plain_line(pronouns))
    constraint pronouns_have_words check (trim(pronouns) <> ''),
  -- Distinguishes patients with the same name.
  birth_date date constraint birth_date_is_plausible check (birth_date between '1900-01-01' and '2099-12-31'),
  -- The care team changed the phone number and the patient has not confirmed it yet. It gets only the text with the code.
  phone_changed_by_team boolean not null default false,
  constraint time_zone_is_known check (private.is_time_zone(time_zone)),
  constraint shipping_address_is_whole check (
    num_nonnulls(shipping_line1, shipping_city, shipping_state, shipping_zip) = 4
    or num_nonnulls(shipping_line1, shipping_line2, shipping_city, shipping_state, shipping_zip) = 0)
);
alter table public.customers alter column user_id set statistics 0;
alter table public.customers enable row level security;
revoke all on public.customers from anon, authenticated, service_role;
grant select, insert, update, delete on public.customers to service_role;
grant select on public.customers to authenticated;
grant update (onboarding_completed, status, email_reminders, text_reminders) on public.customers to authenticated;
grant update (testing_reminders, applicator_reminders) on public.customers to authenticated;
grant update (message_emails, message_texts) on public.customers to authenticated;
grant update (shipping_line1, shipping_line2, shipping_city, shipping_state, shipping_zip) on public.customers to authenticated;
grant update (preferred_name, pronouns, birth_date) on public.customers to authenticated;

-- Access ends with the invitation, right away and in every deployment: each policy asks this first.
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

create policy "Patients finish the walkthrough and report a pregnancy" on public.customers
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_access()))
  with check (user_id = (select auth.uid()));

-- The database derives the status. A patient's own write of it is accepted and ignored.
create function private.check_own_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.onboarding_completed and not new.onboarding_completed then
    raise exception using errcode = '42501', message = 'onboarding_completed can only be set to true';
  end if;
  -- Allows one day more, because it may already be tomorrow in the patient's time zone.
  if new.birth_date is distinct from old.birth_date and new.birth_date > current_date + 1 then
    raise exception using errcode = '23514', message = 'The date of birth cannot be in the future';
  end if;
  if new.status is distinct from old.status then
    if new.status <> 'Pregnant' or not exists (
      select from public.test_results
      where user_id = new.user_id and result_type = 'PREGNANCY' and result = 'positive'
    ) then
      raise exception using errcode = '42501', message = 'status can only be set to Pregnant, after a positive result';
    end if;
    new.status := old.status;
  end if;
  return new;
end $$;

create trigger check_own_change before update on public.customers
  for each row execute function private.check_own_change();

-- The id of an invited person before their first sign-in, made from the address, so that log lines from that time can still be matched to
-- their record.
create function private.invited_id(p_email text) returns uuid
language sql immutable set search_path = '' as $$
  select md5('invited:' || p_email)::uuid
$$;

-- Generated from supabase/schemas by `npm run migration -- baseline`. Never edited: a change is the next file.

set check_function_bodies = off;

-- schemas/foundation/private-schema.sql

-- Schema private: tables and functions that no API exposes. Triggers, policies and constraints that run in a caller's role
-- look their functions up by name, so these roles may use the schema; what they may execute is granted function by function.
create schema if not exists private;

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role;

-- Names, titles and phone numbers stand in mail headers, calendars, texts and lists. Each is one line without control,
-- invisible or direction-changing characters. domain/contracts/plain-line.ts has the same list and says why.
create function private.is_plain_line(line text) returns boolean
language sql immutable set search_path = '' as $$
  select line !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]'
$$;
grant execute on function private.is_plain_line(text) to authenticated, service_role;

-- Who offers appointments and when, and the appointments that are booked. PostgreSQL itself never lets two overlap.
create extension if not exists btree_gist with schema extensions;

-- The care team's list of patients: one row for each, made of their record by triggers, so that a page of fifty, a filter
-- and a search take as long among a million as among a thousand. It says nothing that the record does not.
create extension if not exists pg_trgm with schema extensions;

create extension if not exists unaccent with schema extensions;

-- As somebody types a name who has no accents at hand. unaccent itself is only stable, because its rules could be changed.
create function private.unaccented(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(p_text, NFKC)));
end $$;

-- schemas/foundation/limits.sql

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

-- The same for procedures that a patient calls directly. The detail of the error is the seconds to wait. The error rolls
-- back its own count, which leaves the counter at its limit.
create function private.require_limit(p_key text, p_limit integer, p_seconds integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wait integer := public.take_from_limit(p_key, p_limit, p_seconds);
begin
  if wait > 0 then
    raise exception using errcode = 'PT429', message = 'Too many attempts', detail = wait::text;
  end if;
end $$;

-- The counter of this key in its current window, locked until the end of the transaction: the next request waits, and sees
-- what this one changed.
create function private.locked_counter(p_key text, p_seconds integer) returns private.limits
language sql security definer set search_path = '' as $$
  insert into private.limits as counter (key, used, window_ends_at)
  values (encode(sha256(convert_to(p_key, 'UTF8')), 'hex'), 0, now() + make_interval(secs => p_seconds))
  on conflict (key) do update set
    used = case when counter.window_ends_at <= now() then 0 else counter.used end,
    window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
  returning *
$$;

-- Every hour. Answers to the care team's requests go after a day: nobody repeats a request later than that.
create function public.forget_old_limits() returns void
language sql security definer set search_path = '' as $$
  delete from private.limits where window_ends_at < now();
  delete from private.team_requests where made_at < now() - interval '1 day';
  select public.note_schedule('forget-old-limits', 200);
$$;
revoke all on function public.forget_old_limits() from public, anon, authenticated, service_role;
grant execute on function public.forget_old_limits() to service_role;

-- One client: an IPv4 address, or the /56 of IPv6 addresses that a provider gives to one household, in every notation.
-- supabase/functions/_shared/client-address.ts says the same, and a test compares the two.
create function private.client_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(trim(p_address), '^::ffff:(?=[0-9]+[.])', '', 'i');
  return case family(address) when 6 then network(set_masklen(address, 56))::text else host(address) end;
exception when invalid_text_representation then
  return p_address;
end $$;

-- The /48 around an IPv6 client: what a company, or somebody who rents a server, holds. Null for everybody else.
create function private.site_of(p_client text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case family(p_client::inet) when 6 then network(set_masklen(p_client::inet, 48))::text end;
exception when invalid_text_representation then
  return null;
end $$;

-- schemas/foundation/time-zones.sql

-- The day of a treatment day's timer and of a safety check, as the patient lived it, so that whoever reads them from elsewhere
-- reads the same day.
-- Null where there is no moment, and the day of UTC where the database does not know the zone.
create function private.day_at(p_at timestamptz, p_zone text) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (p_at at time zone p_zone)::date;
exception when invalid_parameter_value then
  return (p_at at time zone 'UTC')::date;
end $$;
grant execute on function private.day_at(timestamptz, text) to authenticated;

-- Where the patient was when they last told so: with a test, with the choice of reminders, or with a booking.
create function private.known_zone(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select taken_zone from public.test_results
      where user_id = p_user and taken_zone is not null order by created_at desc limit 1),
    (select reminder_zone from public.customers where user_id = p_user),
    (select time_zone from public.appointments where user_id = p_user order by created_at desc limit 1),
    'UTC')
$$;

-- Where somebody wants to be reminded is a place that the database and the browser both know: any other text would keep the care
-- team from what is computed by it.
-- By its name in the list of places. PostgreSQL itself also takes abbreviations and offsets, which no browser does.
create function private.is_time_zone(p_zone text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if p_zone !~ '^[A-Za-z_]+(/[A-Za-z_-]+){1,2}$' and p_zone !~ '^Etc/GMT([+-]\d{1,2}|0)$'
    and p_zone <> all ('{UTC,GMT,GMT0,UCT,CET,EET,MET,WET,EST,MST,HST,EST5EDT,CST6CDT,MST7MDT,PST8PDT,Cuba,Egypt,Eire,GB,'
      'GB-Eire,Greenwich,Hongkong,Iceland,Iran,Israel,Jamaica,Japan,Kwajalein,Libya,NZ,NZ-CHAT,Navajo,PRC,Poland,Portugal,'
      'ROC,ROK,Singapore,Turkey,Universal,W-SU,Zulu}'::text[])
    or p_zone ~* '^(posix|right)/' then
    return false;
  end if;
  perform now() at time zone p_zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
revoke all on function private.is_time_zone(text) from public;
grant execute on function private.is_time_zone(text) to authenticated, service_role;

-- schemas/patients/patients.sql

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
  -- When the mail that invites was last written; null for whoever was told otherwise.
  mailed_at timestamptz
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
  -- Reminders only: news of a call (booked, moved, cancelled) is always sent.
  email_reminders boolean not null default true,
  -- Effective only with sms_consent, which is asked for separately.
  text_reminders boolean not null default true,
  -- Reminders of the cycle, which a patient can switch on: on the day on which testing begins, and on the days of the applicators.
  -- domain/cycle says when, so a function looks; the database says whom to look at.
  testing_reminders boolean not null default false,
  applicator_reminders boolean not null default false,
  -- Where the patient was when they chose: whose morning it is, until a test tells where they are.
  reminder_zone text constraint reminder_zone_ends check (length(reminder_zone) between 1 and 64),
  -- Patients read who looks after them, in their own record: it is there with what Home asks for anyway, and says nothing of
  -- anybody else's coach. Null while nobody is assigned; the clinic's setting is shown then.
  coach jsonb
  constraint coach_ends check (length(coach::text) <= 10000),
  -- Periods and safety checks are of one body. Where somebody else uses the applicator from now on, those of the body before say
  -- nothing about theirs.
  -- When the questionnaire last began or ceased to speak of a surrogate: what was stated before is about another arrangement.
  surrogacy_changed_at timestamptz,
  -- A mail or a text that says that there is a message and nothing of it: by the patient's own choice, at most one an hour, and
  -- not before their portal has been closed for two minutes.
  message_mails boolean not null default true,
  -- A choice of its own: whoever agreed to texts about calls has not agreed to these.
  message_texts boolean not null default false,
  -- Both required consents can be withdrawn. The gate tells a patient who withdrew them, and may still have a cap in, from a
  -- newcomer who never gave them.
  consent_withdrawn_at timestamptz,
  -- The kit from the wish to the door: the patient says where it goes, and that it arrived. The address is part of who somebody is, as
  -- their phone is: coaches, clinicians and administrators read it, and it says nothing of health.
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
  -- As in domain/kit/shipping-address.ts; a test compares the two.
  shipping_state text constraint shipping_state_exists check (shipping_state in (
    'AL', 'AK', 'AS', 'AZ', 'AR', 'AA', 'AE', 'AP', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'GU', 'HI', 'ID', 'IL', 'IN',
    'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
    'MP', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX', 'VI', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY')),
  shipping_zip text
    constraint shipping_zip_ends check (length(shipping_zip) <= 10)
    constraint shipping_zip_is_one check (shipping_zip ~ '^[0-9]{5}(-[0-9]{4})?$'),
  shipping_changed_at timestamptz,
  constraint reminder_zone_is_known check (private.is_time_zone(reminder_zone)),
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
grant update (testing_reminders, applicator_reminders, reminder_zone) on public.customers to authenticated;
grant update (message_mails, message_texts) on public.customers to authenticated;
grant update (shipping_line1, shipping_line2, shipping_city, shipping_state, shipping_zip) on public.customers to authenticated;

-- Access ends with the invitation, at once and in every deployment: each policy asks this first.
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

-- The status follows by itself: a patient's own write of it is accepted and changes nothing more.
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
    new.status := old.status;
  end if;
  return new;
end $$;

create trigger check_own_change before update on public.customers
  for each row execute function private.check_own_change();

-- What was done before somebody's first sign-in was done to an entry that had a chance id of its own and went when their record came:
-- its lines in the access log were about nobody. The entry's id follows from the address, so that they are theirs afterwards, too.
create function private.invited_id(p_email text) returns uuid
language sql immutable set search_path = '' as $$
  select md5('invited:' || p_email)::uuid
$$;

-- schemas/sign-in/invited-only.sql

-- Who gets a user: addresses with an invitation, whatever asks for it. Who asks about addresses is counted.
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

-- The misses of a network. Somebody who is signed in is told of a sixth more, so that strangers there do not use up theirs.
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
revoke all on function public.ask_invitation(text, text, numeric, boolean, uuid) from public, anon, authenticated, service_role;
grant execute on function public.ask_invitation(text, text, numeric, boolean, uuid) to service_role;

-- A wait as people say it. domain/contracts/wait-words.ts has the same words, and a test compares the two.
create function private.wait_in_words(p_seconds integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_seconds = 1 then '1 second'
    when p_seconds <= 300 then p_seconds || ' seconds'
    when p_seconds <= 3600 then ceil(p_seconds / 60.0) || ' minutes'
    else ceil(p_seconds / 3600.0) || ' hours' end
$$;

-- Supabase's auth service calls this hook before it makes a user, and shows its message as it is. It does not ask about
-- addresses that have a user; its own limits bound questions about those. An address of the client that is missing or
-- empty is not counted: everybody without one would be one client.
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
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', 'This email is not authorized to use the application.'));
end $$;

do $$
begin
  -- The auth service's own role, which exists on Supabase alone.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end $$;

-- schemas/sign-in/no-passwords.sql

-- The only way to sign in is a code sent to the mailbox. GoTrue accepts a password at sign-up, for any invited address and
-- from anybody who knows it, and has no setting against it: whoever signed a patient up before the patient came could read
-- the record from then on. So no password and no phone number is ever kept, in whatever role it is written. Our own server's
-- users have no such columns.
create function private.keep_no_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  return jsonb_populate_record(new, '{"encrypted_password": "", "phone": null, "phone_confirmed_at": null,
    "phone_change": "", "phone_change_token": ""}');
end $$;
revoke all on function private.keep_no_password() from public, anon, authenticated, service_role;

create trigger keep_no_password before insert or update on auth.users
  for each row execute function private.keep_no_password();

-- A project may have had users before this migration: their passwords go, and so do sessions that a password opened.
update auth.users set updated_at = updated_at
where coalesce(to_jsonb(users) ->> 'encrypted_password', '') <> '' or coalesce(phone, '') <> ''
  or coalesce(to_jsonb(users) ->> 'phone_change', '') <> '';

do $$
begin
  if to_regclass('auth.mfa_amr_claims') is not null then
    delete from auth.sessions where id in (
      select session_id from auth.mfa_amr_claims where authentication_method = 'password');
  end if;
end $$;

-- schemas/sign-in/sessions.sql

-- Who may have a session, and what ends it. A token lives ten minutes; its session may end sooner. Our own server looks
-- into auth.sessions before every request; on Supabase PostgREST calls private.check_request.
-- Whoever has an invitation that was not revoked. A record keeps its invitation even where the account's address differs.
create function private.may_sign_in(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.invitations
    where revoked_at is null and email = coalesce(
      (select customer_email from public.customers where user_id = p_user_id),
      (select lower(email) from auth.users where id = p_user_id))
  ) or private.is_of_care_team(p_user_id)
$$;

create function private.refuse_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_sign_in(new.user_id) then
    raise exception using errcode = '42501', message = 'This email is not authorized to use the application.';
  end if;
  return new;
end $$;

create trigger refuse_session before insert on auth.sessions
  for each row execute function private.refuse_session();

create function private.has_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions
    where id = substring(auth.jwt() ->> 'session_id' from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid
      and user_id = auth.uid() and (not_after is null or not_after > now())
  ) and private.may_sign_in(auth.uid())
$$;
grant execute on function private.has_session() to authenticated;

-- PostgREST calls it in the caller's role, before anything else. API keys have no session.
create function private.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    if not private.has_session() then
      raise exception using errcode = 'PT401', message = 'Session from session_id claim in JWT does not exist';
    end if;
  end if;
end $$;
grant execute on function private.check_request() to anon, authenticated, service_role;

-- Whatever ends an invitation ends all that could open a session again: sessions, codes, and a change of address under way,
-- which would otherwise wait for the day on which the person is invited again.
create function private.end_access() returns trigger
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

create trigger end_access after update or delete on public.invitations
  for each row execute function private.end_access();

-- The role exists only where PostgREST runs. Where we may not change its settings, the operator does:
-- docs/deploy-supabase.md.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request to 'private.check_request';
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise warning 'authenticator: %; set pgrst.db_pre_request to private.check_request yourself', sqlerrm;
end $$;

-- schemas/audit/audit-log.sql

-- The audit log: who did what kind of thing with whose record, and when; never what it said. Rows are only ever added.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null check (action in ('read', 'insert', 'update', 'delete')),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- No reference: a line outlives the patient's account, because deleting a record is itself audited.
  subject_id uuid not null,
  actor_name text,
  staff_role text,
  reason_category text,
  -- Without a look at the lines that are there, for which every write of patients would wait.
  constraint audit_log_reason_category_check
    check (reason_category in ('cover', 'patient-asked', 'safety', 'quality')) not valid
);
alter table public.audit_log alter column subject_id set statistics 0;
alter table public.audit_log alter column actor_id set statistics 0;
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create index audit_log_subject on public.audit_log (subject_id, at desc);
create index audit_log_of_team on public.audit_log (at desc, id desc)
  where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'));
create index audit_log_of_person on public.audit_log (actor_id, at desc, id desc)
  where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'));

revoke all on sequence public.audit_log_id_seq from anon, authenticated, service_role;

create policy "Patients see who opened their record" on public.audit_log
  for select to authenticated using (subject_id = (select auth.uid()) and (select private.has_access()));

create function private.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
end $$;

create trigger audit_log_is_append_only before delete or truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- Nothing of a line can change, the new columns included.
create function private.refuse_rewriting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_jsonb(new) - array['subject_id', 'actor_id'] is distinct from to_jsonb(old) - array['subject_id', 'actor_id']
    or new.actor_id is distinct from (case when old.actor_id = old.subject_id then new.subject_id else old.actor_id end)
    or exists (select from auth.users where id in (old.subject_id, new.subject_id)) then
    raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
  end if;
  return new;
end $$;

create trigger audit_log_forgets_who before update on public.audit_log
  for each row execute function private.refuse_rewriting();

-- A line of a colleague carries their name and role as they were then. Repeated reads within 15 minutes make one line; somebody who
-- has another role by then gets a line in it.
create function private.note_in_audit(p_action text, p_kind text, p_subject uuid, p_actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  reader text;
begin
  -- Nearly every write is a patient's own, and needs no look at the team.
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
  end if;
  reader := case when person.id is null
    then concat_ws(':', 'audit-read', auth.role(), auth.jwt() ->> 'session_id', p_actor, p_kind, p_subject)
    else concat_ws(':', 'staff-read', person.id, person.role, p_kind, p_subject) end;
  if p_action = 'read' and p_kind <> 'data_export'
    and public.take_from_limit(reader, 1, case when person.id is null then 60 else 900 end) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  values (coalesce(person.id, p_actor), coalesce(auth.role(), 'operator'), p_action, p_kind, p_subject, person.name, person.role,
    case when person.id is not null then private.reason_of(person.id, p_subject) end);
end $$;

-- Refuses a write by a function of the care team that has not named its person: the log would show it as the patient's own act.
-- Without a role it is the command line, which may write; every caller of the API has one.
create function private.audit_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  by_function boolean := auth.role() = 'service_role' and tg_table_name not in ('consultation_notes', 'medical_notes');
  callers text;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  get diagnostics callers = pg_context;
  -- The words around the names are in the server's language.
  if callers ~ '(^|[^.\w"])("?public"?[.])?"?team_\w' and auth.role() is not null and (private.named_person()).id is null then
    raise exception using errcode = '42501', message = 'A write by the care team needs the person who writes.';
  end if;
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  perform private.note_in_audit(lower(tg_op), tg_table_name::text, subject,
    coalesce(auth.uid(), case when by_function then subject end));
  return null;
end $$;

-- A read fires no trigger, so the function that serves notes says that it did.
create function public.note_read(p_kind text, p_subject uuid) returns void
language sql security definer set search_path = '' as $$
  select private.note_in_audit('read', p_kind, p_subject, p_subject)
$$;
revoke all on function public.note_read(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.note_read(text, uuid) to service_role;

-- schemas/consent/consent.sql

-- Consent. It is changed through update-privacy-preferences alone, and every change is kept.
create table public.consent_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  consent text not null check (consent in
    ('privacy_policy_accepted', 'data_usage_consent', 'research_consent', 'sms_consent')),
  granted boolean not null,
  changed_at timestamptz not null default now()
);
alter table public.consent_history alter column user_id set statistics 0;
alter table public.consent_history enable row level security;
revoke all on public.consent_history from anon, authenticated, service_role;
grant select on public.consent_history to authenticated, service_role;
create index consent_history_user on public.consent_history (user_id, changed_at desc);

revoke all on sequence public.consent_history_id_seq from anon, authenticated, service_role;

create policy "Patients read their own consent history" on public.consent_history
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_access()));

create function private.keep_consent_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  after jsonb := to_jsonb(new);
begin
  insert into public.consent_history (user_id, consent, granted)
  select new.user_id, name, (after ->> name)::boolean
  from unnest(array['privacy_policy_accepted', 'data_usage_consent', 'research_consent', 'sms_consent']) as name
  where coalesce((before ->> name)::boolean, false) is distinct from (after ->> name)::boolean;
  return null;
end $$;

create trigger keep_consent_history
  after insert or update of privacy_policy_accepted, data_usage_consent, research_consent, sms_consent on public.customers
  for each row execute function private.keep_consent_history();

create trigger consent_history_is_append_only before update or truncate on public.consent_history
  for each statement execute function private.refuse_change();

-- The history goes with the account and never before it.
create function private.refuse_forgetting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users where id = old.user_id) then
    raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
  end if;
  return old;
end $$;

create trigger consent_history_goes_with_the_account before delete on public.consent_history
  for each row execute function private.refuse_forgetting();

-- Before both required consents are given, health data can be neither read nor written.
create function private.has_consented() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
      and customers.privacy_policy_accepted and customers.data_usage_consent
  )
$$;
grant execute on function private.has_consented() to authenticated;

-- A patient's own files and record can be downloaded after a withdrawal, too.
create function private.may_take_along() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
      and (customers.privacy_policy_accepted and customers.data_usage_consent
        or customers.consent_withdrawn_at is not null)
  )
$$;
grant execute on function private.may_take_along() to authenticated;

-- schemas/onboarding/questionnaire.sql

-- The questionnaire's answers: one row for each patient, written from the browser under the rules of domain/onboarding.
create function private.is_choice_list(chosen text[], options text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(chosen) between 1 and cardinality(options) and array_ndims(chosen) = 1 and chosen <@ options
    and cardinality(chosen) = (select count(distinct one) from unnest(chosen) as one)
$$;
grant execute on function private.is_choice_list(text[], text[]) to authenticated, service_role;

-- A 'Please specify' text: never only whitespace, at most 2,000 characters, and only with the answer 'Other'. The
-- whitespace is that of the form, written out, because the meaning of \s depends on the locale of the database.
create function private.is_specified(specified text, is_other boolean) returns boolean
language sql immutable set search_path = '' as $$
  select specified is null or (is_other and length(specified) <= 2000
    and specified ~ '[^ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]')
$$;
grant execute on function private.is_specified(text, boolean) to authenticated, service_role;

create table public.onboarding_info (
  user_id uuid primary key references public.customers on delete cascade,
  user_age integer not null check (user_age between 18 and 100),
  partner_age integer check (partner_age between 18 and 100),
  trying_duration text not null check (trying_duration in ('1-6 months', '6-12 months', '1-2 years', 'Over 2 years')),
  menstrual_cycle_length text not null check (menstrual_cycle_length in ('<21 days', '21-35 days', '>35 days', 'Other')),
  menstrual_cycle_length_other text
    check (private.is_specified(menstrual_cycle_length_other, menstrual_cycle_length = 'Other')),
  uses_ovulation_tests text not null check (uses_ovulation_tests in ('Yes', 'No', 'Sometimes', 'Other')),
  uses_ovulation_tests_other text
    check (private.is_specified(uses_ovulation_tests_other, uses_ovulation_tests = 'Other')),
  had_fertility_investigations text not null check (had_fertility_investigations in ('Yes', 'No', 'Other')),
  had_fertility_investigations_other text
    check (private.is_specified(had_fertility_investigations_other, had_fertility_investigations = 'Other')),
  infertility_diagnosis text[] not null check (private.is_choice_list(infertility_diagnosis, array[
    'No diagnosis', 'Endometriosis', 'Low ovarian reserve', 'Male factor infertility', 'PCOS',
    'Unexplained infertility', 'Other'])),
  infertility_diagnosis_other text
    check (private.is_specified(infertility_diagnosis_other, 'Other' = any (infertility_diagnosis))),
  previous_treatments text[] not null check (private.is_choice_list(previous_treatments, array[
    'Different home insemination', 'Syringe insemination', 'Intrauterine insemination (IUI)',
    'In vitro fertilisation (IVF)', 'No previous treatments', 'Other'])),
  previous_treatments_other text
    check (private.is_specified(previous_treatments_other, 'Other' = any (previous_treatments))),
  family_set_up text not null check (family_set_up in ('Heterosexual couple', 'Heterosexual couple with surrogate',
    'Heterosexual couple with sperm donor', 'Same-sex couple with surrogate', 'Same-sex couple with sperm donor',
    'Single female with sperm donor', 'Single male with surrogate', 'Other')),
  family_set_up_other text check (private.is_specified(family_set_up_other, family_set_up = 'Other')),
  updated_at timestamptz not null default now(),
  -- 'No diagnosis' and 'No previous treatments' say that there is nothing else to say. Answers from before the rule stay as they
  -- were given until their patient changes them.
  constraint no_diagnosis_stands_alone
    check (cardinality(infertility_diagnosis) = 1 or 'No diagnosis' <> all (infertility_diagnosis)) not valid,
  constraint no_treatments_stand_alone
    check (cardinality(previous_treatments) = 1 or 'No previous treatments' <> all (previous_treatments)) not valid
);
alter table public.onboarding_info alter column user_id set statistics 0;
alter table public.onboarding_info enable row level security;
revoke all on public.onboarding_info from anon, authenticated, service_role;
grant select, insert, update, delete on public.onboarding_info to service_role;
grant select, insert, update on public.onboarding_info to authenticated;

create policy "Patients read their own answers" on public.onboarding_info
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients give their own answers" on public.onboarding_info
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients change their own answers" on public.onboarding_info
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()))
  with check (user_id = (select auth.uid()));

-- Saving the same answers again is not a change.
create function private.stamp_update() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := old.updated_at;
  if new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end $$;
revoke all on function private.stamp_update() from public;

create trigger stamp_onboarding_info before insert or update on public.onboarding_info
  for each row execute function private.stamp_update();

create trigger audit_onboarding_info after insert or update or delete on public.onboarding_info
  for each row execute function private.audit_change();

-- schemas/results/results-and-surveys.sql

-- Test results and survey answers: written by their functions only, at most once per submission.
create table public.test_results (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  result_type text not null check (result_type in ('ovulation', 'PREGNANCY')),
  result text not null,
  cycle_number integer check (cycle_number between 1 and 3),
  taken_at timestamptz not null
    constraint taken_in_our_time check (taken_at >= '2000-01-01T00:00:00Z' and taken_at < '9999-12-31T00:00:00Z'),
  submission_id uuid,
  created_at timestamptz not null default now(),
  taken_on date not null,
  taken_zone text
  constraint taken_zone_ends check (length(taken_zone) between 1 and 64),
  -- Who logged a result for the patient; nobody where the patient did. Whatever somebody of the team stores is marked so.
  logged_by uuid,
  logged_by_name text check (length(logged_by_name) <= 100),
  logged_by_role text check (logged_by_role in ('coach', 'clinician')),
  unique (user_id, submission_id),
  constraint result_fits_its_type check (
    (result_type = 'ovulation' and result in
      ('Negative (Low LH)', 'High (Rising LH)', 'Peak (Positive LH Surge)', 'Invalid'))
    or (result_type = 'PREGNANCY' and result in ('positive', 'negative', 'unclear') and cycle_number is not null)),
  constraint taken_on_its_day check (
    taken_on between (taken_at at time zone 'UTC')::date - 1 and (taken_at at time zone 'UTC')::date + 1)
);
alter table public.test_results alter column user_id set statistics 0;
alter table public.test_results enable row level security;
revoke all on public.test_results from anon, authenticated, service_role;
grant select, insert, update, delete on public.test_results to service_role;
grant select, delete on public.test_results to authenticated;
create index test_results_newest on public.test_results (user_id, taken_at desc);
create index test_results_ovulation on public.test_results (user_id, created_at desc) where result_type = 'ovulation';
create index test_results_zone on public.test_results (user_id, created_at desc) where taken_zone is not null;

create policy "Patients read their own results" on public.test_results
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

-- A result that was logged by mistake can be taken back for a day; after that it is part of the record.
create policy "Patients take back a result logged by mistake" on public.test_results
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()) and created_at > now() - interval '24 hours');

create trigger audit_test_results after insert or update or delete on public.test_results
  for each row execute function private.audit_change();

create table public.survey_responses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  survey text not null check (survey in ('before-treatment', 'applicator-use')),
  cycle_number integer check (cycle_number between 1 and 3),
  -- Two comments of 2,000 characters, each of which JSON may write as two, and six short answers.
  answers jsonb not null constraint answers_end check (length(answers::text) <= 10000),
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint answers_fit_the_survey check (
    -- A missing answer is null, and a check that is null would pass.
    (survey = 'before-treatment' and coalesce(answers ->> 'response', '') in ('confident', 'neutral', 'uncertain'))
    or (survey = 'applicator-use' and jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) = 8)),
  unique (user_id, submission_id),
  -- What a person writes in a survey ends where the form ends: 2,000 characters a comment, and a line for what is selected.
  constraint each_answer_ends check (
    jsonb_typeof(answers) <> 'array'
    or coalesce(length(answers ->> 3), 0) <= 2000 and coalesce(length(answers ->> 7), 0) <= 2000)
);
alter table public.survey_responses alter column user_id set statistics 0;
alter table public.survey_responses enable row level security;
revoke all on public.survey_responses from anon, authenticated, service_role;
grant select, insert, update, delete on public.survey_responses to service_role;
grant select on public.survey_responses to authenticated;
create index survey_responses_newest on public.survey_responses (user_id, created_at desc);
create index survey_responses_of_use on public.survey_responses (user_id, created_at desc) where survey = 'applicator-use';
create index survey_responses_of_mood on public.survey_responses (user_id, created_at desc) where survey = 'before-treatment';

create policy "Patients read their own survey answers" on public.survey_responses
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_survey_responses after insert or update or delete on public.survey_responses
  for each row execute function private.audit_change();

-- What the care team's Today, list and job read of one patient is bounded: the newest 500 of a kind, found by an index. What is urgent or
-- blocks treatment is a kind of its own, so that other entries cannot push it out.
create index test_results_pregnancy on public.test_results (user_id, created_at desc) where result_type = 'PREGNANCY';

-- schemas/journey/phases.sql

-- Progress along the journey. The journey itself is in domain/journey; a test compares this reference table with it.
create table public.journey_phases (
  phase_id text primary key,
  stage_number integer not null,
  phase_number integer not null,
  cycles integer not null check (cycles in (0, 3)),
  -- A call that took place completes the phase that asked to book it.
  -- The type of call that a phase asks to book; domain/journey/definition.ts says the same, and a test compares the two.
  call_type text,
  unique (phase_id, stage_number),
  unique (stage_number, phase_number)
);
alter table public.journey_phases enable row level security;
revoke all on public.journey_phases from anon, authenticated, service_role;
grant select on public.journey_phases to service_role;

insert into public.journey_phases (phase_id, stage_number, phase_number, cycles, call_type) values
  ('welcome', 1, 1, 0, null),
  ('consultation-prep', 1, 2, 0, 'initial-consultation'),
  ('optimize', 2, 1, 0, null),
  ('consultation', 2, 2, 0, 'meet-your-clinical-coach'),
  ('ovulation', 3, 1, 3, null),
  ('abstinence', 3, 2, 3, null),
  ('applicators', 3, 3, 3, null),
  ('testing', 3, 4, 3, null),
  ('post-treatment', 4, 1, 0, 'post-treatment-review');

create table public.completed_phases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  phase_id text not null,
  stage_number integer not null,
  cycle_number integer check (cycle_number between 1 and 3),
  completed_at timestamptz not null default now(),
  unique nulls not distinct (user_id, phase_id, cycle_number),
  -- What follows from where somebody stands: the status of the record, the phases that a positive completes, and what may be
  -- sent. All of it in the transaction of the fact that changes it, whoever writes that.
  -- A completion that a positive made goes with it, so that the plan is as it was before.
  result_id uuid references public.test_results on delete cascade,
  -- Marking a phase as complete is something that the patient does, and can take back for a day. What was marked in one act goes back
  -- in one, so that the plan is as it was before. Completions that a positive test or the care team made have no act.
  act uuid,
  -- A completion went with its positive alone. What makes a positive count can be another fact, though, an older test that
  -- arrives late: whoever took that one back kept the phases that it had completed. They go with either.
  fact_id uuid,
  foreign key (phase_id, stage_number) references public.journey_phases (phase_id, stage_number)
);
alter table public.completed_phases alter column user_id set statistics 0;
alter table public.completed_phases enable row level security;
revoke all on public.completed_phases from anon, authenticated, service_role;
grant select, insert, update, delete on public.completed_phases to service_role;
grant select on public.completed_phases to authenticated;
grant insert (user_id, phase_id, stage_number, cycle_number) on public.completed_phases to authenticated;
grant update (user_id, phase_id, stage_number, cycle_number) on public.completed_phases to authenticated;
create index completed_phases_of_result on public.completed_phases (result_id);
create index completed_phases_of_fact on public.completed_phases (fact_id) where fact_id is not null;

create policy "Patients read their own progress" on public.completed_phases
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients complete their own phases" on public.completed_phases
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_consented()));

-- Needed by the upsert alone: the trigger below keeps every row as it was.
create policy "Patients complete a phase twice without harm" on public.completed_phases
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()))
  with check (user_id = (select auth.uid()));

create function private.keep_completion() returns trigger language plpgsql set search_path = '' as $$
begin
  return case when current_user = 'authenticated' then old else new end;
end $$;

create trigger keep_completion before update on public.completed_phases
  for each row execute function private.keep_completion();

-- Every step of the journey in its order: a phase without cycles once, a phase with cycles once for each.
create view private.journey_steps as
  select phase_id, stage_number, phase_number, cycle_number,
    row_number() over (order by stage_number, cycle_number nulls first, phase_number) as step
  from (
    select journey_phases.*, cycle_number
    from public.journey_phases
    left join lateral generate_series(1, nullif(cycles, 0)) as cycle_number on true
  ) as steps;

-- A step is locked while any step before it is open. A pregnancy ends treatment: the rest of stage 3 is then locked and
-- blocks nothing. A step that is done stays done, so completing it again is never refused. It answers for the caller
-- alone, so that nobody learns how far another patient is.
create function private.is_step_locked(p_phase text, p_cycle integer) returns boolean
language sql stable security definer set search_path = '' as $$
  with steps as (
    select journey_steps.*, completed_phases.id is not null as is_done
    from private.journey_steps
    left join public.completed_phases on completed_phases.user_id = auth.uid()
      and completed_phases.phase_id = journey_steps.phase_id
      and completed_phases.cycle_number is not distinct from journey_steps.cycle_number
  )
  select not target.is_done and case
    when customers.status = 'Pregnant' then target.stage_number = 3
    else exists (select from steps as earlier where earlier.step < target.step and not earlier.is_done)
  end
  from public.customers, steps as target
  where customers.user_id = auth.uid()
    and target.phase_id = p_phase and target.cycle_number is not distinct from p_cycle
$$;
grant execute on function private.is_step_locked(text, integer) to authenticated;

-- In every role: only steps of the journey can be completed, each with its own stage and cycle.
create function private.refuse_unknown_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from private.journey_steps as steps
    where steps.phase_id = new.phase_id and steps.stage_number = new.stage_number
      and steps.cycle_number is not distinct from new.cycle_number
  ) then
    raise exception using errcode = '23514', message = 'This is not a step of the plan';
  end if;
  return new;
end $$;

create function private.refuse_locked_step() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The policy refuses another patient's row.
  if current_user <> 'authenticated' or new.user_id is distinct from auth.uid() then
    return new;
  end if;
  if private.is_step_locked(new.phase_id, new.cycle_number) is not false then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  return new;
end $$;

-- Triggers run in the order of their names.
create trigger step_1_exists before insert on public.completed_phases
  for each row execute function private.refuse_unknown_step();

create trigger step_2_is_open before insert on public.completed_phases
  for each row execute function private.refuse_locked_step();

create trigger audit_completed_phases after insert or delete on public.completed_phases
  for each row execute function private.audit_change();

-- The browser's call after a positive result. Without a positive result of one's own it is refused, so nobody skips the plan with it, and
-- it completes nothing beyond that result's cycle. Outside treatment it changes nothing: an old positive that arrives after a loss
-- completes no phase.
create function public.complete_phases_until_cycle(p_user_id uuid, p_cycle_number integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  positive public.test_results;
begin
  if p_user_id is distinct from auth.uid() or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  if p_cycle_number is null or p_cycle_number not between 1 and 3 then
    raise exception using errcode = '22023', message = 'p_cycle_number must be 1, 2 or 3';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = p_user_id for no key update;
  positive := private.last_positive(p_user_id);
  if positive.id is null then
    raise exception using errcode = '42501', message = 'Phases are completed up to a cycle after a positive result';
  end if;
  -- Outside of a pregnancy it changes nothing: an old positive that arrives after a loss completes no phase.
  if private.care_state(p_user_id) = 'pregnant' then
    perform private.complete_phases_until(p_user_id, least(p_cycle_number, positive.cycle_number), positive.id);
  end if;
end $$;
revoke all on function public.complete_phases_until_cycle(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.complete_phases_until_cycle(uuid, integer) to authenticated;

-- Outside treatment no step of it is asked for, so none is completed: the portal shows no button (domain/care-state/surfaces.ts),
-- and a page that was open before, or another program of the patient's, is refused. What is done stays done, and saying so again is
-- harmless. Like the lock it answers for the caller alone; the policy refuses another patient's row.
create function private.refuse_step_at_rest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = auth.uid() and private.care_state(new.user_id) <> 'treatment' and not exists (
    select from public.completed_phases
    where user_id = new.user_id and phase_id = new.phase_id and cycle_number = new.cycle_number
  ) then
    raise exception using errcode = '42501', message = 'Nothing of treatment is asked for now';
  end if;
  return new;
end $$;
revoke all on function private.refuse_step_at_rest() from public;

-- The condition is judged as whoever inserts; what a positive completes, the database inserts itself.
create trigger step_2_rests before insert on public.completed_phases
  for each row when (new.cycle_number is not null and current_user = 'authenticated')
  execute function private.refuse_step_at_rest();

-- schemas/notes/notes.sql

-- What clinicians write. Patients read it, and nobody writes it from a browser. Every read leaves a line in the audit log.
-- PostgREST reads a table in a read-only transaction, which cannot write that line, so the tables are the service's alone
-- and each is read through a function that reads and writes the line together. See docs/decisions/0014-supabase-as-it-is.md.
create table public.consultation_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  consultation_reference text not null check (length(consultation_reference) between 1 and 100),
  notes text not null check (length(notes) <= 100000),
  created_at timestamptz not null default now(),
  title text check (length(title) between 1 and 200) constraint title_is_plain check (private.is_plain_line(title)),
  author_id uuid,
  author_name text check (length(author_name) <= 100),
  author_role text check (author_role in ('coach', 'clinician')),
  signed_at timestamptz,
  constraint consultation_notes_signed check (num_nulls(author_id, author_name, author_role, signed_at) in (0, 4))
);
alter table public.consultation_notes alter column user_id set statistics 0;
alter table public.consultation_notes enable row level security;
revoke all on public.consultation_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.consultation_notes to service_role;
create index consultation_notes_by_reference on public.consultation_notes (user_id, consultation_reference, created_at desc);

create trigger audit_consultation_notes after insert or update or delete on public.consultation_notes
  for each row execute function private.audit_change();

create table public.medical_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  title text not null check (length(title) between 1 and 200)
    constraint title_is_plain check (private.is_plain_line(title)),
  noted_on date not null,
  content text not null check (length(content) <= 100000),
  created_at timestamptz not null default now(),
  -- Notes of the care team: written as a draft that its author alone sees, then signed, which shows them to the patient for
  -- good. A signed note never changes: what is missing is added below it, and one in the wrong record is withdrawn.
  author_id uuid,
  author_name text check (length(author_name) <= 100),
  author_role text check (author_role in ('coach', 'clinician')),
  signed_at timestamptz,
  constraint medical_notes_signed check (num_nulls(author_id, author_name, author_role, signed_at) in (0, 4))
);
alter table public.medical_notes alter column user_id set statistics 0;
alter table public.medical_notes enable row level security;
revoke all on public.medical_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.medical_notes to service_role;
create index medical_notes_newest on public.medical_notes (user_id, noted_on desc, created_at desc);

create trigger audit_medical_notes after insert or update or delete on public.medical_notes
  for each row execute function private.audit_change();

-- The same for consultations; without a reference, the notes of all of them.
create function public.read_consultation_notes(p_user uuid, p_reference text) returns setof public.consultation_notes
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select notes.* from public.consultation_notes as notes
    join public.customers using (user_id)
    join public.invitations on invitations.email = customers.customer_email
    where notes.user_id = p_user and (p_reference is null or notes.consultation_reference = p_reference)
      and invitations.revoked_at is null and customers.privacy_policy_accepted and customers.data_usage_consent
      and not private.is_withdrawn(notes.id)
    order by notes.created_at desc;
  if found then
    perform private.note_in_audit('read', 'consultation_notes', p_user, p_user);
  end if;
end $$;
revoke all on function public.read_consultation_notes(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.read_consultation_notes(uuid, text) to service_role;

-- Our own server answers a patient's read of the table from this. PostgREST does not expose schema private, where a caller
-- could have the answer and the line rolled back with one broken request.
create function private.read_own_consultation_notes() returns setof public.consultation_notes
language sql security definer set search_path = '' as $$
  select * from public.read_consultation_notes(auth.uid(), null)
$$;
revoke all on function private.read_own_consultation_notes() from public;
grant execute on function private.read_own_consultation_notes() to authenticated;

-- schemas/team/people.sql

create table public.care_team (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100)
    constraint name_is_plain check (private.is_plain_line(name)),
  role text not null,
  email text not null unique check (email = lower(email) and email like '%_@_%')
    constraint email_ends check (length(email) <= 254)
    constraint email_is_plain check (private.is_plain_line(email)),
  -- Refuses a zone that PostgreSQL does not know.
  time_zone text not null check (timezone(time_zone, timestamptz 'epoch') is not null)
    constraint time_zone_ends check (length(time_zone) <= 64),
  bio text not null default '' check (length(bio) <= 2000),
  active boolean not null default true,
  user_id uuid unique references auth.users on delete set null,
  -- The one factor that counts. Ids of factors are never used again, so this needs no reference.
  factor_id uuid,
  invited_at timestamptz,
  invited_by uuid,
  -- When the set-up code was used for the first time.
  joined_at timestamptz,
  deactivated_at timestamptz,
  -- A role that waits for a clinician's agreement. Where it equals the role, nothing was agreed to yet.
  proposed_role text check (proposed_role in ('coach', 'clinician')),
  proposed_by uuid,
  -- One coach: the assigned coach's address and face are in the patient's own record, and their calls are with that coach.
  -- The name of a drawn portrait. Without one, people see the person's initials.
  portrait text
  constraint portrait_is_a_name check (portrait ~ '^[a-z0-9-]{1,40}$'),
  constraint care_team_role_check check (role in ('coach', 'clinician', 'administrator')),
  constraint nobody_books_who_left check (deactivated_at is null or not active)
);
alter table public.care_team enable row level security;
revoke all on public.care_team from anon, authenticated, service_role;
grant select, insert, update, delete on public.care_team to service_role;
alter table public.care_team alter column user_id set statistics 0;

-- What is told in person beside the mailed code: only its keyed hash, for 72 hours and five tries.
create table private.set_up_codes (
  person_id uuid primary key references public.care_team on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null default now() + interval '72 hours',
  wrong_tries integer not null default 0
);
alter table private.set_up_codes enable row level security;
revoke all on private.set_up_codes from public, anon, authenticated, service_role;

create function private.set_up_code(p_person uuid, p_code_hash text) returns void
language sql set search_path = '' as $$
  insert into private.set_up_codes (person_id, code_hash) values (p_person, p_code_hash)
  on conflict (person_id) do update
  set code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong_tries = 0
$$;

-- Somebody whose role counts now.
create function private.is_member(p_person public.care_team) returns boolean
language sql immutable set search_path = '' as $$
  select p_person.joined_at is not null and p_person.deactivated_at is null
    and p_person.role is distinct from p_person.proposed_role
$$;

-- In PL/pgSQL: it is asked several times for one answer, and is planned once for a session.
create function private.staff_of(p_user uuid) returns public.care_team
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select care_team.* into person from public.care_team
  where invited_at is not null and deactivated_at is null
    and (user_id = p_user or user_id is null and email = (select lower(users.email) from auth.users where id = p_user));
  return person;
end $$;

-- The same the other way round, also for somebody who has signed in by mail and not used the set-up code yet.
create function private.accounts_of(p_person public.care_team) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select id from auth.users where id = p_person.user_id or email = p_person.email)
$$;

-- Changes of people wait for each other: two administrators who remove one another would otherwise leave none.
create function private.lock_care_team() returns void
language sql set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('care team', 0)) $$;

create function private.refuse_team(p_status text, p_code text, p_sentence text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = p_status, message = p_sentence, detail = p_code;
end $$;

-- Null is the command line, which needs nobody's agreement.
create function private.require_team_role(p_by uuid, p_roles text[], p_person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if p_by = p_person then
    perform private.refuse_team('PT403', 'not_allowed', 'Nobody changes their own role or second factor.');
  end if;
  if p_by is not null and not exists (
    select from public.care_team as acting where id = p_by and private.is_member(acting) and role = any (p_roles)
  ) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
end $$;

create function private.needs_agreement(p_by uuid, p_person uuid, p_role text) returns boolean
language sql stable set search_path = '' as $$
  select p_by is not null and p_role in ('coach', 'clinician') and exists (
    select from public.care_team as clinician
    where role = 'clinician' and private.is_member(clinician) and id is distinct from p_person)
$$;

-- Somebody of the team who has not left, locked.
create function private.team_member(p_person uuid) returns public.care_team
language plpgsql set search_path = '' as $$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = p_person and deactivated_at is null for update;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is not in the team any more.');
  elsif person.invited_at is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person takes calls and was never invited. Invite them first.');
  end if;
  return person;
end $$;

-- Invites somebody, also one who takes calls already, who has left, or who lost the set-up code. A zone that only JavaScript
-- knows is answered with 400: the table's own check would become a 500.
create function public.team_invite(
  p_by uuid, p_email text, p_name text, p_role text, p_time_zone text, p_code_hash text)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  proposed text;
begin
  perform private.lock_care_team();
  select * into person from public.care_team where email = lower(trim(p_email)) for update;
  perform private.require_team_role(p_by, '{administrator}', person.id);
  begin
    perform pg_catalog.timezone(p_time_zone, timestamptz 'epoch');
  exception when invalid_parameter_value then
    perform private.refuse_team('PT400', 'invalid_input', 'timeZone: Please name a time zone such as America/New_York');
  end;
  if person.joined_at is not null and person.deactivated_at is null then
    perform private.refuse_team('PT409', 'already_in_team', 'This person is in the team already.');
  end if;
  proposed := case when private.needs_agreement(p_by, person.id, p_role) then p_role end;
  insert into public.care_team as known
    (email, name, role, time_zone, invited_at, invited_by, proposed_role, proposed_by)
  values (lower(trim(p_email)), p_name, p_role, p_time_zone, now(), p_by, proposed, case when proposed is not null then p_by end)
  on conflict (email) do update set name = excluded.name, role = excluded.role, time_zone = excluded.time_zone,
    invited_at = excluded.invited_at, invited_by = excluded.invited_by, proposed_role = excluded.proposed_role,
    proposed_by = excluded.proposed_by, active = known.active or known.deactivated_at is not null,
    deactivated_at = null, joined_at = null, factor_id = null
  returning * into person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(person.id, p_code_hash);
  perform private.note_in_audit('insert', 'team_invitation', person.id, p_by);
  return person.id;
end $$;
revoke all on function public.team_invite(uuid, text, text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.team_invite(uuid, text, text, text, text, text) to service_role;

create function public.team_change_role(p_by uuid, p_person uuid, p_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  is_new boolean;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  is_new := person.role is not distinct from person.proposed_role;
  if private.needs_agreement(p_by, p_person, p_role) and (is_new or p_role <> person.role) then
    update public.care_team set role = case when is_new then p_role else role end, proposed_role = p_role, proposed_by = p_by
    where id = p_person;
    perform private.note_in_audit('insert', 'team_role_proposal', p_person, p_by);
  else
    update public.care_team set role = p_role, proposed_role = null, proposed_by = null where id = p_person;
    perform private.note_in_audit('update', 'team_role', p_person, p_by);
  end if;
end $$;
revoke all on function public.team_change_role(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_change_role(uuid, uuid, text) to service_role;

-- p_role is what the clinician saw, and has to be said: a proposal that was changed meanwhile is not agreed to.
create function public.team_agree(p_by uuid, p_person uuid, p_role text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  perform private.team_member(p_person);
  update public.care_team set role = proposed_role, proposed_role = null, proposed_by = null
  where id = p_person and proposed_role = p_role;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This role was decided meanwhile.');
  end if;
  perform private.note_in_audit('update', 'team_role', p_person, p_by);
end $$;
revoke all on function public.team_agree(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_agree(uuid, uuid, text) to service_role;

-- A clinician resets a colleague's factor, and sees the new setup code. An administrator's factor is reset by another administrator, or by
-- the command line: with the code and the mailbox a clinician would otherwise become one.
create function public.team_reset_factor(p_by uuid, p_person uuid, p_code_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator,clinician}', p_person);
  person := private.team_member(p_person);
  if person.role = 'administrator' then
    perform private.require_team_role(p_by, '{administrator}', p_person);
  end if;
  update public.care_team set factor_id = null where id = p_person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(p_person, p_code_hash);
  perform private.note_in_audit('delete', 'team_factor', p_person, p_by);
  perform private.mail_person(person, 'Your authenticator app was reset', array[
    format('%s reset your authenticator app for the Béa team workspace, and you were signed out everywhere.',
      private.who_acts(p_by)),
    'To sign in again you need a new set-up code, which you are told in person.',
    'If you did not ask for this, ' || private.whom_to_tell(p_person)]);
  perform private.mail_administrators(p_person, 'An authenticator app was reset', array[
    format('%s reset the authenticator app of %s, %s, for the Béa team workspace.', private.who_acts(p_by), person.name,
      person.email),
    private.whom_to_ask(p_by, person)]);
end $$;
revoke all on function public.team_reset_factor(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_reset_factor(uuid, uuid, text) to service_role;

-- Who takes calls sits with patients: on screen only somebody with a second factor and an agreed role is made a host.
create function public.team_set_hosts(p_by uuid, p_person uuid, p_kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  if p_by is not null and not (private.is_member(person) and person.role in ('coach', 'clinician')) then
    perform private.refuse_team('PT409', 'not_a_host',
      'Calls are for coaches and clinicians who have set up their sign-in and whose role is agreed to.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'There is no such kind of call.');
  end if;
  delete from public.appointment_type_hosts where host_id = p_person;
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds);
  perform private.note_in_audit('update', 'team_hosts', p_person, p_by);
end $$;
revoke all on function public.team_set_hosts(uuid, uuid, text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_set_hosts(uuid, uuid, text[]) to service_role;

-- Calls ahead stay booked until they are given away; their mailed links open nothing any more (private.part_in_call).
create function public.team_deactivate(p_by uuid, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  update public.care_team set deactivated_at = now(), active = false, factor_id = null, proposed_role = null, proposed_by = null
  where id = p_person;
  delete from private.set_up_codes where person_id = p_person;
  delete from public.appointment_type_hosts where host_id = p_person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || id)::text)
  from public.appointments where host_id = p_person and status = 'booked' and ends_at > now();
  perform private.note_in_audit('delete', 'team_member', p_person, p_by);
end $$;
revoke all on function public.team_deactivate(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_deactivate(uuid, uuid) to service_role;

-- Somebody who may set up a second factor: invited, signed in by mail, with a factor that was verified in this session and
-- is not another than the one that counts.
create function private.setting_up(p_user uuid, p_session uuid) returns public.care_team
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
  session auth.sessions;
begin
  select * into session from auth.sessions
  where id = p_session and user_id = p_user and (not_after is null or not_after > now());
  if not found then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  elsif session.aal is distinct from 'aal2' or session.factor_id <> coalesce(person.factor_id, session.factor_id)
    or not exists (
      select from auth.mfa_factors where id = session.factor_id and user_id = p_user and status = 'verified') then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  perform private.refuse_old_session(p_session);
  return person;
end $$;

-- Asked before the function looks at what it was sent. The address is part of what is hashed.
create function public.team_begin_set_up(p_user uuid, p_session uuid) returns text
language sql security definer set search_path = '' as $$ select (private.setting_up(p_user, p_session)).email $$;
revoke all on function public.team_begin_set_up(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_begin_set_up(uuid, uuid) to service_role;

-- Ties the factor of this session to the person, by the setup code that only they were given. A refusal is answered and not raised, so
-- that a wrong try counts. After the fifth, or after 72 hours, the answer says that no further try helps.
create function public.team_set_up(p_user uuid, p_session uuid, p_code_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  factor uuid;
  is_right boolean;
  tries integer;
begin
  -- Before anything is read: a reset that is under way changes it.
  perform private.lock_care_team();
  person := private.setting_up(p_user, p_session);
  factor := (select factor_id from auth.sessions where id = p_session);
  if person.factor_id = factor then
    -- The answer to the same code was lost.
    return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
  end if;
  update private.set_up_codes set wrong_tries = wrong_tries + (code_hash <> p_code_hash)::integer
  where person_id = person.id and expires_at > now() and wrong_tries < 5
  returning code_hash = p_code_hash, wrong_tries into is_right, tries;
  if is_right is not true then
    if tries = 5 then
      perform private.tell_of_lock('team_set_up_lock', person, 'set-up code no longer works',
        'Five wrong set-up codes were entered for the Béa workspace. It takes a new one now, which an administrator gives.');
    end if;
    return jsonb_build_object('isSetUp', false, 'isEnded', coalesce(tries, 5) = 5);
  end if;
  delete from private.set_up_codes where person_id = person.id;
  delete from auth.mfa_factors where user_id = p_user and id <> factor;
  delete from auth.sessions where user_id = p_user and id <> p_session;
  update public.care_team set user_id = p_user, factor_id = factor, joined_at = coalesce(joined_at, now())
  where id = person.id;
  perform set_config('portal.staff_id', person.id::text, true);
  perform private.note_in_audit('insert', 'team_factor', person.id, person.id);
  return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
end $$;
revoke all on function public.team_set_up(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_set_up(uuid, uuid, text) to service_role;

-- An operator's SQL keeps to it too.
create function private.keep_last_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role <> 'administrator' or not private.is_member(old)
    or tg_op = 'UPDATE' and new.role = 'administrator' and private.is_member(new) then
    return coalesce(new, old);
  end if;
  perform private.lock_care_team();
  if not exists (
    select from public.care_team as other where role = 'administrator' and private.is_member(other) and id <> old.id
  ) then
    perform private.refuse_team('PT409', 'last_administrator',
      'The last administrator stays. Make somebody else an administrator first.');
  end if;
  return coalesce(new, old);
end $$;

create trigger keep_last_administrator before update or delete on public.care_team
  for each row execute function private.keep_last_administrator();

-- What one dishonest person of the care team, or whoever reads a colleague's mail, could still have done.
-- Where there is a clinician, a new coach or clinician needs one's agreement. So no administrator ends the last one: without
-- a clinician they would need nobody. Acts of people name them (private.enter_team); the command names nobody, and may.
create function private.keep_last_clinician() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (private.named_person()).id is null or old.role <> 'clinician' or not private.is_member(old)
    or new.role = 'clinician' and private.is_member(new) then
    return new;
  end if;
  if not exists (
    select from public.care_team as other where role = 'clinician' and private.is_member(other) and id <> old.id
  ) then
    perform private.refuse_team('PT409', 'last_clinician',
      'The last clinician stays. Make somebody else a clinician first, or use the command.');
  end if;
  return new;
end $$;

create trigger keep_last_clinician before update of role, proposed_role, deactivated_at, joined_at on public.care_team
  for each row execute function private.keep_last_clinician();

-- schemas/scheduling/tables.sql

create table public.appointment_types (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,60}$'),
  name text not null check (length(name) between 1 and 100)
    constraint name_is_plain check (private.is_plain_line(name)),
  description text not null check (length(description) <= 2000),
  duration_minutes integer not null check (duration_minutes between 5 and 240),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 120),
  minimum_notice_minutes integer not null default 0 check (minimum_notice_minutes between 0 and 20160),
  horizon_days integer not null default 60 check (horizon_days between 1 and 365),
  interaction_type text not null check (interaction_type in ('video_call', 'phone_call')),
  -- Someone whom the safety check holds back is offered a short call with a clinician, and can ask for an answer today.
  -- What administrators read instead of the name, for a type that follows from health. Null where the name says nothing of it.
  neutral_name text
  constraint neutral_name_length check (length(neutral_name) between 1 and 100)
  constraint neutral_name_is_plain check (private.is_plain_line(neutral_name))
);
alter table public.appointment_types enable row level security;
revoke all on public.appointment_types from anon, authenticated, service_role;
grant select, insert, update, delete on public.appointment_types to service_role;

create table public.appointment_type_hosts (
  appointment_type_id uuid not null references public.appointment_types on delete cascade,
  host_id uuid not null references public.care_team on delete cascade,
  primary key (appointment_type_id, host_id)
);
alter table public.appointment_type_hosts enable row level security;
revoke all on public.appointment_type_hosts from anon, authenticated, service_role;
grant select, insert, update, delete on public.appointment_type_hosts to service_role;
create index appointment_type_hosts_of_host on public.appointment_type_hosts (host_id);

-- Hours in the host's own zone; ISO weekdays, Monday is 1.
create table public.availability (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null references public.care_team on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  starts_at time not null,
  ends_at time not null check (ends_at > starts_at),
  unique (host_id, weekday, starts_at)
);
alter table public.availability enable row level security;
revoke all on public.availability from anon, authenticated, service_role;
grant select, insert, update, delete on public.availability to service_role;

create table public.days_off (
  host_id uuid not null references public.care_team on delete cascade,
  day date not null,
  primary key (host_id, day)
);
alter table public.days_off enable row level security;
revoke all on public.days_off from anon, authenticated, service_role;
grant select, insert, update, delete on public.days_off to service_role;

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  host_id uuid not null references public.care_team,
  appointment_type_id uuid not null references public.appointment_types,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The end of the appointment and its buffer: the host is busy until then.
  busy_until timestamptz not null,
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  -- The zone of the browser that booked: mails name the hour as the patient chose it.
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  -- Unguessable. The video room's address is made from it and leaves the server in the join window only.
  room uuid not null default gen_random_uuid(),
  -- Rises with every change, as calendars expect.
  sequence integer not null default 0,
  submission_id uuid,
  created_at timestamptz not null default now(),
  -- What needs somebody of the care team. Items are derived by domain/attention and never stored; stored are the decisions about
  -- them, and who has to be looked at from when, so that Today reads the few patients of whom something may be said.
  -- How a call went, as its host says.
  outcome text check (outcome in ('took-place', 'patient-did-not-come', 'we-could-not')),
  outcome_at timestamptz,
  check (busy_until >= ends_at),
  constraint booked_in_our_time check (starts_at >= '2000-01-01T00:00:00Z' and busy_until < '9999-12-31T00:00:00Z'),
  constraint one_call_per_host_at_a_time exclude using gist
    (host_id with =, tstzrange(starts_at, busy_until) with &&) where (status = 'booked'),
  constraint one_call_per_patient_at_a_time exclude using gist
    (user_id with =, tstzrange(starts_at, ends_at) with &&) where (status = 'booked'),
  unique (user_id, submission_id),
  constraint outcome_has_its_time check ((outcome is null) = (outcome_at is null))
);
alter table public.appointments alter column user_id set statistics 0;
alter table public.appointments enable row level security;
revoke all on public.appointments from anon, authenticated, service_role;
grant select, insert, update, delete on public.appointments to service_role;
create index appointments_of_patient on public.appointments (user_id, ends_at) where status = 'booked';
create index appointments_of_host on public.appointments (host_id, starts_at) include (busy_until) where status = 'booked';
create unique index appointments_room on public.appointments (room);

-- A message that speaks of an older state of the appointment is never sent, so every change must raise the sequence.
create function private.count_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if (new.host_id, new.appointment_type_id, new.starts_at, new.ends_at, new.status)
    is distinct from (old.host_id, old.appointment_type_id, old.starts_at, old.ends_at, old.status) then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end $$;
revoke all on function private.count_change() from public;

create trigger count_change before update on public.appointments
  for each row execute function private.count_change();

create trigger audit_appointments after insert or update or delete on public.appointments
  for each row execute function private.audit_change();

-- An appointment with the names that people know. For the functions alone: the room is the key to the video call.
create view public.calls with (security_invoker = true) as
  select appointments.id, appointments.user_id, appointment_types.name, appointment_types.slug,
    appointment_types.interaction_type, care_team.name as host_name, appointments.starts_at, appointments.ends_at,
    appointments.status, appointments.room, appointments.submission_id,
    appointment_types.minimum_notice_minutes, appointments.sequence, appointments.time_zone, appointments.host_id,
    care_team.email as host_email, care_team.time_zone as host_time_zone
  from public.appointments
  join public.appointment_types on appointment_types.id = appointments.appointment_type_id
  join public.care_team on care_team.id = appointments.host_id;
revoke all on public.calls from anon, authenticated, service_role;
grant select on public.calls to service_role;

-- Everything that decides which slots a patient is offered, in one answer: hosts, their hours and absences, and the patient's own coach
-- (a coach without hours takes no calls). Moments are milliseconds since 1970.
-- A host's appointments are those of the host's own days. In every time zone these begin and end within 25 hours of the moments asked
-- about; an appointment reaches 4 hours further, and its buffer 2. Looking up fifty hosts' zones would take longer than sending the few
-- extra rows.
-- Long lists come as arrays of one type, in which hosts are counted from 0: PostgreSQL takes longer to write an object for each row than
-- to find the row. PL/pgSQL keeps one plan for all executions.
create function public.scheduling_facts(p_user uuid, p_slug text, p_from timestamptz, p_until timestamptz) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  first_day constant date := (p_from at time zone 'UTC')::date - 1;
  last_day constant date := (p_until at time zone 'UTC')::date + 1;
  first_weekday constant integer := date_part('isodow', first_day);
begin
  return (
    with host as materialized (
      select care_team.*, row_number() over () - 1 as place
      from public.appointment_types
      join public.appointment_type_hosts on appointment_type_id = appointment_types.id
      join public.care_team on care_team.id = host_id
      where slug = p_slug and active)
    select json_build_object(
      'patient', (
        select json_build_object('userId', user_id, 'firstName', customer_first_name, 'lastName', customer_last_name,
          'email', customer_email, 'phone', customer_phone, 'wantsTexts', sms_consent,
          'hasConsented', privacy_policy_accepted and data_usage_consent)
        from public.customers
        join public.invitations on invitations.email = customers.customer_email
        where customers.user_id = p_user and invitations.revoked_at is null),
      'coach', (
        select coach_id from public.coach_assignments
        where user_id = p_user and exists (select from public.availability where host_id = coach_id)),
      'calls', (
        select coalesce(array_agg(array[date_part('epoch', starts_at) * 1000, date_part('epoch', ends_at) * 1000]), '{}')
        from public.appointments
        where user_id = p_user and status = 'booked' and ends_at > p_from and starts_at < p_until + interval '4 hours'),
      'type', (
        select json_build_object('id', id, 'name', name, 'interactionType', interaction_type,
          'durationMinutes', duration_minutes, 'bufferMinutes', buffer_minutes,
          'minimumNoticeMinutes', minimum_notice_minutes, 'horizonDays', horizon_days)
        from public.appointment_types where slug = p_slug),
      'hosts', (
        select coalesce(array_agg(array[id::text, name, email, time_zone] order by place), '{}') from host),
      'hours', (
        select coalesce(array_agg(
          array[place::text, weekday::text, left(starts_at::text, 5), left(ends_at::text, 5)]), '{}')
        from host join public.availability on host_id = host.id
        where (weekday - first_weekday + 7) % 7 <= last_day - first_day),
      'daysOff', (
        select coalesce(array_agg(array[place::text, to_char(day, 'YYYY-MM-DD')]), '{}')
        from host join public.days_off on host_id = host.id
        where day between first_day and last_day),
      'absences', (
        select coalesce(array_agg(
          array[place, date_part('epoch', starts_at) * 1000, date_part('epoch', ends_at) * 1000]), '{}')
        from host join public.absences on host_id = host.id
        where ends_at > p_from and starts_at < p_until + interval '4 hours'),
      'busy', (
        select coalesce(array_agg(
          array[place, date_part('epoch', starts_at) * 1000, date_part('epoch', busy_until) * 1000]), '{}')
        from host join public.appointments on host_id = host.id
        where status = 'booked'
          and starts_at > p_from - interval '31 hours' and starts_at < p_until + interval '31 hours')));
end $$;
revoke all on function public.scheduling_facts(uuid, text, timestamptz, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.scheduling_facts(uuid, text, timestamptz, timestamptz) to service_role;

-- Calls whose host has not said how they went, or has no note yet: the others ask for nobody.
create index appointments_unfinished on public.appointments (user_id)
  where status = 'booked' and coalesce(outcome, 'took-place') = 'took-place';

-- schemas/notes/drafts-and-addenda.sql

create table public.note_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  -- Nobody's when their author has left: a clinician adopts or discards it.
  author_id uuid references public.care_team on delete set null,
  begun_by text check (length(begun_by) <= 100),
  version integer not null default 1,
  kind text not null check (kind in ('medical', 'consultation')),
  reference text check (length(reference) between 1 and 100),
  title text not null check (length(title) <= 200) constraint title_is_plain check (private.is_plain_line(title)),
  noted_on date not null,
  content text not null check (length(content) <= 20000),
  saved_at timestamptz not null default now(),
  constraint note_drafts_reference
  check ((kind = 'consultation') = (reference is not null))
);
alter table public.note_drafts alter column user_id set statistics 0;
alter table public.note_drafts enable row level security;
revoke all on public.note_drafts from anon, authenticated, service_role;
create index note_drafts_of_patient on public.note_drafts (user_id, saved_at desc);
create index note_drafts_of_author on public.note_drafts (author_id);

create table public.note_addenda (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  note_id uuid not null,
  content text not null check (length(content) between 1 and 20000),
  html text check (length(html) <= 100000),
  author_id uuid not null,
  author_name text not null check (length(author_name) <= 100),
  author_role text not null check (author_role in ('coach', 'clinician')),
  signed_at timestamptz not null default now()
);
alter table public.note_addenda alter column user_id set statistics 0;
alter table public.note_addenda enable row level security;
revoke all on public.note_addenda from anon, authenticated, service_role;
create index note_addenda_of_patient on public.note_addenda (user_id, signed_at desc);
create index note_addenda_of_note on public.note_addenda (note_id, signed_at);

create table public.note_withdrawals (
  note_id uuid primary key,
  user_id uuid not null references public.customers on delete cascade,
  reason text not null check (length(reason) between 1 and 2000),
  author_id uuid not null,
  author_name text not null check (length(author_name) <= 100),
  author_role text not null check (author_role in ('coach', 'clinician')),
  signed_at timestamptz not null default now()
);
alter table public.note_withdrawals alter column user_id set statistics 0;
alter table public.note_withdrawals enable row level security;
revoke all on public.note_withdrawals from anon, authenticated, service_role;
create index note_withdrawals_of_patient on public.note_withdrawals (user_id, signed_at desc);

-- A draft that saves itself would fill the log.
create trigger audit_note_drafts after insert or delete on public.note_drafts
  for each row execute function private.audit_change();

create trigger audit_note_addenda after insert or update or delete on public.note_addenda
  for each row execute function private.audit_change();

create trigger audit_note_withdrawals after insert or update or delete on public.note_withdrawals
  for each row execute function private.audit_change();

-- For everybody, whatever their role: it goes with the account and never before.
create function private.refuse_changing_signed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.signed_at is not null and (tg_op = 'UPDATE' or exists (select from auth.users where id = old.user_id)) then
    raise exception using errcode = '42501', message = 'What is signed never changes';
  end if;
  return case when tg_op = 'UPDATE' then new else old end;
end $$;

create trigger signed_stays before update or delete on public.medical_notes
  for each row execute function private.refuse_changing_signed();

create trigger signed_stays before update or delete on public.consultation_notes
  for each row execute function private.refuse_changing_signed();

create trigger signed_stays before update or delete on public.note_addenda
  for each row execute function private.refuse_changing_signed();

create trigger signed_stays before update or delete on public.note_withdrawals
  for each row execute function private.refuse_changing_signed();

create trigger never_emptied before truncate on public.medical_notes
  for each statement execute function private.refuse_change();

create trigger never_emptied before truncate on public.consultation_notes
  for each statement execute function private.refuse_change();

create trigger never_emptied before truncate on public.note_addenda
  for each statement execute function private.refuse_change();

create trigger never_emptied before truncate on public.note_withdrawals
  for each statement execute function private.refuse_change();

create function private.pass_drafts_on() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.note_drafts set author_id = null, begun_by = new.name where author_id = new.id;
  return null;
end $$;

create trigger pass_drafts_on after update of role, deactivated_at on public.care_team
  for each row when (new.role = 'administrator' or new.deactivated_at is not null) execute function private.pass_drafts_on();

-- Both kinds, as staff see them; withdrawn ones, too.
create view private.written_notes as
  select id, user_id, 'medical' as kind, null as reference, title, noted_on, content, created_at,
    author_id, author_name, author_role, signed_at from public.medical_notes
  union all
  select id, user_id, 'consultation', consultation_reference, title, null, notes, created_at,
    author_id, author_name, author_role, signed_at from public.consultation_notes;
revoke all on private.written_notes from public, anon, authenticated, service_role;

create function private.author_words(p_name text, p_role text, p_signed_at timestamptz) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_signed_at is not null then jsonb_build_object('name', p_name, 'role', p_role, 'signedAt', p_signed_at) end
$$;

create function private.addenda_of(p_note uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', coalesce(html, content),
    'author', private.author_words(author_name, author_role, signed_at)) order by signed_at, id), '[]')
  from public.note_addenda where note_id = p_note
$$;

create function private.is_withdrawn(p_note uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.note_withdrawals where note_id = p_note)
$$;

create function public.read_notes_of_consultation(p_user uuid, p_reference text)
returns table (title text, notes text, created_at timestamptz, author jsonb, addenda jsonb)
language sql security definer set search_path = '' as $$
  select title, notes, created_at, private.author_words(author_name, author_role, signed_at), private.addenda_of(id)
  from public.read_consultation_notes(p_user, p_reference)
$$;
revoke all on function public.read_notes_of_consultation(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.read_notes_of_consultation(uuid, text) to service_role;

-- What is added or withdrawn changes the note's own list.
create function private.tell_of_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('table', kind || '_notes'), 'change', 'patient:' || new.user_id, true)
  from private.written_notes where id = new.note_id;
  return null;
end $$;

create trigger tell_patient after insert on public.note_addenda for each row execute function private.tell_of_note();

create trigger tell_patient after insert on public.note_withdrawals for each row execute function private.tell_of_note();

-- schemas/scheduling/absences.sql

-- Who is away, from one moment to another, and who covers. Calls are neither offered nor booked within an absence; those that
-- were booked before stay until somebody moves them, gives them away or cancels them.
create table public.absences (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null references public.care_team on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- Null where every coach sees the patients of whoever is away.
  covered_by uuid references public.care_team on delete set null check (covered_by <> host_id),
  added_at timestamptz not null default now(),
  constraint away_in_our_time check (starts_at >= '2000-01-01T00:00:00Z' and ends_at < '9999-12-31T00:00:00Z')
);
alter table public.absences enable row level security;
revoke all on public.absences from anon, authenticated, service_role;
create index absences_of_host on public.absences (host_id, ends_at);
create index absences_by_end on public.absences (ends_at);
create index absences_of_cover on public.absences (covered_by);

-- The first moment of a day. Where the clocks show midnight twice it is the first of the two, where they skip it, the moment
-- after the gap: as in domain/time/local.ts.
create function private.start_of_day(p_day date, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  later constant timestamptz := p_day::timestamp at time zone p_zone;
begin
  return case when (later - interval '1 hour') at time zone p_zone = p_day::timestamp
    then later - interval '1 hour' else later end;
end $$;

-- Says what the exclusion of two calls at once says: whoever books tries the next host.
create function private.require_present(p_host uuid, p_starts_at timestamptz, p_ends_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.absences where host_id = p_host and starts_at < p_ends_at and ends_at > p_starts_at) then
    raise exception using errcode = '23P01', message = 'host_is_away';
  end if;
end $$;

-- schemas/storage/documents.sql

-- Files: a patient's own documents, and guides for everybody. Nobody writes from a browser: without a policy for it, only
-- the service's key does.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 26214400, array['application/pdf', 'image/png', 'image/jpeg']),
  ('guides', 'guides', true, 26214400, array['application/pdf'])
on conflict do nothing;

-- The bounds of a patient's own folder, each as one value that is known before the rows are read: PostgreSQL 15 uses an
-- index for no others beside row level security.
create policy "Patients read documents in their own folder" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'documents'
    and name collate "C" > (select auth.uid() || '/')
    and name collate "C" < (select auth.uid() || '0')
    and (select private.may_take_along())
  );

-- A signed link would outlive its maker's session, consent and invitation, for as many years as its maker wished.
create policy "Nobody but the service signs links" on storage.objects
  as restrictive for select to anon, authenticated
  using (coalesce((select storage.operation()), '') !~ '^(storage\.)?object\.sign(_many)?$');

-- What the dashboard leaves in a folder whose last file has gone is nobody's document. It goes with the account.
create policy "Nobody sees placeholders" on storage.objects
  as restrictive for select to anon, authenticated using (name !~ '(^|/)\.emptyFolderPlaceholder$');

-- All files in a patient's own folder, which is everything between its slash and the next character, `0`. Pictures that wait to be
-- sent belong to it: they go with the account.
create function private.files_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from storage.objects
  where bucket_id in ('documents', 'message-uploads')
    and name collate "C" > p_user_id || '/' and name collate "C" < p_user_id || '0'
$$;

create function private.documents_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from private.files_of(p_user_id)
  where bucket_id = 'documents' and name !~ '(^|/)\.emptyFolderPlaceholder$'
$$;

-- What happens to a patient's documents is noted as what happens to their rows is, in the transaction that does it.
create function private.audit_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
begin
  for owner in
    select distinct (storage.foldername(changed.name))[1]
    from (values (old.bucket_id, old.name), (new.bucket_id, new.name)) as changed (bucket_id, name)
    where changed.bucket_id = 'documents' and changed.name !~ '(^|/)\.emptyFolderPlaceholder$'
  loop
    -- A file outside of every patient's folder belongs to no record.
    if owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.note_in_audit(lower(tg_op), 'documents', owner::uuid, auth.uid());
    end if;
  end loop;
  return null;
end $$;

create trigger audit_documents after insert or delete or update of bucket_id, name, version on storage.objects
  for each row execute function private.audit_document();

-- Storage says in `storage.operation()` what it is doing; on our own server that is empty. Its names have had the prefix
-- `storage.` and not had it, so a policy takes both.
-- A signed link for an upload works without a session, and a resumable upload for a day. Storage checks the number of files
-- when it makes them and not when they are used, so patients upload a file as one request or not at all.
create policy "Files are uploaded in one request" on storage.objects
  as restrictive for insert to anon, authenticated
  with check (coalesce((select storage.operation()), '') ~ '^((storage\.)?object\.upload)?$');

-- schemas/deletion/account-deletion.sql

-- Deleting an account: a code from the mailbox, seven days to change one's mind, and then nothing of the person remains but
-- the audit log, in which a random id has taken their place. See docs/decisions/0006-data-rights.md.
create table public.account_deletions (
  user_id uuid primary key references public.customers on delete cascade,
  requested_at timestamptz not null default now(),
  -- The function that asks computes seven days with its own clock; the database allows for a difference between the two.
  delete_after timestamptz not null check (delete_after > requested_at + interval '6 days'),
  leased_until timestamptz,
  lease uuid
);
alter table public.account_deletions alter column user_id set statistics 0;
alter table public.account_deletions enable row level security;
revoke all on public.account_deletions from anon, authenticated, service_role;
grant select on public.account_deletions to authenticated, service_role;
create index account_deletions_due on public.account_deletions (delete_after);

create policy "Patients see when their account will be deleted" on public.account_deletions
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_access()));

create trigger audit_account_deletions after insert or delete on public.account_deletions
  for each row execute function private.audit_change();

-- Never the digits, only their keyed hash, and null once the code was used or killed. Like sign-in codes, and for this
-- purpose alone.
create table private.deletion_codes (
  user_id uuid primary key references auth.users on delete cascade,
  code_hash text,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  wrong_tries integer not null default 0,
  -- Over all codes since the last right one, so that a few guesses at each of many codes are slowed down too.
  wrong_in_a_row integer not null default 0
);
alter table private.deletion_codes alter column user_id set statistics 0;
alter table private.deletion_codes enable row level security;
revoke all on private.deletion_codes from public, anon, authenticated, service_role;

-- A minute between two mails; from fifteen wrong tries on, twice as long for every five more, up to an hour.
create function private.next_code_at(p_code private.deletion_codes) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_code.sent_at + least(interval '1 hour',
    interval '1 minute' * 2 ^ least(6, greatest(0, p_code.wrong_in_a_row / 5 - 2)))
$$;

create function private.write_to_patient(p_user_id uuid, p_messages jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  about public.appointments;
begin
  about.user_id := p_user_id;
  perform private.add_messages(about, p_messages);
end $$;

-- Keeps the new code and its mail. Returns 0, or the seconds to wait for another one.
create function public.ask_deletion_code(p_user_id uuid, p_code_hash text, p_messages jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deletion_codes as code (user_id, code_hash) values (p_user_id, p_code_hash)
  on conflict (user_id) do update
  set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, wrong_tries = 0
  where private.next_code_at(code) <= now();
  if not found then
    return (select greatest(1, ceil(extract(epoch from private.next_code_at(code) - now())))::integer
      from private.deletion_codes as code where user_id = p_user_id);
  end if;
  perform private.write_to_patient(p_user_id, p_messages);
  return 0;
end $$;
revoke all on function public.ask_deletion_code(uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.ask_deletion_code(uuid, text, jsonb) to service_role;

-- The right code begins the seven days. Null means that it was not the right one; the fifth wrong try kills it. Somebody
-- whose deletion is already under way, and who asks again because the answer was lost, gets the same day.
create function public.confirm_deletion(p_user_id uuid, p_code_hash text, p_delete_after timestamptz, p_messages jsonb)
returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  leaves_at timestamptz;
begin
  update private.deletion_codes set code_hash = null, wrong_in_a_row = 0
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now();
  if not found then
    select delete_after into leaves_at from public.account_deletions where user_id = p_user_id;
    if leaves_at is null then
      update private.deletion_codes set
        wrong_tries = wrong_tries + 1,
        wrong_in_a_row = wrong_in_a_row + 1,
        code_hash = case when wrong_tries + 1 < 5 then code_hash end
      where user_id = p_user_id and code_hash is not null and expires_at > now();
    end if;
    return leaves_at;
  end if;
  insert into public.account_deletions (user_id, delete_after) values (p_user_id, p_delete_after);
  perform private.write_to_patient(p_user_id, p_messages);
  return p_delete_after;
end $$;
revoke all on function public.confirm_deletion(uuid, text, timestamptz, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.confirm_deletion(uuid, text, timestamptz, jsonb) to service_role;

-- False means that the seven days are over.
create function public.keep_account(p_user_id uuid, p_messages jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = p_user_id and delete_after > now();
  if found then
    perform private.write_to_patient(p_user_id, p_messages);
  end if;
  return not exists (select from public.account_deletions where user_id = p_user_id);
end $$;
revoke all on function public.keep_account(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.keep_account(uuid, jsonb) to service_role;

-- Accounts whose time has come, each for one worker at a time, with the files that have to go first and the appointments
-- whose hosts have to hear of it.
create function public.lease_due_deletions(p_count integer, p_seconds integer)
returns table (user_id uuid, lease uuid, files jsonb, calls jsonb)
language sql security definer set search_path = '' as $$
  with due as (
    select deletion.user_id from public.account_deletions as deletion
    where delete_after <= now() and (leased_until is null or leased_until <= now())
    order by delete_after limit p_count for update skip locked
  ), leased as (
    update public.account_deletions as deletion
    set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => p_seconds)
    from due where deletion.user_id = due.user_id
    returning deletion.user_id, deletion.lease
  )
  select leased.user_id, leased.lease,
    (select coalesce(jsonb_agg(jsonb_build_object('bucket', file.bucket_id, 'name', file.name)), '[]')
      from private.files_of(leased.user_id) as file),
    (select coalesce(jsonb_agg(to_jsonb(call) - 'room'), '[]') from public.calls as call
      where call.user_id = leased.user_id and call.status = 'booked' and call.ends_at > now())
  from leased
$$;
revoke all on function public.lease_due_deletions(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.lease_due_deletions(integer, integer) to service_role;

-- What the open portal was told names the patient, and each deleted row adds to it. A project that does not let us delete
-- there keeps it until realtime's own housekeeping, and the account goes all the same.
create function private.forget_signals(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from realtime.messages where topic = 'patient:' || p_user_id;
exception when insufficient_privilege then
  raise warning 'realtime.messages: %', sqlerrm;
end $$;

-- All of it or nothing. False leaves the account for another try: another worker has it, a file is left, or an appointment
-- was booked or moved since its host's message was written (p_calls names those that were told, with their sequence).
create function public.delete_account(p_user_id uuid, p_lease uuid, p_calls jsonb, p_messages jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  addresses text[] := array(
    select customer_email from public.customers where user_id = p_user_id
    union select lower(email) from auth.users where id = p_user_id);
  nobody uuid := gen_random_uuid();
begin
  perform from public.account_deletions
  where user_id = p_user_id and lease = p_lease and delete_after <= now() for update;
  if not found then
    return false;
  end if;
  -- A booking at the same time waits for this row, and then finds no patient.
  perform from public.customers where user_id = p_user_id for update;
  if exists (select from private.files_of(p_user_id))
    or exists (select from public.appointments
      where user_id = p_user_id and status = 'booked' and ends_at > now()
        and not p_calls @> jsonb_build_array(jsonb_build_object('id', id, 'sequence', sequence))) then
    return false;
  end if;
  delete from public.outbox where user_id = p_user_id or recipient = any (addresses);
  delete from private.limits where key in (
    select encode(sha256(convert_to(name, 'UTF8')), 'hex') from unnest(
      array['deletion-code:' || p_user_id, 'data-export:' || p_user_id]
      || array(select 'validate-email:' || address from unnest(addresses) as address)) as name);
  -- Every other row of the patient is deleted by cascade from these.
  delete from auth.refresh_tokens where user_id = p_user_id::text;
  delete from auth.users where id = p_user_id;
  delete from public.invitations where email = any (addresses);
  -- Supabase's own log of sign-ins, where there is one.
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries where payload ->> ''actor_id'' = $1' using p_user_id::text;
  end if;
  update public.audit_log
  set subject_id = nobody, actor_id = case when actor_id = p_user_id then nobody else actor_id end
  where subject_id = p_user_id;
  perform private.forget_signals(p_user_id);
  perform private.write_to_patient(null, p_messages);
  return true;
end $$;
revoke all on function public.delete_account(uuid, uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.delete_account(uuid, uuid, jsonb, jsonb) to service_role;

-- schemas/notifications/outbox.sql

-- The outbox: mail and texts to be sent, written in the transaction of what they tell about and delivered by a worker.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  -- One row for one message, however often the same thing is asked for.
  key text not null unique check (length(key) <= 200),
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null
    constraint recipient_ends check (length(recipient) <= 254)
    constraint recipient_is_plain check (private.is_plain_line(recipient)),
  subject text
    constraint subject_ends check (length(subject) <= 1000)
    constraint subject_is_plain check (private.is_plain_line(subject)),
  body_text text not null constraint body_text_ends check (length(body_text) <= 100000),
  body_html text constraint body_html_ends check (length(body_html) <= 500000),
  attachments jsonb not null default '[]' constraint attachments_end check (length(attachments::text) <= 1000000),
  appointment_id uuid references public.appointments on delete cascade,
  -- The state of the appointment that this message speaks of: a later change makes it stale.
  appointment_sequence integer,
  user_id uuid references public.customers on delete cascade,
  send_after timestamptz not null default now(),
  -- After this moment the message is of no use, and is dropped.
  send_before timestamptz,
  attempts integer not null default 0,
  leased_until timestamptz,
  lease uuid,
  sent_at timestamptz,
  dropped_at timestamptz,
  parked_at timestamptz,
  last_error text constraint last_error_ends check (length(last_error) <= 200),
  created_at timestamptz not null default now(),
  purpose text not null default 'news',
  constraint outbox_purpose_check
    check (purpose in ('news', 'reminder', 'treatment_reminder', 'message', 'deletion', 'deletion_code', 'security'))
);
alter table public.outbox alter column user_id set statistics 0;
alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select, insert, update, delete on public.outbox to service_role;
create index outbox_waiting on public.outbox (send_after)
  where sent_at is null and dropped_at is null and parked_at is null;
create index outbox_of_appointment on public.outbox (appointment_id);
create index outbox_of_patient on public.outbox (user_id);
create index outbox_of_invitation on public.outbox (recipient, created_at desc) where starts_with(key, 'invitation:');

-- Operators watch for messages that wait for a person; looking must not read every message ever sent.
create index outbox_parked on public.outbox (parked_at) where parked_at is not null;

-- Messages about an appointment, without its id and sequence, which are added here.
create function private.add_messages(p_about public.appointments, p_messages jsonb) returns void
language sql set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, attachments, send_after, send_before,
    purpose, appointment_id, appointment_sequence, user_id)
  select message ->> 'key', message ->> 'channel', message ->> 'recipient', message ->> 'subject',
    message ->> 'body_text', message ->> 'body_html', coalesce(message -> 'attachments', '[]'),
    coalesce((message ->> 'send_after')::timestamptz, now()), (message ->> 'send_before')::timestamptz,
    coalesce(message ->> 'purpose', 'news'), p_about.id, p_about.sequence, p_about.user_id
  from jsonb_array_elements(p_messages) as message
$$;

-- Workers that listen need not wait for their next poll.
create function private.announce_messages() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;

create trigger announce_messages after insert on public.outbox
  for each statement execute function private.announce_messages();

-- Whether a notification that waits must not be sent any more: its patient withdrew consent, chose not to get it, or is in a care state
-- that forbids it. Which state forbids what is in domain/care-state/surfaces.ts (`mails`, `calendar`); supabase/tests/outbox.test.ts
-- compares the two.
create function private.is_unwanted(p_message public.outbox) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.customers
    left join public.account_deletions as leaving using (user_id)
    left join public.invitations on invitations.email = customer_email and revoked_at is null
    where customers.user_id = p_message.user_id and (
      (p_message.channel = 'sms' and p_message.purpose <> 'message' and not sms_consent)
      or (p_message.purpose = 'reminder'
        and not case p_message.channel when 'email' then email_reminders else text_reminders end)
      or (p_message.purpose = 'treatment_reminder'
        and (not (testing_reminders or applicator_reminders)
          or not (privacy_policy_accepted and data_usage_consent)
          or private.care_state(p_message.user_id) <> 'treatment'))
      or (p_message.purpose = 'message'
        and (not case p_message.channel when 'email' then message_mails else message_texts end
          or not (privacy_policy_accepted and data_usage_consent)
          or not private.has_unseen_message(p_message.user_id)))
      or (p_message.channel = 'sms' or p_message.recipient = customer_email)
        and (invitations.email is null or leaving.delete_after is not null
          and p_message.purpose not like 'deletion%' and p_message.purpose <> 'security')))
  or p_message.user_id is null and exists (
    select from public.invitations where email = p_message.recipient and revoked_at is not null)
$$;

-- Takes messages that are due, for a while, so that several workers never take the same one. Dropped instead: what speaks
-- of an appointment that was cancelled or moved meanwhile, what its reader no longer wants, and what the clinic has no
-- service for.
create function public.lease_outbox(p_count integer, p_seconds integer, p_channels text[] default '{email,sms}')
returns setof public.outbox
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
begin
  loop
    due := array(
      select id from public.outbox
      where sent_at is null and dropped_at is null and parked_at is null and send_after <= now()
        and (leased_until is null or leased_until <= now())
      order by send_after limit p_count for update skip locked);
    exit when due = '{}';
    update public.outbox as message set dropped_at = now(), lease = null, leased_until = null
    where id = any (due) and (send_before <= now() or channel <> all (p_channels)
      or exists (select from public.appointments
        where appointments.id = message.appointment_id and appointments.sequence <> message.appointment_sequence)
      or private.is_unwanted(message));
    -- Eight attempts without a result mean that workers stopped while sending it: a person has to look.
    update public.outbox set parked_at = now(), lease = null, leased_until = null
    where id = any (due) and dropped_at is null and attempts >= 8;
    return query
      update public.outbox set
        attempts = attempts + 1,
        lease = gen_random_uuid(),
        leased_until = now() + make_interval(secs => p_seconds)
      where id = any (due) and dropped_at is null and parked_at is null
      returning *;
    -- If all of these were dropped or parked, others may still be due.
    exit when found;
  end loop;
end $$;
revoke all on function public.lease_outbox(integer, integer, text[]) from public, anon, authenticated, service_role;
grant execute on function public.lease_outbox(integer, integer, text[]) to service_role;

-- Records how a leased message went. A worker whose lease ran out changes nothing.
create function public.settle_outbox(p_id uuid, p_lease uuid, p_error text) returns boolean
language sql security definer set search_path = '' as $$
  update public.outbox set
    sent_at = case when p_error is null then now() end,
    last_error = left(p_error, 200),
    lease = null,
    leased_until = null,
    -- 1, 2, 4 … minutes, an hour at most; after the eighth failure a person has to look.
    send_after = case when p_error is null then send_after
      else now() + least(interval '1 hour', interval '30 seconds' * power(2, attempts)) end,
    parked_at = case when p_error is not null and attempts >= 8 then now() end
  where id = p_id and lease = p_lease
  returning true
$$;
revoke all on function public.settle_outbox(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.settle_outbox(uuid, uuid, text) to service_role;

-- A code is worth nothing once it was sent, so it does not stay in the outbox either.
create function private.forget_sent_code() returns trigger language plpgsql set search_path = '' as $$
begin
  new.body_text := '';
  new.body_html := null;
  return new;
end $$;

create trigger forget_sent_code before update on public.outbox for each row
  when (new.purpose = 'deletion_code' and coalesce(new.sent_at, new.dropped_at, new.parked_at) is not null)
  execute function private.forget_sent_code();

-- schemas/scheduling/booking.sql

-- Booking, moving and canceling an appointment, each in one transaction with everything that will be sent about it. A host who is away is
-- not booked.
-- p_messages: rows for the outbox, without the appointment's id and sequence.
create function public.book_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  booked public.appointments;
begin
  -- Two bookings that met only at the exclusion constraint could wait for each other until one fails as a deadlock. These
  -- locks make them queue: for the host first, then for the patient, always in this order.
  perform from public.care_team where id = asked.host_id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  -- A retry of a booking whose answer was lost gets the same answer and books nothing.
  select * into booked from public.appointments
  where user_id = asked.user_id and submission_id = asked.submission_id
    and appointment_type_id = asked.appointment_type_id and starts_at = asked.starts_at;
  if found then
    return booked.id;
  end if;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- At most ten at once, because each is time that other patients cannot book. The lock on the patient's row keeps two
  -- bookings from both being the tenth.
  if (select count(*) from public.appointments
      where user_id = asked.user_id and status = 'booked' and ends_at > now()) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_calls';
  end if;
  insert into public.appointments
    (id, user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, submission_id)
  values (asked.id, asked.user_id, asked.host_id, asked.appointment_type_id, asked.starts_at, asked.ends_at,
    asked.busy_until, coalesce(asked.time_zone, 'UTC'), asked.submission_id)
  returning * into booked;
  perform private.add_messages(booked, p_messages);
  return booked.id;
end $$;
revoke all on function public.book_appointment(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.book_appointment(jsonb, jsonb) to service_role;

-- p_appointment holds the appointment's id, its patient, the sequence that the caller knows, and the new host and times. Null means that
-- it was changed or canceled meanwhile. A host who is away gets no call.
create function public.move_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  moved public.appointments;
begin
  -- In the same order as bookings: hosts first, ordered by id, then the patient.
  perform from public.care_team
  where id in (asked.host_id, (select host_id from public.appointments where id = asked.id))
  order by id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- In one statement: if the new time is taken, the appointment keeps the old one.
  update public.appointments set host_id = asked.host_id, starts_at = asked.starts_at, ends_at = asked.ends_at,
    busy_until = asked.busy_until, time_zone = coalesce(asked.time_zone, 'UTC')
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into moved;
  if found then
    perform private.add_messages(moved, p_messages);
  end if;
  return moved.id;
end $$;
revoke all on function public.move_appointment(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.move_appointment(jsonb, jsonb) to service_role;

create function public.cancel_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  cancelled public.appointments;
begin
  update public.appointments set status = 'cancelled'
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into cancelled;
  if found then
    perform private.add_messages(cancelled, p_messages);
  end if;
  return cancelled.id;
end $$;
revoke all on function public.cancel_appointment(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.cancel_appointment(jsonb, jsonb) to service_role;

-- The appointments of a patient that are not over, soonest first. Null for somebody without access, none before consent.
create function public.coming_calls(p_user uuid, p_now timestamptz) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(json_agg(call order by call.starts_at) filter (where call.id is not null), '[]')
    from public.customers
    join public.invitations on invitations.email = customers.customer_email and invitations.revoked_at is null
    left join lateral (
      select id, name, slug, interaction_type, host_name, starts_at, ends_at, status, room, minimum_notice_minutes
      from public.calls
      where calls.user_id = customers.user_id and status = 'booked' and ends_at > p_now
        and privacy_policy_accepted and data_usage_consent) as call on true
    where customers.user_id = p_user
    having count(*) > 0);
end $$;
revoke all on function public.coming_calls(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.coming_calls(uuid, timestamptz) to service_role;

-- schemas/content/articles.sql

-- Articles and events: the same for everybody, served by get-blog-posts.
create table public.blog_collections (
  handle text primary key check (handle ~ '^[a-z0-9-]{1,60}$'),
  title text not null check (length(title) between 1 and 100)
    constraint title_is_plain check (private.is_plain_line(title)),
  url text not null check (url ~ '^(https?://|/)') constraint url_ends check (length(url) <= 2000),
  position integer not null default 0
);
alter table public.blog_collections enable row level security;
revoke all on public.blog_collections from anon, authenticated, service_role;
grant select, insert, update, delete on public.blog_collections to service_role;
grant select on public.blog_collections to anon, authenticated;

create table public.blog_articles (
  id text primary key check (id ~ '^[a-z0-9-]{1,100}$'),
  collection_handle text not null references public.blog_collections on delete cascade,
  title text not null check (length(title) between 1 and 200)
    constraint title_is_plain check (private.is_plain_line(title)),
  description text not null check (length(description) <= 1000),
  image text check (image ~ '^(https?://|/)') constraint image_ends check (length(image) <= 2000),
  link text not null check (link ~ '^(https?://|/)') constraint link_ends check (length(link) <= 2000),
  body text not null default '' constraint body_ends check (length(body) <= 200000),
  event_date timestamptz,
  published_at timestamptz not null default now()
);
alter table public.blog_articles enable row level security;
revoke all on public.blog_articles from anon, authenticated, service_role;
grant select, insert, update, delete on public.blog_articles to service_role;
grant select on public.blog_articles to anon, authenticated;
create index blog_articles_newest on public.blog_articles (collection_handle, published_at desc);

create policy "Everybody reads the collections" on public.blog_collections for select to anon, authenticated using (true);

create policy "Everybody reads the articles" on public.blog_articles for select to anon, authenticated using (true);

-- Which articles of supabase/content this database got from supabase/seed.sql, and which text of them (the hash of the
-- file). With it the seed changes an article only when its file has changed, removes what is no longer shipped, and leaves
-- alone what the clinic wrote.
create table private.shipped_articles (
  id text primary key check (id ~ '^[a-z0-9-]{1,100}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);
alter table private.shipped_articles enable row level security;
revoke all on private.shipped_articles from public, anon, authenticated, service_role;

-- schemas/scheduling/call-room.sql

-- The link of a host who left opens nothing. Administrators take no part in calls.
create function private.part_in_call(p_call public.appointments) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'call_id' = p_call.id::text and auth.jwt() ->> 'call_sequence' = p_call.sequence::text
      and exists (select from private.host_entries where call_id = p_call.id and sequence = p_call.sequence)
      and exists (select from public.care_team as host where id = p_call.host_id and private.takes_calls(host)) then 'host'
    when p_call.user_id = auth.uid() and private.has_consented() then 'patient'
  end
$$;

create function private.is_call_open(p_call public.appointments) returns boolean
language sql stable set search_path = '' as $$
  select p_call.status = 'booked' and now() >= p_call.starts_at - interval '10 minutes' and now() < p_call.ends_at
$$;

-- The patient needs a live session. The host needs none: the link lets them in.
create function private.may_be_in_channel(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.is_call_open(call)
      and case private.part_in_call(call) when 'patient' then private.has_session() when 'host' then true end
    from public.appointments as call
    join public.appointment_types on appointment_types.id = call.appointment_type_id
    where appointment_types.interaction_type = 'video_call'
      and call.id = case when p_topic ~ '^call:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(p_topic, 6)::uuid end
  ), false)
$$;
grant execute on function private.may_be_in_channel(text) to anon, authenticated;

create policy "Both sides of a call hear each other" on realtime.messages
  for select to anon, authenticated using (
    extension in ('broadcast', 'presence') and (select private.may_be_in_channel((select realtime.topic())))
  );

create policy "Both sides of a call speak" on realtime.messages
  for insert to anon, authenticated with check (
    extension in ('broadcast', 'presence') and (select private.may_be_in_channel((select realtime.topic())))
  );

-- What the room shows a patient before it opens. They bring the room's id; anyone else gets nothing. It counts no tries, because a caller
-- could have the transaction rolled back and the count with it: the function in front counts
-- (docs/decisions/0014-supabase-as-it-is.md).
create function public.enter_call(p_room uuid default null) returns json
language sql stable security definer set search_path = '' as $$
  select private.room_of(call, 'patient') from public.appointments as call
  where call.room = p_room and private.part_in_call(call) = 'patient'
$$;
revoke all on function public.enter_call(uuid) from public, anon, authenticated, service_role;
grant execute on function public.enter_call(uuid) to authenticated;

-- Everybody in a call's channel was let in for the appointment as it was then. When it is changed, given to another host,
-- moved, cancelled or deleted, our own servers, which listen here, check the policies again for everybody in the channel.
-- Nobody listens on Supabase, whose Realtime checks at the next renewal of a token (docs/security.md).
create function private.announce_call_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || old.id)::text);
  return null;
end $$;

create trigger announce_call_change after update on public.appointments
  for each row when (old is distinct from new) execute function private.announce_call_change();

create trigger announce_call_end after delete on public.appointments
  for each row execute function private.announce_call_change();

-- schemas/realtime/patients.sql

-- For tables with a user_id: sends the name of the table to the patient's own channel when something changed.
create function private.tell_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  perform realtime.send(jsonb_build_object('table', tg_table_name), 'change',
    'patient:' || case when tg_op = 'DELETE' then old.user_id else new.user_id end, true);
  return null;
end $$;
revoke all on function private.tell_patient() from public;

create trigger tell_patient after insert or update or delete on public.customers
  for each row execute function private.tell_patient();

create trigger tell_patient after insert or update or delete on public.completed_phases
  for each row execute function private.tell_patient();

create trigger tell_patient after insert or update or delete on public.test_results
  for each row execute function private.tell_patient();

create trigger tell_patient after insert or update or delete on public.appointments
  for each row execute function private.tell_patient();

create trigger tell_patient after insert or update or delete on public.medical_notes
  for each row execute function private.tell_patient();

create trigger tell_patient after insert or update or delete on public.consultation_notes
  for each row execute function private.tell_patient();

-- To receive, not to send: without a policy for it, nobody but the database sends there.
create policy "Patients hear of changes to their own record" on realtime.messages
  for select to authenticated using (
  extension = 'broadcast'
  and (select realtime.topic()) = 'patient:' || (select auth.uid())
  and (select private.has_access())
  and (select private.has_session())
);

-- schemas/export/export.sql

-- A message as its patient may have it. Of one to the care team only that there was one, and when: the rest holds the
-- host's own link to the video room. Texts go to patients alone, and a message about a change of address is the patient's
-- own in both mailboxes. A code that was not sent yet is left out.
create function private.message_for(p_message public.outbox, p_address text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when p_message.recipient is distinct from p_address and p_message.channel <> 'sms'
      and p_message.purpose <> 'security' then jsonb_build_object(
      'id', p_message.id, 'channel', p_message.channel, 'recipient', 'your care team', 'purpose', p_message.purpose,
      'subject', p_message.subject, 'created_at', p_message.created_at, 'send_after', p_message.send_after,
      'send_before', p_message.send_before, 'sent_at', p_message.sent_at, 'dropped_at', p_message.dropped_at,
      'parked_at', p_message.parked_at)
    else to_jsonb(p_message) - '{lease,leased_until,last_error}'::text[] || case
      when p_message.purpose = 'deletion_code' then '{"body_text": "", "body_html": null}'::jsonb else '{}' end
  end
$$;

-- How many lines a part leaves out, in words that say where the rest is.
create function private.left_out(p_lines bigint, p_kept bigint) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_lines > p_kept then jsonb_build_array(jsonb_build_object('lines', p_lines - p_kept, 'note',
    format('This file has the newest %s lines. Ask the clinic for the earlier ones.', to_char(p_kept, 'FM999,999,990'))))
  else '[]' end
$$;

-- For the patient whom the calling function has checked and counted: a patient who could call it directly could have its line in the
-- audit log rolled back. A patient who withdrew consent gets everything. Each part may use what is left except for the share of each part
-- after it, so that none is crowded out. Left out on purpose: the room of an appointment, which is a key; codes, tokens and counters.
create function public.export_my_data(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- An answer has 8 MB (server/rest); the rest is for the parts that cannot grow.
  bytes_left integer := 7500000;
  -- What each part that can grow is sure of; together half of an answer.
  share constant integer := 4000000 / (select count(max_lines) from private.export_parts);
  has_consented boolean;
  part record;
  found_lines record;
  whole jsonb := '{}';
begin
  select privacy_policy_accepted and data_usage_consent or consent_withdrawn_at is not null into has_consented
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', p_user, p_user);
  for part in
    select *, count(max_lines) over () - count(max_lines) over (order by place) as later
    from private.export_parts order by place
  loop
    found_lines := private.newest_lines(part.name, case when has_consented or not part.needs_consent then p_user end,
      part.max_lines, bytes_left - share * part.later::integer);
    whole := whole || jsonb_build_object(part.name, found_lines.lines);
    if part.max_lines is not null then
      bytes_left := bytes_left - found_lines.bytes;
      whole := whole || jsonb_build_object(part.name || '_left_out', found_lines.left_out);
    end if;
  end loop;
  return whole;
end $$;
revoke all on function public.export_my_data(uuid) from public, anon, authenticated, service_role;
grant execute on function public.export_my_data(uuid) to service_role;

-- The parts of a patient's export. An area that keeps something of a patient adds a row here and a view
-- `private.export_<name>` (user_id, moment, id, line): the lines of everybody, of which the export reads a patient's newest.
create table private.export_parts (
  name text primary key,
  -- What the clinic wrote comes first, what the product writes by itself last.
  place integer not null unique,
  -- Health data, which before consent can be neither written nor read: nobody's rows are found.
  needs_consent boolean not null default true,
  -- None for a part that cannot grow, and so is never cut.
  max_lines integer check (max_lines > 0)
);
alter table private.export_parts enable row level security;
revoke all on private.export_parts from public, anon, authenticated, service_role;

create function private.newest_lines(p_part text, p_user uuid, p_max_lines integer, p_max_bytes integer,
  out lines jsonb, out left_out jsonb, out bytes integer)
language plpgsql set search_path = '' as $$
declare
  kept jsonb[] := '{}';
  line jsonb;
  size integer;
  there bigint;
begin
  bytes := 0;
  for line in
    execute format('select line from private.%I where user_id = $1 order by moment desc, id desc', 'export_' || p_part)
    using p_user
  loop
    size := octet_length(line::text) + 2;
    exit when p_max_lines is not null and (cardinality(kept) = p_max_lines or bytes + size > p_max_bytes);
    kept := kept || line;
    bytes := bytes + size;
  end loop;
  execute format('select count(*) from private.%I where user_id = $1', 'export_' || p_part) into there using p_user;
  lines := (select coalesce(jsonb_agg(one order by at desc), '[]') from unnest(kept) with ordinality as own (one, at));
  left_out := private.left_out(there, cardinality(kept));
end $$;

-- schemas/sign-in/change-of-address.sql

-- A patient changes their own address, proved from both mailboxes. The auth service (GoTrue on Supabase, ours elsewhere)
-- sends the codes and writes auth.users; everything that depends on the address follows here, in the same transaction.
-- Five tries a day, and the address for which the last counted one was granted: the portal asks first, the auth service
-- begins.
create table private.email_change_tries (
  user_id uuid primary key references auth.users on delete cascade,
  used integer not null,
  window_ends_at timestamptz not null,
  granted_email text,
  granted_until timestamptz
);
alter table private.email_change_tries alter column user_id set statistics 0;
alter table private.email_change_tries enable row level security;
revoke all on private.email_change_tries from public, anon, authenticated, service_role;

-- Counts one try. Returns 0 when it is allowed, otherwise the seconds to wait.
create function private.take_email_change_try(p_user_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  counted private.email_change_tries;
begin
  insert into private.email_change_tries as tries (user_id, used, window_ends_at)
  values (p_user_id, 1, now() + interval '1 day')
  on conflict (user_id) do update set
    used = case when tries.window_ends_at <= now() then 1 else tries.used + 1 end,
    window_ends_at = case when tries.window_ends_at <= now() then excluded.window_ends_at else tries.window_ends_at end
  returning * into counted;
  if counted.used <= 5 then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_ends_at - now())))::integer;
end $$;

-- Nobody else's: not invited (not even in the past), not a user's, not the care team's.
create function private.is_usable_address(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_email = lower(p_email) and p_email ~ '^[^@\s]+@[^@\s]+$' and length(p_email) <= 254, false)
    and not exists (select from public.invitations where email = p_email)
    and not exists (select from public.customers where customer_email = p_email)
    and not exists (select from auth.users where lower(email) = p_email)
    and not exists (select from public.care_team where lower(email) = p_email)
$$;

-- Two patients who moved to one address at once had their codes in the same mailbox, and whoever typed the other's code was given
-- the other's session. One change for an address at a time: the first to begin, until its codes run out.
-- As is_usable_address(text), and nobody else's change to it is under way. Codes work for ten minutes (otp_expiry in
-- supabase/config.toml, CODE_MINUTES in server/auth).
create function private.is_usable_address(p_email text, p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_usable_address(p_email) and not exists (
    select from auth.users
    where lower(email_change) = p_email and id <> p_user_id and email_change_sent_at > now() - interval '10 minutes')
$$;
revoke all on function private.is_usable_address(text, uuid) from public, anon, authenticated, service_role;

-- Whether this patient may begin to move to this address, and if only later, in how many seconds. It never says why not.
create function private.ask_email_change(p_user_id uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  if exists (select from private.email_change_tries
    where user_id = p_user_id and granted_email = p_email and granted_until > now()) then
    return jsonb_build_object('usable', private.is_usable_address(p_email, p_user_id), 'wait', 0);
  end if;
  -- The auth service sends once a minute; what it would refuse is no try.
  select ceil(extract(epoch from email_change_sent_at + interval '1 minute' - now())) into wait
  from auth.users where id = p_user_id and email_change_sent_at > now() - interval '1 minute';
  wait := coalesce(wait, private.take_email_change_try(p_user_id));
  if wait > 0 or not private.is_usable_address(p_email, p_user_id) then
    return jsonb_build_object('usable', false, 'wait', wait);
  end if;
  update private.email_change_tries set granted_email = p_email, granted_until = now() + interval '10 minutes'
  where user_id = p_user_id;
  return jsonb_build_object('usable', true, 'wait', 0);
end $$;

-- The portal asks before it asks the auth service: GoTrue sends its mails before the trigger below could refuse. For the
-- patient whom the calling function has checked: a patient who could call it directly could have its count rolled back
-- (docs/decisions/0014-supabase-as-it-is.md).
create function public.ask_email_change(p_user uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = p_user and revoked_at is null
  ) then
    raise exception using errcode = '42501', message = 'Patients change their own address';
  end if;
  return private.ask_email_change(p_user, lower(trim(p_email)));
end $$;
revoke all on function public.ask_email_change(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.ask_email_change(uuid, text) to service_role;

-- Codes of a change that was given up open nothing any more. When they were sent is kept, for the minute between two mails.
create function public.cancel_email_change() returns void
language sql security definer set search_path = '' as $$
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = auth.uid() and email_change <> '' and private.has_access()
$$;
revoke all on function public.cancel_email_change() from public, anon, authenticated, service_role;
grant execute on function public.cancel_email_change() to authenticated;

-- A change begins, with or without the question above.
create function private.begin_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two who begin at once the second waits here, and then sees what the first wrote.
  perform pg_advisory_xact_lock(hashtextextended('email change to ' || lower(new.email_change), 0));
  if not private.is_usable_address(lower(new.email_change), new.id) or not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = new.id and revoked_at is null
  ) then
    raise exception using errcode = 'PT422', message = 'This address cannot be used.';
  end if;
  update private.email_change_tries set granted_email = null, granted_until = null
  where user_id = new.id and granted_email = lower(new.email_change) and granted_until > now();
  if not found and private.take_email_change_try(new.id) > 0 then
    raise exception using errcode = 'PT429', message = 'The address was changed too often today.';
  end if;
  return new;
end $$;

create trigger begin_email_change before update of email_change, email_change_sent_at on auth.users for each row
  when (new.email_change <> '' and (new.email_change is distinct from old.email_change
    or new.email_change_sent_at is distinct from old.email_change_sent_at))
  execute function private.begin_email_change();

-- The final check, also of what happened since the codes were sent.
create function private.refuse_used_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_usable_address(lower(new.email)) then
    raise exception using errcode = 'PT422', message = 'This address cannot be used.';
  end if;
  return new;
end $$;

create trigger refuse_used_address before update of email on auth.users for each row
  when (old.email is distinct from new.email and lower(old.email) is distinct from lower(new.email))
  execute function private.refuse_used_address();

create function private.notify_of_new_address(p_user_id uuid, p_recipients text[]) returns void
language sql set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'address-changed:' || gen_random_uuid(), 'email', recipient, 'security', p_user_id, now() + interval '7 days',
    'Your email address has changed',
    $text$Hello,

The email address of your Béa account has changed.

From now on you sign in with the new address, and our messages go there. You have been signed out on all your other devices.

If it was not you who changed it, tell us at once by replying to this email.

Béa
$text$,
    $html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Your email address has changed</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1f1520 !important; }
  .card { background: #2a1d2b !important; border-color: #46334a !important; }
  .ink { color: #f6ebdf !important; }
  .soft { color: #c9b9bf !important; }
  .brand { color: #f0b4c4 !important; }
  .panel { background: #3a2734 !important; color: #fbe9dc !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ef;">
<div class="paper" style="background:#fbf6ef;padding:32px 16px;font-family:Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 28px 12px;background:#fffdfa;border:1px solid #e8dfd3;border-radius:18px;">
<p class="brand" style="margin:0 0 24px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:22px;line-height:28px;font-weight:500;color:#7a2e4a;">Béa</p>
<h1 class="ink" style="margin:0 0 12px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:30px;line-height:38px;font-weight:500;color:#232a3d;">Your email address has changed</h1>
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">Hello,</p>
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">The email address of your Béa account has changed.</p>
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">From now on you sign in with the new address, and our messages go there. You have been signed out on all your other devices.</p>
<p class="soft" style="margin:0 0 20px;font-size:14px;line-height:22px;color:#5d6375;">If it was not you who changed it, tell us at once by replying to this email.</p>
</div>
</div>
</body>
</html>
$html$
  from unnest(p_recipients) as recipient
$$;

create function private.follow_new_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  old_address text := coalesce(
    (select customer_email from public.customers where user_id = new.id), lower(old.email));
  new_address text := lower(new.email);
  is_own boolean := lower(old.email_change) = new_address;
begin
  -- Ends the sessions too (private.end_access). The auth service then opens the one with which the patient goes on.
  update public.invitations set email = new_address where email = old_address;
  delete from auth.sessions where user_id = new.id;
  -- The auth service's transactions have no claims; these name the patient in the audit log.
  if is_own then
    perform set_config('request.jwt.claims',
      jsonb_build_object('sub', new.id, 'role', 'authenticated')::text, true);
  end if;
  update public.customers set customer_email = new_address where user_id = new.id;
  if found then
    perform private.note_in_audit('update', 'email_address', new.id, auth.uid());
    -- Waiting messages go to the new mailbox, and sent ones stay in the patient's export.
    update public.outbox set recipient = new_address where user_id = new.id and recipient = old_address;
    perform private.notify_of_new_address(new.id, array[old_address, new_address]);
  end if;
  perform set_config('request.jwt.claims', claims, true);
  return null;
end $$;

create trigger follow_new_address after update of email on auth.users for each row
  when (old.email is distinct from new.email and lower(old.email) is distinct from lower(new.email))
  execute function private.follow_new_address();

-- schemas/foundation/schedules.sql

-- On Supabase no process of ours runs all the time: pg_cron calls functions every minute. Elsewhere the server has timers of its own.
-- The address and the key are two secrets of the project's vault, because a migration is no place for a key. The key goes into `apikey`:
-- a project's secret key (sb_secret_…) is not a token. The vault's secret is named service_role_key, and may also be the service role key
-- of an older project. The request is remembered, so that its answer can be read later.
create function private.call_function(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  secret_key text := (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key');
  request bigint;
begin
  if address is null or secret_key is null then
    raise exception 'The vault needs the secrets project_url and service_role_key, or % is not called.', p_name;
  end if;
  perform private.read_function_answers();
  request := net.http_post(
    url => rtrim(address, '/') || '/functions/v1/' || p_name,
    headers => jsonb_build_object('Content-Type', 'application/json', 'apikey', secret_key),
    body => '{}'::jsonb,
    timeout_milliseconds => 30000);
  update private.schedule_runs set asked_at = now(), request_id = request where name = p_name;
end $$;
revoke all on function private.call_function(text) from public;

-- When each schedule last did its work. pg_cron counts a call as succeeded whatever the function answered, so the answers
-- that pg_net keeps for some hours are read here; our own server notes its calls itself.
create table private.schedule_runs (
  name text primary key check (length(name) <= 60),
  every_minutes integer not null,
  asked_at timestamptz,
  -- pg_net's, until its answer was read.
  request_id bigint,
  answered_at timestamptz,
  -- Null where there was no answer.
  status integer,
  worked_at timestamptz,
  -- A schedule that has not had its first turn is not late: it is expected from the day it was set up.
  expected_from timestamptz not null default now()
);
alter table private.schedule_runs enable row level security;
revoke all on private.schedule_runs from public, anon, authenticated, service_role;

insert into private.schedule_runs (name, every_minutes) values
  ('deliver-outbox', 1), ('delete-due-accounts', 1), ('watch-attention', 1), ('send-cycle-reminders', 5), ('forget-old-limits', 60),
  ('forget-old-drafts', 60);

create function public.note_schedule(p_name text, p_status integer) returns void
language sql security definer set search_path = '' as $$
  update private.schedule_runs set asked_at = now(), answered_at = now(), status = p_status,
    worked_at = case when p_status between 200 and 299 then now() else worked_at end
  where name = p_name
$$;
revoke all on function public.note_schedule(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.note_schedule(text, integer) to service_role;

create function private.read_function_answers() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('net._http_response') is not null then
    execute 'update private.schedule_runs as run set answered_at = answer.created, status = answer.status_code, request_id = null,
        worked_at = case when answer.status_code between 200 and 299 then answer.created else run.worked_at end
      from net._http_response as answer where answer.id = run.request_id';
  end if;
end $$;

-- For administrators, with the time from which each is expected. Our own server sends email as soon as it is written, without a schedule.
create function public.team_schedules(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  perform private.read_function_answers();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', name, 'everyMinutes', every_minutes, 'workedAt', worked_at,
      'answeredAt', answered_at, 'status', status, 'expectedFrom', expected_from) order by name), '[]')
    from private.schedule_runs
    where name <> 'deliver-outbox' or to_regclass('cron.job') is not null);
end $$;
revoke all on function public.team_schedules(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_schedules(uuid, uuid, text[], text[]) to service_role;

-- pg_cron and pg_net exist on Supabase alone; our own server has timers (server/).
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin')
    and 2 = (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) then
    create extension if not exists pg_cron;
    create extension if not exists pg_net with schema extensions;
  end if;
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('deliver-outbox', '* * * * *', 'select private.call_function(''deliver-outbox'')');
    perform cron.schedule('delete-due-accounts', '* * * * *', 'select private.call_function(''delete-due-accounts'')');
    perform cron.schedule('forget-old-limits', '17 * * * *', 'select public.forget_old_limits()');
    perform cron.schedule('send-cycle-reminders', '*/5 * * * *', 'select private.call_function(''send-cycle-reminders'')');
    perform cron.schedule('watch-attention', '* * * * *', 'select private.call_function(''watch-attention'')');
    perform cron.schedule('forget-old-drafts', '27 * * * *', 'select public.forget_old_drafts()');
  end if;
end $$;

-- schemas/sign-in/second-factor.sql

-- The care team's second factor, an authenticator app. Codes have six digits and live a minute and a half, so guessing has
-- to be counted, whoever guesses and from wherever: five wrong codes lock the factor for 15 minutes.
create table private.factor_tries (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  -- Of the last 15 minutes. A right code does not clear them: its owner's sign-ins would give a guesser five tries each.
  wrong_at timestamptz[] not null default '{}',
  locked_until timestamptz not null default '-infinity'
);
alter table private.factor_tries enable row level security;
revoke all on private.factor_tries from public, anon, authenticated, service_role;

-- The hook that Supabase's auth service calls after it has checked a code, with {user_id, factor_id, factor_type, valid}; our own server
-- calls it too. Tries at one factor wait for each other. While the factor is locked the right code is rejected as well, or guessing would
-- go on. The log and an email say when an app was locked.
-- It is in schema public, where a project's settings name it; none of the API's roles may call it.
create function public.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  factor constant uuid := event ->> 'factor_id';
  is_right constant boolean := coalesce((event ->> 'valid')::boolean, false);
  tries private.factor_tries;
  moment timestamptz;
  person public.care_team;
begin
  insert into private.factor_tries (factor_id) values (factor) on conflict (factor_id) do nothing;
  select * into tries from private.factor_tries where factor_id = factor for update;
  -- The time after the wait.
  moment := clock_timestamp();
  if tries.locked_until > moment then
    return jsonb_build_object('decision', 'reject', 'message', format('Too many wrong codes. Please try again in %s.',
      private.wait_in_words(ceil(extract(epoch from tries.locked_until - moment))::integer)));
  end if;
  if is_right then
    return '{"decision": "continue"}';
  end if;
  tries.wrong_at := array(
    select earlier from unnest(tries.wrong_at) as earlier where earlier > moment - interval '15 minutes') || moment;
  if cardinality(tries.wrong_at) < 5 then
    update private.factor_tries set wrong_at = tries.wrong_at where factor_id = factor;
  else
    update private.factor_tries set wrong_at = '{}', locked_until = moment + interval '15 minutes' where factor_id = factor;
    select * into person from public.care_team where factor_id = factor;
    if found then
      perform private.tell_of_lock('team_factor_lock', person, 'authenticator app is locked for 15 minutes',
        'Five wrong codes of an authenticator app were entered for the Béa workspace.');
    end if;
  end if;
  return '{"decision": "continue"}';
end $$;
revoke all on function public.mfa_verification_attempt(jsonb) from public, anon, authenticated, service_role;

do $$
begin
  -- The auth service's own role, which exists on Supabase alone.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function public.mfa_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end $$;

-- Whoever guessed has shown no more than a mailbox. So the log names nobody: not the person, and no operator.
create function private.tell_of_lock(p_kind text, p_person public.care_team, p_subject text, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  is_app constant boolean := p_kind = 'team_factor_lock';
  -- Instead of p_text, which both callers give in the words of before; %s is whose app it is.
  what constant text := case when is_app
    then 'Somebody entered five wrong codes where the code from %s authenticator app is asked for. The app is locked for 15 minutes.'
    else 'Somebody entered five wrong set-up codes for the Béa team workspace. A new set-up code is needed.' end;
begin
  insert into public.audit_log (actor_role, action, kind, subject_id) values ('sign_in', 'update', p_kind, p_person.id);
  perform private.mail_person(p_person, 'Your ' || p_subject, array[format(what, 'your'),
    'If it was you: ' || case when is_app then 'wait 15 minutes, then use the code that your app shows.'
      else 'ask the person who invited you, or who reset your app, for a new set-up code.' end,
    'If it was not you, somebody else can read your email: change its password, and ' || private.whom_to_tell(p_person.id)]);
  perform private.mail_administrators(p_person.id,
    case when is_app then 'An ' else 'A ' end || p_subject,
    array[format('This is about %s, %s. %s', p_person.name, p_person.email, format(what, 'their')),
      format('Please ask %s, by phone or in person. If it was them: %s', p_person.name, case when is_app
        then 'the lock ends by itself, and there is nothing for you to do.'
        else 'give them a new set-up code, by a new invitation or by a reset of their app.' end),
      'If it was not them, somebody else can read their email. Have its password changed. If that takes long, deactivate them until then.']);
end $$;

-- Whose app counts sets up no other one: it would open the auth service's own calls, and could take the one that counts away.
-- Patients set up none at all, on Supabase too.
create function private.may_enroll(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.id is not null and person.factor_id is null from private.staff_of(p_user_id) as person
$$;

-- Only an authenticator app counts as a factor: the entrance could not check a key or a phone. An enrollment is logged, because a person
-- who reads someone's mail can begin one until the setup code was used. The line names no one, as in private.tell_of_lock.
create function private.refuse_other_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.staff_of(new.user_id);
begin
  if new.factor_type <> 'totp' then
    raise exception using errcode = '42501', message = 'Only an authenticator app can be the second factor.';
  end if;
  if not private.may_enroll(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot set up an authenticator app.';
  end if;
  -- One at a time for each person: two at once would both find no line.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('team_enrolment ' || person.id, 0));
  insert into public.audit_log (actor_role, action, kind, subject_id)
  select 'sign_in', 'insert', 'team_enrolment', person.id
  where not exists (
    select from public.audit_log
    where kind = 'team_enrolment' and subject_id = person.id and at > now() - interval '15 minutes');
  return new;
end $$;

create trigger refuse_other_factor before insert on auth.mfa_factors
  for each row execute function private.refuse_other_factor();

-- Nobody changes their own factor. A reset and leaving take it from the person first; deleting an account takes all of it.
create function private.keep_counted_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.care_team where factor_id = old.id)
    and exists (select from auth.users where id = old.user_id) then
    raise exception using errcode = '42501', message = 'Ask a colleague to reset your authenticator app.';
  end if;
  return old;
end $$;

create trigger keep_counted_factor before delete on auth.mfa_factors
  for each row execute function private.keep_counted_factor();

-- Whether the team's sign-in screen sends a code. Misses are counted as for everybody (public.ask_invitation); a patient's
-- address is none, and gets no mail either.
create function public.ask_team_sign_in(p_email text, p_client text, p_scale numeric, p_user_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select public.ask_invitation(p_email, p_client, p_scale, false, p_user_id) || jsonb_build_object('isOfTeam', exists (
    select from public.care_team where email = lower(p_email) and invited_at is not null and deactivated_at is null))
$$;
revoke all on function public.ask_team_sign_in(text, text, numeric, uuid) from public, anon, authenticated, service_role;
grant execute on function public.ask_team_sign_in(text, text, numeric, uuid) to service_role;

-- A host's mailed link opens a call without the second factor, so the patient's log says who came by it. Only
-- public.enter_call_as_host writes this row, in the transaction that writes the line; without it the call's channel is closed
-- to the link.
create table private.host_entries (
  call_id uuid primary key references public.appointments on delete cascade,
  sequence integer not null
);
alter table private.host_entries enable row level security;
revoke all on private.host_entries from public, anon, authenticated, service_role;

-- What the room shows to one of the two, also before it opens.
create function private.room_of(p_call public.appointments, p_part text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'part', p_part,
    'state', case
      when p_call.status <> 'booked' then 'cancelled'
      when now() >= p_call.ends_at then 'over'
      when private.is_call_open(p_call) then 'open'
      else 'early' end,
    'topic', 'call:' || p_call.id,
    'name', appointment_types.name,
    'hostName', care_team.name,
    -- Enough for the host to know who it is, and no more.
    'patientName', coalesce(nullif(concat_ws(' ', customer_first_name, left(customer_last_name, 1) || '.'), ''), 'Your patient'),
    'startsAt', to_json(p_call.starts_at),
    'endsAt', to_json(p_call.ends_at))
  from public.appointment_types, public.care_team, public.customers
  where appointment_types.id = p_call.appointment_type_id and interaction_type = 'video_call'
    and care_team.id = p_call.host_id and customers.user_id = p_call.user_id
$$;

-- For the function, which has the API check a link's signature and time: nothing but what the link says itself.
create function public.read_call_link() returns json
language sql stable set search_path = '' as $$
  select json_build_object('call', auth.jwt() ->> 'call_id', 'sequence', auth.jwt() ->> 'call_sequence')
  where auth.jwt() ? 'call_id'
$$;
revoke all on function public.read_call_link() from public, anon, authenticated, service_role;
grant execute on function public.read_call_link() to anon, authenticated;

-- An administrator gets the same answer as a host who left.
create function public.enter_call_as_host(p_call uuid, p_sequence integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  call public.appointments;
  room json;
begin
  select appointments.* into call from public.appointments join public.care_team as host on host.id = host_id
  where appointments.id = p_call and sequence = p_sequence and private.takes_calls(host);
  if call.id is null and exists (
    select from public.appointments join public.care_team as host on host.id = host_id
    where appointments.id = p_call and not private.takes_calls(host)
  ) then
    return json_build_object('hasLeft', true);
  end if;
  room := private.room_of(call, 'host');
  if room ->> 'state' = 'open' then
    insert into private.host_entries (call_id, sequence) values (call.id, call.sequence)
    on conflict (call_id) do update set sequence = excluded.sequence;
    perform set_config('portal.staff_id', call.host_id::text, true);
    perform private.note_in_audit('read', 'call_room', call.user_id, call.host_id);
  end if;
  return room;
end $$;
revoke all on function public.enter_call_as_host(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.enter_call_as_host(uuid, integer) to service_role;

-- On Supabase the auth service answers a refresh token from before the second factor with the raised session, for as long as the
-- token that replaced it was not used, and for ten seconds in any case. The transaction that raises a session takes such tokens
-- away: the auth service does not know them any longer, and answers 400. Deferred, so that it sees what was replaced in whatever order.
create function private.end_old_refresh_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where session_id = new.id and revoked;
  return null;
end $$;
revoke all on function private.end_old_refresh_tokens() from public;

create constraint trigger end_old_refresh_tokens after update on auth.sessions deferrable initially deferred
  for each row when (new.aal = 'aal2' and old.aal is distinct from new.aal) execute function private.end_old_refresh_tokens();

-- schemas/sign-in/team.sql

-- Who may sign in, now that the care team does: whoever is invited, as a patient or as one of the team. An address is never
-- both.
create function private.is_invited(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.invitations where email = lower(p_email) and revoked_at is null)
    or exists (select from public.care_team
      where email = lower(p_email) and invited_at is not null and deactivated_at is null)
$$;

-- Who may set up a second factor. Whether somebody takes calls has nothing to do with it.
create function private.is_of_care_team(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$ select (private.staff_of(p_user_id)).id is not null $$;

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

-- On Supabase the auth service has one clock for an address. Set back by its minute, it answers the portal's sign-in as before
-- the team's asked; our own server keeps two (server/database/foundation/auth.sql).
create function public.team_code_sent(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.one_time_tokens') is not null then
    update auth.users set recovery_sent_at = least(recovery_sent_at, now() - interval '1 minute'),
      confirmation_sent_at = least(confirmation_sent_at, now() - interval '1 minute')
    where email = lower(p_email);
  end if;
end $$;
revoke all on function public.team_code_sent(text) from public, anon, authenticated, service_role;
grant execute on function public.team_code_sent(text) to service_role;

-- A session is raised in place, and a token from before does not say aal2. Whoever holds one has shown the mailed code alone,
-- whatever the session has become since: the functions refuse it here, in the order in which private.enter_team does.
create function public.team_refuse_mailed_code(p_user uuid, p_session uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.sessions
    where id = p_session and user_id = p_user and (not_after is null or not_after > now())) then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif not private.is_of_care_team(p_user) then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  end if;
  perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
end $$;
revoke all on function public.team_refuse_mailed_code(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_refuse_mailed_code(uuid, uuid) to service_role;

create function public.team_note_refusal(p_user uuid, p_code text, p_at_entrance boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
begin
  if p_at_entrance and person.id is not null
    and (person.factor_id is null or person.role is not distinct from person.proposed_role) then
    return;
  elsif public.take_from_limit(concat_ws(':', 'team-refusal', p_user, p_code), 1, 900) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
  values (coalesce(person.id, p_user), 'sign_in', 'read', 'refused_' || p_code, coalesce(person.id, p_user), person.name, person.role);
end $$;
revoke all on function public.team_note_refusal(uuid, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_note_refusal(uuid, text, boolean) to service_role;

-- schemas/team/entrance.sql

-- How the care team's functions are entered. Each function of theirs goes through private.enter_team, in the transaction in
-- which it reads or writes: that checks the person, names them to the database, and so to the audit log.
-- When somebody last did something. A token that refreshes itself is no act, so GoTrue's own times do not tell.
create table private.staff_activity (
  session_id uuid primary key references auth.sessions on delete cascade,
  acted_at timestamptz not null default now()
);
alter table private.staff_activity enable row level security;
revoke all on private.staff_activity from public, anon, authenticated, service_role;

-- A session that the team works in: its end, and when it will have been idle for too long.
create function private.staff_session(p_session uuid) returns table (ends_at timestamptz, idle_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select sessions.created_at + interval '12 hours',
      greatest(sessions.created_at, (select acted_at from private.staff_activity where session_id = p_session),
        -- A code from the app is an act, too.
        (select max(claims.updated_at) from auth.mfa_amr_claims as claims
          where claims.session_id = p_session and authentication_method = 'totp')) + interval '15 minutes'
    from auth.sessions where id = p_session;
end $$;

create function private.refuse_old_session(p_session uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.staff_session(p_session) where least(ends_at, idle_at) <= now()) then
    perform private.refuse_team('PT403', 'session_too_old', 'Please sign in again.');
  end if;
end $$;

-- p_reads: the kinds of things of patients that the function says it reads; it cannot note any other. p_is_act: only team_enter says so,
-- which knows whether a person did something or a page asked by itself. A colleague who waits for a clinician's agreement is told for
-- which role.
create function private.enter_team(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[] default '{}', p_is_act boolean default false)
returns public.care_team language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
  session auth.sessions;
begin
  select * into session from auth.sessions
  where id = p_session and user_id = p_user and (not_after is null or not_after > now());
  if not found then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  elsif not private.has_own_factor(session, person) then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  perform private.refuse_old_session(p_session);
  if person.role is not distinct from person.proposed_role then
    perform private.refuse_team('PT403', 'not_allowed', format('A clinician has to agree to your role as %s first.', person.role));
  elsif (private.is_member(person) and person.role = any (p_roles)) is not true then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  if p_is_act then
    -- Not at every call: a page makes several at once, which would wait for each other's lock on the row.
    insert into private.staff_activity (session_id)
    select p_session where not exists (
      select from private.staff_activity where session_id = p_session and acted_at >= now() - interval '5 seconds')
    on conflict (session_id) do update set acted_at = excluded.acted_at;
  end if;
  perform set_config('portal.staff_id', person.id::text, true),
    set_config('portal.staff_reads', array_to_string(p_reads, ','), true);
  return person;
end $$;

-- The person whom this transaction acts for; nobody, outside the team's functions.
create function private.named_person() returns public.care_team
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = nullif(current_setting('portal.staff_id', true), '')::uuid;
  return person;
end $$;

-- Asked before a function looks at what it was sent.
create function public.team_enter(p_user uuid, p_session uuid, p_roles text[], p_is_act boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.enter_team(p_user, p_session, p_roles, '{}', p_is_act);
begin
  return (
    select jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role, 'timeZone', person.time_zone,
      'endsAt', ends_at, 'idleAt', idle_at)
    from private.staff_session(p_session));
end $$;
revoke all on function public.team_enter(uuid, uuid, text[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_enter(uuid, uuid, text[], boolean) to service_role;

-- Everybody of the team, and what they do there.
create function public.team_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', name, 'email', email, 'role', role,
      'timeZone', time_zone, 'takesCalls', active, 'hosts', (
        select coalesce(jsonb_agg(slug order by slug), '[]') from public.appointment_type_hosts
        join public.appointment_types on appointment_types.id = appointment_type_id where host_id = person.id),
      'invitedAt', invited_at, 'joinedAt', joined_at, 'deactivatedAt', deactivated_at, 'proposedRole', proposed_role,
      'hasFactor', factor_id is not null) order by deactivated_at is not null, name, email), '[]')
    from public.care_team as person);
end $$;
revoke all on function public.team_people(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_people(uuid, uuid, text[], text[]) to service_role;

-- Before both consents, or after access ended, a patient is an address and a name to everybody: the kind `identity`.
create function private.is_open_to_team(p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select exists (
      select from public.customers join public.invitations on invitations.email = customers.customer_email
      where customers.user_id = p_patient and invitations.revoked_at is null
        and customers.privacy_policy_accepted and customers.data_usage_consent));
end $$;

-- Whoever shows a list notes its patients in the order of their ids: each line waits for a counter of its own.
create function private.note_staff_read(p_kind text, p_subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record(p_kind, p_subject);
  if p_kind <> all (string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',')) then
    raise exception using errcode = '42501', message = 'This function does not say that it reads ' || p_kind;
  end if;
  perform private.note_in_audit('read', p_kind, p_subject, null);
end $$;

-- Somebody may have left between the search for slots and the booking, which locks the host's row and so sees it here. To
-- whoever books, the slot is taken.
create function private.refuse_host_who_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.care_team where id = new.host_id and deactivated_at is not null) then
    raise exception using errcode = 'exclusion_violation', message = 'This host has left the care team.';
  end if;
  return new;
end $$;

create trigger refuse_host_who_left before insert or update of host_id on public.appointments
  for each row execute function private.refuse_host_who_left();

-- schemas/team/requests.sql

-- Every write of the care team's carries an Idempotency-Key: however often it arrives, it is done once. The procedure that
-- writes looks for the answer and keeps it in its own transaction, so that neither is there without the other.
create table private.team_requests (
  person_id uuid not null references public.care_team on delete cascade,
  key uuid not null,
  -- Keyed: what was sent may be about a patient.
  request_hash text not null,
  -- Ids and times alone: nothing of a patient's may outlive the record here.
  answer jsonb not null,
  made_at timestamptz not null default now(),
  primary key (person_id, key)
);
alter table private.team_requests enable row level security;
revoke all on private.team_requests from public, anon, authenticated, service_role;
create index team_requests_made_at on private.team_requests (made_at);

-- Null for a request that is new, or that carries no key. Of two at once the second waits, and gets the answer of the first.
create function private.earlier_answer(p_request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := (private.named_person()).id;
  earlier private.team_requests;
begin
  if p_request is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'team request', person, p_request ->> 'key'), 0));
  select * into earlier from private.team_requests where person_id = person and key = (p_request ->> 'key')::uuid;
  if earlier.request_hash <> p_request ->> 'hash' then
    perform private.refuse_team('PT409', 'submission_reused', 'Idempotency-Key: This was already sent with other contents');
  end if;
  return earlier.answer;
end $$;

create function private.keep_answer(p_request jsonb, p_answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := (private.named_person()).id;
begin
  if p_request is not null then
    insert into private.team_requests (person_id, key, request_hash, answer)
    values (person, (p_request ->> 'key')::uuid, p_request ->> 'hash', p_answer);
  end if;
  return p_answer;
end $$;

create function public.team_change_people(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  person uuid := p_change ->> 'id';
begin
  if earlier is not null then
    return earlier;
  end if;
  case p_change ->> 'action'
    when 'invite' then
      person := public.team_invite(acting, p_change ->> 'email', p_change ->> 'name', p_change ->> 'role',
        p_change ->> 'timeZone', p_change ->> 'codeHash');
    when 'role' then perform public.team_change_role(acting, person, p_change ->> 'role');
    when 'agree' then perform public.team_agree(acting, person, p_change ->> 'role');
    when 'reset-factor' then perform public.team_reset_factor(acting, person, p_change ->> 'codeHash');
    when 'hosts' then
      perform public.team_set_hosts(acting, person, array(select jsonb_array_elements_text(p_change -> 'kinds')));
    when 'deactivate' then perform public.team_deactivate(acting, person);
  end case;
  return private.keep_answer(p_request, jsonb_build_object('id', person));
end $$;
revoke all on function public.team_change_people(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_people(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- schemas/team/records.sql

-- Which patients' records somebody of the care team may open: both consents, the role, and for a coach whose patient it is.
-- A patient without a row has no coach.
create table public.coach_assignments (
  user_id uuid primary key references public.customers on delete cascade,
  coach_id uuid not null references public.care_team on delete cascade,
  assigned_by uuid,
  assigned_at timestamptz not null default now()
);
alter table public.coach_assignments alter column user_id set statistics 0;
alter table public.coach_assignments enable row level security;
revoke all on public.coach_assignments from anon, authenticated, service_role;
create index coach_assignments_of_coach on public.coach_assignments (coach_id);

create trigger audit_coach_assignments after insert or update or delete on public.coach_assignments
  for each row execute function private.audit_change();

-- Why a coach opened the record of a colleague's patient. The words go with the account.
create table public.record_openings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  person_id uuid not null references public.care_team on delete cascade,
  category text not null check (category in ('cover', 'patient-asked', 'safety', 'quality')),
  words text not null check (length(words) between 1 and 2000),
  opened_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '4 hours'
);
alter table public.record_openings alter column user_id set statistics 0;
alter table public.record_openings enable row level security;
revoke all on public.record_openings from anon, authenticated, service_role;
create index record_openings_of_patient on public.record_openings (user_id, person_id, ends_at);
create index record_openings_of_person on public.record_openings (person_id, opened_at);

create trigger audit_record_openings after insert or update or delete on public.record_openings
  for each row execute function private.audit_change();

-- Whoever leaves, or is no coach any more, is nobody's coach: from then on every coach sees those patients.
create function private.unassign_patients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.coach_assignments where coach_id = new.id;
  return null;
end $$;

create trigger unassign_patients after update of role, deactivated_at on public.care_team
  for each row when (new.role <> 'coach' or new.deactivated_at is not null) execute function private.unassign_patients();

-- Why this person has this record open, while they do.
create function private.reason_of(p_person uuid, p_patient uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select category from public.record_openings
    where user_id = p_patient and person_id = p_person and ends_at > now() order by opened_at desc limit 1);
end $$;

-- The coaches whose patients this coach sees: their own, nobody's, and those of a coach who is away today and whom they cover. If the cover
-- is away too, the cover's cover sees them; if nobody who covers is there, every coach does.
create function private.coaches_seen_by(p_coach uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recursive off as (
      select host_id from public.days_off join public.care_team on care_team.id = host_id
      where day = (now() at time zone time_zone)::date
    ), away as (
      select host_id, covered_by from public.absences where starts_at <= now() and ends_at > now()
    -- `union` adds no line twice, so those who cover each other are an end, too.
    ), covers (host_id, cover_id) as (
      select host_id, covered_by from away
      union
      select covers.host_id, away.covered_by from covers join away on away.host_id = cover_id
    ), present as (
      select covers.host_id, cover_id from covers join public.care_team as cover on cover.id = cover_id
      where role in ('coach', 'clinician') and private.is_member(cover)
        and cover_id not in (select off.host_id from off) and cover_id not in (select away.host_id from away)
    )
    select array[p_coach, '00000000-0000-0000-0000-000000000000'] || array(
      select host_id from off
      union
      select host_id from present where cover_id = p_coach
      union
      select host_id from away where host_id not in (select present.host_id from present)));
end $$;

-- The patients of a coach: those assigned to them, to nobody or to somebody who is away, and those of their own calls, for as
-- long after one as there is still something to write down. A call that is over stays 'booked'.
create function private.looks_after(p_coach uuid, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
        '00000000-0000-0000-0000-000000000000') = any (private.coaches_seen_by(p_coach))
      or exists (
        select from public.appointments where user_id = p_patient and host_id = p_coach and status = 'booked'
          and ends_at > now() - interval '30 days'));
end $$;

-- Whether the person of this transaction may see this kind of thing of this patient; a write asks for the kind that it changes.
create function private.require_record(p_kind text, p_patient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.named_person();
  -- Nothing of health: who somebody is, and what is sent to them.
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}';
begin
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  elsif p_kind = 'identity' then
    return;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  elsif person.role = 'administrator' and p_kind <> all (administrative) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  elsif person.role = 'coach' and not private.looks_after(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'Another coach looks after this patient. Please say why you open the record.');
  end if;
end $$;

-- Opens a record for reading the kinds that are named.
create function private.enter_record(p_patient uuid, p_kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}';
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'A record is opened for the kinds of things that are read.';
  end if;
  perform private.require_record((
    select kind from unnest(p_kinds) as kind order by kind = any (administrative), kind = 'identity' limit 1), p_patient);
  perform private.note_reads(p_kinds, array[p_patient]);
end $$;

-- Opens the record of a colleague's patient for four hours. An unknown id and a patient without consent get different answers.
create function public.team_open_with_reason(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid, p_category text, p_words text, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  opened public.record_openings;
begin
  if earlier is not null then
    return earlier;
  elsif not exists (select from public.customers where user_id = p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no patient with this id.');
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  end if;
  insert into public.record_openings (user_id, person_id, category, words) values (p_patient, acting, p_category, p_words)
  returning * into opened;
  return private.keep_answer(p_request, jsonb_build_object('until', opened.ends_at));
end $$;
revoke all on function public.team_open_with_reason(uuid, uuid, text[], text[], uuid, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_open_with_reason(uuid, uuid, text[], text[], uuid, text, text, jsonb) to service_role;

create function private.search_conditions(p_search text, p_column text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(
      format('%I like %L', p_column, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    from regexp_split_to_table(private.unaccented(p_search), '\s+') as word where word <> '');
end $$;

-- Somebody who hosts without an account of the workspace has no role there.
create function private.takes_calls(p_host public.care_team) returns boolean
language sql immutable set search_path = '' as $$
  select p_host.deactivated_at is null and (p_host.invited_at is null or p_host.role in ('coach', 'clinician'))
$$;

-- That an address is a patient's is told to whoever would invite it into the team, and so it is noted for the patient. The refusal
-- undid its own transaction: the function asks for this after it.
create function public.team_note_patient_address(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  address constant text := lower(trim(p_email));
begin
  perform private.note_listed('identity', array(
    select user_id from public.customers where customer_email = address
    union select id from private.patient_directory where email = address and not has_user));
  perform private.note_in_audit('read', 'refused_address_of_patient', person.id, null);
end $$;
revoke all on function public.team_note_patient_address(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_note_patient_address(uuid, uuid, text[], text[], text) to service_role;

-- Gives back what somebody took from a limit of one, with the refusals that others had meanwhile.
create function public.forget_limit(p_key text) returns void
language sql security definer set search_path = '' as $$
  delete from private.limits where key = encode(sha256(convert_to(p_key, 'UTF8')), 'hex')
$$;
revoke all on function public.forget_limit(text) from public, anon, authenticated, service_role;
grant execute on function public.forget_limit(text) to service_role;

-- A reason opens a record for four hours and gives nothing else: what is booked or given under it goes to those who are responsible
-- for the patient, so that nobody makes a patient theirs by it. A call does not make a patient anybody's to assign either.
-- The patient is this coach's, nobody's, or of somebody who is away.
create function private.has_assignment(p_coach uuid, p_patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
    '00000000-0000-0000-0000-000000000000') = any (private.coaches_seen_by(p_coach))
$$;
revoke all on function private.has_assignment(uuid, uuid) from public;

-- Whom a call may go to where a reason alone opened the record; null where that is not so.
create function private.hosts_under_reason(p_person public.care_team, p_patient uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_person.role <> 'coach' or private.looks_after(p_person.id, p_patient) then
    return null;
  end if;
  return array(
    select id from public.care_team as member
    where id <> p_person.id and private.is_member(member)
      and (role = 'clinician' or role = 'coach' and private.has_assignment(id, p_patient)));
end $$;
revoke all on function private.hosts_under_reason(public.care_team, uuid) from public;

-- schemas/scheduling/hosts.sql

-- An administrator takes no calls. A set-up code that a clinician may have seen makes no administrator either: they are
-- given a new one.
create function private.begin_as_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.appointment_type_hosts where host_id = new.id;
  delete from private.set_up_codes where person_id = new.id;
  return null;
end $$;

create trigger begin_as_administrator after update of role on public.care_team
  for each row when (new.role = 'administrator' and old.role <> 'administrator')
  execute function private.begin_as_administrator();

-- The links to calls of somebody who left stay void, also once they are invited again.
create function private.void_host_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.appointments set sequence = sequence + 1
  where host_id = new.id and status = 'booked' and ends_at > now();
  return null;
end $$;

create trigger void_host_links after update of deactivated_at on public.care_team
  for each row when (old.deactivated_at is null and new.deactivated_at is not null)
  execute function private.void_host_links();

-- Their links stay void, also once they take calls again.
create trigger void_links_of_administrator after update of role on public.care_team
  for each row when (new.role = 'administrator' and old.role <> 'administrator')
  execute function private.void_host_links();

create function private.tell_team_of_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_team();
  return null;
end $$;

create trigger tell_team after insert or update or delete on public.absences
  for each statement execute function private.tell_team_of_change();
create trigger tell_team after insert or update or delete on public.availability
  for each statement execute function private.tell_team_of_change();
create trigger tell_team after insert or update or delete on public.days_off
  for each statement execute function private.tell_team_of_change();

-- schemas/care-state/outcomes.sql

create function private.fill_taken_on() returns trigger language plpgsql set search_path = '' as $$
begin
  new.taken_on := coalesce(new.taken_on, (new.taken_at at time zone 'UTC')::date);
  return new;
end $$;

create trigger fill_taken_on before insert on public.test_results
  for each row execute function private.fill_taken_on();

create table public.outcome_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('pause', 'resume', 'loss', 'stop', 'resolve')),
  -- Of which it speaks, in the patient's calendar.
  day date not null constraint day_in_our_time check (day between '2000-01-01' and '9999-12-31'),
  cycle integer not null check (cycle between 1 and 3),
  -- Of a resume after a loss: the clinician has named the cycle to go on with.
  names_cycle boolean not null default false,
  until date check (until between '2000-01-01' and '9999-12-31'),
  reason text check (length(reason) <= 2000),
  resolved_to text check (resolved_to in ('pregnant', 'treatment', 'after-loss')),
  -- Somebody of the care team; null where the patient reported it, or the command line.
  recorded_by uuid references public.care_team on delete set null,
  submission_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  -- What the care team decides about a patient's treatment: pauses, losses, stops, doubt that is resolved, and what was logged by
  -- mistake. Each says who decided it, to the patient too.
  recorded_by_name text check (length(recorded_by_name) <= 100),
  recorded_by_role text check (recorded_by_role in ('coach', 'clinician')),
  withdrawn_by_name text check (length(withdrawn_by_name) <= 100),
  withdrawn_by_role text check (withdrawn_by_role in ('coach', 'clinician')),
  constraint only_a_resume_names_a_cycle check (not names_cycle or kind = 'resume'),
  constraint only_a_pause_has_an_end check (until is null or kind = 'pause'),
  constraint only_doubt_is_resolved check ((kind = 'resolve') = (resolved_to is not null)),
  unique (user_id, submission_id)
);
alter table public.outcome_events alter column user_id set statistics 0;
alter table public.outcome_events alter column recorded_by set statistics 0;
alter table public.outcome_events enable row level security;
revoke all on public.outcome_events from anon, authenticated, service_role;
grant select on public.outcome_events to authenticated, service_role;
create index outcome_events_of_patient on public.outcome_events (user_id, day);
create index outcome_events_recorded_by on public.outcome_events (recorded_by);
create index outcome_events_newest on public.outcome_events (user_id, created_at desc) where withdrawn_at is null;

create policy "Patients read what they reported" on public.outcome_events
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_outcome_events after insert or update or delete on public.outcome_events
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.outcome_events
  for each row execute function private.tell_patient();

create table public.symptom_reports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  signs text[] not null check (private.is_choice_list(signs,
    array['pain', 'bleeding', 'fever', 'fainting', 'discharge', 'other'])),
  strength text not null check (strength in ('mild', 'moderate', 'strong')),
  since date not null constraint since_in_our_time check (since between '2000-01-01' and '9999-12-31'),
  words text check (length(words) <= 2000),
  -- As domain/symptoms decides it.
  urgent boolean not null constraint urgent_by_its_signs check (
    urgent = (signs && '{fever,fainting}' or strength = 'strong' and signs && '{pain,bleeding}')),
  submission_id uuid,
  created_at timestamptz not null default now(),
  unique (user_id, submission_id)
);
alter table public.symptom_reports alter column user_id set statistics 0;
alter table public.symptom_reports enable row level security;
revoke all on public.symptom_reports from anon, authenticated, service_role;
grant select, insert on public.symptom_reports to service_role;
grant select on public.symptom_reports to authenticated;
create index symptom_reports_newest on public.symptom_reports (user_id, created_at desc);
create index symptom_reports_of_kind on public.symptom_reports (user_id, urgent, created_at desc);

create policy "Patients read their own symptom reports" on public.symptom_reports
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_symptom_reports after insert or update or delete on public.symptom_reports
  for each row execute function private.audit_change();

-- What arrives now arrives after everything that is there, by a millisecond at least, which is what the portal knows of a
-- moment: facts of one day count in the order of their arrival.
create function private.put_last() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- What arrives at the same moment queues here, before it locks anything else. FOR UPDATE would wait for the key locks of
  -- other writers' rows.
  perform from public.customers where user_id = new.user_id for no key update;
  -- A moment of the past is what a program says of another day.
  if new.created_at >= now() then
    new.created_at := greatest(clock_timestamp(), interval '1 millisecond' + greatest(
      (select max(created_at) from public.test_results where user_id = new.user_id and result_type = 'PREGNANCY'),
      (select max(created_at) from public.outcome_events where user_id = new.user_id)));
  end if;
  return new;
end $$;

create trigger put_last before insert on public.outcome_events
  for each row execute function private.put_last();

create trigger put_last before insert on public.test_results
  for each row when (new.result_type = 'PREGNANCY') execute function private.put_last();

create function private.lock_record() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = old.user_id for no key update;
  return old;
end $$;

create trigger lock_record before delete on public.test_results
  for each row when (old.result_type = 'PREGNANCY') execute function private.lock_record();

-- A loss that is reported late is judged by what has happened since, and by what was known then: going on, or a doubt that was resolved,
-- before anyone knew of the loss did not decide about going on after it. Neither a test nor the end of a pause replaces the clinician,
-- who decides about going on after a loss.
create function private.care_standing(p_user uuid,
  out state text, out status text, out after_positive boolean, out after_loss boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  fact record;
  before_pause text := 'treatment';
  last_sure text := 'treatment';
  positive_in integer[] := '{}';
  open_in integer;
  -- When the loss since the last resume was first told: whoever decided before could not know of it.
  loss_told_at timestamptz;
begin
  state := 'treatment';
  after_loss := false;
  after_positive := false;
  for fact in
    -- The portal knows moments to the millisecond.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id
    from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id
    from public.outcome_events where user_id = p_user and withdrawn_at is null
    order by day, arrived_at, id
  loop
    case fact.kind
      when 'positive' then
        positive_in := positive_in || fact.cycle;
        if state <> 'after-loss' and not after_positive then
          state := 'pregnant';
        end if;
      when 'negative' then
        if state = 'pregnant' then
          state := 'unsure';
          open_in := fact.cycle;
        elsif state = 'unsure' and not after_positive then
          state := case when after_loss then 'stopped' else 'treatment' end;
        end if;
      when 'unclear' then
        if state <> 'after-loss' and not after_positive then
          state := 'unsure';
          open_in := fact.cycle;
        end if;
      when 'loss' then
        state := 'after-loss';
        after_loss := true;
        loss_told_at := least(loss_told_at, fact.arrived_at);
      when 'stop' then
        state := 'stopped';
      when 'pause' then
        if state in ('treatment', 'unsure') and not after_positive then
          before_pause := state;
          state := 'paused';
        end if;
      when 'resume' then
        if state in ('paused', 'after-loss', 'stopped') then
          if fact.arrived_at < loss_told_at then
            state := 'after-loss';
          elsif state = 'paused' then
            state := before_pause;
            positive_in := '{}';
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
          end if;
        end if;
      when 'resolve' then
        case
          when fact.resolved_to = 'after-loss' then
            state := 'after-loss';
            after_loss := true;
            loss_told_at := least(loss_told_at, fact.arrived_at);
          when fact.arrived_at < loss_told_at then
            state := 'after-loss';
          when fact.resolved_to = 'pregnant' then
            state := 'pregnant';
            positive_in := positive_in || fact.cycle;
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
        end case;
    end case;
    -- Since the last resume, in the same treatment cycle.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
end $$;

create function private.care_state(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select state from private.care_standing(p_user)
$$;

-- Whether this cannot be reported by a patient, a coach or a clinician; domain/care-state/refusal.ts has the sentences.
create function private.refuses_outcome(p_user uuid, p_kind text, p_who text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_kind
    when 'loss' then false
    when 'stop' then state = 'stopped'
    when 'pause' then after_positive or state not in ('treatment', 'paused', 'unsure')
    when 'resume' then case
      when state = 'paused' then false
      when state = 'after-loss' or state = 'stopped' and after_loss then p_who <> 'clinician'
      when state = 'stopped' then p_who = 'patient'
      else true end
    when 'resolve' then state <> 'unsure' or p_who = 'patient'
  end from private.care_standing(p_user)
$$;

-- The cycle that a patient is in, as domain/results/treatment-cycle.ts has it.
create function private.treatment_cycle(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = p_user and stage_number = 3
$$;

-- The day of something that is said now: whatever was known before has happened before, whoever's calendar was ahead.
create function private.day_of_report(p_user uuid, p_today date) returns date
language sql stable security definer set search_path = '' as $$
  select greatest(p_today,
    (select max(taken_on) from public.test_results where user_id = p_user and result_type = 'PREGNANCY'),
    (select max(day) from public.outcome_events where user_id = p_user and withdrawn_at is null))
$$;

-- Writes an event, unless the table of states and events refuses it. None where this submission is stored already.
create function private.record_outcome(p_event public.outcome_events, p_who text) returns setof public.outcome_events
language plpgsql security definer set search_path = '' as $$
begin
  -- Two reports at the same moment are judged one after the other.
  perform from public.customers where user_id = p_event.user_id for no key update;
  if exists (select from public.outcome_events
      where user_id = p_event.user_id and submission_id = p_event.submission_id) then
    return;
  end if;
  if private.refuses_outcome(p_event.user_id, p_event.kind, p_who) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  return query
    insert into public.outcome_events (user_id, kind, day, cycle, names_cycle, until, reason, resolved_to, recorded_by, submission_id)
    values (p_event.user_id, p_event.kind, p_event.day, coalesce(p_event.cycle, private.treatment_cycle(p_event.user_id)),
      p_event.cycle is not null, p_event.until, p_event.reason, p_event.resolved_to, p_event.recorded_by, p_event.submission_id)
    returning *;
end $$;

-- For the patient whom the calling function has checked. Without a day it is p_today, which is theirs.
create function public.report_outcome(
  p_user uuid, p_submission uuid, p_kind text, p_day date, p_today date, p_until date, p_reason text)
returns setof public.outcome_events language sql security definer set search_path = '' as $$
  select * from private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_user, 'submission_id', p_submission, 'kind', p_kind,
    'day', coalesce(p_day, private.day_of_report(p_user, p_today)), 'until', p_until, 'reason', p_reason)), 'patient')
$$;
revoke all on function public.report_outcome(uuid, uuid, text, date, date, date, text) from public, anon, authenticated, service_role;
grant execute on function public.report_outcome(uuid, uuid, text, date, date, date, text) to service_role;

-- A patient undoes their own loss or stop for a day. What has changed the care state since a stop, such as a positive test or the care
-- team, is not undone with it. What follows from the care state (status, reminders, items of the care team) follows this too.
create function public.take_back_outcome(p_user uuid, p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  event public.outcome_events;
begin
  perform from public.customers where user_id = p_user for no key update;
  select * into event from public.outcome_events where id = p_id and user_id = p_user;
  if not found then
    return null;
  end if;
  if event.kind not in ('loss', 'stop') or event.recorded_by is not null
    or event.withdrawn_at is null and (
      event.created_at <= now() - interval '24 hours'
      or event.kind = 'stop' and private.care_state(p_user) <> 'stopped') then
    return false;
  end if;
  update public.outcome_events set withdrawn_at = now() where id = p_id and withdrawn_at is null;
  return true;
end $$;
revoke all on function public.take_back_outcome(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_back_outcome(uuid, uuid) to service_role;

-- schemas/care-state/follows.sql

-- Whoever goes on begins the cycle that the clinician names: those before it are done, and it is open, with those after it.
create function private.begin_named_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.completed_phases where user_id = new.user_id and stage_number = 3 and cycle_number >= new.cycle;
  perform private.complete_phases_until(new.user_id, new.cycle - 1, null);
  return null;
end $$;

create trigger begin_named_cycle after insert on public.outcome_events
  for each row when (new.kind = 'resume' and new.names_cycle) execute function private.begin_named_cycle();

create function private.last_positive(p_user uuid) returns public.test_results
language sql stable security definer set search_path = '' as $$
  select * from public.test_results where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive'
  order by taken_on desc, created_at desc, id desc limit 1
$$;

-- What comes after treatment is open to somebody who is pregnant, because of the positive, and goes with it, too.
create function private.mark_completion_by_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.customers where user_id = new.user_id and status = 'Pregnant') then
    new.result_id := coalesce(new.result_id, (private.last_positive(new.user_id)).id);
  end if;
  return new;
end $$;

create trigger step_3_by_result before insert on public.completed_phases
  for each row when (new.stage_number > 3) execute function private.mark_completion_by_result();

create function private.follow_changed_fact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.follow_care_state(old.user_id, old.id, true);
  else
    perform private.follow_care_state(new.user_id, new.id, (to_jsonb(new) ->> 'withdrawn_at') is not null);
  end if;
  return null;
end $$;

create trigger follow_new_test after insert or update on public.test_results
  for each row when (new.result_type = 'PREGNANCY') execute function private.follow_changed_fact();

create trigger follow_test_taken_back after delete on public.test_results
  for each row when (old.result_type = 'PREGNANCY') execute function private.follow_changed_fact();

create trigger follow_outcome after insert or update or delete on public.outcome_events
  for each row execute function private.follow_changed_fact();

-- A status that the care team writes is a decision, and stands as an event like any other.
create function private.note_decided_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  standing record;
  today date := private.day_of_report(new.user_id, (now() at time zone 'UTC')::date);
begin
  select * into standing from private.care_standing(new.user_id);
  if (new.status, standing.state) in
    (('Active', 'treatment'), ('Paused', 'paused'), ('Paused', 'after-loss'), ('Withdrawn', 'stopped')) then
    return null;
  end if;
  insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
  select new.user_id, kind, today, private.treatment_cycle(new.user_id), resolved_to
  from (values
    (1, 'Pregnant', 'resolve', 'pregnant'),
    (2, 'Active', 'resolve', 'treatment'),
    -- Nobody is paused from a pregnancy: it ended, and then treatment rests.
    (3, 'Paused', 'resolve', 'treatment'),
    (4, 'Paused', 'pause', null),
    (5, 'Withdrawn', 'stop', null)) as decisions (place, status, kind, resolved_to)
  where status = new.status and (place <> 3 or private.refuses_outcome(new.user_id, 'pause', 'patient'))
  order by place;
  return null;
end $$;

create trigger note_decided_status after update of status on public.customers
  for each row when (current_user <> 'authenticated' and coalesce(current_setting('portal.status_follows', true), '') <> 'yes')
  execute function private.note_decided_status();

-- schemas/cycle/periods.sql

create table public.periods (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  -- The first day, in the patient's calendar.
  day date not null constraint day_in_our_time check (day between '2000-01-01' and '9999-12-31'),
  kind text not null check (kind in ('period', 'bleed-with-loss', 'unsure')),
  submission_id uuid,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  -- The completions that went with it, so that a period logged by mistake gives them back.
  reopened jsonb constraint reopened_ends check (length(reopened::text) <= 10000),
  body uuid not null,
  unique (user_id, submission_id)
);
alter table public.periods alter column user_id set statistics 0;
alter table public.periods enable row level security;
revoke all on public.periods from anon, authenticated, service_role;
grant select, insert on public.periods to service_role;
grant select on public.periods to authenticated;
create index periods_of_patient on public.periods (user_id, day);
create unique index periods_one_a_day on public.periods (user_id, body, day) where withdrawn_at is null;
create index periods_newest on public.periods (user_id, created_at desc) where withdrawn_at is null;

create policy "Patients read their own periods" on public.periods
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_periods after insert or update or delete on public.periods
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.periods
  for each row execute function private.tell_patient();

-- A period that was logged by mistake, whenever that is noticed. Null if the patient has none with this id; undoing it again is harmless.
-- It locks the patient's row first, as logging does: in the other order two devices could wait for each other.
create function public.take_back_period(p_user uuid, p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = p_user for no key update;
  update public.periods set withdrawn_at = now() where id = p_id and user_id = p_user and withdrawn_at is null;
  return (select true from public.periods where id = p_id and user_id = p_user);
end $$;
revoke all on function public.take_back_period(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_back_period(uuid, uuid) to service_role;

-- Logged again, it is the same period; as another kind, a correction: the one before is taken back, with what went with it.
-- None where this submission is stored already.
create function public.log_period(p_user uuid, p_submission uuid, p_day date, p_kind text) returns setof public.periods
language plpgsql security definer set search_path = '' as $$
declare
  logged public.periods;
begin
  -- Two devices at the same moment are heard one after the other.
  perform from public.customers where user_id = p_user for no key update;
  if exists (select from public.periods where user_id = p_user and submission_id = p_submission) then
    return;
  end if;
  select * into logged from public.periods
  where user_id = p_user and body = private.present_body(p_user) and day = p_day and withdrawn_at is null;
  if logged.kind = p_kind then
    return next logged;
    return;
  end if;
  update public.periods set withdrawn_at = now() where id = logged.id;
  return query insert into public.periods (user_id, submission_id, day, kind) values (p_user, p_submission, p_day, p_kind)
    returning *;
end $$;
revoke all on function public.log_period(uuid, uuid, date, text) from public, anon, authenticated, service_role;
grant execute on function public.log_period(uuid, uuid, date, text) to service_role;

-- schemas/cycle/safety-checks.sql

-- The check before an applicator. domain/safety judges the answers, and whether they still count.
create table public.safety_checks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  cycle integer not null check (cycle between 1 and 3),
  -- By the ids of the questions.
  answers jsonb not null check (jsonb_typeof(answers) = 'object' and length(answers::text) <= 2000),
  outcome text not null check (outcome in ('ready', 'clinician', 'stop')),
  -- The ids of the questions that led to it.
  reasons text[] not null check (cardinality(reasons) <= 30 and length(reasons::text) <= 1000),
  -- The peak day whose questions are among the answers, in the patient's calendar.
  peak_day date constraint peak_day_in_our_time check (peak_day between '2000-01-01' and '9999-12-31'),
  cleared_at timestamptz,
  cleared_by uuid references public.care_team on delete set null,
  cleared_words text check (length(cleared_words) <= 2000),
  submission_id uuid,
  created_at timestamptz not null default now(),
  on_day date not null,
  body uuid not null,
  -- Oldest first, each with the id, the answers, the outcome, its reasons, when it was sent, and the form that sent it.
  corrected jsonb not null default '[]'
    constraint corrections_end check (jsonb_typeof(corrected) = 'array' and jsonb_array_length(corrected) <= 20
      and length(corrected::text) <= 60000),
  -- When the first of them was sent; null where nothing was corrected.
  first_sent_at timestamptz,
  constraint only_what_is_held_is_cleared check (
    cleared_at is null and cleared_by is null and cleared_words is null
    or cleared_at is not null and cleared_words is not null and outcome <> 'ready'),
  unique (user_id, submission_id),
  constraint on_day_in_our_time check (on_day between '2000-01-01' and '9999-12-31')
);
alter table public.safety_checks alter column user_id set statistics 0;
alter table public.safety_checks alter column cleared_by set statistics 0;
alter table public.safety_checks enable row level security;
revoke all on public.safety_checks from anon, authenticated, service_role;
grant select, insert on public.safety_checks to service_role;
grant select on public.safety_checks to authenticated;
create index safety_checks_of_patient on public.safety_checks (user_id, created_at desc);
create index safety_checks_cleared_by on public.safety_checks (cleared_by);
create index safety_checks_held on public.safety_checks (user_id, created_at desc) where outcome <> 'ready' and cleared_at is null;

create policy "Patients read their own safety checks" on public.safety_checks
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_safety_checks after insert or update or delete on public.safety_checks
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.safety_checks
  for each row execute function private.tell_patient();

-- What decides whether a safety check is asked for and where the patient stands with it, in one answer.
create function public.safety_facts(p_user uuid, p_today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant uuid := private.present_body(p_user);
  zone constant text := private.known_zone(p_user);
begin
  return jsonb_build_object(
    'cycle', private.cycle_under_way(p_user),
    'careState', private.care_state(p_user),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    -- Today on the device's calendar, or still today where the test was taken: another zone does not end a peak day.
    'peakDay', (select max(taken_on) from public.test_results
      where user_id = p_user and result_type = 'ovulation' and result = 'Peak (Positive LH Surge)'
        and (taken_on = p_today or taken_on = private.day_at(now(), coalesce(taken_zone, zone)))),
    'cycleBeganOn', (select max(day) from public.periods
      where user_id = p_user and body = present and withdrawn_at is null),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)),
        'checkedAt', floor(extract(epoch from created_at) * 1000),
        'clearedAt', floor(extract(epoch from cleared_at) * 1000))), '[]')
      -- What nobody has cleared holds back whoever uses the applicator: a clinician hears of the change first.
      from public.safety_checks
      where user_id = p_user and (body = present or outcome <> 'ready' and cleared_at is null)),
    'answerAskedAt', (select floor(extract(epoch from min(created_at)) * 1000) from public.messages
      where user_id = p_user and concern = 'answer-today' and created_at >= (
        select max(created_at) from public.safety_checks
        where user_id = p_user and outcome <> 'ready' and cleared_at is null)),
    -- A loss, a pregnancy or a report of symptoms ends what was answered before; one that was taken back was never there.
    'voidedAt', (select coalesce(jsonb_agg(floor(extract(epoch from voided.created_at) * 1000)), '[]') from (
      select created_at from public.symptom_reports where user_id = p_user
      union all
      select created_at from public.outcome_events where user_id = p_user and withdrawn_at is null
        and (kind = 'loss' or resolved_to in ('pregnant', 'after-loss'))
      union all
      select created_at from public.test_results
      where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive') as voided));
end $$;
revoke all on function public.safety_facts(uuid, date) from public, anon, authenticated, service_role;
grant execute on function public.safety_facts(uuid, date) to service_role;

create function private.fill_check_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.on_day := coalesce(new.on_day, private.day_at(new.created_at, private.known_zone(new.user_id)));
  return new;
end $$;

create trigger fill_check_day before insert on public.safety_checks
  for each row execute function private.fill_check_day();

-- The corrected check is a new row: a clinician who has read the one before has to read this one before they clear it. `p_since` is
-- the earliest moment of sending that can still be corrected.
create function public.correct_safety_check(p_user uuid, p_check uuid, p_since timestamptz, p_new jsonb, p_submission uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  old public.safety_checks;
  kept public.safety_checks;
begin
  -- In turn with a clinician who clears it.
  perform from public.customers where user_id = p_user for update;
  select * into kept from public.safety_checks where user_id = p_user and submission_id = p_submission;
  if kept.id is not null then
    return case when kept.answers = p_new -> 'answers'
      then jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons)
      else jsonb_build_object('problem', 'reused') end;
  end if;
  select * into old from public.safety_checks where id = p_check and user_id = p_user;
  if old.id is null or exists (select from public.safety_checks where user_id = p_user and created_at > old.created_at) then
    return jsonb_build_object('problem', 'not_newest');
  elsif old.cleared_at is not null or (
    select decision from public.attention_decisions where key = 'safety-check:' || old.id
    order by version desc limit 1) = 'done' then
    return jsonb_build_object('problem', 'decided');
  elsif coalesce(old.first_sent_at, old.created_at) < p_since or jsonb_array_length(old.corrected) >= 20 then
    return jsonb_build_object('problem', 'too_late');
  end if;
  delete from public.safety_checks where id = old.id;
  insert into public.safety_checks
    (user_id, submission_id, answers, outcome, reasons, cycle, peak_day, on_day, body, first_sent_at, corrected)
  values (p_user, p_submission, p_new -> 'answers', p_new ->> 'outcome',
    array(select jsonb_array_elements_text(p_new -> 'reasons')), (p_new ->> 'cycle')::integer, (p_new ->> 'peak_day')::date,
    (p_new ->> 'on_day')::date, old.body, coalesce(old.first_sent_at, old.created_at),
    old.corrected || jsonb_build_object('id', old.id, 'answers', old.answers, 'outcome', old.outcome, 'reasons', old.reasons,
      'at', old.created_at, 'submission_id', old.submission_id))
  returning * into kept;
  return jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons);
end $$;
revoke all on function public.correct_safety_check(uuid, uuid, timestamptz, jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.correct_safety_check(uuid, uuid, timestamptz, jsonb, uuid) to service_role;

-- schemas/cycle/treatment-day.sql

-- What happened on a treatment day, so that another device shows the same timers and the team learns of a cap that is worn too long.
-- A row is one thing that happened; domain/treatment-day reads the timers from them.
create table public.treatment_day_timers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  cycle integer not null check (cycle between 1 and 3),
  action text not null,
  -- When it happened, which the patient may tell later.
  at timestamptz not null constraint at_in_our_time check (at between '2000-01-01' and '9999-12-31'),
  submission_id uuid,
  created_at timestamptz not null default now(),
  on_day date not null,
  reported_at timestamptz not null default now()
  constraint reported_in_our_time check (reported_at between '2000-01-01' and '9999-12-31'),
  unique (user_id, submission_id),
  constraint treatment_day_timers_action_check
    check (action in ('sample', 'cap-in', 'cap-out', 'sample-reset', 'cap-reset')),
  constraint on_its_day check (
    on_day between (at at time zone 'UTC')::date - 1 and (at at time zone 'UTC')::date + 1)
);
alter table public.treatment_day_timers alter column user_id set statistics 0;
alter table public.treatment_day_timers enable row level security;
revoke all on public.treatment_day_timers from anon, authenticated, service_role;
grant select, insert on public.treatment_day_timers to service_role;
grant select on public.treatment_day_timers to authenticated;
create index treatment_day_timers_newest on public.treatment_day_timers (user_id, at desc);
create index treatment_day_timers_reported on public.treatment_day_timers (user_id, created_at desc);

create policy "Patients read their own timers" on public.treatment_day_timers
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_treatment_day_timers after insert or update or delete on public.treatment_day_timers
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.treatment_day_timers
  for each row execute function private.tell_patient();

-- Whoever names no day means the one in the zone that is known.
create function private.fill_timer_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.on_day := coalesce(new.on_day, private.day_at(new.at, private.known_zone(new.user_id)));
  return new;
end $$;

create trigger fill_timer_day before insert on public.treatment_day_timers
  for each row execute function private.fill_timer_day();

-- schemas/patients/directory.sql

create table private.patient_directory (
  -- The user's, or one of its own while an invitation waits for its first sign-in.
  id uuid primary key,
  email text not null,
  has_user boolean not null,
  name text not null,
  sort_name text collate "C" not null,
  search_text text collate "C" not null,
  -- Both consents, and an invitation that stands. Without them nothing of health is kept here.
  is_open boolean not null,
  stage integer,
  cycle integer,
  phase text,
  status text,
  -- The nil UUID is nobody, which an index finds as quickly as somebody.
  coach_id uuid not null
);
alter table private.patient_directory alter column id set statistics 0;
alter table private.patient_directory enable row level security;
revoke all on private.patient_directory from public, anon, authenticated, service_role;
create unique index patient_directory_invited on private.patient_directory (email) where not has_user;
create index patient_directory_by_name on private.patient_directory (sort_name, id);
create index patient_directory_by_coach on private.patient_directory (coach_id, sort_name, id);
create index patient_directory_by_stage on private.patient_directory (stage, sort_name, id);
create index patient_directory_by_cycle on private.patient_directory (cycle, sort_name, id) where cycle is not null;
create index patient_directory_by_status on private.patient_directory (status, sort_name, id);
create index patient_directory_search on private.patient_directory using gin (search_text extensions.gin_trgm_ops);
alter index private.patient_directory_search set (gin_pending_list_limit = 256);
create index patient_directory_since_invited on private.patient_directory (private.invited_id(email)) where has_user;

-- What the directory should say.
create view private.patients_to_list as
  select id, email, has_user, name, private.unaccented(trim(last_name || ' ' || first_name)) as sort_name,
    private.unaccented(name || ' ' || email) as search_text, is_open, stage, cycle, phase, status, coach_id
  from (
    select customers.user_id as id, customers.customer_email as email, true as has_user,
      coalesce(customer_first_name, first_name, '') as first_name, coalesce(customer_last_name, last_name, '') as last_name,
      record.is_open,
      case when record.is_open then coalesce(step.stage_number, 4) end as stage,
      case when record.is_open then step.cycle_number end as cycle,
      case when record.is_open then step.phase_id end as phase,
      case when record.is_open then customers.status end as status,
      coalesce(coach_id, '00000000-0000-0000-0000-000000000000') as coach_id
    from public.customers
    left join public.invitations on invitations.email = customer_email
    left join public.coach_assignments on coach_assignments.user_id = customers.user_id
    cross join lateral (
      select coalesce(invitations.email is not null and revoked_at is null
        and privacy_policy_accepted and data_usage_consent, false) as is_open) as record
    -- The first step that is not done, as in domain/journey/progress.ts; a pregnancy ends treatment.
    left join lateral (
      select stage_number, cycle_number, phase_id from private.journey_steps as open_step
      where (customers.status <> 'Pregnant' or stage_number = 4) and not exists (
        select from public.completed_phases as done
        where done.user_id = customers.user_id and done.phase_id = open_step.phase_id
          and (open_step.cycle_number is null or done.cycle_number = open_step.cycle_number))
      order by step limit 1) as step on true
    union all
    select null, email, false, first_name, last_name, false, null, null, null, null, '00000000-0000-0000-0000-000000000000'
    from public.invitations
    where revoked_at is null and not exists (select from public.customers where customer_email = invitations.email)
  ) as patient
  cross join lateral (select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name) as named;
revoke all on private.patients_to_list from public, anon, authenticated, service_role;

-- Of two changes of one patient at once the second waits for the row first, and then reads what the first one did.
create function private.list_patient(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.patient_directory where id = p_user for update;
  if not exists (select from public.customers where user_id = p_user) then
    delete from private.patient_directory where id = p_user;
    return;
  end if;
  insert into private.patient_directory as known select * from private.patients_to_list where id = p_user
  on conflict (id) do update set email = excluded.email, name = excluded.name, sort_name = excluded.sort_name,
    search_text = excluded.search_text, is_open = excluded.is_open, stage = excluded.stage, cycle = excluded.cycle,
    phase = excluded.phase, status = excluded.status, coach_id = excluded.coach_id
  where known is distinct from excluded;
end $$;

-- A person who was invited is listed by their address until they have a record.
create function private.list_invited(p_emails text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.patient_directory as known
  where not has_user and email = any (p_emails) and (
    not exists (select from public.invitations where email = known.email and revoked_at is null)
    or exists (select from public.customers where customer_email = known.email));
  insert into private.patient_directory as known
  select private.invited_id(email), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status, coach_id
  from private.patients_to_list where email = any (p_emails) and not has_user
  on conflict (email) where not has_user do update
  set name = excluded.name, sort_name = excluded.sort_name, search_text = excluded.search_text;
end $$;

create function private.list_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.list_patient(old.user_id), private.list_invited(array[old.customer_email]);
  end if;
  if tg_op <> 'DELETE' then
    perform private.list_invited(array[new.customer_email]), private.list_patient(new.user_id);
  end if;
  return null;
end $$;

create trigger list_customer after insert or delete or update of customer_email, customer_first_name, customer_last_name,
  status, privacy_policy_accepted, data_usage_consent on public.customers
  for each row execute function private.list_customer();

-- A clinic's whole list of patients may be written at once.
create function private.list_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  emails text[] := array(select email from changed);
begin
  if tg_op = 'UPDATE' then
    emails := emails || array(select email from before);
  end if;
  perform private.list_invited(emails);
  perform private.list_patient(user_id) from (
    select user_id from public.customers where customer_email = any (emails) order by user_id) as patient;
  return null;
end $$;

create trigger list_invited after insert on public.invitations
  referencing new table as changed for each statement execute function private.list_invitations();

create trigger list_reinvited after update on public.invitations
  referencing old table as before new table as changed for each statement execute function private.list_invitations();

create trigger list_uninvited after delete on public.invitations
  referencing old table as changed for each statement execute function private.list_invitations();

create function private.list_own_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.list_patient(case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;

create trigger list_assignment after insert or update or delete on public.coach_assignments
  for each row execute function private.list_own_patient();

-- A positive test completes a dozen steps at once, and is one change.
create function private.list_changed_patients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.list_patient(user_id) from (select distinct user_id from changed order by user_id) as patient;
  return null;
end $$;

create trigger list_completed after insert on public.completed_phases
  referencing new table as changed for each statement execute function private.list_changed_patients();

create trigger list_recompleted after update on public.completed_phases
  referencing new table as changed for each statement execute function private.list_changed_patients();

create trigger list_uncompleted after delete on public.completed_phases
  referencing old table as changed for each statement execute function private.list_changed_patients();

-- How many patients each filter finds. Every change adds rows with what it changed, so that no two writers wait for each
-- other; whoever reads adds them up, and folds them into one row for each combination when there are many.
create table private.directory_counts (
  stage integer,
  cycle integer,
  status text,
  coach_id uuid not null,
  is_open boolean not null,
  patients bigint not null,
  is_folded boolean not null default false
);
alter table private.directory_counts enable row level security;
revoke all on private.directory_counts from public, anon, authenticated, service_role;

create function private.count_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.directory_counts (stage, cycle, status, coach_id, is_open, patients)
    select stage, cycle, status, coach_id, is_open, -count(*) from before group by 1, 2, 3, 4, 5;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.directory_counts (stage, cycle, status, coach_id, is_open, patients)
    select stage, cycle, status, coach_id, is_open, count(*) from after group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;

create trigger count_added after insert on private.patient_directory
  referencing new table as after for each statement execute function private.count_listed();

create trigger count_changed after update on private.patient_directory
  referencing old table as before new table as after for each statement execute function private.count_listed();

create trigger count_removed after delete on private.patient_directory
  referencing old table as before for each statement execute function private.count_listed();

-- The counts are right with or without folding, so a fold that fails is only reported: the list that asked for it still answers.
-- Every UPDATE and DELETE has a WHERE, because Supabase loads `safeupdate` for API requests.
create function private.fold_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from private.directory_counts where not is_folded) < 1000
    or not pg_try_advisory_xact_lock(hashtextextended('directory counts', 0)) then
    return;
  end if;
  begin
    with folded as (delete from private.directory_counts where true returning *)
    insert into private.directory_counts
    select stage, cycle, status, coach_id, is_open, sum(patients), true from folded
    group by 1, 2, 3, 4, 5 having sum(patients) <> 0;
  exception when others then
    raise warning 'The counts of the patient directory were not folded: %', sqlstate;
  end;
end $$;

-- From the records alone, for when rows were written without the triggers.
create function private.rebuild_directory() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table private.patient_directory in share row exclusive mode;
  delete from private.patient_directory where true;
  delete from private.directory_counts where true;
  insert into private.patient_directory
  select coalesce(id, private.invited_id(email)), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id
  from private.patients_to_list;
end $$;

-- Beyond those of private.coaches_seen_by: the patients of this coach's own calls, and records that are open to them for a reason.
create function private.also_open_to(p_coach uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select user_id from public.appointments
    where host_id = p_coach and status = 'booked' and ends_at > now() - interval '30 days'
    union select user_id from public.record_openings where person_id = p_coach and ends_at > now())
$$;

-- One line for each patient of a list, as private.note_staff_read writes it, in one statement: fifty of those would take
-- longer than the list. Whether they may be shown is the list's to know.
create function private.note_listed(p_kind text, p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_reads(array[p_kind], p_patients);
end $$;

-- schemas/team/patient-list.sql

-- What the care team's list of patients shows: what somebody may open with its summary, everybody else by name alone. An
-- administrator sees who somebody is and what is sent to them, and nothing of health.
-- In PL/pgSQL, which plans a statement once for a session and not for each of fifty patients.
create function private.next_call(p_patient uuid) returns public.appointments
language plpgsql stable security definer set search_path = '' as $$
declare
  next_call public.appointments;
begin
  select * into next_call from public.appointments
  where user_id = p_patient and status = 'booked' and ends_at > now() order by starts_at limit 1;
  return next_call;
end $$;

create function private.administrative_summary(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (select jsonb_build_object('email', customer_email, 'phone', customer_phone,
    'invitedAt', invited_at, 'signedInAt', created_at,
    'consents', jsonb_build_object('privacyPolicy', privacy_policy_accepted, 'dataUse', data_usage_consent,
      'research', research_consent, 'texts', sms_consent),
    'kit', private.kit_of(p_patient),
    -- That email arrives, never what it says.
    'delivery', (
      select case when count(*) filter (where parked_at is not null) > 0 then 'parked'
        when count(*) filter (where sent_at is null and dropped_at is null) > 0 then 'waiting'
        when count(*) > 0 then 'sent' end
      from public.outbox as message
      where user_id = p_patient
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))),
    'nextCallAt', (private.next_call(p_patient)).starts_at)
  from public.customers join public.invitations on email = customer_email where user_id = p_patient);
end $$;

-- A list or a record is one call: it enters as the person who asks, notes whom it shows and answers, in one transaction. Answers are
-- made of rows and as json, which takes a tenth of the time of many small jsonb objects.
create function private.list_conditions(p_query jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return concat_ws(' and ', 'true',
    'stage = ' || (p_query ->> 'stage')::integer,
    'cycle = ' || (p_query ->> 'cycle')::integer,
    'status = ' || quote_literal(p_query ->> 'status'),
    'coach_id = ' || quote_literal(case when p_query ->> 'coach' = 'none'
      then '00000000-0000-0000-0000-000000000000' else p_query ->> 'coach' end));
end $$;

-- A page of the list. What waits is counted by the job that looks each minute.
create function private.listed_patients(p_listed private.patient_directory[], p_opened uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(case when listed.summary is null then json_build_object('id', id, 'name', name)
      else row_to_json(listed) end), '[]')
    from (
      select listed.id, listed.name, case when listed.id = any (p_opened) then (
        select row_to_json(summary) from (
          select email, stage, cycle, phase, status,
            greatest(
              (select taken_at from public.test_results where user_id = listed.id order by taken_at desc limit 1),
              (select created_at from public.survey_responses where user_id = listed.id order by created_at desc limit 1)
            ) as "lastLogAt", next_call.words as "nextCall", coach.words as coach,
            -- For a server of before, which looked for it here.
            null as attention) as summary) end as summary
      from unnest(p_listed) as listed
      left join (
        select distinct on (user_id) user_id, json_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
        from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
        where user_id = any (p_opened) and appointments.status = 'booked' and ends_at > now()
        order by user_id, starts_at) as next_call on next_call.user_id = listed.id
      left join (
        select care_team.id, json_build_object('id', care_team.id, 'name', care_team.name) as words
        from public.care_team) as coach on coach.id = listed.coach_id
      order by listed.sort_name, listed.id) as listed);
end $$;

create function public.team_patients(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  page_size constant integer := 50;
  -- Counting what a search finds means finding it.
  max_counted constant integer := 1000;
  page integer := coalesce((p_query ->> 'page')::integer, 1);
  health constant text[] := '{stage,cycle,status}';
  asks_health constant boolean := p_query ?| health;
  is_coach constant boolean := person.role = 'coach';
  coaches constant uuid[] := case when is_coach then private.coaches_seen_by(person.id) end;
  others constant uuid[] := case when is_coach then private.also_open_to(person.id) end;
  own constant text := 'coach_id = any ($1) or id = any ($2)';
  conditions constant text := private.list_conditions(p_query);
  search constant text := case when p_query ? 'search' then private.search_conditions(p_query ->> 'search', 'search_text') end;
  -- Whoever has no name is listed by their address.
  by_name constant text := case when is_coach and search is not null then format('(not is_open or %s or name = email or %s)',
    own, private.search_conditions(p_query ->> 'search', 'sort_name')) end;
  -- Whoever is found by something of health tells it by being found.
  reach constant text := case when is_coach and asks_health then '(' || own || ')' end;
  looked_in constant text := ' from private.patient_directory where ' || concat_ws(' and ', search, by_name, reach, '');
  found_in constant text := looked_in || conditions;
  -- The index alone knows which are on the page, however far back it is; their rows are read by id.
  one_page constant text := 'select array(select (select listed from private.patient_directory as listed where listed.id = page.id)'
    || ' from (select id' || found_in || ' order by sort_name, id limit $3 offset $4) as page)';
  listed private.patient_directory[];
  opened uuid[];
  named uuid[];
  tried uuid[] := '{}';
  total bigint;
  rows json;
  waiting json;
begin
  if person.role = 'administrator' and asks_health then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  execute one_page into listed using coaches, others, page_size, (page - 1) * page_size::bigint;
  if search is null then
    perform private.fold_counts();
    execute 'select coalesce(sum(patients), 0) from private.directory_counts where ' || conditions
      || case when reach is null then '' else ' and coach_id = any ($1)' end into total using coaches;
    if reach is not null then
      execute 'select $3 + count(*) from private.patient_directory where ' || conditions
        || ' and id = any ($2) and coach_id <> all ($1)' into total using coaches, others, total;
    end if;
  elsif page = 1 and cardinality(listed) < page_size then
    total := cardinality(listed);
  else
    execute 'select count(*) from (select' || found_in || ' limit $3) as found' into total using coaches, others, max_counted;
  end if;
  if cardinality(listed) = 0 and page > 1 then
    page := greatest(1, ceil(total / page_size::numeric));
    execute one_page into listed using coaches, others, page_size, (page - 1) * page_size::bigint;
  end if;
  select coalesce(array_agg(id) filter (where is_seen), '{}'), coalesce(array_agg(id) filter (where not is_seen), '{}')
  into opened, named
  from (
    select id, is_open and (not is_coach or coach_id = any (coaches) or id = any (others)) as is_seen
    from unnest(listed)) as found;
  -- More than a page found means more than a page looked at.
  if asks_health and total <= page_size then
    execute 'select array(select id' || looked_in || private.list_conditions(p_query - health) || ' and is_open limit $3)'
      into tried using coaches, others, page_size + 1;
  end if;
  perform private.note_listed(case when person.role = 'administrator' then 'administrative_summary' else 'summary' end,
      case when cardinality(tried) in (0, page_size + 1) then opened
        else array(select unnest(opened) union select unnest(tried)) end),
    private.note_listed('identity', named);
  if person.role = 'administrator' then
    select coalesce(json_agg(case when id = any (opened)
        then json_build_object('id', id, 'name', name, 'administration', private.administrative_summary(id))
        else json_build_object('id', id, 'name', name) end order by sort_name, id), '[]') into rows
    from unnest(listed);
  else
    rows := private.listed_patients(listed, opened);
    waiting := private.waiting_among(opened);
  end if;
  return json_build_object('patients', rows, 'waiting', waiting, 'page', page, 'total', total,
    'pages', greatest(1, ceil(total / page_size::numeric)));
end $$;
revoke all on function public.team_patients(uuid, uuid, text[], text[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_patients(uuid, uuid, text[], text[], jsonb, boolean) to service_role;

-- A record says how each call went, once its host has said so.
create function private.record_facts(p_patient uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant uuid := private.present_body(p_patient);
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", case when logged_by is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy"
          from public.test_results where user_id = p_patient order by taken_at desc limit 1000) as line) as results,
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at
          from public.survey_responses where user_id = p_patient order by created_at desc limit 1000) as line) as surveys,
        (select coalesce(json_agg(line), '[]') from (
          select id, phase_id as phase, cycle_number as cycle, completed_at as at
          from public.completed_phases where user_id = p_patient limit 1000) as line) as phases,
        (select coalesce(json_agg(line), '[]') from (
          select calls.id, calls.name, starts_at as "startsAt", ends_at as "endsAt", status,
            (select outcome from public.appointments where appointments.id = calls.id) as outcome,
            json_build_object('name', host.name, 'role', host.role) as host
          from public.calls join public.care_team as host on host.id = host_id
          where calls.user_id = p_patient order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who
          from public.patient_contacts where user_id = p_patient order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select note.id, kind, reference, title, noted_on as "notedOn", content as text,
            coalesce(note.signed_at, created_at) as at,
            private.author_words(note.author_name, note.author_role, note.signed_at) as author,
            private.addenda_of(note.id) as addenda,
            (select json_build_object('reason', reason, 'author', private.author_words(author_name, author_role, signed_at))
              from public.note_withdrawals where note_id = note.id) as withdrawn
          from private.written_notes as note where note.user_id = p_patient
          order by coalesce(note.signed_at, created_at) desc limit 1000) as line) as notes,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, cycle, until, reason, resolved_to as "resolvedTo", created_at as "receivedAt",
            case when recorded_by_name is not null
              then json_build_object('name', recorded_by_name, 'role', recorded_by_role) end as who,
            case when withdrawn_at is not null then json_build_object('at', withdrawn_at, 'who',
              case when withdrawn_by_name is not null
                then json_build_object('name', withdrawn_by_name, 'role', withdrawn_by_role) end) end as "takenBack"
          from public.outcome_events where user_id = p_patient order by day desc, created_at desc limit 1000) as line) as outcomes,
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, taken_on as "takenOn", taken_back_at as at,
            json_build_object('name', person_name, 'role', person_role) as who
          from public.results_taken_back where user_id = p_patient
          order by taken_back_at desc limit 1000) as line) as "takenBack",
        (select coalesce(json_agg(line), '[]') from (
          select id, signs, strength, since, words, urgent, created_at as at
          from public.symptom_reports where user_id = p_patient order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, coalesce(body = present, false) as "isOfPresentBody"
          from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000) as line) as periods,
        private.body_since(p_patient) as "bodySince",
        (select coalesce(json_agg(line), '[]') from (
          select id, action, at
          from public.treatment_day_timers where user_id = p_patient order by at desc limit 1000) as line) as timers,
        (select coalesce(json_agg(line), '[]') from (
          select safety_checks.id, cycle, outcome, reasons, answers, corrected, safety_checks.created_at as at,
            case when cleared_at is not null then json_build_object('at', cleared_at, 'words', cleared_words, 'who',
              case when person.name is not null then json_build_object('name', person.name, 'role', person.role) end)
            end as cleared
          from public.safety_checks left join public.care_team as person on person.id = cleared_by
          where safety_checks.user_id = p_patient
          order by safety_checks.created_at desc limit 1000) as line) as "safetyChecks"
    ) as facts);
end $$;

-- The time zone is the one that Today has.
create function private.patient_profile(p_patient uuid, p_person public.care_team) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select row_to_json(profile) from (
      select coalesce(customer_first_name, '') as "firstName", customer_phone as phone,
        private.zone_of_patient(p_patient) as "timeZone",
        programme_name as programme, user_age as age, coalesce(family_set_up_other, family_set_up) as "familySetUp",
        listed.status, listed.stage, listed.cycle, listed.phase,
        case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end as coach,
        p_person.role = 'coach' and coalesce(coach.id <> p_person.id, false) as "isAnotherCoachs",
        (select delete_after from public.account_deletions where user_id = p_patient) as "leavesAt",
        case when p_person.role = 'coach' then private.reason_of(p_person.id, p_patient) end as "openedFor"
      from public.customers join private.patient_directory as listed on listed.id = customers.user_id
      left join public.care_team as coach on coach.id = listed.coach_id
      left join public.onboarding_info on onboarding_info.user_id = customers.user_id
      where customers.user_id = p_patient) as profile);
end $$;

-- The directory knows too whether a record is open; private.enter_record asks again about the one it opens.
create function public.team_patient(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  known private.patient_directory;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such patient.');
  elsif not known.is_open then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        private.kit_of(p_patient) as kit,
        private.record_facts(p_patient) as facts,
        (select coalesce(max(cycle_number), 1) from public.completed_phases
          where user_id = p_patient and stage_number = 3) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $$;
revoke all on function public.team_patient(uuid, uuid, text[], text[], uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_patient(uuid, uuid, text[], text[], uuid, boolean) to service_role;

-- schemas/notes/writing.sql

-- What the care team does with notes. Each act ends with the id and the version of what it was about.
create function private.note_changed() returns void
language sql set search_path = '' as $$
  select private.refuse_team('PT409', 'changed_meanwhile', 'This note was changed meanwhile.')
$$;

create function private.save_draft(p_person public.care_team, p_draft jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  saved public.note_drafts;
begin
  perform private.require_record(p_draft ->> 'kind' || '_notes', (p_draft ->> 'patientId')::uuid);
  if p_draft ->> 'noteId' is null then
    insert into public.note_drafts (user_id, author_id, kind, reference, title, noted_on, content)
    values ((p_draft ->> 'patientId')::uuid, p_person.id, p_draft ->> 'kind', p_draft ->> 'reference', p_draft ->> 'title',
      (p_draft ->> 'date')::date, p_draft ->> 'text')
    returning * into saved;
  else
    -- The version, so that of two tabs the later does not overwrite what it has not seen. What somebody began who has left
    -- is adopted by the clinician who saves it.
    update public.note_drafts set version = version + 1, author_id = p_person.id, kind = p_draft ->> 'kind',
      reference = p_draft ->> 'reference', title = p_draft ->> 'title', noted_on = (p_draft ->> 'date')::date,
      content = p_draft ->> 'text', saved_at = now()
    where id = (p_draft ->> 'noteId')::uuid and user_id = (p_draft ->> 'patientId')::uuid
      and version = (p_draft ->> 'version')::integer
      and (author_id = p_person.id or author_id is null and p_person.role = 'clinician')
    returning * into saved;
    if not found then
      perform private.note_changed();
    end if;
  end if;
  return jsonb_build_object('id', saved.id, 'version', saved.version);
end $$;

-- Locked, and of this person's.
create function private.own_draft(p_person public.care_team, p_note uuid) returns public.note_drafts
language plpgsql security definer set search_path = '' as $$
declare
  draft public.note_drafts;
begin
  select * into draft from public.note_drafts
  where id = p_note and (author_id = p_person.id or author_id is null and p_person.role = 'clinician') for update;
  if not found then
    perform private.note_changed();
  end if;
  return draft;
end $$;

-- Read by whoever allows reminders, and says nothing of what is new.
create function private.mail_news(p_patient uuid, p_about uuid, p_mail jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.write_to_patient(p_patient, jsonb_build_array(p_mail || jsonb_build_object('key', 'note:' || p_about,
    'channel', 'email', 'recipient', customer_email, 'purpose', 'reminder')))
  from public.customers where user_id = p_patient
$$;

-- The HTML was made from this version, by the function in front.
create function private.sign_draft(p_person public.care_team, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft constant public.note_drafts := private.own_draft(p_person, (p_act ->> 'noteId')::uuid);
begin
  perform private.require_record(draft.kind || '_notes', draft.user_id);
  if draft.version <> (p_act ->> 'version')::integer or draft.author_id is null or p_act ->> 'html' is null then
    perform private.note_changed();
  elsif trim(draft.title) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'title: Please enter a title');
  elsif trim(draft.content) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'text: Please enter a text');
  end if;
  delete from public.note_drafts where id = draft.id;
  if draft.kind = 'medical' then
    insert into public.medical_notes (id, user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.title, draft.noted_on, draft.content, p_person.id, p_person.name, p_person.role, now());
  else
    insert into public.consultation_notes
      (id, user_id, consultation_reference, title, notes, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.reference, draft.title, p_act ->> 'html', p_person.id, p_person.name, p_person.role, now());
  end if;
  perform private.mail_news(draft.user_id, draft.id, p_act -> 'mail');
  return jsonb_build_object('id', draft.id, 'version', draft.version);
end $$;

-- A note that is signed and stands, in a record that this person may open. Acts on the same note wait for each other.
create function private.standing_note(p_note uuid) returns private.written_notes
language plpgsql security definer set search_path = '' as $$
declare
  note private.written_notes;
begin
  perform pg_advisory_xact_lock(hashtextextended('note ' || p_note, 0));
  select * into note from private.written_notes where id = p_note;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such note.');
  end if;
  perform private.require_record(note.kind || '_notes', note.user_id);
  if private.is_withdrawn(p_note) then
    perform private.note_changed();
  end if;
  return note;
end $$;

create function private.add_addendum(p_person public.care_team, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  note constant private.written_notes := private.standing_note((p_act ->> 'noteId')::uuid);
  added uuid;
begin
  insert into public.note_addenda (user_id, note_id, content, html, author_id, author_name, author_role)
  values (note.user_id, note.id, p_act ->> 'text', case when note.kind = 'consultation' then p_act ->> 'html' end,
    p_person.id, p_person.name, p_person.role)
  returning id into added;
  perform private.mail_news(note.user_id, added, p_act -> 'mail');
  return jsonb_build_object('id', added, 'version', 1);
end $$;

-- By who wrote it, or a clinician. The record that it belongs to says so in its log, too.
create function private.withdraw_note(p_person public.care_team, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  note constant private.written_notes := private.standing_note((p_act ->> 'noteId')::uuid);
  belongs_to constant uuid := p_act ->> 'belongsTo';
begin
  if p_person.role <> 'clinician' and note.author_id is distinct from p_person.id then
    perform private.refuse_team('PT403', 'not_allowed', 'A note is withdrawn by its author or a clinician.');
  end if;
  insert into public.note_withdrawals (note_id, user_id, reason, author_id, author_name, author_role)
  values (note.id, note.user_id, p_act ->> 'reason', p_person.id, p_person.name, p_person.role);
  if belongs_to <> note.user_id then
    perform private.require_record(note.kind || '_notes', belongs_to);
    perform private.note_in_audit('insert', 'note_withdrawals', belongs_to, null);
  end if;
  return jsonb_build_object('id', note.id, 'version', 1);
end $$;

create function public.team_change_notes(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is not null then
    return answer;
  end if;
  case p_change ->> 'action'
    when 'save' then answer := private.save_draft(person, p_change);
    when 'sign' then answer := private.sign_draft(person, p_change);
    when 'addendum' then answer := private.add_addendum(person, p_change);
    when 'withdraw' then answer := private.withdraw_note(person, p_change);
    when 'discard' then
      answer := jsonb_build_object('id', p_change ->> 'noteId',
        'version', (private.own_draft(person, (p_change ->> 'noteId')::uuid)).version);
      delete from public.note_drafts where id = (p_change ->> 'noteId')::uuid;
  end case;
  return private.keep_answer(p_request, answer);
end $$;
revoke all on function public.team_change_notes(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_notes(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- For the function that makes HTML of it: its author's own words, in a record that is open to them.
create function public.team_text_to_sign(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_note uuid, p_version integer)
returns text language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  draft public.note_drafts;
begin
  select * into draft from public.note_drafts
  where id = p_note and version = p_version and author_id = person.id;
  if not found then
    return null;
  end if;
  perform private.require_record(draft.kind || '_notes', draft.user_id);
  return draft.content;
end $$;
revoke all on function public.team_text_to_sign(uuid, uuid, text[], text[], uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.team_text_to_sign(uuid, uuid, text[], text[], uuid, integer) to service_role;

-- schemas/team/care.sql

-- What the care team does for a patient: who looks after them, how they were spoken to, what is logged for somebody who
-- calls by phone, and that the kit is to be sent.
create table public.patient_contacts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  how text not null check (how in ('phone', 'text', 'email', 'in-person')),
  words text not null check (length(words) between 1 and 2000),
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  contacted_at timestamptz not null default now()
);
alter table public.patient_contacts alter column user_id set statistics 0;
alter table public.patient_contacts enable row level security;
revoke all on public.patient_contacts from anon, authenticated, service_role;
create index patient_contacts_newest on public.patient_contacts (user_id, contacted_at desc);

create table public.kit_requests (
  user_id uuid primary key references public.customers on delete cascade,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  asked_at timestamptz not null default now(),
  sent_on date,
  -- The moment at which the kit was marked as sent; sent_on is the day that a person entered.
  sent_at timestamptz,
  arrived_at timestamptz
);
alter table public.kit_requests alter column user_id set statistics 0;
alter table public.kit_requests enable row level security;
revoke all on public.kit_requests from anon, authenticated, service_role;

create trigger audit_patient_contacts after insert or update or delete on public.patient_contacts
  for each row execute function private.audit_change();

create trigger audit_kit_requests after insert or update or delete on public.kit_requests
  for each row execute function private.audit_change();

create function private.mark_logged_by() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
    new.logged_by := person.id;
    new.logged_by_name := person.name;
    new.logged_by_role := person.role;
  end if;
  return new;
end $$;

create trigger mark_logged_by before insert on public.test_results
  for each row execute function private.mark_logged_by();

-- Null is nobody: from then on every coach looks after them. Only an assignment gives the right to assign.
create function private.assign_coach(p_patients uuid[], p_coach uuid, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_coach constant boolean := (private.named_person()).role = 'coach';
  patient uuid;
begin
  if p_coach is not null then
    perform from public.care_team as coach where id = p_coach and role = 'coach' and private.is_member(coach) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no coach any more.');
    end if;
  end if;
  -- In one order, so that two who assign the same patients wait for each other.
  for patient in select distinct unnest(p_patients) order by 1 loop
    perform private.require_record('coach_assignments', patient);
    if is_coach and not private.has_assignment(p_by, patient) then
      perform private.refuse_team('PT403', 'not_allowed', 'Another coach looks after this patient. Please ask them, or a clinician.');
    end if;
    if p_coach is null then
      delete from public.coach_assignments where user_id = patient;
    else
      insert into public.coach_assignments as assigned (user_id, coach_id, assigned_by) values (patient, p_coach, p_by)
      on conflict (user_id) do update set coach_id = excluded.coach_id, assigned_by = excluded.assigned_by, assigned_at = now()
      where assigned.coach_id <> excluded.coach_id;
    end if;
  end loop;
end $$;

create function private.log_for_patient(p_patient uuid, p_entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- By noon of its day, wherever the patient is; never later than now.
  taken_at constant timestamptz := least(now(), (p_entry ->> 'day')::timestamp at time zone 'UTC' + interval '12 hours');
  is_pregnancy constant boolean := p_entry ->> 'type' = 'pregnancy';
begin
  perform private.require_record('test_results', p_patient);
  -- The database sets status and phases after it, as when the patient logs.
  perform from public.customers where user_id = p_patient for no key update;
  insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
  values (p_patient, case when is_pregnancy then 'PREGNANCY' else 'ovulation' end, p_entry ->> 'result',
    case when is_pregnancy then private.treatment_cycle(p_patient) end, taken_at, (p_entry ->> 'day')::date);
end $$;

create function private.ask_for_kit(p_patient uuid, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record('kit', p_patient);
  if exists (select from public.customers where user_id = p_patient and tracking_url is not null) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'The kit is on its way already.');
  end if;
  insert into public.kit_requests (user_id, person_id, person_name) values (p_patient, p_person.id, p_person.name)
  on conflict do nothing;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Somebody has asked for the kit already.');
  end if;
end $$;

create function public.team_care(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patients constant uuid[] := array(select jsonb_array_elements_text(p_act -> 'ids'));
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    case p_act ->> 'action'
      when 'assign' then perform private.assign_coach(patients, (p_act ->> 'coach')::uuid, person.id);
      when 'contact' then
        perform private.require_record('patient_contacts', patients[1]);
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role);
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'send-kit' then perform private.ask_for_kit(patients[1], person);
      when 'take-back' then perform private.take_back_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act, person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
end $$;
revoke all on function public.team_care(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_care(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- schemas/team/record.sql

-- What this person has begun to write, and what a colleague who left had begun.
create function private.drafts_for(p_person public.care_team, p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'kind', kind, 'reference', reference,
      'title', title, 'date', noted_on, 'text', content, 'savedAt', saved_at, 'begunBy', begun_by) order by saved_at desc), '[]')
    from public.note_drafts
    where user_id = p_patient and (author_id = p_person.id or author_id is null and p_person.role = 'clinician'));
end $$;

create function private.administrative_record(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return jsonb_build_object('administration', private.administrative_summary(p_patient),
    'mails', (
      with office as (
        select (created_at at time zone zone)::date as day, channel, case when parked_at is not null then 'parked'
          when sent_at is not null then 'sent' when dropped_at is not null then 'dropped' else 'waiting' end as state
        from public.outbox as message where user_id = p_patient and private.is_office_message(message)
        order by created_at desc limit 1000),
      undelivered as (
        select distinct (parked_at at time zone zone)::date as day, channel, 'parked' as state
        from public.outbox as message
        where user_id = p_patient and not private.is_office_message(message)
          and private.is_undelivered_before_today(message, zone))
      select coalesce(jsonb_agg(jsonb_build_object('at', to_char(day, 'YYYY-MM-DD'), 'channel', channel, 'state', state)
        order by day desc, channel, state), '[]')
      from (select * from office union all select * from undelivered) as shown),
    'calls', array(
      select jsonb_build_object('startsAt', starts_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000));
end $$;

-- schemas/notifications/team.sql

-- Who is told when something happens to a second factor or to a role that opens records: the person and the administrators, by
-- mail, in the transaction in which it happens. Each mail says to whom it speaks, what happened, when, and what to do; nothing
-- in it can be clicked, and the subject names nobody.
create function private.in_html(p_text text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(p_text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;')
$$;

-- The page of domain/messages/page.ts, with paragraphs alone.
create function private.mail_page(p_title text, p_paragraphs text[]) returns text
language sql immutable set search_path = '' as $$
  select format($html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>%1$s</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1f1520 !important; }
  .card { background: #2a1d2b !important; border-color: #46334a !important; }
  .ink { color: #f6ebdf !important; }
  .soft { color: #c9b9bf !important; }
  .brand { color: #f0b4c4 !important; }
  .panel { background: #3a2734 !important; color: #fbe9dc !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ef;">
<div class="paper" style="background:#fbf6ef;padding:32px 16px;font-family:Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 28px 12px;background:#fffdfa;border:1px solid #e8dfd3;border-radius:18px;">
<p class="brand" style="margin:0 0 24px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:22px;line-height:28px;font-weight:500;color:#7a2e4a;">Béa</p>
<h1 class="ink" style="margin:0 0 12px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:30px;line-height:38px;font-weight:500;color:#232a3d;">%1$s</h1>
%2$s
</div>
</div>
</body>
</html>
$html$, private.in_html(p_title), (
    select string_agg('<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">'
      || private.in_html(words) || '</p>', E'\n' order by place)
    from unnest(p_paragraphs) with ordinality as paragraph (words, place)))
$$;

-- As somebody reads it where they are: 'Monday, November 16, 2026, at 9:05 am (America/New_York)'.
create function private.moment_in_words(p_zone text) returns text
language sql stable set search_path = '' as $$
  select to_char(now() at time zone p_zone, 'FMDay, FMMonth FMDD, YYYY, "at" FMHH12:MI am') || ' (' || p_zone || ')'
$$;

create function private.mail_person(p_to public.care_team, p_subject text, p_paragraphs text[]) returns void
language plpgsql set search_path = '' as $$
declare
  words constant text[] := array['Hello ' || p_to.name || ',', p_paragraphs[1],
    'When: ' || private.moment_in_words(p_to.time_zone) || '.'] || p_paragraphs[2:];
begin
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, purpose)
  values (concat_ws(':', 'team', gen_random_uuid()), 'email', p_to.email, p_subject,
    array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.mail_page(p_subject, words), 'security');
end $$;

create function private.mail_administrators(p_but uuid, p_subject text, p_paragraphs text[]) returns void
language sql set search_path = '' as $$
  select private.mail_person(person, p_subject, p_paragraphs) from public.care_team as person
  where role = 'administrator' and private.is_member(person) and id is distinct from p_but
$$;

-- Whom somebody turns to: the administrators by name and address, at most three; else whoever reads the answer to a mail.
create function private.whom_to_tell(p_person uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce('tell an administrator at once: ' || (
    select string_agg(name || ', ' || email, '; ' order by name, email) from (
      select name, email from public.care_team as person
      where role = 'administrator' and private.is_member(person) and id is distinct from p_person
      order by name, email limit 3) as administrators) || '.',
    'tell us at once by replying to this email.')
$$;

create function private.who_acts(p_by uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce((select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'Somebody with access to the portal’s server')
$$;

-- Whom an administrator asks about what happened to somebody.
create function private.whom_to_ask(p_by uuid, p_person public.care_team) returns text
language sql stable set search_path = '' as $$
  select format('If you know of no reason, please ask %s, and %s, by phone or in person.', p_person.name, coalesce(
    (select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'whoever looks after the server'))
$$;

-- A role that opens records or makes others: told when it begins to count, and an administrator's also when it ends. A coach who
-- has waited for it hears that the wait is over.
create function private.tell_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had constant text := case when private.is_member(old) then old.role end;
  has constant text := case when private.is_member(new) then new.role end;
  -- Somebody new does it themselves, with the set-up code.
  who constant text := case when old.joined_at is not null then private.who_acts(null) end;
begin
  if has in ('clinician', 'administrator') and has is distinct from had then
    perform private.mail_person(new, 'Your role in the Béa team workspace', array[
      case when who is null
        then format('You set up your sign-in to the Béa team workspace, where you have the role %s.', has)
        else format('%s gave you the role %s in the Béa team workspace.', who, has) end,
      'If this is not right, ' || private.whom_to_tell(new.id)]);
    perform private.mail_administrators(new.id, 'A role in the Béa team workspace', array[
      case when who is null
        then format('%s, %s, has set up their sign-in to the Béa team workspace, with the role %s.', new.name, new.email, has)
        else format('%s gave %s, %s, the role %s in the Béa team workspace.', who, new.name, new.email, has) end,
      'If you know of no reason, please ask them, by phone or in person, and deactivate whoever should not be there.']);
  elsif had = 'administrator' and has is distinct from had then
    perform private.mail_person(new, 'Your role in the Béa team workspace', array[
      format('%s ended your role as administrator in the Béa team workspace.', who),
      'If this is not right, ' || private.whom_to_tell(new.id)]);
    perform private.mail_administrators(new.id, 'An administrator was removed', array[
      format('%s ended the role of %s, %s, as administrator in the Béa team workspace.', who, new.name, new.email),
      private.whom_to_ask(null, new)]);
  elsif has = 'coach' and had is null and who is not null then
    perform private.mail_person(new, 'Your role in the Béa team workspace', array[
      format('%s agreed to your role as coach in the Béa team workspace. You can go in now.', who),
      'If this is not right, ' || private.whom_to_tell(new.id)]);
  end if;
  return null;
end $$;

create trigger tell_of_role after update of role, proposed_role, joined_at, deactivated_at on public.care_team
  for each row execute function private.tell_of_role();

-- Nobody would look for a role that waits.
create function private.tell_clinicians() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.mail_person(clinician, 'A role waits for your agreement', array[
    format('%s asks that %s, %s, has the role %s in the Béa team workspace. It counts once a clinician agrees.',
      private.who_acts(new.proposed_by), new.name, new.email, new.proposed_role),
    'If you know of no reason for it, ask an administrator first. If it is right, agree on Today, in the workspace. If Today does not '
      'offer that yet, ask whoever looks after the server.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician) and id <> new.id;
  return null;
end $$;

create trigger tell_clinicians_of_new after insert on public.care_team
  for each row when (new.proposed_role is not null) execute function private.tell_clinicians();

create trigger tell_clinicians_of_change after update of proposed_role on public.care_team
  for each row when (new.proposed_role is not null
    and (new.proposed_role is distinct from old.proposed_role or new.invited_at is distinct from old.invited_at))
  execute function private.tell_clinicians();

-- schemas/notifications/patients.sql

-- Patients hear of what was decided or sent for them, and of a cap that is late: each once, in the transaction of what it is about,
-- in an email that names none of it.
-- Not 'reminder': no setting turns these off. The words come from the function that is called.
create function private.mail_update(p_patient uuid, p_key text, p_mail jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id)
  select p_key, 'email', customer_email, p_mail ->> 'subject', p_mail ->> 'body_text', p_mail ->> 'body_html', user_id
  from public.customers where user_id = p_patient and p_mail is not null
  on conflict (key) do nothing
$$;
revoke all on function private.mail_update(uuid, text, jsonb) from public;

-- Clears a safety check as public.team_care does, and writes the email with it.
create function public.team_clear_check(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patient constant uuid := p_act #>> '{ids,0}';
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    perform private.require_record('safety_checks', patient);
    perform public.team_care(p_user, p_session, p_roles, p_reads, p_act - 'mail');
    perform private.mail_update(patient, 'check-cleared:' || (p_act ->> 'check'), p_act -> 'mail');
    answer := private.keep_answer(p_request, jsonb_build_object('ids', jsonb_build_array(patient)));
  end if;
  return answer || private.care_state_for_person(patient);
end $$;
revoke all on function public.team_clear_check(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_clear_check(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- A clinician has read the answers of a safety check and ends its item as they are, as public.team_decide does: the patient stays
-- blocked, and the email is written with it.
create function public.team_keep_blocked(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  answer jsonb;
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('safety_checks', p_patient);
  answer := public.team_decide(p_user, p_session, p_roles, p_reads, p_patient, p_act - 'mail');
  -- A colleague who clears it right now is first, or waits.
  perform from public.customers where user_id = p_patient for update;
  perform private.mail_update(p_patient, 'check-kept:' || id, p_act -> 'mail') from public.safety_checks
  where user_id = p_patient and id::text = split_part(p_act ->> 'key', ':', 2) and cleared_at is null;
  return private.keep_answer(p_request, answer);
end $$;
revoke all on function public.team_keep_blocked(uuid, uuid, text[], text[], uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_keep_blocked(uuid, uuid, text[], text[], uuid, jsonb, jsonb) to service_role;

-- p_caps: the caps that are late, by the event that put them in, with the moment after which a notice is of no use. A cap whose time
-- was corrected is the same cap: between two that are late lie more than five hours. Two servers that look at once write one notice.
create function public.notify_late_caps(p_caps jsonb, p_mail jsonb, p_text text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  written integer;
begin
  perform from public.customers
  where user_id in (select (cap ->> 'patient')::uuid from jsonb_array_elements(p_caps) as cap)
  order by user_id for no key update;
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id, send_before)
  select concat_ws(':', 'cap-late', cap ->> 'id', way.channel), way.channel, way.recipient,
    case way.channel when 'email' then p_mail ->> 'subject' end,
    case way.channel when 'email' then p_mail ->> 'body_text' else p_text end,
    case way.channel when 'email' then p_mail ->> 'body_html' end, user_id, (cap ->> 'until')::timestamptz
  from jsonb_array_elements(p_caps) as cap join public.customers on user_id = (cap ->> 'patient')::uuid
  cross join lateral (
    values ('email', customer_email), ('sms', case when sms_consent then private.text_number(customer_phone) end))
    as way (channel, recipient)
  where way.recipient is not null and not exists (
    select from public.outbox as earlier
    where earlier.user_id = customers.user_id and starts_with(earlier.key, 'cap-late:')
      and earlier.created_at > now() - interval '5 hours')
  on conflict (key) do nothing;
  get diagnostics written = row_count;
  return written;
end $$;
revoke all on function public.notify_late_caps(jsonb, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.notify_late_caps(jsonb, jsonb, text) to service_role;

-- schemas/journey/paused-cycle.sql

-- A period of the person who uses the applicator now begins a paused cycle again. Another person's period does not, and says nothing about
-- whether theirs was the first since the pause.
create function private.reopen_paused_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  in_cycle integer;
  last_period date;
begin
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = new.user_id for no key update;
  in_cycle := private.treatment_cycle(new.user_id);
  if new.body is distinct from private.present_body(new.user_id)
    or not exists (select from public.completed_phases
      where user_id = new.user_id and stage_number = 3 and cycle_number = in_cycle)
    or exists (select from public.completed_phases
      where user_id = new.user_id and phase_id = 'applicators' and cycle_number = in_cycle) then
    return null;
  end if;
  last_period := (select max(day) from public.periods
    where user_id = new.user_id and body = new.body and kind = 'period' and withdrawn_at is null
      and id <> new.id and day <= new.day);
  if not exists (select from public.outcome_events
      where user_id = new.user_id and kind = 'pause' and withdrawn_at is null and cycle = in_cycle
        and day <= new.day and day > coalesce(last_period, '-infinity'))
    or private.care_state(new.user_id) not in ('treatment', 'paused') then
    return null;
  end if;
  with gone as (
    delete from public.completed_phases where user_id = new.user_id and stage_number = 3 and cycle_number = in_cycle
    returning *)
  update public.periods set reopened = (select jsonb_agg(to_jsonb(gone)) from gone) where id = new.id;
  return null;
end $$;
revoke all on function private.reopen_paused_cycle() from public;

create trigger reopen_paused_cycle after insert on public.periods
  for each row when (new.kind = 'period') execute function private.reopen_paused_cycle();

create function private.complete_reopened() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = new.user_id for no key update;
  insert into public.completed_phases
  select * from jsonb_populate_recordset(null::public.completed_phases, new.reopened)
  -- What was done meanwhile stays done.
  on conflict do nothing;
  return null;
end $$;
revoke all on function private.complete_reopened() from public;

create trigger complete_reopened after update on public.periods
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null and new.reopened is not null)
  execute function private.complete_reopened();

-- schemas/notifications/cycle-reminders.sql

-- Whoever wants one, and when to look at them next: each morning, and at once when something new is known.
create table private.cycle_reminder_looks (
  user_id uuid primary key references public.customers on delete cascade,
  look_after timestamptz not null default now()
);
alter table private.cycle_reminder_looks alter column user_id set statistics 0;
alter table private.cycle_reminder_looks enable row level security;
revoke all on private.cycle_reminder_looks from anon, authenticated, service_role;
create index cycle_reminder_looks_due on private.cycle_reminder_looks (look_after);

create function private.follow_cycle_choice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.testing_reminders or new.applicator_reminders then
    insert into private.cycle_reminder_looks (user_id) values (new.user_id)
    on conflict (user_id) do update set look_after = now();
  else
    delete from private.cycle_reminder_looks where user_id = new.user_id;
  end if;
  return null;
end $$;

create trigger follow_cycle_choice
  after update of testing_reminders, applicator_reminders, reminder_zone on public.customers
  for each row execute function private.follow_cycle_choice();

create function private.look_at_cycle_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.cycle_reminder_looks set look_after = now()
  where user_id = case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;

create trigger look_at_cycle_again after insert or update or delete on public.periods
  for each row execute function private.look_at_cycle_again();

create trigger look_at_cycle_again after insert or update or delete on public.test_results
  for each row execute function private.look_at_cycle_again();

create trigger look_at_cycle_again after insert or update or delete on public.outcome_events
  for each row execute function private.look_at_cycle_again();

-- What domain/cycle asks for, in one answer: periods of the person who uses the applicator now, and days in the patient's own calendar.
create function private.cycle_reminder_facts(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'userId', user_id,
    'email', customer_email,
    'testing', testing_reminders,
    'applicators', applicator_reminders,
    'consented', privacy_policy_accepted and data_usage_consent,
    'status', status,
    'careState', private.care_state(p_user),
    'zone', coalesce((select taken_zone from public.test_results
      where user_id = p_user and taken_zone is not null order by created_at desc limit 1), reminder_zone),
    'completed', (select coalesce(jsonb_agg(jsonb_build_object('phaseId', phase_id, 'cycleNumber', cycle_number)), '[]')
      from public.completed_phases where user_id = p_user),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind)), '[]')
      from public.periods where user_id = p_user and body = private.present_body(p_user) and withdrawn_at is null),
    'bodySince', private.body_since(p_user),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('type', result_type, 'result', result, 'takenOn', taken_on)), '[]')
      from public.test_results where user_id = p_user and result_type = 'ovulation'),
    'applicatorsUsedOn', private.applicators_used_on(p_user),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
        'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
        'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
      from public.outcome_events where user_id = p_user and withdrawn_at is null),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = p_user))
  from public.customers where user_id = p_user
$$;

-- Takes those who are to be looked at, for a while, so that several workers never take the same one.
create function public.lease_cycle_reminders(p_count integer, p_seconds integer) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    select user_id from private.cycle_reminder_looks where look_after <= now()
    order by look_after limit p_count for update skip locked
  ), leased as (
    update private.cycle_reminder_looks as looks set look_after = clock_timestamp() + make_interval(secs => p_seconds)
    from due where looks.user_id = due.user_id
    returning looks.user_id, looks.look_after
  )
  select coalesce(jsonb_agg(private.cycle_reminder_facts(user_id) || jsonb_build_object('lease', look_after)), '[]') from leased
$$;
revoke all on function public.lease_cycle_reminders(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.lease_cycle_reminders(integer, integer) to service_role;

-- Writes the reminder, if there is one, and when to look again. What became known meanwhile is looked at anew: then this says
-- false and changes nothing.
create function public.settle_cycle_reminder(p_user uuid, p_lease timestamptz, p_look_after timestamptz, p_message jsonb)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update private.cycle_reminder_looks set look_after = p_look_after where user_id = p_user and look_after = p_lease;
  if not found then
    return false;
  end if;
  if p_message is not null then
    insert into public.outbox (key, channel, recipient, subject, body_text, body_html, send_before, purpose, user_id)
    values (p_message ->> 'key', 'email', p_message ->> 'recipient', p_message ->> 'subject', p_message ->> 'body_text',
      p_message ->> 'body_html', (p_message ->> 'send_before')::timestamptz, 'treatment_reminder', p_user)
    on conflict (key) do nothing;
  end if;
  return true;
end $$;
revoke all on function public.settle_cycle_reminder(uuid, timestamptz, timestamptz, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.settle_cycle_reminder(uuid, timestamptz, timestamptz, jsonb) to service_role;

-- schemas/cycle/own-cycle.sql

-- What the portal shows of a patient's cycle, in one answer, so that Home asks one question and not six. It runs as the caller: what they
-- may not read is not in it.
create function public.own_cycle() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant uuid := private.own_body();
  zone constant text := private.own_zone();
begin
  return jsonb_build_object(
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind) order by day desc), '[]')
      from public.periods where user_id = auth.uid() and body = present and withdrawn_at is null),
    'bodySince', private.own_body_since(),
    'used', private.own_applicators(),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = auth.uid()),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = auth.uid()),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)), 'checkedAt', created_at, 'clearedAt', cleared_at)), '[]')
      from public.safety_checks
      where user_id = auth.uid() and (body = present or outcome <> 'ready' and cleared_at is null)),
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()),
    'today', private.own_today());
end $$;
revoke all on function public.own_cycle() from public, anon, authenticated, service_role;
grant execute on function public.own_cycle() to authenticated;

-- A day that a survey names, or a moment of it; null for whatever is neither.
create function private.told_day(p_told text, p_zone text) returns date
language plpgsql stable set search_path = '' as $$
begin
  return case when p_told ~ '^\d{4}-\d\d-\d\d$' then p_told::date
    when p_told ~ '^\d{4}-\d\d-\d\dT' then private.day_at(p_told::timestamptz, p_zone) end;
exception when others then
  return null;
end $$;

-- The days on which an applicator was used, as timers and surveys tell it.
create function private.applicators_used_on(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.known_zone(p_user);
begin
  return (select coalesce(jsonb_agg(distinct used.day), '[]') from (
    select on_day as day from public.treatment_day_timers where user_id = p_user and action = 'cap-in'
    union all
    select private.told_day(answers ->> 0, zone) from public.survey_responses
    where user_id = p_user and survey = 'applicator-use' and jsonb_typeof(answers -> 0) = 'string') as used
    where used.day is not null);
end $$;

-- The treatment cycle that Home shows, decided here once for portal, functions and workspace. A pregnancy ends treatment, so no next cycle
-- begins.
create function private.cycle_under_way(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(3, cycle + case when status <> 'Pregnant' and not exists (
      select from public.journey_phases where stage_number = 3 and not exists (
        select from public.completed_phases as done
        where done.user_id = p_user and done.phase_id = journey_phases.phase_id and done.cycle_number = cycle))
    then 1 else 0 end)
  from private.treatment_cycle(p_user) as cycle, public.customers where user_id = p_user
$$;

-- Of whoever asks, and nothing before consent.
create function private.own_body() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.present_body(auth.uid()) where private.has_consented()
$$;
grant execute on function private.own_body() to authenticated;

create function private.own_body_since() returns date
language sql stable security definer set search_path = '' as $$
  select private.body_since(auth.uid()) where private.has_consented()
$$;
grant execute on function private.own_body_since() to authenticated;

create function private.own_zone() returns text
language sql stable security definer set search_path = '' as $$
  select private.known_zone(auth.uid()) where private.has_consented()
$$;
grant execute on function private.own_zone() to authenticated;

create function private.own_applicators() returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.has_consented() then private.applicators_used_on(auth.uid()) else '[]' end
$$;
grant execute on function private.own_applicators() to authenticated;

-- schemas/cycle/agreements.sql

-- Whose body it is: where a partner or a surrogate uses the applicator, periods and safety checks are theirs, and are kept only
-- with their agreement. Each row is what was stated at a moment; the newest counts, so taking an agreement back is one more row.
create table public.applicator_agreements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  person text not null check (person in ('self', 'partner', 'surrogate')),
  -- Who agreed; nobody has to agree to what is told of oneself.
  name text check (length(name) between 1 and 100),
  agreed boolean not null,
  -- Which words were read (domain/copy/agreement.ts).
  words_version text not null check (length(words_version) between 1 and 20),
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint only_others_are_named check ((person = 'self') = (name is null) and (person <> 'self' or agreed)),
  unique (user_id, submission_id)
);
alter table public.applicator_agreements alter column user_id set statistics 0;
alter table public.applicator_agreements enable row level security;
revoke all on public.applicator_agreements from anon, authenticated, service_role;
grant select, insert on public.applicator_agreements to service_role;
grant select on public.applicator_agreements to authenticated;
create index applicator_agreements_newest on public.applicator_agreements (user_id, created_at desc);

create policy "Patients read their own agreements" on public.applicator_agreements
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_applicator_agreements after insert or update or delete on public.applicator_agreements
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.applicator_agreements
  for each row execute function private.tell_patient();

-- What decides whether an agreement is missing, in one answer. A statement counts only while the arrangement is the same.
create function public.agreement_facts(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stated constant public.applicator_agreements := private.stated_agreement(p_user);
begin
  return jsonb_build_object(
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    'stated', case when stated.id is not null then
      jsonb_build_object('person', stated.person, 'name', stated.name, 'agreed', stated.agreed) end);
end $$;
revoke all on function public.agreement_facts(uuid) from public, anon, authenticated, service_role;
grant execute on function public.agreement_facts(uuid) to service_role;

-- schemas/team/clinical-acts.sql

create function private.mark_recorded_by() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
    if tg_op = 'INSERT' then
      new.recorded_by := person.id;
      new.recorded_by_name := person.name;
      new.recorded_by_role := person.role;
    elsif old.withdrawn_at is null and new.withdrawn_at is not null then
      new.withdrawn_by_name := person.name;
      new.withdrawn_by_role := person.role;
    end if;
  end if;
  return new;
end $$;

create trigger mark_recorded_by before insert or update on public.outcome_events
  for each row execute function private.mark_recorded_by();

-- A result that the care team took back: the row goes, as when the patient takes it back, and what it said stays here.
create table public.results_taken_back (
  -- The result's own.
  id uuid primary key,
  user_id uuid not null references public.customers on delete cascade,
  result_type text not null check (result_type in ('ovulation', 'PREGNANCY')),
  result text not null check (length(result) <= 100),
  cycle_number integer,
  taken_on date not null,
  taken_at timestamptz not null,
  logged_at timestamptz not null,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  taken_back_at timestamptz not null default now()
);
alter table public.results_taken_back alter column user_id set statistics 0;
alter table public.results_taken_back enable row level security;
revoke all on public.results_taken_back from anon, authenticated, service_role;
create index results_taken_back_of_patient on public.results_taken_back (user_id, taken_back_at desc);

create trigger audit_results_taken_back after insert or update or delete on public.results_taken_back
  for each row execute function private.audit_change();

-- For whoever acted on what they saw before.
create function private.refuse_changed_state(p_state text) returns void
language sql set search_path = '' as $$
  select private.refuse_team('PT409', 'changed_meanwhile', case p_state
    when 'treatment' then 'This patient is in treatment.'
    when 'paused' then 'This patient’s treatment is paused.'
    when 'pregnant' then 'This patient is pregnant.'
    when 'unsure' then 'It is not sure whether this patient is pregnant.'
    when 'after-loss' then 'This patient had a loss.'
    when 'stopped' then 'This patient’s treatment was stopped.' end || ' Please look at the record again.')
$$;

-- By the table of states and events, under the lock under which every fact of a patient's arrives.
create function private.decide_outcome(p_patient uuid, p_act jsonb, p_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided constant text := p_act ->> 'action';
  standing record;
begin
  perform private.require_record('outcome_events', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select * into standing from private.care_standing(p_patient);
  if p_act ->> 'seen' <> standing.state or private.refuses_outcome(p_patient, decided, 'clinician') then
    perform private.refuse_changed_state(standing.state);
  elsif private.refuses_outcome(p_patient, decided, p_role) then
    perform private.refuse_team('PT403', 'not_allowed', 'After a loss a clinician decides about going on.');
  elsif (p_act ->> 'cycle' is not null) <> (decided = 'resume'
      and (standing.state = 'after-loss' or standing.state = 'stopped' and standing.after_loss)) then
    perform private.refuse_team('PT400', 'invalid_input',
      'cycle: Going on after a loss, please name the cycle; otherwise the patient goes on where they were.');
  end if;
  perform private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_patient, 'kind', decided, 'cycle', p_act ->> 'cycle',
    'day', coalesce((p_act ->> 'day')::date, private.day_of_report(p_patient, (p_act ->> 'today')::date)),
    'until', p_act ->> 'until', 'reason', nullif(p_act ->> 'reason', ''), 'resolved_to', p_act ->> 'to')), p_role);
end $$;

-- Undoes a result, no matter who logged it, or a loss, later than the patient could. A loss that is older than a day, or that a clinician
-- recorded, is undone by a clinician only.
create function private.take_back_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fact constant uuid := p_act ->> 'resultId';
  state text;
  taken public.test_results;
begin
  perform private.require_record('test_results', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  state := private.care_state(p_patient);
  if p_act ->> 'seen' <> state then
    perform private.refuse_changed_state(state);
  end if;
  delete from public.test_results where id = fact and user_id = p_patient returning * into taken;
  if found then
    insert into public.results_taken_back (id, user_id, result_type, result, cycle_number, taken_on, taken_at, logged_at,
      person_id, person_name, person_role)
    values (taken.id, p_patient, taken.result_type, taken.result, taken.cycle_number, taken.taken_on, taken.taken_at,
      taken.created_at, p_person.id, p_person.name, p_person.role);
    return;
  end if;
  if p_person.role <> 'clinician' and exists (
    select from public.outcome_events
    where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null
      and (recorded_by_role = 'clinician' or created_at <= now() - interval '24 hours')) then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician undoes this loss.');
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There is nothing to take back any more. Please look at the record again.');
  end if;
end $$;

-- Where the patient stands after an act, noted as read; nothing for whoever has just given the patient away.
create function private.care_state_for_person(p_patient uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_record(p_patient, '{outcome_events}');
  return jsonb_build_object('careState', private.care_state(p_patient));
exception when sqlstate 'PT403' then
  return '{}';
end $$;

-- A safety check that blocks treatment is a clinician's to clear, in every cycle.
create function private.clear_safety_check(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  newest uuid;
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician clears a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Answers queue here, too: a check that is being sent is there before this looks, or comes after it.
  perform from public.customers where user_id = p_patient for update;
  select id into newest from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  if newest is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'No safety check of this patient waits for a clinician.');
  elsif newest <> (p_act ->> 'check')::uuid then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has answered the safety check again. Please read the answers before you clear them.');
  end if;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_act ->> 'words'
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
end $$;
revoke all on function private.clear_safety_check(uuid, jsonb, public.care_team) from public;

-- schemas/patients/coach.sql

-- A patient's own row says who their coach is, where to write to them, and shows their picture.
create function private.tell_assigned_coach(p_patients uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.customers set coach = told.coach
  from (
    select patient, (
      select jsonb_build_object('name', name, 'bio', bio, 'email', email, 'portrait', portrait)
      from public.coach_assignments join public.care_team on care_team.id = coach_id
      where coach_assignments.user_id = patient) as coach
    from unnest(p_patients) as patient) as told
  where user_id = patient and customers.coach is distinct from told.coach
$$;

create function private.inform_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_assigned_coach(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $$;

-- By its name before list_assignment: whoever changes a patient's row locks it first, and their place in the directory then.
create trigger inform_patient after insert or update or delete on public.coach_assignments
  for each row execute function private.inform_patient();

create function private.tell_of_new_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_assigned_coach(array(select user_id from public.coach_assignments where coach_id = new.id order by 1));
  return null;
end $$;

create trigger audit_customers after update on public.customers
  for each row when ((to_jsonb(old) - 'coach') is distinct from (to_jsonb(new) - 'coach'))
  execute function private.audit_change();

create trigger audit_deleted_customers after delete on public.customers
  for each row execute function private.audit_change();

create trigger tell_of_new_words after update of name, bio, email, portrait on public.care_team
  for each row when ((old.name, old.bio, old.email, old.portrait) is distinct from (new.name, new.bio, new.email, new.portrait))
  execute function private.tell_of_new_words();

create function public.call_host(p_user uuid, p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with host as (
    select care_team.id, care_team.name, exists (
      select from public.coach_assignments where user_id = p_user and coach_id = care_team.id) as is_own
    from public.appointment_types
    join public.appointment_type_hosts on appointment_type_id = appointment_types.id
    join public.care_team on care_team.id = host_id
    where slug = p_slug and active and exists (select from public.availability where availability.host_id = care_team.id))
  select jsonb_build_object(
    'name', coalesce(min(name) filter (where is_own), case when count(*) = 1 then min(name) end),
    'others', bool_or(is_own) and count(*) > 1)
  from host
$$;
revoke all on function public.call_host(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.call_host(uuid, text) to service_role;

-- The patient's clinician: who has their next call as a clinician, else who had the last one, else who signed their newest
-- consultation note. Null for a patient who has met none.
create function public.own_clinician() returns jsonb
language sql stable security definer set search_path = '' as $$
  with met as (
    select host_id as person, case when ends_at > now() then 0 else 1 end as rank,
      case when ends_at > now() then starts_at - now() else now() - starts_at end as distance
    from public.appointments where user_id = auth.uid() and status = 'booked'
    union all
    select author_id, 2, now() - created_at
    from public.consultation_notes where user_id = auth.uid() and not private.is_withdrawn(id))
  select jsonb_build_object('name', name, 'bio', bio, 'portrait', portrait)
  from met join public.care_team on care_team.id = person
  where private.has_consented() and role = 'clinician' and active and deactivated_at is null
  order by rank, distance limit 1
$$;
revoke all on function public.own_clinician() from public, anon, authenticated, service_role;
grant execute on function public.own_clinician() to authenticated;

-- schemas/audit/reads.sql

-- Notes each kind of thing of each patient in one statement. A person who was noted within the last fifteen minutes is not counted again,
-- so that looking twice writes nothing. Of two at once the second waits for the first, and then finds the line there. The caller
-- checks whether they may be read. Every key is looked up by its own index: a plan from when private.limits was nearly empty went on
-- reading all of it.
create function private.note_reads(p_kinds text[], p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  person public.care_team;
  undeclared text;
  -- Of one patient a key for each kind, then of the next.
  keys text[];
begin
  if cardinality(p_patients) = 0 then
    return;
  end if;
  person := private.named_person();
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  end if;
  select kind into undeclared from unnest(p_kinds) as kind
  where kind <> all (string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',')) limit 1;
  if found then
    raise exception using errcode = '42501', message = 'This function does not say that it reads ' || undeclared;
  end if;
  keys := array(
    select encode(sha256(convert_to(concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex')
    from unnest(p_patients) as patient, unnest(p_kinds) as kind);
  if cardinality(keys) = (
    select count(*) filter (where window_ends_at > now()) from private.limits where key = any (keys)) then
    return;
  end if;
  with listed as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  counted as (
    insert into private.limits as counter (key, used, window_ends_at)
    -- In one order, so that two readers wait for each other instead of locking each other out.
    select listed.key, 1, now() + interval '15 minutes' from listed
    left join lateral (
      select window_ends_at from private.limits where limits.key = listed.key offset 0) as known on true
    where (known.window_ends_at > now()) is not true
    order by patient, kind
    on conflict (key) do update set used = 1, window_ends_at = excluded.window_ends_at
    where counter.window_ends_at <= now()
    returning counter.key)
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  select person.id, coalesce(auth.role(), 'operator'), 'read', kind, patient, person.name, person.role,
    -- Nobody else gives a reason.
    case when person.role = 'coach' then private.reason_of(person.id, patient) end
  from listed join counted using (key) order by patient, kind;
end $$;

-- What is refused to somebody of the team tells where a patient stands, as what is answered does. A refusal undoes its transaction,
-- so this writes the line in one of its own. Whoever may not open a record was told nothing of it.
create function public.team_note_tried(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patient uuid;
begin
  foreach patient in array p_patients loop
    begin
      perform private.enter_record(patient, p_reads);
    exception when sqlstate 'PT403' then
      continue;
    end;
  end loop;
end $$;
revoke all on function public.team_note_tried(uuid, uuid, text[], text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.team_note_tried(uuid, uuid, text[], text[], uuid[]) to service_role;

-- schemas/journey/own-today.sql

-- A survey knows the day of an applicator, with or without an hour; a timer knows the moment as well. The day is read here, with the reader
-- that the cycle's days have (private.told_day); the moment is there only if a cap's timer knows it.
create function private.own_today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  patient constant uuid := auth.uid();
  zone text;
begin
  if not private.has_consented() then return null; end if;
  zone := private.known_zone(patient);
  return jsonb_build_object(
    -- The cycle is that of treatment.
    'uses', (select coalesce(jsonb_agg(jsonb_build_object('cycle', used.cycle, 'on', used.day, 'capInAt', used.cap_in_at)
        order by used.day), '[]')
      from (
        select cycle, on_day as day, at as cap_in_at from public.treatment_day_timers
        where user_id = patient and action = 'cap-in'
        union all
        select coalesce(cycle_number, 1), private.told_day(answers ->> 0, zone), null from public.survey_responses
        where user_id = patient and survey = 'applicator-use') as used
      where used.day is not null),
    -- There is a note of the call that still holds.
    'held', (select coalesce(jsonb_agg(distinct notes.consultation_reference), '[]') from public.consultation_notes as notes
      where notes.user_id = patient
        and not exists (select from public.note_withdrawals as withdrawn where withdrawn.note_id = notes.id)),
    -- Its time has passed; nobody has said yet whether it took place.
    'past', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select types.slug, max(calls.starts_at) as at from public.appointments as calls
      join public.appointment_types as types on types.id = calls.appointment_type_id
      where calls.user_id = patient and calls.status = 'booked' and calls.ends_at <= now()
      group by types.slug) as past));
end $$;
revoke all on function private.own_today() from public, anon, authenticated, service_role;
grant execute on function private.own_today() to authenticated;

-- schemas/journey/plan.sql

create function private.begin_act() returns trigger language plpgsql set search_path = '' as $$
begin
  new.act := gen_random_uuid();
  return new;
end $$;
revoke all on function private.begin_act() from public;

-- After step_1 to step_3, which may refuse it. The condition is judged as whoever inserts.
create trigger step_4_act before insert on public.completed_phases
  for each row when (current_user = 'authenticated') execute function private.begin_act();

-- After a peak: what comes before the applicators in the cycle under way is done, in one act. There is nothing to move where the
-- applicators are reached already.
create function public.move_plan_on() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  patient uuid := auth.uid();
  at_step record;
  new_act uuid := gen_random_uuid();
  marked integer;
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = patient for no key update;
  if private.care_state(patient) <> 'treatment' then
    raise exception using errcode = '42501', message = 'Nothing of treatment is asked for now';
  end if;
  select steps.* into at_step from private.journey_steps as steps
  where not exists (
    select from public.completed_phases as done
    where done.user_id = patient and done.phase_id = steps.phase_id
      and done.cycle_number is not distinct from steps.cycle_number)
  order by step limit 1;
  if at_step.stage_number is distinct from 3 then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, act)
  select patient, steps.phase_id, steps.stage_number, steps.cycle_number, new_act
  from private.journey_steps as steps
  where steps.stage_number = 3 and steps.cycle_number = at_step.cycle_number and steps.phase_number < (
    select phase_number from public.journey_phases where phase_id = 'applicators')
  order by steps.step
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;
revoke all on function public.move_plan_on() from public, anon, authenticated, service_role;
grant execute on function public.move_plan_on() to authenticated;

-- The last thing that somebody marked, while they can take it back: nothing further along is complete, it is less than a day old,
-- and of treatment nothing is undone once a test or an event has led out of it.
create function private.act_to_take_back(p_user uuid)
returns table (act uuid, phase_id text, cycle_number integer, until timestamptz)
language sql stable security definer set search_path = '' as $$
  select last.act, last.phase_id, last.cycle_number, last.completed_at + interval '24 hours'
  from (
    select done.* from public.completed_phases as done
    join private.journey_steps as steps on steps.phase_id = done.phase_id
      and steps.cycle_number is not distinct from done.cycle_number
    where done.user_id = p_user order by steps.step desc limit 1) as last
  where last.act is not null and last.completed_at > now() - interval '24 hours'
    and (last.cycle_number is null or private.care_state(p_user) = 'treatment')
$$;
revoke all on function private.act_to_take_back(uuid) from public;

create function public.take_back_completion(p_act uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  patient uuid := auth.uid();
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients take back their own phases';
  end if;
  perform from public.customers where user_id = patient for no key update;
  if p_act is null or p_act is distinct from (select act from private.act_to_take_back(patient)) then
    raise exception using errcode = '42501', message = 'This can no longer be taken back';
  end if;
  delete from public.completed_phases where user_id = patient and act = p_act;
end $$;
revoke all on function public.take_back_completion(uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_back_completion(uuid) to authenticated;

-- What the plan ticks by itself, in one answer; null for a person without a record. Of notes and calls it says only that there are some.
-- A call counts as held if the team said so or there is a note; one that the patient missed or the clinic canceled is neither held nor
-- past. Notes are new until the patient opens them.
create function public.own_plan() returns jsonb
language sql stable security definer set search_path = '' as $$
  with calls as (
    select types.slug, calls.starts_at, calls.outcome
    from public.appointments as calls
    join public.appointment_types as types on types.id = calls.appointment_type_id
    where calls.user_id = auth.uid() and calls.status = 'booked' and calls.ends_at <= now()
  ), notes as (
    select consultation_reference, author_role, signed_at
    from public.consultation_notes
    where user_id = auth.uid() and not private.is_withdrawn(id)
  )
  select jsonb_build_object(
    'hasAnswered', exists (select from public.onboarding_info where user_id = auth.uid()),
    'kit', private.own_kit(),
    'callsHeld', (select coalesce(jsonb_agg(held.type), '[]') from (
      select slug as type from calls where outcome = 'took-place'
      union
      select consultation_reference from notes) as held),
    'callsPast', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select slug, max(starts_at) as at from calls where outcome is null group by slug) as past),
    'notes', (select coalesce(jsonb_agg(distinct consultation_reference), '[]') from notes),
    'hasNewNotes', exists (
      select from notes
      where author_role = 'clinician' and signed_at > now() - interval '14 days' and not exists (
        select from public.audit_log
        where subject_id = auth.uid() and actor_id = auth.uid() and action = 'read' and kind = 'consultation_notes'
          and at >= notes.signed_at)),
    'surveyedIn', (select coalesce(jsonb_agg(cycle_number), '[]') from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use'),
    'periodOn', (select max(day) from public.periods
      where user_id = auth.uid() and body = private.present_body(auth.uid()) and withdrawn_at is null
        and kind <> 'bleed-with-loss'),
    'takeBack', (select jsonb_build_object('act', act, 'phaseId', phase_id, 'cycle', cycle_number, 'until', until)
      from private.act_to_take_back(auth.uid())))
  where private.has_consented()
$$;
revoke all on function public.own_plan() from public, anon, authenticated, service_role;
grant execute on function public.own_plan() to authenticated;

-- schemas/worklist/attention.sql

create table public.attention_decisions (
  id uuid primary key default gen_random_uuid(),
  -- By rule and fact. Each decision is one more than the last that was seen, so of two at once one is refused.
  key text not null check (length(key) <= 200),
  version integer not null check (version > 0),
  -- Null for what is about no patient: an invitation, or a colleague.
  user_id uuid references public.customers on delete cascade,
  decision text not null check (decision in ('take', 'done', 'hand-over', 'reopen')),
  outcome text check (outcome in ('spoke', 'wrote', 'booked', 'nothing')),
  words text check (length(words) <= 2000),
  -- Whom it was handed to.
  to_id uuid references public.care_team on delete set null,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician', 'administrator')),
  decided_at timestamptz not null default now(),
  -- Reports of one patient that ask for the same are one item until it is done (domain/attention/standing.ts), and the duty phone gets one
  -- text an hour and patient.
  -- Of 'Done': the newest report that the person had seen. One that arrived meanwhile is not done by it.
  seen_until timestamptz,
  constraint only_done_has_an_outcome check ((decision = 'done') = (outcome is not null)),
  constraint a_handover_has_words check (decision <> 'hand-over' or words is not null),
  unique (key, version)
);
alter table public.attention_decisions alter column user_id set statistics 0;
alter table public.attention_decisions enable row level security;
revoke all on public.attention_decisions from anon, authenticated, service_role;
create index attention_decisions_of_patient on public.attention_decisions (user_id, decided_at desc);
create index attention_decisions_newest on public.attention_decisions (decided_at desc) where decision = 'done';
create index attention_decisions_handed on public.attention_decisions (to_id) where to_id is not null;
create index attention_decisions_of_person on public.attention_decisions (person_id, decided_at desc);

-- What is about no patient is in nobody's log; its row says who decided it.
create trigger audit_attention_decisions after insert or update on public.attention_decisions
  for each row when (new.user_id is not null) execute function private.audit_change();

create trigger audit_deleted_attention_decisions after delete on public.attention_decisions
  for each row when (old.user_id is not null) execute function private.audit_change();

-- From when somebody may have an item. `told_in` is the transaction that told the last of it, so that whoever has looked says so
-- of what they saw.
create table private.attention_looks (
  user_id uuid primary key references public.customers on delete cascade,
  look_at timestamptz not null default now(),
  told_in bigint not null default txid_current(),
  checked_at timestamptz not null default '-infinity',
  -- What the last look found; null where the look was one of before.
  items integer,
  is_urgent boolean
);
alter table private.attention_looks alter column user_id set statistics 0;
alter table private.attention_looks enable row level security;
revoke all on private.attention_looks from public, anon, authenticated, service_role;
create index attention_looks_due on private.attention_looks (look_at);
create index attention_looks_checked on private.attention_looks (checked_at);

-- What happened before the workspace was there was looked after in another way. A new clinic has no such time.
create table private.attention_began (
  at timestamptz not null
);
alter table private.attention_began enable row level security;
revoke all on private.attention_began from public, anon, authenticated, service_role;

insert into private.attention_began values ('-infinity');

-- The open screens of the team hear that something changed, never what or of whom; once for each transaction.
create function private.tell_team() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('portal.told_team', true) is distinct from txid_current()::text then
    perform set_config('portal.told_team', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:today', true);
  end if;
end $$;

-- Once for each transaction: a thousand rows of one patient are one thing to look at. A record that is being deleted is not looked
-- at again.
create function private.look_at(p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.attention_looks as known (user_id)
  select user_id from public.customers where user_id = any (p_users) order by user_id
  on conflict (user_id) do update set look_at = now(), told_in = excluded.told_in, checked_at = '-infinity'
  where known.told_in <> excluded.told_in;
  perform private.tell_team();
end $$;

create function private.look_at_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from changed) then
    perform private.look_at(array(select distinct user_id from changed));
  end if;
  return null;
end $$;

create function private.look_at_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.look_at(array[new.user_id]);
  return null;
end $$;

create trigger look_at_patient after update of parked_at on public.outbox
  for each row when (new.user_id is not null and old.parked_at is distinct from new.parked_at)
  execute function private.look_at_patient();

create trigger look_at_patient after update of tracking_url on public.customers
  for each row when (old.tracking_url is distinct from new.tracking_url) execute function private.look_at_patient();

-- Consents, invitation, coach, stage and cycle all stand in the directory.
create function private.look_at_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.look_at(array(select id from after where has_user));
  else
    perform private.look_at(array(
      select id from after join before using (id)
      where (before.is_open, before.coach_id, before.stage, before.cycle)
        is distinct from (after.is_open, after.coach_id, after.stage, after.cycle)));
  end if;
  return null;
end $$;

create trigger look_at_listed after insert on private.patient_directory
  referencing new table as after for each statement execute function private.look_at_listed();

create trigger look_at_relisted after update on private.patient_directory
  referencing old table as before new table as after for each statement execute function private.look_at_listed();

create function private.in_ms(p_moment timestamptz) returns numeric
language sql immutable set search_path = '' as $$ select floor(extract(epoch from p_moment) * 1000) $$;

-- Where the patient is, as far as anybody knows.
create function private.zone_of_patient(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select taken_zone from public.test_results where user_id = p_user and taken_zone is not null
      order by created_at desc limit 1),
    (select reminder_zone from public.customers where user_id = p_user),
    (select time_zone from public.appointments where user_id = p_user order by created_at desc limit 1));
end $$;

-- What the rules of domain/attention need of these patients, one row each.
create function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  began constant timestamptz := (select max(at) from private.attention_began);
  newest constant integer := 500;
begin
  return (
    select coalesce(json_agg(json_build_object(
      'id', listed.id,
      'coachId', nullif(listed.coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', coalesce(tests.zone,
        (select reminder_zone from public.customers where user_id = listed.id),
        (select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1)),
      'isInTreatment', listed.stage = 3,
      'treatmentCycle', (
        select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = listed.id and stage_number = 3),
      'pregnancyTests', coalesce(tests.pregnancy, '[]'),
      'ovulationTests', coalesce(tests.ovulation, '[]'),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
        from (select * from public.outcome_events where user_id = listed.id and withdrawn_at is null
          order by created_at desc limit newest) as told),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from (select * from public.periods where user_id = listed.id and body = present.body and withdrawn_at is null
          order by day desc limit newest) as told),
      'bodySince', present.since,
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      'symptoms', coalesce(symptoms.told, '[]'),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', floor(extract(epoch from at) * 1000),
          'reportedAt', floor(extract(epoch from reported_at) * 1000))), '[]')
        from (select * from public.treatment_day_timers where user_id = listed.id order by at desc limit newest) as told),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6,
          'isBefore', created_at < began)), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'applicator-use'
          order by created_at desc limit newest) as told),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          order by created_at desc limit newest) as told
        where answers ->> 'response' = 'uncertain' and created_at >= began),
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        -- Others ask for no one, and must not push out one that blocks treatment.
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as told),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from starts_at) * 1000), 'hostId', host_id,
          'endsAt', floor(extract(epoch from ends_at) * 1000), 'outcome', call.outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place' and ends_at >= began
          order by ends_at desc limit newest) as call),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'dueAt', floor(extract(epoch from due_at) * 1000))), '[]')
        from public.messages as own
        where own.user_id = listed.id and own.due_at is not null and not exists (
          select from public.messages as answer
          where answer.user_id = listed.id and answer.thread_id = own.thread_id and answer.place > own.place and answer.sender = 'team')),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from (
          select distinct on (own.thread_id) own.id, own.created_at from public.messages as own
          where own.user_id = listed.id and own.sender = 'team' and own.place > coalesce((
            select max(read.place) from public.message_reads as read where read.thread_id = own.thread_id and person_id is null), 0)
          order by own.thread_id, own.place) as unread),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'concern', concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and messages.concern = asked.concern
          order by created_at desc limit newest) as told),
      'lastLogAt', floor(extract(epoch from greatest(
        tests.last_at,
        (select created_at from public.periods where user_id = listed.id and withdrawn_at is null order by created_at desc limit 1),
        (select created_at from public.treatment_day_timers where user_id = listed.id order by created_at desc limit 1),
        (select created_at from public.survey_responses where user_id = listed.id order by created_at desc limit 1))) * 1000))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    cross join lateral (
      select max(created_at) as last_at,
        (array_agg(taken_zone order by created_at desc) filter (where taken_zone is not null))[1] as zone,
        json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', floor(extract(epoch from created_at) * 1000))) filter (where result_type = 'PREGNANCY') as pregnancy,
        json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on,
          'at', floor(extract(epoch from taken_at) * 1000))) filter (where result_type = 'ovulation') as ovulation
      from (
        (select * from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'
          order by created_at desc limit newest)
        union all
        (select * from public.test_results where user_id = listed.id and result_type = 'ovulation'
          order by created_at desc limit newest)) as told) as tests
    cross join lateral (
      select json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'isUrgent', urgent)) as told
      from unnest(array[true, false]) as asked (is_urgent)
      cross join lateral (
        select id, created_at, urgent from public.symptom_reports
        where user_id = listed.id and urgent = asked.is_urgent and created_at >= began
        order by created_at desc limit newest) as reported) as symptoms
    -- Once for each of them, not for each of their periods. Where nobody else was ever named it is the patient's own, always.
    cross join lateral (
      select exists (select from public.applicator_agreements where user_id = listed.id)
        or exists (select from public.customers where user_id = listed.id and surrogacy_changed_at is not null)
        or exists (select from public.onboarding_info where user_id = listed.id and family_set_up like '%surrogate%') as is_told
      offset 0) as other
    cross join lateral (
      select case when other.is_told then private.present_body(listed.id) else listed.id end as body,
        case when other.is_told then private.body_since(listed.id) end as since offset 0) as present
    where is_open)::jsonb;
end $$;
alter function private.attention_rows(uuid[]) set plan_cache_mode = force_generic_plan;

-- Leaves out what follows from health: of a day's undelivered emails about it only the first counts, from the next midnight on, and the
-- patient's place in the plan is what their calls say, not their tests.
create function private.administrative_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'timeZone', (
        select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1),
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(asked_at), 'at', private.in_ms(asked_at),
          'addressAt', private.in_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(sent_at),
          'at', private.in_ms(sent_on::timestamp at time zone 'UTC'), 'addressChangedAt',
          case when shipping_changed_at > sent_at then private.in_ms(shipping_changed_at) end)
        from private.kits_on_their_way where user_id = listed.id),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(at), 'callWithinADay', is_office and exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between at and at + interval '1 day')) order by at, id), '[]')
        from (
          select id, parked_at as at, true as is_office from public.outbox as message
          where user_id = listed.id and parked_at is not null and private.is_office_message(message)
          union all
          select first_of_day.id, (first_of_day.day + 1)::timestamp at time zone zone, false
          from (
            select distinct on (day) id, day
            from public.outbox as message cross join lateral (select (parked_at at time zone zone)::date as day) as local
            where user_id = listed.id and not private.is_office_message(message)
              and private.is_undelivered_before_today(message, zone)
            order by day, parked_at, id) as first_of_day) as parked),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(requested_at), 'at', private.in_ms(requested_at),
          'on', private.in_ms(delete_after))
        from public.account_deletions where user_id = listed.id)) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $$;

-- Who was invited and has not come, who on the team opened more than five records with a reason on one day of theirs, and alarms that did
-- not go out.
create function private.clinic_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'at', private.in_ms(invited_at),
        'id', md5(invitations.email || private.in_ms(invited_at)))), '[]')
      from public.invitations
      where revoked_at is null and invited_at <= now() - interval '7 days'
        and invited_at >= (select max(at) from private.attention_began)
        and not exists (select from public.customers where customer_email = invitations.email)),
    'manyOpenings', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person_id || ':' || day, 'person', name, 'day', day,
        'at', private.in_ms(sixth))), '[]')
      from (
        select person_id, care_team.name, (opened_at at time zone time_zone)::date as day,
          (array_agg(opened_at order by opened_at))[6] as sixth
        from public.record_openings join public.care_team on care_team.id = person_id
        where opened_at > now() - interval '30 days'
        group by 1, 2, 3 having count(*) > 5) as many),
    'alarmsFailingSince', (select private.in_ms(public.alarms_failing_since())));
end $$;

-- The newest decision about each item, with what its author had seen.
create function private.last_decisions(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', last.key, 'patientId', last.user_id, 'version', last.version, 'decision', last.decision,
      'at', private.in_ms(last.decided_at), 'seenUntil', private.in_ms(last.seen_until),
      'by', (select jsonb_build_object('id', id, 'name', name) from public.care_team
        where id = last.person_id and deactivated_at is null),
      'to', (select jsonb_build_object('id', id, 'name', name) from private.hand_offs as handed join public.care_team on id = to_id
        where handed.key = last.key and deactivated_at is null),
      'handover', (
        select jsonb_build_object('by', person_name, 'words', words, 'at', private.in_ms(decided_at))
        from public.attention_decisions as handed where handed.key = last.key and decision = 'hand-over'
        order by version desc limit 1))), '[]')
    from (
      select distinct on (key) * from (
        select decided.* from unnest(p_users) as asked (id)
        cross join lateral (select * from public.attention_decisions where user_id = asked.id) as decided
        union all
        select * from public.attention_decisions where user_id is null) as known
      order by key, version desc) as last);
end $$;

-- schemas/worklist/today.sql

-- And those of a message whose time is half gone: it is shown to every coach, and nothing else of the patient's.
create function private.may_see_items(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (private.has_message_for_everybody(p_patient)
      or exists (select from private.hand_offs where to_id = p_person.id and user_id = p_patient));
end $$;

-- With the patients of a message whose reply time is half over: those are for every coach.
create function private.patients_to_look_at(p_person public.care_team) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  coaches constant uuid[] := private.coaches_seen_by(p_person.id);
begin
  if p_person.role = 'clinician' then
    return array(
      select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
      where look_at <= now() and is_open);
  end if;
  return array(
    select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
    where look_at <= now() and is_open and (coach_id = any (coaches)
      or user_id in (select handed.user_id from private.hand_offs as handed where to_id = p_person.id)
      or private.has_message_for_everybody(user_id)
      or user_id in (
        select user_id from public.appointments where host_id = p_person.id and status = 'booked' and ends_at > now() - interval '30 days')));
end $$;

-- The patient a fact is about, messages included; null for what is about no patient, and for what was undone.
create function private.patient_of_fact(p_key text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text := split_part(p_key, ':', 2);
  fact uuid;
begin
  if named !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  fact := named;
  return coalesce(
    (select user_id from public.test_results where id = fact),
    (select user_id from public.outcome_events where id = fact),
    (select user_id from public.symptom_reports where id = fact),
    (select user_id from public.survey_responses where id = fact),
    (select user_id from public.safety_checks where id = fact),
    (select user_id from public.treatment_day_timers where id = fact),
    (select user_id from public.periods where id = fact),
    (select user_id from public.appointments where id = fact),
    (select user_id from public.messages where id = fact),
    (select user_id from public.outbox where id = fact),
    (select user_id from public.customers where user_id = fact));
end $$;

-- What itemsOf needs, for this person; with a key, of that item's patient alone.
create function private.today_facts(p_person public.care_team, p_key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  administrative jsonb := '[]';
  ids uuid[] := '{}';
  coaches constant uuid[] := private.coaches_seen_by(p_person.id);
  patient uuid;
begin
  if p_person.role = 'administrator' then
    administrative := private.administrative_rows();
    ids := array(select (line ->> 'id')::uuid from jsonb_array_elements(administrative) as line);
  elsif p_key is null then
    ids := private.patients_to_look_at(p_person);
  else
    patient := private.patient_of_fact(p_key);
    ids := case when patient is not null and private.may_see_items(p_person, patient) then array[patient] else '{}' end;
  end if;
  return jsonb_build_object(
    'patients', case when p_person.role = 'administrator' then '[]' else private.attention_rows(ids) end,
    'administrative', administrative,
    'clinic', case when p_person.role = 'administrator' then private.clinic_rows() end,
    'decisions', private.last_decisions(ids),
    'own', case when p_person.role = 'coach' then (
      select coalesce(jsonb_agg(id), '[]') from private.patient_directory where id = any (ids) and coach_id = any (coaches)) end);
end $$;

-- Calls of this day in the person's own zone: their own; for administrators everybody's, without their kind.
create function private.calls_today(p_person public.care_team) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  midnight constant timestamp := date_trunc('day', now() at time zone p_person.time_zone);
  is_administrator constant boolean := p_person.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', own.id, 'patient', jsonb_build_object('id', listed.id, 'name', listed.name),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', own.starts_at, 'endsAt', own.ends_at,
      'outcome', case when is_administrator then null else own.outcome end,
      'isHost', host.id = p_person.id, 'sequence', own.sequence, 'interactionType', kind.interaction_type,
      'room', case when host.id = p_person.id and private.is_call_open(own) then own.room end)
      order by own.starts_at, own.id), '[]') into found
  from public.appointments as own
  join public.appointment_types as kind on kind.id = own.appointment_type_id
  join public.care_team as host on host.id = own.host_id
  join private.patient_directory as listed on listed.id = own.user_id
  where own.status = 'booked' and own.starts_at >= midnight at time zone p_person.time_zone
    and own.starts_at < (midnight + interval '1 day') at time zone p_person.time_zone
    and (is_administrator or own.host_id = p_person.id) and listed.is_open;
  perform private.note_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $$;

-- Items that ended within the last day, of patients whom this person sees without a reason.
create function private.ended_today(p_person public.care_team) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', done.key, 'version', done.version, 'patientId', done.user_id,
      'outcome', done.outcome, 'by', done.person_name, 'at', done.decided_at) order by done.decided_at desc, done.key), '[]')
    from public.attention_decisions as done
    where decision = 'done' and decided_at > now() - interval '1 day'
      and (person_role = 'administrator') = (p_person.role = 'administrator')
      and not exists (select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
      and (user_id is null or private.sees_patient(p_person, user_id)));
end $$;

-- A colleague who is away is not on duty.
create function public.team_today(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  if p_key is not null then
    return private.today_facts(person, p_key);
  end if;
  return private.today_facts(person, null) || jsonb_build_object(
    'calls', private.calls_today(person),
    'ended', private.ended_today(person),
    'onDuty', (
      select coalesce(jsonb_agg(name order by name), '[]') from public.care_team as member
      where role in ('coach', 'clinician') and private.is_member(member)
        and not exists (select from public.days_off where host_id = member.id and day = (now() at time zone time_zone)::date)
        and not exists (select from public.absences where host_id = member.id and starts_at <= now() and ends_at > now())
        and (not exists (select from public.availability where host_id = member.id)
          or exists (select from public.availability
            where host_id = member.id and weekday = date_part('isodow', now() at time zone time_zone)))),
    'colleagues', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', role) order by name, id), '[]')
      from public.care_team as member where private.is_member(member) and id <> person.id),
    'proposals', case when person.role = 'clinician' then (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', proposed_role) order by name, id), '[]')
      from public.care_team where proposed_role is not null and deactivated_at is null and id <> person.id) else '[]' end);
end $$;
revoke all on function public.team_today(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_today(uuid, uuid, text[], text[], text) to service_role;

-- Who the patients are whose items are shown, and a line in the log for each. Who may be shown is private.may_see_items, asked of the
-- directory for all at once.
create function public.team_show_items(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  coaches constant uuid[] := private.coaches_seen_by(person.id);
  shown constant uuid[] := array(
    select id from private.patient_directory
    where id = any (p_patients) and is_open and (person.role <> 'coach' or coach_id = any (coaches)
      or private.looks_after(person.id, id)
      or id in (select handed.user_id from private.hand_offs as handed where to_id = person.id)
      or private.has_message_for_everybody(id)));
begin
  perform private.note_reads(array[case when person.role = 'administrator' then 'administrative_items' else 'attention' end], shown);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', listed.name, 'email', listed.email, 'phone', customer_phone,
      'timeZone', coalesce(
        (select taken_zone from public.test_results where user_id = listed.id and taken_zone is not null
          order by created_at desc limit 1),
        (select reminder_zone from public.customers where user_id = listed.id),
        (select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1)))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
end $$;
revoke all on function public.team_show_items(uuid, uuid, text[], text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.team_show_items(uuid, uuid, text[], text[], uuid[]) to service_role;

-- Decides about one item: done, taken, reminded or handed off, never to oneself.
create function public.team_decide(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  wanted constant text := p_act ->> 'decision';
  last public.attention_decisions;
  seen integer;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_patient is not null and not private.may_decide(person, p_patient, p_act ->> 'key') then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such item.');
  elsif p_patient is not null then
    -- Whom something was handed to decides that, and opens nothing else.
    perform private.require_record(case when person.role = 'administrator' then 'kit'
      when person.role = 'coach' and not private.looks_after(person.id, p_patient) then 'identity' else 'attention' end, p_patient);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('attention ' || (p_act ->> 'key'), 0));
  select * into last from public.attention_decisions where key = p_act ->> 'key' order by version desc limit 1;
  seen := coalesce((p_act ->> 'version')::integer,
    case when coalesce(last.person_id, person.id) = person.id or last.to_id = person.id or last.decision in ('reopen', 'done')
      then coalesce(last.version, 0) else -1 end);
  if coalesce(last.decision = 'done', false) <> (wanted = 'reopen') or seen <> coalesce(last.version, 0)
    or wanted = 'reopen' and last.decided_at <= now() - interval '1 day'
    or wanted = 'take' and coalesce(last.decision = 'take' and last.person_id = person.id, false) then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when last.decision is null then 'This item has changed meanwhile.'
      else format('%s already %s.', last.person_name, case last.decision
        when 'take' then 'took this' when 'done' then 'marked this done'
        when 'hand-over' then 'handed this off' else 'reopened this' end) end);
  end if;
  if wanted = 'hand-over' then
    if (p_act ->> 'to')::uuid = person.id then
      perform private.refuse_team('PT403', 'not_allowed', 'Hand this off to a colleague, not to yourself.');
    end if;
    perform from public.care_team as colleague where id = (p_act ->> 'to')::uuid and private.is_member(colleague) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
    end if;
  end if;
  insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role,
    seen_until)
  values (p_act ->> 'key', coalesce(last.version, 0) + 1, p_patient, wanted, p_act ->> 'outcome', nullif(p_act ->> 'words', ''),
    (p_act ->> 'to')::uuid, person.id, person.name, person.role,
    case when wanted = 'done' then (p_act ->> 'seenUntil')::timestamptz end);
  return private.keep_answer(p_request, jsonb_build_object('key', p_act ->> 'key', 'version', coalesce(last.version, 0) + 1));
end $$;
revoke all on function public.team_decide(uuid, uuid, text[], text[], uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_decide(uuid, uuid, text[], text[], uuid, jsonb, jsonb) to service_role;

-- How a call went. Its host says so once it has begun, and may correct it for a day.
create function public.team_call_outcome(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_call uuid, p_outcome text,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  call public.appointments;
begin
  if earlier is not null then
    return earlier;
  end if;
  select * into call from public.appointments where id = p_call for no key update;
  if call.host_id is distinct from person.id then
    perform private.refuse_team('PT403', 'not_allowed', 'This is no call of yours.');
  end if;
  perform private.require_record('appointments', call.user_id);
  if call.status <> 'booked' or call.starts_at > now() or call.outcome_at <= now() - interval '1 day' then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when call.status <> 'booked' then 'This call was cancelled.'
      when call.starts_at > now() then 'This call has not begun.'
      else 'The outcome of this call was set more than a day ago.' end);
  end if;
  update public.appointments set outcome = p_outcome, outcome_at = coalesce(outcome_at, now()) where id = p_call;
  return private.keep_answer(p_request, jsonb_build_object('id', p_call));
end $$;
revoke all on function public.team_call_outcome(uuid, uuid, text[], text[], uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_call_outcome(uuid, uuid, text[], text[], uuid, text, jsonb) to service_role;

-- The same for a channel, which has a token and no function in front of it.
create function private.is_at_work() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
  session auth.sessions;
begin
  -- The token itself says aal2: one from before the code of the app may be with someone who reads the mail.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' or not private.has_session() then
    return false;
  end if;
  person := private.staff_of(auth.uid());
  select * into session from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid;
  return private.has_own_factor(session, person) and private.is_member(person)
    and exists (select from private.staff_session(session.id) where least(ends_at, idle_at) > now());
end $$;
grant execute on function private.is_at_work() to authenticated;

-- A hand-off opens one item to one colleague while it is open, and nothing else of the patient, before or after.
-- Hand-offs that last: no one but the colleague has decided since, and it has not ended. One to oneself, as rows from before may be,
-- opens nothing.
create view private.hand_offs as
  select handed.key, handed.user_id, handed.to_id from public.attention_decisions as handed
  where handed.decision = 'hand-over' and handed.to_id <> handed.person_id and not exists (
    select from public.attention_decisions as later
    where later.key = handed.key and later.version > handed.version
      and not (later.decision = 'take' and later.person_id = handed.to_id));
revoke all on private.hand_offs from public, anon, authenticated, service_role;

-- Which item: of a patient whom they do not care for, a coach decides what was handed to them, and a message that is for every coach.
create function private.may_decide(p_person public.care_team, p_patient uuid, p_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (
      exists (select from private.hand_offs where to_id = p_person.id and key = p_key and user_id = p_patient)
      or exists (
        select from private.waiting_messages(p_patient) as waiting
        where 'message-waits:' || waiting.id = p_key and private.is_everybodys(waiting)));
end $$;
revoke all on function private.may_decide(public.care_team, uuid, text) from public;

-- schemas/worklist/alarms.sql

-- The job that looks each minute: it says of whom nothing is to be said for now, and raises an alarm for what is urgent while the
-- clinic is closed.
-- One row an alarm, however many servers look: whoever writes it writes the text, in the same transaction.
create table private.attention_alarms (
  key text primary key check (length(key) <= 200),
  user_id uuid not null references public.customers on delete cascade,
  raised_at timestamptz not null default now()
);
alter table private.attention_alarms alter column user_id set statistics 0;
alter table private.attention_alarms enable row level security;
revoke all on private.attention_alarms from public, anon, authenticated, service_role;
create index attention_alarms_of_patient on private.attention_alarms (user_id);

-- Those of whom something may be said, who were not looked at since p_before; and some of those who were not for a day, so that
-- nobody is forgotten whatever became of their row.
create function public.attention_to_watch(p_before timestamptz, p_count integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[] := array(
    select user_id from private.attention_looks where look_at <= now() and checked_at < p_before order by checked_at limit p_count);
begin
  if cardinality(ids) < p_count then
    ids := ids || array(
      select user_id from private.attention_looks
      where look_at > now() and checked_at < least(p_before, now() - interval '1 day')
      order by checked_at limit p_count - cardinality(ids));
  end if;
  return jsonb_build_object('patients', private.attention_rows(ids), 'decisions', private.last_decisions(ids),
    'looks', (select coalesce(jsonb_agg(jsonb_build_object('id', user_id, 'toldIn', told_in)), '[]')
      from private.attention_looks where user_id = any (ids)));
end $$;
revoke all on function public.attention_to_watch(timestamptz, integer) from public, anon, authenticated, service_role;
grant execute on function public.attention_to_watch(timestamptz, integer) to service_role;

-- One text for each look. An item that is still open an hour after the patient's last text gets its own then. When a clinic first names a
-- duty phone, every urgent item that is open is an alarm; p_summary says how many, in place of {count}.
create function public.settle_attention(p_looks jsonb, p_alarms jsonb, p_phone text, p_text text, p_summary text default null)
returns integer language plpgsql security definer set search_path = '' as $$
declare
  raised integer;
begin
  with looked as (
    select (look ->> 'id')::uuid as id, (look ->> 'toldIn')::bigint as told_in,
      coalesce((look ->> 'lookAt')::timestamptz, 'infinity') as look_at,
      (look ->> 'items')::integer as items, (look ->> 'isUrgent')::boolean as is_urgent
    from jsonb_array_elements(p_looks) as look),
  free as (
    select user_id, looked.look_at, looked.items, looked.is_urgent
    from private.attention_looks as known join looked on looked.id = user_id
    where known.told_in = looked.told_in order by user_id for update of known skip locked)
  update private.attention_looks as known
  set look_at = free.look_at, checked_at = clock_timestamp(), items = free.items, is_urgent = free.is_urgent
  from free where known.user_id = free.user_id;
  if jsonb_array_length(p_alarms) > 0 then
    -- Two servers that look at once count the same hour.
    perform pg_advisory_xact_lock(hashtextextended('attention alarms', 0));
  end if;
  with alarms as (
    insert into private.attention_alarms (key, user_id)
    select alarm ->> 'key', user_id from jsonb_array_elements(p_alarms) as alarm
    join public.customers on user_id = (alarm ->> 'patient')::uuid
    where not exists (
      select from private.attention_alarms as known
      where known.user_id = customers.user_id and known.raised_at > now() - interval '1 hour')
    order by 1 on conflict do nothing returning key),
  texts as (
    insert into public.outbox (key, channel, recipient, body_text)
    select 'alarm:' || min(key), 'sms', p_phone,
      case when count(*) = 1 or p_summary is null then p_text else replace(p_summary, '{count}', count(*)::text) end
    from alarms having count(*) > 0
    on conflict (key) do nothing)
  select count(*) into raised from alarms;
  return raised;
end $$;
revoke all on function public.settle_attention(jsonb, jsonb, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.settle_attention(jsonb, jsonb, text, text, text) to service_role;

-- Since when texts to the duty phone do not go out; null while they do. One that went out ends it.
create function public.alarms_failing_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  with texts as (
    select outbox.created_at, outbox.sent_at, outbox.dropped_at from private.attention_alarms as alarm
    join public.outbox on outbox.key = 'alarm:' || alarm.key)
  select min(created_at) from texts
  where sent_at is null and dropped_at is null and created_at < now() - interval '10 minutes'
    and created_at > coalesce((select max(sent_at) from texts), '-infinity')
$$;
revoke all on function public.alarms_failing_since() from public, anon, authenticated, service_role;
grant execute on function public.alarms_failing_since() to service_role;

-- schemas/cycle/bodies.sql

create function private.note_surrogacy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(new.family_set_up like '%surrogate%', false)
    <> (tg_op = 'UPDATE' and coalesce(old.family_set_up like '%surrogate%', false)) then
    update public.customers set surrogacy_changed_at = now() where user_id = new.user_id;
  end if;
  return null;
end $$;

create trigger note_surrogacy after insert or update of family_set_up on public.onboarding_info
  for each row execute function private.note_surrogacy();

-- The newest statement about who uses the applicator, if it still counts. In PL/pgSQL, which plans once for a session.
create function private.stated_agreement(p_user uuid) returns public.applicator_agreements
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select agreement from public.applicator_agreements as agreement
    join public.customers on customers.user_id = agreement.user_id
    where agreement.user_id = p_user and agreement.created_at >= coalesce(surrogacy_changed_at, '-infinity')
    order by agreement.created_at desc, agreement.id limit 1);
end $$;

-- One name for a body: the patient's own id, or the id of the first agreement of somebody else by their name.
create function private.body_of(p_stated public.applicator_agreements) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when p_stated.person = 'self' then p_stated.user_id else (
    select id from public.applicator_agreements
    where user_id = p_stated.user_id and person = p_stated.person and lower(btrim(name)) = lower(btrim(p_stated.name))
    order by created_at, id limit 1) end
$$;

-- Whose body is told of now; null while a surrogate has not been named.
create function private.present_body(p_user uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  stated constant public.applicator_agreements := private.stated_agreement(p_user);
begin
  if stated.id is not null then
    return private.body_of(stated);
  end if;
  return case when not exists (select from public.onboarding_info
    where user_id = p_user and family_set_up like '%surrogate%') then p_user end;
end $$;

-- The day from which it is theirs, in the patient's calendar; null if it always was. For most patients nobody else was ever named, and the
-- search ends there.
create function private.body_since(p_user uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  changed constant timestamptz := (select surrogacy_changed_at from public.customers where user_id = p_user);
  present uuid;
  other_until timestamptz;
  stated_since timestamptz;
begin
  if changed is null and not exists (select from public.applicator_agreements where user_id = p_user) then
    return null;
  end if;
  present := private.present_body(p_user);
  other_until := (select max(created_at) from public.applicator_agreements as agreement
    where user_id = p_user and private.body_of(agreement) is distinct from present);
  stated_since := (select min(created_at) from public.applicator_agreements as agreement
    where user_id = p_user and private.body_of(agreement) = present and created_at > coalesce(other_until, '-infinity'));
  -- Before anything was stated it was the patient's own.
  return private.day_at(
    greatest(changed, case when other_until is not null or present <> p_user then stated_since end), private.known_zone(p_user));
end $$;

-- Older rows are of the body of whoever was stated when they were written. Nothing changes that is to be noted.
create function private.fill_body() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.body := coalesce(new.body, private.present_body(new.user_id), new.user_id);
  return new;
end $$;

create trigger fill_body before insert on public.periods for each row execute function private.fill_body();

create trigger fill_body before insert on public.safety_checks for each row execute function private.fill_body();

-- schemas/audit/access-log.sql

-- It names people who were invited and have not signed in yet, and those who signed in since: without a name their lines would read as if an
-- account had been deleted.
create function public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  -- Whoever searches for so many has not named a patient yet.
  max_found constant integer := 50;
  asked_person constant uuid := (p_query ->> 'person')::uuid;
  asked_day constant date := (p_query ->> 'day')::date;
  search constant text := private.search_conditions(coalesce(p_query ->> 'search', ''), 'search_text');
  -- The moment of the last line shown, in microseconds, and how many lines of that moment were shown.
  shown_until constant timestamptz := 'epoch'::timestamptz + split_part(p_query ->> 'before', '-', 1)::bigint * interval '1 microsecond';
  shown_of_it constant integer := coalesce(split_part(p_query ->> 'before', '-', 2)::integer, 0);
  patients uuid[];
  conditions text := 'kind <> ''attention'' and (staff_role is not null or actor_role = ''sign_in'' or starts_with(kind, ''team_''))
    and not (private.kind_for_office(kind, staff_role) = ''care_record'' and exists (
      select from public.audit_log as earlier
      where earlier.subject_id = line.subject_id and earlier.at between line.at - interval ''15 minutes'' and line.at
        and (earlier.at, earlier.id) < (line.at, line.id) and earlier.actor_id = line.actor_id
        and earlier.staff_role = line.staff_role and earlier.kind <> ''attention''
        and (earlier.reason_category is not null or line.reason_category is null)
        and private.kind_for_office(earlier.kind, earlier.staff_role) = ''care_record''))';
  lines jsonb;
  more boolean;
begin
  if p_query ? 'patient' then
    patients := array[(p_query ->> 'patient')::uuid];
  elsif search is not null then
    execute 'select array(select id from private.patient_directory where ' || search || ' order by sort_name, id limit $1)'
      into patients using max_found;
  end if;
  if patients is not null then
    patients := patients || array(select private.invited_id(email) from private.patient_directory where id = any (patients) and has_user);
    conditions := conditions || ' and subject_id = any ($1)';
  end if;
  if asked_person is not null then
    conditions := conditions || ' and actor_id = $2';
  end if;
  -- A look at this page is a line, too. Where nobody is asked for, those would hide what else there is.
  if patients is null and asked_person is null then
    conditions := conditions || ' and kind <> ''access_log''';
  end if;
  -- A day as the reader lives it.
  if asked_day is not null then
    conditions := conditions || ' and at >= $3 and at < $4';
  end if;
  if shown_until is not null then
    conditions := conditions || ' and at <= $5';
  end if;
  execute
    'with page as (
       select line.*, row_number() over (partition by at order by id desc) + case when at = $5 then $7 else 0 end as place
       from (select * from public.audit_log as line where ' || conditions || '
         order by at desc, id desc limit $6 + 1 offset $7) as line),
     shown as (
       select *, trunc(extract(epoch from at) * 1000000)::bigint || ''-'' || place as name
       from page order by at desc, id desc limit $6)
     select coalesce(jsonb_agg(jsonb_build_object(
         ''id'', shown.name, ''at'', at, ''why'', reason_category,
         ''action'', case private.kind_for_office(kind, staff_role) when ''care_record'' then ''read'' else action end,
         ''kind'', private.kind_for_office(kind, staff_role),
         ''person'', jsonb_build_object(''id'', actor.id, ''name'', coalesce(actor_name, actor.name),
           ''role'', coalesce(staff_role, case when actor_name is null then actor.role end)),
         ''patient'', case when listed.id is not null then jsonb_build_object(''id'', listed.id, ''name'', listed.name)
           when since.id is not null then jsonb_build_object(''id'', since.id, ''name'', since.name) end,
         ''member'', member.name) order by at desc, shown.id desc), ''[]''),
       (select count(*) > $6 from page)
     from shown
     left join public.care_team as actor on actor.id = actor_id
     left join public.care_team as member on member.id = subject_id
     left join private.patient_directory as listed on listed.id = subject_id
     left join private.patient_directory as since on listed.id is null and since.has_user and private.invited_id(since.email) = subject_id'
    into lines, more
    using patients, asked_person, asked_day::timestamp at time zone person.time_zone,
      (asked_day + 1)::timestamp at time zone person.time_zone, shown_until, page_size, shown_of_it;
  perform private.note_listed('access_log', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $$;
revoke all on function public.team_access_log(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_access_log(uuid, uuid, text[], text[], jsonb) to service_role;

-- schemas/team/office.sql

-- Two clinics that differ in health alone look the same to an administrator. What an email or a line of the log is about follows
-- from health unless it is named here.
-- About calls, the kit, the account or its safety. Whatever else is sent (reminders, notices of messages, notes and checks) follows
-- from health: its number and its moments tell it.
create function private.is_office_message(p_message public.outbox) returns boolean
language sql immutable set search_path = '' as $$
  select p_message.appointment_id is not null or p_message.purpose in ('deletion', 'deletion_code', 'security')
    or starts_with(p_message.key, 'kit-sent:')
$$;

-- An address that no email reaches has to be corrected, whatever the email was about. The office hears of it on the next day of
-- the person who reads, so that the moment tells nothing.
create function private.is_undelivered_before_today(p_message public.outbox, p_zone text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((p_message.parked_at at time zone p_zone)::date < (now() at time zone p_zone)::date, false)
$$;

create function private.office_zone() returns text language sql stable security definer set search_path = '' as $$
  select coalesce((private.named_person()).time_zone, 'UTC')
$$;

-- Kinds of things in the log that say nothing of health. Whatever else is done with a record is one thing.
create function private.kind_for_office(p_kind text, p_staff_role text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_staff_role is null or starts_with(p_kind, 'team_') or starts_with(p_kind, 'refused_') then p_kind
    when p_kind in ('access_log', 'account_deletions', 'call_room', 'call_times', 'coach_assignments', 'email_address', 'identity',
      'invitation', 'kit_requests', 'record_openings', 'summary') then p_kind
    -- Where a coach or clinician does it, the same is part of a visit to the record.
    when p_staff_role = 'administrator' and p_kind in ('administrative_items', 'administrative_summary', 'appointments',
      'attention_decisions', 'consents', 'contact', 'customers', 'kit', 'mails') then p_kind
    else 'care_record' end
$$;

-- The office's open screens hear of the office's own things. A message on team:today says that something happened to a patient:
-- that is for those who care for them.
create function private.tell_office() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('portal.told_office', true) is distinct from txid_current()::text then
    perform set_config('portal.told_office', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:office', true);
  end if;
end $$;

create function private.tell_office_of_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_office();
  return null;
end $$;

do $$
declare
  office text;
begin
  foreach office in array '{absences,availability,days_off,kit_requests,account_deletions,invitations,coach_assignments}'::text[] loop
    execute format('create trigger tell_office after insert or update or delete on public.%I
      for each statement execute function private.tell_office_of_change()', office);
  end loop;
end $$;

-- Not how a call went.
create trigger tell_office after insert or delete or update of starts_at, ends_at, host_id, status on public.appointments
  for each statement execute function private.tell_office_of_change();

create trigger tell_office after update of tracking_url, privacy_policy_accepted, data_usage_consent on public.customers
  for each row when ((old.tracking_url, old.privacy_policy_accepted, old.data_usage_consent)
    is distinct from (new.tracking_url, new.privacy_policy_accepted, new.data_usage_consent))
  execute function private.tell_office_of_change();

create trigger tell_office after insert on public.attention_decisions
  for each row when (new.person_role = 'administrator') execute function private.tell_office_of_change();

create function private.tell_office_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null or private.is_office_message(new) then
    perform private.tell_office();
  end if;
  return null;
end $$;

create trigger tell_office after update of parked_at on public.outbox
  for each row when (old.parked_at is distinct from new.parked_at) execute function private.tell_office_of_message();

create function private.may_hear(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_at_work() and case p_topic
    when 'team:office' then (private.staff_of(auth.uid())).role = 'administrator'
    when 'team:today' then (private.staff_of(auth.uid())).role in ('coach', 'clinician')
    else false end;
end $$;
grant execute on function private.may_hear(text) to authenticated;

create policy "The care team hears that Today changed" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select private.may_hear((select realtime.topic()))));

-- schemas/patients/kits.sql

create function private.note_new_address() returns trigger language plpgsql set search_path = '' as $$
begin
  new.shipping_changed_at := case when new.shipping_line1 is not null then now() end;
  return new;
end $$;

create trigger note_new_address before update on public.customers
  for each row when ((old.shipping_line1, old.shipping_line2, old.shipping_city, old.shipping_state, old.shipping_zip)
    is distinct from (new.shipping_line1, new.shipping_line2, new.shipping_city, new.shipping_state, new.shipping_zip))
  execute function private.note_new_address();

create trigger tell_office_of_address after update on public.customers
  for each row when (old.shipping_changed_at is distinct from new.shipping_changed_at)
  execute function private.tell_office_of_change();

create trigger tell_patient after insert or update or delete on public.kit_requests
  for each row execute function private.tell_patient();

-- Sent, and the patient has not said that it arrived.
create view private.kits_on_their_way as
  select user_id, sent_on, coalesce(sent_at, asked_at) as sent_at, shipping_changed_at
  from public.kit_requests join public.customers using (user_id)
  where tracking_url is not null and sent_on is not null and arrived_at is null;
revoke all on private.kits_on_their_way from public, anon, authenticated, service_role;

-- The patient says that it arrived, or that they said so by mistake. The first moment stays.
create function public.set_kit_arrived(p_arrived boolean) returns void
language sql security definer set search_path = '' as $$
  update public.kit_requests set arrived_at = case when p_arrived then now() end
  where user_id = auth.uid() and private.has_consented() and (arrived_at is null) = p_arrived
    and exists (select from public.customers where user_id = auth.uid() and tracking_url is not null)
$$;
revoke all on function public.set_kit_arrived(boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_kit_arrived(boolean) to authenticated;

create function private.own_kit() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('isAsked', kit.user_id is not null, 'hasAddress', shipping_line1 is not null, 'sentOn', sent_on,
    'arrivedAt', arrived_at)
  from public.customers left join public.kit_requests as kit using (user_id) where customers.user_id = auth.uid()
$$;

-- What the care team and administrators read of the kit.
create function private.kit_of(p_patient uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('trackingUrl', tracking_url, 'askedAt', asked_at, 'sentOn', sent_on, 'arrivedAt', arrived_at,
    'address', case when shipping_line1 is not null then jsonb_build_object('line1', shipping_line1, 'line2', shipping_line2,
      'city', shipping_city, 'state', shipping_state, 'zip', shipping_zip) end)
  from public.customers left join public.kit_requests using (user_id) where customers.user_id = p_patient
$$;

-- schemas/patients/invitations.sql

create function private.mail_invitation(p_email text, p_mail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html)
  values ('invitation:' || gen_random_uuid(), 'email', p_email, p_mail ->> 'subject', p_mail ->> 'body_text',
    p_mail ->> 'body_html');
  update public.invitations set mailed_at = now() where email = p_email;
end $$;

-- Invites somebody, or brings an invitation up to date: 'invited', 'renewed', 'restored'; null for an access that was ended and
-- stays so. The mail is for those who can sign in from now on.
create function public.invite_patient(p_invitation jsonb, p_open_again boolean, p_mail jsonb default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invited_email constant text := p_invitation ->> 'email';
  was_revoked boolean;
  outcome text;
begin
  select revoked_at is not null into was_revoked from public.invitations where email = invited_email for update;
  insert into public.invitations (email, first_name, last_name, phone, programme_name)
  values (invited_email, p_invitation ->> 'first', p_invitation ->> 'last', p_invitation ->> 'phone', p_invitation ->> 'programme')
  on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name,
    phone = coalesce(excluded.phone, invitations.phone), revoked_at = null,
    programme_name = coalesce(excluded.programme_name, invitations.programme_name)
    where p_open_again or invitations.revoked_at is null
  returning case when xmax = 0 then 'invited' when was_revoked then 'restored' else 'renewed' end into outcome;
  if p_mail is not null and outcome in ('invited', 'restored') then
    perform private.mail_invitation(invited_email, p_mail);
  end if;
  return outcome;
end $$;
revoke all on function public.invite_patient(jsonb, boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.invite_patient(jsonb, boolean, jsonb) to service_role;

-- Whose line of the log it is: the record's where there is one, else what the directory keeps until then.
create function private.invited_subject(p_email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select user_id from public.customers where customer_email = p_email),
    (select id from private.patient_directory where email = p_email and not has_user))
$$;

create function private.invitation_state(p_invitation public.invitations, p_signed_in boolean) returns text
language sql stable set search_path = '' as $$
  select case when p_invitation.revoked_at is not null then 'revoked'
    when p_signed_in then 'signed-in'
    when coalesce(p_invitation.mailed_at, p_invitation.invited_at) < now() - interval '7 days' then 'unused'
    else 'invited' end
$$;

-- A page of invitations, with the state of each and of its kit.
create function public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 50;
  search constant text := private.search_conditions(coalesce(p_query ->> 'search', ''), 'search_text');
  conditions text := 'true';
  rows jsonb;
  more boolean;
begin
  if search is not null then
    -- Whoever never signed in and was revoked is in no directory.
    conditions := conditions || ' and (email in (select email from private.patient_directory where ' || search || ' limit 1000)
      or revoked_at is not null and exists (select from (select private.unaccented(concat_ws('' '', first_name, last_name, email))
        as search_text) as words where ' || search || '))';
  end if;
  if p_query ? 'state' then
    conditions := conditions || case p_query ->> 'state'
      when 'revoked' then ' and revoked_at is not null'
      when 'signed-in' then ' and revoked_at is null and exists (select from public.customers where customer_email = email)'
      else ' and revoked_at is null and email in (select email from private.patient_directory where not has_user)
        and coalesce(mailed_at, invited_at) ' || case p_query ->> 'state' when 'unused' then '<' else '>=' end
        || ' now() - interval ''7 days''' end;
  end if;
  if p_query ? 'before' then
    conditions := conditions
      || ' and (invited_at, email) < (select invited_at, email from public.invitations where email = lower($1))';
  end if;
  execute 'with page as (
      select * from public.invitations where ' || conditions || ' order by invited_at desc, email desc limit $2 + 1),
    shown as (
      select * from page order by invited_at desc, email desc limit $2)
    select coalesce(jsonb_agg(jsonb_build_object(''email'', shown.email, ''firstName'', first_name, ''lastName'', last_name,
        ''state'', private.invitation_state(shown::public.invitations, customers.user_id is not null),
        ''invitedAt'', invited_at, ''mailedAt'', mailed_at, ''signedInAt'', customers.created_at, ''patient'', customers.user_id,
        ''mail'', mail.state,
        ''kit'', case when customers.user_id is not null then private.kit_of(customers.user_id) end) order by invited_at desc, shown.email desc), ''[]''),
      (select count(*) > $2 from page)
    from shown
    left join public.customers on customer_email = shown.email
    left join lateral (
      select jsonb_build_object(''state'', case when sent_at is not null then ''sent'' when parked_at is not null then ''parked''
          when dropped_at is not null then ''dropped'' else ''waiting'' end, ''reason'', last_error) as state
      from public.outbox where recipient = shown.email and starts_with(key, ''invitation:'')
      order by created_at desc limit 1) as mail on true'
    into rows, more using p_query ->> 'before', page_size;
  perform private.note_listed('administrative_summary', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.note_listed('identity', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $$;
revoke all on function public.team_invitations(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_invitations(uuid, uuid, text[], text[], jsonb) to service_role;

-- For the greeting of a mail. An address that nobody invited has none.
create function public.team_invited_name(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
returns text language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  name constant text := (select first_name from public.invitations where email = p_email);
begin
  if name is null then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such invitation.');
  end if;
  return name;
end $$;
revoke all on function public.team_invited_name(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_invited_name(uuid, uuid, text[], text[], text) to service_role;

create function private.require_invitation(p_email text) returns public.invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where email = p_email for update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such invitation.');
  elsif invitation.revoked_at is not null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This invitation was revoked meanwhile.');
  end if;
  return invitation;
end $$;

-- No administrator's act changes where a patient's code goes: an address is corrected until the first sign-in alone.
create function private.correct_invited_address(p_email text, p_to text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.customers where customer_email = p_email) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has signed in. From now on only they can change their address, on My Account.');
  elsif exists (select from public.invitations where email = p_to) or exists (select from public.customers where customer_email = p_to) then
    perform private.refuse_team('PT409', 'already_invited', 'This address is invited already.');
  end if;
  -- Somebody may have asked for a code with the wrong address; whoever reads it there stays outside.
  delete from auth.users where email = p_email and not exists (select from public.customers where customers.user_id = users.id);
  update public.invitations set email = p_to where email = p_email;
  update public.outbox set dropped_at = now()
  where recipient = p_email and starts_with(key, 'invitation:') and sent_at is null and dropped_at is null;
end $$;

create function public.team_change_invitations(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  invited_email text := p_change ->> 'email';
  invitation public.invitations;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_change ->> 'action' = 'invite' then
    if exists (select from public.invitations where email = invited_email and revoked_at is null) then
      perform private.refuse_team('PT409', 'already_invited', 'This address is invited already.');
    end if;
    perform public.invite_patient(p_change, true, p_change -> 'mail');
    perform private.note_in_audit('insert', 'invitation', private.invited_subject(invited_email), person.id);
  else
    -- In the order in which a change of address takes them, so that neither waits for the other.
    perform from auth.users where email = invited_email for update;
    invitation := private.require_invitation(invited_email);
    case p_change ->> 'action'
      when 'send-again' then
        if exists (select from public.customers where customer_email = invited_email) then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has signed in meanwhile.');
        elsif invitation.mailed_at > now() - interval '1 day' then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'The mail went out less than a day ago.');
        end if;
        perform private.mail_invitation(invited_email, p_change -> 'mail');
        perform private.note_in_audit('update', 'invitation', private.invited_subject(invited_email), person.id);
      when 'revoke' then
        perform private.note_in_audit('delete', 'invitation', private.invited_subject(invited_email), person.id);
        update public.invitations set revoked_at = now() where email = invited_email;
      when 'correct' then
        perform private.correct_invited_address(invited_email, p_change ->> 'to');
        invited_email := p_change ->> 'to';
        perform private.mail_invitation(invited_email, p_change -> 'mail');
        perform private.note_in_audit('update', 'invitation', private.invited_subject(invited_email), person.id);
    end case;
  end if;
  return private.keep_answer(p_request, jsonb_build_object('email', invited_email));
end $$;
revoke all on function public.team_change_invitations(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_invitations(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- The tracking link, and the day on which the kit was sent. `seen` is the link that was there before: of two people the second is
-- refused. The first link sends the patient an email; a correction does not.
create function public.team_send_kit(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_kit jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  patient constant uuid := p_kit ->> 'id';
begin
  if earlier is not null then
    return earlier;
  end if;
  if not exists (select from public.customers where user_id = patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such patient.');
  end if;
  perform private.enter_record(patient, array['kit']);
  update public.customers set tracking_url = p_kit ->> 'trackingUrl'
  where user_id = patient and tracking_url is not distinct from p_kit ->> 'seen';
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Somebody has changed the link meanwhile.');
  end if;
  insert into public.kit_requests as kit (user_id, person_id, person_name, sent_on, sent_at)
  values (patient, person.id, person.name, (p_kit ->> 'sentOn')::date, now())
  on conflict (user_id) do update set sent_on = excluded.sent_on, sent_at = coalesce(kit.sent_at, excluded.sent_at);
  perform private.mail_update(patient, 'kit-sent:' || patient, p_kit -> 'mail');
  return private.keep_answer(p_request, jsonb_build_object('id', patient));
end $$;
revoke all on function public.team_send_kit(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_send_kit(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- schemas/scheduling/calendar.sql

-- Administrators read a neutral name for a type that follows from health.
create function public.team_kinds_of_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', shown.name) order by shown.name, slug), '[]')
    from public.appointment_types as kind, lateral (
      select case when person.role = 'administrator' then coalesce(kind.neutral_name, kind.name) else kind.name end as name) as shown);
end $$;
revoke all on function public.team_kinds_of_calls(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_kinds_of_calls(uuid, uuid, text[], text[]) to service_role;

-- The calendar of the care team: a week of one person's calls, hours and absences, and what is changed in it. Calls are booked,
-- moved and cancelled by the procedures that patients' functions call, in the name of whoever of the team does it.
-- An administrator looks after everybody's calendar, everybody else after their own.
create function private.require_calendar(p_reader public.care_team, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_reader.id is distinct from p_person and not (p_reader.role = 'administrator' and exists (
    select from public.care_team where id = p_person and role in ('coach', 'clinician'))) then
    perform private.refuse_team('PT403', 'not_allowed', 'This calendar is not yours to open.');
  end if;
end $$;

create function private.hours_of(p_person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'from', left(starts_at::text, 5),
      'until', left(ends_at::text, 5)) order by weekday, starts_at), '[]')
    from public.availability where host_id = p_person);
end $$;

-- Calls of one host that touch this time, as this reader may see them, and a line for each patient. With p_unsettled those
-- alone that cannot take place as they are: their host is away then, or has left.
create function private.calendar_calls(
  p_reader public.care_team, p_host uuid, p_from timestamptz, p_until timestamptz, p_unsettled boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', call.id, 'version', call.sequence,
      'patient', jsonb_build_object('id', listed.id, 'name', listed.name),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', call.starts_at,
      -- How long a call takes tells its kind.
      'endsAt', case when not is_administrator then call.ends_at end,
      'outcome', case when is_administrator then null else call.outcome end,
      'unsettled', call.starts_at > now() and (away.is or host.deactivated_at is not null),
      'mayChange', call.starts_at > now(),
      'mayTell', host.id = p_reader.id and call.starts_at <= now()
        and coalesce(call.outcome_at > now() - interval '1 day', true)) order by call.starts_at, call.id), '[]') into found
  from public.appointments as call
  join public.appointment_types as kind on kind.id = call.appointment_type_id
  join public.care_team as host on host.id = call.host_id
  join private.patient_directory as listed on listed.id = call.user_id
  cross join lateral (
    select exists (
      select from public.absences
      where absences.host_id = host.id and absences.starts_at < call.ends_at and absences.ends_at > call.starts_at) as is) as away
  where call.status = 'booked' and call.host_id = p_host and call.ends_at > p_from and call.starts_at < p_until
    and listed.is_open and (not p_unsettled or call.starts_at > now() and (away.is or host.deactivated_at is not null));
  perform private.note_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $$;

-- A week, or the days that were asked for, in the zone of whoever's calendar it is. Without a name it is one's own; an
-- administrator, who takes no calls, begins with the first who does.
create function public.team_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb,
  p_is_act boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := reader.role = 'administrator';
  shown public.care_team;
  first_day date;
  starts timestamptz;
  ends timestamptz;
begin
  select * into shown from public.care_team where id = coalesce((p_query ->> 'person')::uuid, case
    when not is_administrator then reader.id
    else (select id from public.care_team where role in ('coach', 'clinician') and deactivated_at is null order by name, id limit 1) end);
  if shown.id is null and (not is_administrator or p_query ? 'person') then
    perform private.refuse_team('PT403', 'not_allowed', 'This calendar is not yours to open.');
  elsif shown.id is not null then
    perform private.require_calendar(reader, shown.id);
  end if;
  first_day := coalesce((p_query ->> 'from')::date,
    date_trunc('week', now() at time zone coalesce(shown.time_zone, reader.time_zone))::date);
  starts := private.start_of_day(first_day, coalesce(shown.time_zone, reader.time_zone));
  ends := private.start_of_day(coalesce((p_query ->> 'until')::date, first_day + 6) + 1, coalesce(shown.time_zone, reader.time_zone));
  return jsonb_build_object(
    'person', case when shown.id is not null then jsonb_build_object('id', shown.id, 'name', shown.name, 'role', shown.role,
      'timeZone', shown.time_zone, 'hasLeft', shown.deactivated_at is not null) end,
    'from', to_char(first_day, 'YYYY-MM-DD'),
    'calls', private.calendar_calls(reader, shown.id, starts, ends, false),
    'unsettled', private.calendar_calls(reader, shown.id, now(), 'infinity', true),
    'hours', private.hours_of(shown.id),
    'daysOff', (
      select coalesce(jsonb_agg(to_char(day, 'YYYY-MM-DD') order by day), '[]') from public.days_off
      where host_id = shown.id and day between first_day and coalesce((p_query ->> 'until')::date, first_day + 6)),
    'absences', (
      select coalesce(jsonb_agg(jsonb_build_object('id', away.id, 'from', away.starts_at, 'until', away.ends_at,
        'coveredBy', case when cover.id is not null then jsonb_build_object('id', cover.id, 'name', cover.name) end)
        order by away.starts_at, away.id), '[]')
      from public.absences as away left join public.care_team as cover on cover.id = away.covered_by and cover.deactivated_at is null
      where away.host_id = shown.id and away.ends_at > least(starts, now())),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role,
        'hasLeft', person.deactivated_at is not null) order by person.name, person.id), '[]')
      from public.care_team as person
      where role in ('coach', 'clinician') and (deactivated_at is null or is_administrator and exists (
        select from public.appointments where host_id = person.id and status = 'booked' and starts_at > now()))),
    'kinds', case when is_administrator then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by name, slug), '[]')
      from public.appointment_types
      where exists (
        select from public.appointment_type_hosts join public.care_team as host on host.id = host_id
        where appointment_type_id = appointment_types.id and active)) end,
    'reader', jsonb_build_object('id', reader.id, 'role', reader.role, 'timeZone', reader.time_zone));
end $$;
revoke all on function public.team_calendar(uuid, uuid, text[], text[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_calendar(uuid, uuid, text[], text[], jsonb, boolean) to service_role;

-- Replaces the weekly hours. `before` is what the writer saw.
create function public.team_set_hours(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_hours jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  person constant uuid := p_hours ->> 'person';
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_calendar(reader, person);
  -- Bookings wait for the same row.
  perform from public.care_team where id = person and role in ('coach', 'clinician') and deactivated_at is null for no key update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'Hours are for coaches and clinicians of the team.');
  elsif p_hours -> 'before' <> private.hours_of(person) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'These hours have changed meanwhile.');
  end if;
  delete from public.availability where host_id = person;
  insert into public.availability (host_id, weekday, starts_at, ends_at)
  select person, (line ->> 'weekday')::integer, (line ->> 'from')::time, (line ->> 'until')::time
  from jsonb_array_elements(p_hours -> 'hours') as line;
  perform private.note_in_audit('update', 'team_hours', person, reader.id);
  return private.keep_answer(p_request, jsonb_build_object('hours', private.hours_of(person)));
end $$;
revoke all on function public.team_set_hours(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_set_hours(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- An absence is added, which answers the calls within it, or taken back. Days are whole days in the person's own zone, the last
-- one included.
create function public.team_change_absences(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier jsonb := private.earlier_answer(p_request);
  absence public.absences;
  person public.care_team;
  done jsonb;
begin
  if p_change ->> 'action' = 'remove' and earlier is null then
    select * into absence from public.absences where id = (p_change ->> 'id')::uuid for update;
    perform private.require_calendar(reader, absence.host_id);
    delete from public.absences where id = absence.id;
    perform private.note_in_audit('delete', 'team_absences', absence.host_id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  elsif earlier is null then
    perform private.require_calendar(reader, (p_change ->> 'person')::uuid);
    -- A booking that has begun is seen here, and one that begins later sees the absence.
    select * into person from public.care_team
    where id = (p_change ->> 'person')::uuid and role in ('coach', 'clinician') and deactivated_at is null for no key update;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'Absences are of coaches and clinicians of the team.');
    end if;
    perform from public.care_team as cover
    where id = (p_change ->> 'coveredBy')::uuid and id <> person.id and role in ('coach', 'clinician') and private.is_member(cover)
    for share;
    if not found and p_change ->> 'coveredBy' is not null then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'Whoever covers must be a coach or a clinician of the team.');
    end if;
    absence.starts_at := private.moment_of(p_change ->> 'from', 0, person.time_zone);
    absence.ends_at := private.moment_of(p_change ->> 'until', 1, person.time_zone);
    if absence.ends_at <= absence.starts_at then
      perform private.refuse_team('PT400', 'invalid_input', 'until: Please choose an end after the beginning');
    end if;
    insert into public.absences (host_id, starts_at, ends_at, covered_by)
    values (person.id, absence.starts_at, absence.ends_at, (p_change ->> 'coveredBy')::uuid) returning * into absence;
    perform private.note_in_audit('insert', 'team_absences', person.id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  end if;
  -- Patients' names are in no answer that is kept.
  select * into absence from public.absences where id = (earlier ->> 'id')::uuid;
  done := case when absence.id is null then '[]'
    else private.calendar_calls(reader, absence.host_id, greatest(absence.starts_at, now()), absence.ends_at, true) end;
  return earlier || jsonb_build_object('calls', done);
end $$;
revoke all on function public.team_change_absences(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_absences(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- A day means its first moment, or with one day more the first after it.
create function private.moment_of(p_text text, p_days integer, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case when length(p_text) = 10 then private.start_of_day(p_text::date + p_days, p_zone) else p_text::timestamptz end;
end $$;

-- What decides how a call can change: the call, its patient, the hosts of its type around the time asked for, and who may have it. Without
-- an id it is a call that is to be booked.
create function private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  call public.appointments;
  patient uuid := p_asked ->> 'patientId';
  kind text := p_asked ->> 'appointmentType';
  starts timestamptz;
begin
  if p_asked ? 'id' then
    select * into call from public.appointments where id = (p_asked ->> 'id')::uuid;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'There is no such call.');
    end if;
    patient := call.user_id;
    select slug into kind from public.appointment_types where id = call.appointment_type_id;
  elsif is_administrator then
    -- Whoever chooses a kind of call for somebody knows it.
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  perform private.enter_record(patient, array[case when is_administrator then 'call_times' else 'appointments' end]);
  if call.id is not null then
    perform private.require_changeable(call, (p_asked ->> 'version')::integer);
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', coalesce(call.time_zone, private.zone_of_patient(patient), 'UTC'),
    'onlyHosts', private.hosts_under_reason(p_reader, patient),
    'facts', public.scheduling_facts(patient, kind, starts, coalesce(p_until, starts + interval '1 millisecond'))::jsonb);
end $$;

-- `version` is how many changes whoever asks has seen: of two people the second is told what the first one did.
create function private.require_changeable(p_call public.appointments, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_call.status <> 'booked' then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call was canceled meanwhile.');
  elsif p_call.starts_at <= now() then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call has begun.');
  elsif p_version <> p_call.sequence then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This call has changed meanwhile: the calendar shows its time, and whom it is with.');
  end if;
end $$;

-- The times that a patient could be offered for a call, for whoever of the team books or moves it.
create function public.team_slots(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return private.call_facts(reader, p_asked, (p_asked ->> 'searchUntil')::timestamptz);
end $$;
revoke all on function public.team_slots(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_slots(uuid, uuid, text[], text[], jsonb) to service_role;

-- Books, moves, gives or cancels a call. Asked without a row it answers what the function needs to make one, or what the same request was
-- answered before; asked with one it does it, in one transaction with everything that is sent. It checks again who may have the call.
create function public.team_change_call(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb,
  p_appointment jsonb default null, p_messages jsonb default null, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  changed uuid;
  call public.appointments;
begin
  if earlier is not null then
    return jsonb_build_object('done', earlier);
  end if;
  if p_appointment is null then
    return private.call_facts(reader, p_asked, null);
  end if;
  perform private.require_record(case when reader.role = 'administrator' and p_asked ? 'id' then 'call_times' else 'appointments' end,
    (p_appointment ->> 'user_id')::uuid);
  if p_asked ->> 'action' <> 'cancel'
    and not exists (select from public.appointments
      where id = (p_asked ->> 'id')::uuid and host_id = (p_appointment ->> 'host_id')::uuid)
    and (p_appointment ->> 'host_id')::uuid <> all (
      private.hosts_under_reason(reader, (p_appointment ->> 'user_id')::uuid)) then
    perform private.refuse_team('PT403', 'not_allowed',
      'You opened this record with a reason. The call has to go to the patient’s own coach or a clinician.');
  end if;
  changed := case p_asked ->> 'action'
    when 'book' then public.book_appointment(p_appointment, p_messages)
    when 'cancel' then public.cancel_appointment(p_appointment, p_messages)
    else public.move_appointment(p_appointment, p_messages) end;
  select * into call from public.appointments where id = coalesce(changed, (p_asked ->> 'id')::uuid);
  if changed is null then
    -- Somebody was faster since the facts were read.
    perform private.require_changeable(call, -1);
  end if;
  return jsonb_build_object('done', private.keep_answer(p_request, jsonb_build_object('id', call.id, 'startTime', call.starts_at,
    'endTime', call.ends_at, 'status', call.status, 'host', (
      select jsonb_build_object('id', id, 'name', name) from public.care_team where id = call.host_id))));
end $$;
revoke all on function public.team_change_call(uuid, uuid, text[], text[], jsonb, jsonb, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_call(uuid, uuid, text[], text[], jsonb, jsonb, jsonb, jsonb) to service_role;

-- What an administrator reads on Today while patients cannot book: of each kind of call whether it is there, whether somebody takes it
-- and has hours, and whether anybody was ever invited. Names no kind and nobody.
create function public.team_missing_for_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_slugs text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object(
    'hasInvited', exists (select from public.invitations),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('isKnown', kind.id is not null,
        'isTaken', exists (
          select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
          where appointment_type_id = kind.id and active),
        'hasHours', exists (
          select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
            join public.availability using (host_id)
          where appointment_type_id = kind.id and active))), '[]')
      from unnest(p_slugs) as asked (slug) left join public.appointment_types as kind using (slug)));
end $$;
revoke all on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) to service_role;

-- schemas/journey/completions.sql

create function private.complete_phases_until(p_user uuid, p_cycle integer, p_result uuid, p_fact uuid default null)
returns void language sql set search_path = '' as $$
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, result_id, fact_id)
  select p_user, phase_id, stage_number, cycle_number, p_result, p_fact
  from private.journey_steps
  where stage_number <= 2 or (stage_number = 3 and cycle_number <= p_cycle)
  -- Always in this order, so that two calls at once wait for each other instead of locking each other out.
  order by step
  on conflict do nothing
$$;
revoke all on function private.complete_phases_until(uuid, integer, uuid, uuid) from public;

-- After a fact was told, taken back or changed; `p_fact` is its id, whether a test or an event.
create function private.follow_care_state(p_user uuid, p_fact uuid, p_is_taken_back boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  standing record;
  positive public.test_results;
begin
  -- Of two facts that arrive at the same moment the second waits here, and then sees both.
  perform from public.customers where user_id = p_user for no key update;
  -- The whole record is being deleted.
  if not found then
    return;
  end if;
  if p_is_taken_back then
    delete from public.completed_phases where user_id = p_user and fact_id = p_fact;
  end if;
  select * into standing from private.care_standing(p_user);
  if standing.status = 'Pregnant' then
    positive := private.last_positive(p_user);
    if positive.id is not null then
      perform private.complete_phases_until(p_user, positive.cycle_number, positive.id,
        case when not p_is_taken_back then p_fact end);
    end if;
  end if;
  perform set_config('portal.status_follows', 'yes', true);
  update public.customers set status = standing.status where user_id = p_user and status <> standing.status;
  perform set_config('portal.status_follows', '', true);
end $$;
revoke all on function private.follow_care_state(uuid, uuid, boolean) from public;

-- schemas/messages/messages.sql

-- Messages between a patient and the care team: one thread a topic, and rows that are added and never changed. Who wrote and
-- when an answer is due are the server's to say, so nobody writes but through the procedures below.
create table public.message_threads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  topic text not null check (topic in ('My treatment', 'A test result', 'The kit', 'Something else')),
  created_at timestamptz not null default now(),
  unique (user_id, topic)
);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.message_threads on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  -- In its thread, from 1 on.
  place integer not null check (place > 0),
  sender text not null check (sender in ('patient', 'team')),
  text text not null check (length(text) between 1 and 4000),
  -- An answer that was given by phone; its text says what was said.
  by_phone boolean not null default false,
  -- Of the first message that nobody has answered (domain/messages/reply-clock.ts).
  due_at timestamptz,
  person_id uuid,
  person_name text check (length(person_name) <= 100),
  person_role text check (person_role in ('coach', 'clinician')),
  submission_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  -- Messages that the team should not leave for later: words of an urgent sign or of self-harm, as domain/messages reads them when the
  -- message arrives, and what the patient asked for with a button.
  concern text,
  constraint an_answer_has_its_person check (
    num_nulls(person_id, person_name, person_role) = case sender when 'team' then 0 else 3 end),
  constraint only_patients_wait check (sender = 'patient' or due_at is null),
  constraint only_the_team_calls check (sender = 'team' or not by_phone),
  unique (thread_id, place),
  unique (user_id, submission_id),
  constraint concern_of_a_patient check (
    concern is null or sender = 'patient' and concern in ('urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today'))
);
create index messages_of_patient on public.messages (user_id, created_at desc);
create index messages_with_a_clock on public.messages (user_id, thread_id, place) where due_at is not null;
create index messages_of_team on public.messages (user_id, thread_id, place) where sender = 'team';
create index messages_of_each_concern on public.messages (user_id, concern, created_at desc) where concern is not null;

-- How far somebody had read, each time that they read further. Without a person it is the patient.
create table public.message_reads (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.message_threads on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  reader text not null check (reader in ('patient', 'team')),
  person_id uuid,
  place integer not null check (place > 0),
  read_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (thread_id, person_id, place),
  constraint only_the_team_is_named check ((reader = 'team') = (person_id is not null))
);
create index message_reads_of_patient on public.message_reads (user_id, read_at desc);

create policy "Patients read their own conversations" on public.message_threads
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients read their own messages" on public.messages
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients read how far was read" on public.message_reads
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

-- Whoever writes in a patient's threads, or says how far they read, does so one after the other.
create function private.in_turn_with_messages(p_user uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('messages of ' || p_user, 0))
$$;

-- In PL/pgSQL, which plans once for a session: Today asks it for each patient.
create function private.waiting_messages(p_user uuid) returns setof public.messages
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select own.* from public.messages as own
  where own.user_id = p_user and own.due_at is not null and not exists (
    select from public.messages as answer
    where answer.user_id = p_user and answer.thread_id = own.thread_id and answer.place > own.place and answer.sender = 'team');
end $$;

create function private.note_own_reading(p_user uuid, p_thread uuid, p_place integer) returns void
language sql security definer set search_path = '' as $$
  insert into public.message_reads (thread_id, user_id, reader, place)
  select p_thread, p_user, 'patient', least(p_place, max(place)) from public.messages
  where thread_id = p_thread and user_id = p_user
  having least(p_place, max(place)) > coalesce((
    select max(place) from public.message_reads where thread_id = p_thread and reader = 'patient'), 0)
  on conflict do nothing
$$;

-- An account can go while its patient writes or reads. Whoever comes first is done, and the other finds what is left: a message
-- that is stored goes with the account, and one that comes after is told that there is no account any more.
-- Takes its turn, and keeps the account until the end of the transaction; false where it has gone.
create function private.in_turn_with_account(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.in_turn_with_messages(p_user);
  perform from public.customers where user_id = p_user for key share;
  return found;
end $$;

create function public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamptz,
  p_submission uuid, p_pictures uuid[] default '{}', p_concern text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  thread public.message_threads;
  sent public.messages;
begin
  if not private.in_turn_with_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  end if;
  select * into sent from public.messages where user_id = p_user and submission_id = p_submission;
  if sent.id is null and cardinality(p_pictures) <> (select count(*) from private.clean_pictures(p_user, p_pictures)) then
    return jsonb_build_object('problem', 'unknown_picture');
  elsif p_thread is null and sent.id is null then
    insert into public.message_threads (user_id, topic) values (p_user, p_topic) on conflict do nothing;
  end if;
  select * into thread from public.message_threads
  where user_id = p_user and case when p_thread is null then topic = p_topic else id = p_thread end;
  if thread.id is null and sent.id is null then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif sent.id is not null and (sent.thread_id is distinct from thread.id or sent.text <> p_text
    or p_pictures <> array(select id from public.message_pictures where message_id = sent.id order by place)) then
    return jsonb_build_object('problem', 'submission_reused');
  elsif sent.id is null then
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id, concern)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission, p_concern)
    returning * into sent;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
    select picture.id, sent.id, p_user, picture.place, picture.name, picture.type, picture.bytes
    from private.clean_pictures(p_user, p_pictures) as picture;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
end $$;
revoke all on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[], text) from public, anon, authenticated, service_role;
grant execute on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[], text) to service_role;

alter table public.message_threads alter column user_id set statistics 0;
alter table public.message_threads enable row level security;
revoke all on public.message_threads from anon, authenticated, service_role;
grant select on public.message_threads to authenticated;
create trigger is_append_only before update or truncate on public.message_threads
  for each statement execute function private.refuse_change();
create trigger goes_with_the_account before delete on public.message_threads
  for each row execute function private.refuse_forgetting();
create trigger audit_message_threads after insert or update or delete on public.message_threads
  for each row execute function private.audit_change();
create trigger tell_patient after insert or update or delete on public.message_threads
  for each row execute function private.tell_patient();

alter table public.messages alter column user_id set statistics 0;
alter table public.messages enable row level security;
revoke all on public.messages from anon, authenticated, service_role;
grant select on public.messages to authenticated;
create trigger is_append_only before update or truncate on public.messages
  for each statement execute function private.refuse_change();
create trigger goes_with_the_account before delete on public.messages
  for each row execute function private.refuse_forgetting();
create trigger audit_messages after insert or update or delete on public.messages
  for each row execute function private.audit_change();
create trigger tell_patient after insert or update or delete on public.messages
  for each row execute function private.tell_patient();

alter table public.message_reads alter column user_id set statistics 0;
alter table public.message_reads enable row level security;
revoke all on public.message_reads from anon, authenticated, service_role;
grant select on public.message_reads to authenticated;
create trigger is_append_only before update or truncate on public.message_reads
  for each statement execute function private.refuse_change();
create trigger goes_with_the_account before delete on public.message_reads
  for each row execute function private.refuse_forgetting();
create trigger audit_message_reads after insert or update or delete on public.message_reads
  for each row execute function private.audit_change();
create trigger tell_patient after insert or update or delete on public.message_reads
  for each row execute function private.tell_patient();

-- schemas/notifications/messages.sql

-- When the patient's open portal last said that it is there.
create table private.portal_visits (
  user_id uuid primary key references public.customers on delete cascade,
  here_at timestamptz not null default now()
);
alter table private.portal_visits alter column user_id set statistics 0;
alter table private.portal_visits enable row level security;
revoke all on private.portal_visits from public, anon, authenticated, service_role;

-- Whether something was written since that they have neither read nor seen arrive. What was said by phone they know.
create function private.has_unseen_message(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  here constant timestamptz := coalesce((select here_at from private.portal_visits where user_id = p_user), '-infinity');
begin
  return exists (
    select from public.messages as own
    where user_id = p_user and sender = 'team' and not by_phone and created_at > here and place > coalesce((
      select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0));
end $$;

-- The number as text services take it, null where it cannot be one: as in domain/messages/appointment-texts.ts.
create function private.text_number(p_phone text) returns text
language sql immutable set search_path = '' as $$
  select digits
  from regexp_replace(p_phone, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff().-]', '', 'g') as digits
  where digits ~ '^\+?[0-9]{6,15}$'
$$;

-- How far the patient has read, if a thread is named, and in any case that their portal is open, for which notifications wait. Answers how
-- many replies are unread, and who wrote the newest. A phone call that the team noted is no new message.
create function public.note_messages_read(p_user uuid, p_thread uuid, p_place integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not private.in_turn_with_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  elsif p_thread is not null and not exists (select from public.message_threads where id = p_thread and user_id = p_user) then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif p_thread is not null then
    perform private.note_own_reading(p_user, p_thread, p_place);
  end if;
  insert into private.portal_visits (user_id) values (p_user) on conflict (user_id) do update set here_at = now();
  update public.outbox set send_after = now() + interval '2 minutes'
  where user_id = p_user and purpose = 'message' and sent_at is null and dropped_at is null and parked_at is null
    and send_after < now() + interval '2 minutes';
  return (
    select jsonb_build_object('unread', count(*),
      'from', (array_agg(person_name order by created_at desc, id desc) filter (where not by_phone))[1])
    from public.messages as own
    where user_id = p_user and sender = 'team' and place > coalesce((
      select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0));
end $$;
revoke all on function public.note_messages_read(uuid, uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.note_messages_read(uuid, uuid, integer) to service_role;

-- The email has words of its own; the text message says only that there is one.
create function private.notify_of_message(p_user uuid, p_about uuid, p_words text, p_mail jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, purpose, user_id, send_after)
  select concat_ws(':', 'message', p_about, way.channel), way.channel, recipient,
    case way.channel when 'email' then p_words end,
    coalesce(case way.channel when 'email' then p_mail ->> 'body_text' end, p_words),
    case way.channel when 'email' then p_mail ->> 'body_html' end, 'message', p_user,
    greatest(now(), (select here_at + interval '2 minutes' from private.portal_visits where user_id = p_user),
      (select max(coalesce(sent_at, send_after)) + interval '1 hour' from public.outbox
        where user_id = p_user and purpose = 'message' and channel = way.channel and dropped_at is null))
  from public.customers cross join lateral (
    values ('email', customer_email, message_mails), ('sms', private.text_number(customer_phone), message_texts))
    as way (channel, recipient, chosen)
  where customers.user_id = p_user and chosen and recipient is not null
    and not exists (select from public.outbox
      where user_id = p_user and purpose = 'message' and channel = way.channel
        and sent_at is null and dropped_at is null and parked_at is null)
  on conflict (key) do nothing
$$;
revoke all on function private.notify_of_message(uuid, uuid, text, jsonb) from public;

-- schemas/messages/team.sql

-- What the care team reads and answers of messages. Half of the time gone, a message is every coach's: whoever sees it may
-- open that one thread and answer.
create function private.is_everybodys(p_message public.messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select now() >= p_message.created_at + (p_message.due_at - p_message.created_at) / 2
$$;

-- A thread that the person of this transaction may open; noted as read.
create function private.enter_thread(p_thread uuid) returns public.message_threads
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.named_person();
  thread public.message_threads;
begin
  select * into thread from public.message_threads where id = p_thread;
  -- The account first, as whatever deletes it does.
  perform from public.customers where user_id = thread.user_id for key share;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such conversation.');
  elsif person.role = 'coach' and private.is_open_to_team(thread.user_id) and exists (
    select from private.waiting_messages(thread.user_id) as waiting
    where thread_id = thread.id and (private.is_everybodys(waiting) or exists (
      select from private.hand_offs where to_id = person.id and key = 'message-waits:' || waiting.id))) then
    perform private.note_in_audit('read', 'messages', thread.user_id, null);
  else
    perform private.enter_record(thread.user_id, '{messages}');
  end if;
  return thread;
end $$;

create function private.note_team_reading(p_person public.care_team, p_thread public.message_threads) returns void
language sql security definer set search_path = '' as $$
  insert into public.message_reads (thread_id, user_id, reader, person_id, place)
  select p_thread.id, p_thread.user_id, 'team', p_person.id, max(place) from public.messages where thread_id = p_thread.id
  having max(place) > 0
  on conflict do nothing
$$;

-- Says which pictures a message has; each is downloaded by itself. A thread is found by any of its messages too, which is what an item of
-- Today names.
create function public.team_messages(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid default null, p_thread uuid default null, p_is_act boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  thread_of constant uuid := coalesce((select thread_id from public.messages where id = p_thread), p_thread);
  opened public.message_threads;
begin
  if thread_of is null then
    perform private.enter_record(p_patient, '{messages}');
  else
    opened := private.enter_thread(thread_of);
    perform private.in_turn_with_messages(opened.user_id);
    perform private.note_team_reading(person, opened);
  end if;
  return jsonb_build_object(
    'threads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', thread.id, 'patientId', thread.user_id, 'topic', topic,
        'readByPatient', (select coalesce(max(place), 0) from public.message_reads
          where thread_id = thread.id and reader = 'patient'),
        'lastAt', (select max(created_at) from public.messages where thread_id = thread.id),
        'waiting', (select jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'dueAt', private.in_ms(due_at))
          from private.waiting_messages(thread.user_id) where thread_id = thread.id)) order by thread.created_at), '[]')
      from public.message_threads as thread
      where case when thread_of is null then user_id = p_patient else id = thread_of end),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'place', place, 'from', sender, 'byPhone', by_phone, 'text', text,
        'who', case when sender = 'team' then jsonb_build_object('name', person_name, 'role', person_role) end,
        'at', created_at, 'pictures', (
          select coalesce(jsonb_agg(jsonb_build_object('id', picture.id, 'type', type, 'bytes', bytes) order by picture.place), '[]')
          from public.message_pictures as picture where message_id = newest.id)) order by place), '[]')
      from (select * from public.messages where thread_id = thread_of order by place desc limit 200) as newest));
end $$;
revoke all on function public.team_messages(uuid, uuid, text[], text[], uuid, uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_messages(uuid, uuid, text[], text[], uuid, uuid, boolean) to service_role;

create function public.team_answer_message(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  thread public.message_threads;
  last public.messages;
  other public.messages;
  written public.messages;
begin
  if earlier is not null then
    return earlier;
  end if;
  thread := private.enter_thread((p_answer ->> 'threadId')::uuid);
  perform private.in_turn_with_messages(thread.user_id);
  select * into last from public.messages where thread_id = thread.id order by place desc limit 1;
  select * into other from public.messages
  where thread_id = thread.id and sender = 'team' and person_id <> person.id
    and place > coalesce((p_answer ->> 'seen')::integer, (
      select max(place) from public.message_reads where thread_id = thread.id and person_id = person.id), 0)
  order by place desc limit 1;
  if other.id is not null and (p_answer ->> 'seen' is not null or last.sender = 'team') then
    perform private.refuse_team('PT409', 'changed_meanwhile', format('%s has answered. Please read it first.', other.person_name));
  end if;
  insert into public.messages (thread_id, user_id, place, sender, text, by_phone, person_id, person_name, person_role)
  values (thread.id, thread.user_id, last.place + 1, 'team', p_answer ->> 'text',
    coalesce((p_answer ->> 'byPhone')::boolean, false), person.id, person.name, person.role)
  returning * into written;
  perform private.note_team_reading(person, thread);
  if not written.by_phone then
    perform private.notify_of_message(thread.user_id, written.id, p_answer ->> 'notice', p_answer -> 'mail');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('id', written.id, 'sentAt', written.created_at));
end $$;
revoke all on function public.team_answer_message(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_answer_message(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- schemas/worklist/messages.sql

create function private.has_message_for_everybody(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.waiting_messages(p_user) as waiting where private.is_everybodys(waiting));
end $$;

-- Whether this person cares for the patient. An item that was handed off does not count.
create function private.sees_patient(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_open_to_team(p_patient) and (p_person.role <> 'coach' or private.looks_after(p_person.id, p_patient));
end $$;

-- Of those of whom something may be said: what the last look found, or what the rules read where something happened since, or
-- where nobody looked for ten minutes though somebody does each minute. Null where there is nobody.
create function private.waiting_among(p_users uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  counted json;
  others uuid[];
begin
  select json_agg(json_build_object('id', user_id, 'items', items, 'urgent', is_urgent)) filter (where is_known),
    coalesce(array_agg(user_id) filter (where not is_known), '{}')
  into counted, others
  from (
    select *, items is not null and checked_at > now() - interval '10 minutes' as is_known
    from private.attention_looks where user_id = any (p_users) and look_at <= now()) as looks;
  return case
    when others <> '{}' then json_build_object('counted', coalesce(counted, '[]'),
      'patients', private.attention_rows(others), 'decisions', private.last_decisions(others))
    when counted is not null then json_build_object('counted', counted, 'patients', json '[]', 'decisions', json '[]') end;
end $$;

-- schemas/realtime/team.sql

-- Every realtime channel asks for a live session, and the care team's for the person's own app too, as functions do. Realtime on
-- Supabase knows the token alone, which outlives its session: the policies look into auth.sessions themselves.
-- On Supabase a refresh token from before the second factor is good for as long as the one that replaced it was not used. It is
-- the parent of the session's current token then, and older than the code from the app.
create function private.has_old_refresh_token(p_session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.refresh_tokens as current
    join auth.refresh_tokens as before on before.token = current.parent
    where current.session_id = p_session and current.revoked is not true
      and before.created_at < (
        select max(claims.updated_at) from auth.mfa_amr_claims as claims
        where claims.session_id = p_session and claims.authentication_method = 'totp'))
$$;
revoke all on function private.has_old_refresh_token(uuid) from public;

-- Whether this session was raised by the app that counts for this person, and belongs to no one else.
create function private.has_own_factor(p_session auth.sessions, p_person public.care_team) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_session.aal = 'aal2' and p_session.factor_id = p_person.factor_id
    and not private.has_old_refresh_token(p_session.id), false)
$$;
revoke all on function private.has_own_factor(auth.sessions, public.care_team) from public;

-- schemas/messages/pictures.sql

-- Pictures of messages. A browser leaves each as it is in a bucket from which nobody reads but the service's key; `send-message`
-- keeps a clean copy in the patient's own folder of the private bucket, and the message is stored with all of its pictures or not
-- at all. What no message took goes after a day.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('message-uploads', 'message-uploads', false, 10485760, array['image/png', 'image/jpeg'])
on conflict do nothing;

-- More than a message takes, for whoever chose others or tries again: what a refused message leaves stays for a day. Nobody fills
-- our disk.
create function private.has_room_for_upload() returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < 24 from storage.objects
  where bucket_id = 'message-uploads'
    and name collate "C" > (select auth.uid() || '/') and name collate "C" < (select auth.uid() || '0')
$$;
revoke all on function private.has_room_for_upload() from public;
grant execute on function private.has_room_for_upload() to authenticated;

-- Left once and never changed: there is no policy to read, replace or remove one.
create policy "Patients leave pictures for a message" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'message-uploads'
    and name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    and (select private.has_consented())
    and (select private.has_room_for_upload())
  );

create table public.message_pictures (
  -- As the browser named it.
  id uuid primary key,
  message_id uuid not null references public.messages on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  -- In its message.
  place integer not null check (place between 1 and 3),
  -- In the bucket `documents`.
  name text not null unique,
  type text not null check (type in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (message_id, place)
);
alter table public.message_pictures alter column user_id set statistics 0;
alter table public.message_pictures enable row level security;
revoke all on public.message_pictures from anon, authenticated, service_role;
grant select on public.message_pictures to authenticated;
create index message_pictures_of_patient on public.message_pictures (user_id, created_at desc);

create policy "Patients read of their own pictures" on public.message_pictures
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger is_append_only before update or truncate on public.message_pictures
  for each statement execute function private.refuse_change();

create trigger goes_with_the_account before delete on public.message_pictures
  for each row execute function private.refuse_forgetting();

create trigger audit_message_pictures after insert or update or delete on public.message_pictures
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.message_pictures
  for each row execute function private.tell_patient();

create function private.picture_name(p_user uuid, p_id uuid) returns text
language sql immutable set search_path = '' as $$
  select p_user || '/messages/' || p_id
$$;
revoke all on function private.picture_name(uuid, uuid) from public;

-- Those of the pictures that can become a message's: left and cleaned not long ago, and no other message's. What is older than
-- 23 hours may be swept at this moment.
create function private.clean_pictures(p_user uuid, p_ids uuid[])
returns table (id uuid, place integer, name text, type text, bytes integer)
language sql stable security definer set search_path = '' as $$
  select wanted.id, wanted.place::integer, clean.name, clean.metadata ->> 'mimetype', (clean.metadata ->> 'size')::integer
  from unnest(p_ids) with ordinality as wanted (id, place)
  join storage.objects as clean
    on clean.bucket_id = 'documents' and clean.name = private.picture_name(p_user, wanted.id)
    and clean.created_at > now() - interval '23 hours'
  join storage.objects as upload
    on upload.bucket_id = 'message-uploads' and upload.name = p_user || '/' || wanted.id
    and upload.created_at > now() - interval '23 hours'
  where not exists (select from public.message_pictures as taken where taken.id = wanted.id)
$$;
revoke all on function private.clean_pictures(uuid, uuid[]) from public;

-- What was left a day ago, and clean copies of that age that no message names, whatever became of what they were made of.
create function public.abandoned_uploads() returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  (select copy.bucket_id, copy.name from storage.objects as copy
    where copy.bucket_id = 'documents' and copy.name ~ '^[0-9a-f-]{36}/messages/[0-9a-f-]{36}$'
      and copy.created_at < now() - interval '1 day'
      and not exists (select from public.message_pictures where message_pictures.name = copy.name)
    order by copy.created_at limit 500)
  union all
  (select upload.bucket_id, upload.name from storage.objects as upload
    where upload.bucket_id = 'message-uploads' and upload.created_at < now() - interval '1 day'
    order by upload.created_at limit 500)
$$;
revoke all on function public.abandoned_uploads() from public, anon, authenticated, service_role;
grant execute on function public.abandoned_uploads() to service_role;

-- Where a picture is kept, for somebody who may open its thread; noted as read.
create function public.team_picture(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_picture uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  picture public.message_pictures;
begin
  select * into picture from public.message_pictures where id = p_picture;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such picture.');
  end if;
  perform private.enter_thread((select thread_id from public.messages where id = picture.message_id));
  return jsonb_build_object('name', picture.name, 'type', picture.type, 'place', picture.place);
end $$;
revoke all on function public.team_picture(uuid, uuid, text[], text[], uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_picture(uuid, uuid, text[], text[], uuid) to service_role;

-- Which of these pictures wait for a message, so that each is paid for before it is read.
create function public.message_uploads_left(p_user uuid, p_pictures uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(wanted.id), '{}')
  from unnest(p_pictures) as wanted (id)
  where exists (select from storage.objects
    where bucket_id = 'message-uploads' and name = p_user || '/' || wanted.id)
$$;
revoke all on function public.message_uploads_left(uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.message_uploads_left(uuid, uuid[]) to service_role;

-- schemas/consent/withdrawal.sql

create function private.note_withdrawal() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.privacy_policy_accepted and new.data_usage_consent then
    new.consent_withdrawn_at := null;
  elsif old.privacy_policy_accepted and old.data_usage_consent then
    new.consent_withdrawn_at := now();
  end if;
  return new;
end $$;

create trigger note_withdrawal before update of privacy_policy_accepted, data_usage_consent on public.customers
  for each row execute function private.note_withdrawal();

-- For withdraw-consent: the optional consents build on the required ones, so they end together. Calls that the patient
-- could neither join nor cancel any longer are canceled in the same transaction, as one cancels them by hand.
create function public.withdraw_consent(p_user uuid, p_cancellations jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.customers set privacy_policy_accepted = false, data_usage_consent = false,
    research_consent = false, sms_consent = false
  where user_id = p_user;
  perform public.cancel_appointment(cancellation -> 'appointment', cancellation -> 'messages')
  from jsonb_array_elements(p_cancellations) as cancellation;
end $$;
revoke all on function public.withdraw_consent(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_consent(uuid, jsonb) to service_role;

-- schemas/onboarding/drafts.sql

-- A questionnaire that is filled in and not saved yet: kept for its patient alone, until it is saved or for 30 days.
create table public.questionnaire_drafts (
  user_id uuid primary key references public.customers on delete cascade,
  -- What the boxes show (domain/onboarding/questionnaire-form.ts), finished or not.
  form jsonb not null check (jsonb_typeof(form) = 'object' and octet_length(form::text) <= 100000),
  -- When the saved answers were saved that it was begun from; null where there were none.
  answers_at timestamptz,
  updated_at timestamptz not null default now()
);
alter table public.questionnaire_drafts alter column user_id set statistics 0;
alter table public.questionnaire_drafts enable row level security;
revoke all on public.questionnaire_drafts from anon, authenticated, service_role;
grant select, insert, update, delete on public.questionnaire_drafts to service_role;
grant select, delete, insert (user_id, form, answers_at), update (user_id, form, answers_at)
  on public.questionnaire_drafts to authenticated;

create policy "Patients read their own draft" on public.questionnaire_drafts
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

-- A draft that was begun before newer answers were saved, on another device, would bring the old ones back.
create policy "Patients begin a draft of their newest answers" on public.questionnaire_drafts
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_consented())
    and answers_at is not distinct from (select updated_at from public.onboarding_info where user_id = (select auth.uid())));

create policy "Patients change a draft of their newest answers" on public.questionnaire_drafts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()))
  with check (user_id = (select auth.uid())
    and answers_at is not distinct from (select updated_at from public.onboarding_info where user_id = (select auth.uid())));

create policy "Patients discard their own draft" on public.questionnaire_drafts
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create function private.stamp_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  new.updated_at := now();
  return new;
end $$;
revoke all on function private.stamp_draft() from public, anon, authenticated, service_role;

create trigger stamp_questionnaire_drafts before insert or update on public.questionnaire_drafts
  for each row execute function private.stamp_draft();

-- Saved answers end the draft, on whichever device it was begun.
create function private.end_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.questionnaire_drafts where user_id = new.user_id;
  return null;
end $$;
revoke all on function private.end_draft() from public, anon, authenticated, service_role;

create trigger end_draft after insert or update on public.onboarding_info
  for each row execute function private.end_draft();

-- A draft that saves itself would fill the log, and one that runs out is nobody's act.
create trigger audit_questionnaire_drafts after insert on public.questionnaire_drafts
  for each row execute function private.audit_change();

create trigger audit_ended_questionnaire_drafts after delete on public.questionnaire_drafts
  for each row when (old.updated_at > now() - interval '30 days') execute function private.audit_change();

create function public.forget_old_drafts() returns void
language sql security definer set search_path = '' as $$
  delete from public.questionnaire_drafts where updated_at <= now() - interval '30 days';
  select public.note_schedule('forget-old-drafts', 200);
$$;
revoke all on function public.forget_old_drafts() from public, anon, authenticated, service_role;
grant execute on function public.forget_old_drafts() to service_role;

-- schemas/results/cycle-of-a-test.sql

-- A pregnancy test answers the last applicator before it. Someone who reports no use but marks that phase as complete has used them,
-- too; a phase that a positive completed says nothing. Null where nothing is known of a use: then the cycle stays the one that was named.
create function private.cycle_of_pregnancy_test(p_user uuid, p_taken_on date) returns integer
language sql stable security definer set search_path = '' as $$
  select used.cycle from (
    select on_day as day, cycle from public.treatment_day_timers where user_id = p_user and action = 'cap-in'
    union all
    select private.told_day(answers ->> 0, private.known_zone(p_user)), cycle_number from public.survey_responses
    where user_id = p_user and survey = 'applicator-use'
    union all
    select private.day_at(completed_at, private.known_zone(p_user)), cycle_number from public.completed_phases
    where user_id = p_user and phase_id = 'applicators' and result_id is null) as used
  where used.day <= p_taken_on and used.cycle is not null
  order by used.day desc, used.cycle desc limit 1
$$;
revoke all on function private.cycle_of_pregnancy_test(uuid, date) from public;

-- The name sorts it behind fill_taken_on.
create function private.find_cycle() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.cycle_number := coalesce(private.cycle_of_pregnancy_test(new.user_id, new.taken_on), new.cycle_number);
  return new;
end $$;
revoke all on function private.find_cycle() from public;

create trigger find_cycle before insert on public.test_results
  for each row when (new.result_type = 'PREGNANCY' and new.cycle_number between 1 and 3) execute function private.find_cycle();

-- schemas/journey/calls-complete-phases.sql

-- After the team said how a call went. Phases before it that are only for reading are complete with it, in the same act, so that
-- they lock nothing that comes after the call. A phase that was not reached stays locked: a cycle or another call comes first.
-- The patient can undo it for a day, like any completion; an outcome that the team corrects takes it along.
create function private.complete_phase_of_call() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  patient_status constant text := (select status from public.customers where user_id = new.user_id);
  act_of_call constant uuid := gen_random_uuid();
begin
  if old.outcome = 'took-place' then
    delete from public.completed_phases where user_id = new.user_id and fact_id = new.id;
  end if;
  if new.outcome is distinct from 'took-place' then
    return null;
  end if;
  with steps as (
    select journey_steps.*, journey_phases.call_type,
      journey_phases.call_type is null and journey_phases.cycles = 0 as is_reading,
      exists (
        select from public.completed_phases as done
        where done.user_id = new.user_id and done.phase_id = journey_steps.phase_id
          and done.cycle_number is not distinct from journey_steps.cycle_number) as is_done
    from private.journey_steps join public.journey_phases using (phase_id)
  ), asked as (
    select steps.* from steps
    join public.appointment_types on appointment_types.slug = steps.call_type
    where appointment_types.id = new.appointment_type_id and not exists (
      select from steps as earlier
      where earlier.step < steps.step and not earlier.is_done and not earlier.is_reading
        -- A pregnancy ends treatment, so its open cycles block nothing.
        and not (earlier.cycle_number is not null and patient_status = 'Pregnant'))
  )
  insert into public.completed_phases (user_id, phase_id, stage_number, act, fact_id)
  select new.user_id, steps.phase_id, steps.stage_number, act_of_call, new.id
  from asked join steps on steps.step = asked.step or steps.step < asked.step and steps.is_reading
  order by steps.step
  on conflict do nothing;
  return null;
end $$;
revoke all on function private.complete_phase_of_call() from public;

create trigger complete_phase_of_call after update of outcome on public.appointments
  for each row when (old.outcome is distinct from new.outcome) execute function private.complete_phase_of_call();

-- schemas/notes/medical-notes.sql

create function public.read_medical_notes(p_user uuid)
returns table (id uuid, title text, date date, content text, format text, author jsonb, addenda jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  zone constant text := private.known_zone(p_user);
begin
  return query
    with notes as (
      select medical.id, medical.title, medical.noted_on, medical.content, 'markdown' as format, medical.created_at,
        medical.author_name, medical.author_role, medical.signed_at
      from public.medical_notes as medical where medical.user_id = p_user
      union all
      select consultation.id,
        coalesce(consultation.title, types.name, 'Consultation Notes'),
        private.day_at(consultation.created_at, zone), consultation.notes, 'html', consultation.created_at,
        consultation.author_name, consultation.author_role, consultation.signed_at
      from public.consultation_notes as consultation
      left join public.appointment_types as types on types.slug = consultation.consultation_reference
      where consultation.user_id = p_user
    )
    select notes.id, notes.title, notes.noted_on, notes.content, notes.format,
      private.author_words(notes.author_name, notes.author_role, notes.signed_at), private.addenda_of(notes.id)
    from notes
    join public.customers on customers.user_id = p_user
    join public.invitations on invitations.email = customers.customer_email
    where invitations.revoked_at is null and customers.privacy_policy_accepted and customers.data_usage_consent
      and not private.is_withdrawn(notes.id)
    order by notes.noted_on desc, notes.created_at desc;
  if not found then
    return;
  end if;
  if exists (select from public.medical_notes as medical
    where medical.user_id = p_user and not private.is_withdrawn(medical.id)) then
    perform private.note_in_audit('read', 'medical_notes', p_user, p_user);
  end if;
  if exists (select from public.consultation_notes as consultation
    where consultation.user_id = p_user and not private.is_withdrawn(consultation.id)) then
    perform private.note_in_audit('read', 'consultation_notes', p_user, p_user);
  end if;
end $$;
revoke all on function public.read_medical_notes(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_medical_notes(uuid) to service_role;

-- schemas/export/parts.sql

create view private.export_users as
  select id as user_id, created_at as moment, id, jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
    'last_sign_in_at', last_sign_in_at) as line from auth.users;

create view private.export_invitations as
  select user_id, invited_at as moment, email as id, to_jsonb(own) as line
  from public.invitations as own join public.customers on customer_email = email;

create view private.export_customers as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) as line from public.customers as own;

create view private.export_account_deletions as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) - '{lease,leased_until}'::text[] as line
  from public.account_deletions as own;

create view private.export_onboarding_info as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) as line from public.onboarding_info as own;

create view private.export_completed_phases as
  select user_id, completed_at as moment, phase_id as id, to_jsonb(own) as line from public.completed_phases as own;

create view private.export_coach_assignments as
  select own.user_id, assigned_at as moment, coach_id as id, to_jsonb(own) || jsonb_build_object('coach_name', name) as line
  from public.coach_assignments as own join public.care_team on care_team.id = coach_id;

-- What the care team writes about a patient is part of what the patient takes along, but for drafts, which are nobody's word
-- yet. A note that was withdrawn may be about somebody else: its place is told, not its words.
create view private.export_medical_notes as
  select user_id, noted_on::timestamp at time zone 'UTC' as moment,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || id as id, case when private.is_withdrawn(own.id)
    then to_jsonb(own) || '{"title": "Withdrawn", "content": ""}' else to_jsonb(own) end as line
  from public.medical_notes as own;

create view private.export_consultation_notes as
  select user_id, created_at as moment, id, case when private.is_withdrawn(id)
    then to_jsonb(own) || '{"title": "Withdrawn", "notes": ""}' else to_jsonb(own) end as line
  from public.consultation_notes as own;

create view private.export_test_results as
  select user_id, taken_at as moment, id, to_jsonb(own) as line from public.test_results as own;

create view private.export_appointments as
  select own.user_id, own.starts_at as moment, own.id, to_jsonb(own) - 'room' || jsonb_build_object('name', calls.name,
    'interaction_type', calls.interaction_type, 'host_name', calls.host_name) as line
  from public.appointments as own join public.calls using (id);

create view private.export_documents as
  select user_id, own.created_at as moment, own.id, jsonb_build_object('id', own.id, 'bucket_id', own.bucket_id, 'name', own.name,
    'mimetype', own.metadata ->> 'mimetype', 'size', own.metadata -> 'size', 'created_at', own.created_at,
    'updated_at', own.updated_at) as line
  from public.customers, private.documents_of(user_id) as own;

create view private.export_survey_responses as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.survey_responses as own;

create view private.export_sessions as
  select user_id, created_at as moment, id, jsonb_build_object('id', id, 'created_at', created_at, 'refreshed_at', refreshed_at,
    'not_after', not_after) as line from auth.sessions;

create view private.export_consent_history as
  select user_id, changed_at as moment, id, to_jsonb(own) as line from public.consent_history as own;

create view private.export_outbox as
  select user_id, own.created_at as moment, own.id, private.message_for(own, customer_email) as line
  from public.outbox as own join public.customers using (user_id);

create view private.export_record_openings as
  select own.user_id, opened_at as moment, own.id,
    to_jsonb(own) || jsonb_build_object('person_name', name, 'person_role', role) as line
  from public.record_openings as own join public.care_team on care_team.id = person_id;

create view private.export_audit_log as
  select subject_id as user_id, at as moment, id, to_jsonb(own) as line from public.audit_log as own;

-- What a patient reported, and where they stand, in the export of their data.
-- One line a patient, beside the rows from which it follows.
create view private.export_care_state as
  select user_id, null::timestamptz as moment, user_id as id,
    jsonb_build_object('state', private.care_state(user_id)) as line from public.customers;

create view private.export_outcome_events as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.outcome_events as own;

create view private.export_symptom_reports as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.symptom_reports as own;

create view private.export_periods as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.periods as own;

create view private.export_safety_checks as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.safety_checks as own;

create view private.export_treatment_day_timers as
  select user_id, at as moment, id, to_jsonb(own) as line from public.treatment_day_timers as own;

create view private.export_note_addenda as
  select user_id, signed_at as moment, id, case when private.is_withdrawn(note_id)
    then to_jsonb(own) || '{"content": "", "html": null}' else to_jsonb(own) end as line
  from public.note_addenda as own;

create view private.export_note_withdrawals as
  select user_id, signed_at as moment, note_id as id, to_jsonb(own) as line from public.note_withdrawals as own;

create view private.export_patient_contacts as
  select user_id, contacted_at as moment, id, to_jsonb(own) as line from public.patient_contacts as own;

create view private.export_kit_requests as
  select user_id, asked_at as moment, user_id as id, to_jsonb(own) as line from public.kit_requests as own;

create view private.export_applicator_agreements as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.applicator_agreements as own;

create view private.export_results_taken_back as
  select user_id, taken_back_at as moment, id, to_jsonb(own) as line from public.results_taken_back as own;

create view private.export_attention_decisions as
  select user_id, decided_at as moment, id, to_jsonb(own) as line from public.attention_decisions as own;

create view private.export_message_threads as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.message_threads as own;

create view private.export_messages as
  select own.user_id, own.created_at as moment, own.id, to_jsonb(own) || jsonb_build_object('topic', topic) as line
  from public.messages as own join public.message_threads on message_threads.id = thread_id;

create view private.export_message_reads as
  select user_id, read_at as moment, id, to_jsonb(own) as line from public.message_reads as own;

create view private.export_message_pictures as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.message_pictures as own;

create view private.export_questionnaire_drafts as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) as line from public.questionnaire_drafts as own;

-- In the order in which the download lists them.
insert into private.export_parts (place, name, needs_consent, max_lines) values
  (10, 'users', false, null),
  (20, 'invitations', false, null),
  (30, 'customers', false, null),
  (40, 'account_deletions', false, null),
  (50, 'onboarding_info', true, null),
  (55, 'questionnaire_drafts', true, null),
  (60, 'completed_phases', true, null),
  (65, 'care_state', true, null),
  (70, 'coach_assignments', true, null),
  (80, 'kit_requests', true, null),
  (100, 'medical_notes', true, 10000),
  (110, 'consultation_notes', true, 10000),
  (120, 'note_addenda', true, 10000),
  (130, 'note_withdrawals', true, 1000),
  (140, 'patient_contacts', true, 10000),
  (145, 'results_taken_back', true, 10000),
  (147, 'attention_decisions', true, 10000),
  (200, 'test_results', true, 10000),
  (210, 'outcome_events', true, 10000),
  (220, 'symptom_reports', true, 10000),
  (230, 'periods', true, 10000),
  (240, 'safety_checks', true, 10000),
  (250, 'treatment_day_timers', true, 10000),
  (260, 'applicator_agreements', true, 10000),
  (270, 'message_threads', true, 10000),
  (280, 'messages', true, 10000),
  (285, 'message_pictures', true, 10000),
  (290, 'message_reads', true, 10000),
  (300, 'appointments', true, 10000),
  (310, 'documents', true, 10000),
  (400, 'survey_responses', true, 10000),
  (500, 'sessions', false, 10000),
  (510, 'consent_history', false, 10000),
  (520, 'outbox', false, 500),
  (530, 'record_openings', true, 1000),
  (540, 'audit_log', false, 10000);

-- schemas/worklist/watched-tables.sql

-- Whose body it is changes from when to test.
create trigger look_at_added after insert on public.applicator_agreements referencing new table as changed
  for each statement execute function private.look_at_changed();

create trigger look_at_removed after delete on public.applicator_agreements referencing old table as changed
  for each statement execute function private.look_at_changed();

create trigger look_at_surrogacy after update of surrogacy_changed_at on public.customers
  for each row when (old.surrogacy_changed_at is distinct from new.surrogacy_changed_at)
  execute function private.look_at_patient();

-- Whatever changes here may change what Today shows of the patient.
do $$
declare
  facts text;
begin
  foreach facts in array '{test_results,outcome_events,symptom_reports,periods,treatment_day_timers,survey_responses,safety_checks,
    appointments,medical_notes,consultation_notes,note_withdrawals,account_deletions,kit_requests,attention_decisions}'::text[]
  loop
    execute format('create trigger look_at_added after insert on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_updated after update on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_removed after delete on public.%1$I referencing old table as changed
      for each statement execute function private.look_at_changed()', facts);
  end loop;
  -- Never updated.
  foreach facts in array '{messages,message_reads}'::text[] loop
    execute format('create trigger look_at_added after insert on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_removed after delete on public.%1$I referencing old table as changed
      for each statement execute function private.look_at_changed()', facts);
  end loop;
end $$;

-- schemas/realtime/publication.sql

-- What a patient's open pages follow.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table
      public.applicator_agreements,
      public.completed_phases,
      public.customers,
      public.message_pictures,
      public.message_reads,
      public.message_threads,
      public.messages,
      public.outcome_events,
      public.periods,
      public.safety_checks,
      public.test_results,
      public.treatment_day_timers;
  end if;
end $$;

-- schemas/foundation/last.sql

-- A function's rights begin with everybody's; each file gives what a caller needs.
revoke all on all functions in schema private from public;

reset check_function_bodies;

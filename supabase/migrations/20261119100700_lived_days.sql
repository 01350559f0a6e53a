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

-- Older rows get theirs from their instant and the zone that is known. Nothing changes that is to be noted.
alter table public.treatment_day_timers disable trigger user;
alter table public.treatment_day_timers add column on_day date;
update public.treatment_day_timers set on_day = private.day_at(at, private.known_zone(user_id));
alter table public.treatment_day_timers
  alter column on_day set not null,
  add constraint on_its_day check (
    on_day between (at at time zone 'UTC')::date - 1 and (at at time zone 'UTC')::date + 1);
alter table public.treatment_day_timers enable trigger user;

alter table public.safety_checks disable trigger user;
alter table public.safety_checks add column on_day date;
update public.safety_checks set on_day = private.day_at(created_at, private.known_zone(user_id));
alter table public.safety_checks
  alter column on_day set not null,
  add constraint on_day_in_our_time check (on_day between '2000-01-01' and '9999-12-31');
alter table public.safety_checks enable trigger user;

-- Whoever names no day means the one in the zone that is known.
create function private.fill_timer_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.on_day := coalesce(new.on_day, private.day_at(new.at, private.known_zone(new.user_id)));
  return new;
end $$;
create trigger fill_timer_day before insert on public.treatment_day_timers
  for each row execute function private.fill_timer_day();

create function private.fill_check_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.on_day := coalesce(new.on_day, private.day_at(new.created_at, private.known_zone(new.user_id)));
  return new;
end $$;
create trigger fill_check_day before insert on public.safety_checks
  for each row execute function private.fill_check_day();

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

revoke all on all functions in schema private from public;

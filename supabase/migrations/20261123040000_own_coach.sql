-- One coach: the assigned coach's address and face are in the patient's own record, and their calls are with that coach.

-- The name of a drawn portrait. Without one, people see the person's initials.
alter table public.care_team add column portrait text
  constraint portrait_is_a_name check (portrait ~ '^[a-z0-9-]{1,40}$');

-- As in 20261118100420_assigned_coach.sql, with where to write to the coach and their face.
create or replace function private.tell_assigned_coach(p_patients uuid[]) returns void
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
drop trigger tell_of_new_words on public.care_team;
create trigger tell_of_new_words after update of name, bio, email, portrait on public.care_team
  for each row when ((old.name, old.bio, old.email, old.portrait) is distinct from (new.name, new.bio, new.email, new.portrait))
  execute function private.tell_of_new_words();

-- Nothing changes that is to be noted, or that a page waits for.
alter table public.customers disable trigger user;
select private.tell_assigned_coach(array(select user_id from public.coach_assignments));
alter table public.customers enable trigger user;

-- As in 20261119101300_absences.sql, with the patient's own coach. A coach without hours takes no calls.
create or replace function public.scheduling_facts(p_user uuid, p_slug text, p_from timestamptz, p_until timestamptz) returns json
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

-- With whom a patient's call of this type will be: their own coach, else the one person who takes it, else null. `others` says
-- whether someone besides their own coach takes it.
drop function public.sole_host(text);
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

revoke all on all functions in schema private from public;

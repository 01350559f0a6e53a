-- Whoever is away is not on duty, and the team's open screens hear of hours and absences as they hear of calls.

-- As in 20261119100510_team_today.sql, without those whose absence is now.
create or replace function public.team_today(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_key text default null)
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

create function private.tell_team_of_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_team();
  return null;
end $$;
do $$
declare
  hours text;
begin
  foreach hours in array '{absences,availability,days_off}'::text[] loop
    execute format('create trigger tell_team after insert or update or delete on public.%I
      for each statement execute function private.tell_team_of_change()', hours);
  end loop;
end $$;

revoke all on all functions in schema private from public;

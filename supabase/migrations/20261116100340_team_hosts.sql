-- Who takes calls sits with patients: on screen only somebody with a second factor and an agreed role is made a host.
create or replace function public.team_set_hosts(p_by uuid, p_person uuid, p_kinds text[]) returns void
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

revoke all on all functions in schema private from public;

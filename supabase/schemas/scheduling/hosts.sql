-- An administrator takes no calls. A person who becomes an administrator gets a new setup code, because a clinician may have seen the old
-- one.
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

-- Links to calls of a person who left stay invalid, even after they are invited again.
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

-- Their links stay invalid, even after they take calls again.
create trigger void_links_of_administrator after update of role on public.care_team
  for each row when (new.role = 'administrator' and old.role <> 'administrator')
  execute function private.void_host_links();

create function private.publish_team_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.publish_to_team();
  return null;
end $$;

create trigger publish_to_team after insert or update or delete on public.absences
  for each statement execute function private.publish_team_change();
create trigger publish_to_team after insert or update or delete on public.availability
  for each statement execute function private.publish_team_change();
create trigger publish_to_team after insert or update or delete on public.days_off
  for each statement execute function private.publish_team_change();

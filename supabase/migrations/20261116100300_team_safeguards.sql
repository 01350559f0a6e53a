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

-- Somebody of the team who has not left, locked.
create or replace function private.team_member(p_person uuid) returns public.care_team
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
create or replace function public.team_invite(
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

-- p_role is what the clinician saw, and has to be said: a proposal that was changed meanwhile is not agreed to.
create or replace function public.team_agree(p_by uuid, p_person uuid, p_role text default null) returns void
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

revoke all on all functions in schema private from public;

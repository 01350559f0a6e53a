-- Invites a person to the team, including one who already takes calls, has left, or lost the setup code. A zone that only JavaScript knows
-- gets a 400, because the table's own check would become a 500.
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
    perform private.refuse_team('PT400', 'invalid_input', 'timeZone: Please select a time zone');
  end;
  if person.joined_at is not null and person.deactivated_at is null then
    perform private.refuse_team('PT409', 'already_in_team', 'This person is already on the team.');
  end if;
  proposed := case when private.needs_agreement(p_by, person.id, p_role) then p_role end;
  insert into public.care_team as known
    (email, name, role, time_zone, invited_at, invited_by, proposed_role, proposed_by, proposed_at)
  values (lower(trim(p_email)), p_name, p_role, p_time_zone, now(), p_by, proposed, case when proposed is not null then p_by end,
    case when proposed is not null then now() end)
  on conflict (email) do update set name = excluded.name, role = excluded.role, time_zone = excluded.time_zone,
    invited_at = excluded.invited_at, invited_by = excluded.invited_by, proposed_role = excluded.proposed_role,
    proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at, active = known.active or known.deactivated_at is not null,
    deactivated_at = null, joined_at = null, factor_id = null
  returning * into person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(person.id, p_code_hash);
  perform private.add_audit_line('insert', 'team_invitation', person.id, p_by);
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
    update public.care_team set role = case when is_new then p_role else role end, proposed_role = p_role, proposed_by = p_by,
      proposed_at = now()
    where id = p_person;
    perform private.add_audit_line('insert', 'team_role_proposal', p_person, p_by);
  else
    update public.care_team set role = p_role, proposed_role = null, proposed_by = null, proposed_at = null where id = p_person;
    perform private.add_audit_line('update', 'team_role', p_person, p_by);
  end if;
end $$;
revoke all on function public.team_change_role(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_change_role(uuid, uuid, text) to service_role;

-- p_role is the role that the clinician saw. If the proposal has changed since, the agreement is refused.
create function public.team_agree(p_by uuid, p_person uuid, p_role text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  perform private.team_member(p_person);
  update public.care_team set role = proposed_role, proposed_role = null, proposed_by = null, proposed_at = null
  where id = p_person and proposed_role = p_role;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague already decided on this role.');
  end if;
  perform private.add_audit_line('update', 'team_role', p_person, p_by);
end $$;
revoke all on function public.team_agree(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_agree(uuid, uuid, text) to service_role;

-- A colleague keeps the role they had. A person without one was invited for this role alone, so their access ends. The reason goes to
-- the administrators.
create function private.decline_role(p_by uuid, p_person uuid, p_role text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  person := private.team_member(p_person);
  if person.proposed_role is distinct from p_role then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague already decided on this role.');
  end if;
  perform private.email_administrators(p_person, 'A role was declined', array[
    format('%s declined the role %s for %s, %s, in the Béa team workspace. The reason: %s', private.who_acts(p_by), p_role,
      person.name, person.email, p_reason),
    case when person.role = p_role then format('Access for %s has ended.', person.name)
      else format('%s keeps the role %s.', person.name, person.role) end]);
  perform private.add_audit_line('delete', 'team_role_proposal', p_person, p_by);
  if person.role = p_role then
    perform private.end_membership(p_by, person);
  else
    update public.care_team set proposed_role = null, proposed_by = null, proposed_at = null where id = p_person;
  end if;
end $$;
revoke all on function private.decline_role(uuid, uuid, text, text) from public;

-- Name and time zone. Hours of calls keep their clock: 9 am stays 9 am in the new zone.
create function private.edit_person(p_by uuid, p_person uuid, p_name text, p_time_zone text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', null);
  perform private.team_member(p_person);
  if not private.is_time_zone(p_time_zone) then
    perform private.refuse_team('PT400', 'invalid_input', 'timeZone: Please select a time zone');
  end if;
  update public.care_team set name = p_name, time_zone = p_time_zone where id = p_person;
  perform private.add_audit_line('update', 'team_person', p_person, p_by);
end $$;
revoke all on function private.edit_person(uuid, uuid, text, text) from public;

-- What patients read about a coach, and which drawing they see. The assigned patients' records follow (publish_new_profile).
create function private.edit_profile(p_by uuid, p_person uuid, p_bio text, p_portrait text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', null);
  if (private.team_member(p_person)).role <> 'coach' then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer a coach.');
  end if;
  update public.care_team set bio = p_bio, portrait = p_portrait where id = p_person;
  perform private.add_audit_line('update', 'team_profile', p_person, p_by);
end $$;
revoke all on function private.edit_profile(uuid, uuid, text, text) from public;

-- A clinician resets a colleague's factor and sees the new setup code. Only another administrator or the command line resets an
-- administrator's factor: with that code and the mailbox, a clinician could become an administrator.
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
  perform private.add_audit_line('delete', 'team_factor', p_person, p_by);
  perform private.email_person(person, 'Your authenticator app was reset', array[
    format('%s reset your authenticator app for the Béa team workspace, and you were signed out everywhere.',
      private.who_acts(p_by)),
    'To sign in again you need a new setup code, which we’ll give you in person.',
    'If you did not ask for this, ' || private.whom_to_contact(p_person)]);
  perform private.email_administrators(p_person, 'An authenticator app was reset', array[
    format('%s reset the authenticator app of %s, %s, for the Béa team workspace.', private.who_acts(p_by), person.name,
      person.email),
    private.whom_to_ask(p_by, person)]);
end $$;
revoke all on function public.team_reset_factor(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_reset_factor(uuid, uuid, text) to service_role;

-- A host is alone with patients, so on screen only a person with a second factor and an agreed role can become one.
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
      'Only coaches and clinicians can take calls. They must finish setup first, and a clinician must approve their role.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'We can’t find this call type.');
  end if;
  -- The request leaves out hidden types, so those keep their hosts.
  delete from public.appointment_type_hosts where host_id = p_person
    and appointment_type_id in (select id from public.appointment_types where not is_hidden);
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds)
  on conflict do nothing;
  perform private.add_audit_line('update', 'team_hosts', p_person, p_by);
end $$;
revoke all on function public.team_set_hosts(uuid, uuid, text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_set_hosts(uuid, uuid, text[]) to service_role;

-- Upcoming calls stay booked until someone reassigns them; their emailed links no longer work (private.part_in_call).
create function private.end_membership(p_by uuid, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.care_team set deactivated_at = now(), active = false, factor_id = null, proposed_role = null, proposed_by = null,
    proposed_at = null
  where id = p_person.id;
  delete from private.set_up_codes where person_id = p_person.id;
  delete from public.appointment_type_hosts where host_id = p_person.id;
  perform private.end_sign_in(private.accounts_of(p_person), p_person.email);
  perform pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || id)::text)
  from public.appointments where host_id = p_person.id and status = 'booked' and ends_at > now();
  perform private.add_audit_line('delete', 'team_member', p_person.id, p_by);
end $$;
revoke all on function private.end_membership(uuid, public.care_team) from public;

create function public.team_deactivate(p_by uuid, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  perform private.end_membership(p_by, private.team_member(p_person));
end $$;
revoke all on function public.team_deactivate(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_deactivate(uuid, uuid) to service_role;

CREATE OR REPLACE FUNCTION private.begin_email_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- If two people start at the same time, the second waits here and then sees the first one's change.
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
    raise exception using errcode = 'PT429', message = 'You’ve tried to change your email address too many times today. Try again tomorrow.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.email_about_passkey(p_user_id uuid, p_action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  is_added constant boolean := p_action = 'insert';
  subject constant text := case when is_added then 'A passkey was added' else 'A passkey was removed' end;
  words constant text[] := array['Hello,',
    case when is_added then 'A passkey was added to your Béa account. You can now sign in with it, without a code.'
      else 'A passkey was removed from your Béa account. You can no longer sign in with it, and any device that signed in with it was signed out.' end,
    case when is_added then 'If you didn’t add it, remove it on My Account, and reply to this email right away.'
      else 'You can always sign in with a code we email you. If you didn’t remove the passkey, reply to this email right away.' end];
begin
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'passkey:' || gen_random_uuid(), 'email', customer_email, 'security', user_id, now() + interval '7 days', subject,
    array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.email_page(subject, words)
  from public.customers where user_id = p_user_id;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user_id, 'role', 'authenticated')::text, true);
  perform private.add_audit_line(p_action, 'passkey', p_user_id, p_user_id);
  perform set_config('request.jwt.claims', claims, true);
end $function$
;

CREATE OR REPLACE FUNCTION private.email_about_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had constant text := case when private.is_member(old) then old.role end;
  has constant text := case when private.is_member(new) then new.role end;
  -- New team members do this themselves, with the setup code.
  who constant text := case when old.joined_at is not null then private.who_acts(null) end;
begin
  if has in ('clinician', 'administrator') and has is distinct from had then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      case when who is null
        then format('You set up your sign-in for the Béa team workspace. Your role is %s.', has)
        else format('%s gave you the role %s in the Béa team workspace.', who, has) end,
      'If this is not right, ' || private.whom_to_contact(new.id)]);
    perform private.email_administrators(new.id, 'A role in the Béa team workspace', array[
      case when who is null
        then format('%s (%s) set up their sign-in for the Béa team workspace. Their role is %s.', new.name, new.email, has)
        else format('%s gave %s, %s, the role %s in the Béa team workspace.', who, new.name, new.email, has) end,
      'If you don’t know why, please ask them, by phone or in person, and deactivate anyone who should not be there.']);
  elsif had = 'administrator' and has is distinct from had then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      format('%s ended your role as administrator in the Béa team workspace.', who),
      'If this is not right, ' || private.whom_to_contact(new.id)]);
    perform private.email_administrators(new.id, 'An administrator was removed', array[
      format('%s ended the role of %s, %s, as administrator in the Béa team workspace.', who, new.name, new.email),
      private.whom_to_ask(null, new)]);
  elsif has = 'coach' and had is null and who is not null then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      format('%s agreed to your role as coach in the Béa team workspace. You can go in now.', who),
      'If this is not right, ' || private.whom_to_contact(new.id)]);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.enter_team(p_user uuid, p_session uuid, p_roles text[], p_reads text[] DEFAULT '{}'::text[], p_is_act boolean DEFAULT false)
 RETURNS public.care_team
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.refuse_old_session(p_session, 'session_locked');
  if person.role is not distinct from person.proposed_role then
    perform private.refuse_team('PT403', 'not_allowed', format('A clinician has to approve your role as %s first.', person.role));
  elsif (private.is_member(person) and person.role = any (p_roles)) is not true then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  if p_is_act then
    -- At most every five seconds, because a page's simultaneous calls would wait for each other's lock on the row.
    insert into private.staff_activity (session_id)
    select p_session where not exists (
      select from private.staff_activity where session_id = p_session and acted_at >= now() - interval '5 seconds')
    on conflict (session_id) do update set acted_at = excluded.acted_at;
  end if;
  perform set_config('portal.staff_id', person.id::text, true),
    set_config('portal.staff_reads', array_to_string(p_reads, ','), true);
  return person;
end $function$
;

CREATE OR REPLACE FUNCTION private.set_type_hosts(p_type uuid, p_hosts jsonb, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid;
begin
  for changed in
    select coalesce(wanted.id, kept.host_id)
    from (select id::uuid from jsonb_array_elements_text(p_hosts) as id) as wanted
    full join (select host_id from public.appointment_type_hosts where appointment_type_id = p_type) as kept on kept.host_id = wanted.id
    where wanted.id is null or kept.host_id is null order by 1
  loop
    delete from public.appointment_type_hosts where appointment_type_id = p_type and host_id = changed;
    if not found then
      if not exists (
        select from public.care_team as person
        where id = changed and private.is_member(person) and role in ('coach', 'clinician')) then
        perform private.refuse_team('PT409', 'not_a_host',
          'Only coaches and clinicians can take calls. They must finish setup first, and a clinician must approve their role.');
      end if;
      insert into public.appointment_type_hosts (appointment_type_id, host_id) values (p_type, changed);
    end if;
    perform private.add_audit_line('update', 'team_hosts', changed, p_by);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_hosts(p_by uuid, p_person uuid, p_kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

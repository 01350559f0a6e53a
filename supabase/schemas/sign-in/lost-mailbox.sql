-- A patient who lost their mailbox. An administrator asks for a new address and says how they checked who is asking, a clinician agrees,
-- and after 72 hours, in which the patient can stop it, codes go to the new address. The table's own checks hold the two people and the
-- 72 hours, whatever a function does.
create table private.email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  new_email text not null
    constraint new_email_is_an_address check (new_email = lower(new_email) and new_email ~ '^[^@\s]+@[^@\s]+$')
    constraint new_email_ends check (length(new_email) <= 254)
    constraint new_email_is_plain check (private.is_plain_line(new_email)),
  how_checked text not null
    constraint how_checked_ends check (length(how_checked) between 1 and 500)
    constraint how_checked_is_plain check (private.is_plain_line(how_checked)),
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  agreed_by uuid,
  agreed_at timestamptz,
  changes_at timestamptz,
  -- A keyed hash of the secret in the emailed link.
  stop_hash text constraint stop_hash_ends check (length(stop_hash) <= 64),
  ended_at timestamptz,
  outcome text constraint outcome_known check (outcome in ('changed', 'stopped', 'expired', 'impossible')),
  constraint two_people_agree check (agreed_by <> asked_by),
  constraint agreed_as_a_whole check (num_nulls(agreed_by, agreed_at, changes_at) in (0, 3)),
  constraint waits_72_hours check (changes_at >= agreed_at + interval '72 hours'),
  constraint ended_as_a_whole check (num_nulls(ended_at, outcome) in (0, 2)),
  constraint changed_when_due check (outcome <> 'changed' or coalesce(ended_at >= changes_at, false))
);
alter table private.email_changes alter column user_id set statistics 0;
alter table private.email_changes enable row level security;
revoke all on private.email_changes from public, anon, authenticated, service_role;
create unique index email_changes_of_patient on private.email_changes (user_id) where ended_at is null;
create unique index email_changes_to_address on private.email_changes (new_email) where ended_at is null;
create index email_changes_asked on private.email_changes (user_id, asked_at);
create unique index email_changes_link on private.email_changes (stop_hash);

-- When the caller's own address changes. Not to which one: a session of the patient's may be someone else's.
create function public.own_email_change() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select changes_at from private.email_changes
  where user_id = auth.uid() and private.has_access() and agreed_at is not null and ended_at is null
$$;
revoke all on function public.own_email_change() from public, anon, authenticated, service_role;
grant execute on function public.own_email_change() to authenticated;

-- An unlocked computer or a stolen token is not enough: the person has to prove their second factor again.
create function private.require_fresh_code(p_session uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from auth.mfa_amr_claims
    where session_id = p_session and authentication_method in ('totp', 'mfa/webauthn') and updated_at > now() - interval '5 minutes'
  ) then
    perform private.refuse_team('PT403', 'fresh_code_required', 'Enter a new code from your app to confirm that it’s you.');
  end if;
end $$;
revoke all on function private.require_fresh_code(uuid) from public;

create function private.refuse_unless_role(p_person public.care_team, p_role text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_person.role <> p_role then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
end $$;
revoke all on function private.refuse_unless_role(public.care_team, text) from public;

create function private.announce_email_change() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.publish_to_office(), realtime.send('{}', 'change', 'team:today', true);
end $$;
revoke all on function private.announce_email_change() from public;

create function private.ask_for_new_email(p_by public.care_team, p_patient uuid, p_email text, p_how text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  change uuid;
begin
  perform private.refuse_unless_role(p_by, 'administrator');
  perform private.require_record('identity', p_patient);
  -- The same locks in the same order as the patient's own change.
  perform from auth.users where id = p_patient for update;
  perform pg_advisory_xact_lock(hashtextextended('email change to ' || p_email, 0));
  if not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = p_patient and revoked_at is null
  ) then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient, or their access has ended.');
  elsif exists (select from private.email_changes where user_id = p_patient and ended_at is null) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient’s email address is already being changed.');
  elsif (select count(*) from private.email_changes where user_id = p_patient and asked_at > now() - interval '30 days') >= 3 then
    perform private.refuse_team('PT409', 'not_now', 'You can ask for this three times in 30 days. Talk to a clinician about what to do next.');
  elsif not private.is_usable_address(p_email, p_patient) then
    perform private.refuse_team('PT409', 'already_invited', 'This address is already in use.');
  end if;
  insert into private.email_changes (user_id, new_email, how_checked, asked_by) values (p_patient, p_email, p_how, p_by.id)
  returning id into change;
  perform private.add_audit_line('insert', 'email_change', p_patient, p_by.id);
  perform private.email_person(clinician, 'A patient’s email change needs a clinician', array[
    format('%s asked to change a patient’s email address in the Béa team workspace.', p_by.name),
    'Before you agree on Today, talk to the patient yourself, by phone or in person. The address changes 72 hours after you agree.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician);
  return change;
end $$;
revoke all on function private.ask_for_new_email(public.care_team, uuid, text, text) from public;

-- The 72 hours begin here. The messages tell the patient at both addresses and by text.
create function private.agree_to_new_email(p_by public.care_team, p_change uuid, p_stop_hash text, p_messages jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change private.email_changes;
begin
  perform private.refuse_unless_role(p_by, 'clinician');
  select * into change from private.email_changes where id = p_change and ended_at is null and agreed_at is null for update;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone already decided on this request.');
  elsif change.asked_by = p_by.id then
    perform private.refuse_team('PT403', 'not_allowed', 'You asked for this. Someone else has to agree.');
  end if;
  update private.email_changes set agreed_by = p_by.id, agreed_at = now(), changes_at = now() + interval '72 hours', stop_hash = p_stop_hash
  where id = p_change;
  perform private.write_to_patient(change.user_id, p_messages);
  perform private.add_audit_line('update', 'email_change', change.user_id, p_by.id);
end $$;
revoke all on function private.agree_to_new_email(public.care_team, uuid, text, jsonb) from public;

create function private.team_words_on_stop(p_change private.email_changes, p_words text) returns void
language sql security definer set search_path = '' as $$
  select private.email_person(person, 'An email change was stopped', array[p_words,
    'The patient still signs in with their old address. If you don’t know why, talk to the patient, by phone or in person.'])
  from public.care_team as person
  where private.is_member(person) and (person.role = 'administrator' or person.id in (p_change.asked_by, p_change.agreed_by))
$$;
revoke all on function private.team_words_on_stop(private.email_changes, text) from public;

-- p_actor is null if the patient stops it. Before a clinician agreed, the patient was told nothing, so the end is not told either.
create function private.stop_email_change(p_change private.email_changes, p_words text, p_actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text[] := array['Hello,',
    'The email address on your Béa account stays the same. The change that we told you about was stopped.',
    'If you have questions, reply to this email.'];
  subject constant text := 'Your email address stays the same';
begin
  update private.email_changes set ended_at = now(), outcome = 'stopped' where id = p_change.id;
  if p_change.agreed_at is not null then
    insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
    select 'email-change-stopped:' || p_change.id, 'email', customer_email, 'security', user_id, now() + interval '7 days', subject,
      array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.email_page(subject, words)
    from public.customers where user_id = p_change.user_id;
  end if;
  -- What still waits to be sent about the change is no longer true.
  update public.outbox set dropped_at = now()
  where user_id = p_change.user_id and starts_with(key, 'email-change:' || p_change.id) and sent_at is null and dropped_at is null;
  perform private.team_words_on_stop(p_change, p_words);
  if p_actor is null then
    -- Under a role that the team's log shows: a patient's own acts are in the patient's log alone.
    insert into public.audit_log (actor_id, actor_role, action, kind, subject_id)
    values (p_change.user_id, 'sign_in', 'delete', 'email_change', p_change.user_id);
  else
    perform private.add_audit_line('delete', 'email_change', p_change.user_id, p_actor);
  end if;
  perform private.announce_email_change();
end $$;
revoke all on function private.stop_email_change(private.email_changes, text, uuid) from public;

-- p_change: ask {patient, email, howChecked} by an administrator, agree {id, stopHash, messages} by a clinician, stop {id} by either.
-- Stopping is always safe, so it needs no new code.
create function public.team_change_email(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  changed uuid := (p_change ->> 'id')::uuid;
  change private.email_changes;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_change ->> 'action' <> 'stop' then
    perform private.require_fresh_code(p_session);
  end if;
  case p_change ->> 'action'
    when 'ask' then
      changed := private.ask_for_new_email(acting, (p_change ->> 'patient')::uuid, p_change ->> 'email', p_change ->> 'howChecked');
    when 'agree' then
      perform private.agree_to_new_email(acting, changed, p_change ->> 'stopHash', p_change -> 'messages');
    when 'stop' then
      select * into change from private.email_changes
      where id = changed and ended_at is null and (changes_at is null or changes_at > now()) for update;
      if not found then
        perform private.refuse_team('PT409', 'changed_meanwhile', 'This request has already ended.');
      end if;
      perform private.stop_email_change(change, format('%s stopped a change of a patient’s email address.', acting.name), acting.id);
  end case;
  perform private.announce_email_change();
  return private.keep_answer(p_request, jsonb_build_object('id', changed));
end $$;
revoke all on function public.team_change_email(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_email(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- Requests that wait for a clinician or for the 72 hours. A text reaches only a number that the patient confirmed and agreed to.
create function public.team_email_changes(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  rows constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('id', change.id, 'newEmail', new_email, 'howChecked', how_checked,
      'patient', jsonb_build_object('id', change.user_id,
        'name', coalesce(nullif(concat_ws(' ', customer_first_name, customer_last_name), ''), customer_email)),
      'email', customer_email, 'firstName', customer_first_name, 'timeZone', private.known_zone(change.user_id),
      'phone', case when sms_consent and not phone_changed_by_team then private.text_number(customer_phone) end,
      'askedBy', asker.name, 'askedAt', asked_at, 'agreedBy', agreer.name, 'changesAt', changes_at,
      'mayAgree', person.role = 'clinician' and agreed_at is null and asked_by <> person.id) order by asked_at), '[]')
    from private.email_changes as change join public.customers using (user_id)
    left join public.care_team as asker on asker.id = asked_by
    left join public.care_team as agreer on agreer.id = agreed_by
    where ended_at is null);
begin
  perform private.audit_reads('{identity}', array(
    select (row #>> '{patient,id}')::uuid from jsonb_array_elements(rows) as row));
  return rows;
end $$;
revoke all on function public.team_email_changes(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_email_changes(uuid, uuid, text[], text[]) to service_role;

-- The patient stops it, signed in or by the link in the email or text: 'stopped', also the second time; 'late' after the 72 hours; 'none'.
create function public.stop_own_email_change(p_user_id uuid, p_stop_hash text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  change private.email_changes;
begin
  select * into change from private.email_changes
  where agreed_at is not null and (stop_hash = p_stop_hash or user_id = p_user_id and ended_at is null) for update;
  if not found then
    return 'none';
  elsif change.outcome = 'stopped' then
    return 'stopped';
  elsif change.ended_at is not null or change.changes_at <= now() then
    return 'late';
  end if;
  perform private.stop_email_change(change, 'The patient stopped a change of their email address.', null);
  return 'stopped';
end $$;
revoke all on function public.stop_own_email_change(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.stop_own_email_change(uuid, text) to service_role;

-- Triggers on auth.users change everything else that depends on the address (private.follow_new_address). The log names the clinician.
create function private.apply_email_change(p_change private.email_changes) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.email_changes set ended_at = now(), outcome = 'changed' where id = p_change.id;
  perform set_config('portal.staff_id', p_change.agreed_by::text, true);
  update auth.users set email = p_change.new_email, email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0, updated_at = now()
  where id = p_change.user_id;
  -- Supabase's auth service keeps the address here as well.
  if to_regclass('auth.identities') is not null then
    execute 'update auth.identities set identity_data = identity_data || jsonb_build_object(''email'', $2::text), updated_at = now()
      where user_id = $1 and provider = ''email''' using p_change.user_id, p_change.new_email;
  end if;
  perform set_config('portal.staff_id', '', true);
end $$;
revoke all on function private.apply_email_change(private.email_changes) from public;

-- Runs once a minute: changes what is due, and ends requests that no clinician agreed to within 72 hours. If the address was taken since,
-- or the patient's access has ended, nothing changes and the team is told.
create function public.change_due_emails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due private.email_changes;
  changed integer := 0;
begin
  update private.email_changes set ended_at = now(), outcome = 'expired'
  where ended_at is null and agreed_at is null and asked_at <= now() - interval '72 hours';
  for due in select * from private.email_changes where ended_at is null and changes_at <= now() order by changes_at limit 100 loop
    perform from auth.users where id = due.user_id for update;
    continue when not exists (select from private.email_changes where id = due.id and ended_at is null for update);
    begin
      if not private.may_sign_in(due.user_id) then
        raise exception using errcode = 'PT422', message = 'The access of this patient has ended.';
      end if;
      perform private.apply_email_change(due);
      changed := changed + 1;
    exception when sqlstate 'PT422' or unique_violation then
      update private.email_changes set ended_at = now(), outcome = 'impossible' where id = due.id;
      perform private.team_words_on_stop(due, 'A change of a patient’s email address was due, but the new address can no longer be used.');
    end;
  end loop;
  return changed;
end $$;
revoke all on function public.change_due_emails() from public, anon, authenticated, service_role;
grant execute on function public.change_due_emails() to service_role;

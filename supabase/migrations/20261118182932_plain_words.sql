CREATE OR REPLACE FUNCTION private.ask_for_kit(p_patient uuid, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record('kit', p_patient);
  if exists (select from public.customers where user_id = p_patient and tracking_url is not null) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'The kit is on its way already.');
  end if;
  insert into public.kit_requests (user_id, person_id, person_name) values (p_patient, p_person.id, p_person.name)
  on conflict do nothing;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone already asked for the kit.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.assign_coach(p_patients uuid[], p_coach uuid, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_coach constant boolean := (private.named_person()).role = 'coach';
  patient uuid;
begin
  if p_coach is not null then
    perform from public.care_team as coach where id = p_coach and role = 'coach' and private.is_member(coach) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer a coach.');
    end if;
  end if;
  -- In one order, so that two who assign the same patients wait for each other.
  for patient in select distinct unnest(p_patients) order by 1 loop
    perform private.require_record('coach_assignments', patient);
    if is_coach and not private.is_assigned(p_by, patient) then
      perform private.refuse_team('PT403', 'not_allowed', 'This patient is assigned to another coach. Please ask them or a clinician.');
    end if;
    if p_coach is null then
      delete from public.coach_assignments where user_id = patient;
    else
      insert into public.coach_assignments as assigned (user_id, coach_id, assigned_by) values (patient, p_coach, p_by)
      on conflict (user_id) do update set coach_id = excluded.coach_id, assigned_by = excluded.assigned_by, assigned_at = now()
      where assigned.coach_id <> excluded.coach_id;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  call public.appointments;
  patient uuid := (p_asked ->> 'patientId')::uuid;
  kind text := p_asked ->> 'appointmentType';
  -- Which colleagues take the type of a call would tell an administrator the type: they see everyone in the host's role.
  role_of_host text;
  starts timestamptz;
  ends timestamptz;
begin
  if p_asked ? 'id' then
    select * into call from public.appointments where id = (p_asked ->> 'id')::uuid;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this call.');
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
  if is_administrator then
    select role into role_of_host from public.care_team where id = call.host_id;
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  ends := coalesce(p_until, starts + interval '1 millisecond');
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', coalesce(call.time_zone, private.zone_of_patient(patient), 'UTC'),
    'onlyHosts', private.hosts_allowed(p_reader, patient, ends),
    'facts', public.scheduling_facts(patient, kind, starts, ends, role_of_host)::jsonb);
end $function$
;

CREATE OR REPLACE FUNCTION private.decide_outcome(p_patient uuid, p_act jsonb, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    perform private.refuse_team('PT403', 'not_allowed', 'After a loss, a clinician decides when treatment resumes.');
  elsif (p_act ->> 'cycle' is not null) <> (decided = 'resume'
      and (standing.state = 'after-loss' or standing.state = 'stopped' and standing.after_loss)) then
    perform private.refuse_team('PT400', 'invalid_input',
      'cycle: Select a cycle to resume after a loss. Otherwise the patient resumes where they left off.');
  end if;
  perform private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_patient, 'kind', decided, 'cycle', p_act ->> 'cycle',
    'day', coalesce((p_act ->> 'day')::date, private.day_of_report(p_patient, (p_act ->> 'today')::date)),
    'until', p_act ->> 'until', 'reason', nullif(p_act ->> 'reason', ''), 'resolved_to', p_act ->> 'to')), p_role);
end $function$
;

CREATE OR REPLACE FUNCTION private.enter_record(p_patient uuid, p_kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind text;
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'A record can be opened only for the data types it reads.';
  end if;
  foreach kind in array p_kinds loop
    perform private.require_record(kind, p_patient);
  end loop;
  perform private.note_reads(p_kinds, array[p_patient]);
end $function$
;

CREATE OR REPLACE FUNCTION private.enter_thread(p_thread uuid)
 RETURNS public.message_threads
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.named_person();
  thread public.message_threads;
begin
  select * into thread from public.message_threads where id = p_thread;
  -- The account first, as whatever deletes it does.
  perform from public.customers where user_id = thread.user_id for key share;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this conversation.');
  elsif person.role = 'coach' and private.is_open_to_team(thread.user_id) and exists (
    select from private.waiting_messages(thread.user_id) as waiting
    where thread_id = thread.id and (private.is_everybodys(waiting) or exists (
      select from private.hand_offs where to_id = person.id and key = 'message-waits:' || waiting.id))) then
    perform private.note_in_audit('read', 'messages', thread.user_id, null);
  else
    perform private.enter_record(thread.user_id, '{messages}');
  end if;
  return thread;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_last_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      'You can’t deactivate the only administrator. Make someone else an administrator first.');
  end if;
  return coalesce(new, old);
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_last_clinician()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (private.named_person()).id is null or old.role <> 'clinician' or not private.is_member(old)
    or new.role = 'clinician' and private.is_member(new) then
    return new;
  end if;
  if not exists (
    select from public.care_team as other where role = 'clinician' and private.is_member(other) and id <> old.id
  ) then
    perform private.refuse_team('PT409', 'last_clinician',
      'You can’t deactivate the only clinician. Make someone else a clinician first.');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_of_new_address(p_user_id uuid, p_recipients text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'address-changed:' || gen_random_uuid(), 'email', recipient, 'security', p_user_id, now() + interval '7 days',
    'Your email address has changed',
    $text$Hello,

The email address on your Béa account has changed.

From now on, sign in with your new address. We’ll send our messages there, too. You’ve been signed out on all your other devices.

If you didn’t change it, reply to this email and let us know right away.

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
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">The email address on your Béa account has changed.</p>
<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">From now on, sign in with your new address. We’ll send our messages there, too. You’ve been signed out on all your other devices.</p>
<p class="soft" style="margin:0 0 20px;font-size:14px;line-height:22px;color:#5d6375;">If you didn’t change it, reply to this email and let us know right away.</p>
</div>
</div>
</body>
</html>
$html$
  from unnest(p_recipients) as recipient
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_patient_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses', 0));
  if exists (select from public.invitations where email = new.email)
    or exists (select from public.customers where customer_email = new.email) then
    perform private.refuse_team('PT422', 'address_of_patient',
      'This address belongs to a patient. A care team member needs their own address.');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_team_address()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refuse_team('PT422', 'address_of_team',
    'This address belongs to someone on the care team. A patient needs their own address.')
$function$
;

CREATE OR REPLACE FUNCTION private.require_record(p_kind text, p_patient uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.named_person();
  -- Nothing of health: who somebody is, and what is sent to them.
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}'::text[];
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
    perform private.refuse_team('PT403', 'reason_required', 'This patient is assigned to another coach. Please enter a reason to open the record.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_team_role(p_by uuid, p_roles text[], p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_by = p_person then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t change your own role or second factor.');
  end if;
  if p_by is not null and not exists (
    select from public.care_team as acting where id = p_by and private.is_member(acting) and role = any (p_roles)
  ) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_back_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fact constant uuid := (p_act ->> 'resultId')::uuid;
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
      and (recorded_by_role = 'clinician' or created_at <= private.undone_since())) then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician undoes this loss.');
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There’s nothing left to undo. Please check the record again.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.team_member(p_person uuid)
 RETURNS public.care_team
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = p_person and deactivated_at is null for update;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
  elsif person.invited_at is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person takes calls and was never invited. Invite them first.');
  end if;
  return person;
end $function$
;

CREATE OR REPLACE FUNCTION private.tell_clinicians()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.mail_person(clinician, 'A role waits for your agreement', array[
    format('%s asks that %s, %s, has the role %s in the Béa team workspace. It counts once a clinician agrees.',
      private.who_acts(new.proposed_by), new.name, new.email, new.proposed_role),
    'If you know of no reason for it, ask an administrator first. If it is right, agree on Today, in the workspace. If Today does not '
      'offer that yet, ask the person who runs the server.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician) and id <> new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.tell_of_lock(p_kind text, p_person public.care_team, p_subject text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_app constant boolean := p_kind = 'team_factor_lock';
  -- %s is whose app it is.
  what constant text := case when is_app
    then 'Someone entered five wrong codes for %s authenticator app. The app is locked for 15 minutes.'
    else 'Someone entered five wrong setup codes for the Béa team workspace. A new setup code is needed.' end;
begin
  insert into public.audit_log (actor_role, action, kind, subject_id) values ('sign_in', 'update', p_kind, p_person.id);
  perform private.mail_person(p_person, 'Your ' || p_subject, array[format(what, 'your'),
    'If it was you: ' || case when is_app then 'wait 15 minutes, then use the code that your app shows.'
      else 'ask the person who invited you, or who reset your app, for a new setup code.' end,
    'If it wasn’t you, someone else can read your email. Change its password, and ' || private.whom_to_tell(p_person.id)]);
  perform private.mail_administrators(p_person.id,
    case when is_app then 'An ' else 'A ' end || p_subject,
    array[format('This is about %s, %s. %s', p_person.name, p_person.email, format(what, 'their')),
      format('Please ask %s, by phone or in person. If it was them: %s', p_person.name, case when is_app
        then 'the lock ends by itself, and there is nothing for you to do.'
        else 'give them a new setup code, by a new invitation or by a reset of their app.' end),
      'If it wasn’t them, someone else can read their email. Have them change its password. If that takes a while, deactivate them until then.']);
end $function$
;

CREATE OR REPLACE FUNCTION private.tell_of_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had constant text := case when private.is_member(old) then old.role end;
  has constant text := case when private.is_member(new) then new.role end;
  -- Somebody new does it themselves, with the setup code.
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
      'If you don’t know why, please ask them, by phone or in person, and deactivate anyone who should not be there.']);
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
end $function$
;

CREATE OR REPLACE FUNCTION private.who_acts(p_by uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'Someone with access to the portal’s server')
$function$
;

CREATE OR REPLACE FUNCTION private.whom_to_ask(p_by uuid, p_person public.care_team)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select format('If you know of no reason, please ask %s, and %s, by phone or in person.', p_person.name, coalesce(
    (select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'the person who runs the server'))
$function$
;

CREATE OR REPLACE FUNCTION private.whom_to_tell(p_person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce('tell an administrator right away: ' || (
    select string_agg(name || ', ' || email, '; ' order by name, email) from (
      select name, email from public.care_team as person
      where role = 'administrator' and private.is_member(person) and id is distinct from p_person
      order by name, email limit 3) as administrators) || '.',
    'let us know right away by replying to this email.')
$function$
;

CREATE OR REPLACE FUNCTION public.take_back_completion(p_act uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid := auth.uid();
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients take back their own phases';
  end if;
  perform from public.customers where user_id = patient for no key update;
  if p_act is null or p_act is distinct from (select act from private.act_to_take_back(patient)) then
    raise exception using errcode = '42501', message = 'This can no longer be undone';
  end if;
  delete from public.completed_phases where user_id = patient and act = p_act;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_answer_message(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    perform private.refuse_team('PT409', 'changed_meanwhile', format('%s already replied. Please read their reply first.', other.person_name));
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
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_absences(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      perform private.refuse_team('PT409', 'changed_meanwhile', 'The person covering must be a coach or clinician on the team.');
    end if;
    absence.starts_at := private.moment_of(p_change ->> 'from', 0, person.time_zone);
    absence.ends_at := private.moment_of(p_change ->> 'until', 1, person.time_zone);
    if absence.ends_at <= absence.starts_at then
      perform private.refuse_team('PT400', 'invalid_input', 'until: Please select an end after the beginning');
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
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
          perform private.refuse_team('PT409', 'changed_meanwhile', 'We sent this email less than a day ago.');
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
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invite(p_by uuid, p_email text, p_name text, p_role text, p_time_zone text, p_code_hash text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.team_reset_factor(p_by uuid, p_person uuid, p_code_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'To sign in again you need a new setup code, which we’ll give you in person.',
    'If you did not ask for this, ' || private.whom_to_tell(p_person)]);
  perform private.mail_administrators(p_person, 'An authenticator app was reset', array[
    format('%s reset the authenticator app of %s, %s, for the Béa team workspace.', private.who_acts(p_by), person.name,
      person.email),
    private.whom_to_ask(p_by, person)]);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_send_kit(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_kit jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  patient constant uuid := (p_kit ->> 'id')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  if not exists (select from public.customers where user_id = patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  end if;
  perform private.enter_record(patient, array['kit']);
  update public.customers set tracking_url = p_kit ->> 'trackingUrl'
  where user_id = patient and tracking_url is not distinct from p_kit ->> 'seen';
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else changed the link in the meantime.');
  end if;
  insert into public.kit_requests as kit (user_id, person_id, person_name, sent_on, sent_at)
  values (patient, person.id, person.name, (p_kit ->> 'sentOn')::date, now())
  on conflict (user_id) do update set sent_on = excluded.sent_on, sent_at = coalesce(kit.sent_at, excluded.sent_at);
  perform private.mail_update(patient, 'kit-sent:' || patient, p_kit -> 'mail');
  return private.keep_answer(p_request, jsonb_build_object('id', patient));
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
      'Calls are for coaches and clinicians who have set up their sign-in and whose role is agreed to.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'We can’t find this call type.');
  end if;
  delete from public.appointment_type_hosts where host_id = p_person;
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds);
  perform private.note_in_audit('update', 'team_hosts', p_person, p_by);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_up(p_user uuid, p_session uuid, p_code_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      perform private.tell_of_lock('team_set_up_lock', person, 'setup code no longer works');
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
end $function$
;

CREATE OR REPLACE FUNCTION private.add_decided_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  care record;
  today date := private.day_of_report(new.user_id, (now() at time zone 'UTC')::date);
begin
  select * into care from private.care_status(new.user_id);
  if (new.status, care.state) in
    (('Active', 'treatment'), ('Paused', 'paused'), ('Paused', 'after-loss'), ('Withdrawn', 'stopped')) then
    return null;
  end if;
  insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
  select new.user_id, kind, today, private.treatment_cycle(new.user_id), resolved_to
  from (values
    (1, 'Pregnant', 'resolve', 'pregnant'),
    (2, 'Active', 'resolve', 'treatment'),
    -- Nobody is paused from a pregnancy: it ended, and then treatment rests.
    (3, 'Paused', 'resolve', 'treatment'),
    (4, 'Paused', 'pause', null),
    (5, 'Withdrawn', 'stop', null)) as decisions (place, status, kind, resolved_to)
  where status = new.status and (place <> 3 or private.refuses_outcome(new.user_id, 'pause', 'patient'))
  order by place;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.ask_for_kit(p_patient uuid, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record('kit', p_patient);
  if exists (select from public.customers where user_id = p_patient and tracking_url is not null) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'The kit is already on its way.');
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
      perform private.refuse_team('PT403', 'not_allowed', 'This patient is assigned to another coach. Ask that coach or a clinician.');
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

CREATE OR REPLACE FUNCTION private.audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  by_function boolean := auth.role() = 'service_role' and tg_table_name not in ('consultation_notes', 'medical_notes');
  callers text;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  get diagnostics callers = pg_context;
  -- The words around the names are in the server's language.
  if callers ~ '(^|[^.\w"])("?public"?[.])?"?team_\w' and auth.role() is not null and (private.named_person()).id is null then
    raise exception using errcode = '42501', message = 'A write by the care team must name the person who writes.';
  end if;
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  perform private.add_audit_line(lower(tg_op), tg_table_name::text, subject,
    coalesce(auth.uid(), case when by_function then subject end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.audit_reads(p_kinds text[], p_patients uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.named_person();
  declared constant text[] := string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',');
begin
  if cardinality(p_patients) = 0 then
    return;
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team must name the person who reads.');
  elsif not p_kinds <@ declared then
    raise exception using errcode = '42501', message = 'This function does not declare that it reads '
      || (select kind from unnest(p_kinds) as kind where kind <> all (declared) limit 1);
  end if;
  with read as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  -- A second reader who comes at the same moment waits for the first, and then finds the key. Always in the same order, so that two
  -- readers never wait for each other.
  counted as (
    insert into private.limits as counter (key, used, window_ends_at)
    select key, 1, now() + interval '15 minutes' from read
    where not exists (select from private.limits as noted where noted.key = read.key and window_ends_at > now())
    order by patient, kind
    on conflict (key) do update set used = 1, window_ends_at = excluded.window_ends_at
    where counter.window_ends_at <= now()
    returning key)
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  select person.id, coalesce(auth.role(), 'operator'), 'read', kind, patient, person.name, person.role,
    -- Only coaches give a reason.
    case when person.role = 'coach' then private.reason_of(person.id, patient) end
  from read join counted using (key) order by patient, kind;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_email_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Of two who begin at once the second waits here, and then sees what the first wrote.
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
    raise exception using errcode = 'PT429', message = 'You’ve changed your email address too often today. Try again tomorrow.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.clear_safety_check(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  newest uuid;
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'Only a clinician can clear a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Answers queue here, too: a check that is being sent is there before this looks, or comes after it.
  perform from public.customers where user_id = p_patient for update;
  select id into newest from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  if newest is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has no safety check to review.');
  elsif newest <> (p_act ->> 'check')::uuid then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient answered the safety check again. Read the new answers before you clear it.');
  end if;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_act ->> 'words'
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION private.correct_invited_address(p_email text, p_to text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.customers where customer_email = p_email) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has signed in. From now on only they can change their address, on My Account.');
  elsif exists (select from public.invitations where email = p_to) or exists (select from public.customers where customer_email = p_to) then
    perform private.refuse_team('PT409', 'already_invited', 'This address is already invited.');
  end if;
  -- Somebody may have asked for a code with the wrong address; whoever reads it there stays outside.
  delete from auth.users where email = p_email and not exists (select from public.customers where customers.user_id = users.id);
  update public.invitations set email = p_to where email = p_email;
  update public.outbox set dropped_at = now()
  where recipient = p_email and starts_with(key, 'invitation:') and sent_at is null and dropped_at is null;
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
  care record;
begin
  perform private.require_record('outcome_events', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select * into care from private.care_status(p_patient);
  if p_act ->> 'seen' <> care.state or private.refuses_outcome(p_patient, decided, 'clinician') then
    perform private.refuse_changed_state(care.state);
  elsif private.refuses_outcome(p_patient, decided, p_role) then
    perform private.refuse_team('PT403', 'not_allowed', case decided
      when 'resolve' then 'Only a clinician can set this pregnancy status.'
      else 'After a loss, a clinician decides when treatment resumes.' end);
  elsif decided = 'loss' and not (care.asks_for_status and p_role = 'clinician') and not private.may_be_pregnant(p_patient) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'No applicator was used and no pregnancy test was positive in the last 10 months. Check the record again.');
  elsif (p_act ->> 'cycle' is not null) <> (decided = 'resume'
      and (care.state = 'after-loss' or care.state = 'stopped' and care.after_loss)) then
    perform private.refuse_team('PT400', 'invalid_input',
      'cycle: Select a cycle to resume after a loss. Otherwise the patient resumes where they left off.');
  end if;
  perform private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_patient, 'kind', decided, 'cycle', p_act ->> 'cycle',
    'day', coalesce((p_act ->> 'day')::date, private.day_of_report(p_patient, (p_act ->> 'today')::date)),
    'until', p_act ->> 'until', 'reason', nullif(p_act ->> 'reason', ''), 'resolved_to', p_act ->> 'to')), p_role);
end $function$
;

CREATE OR REPLACE FUNCTION private.earlier_answer(p_request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := (private.named_person()).id;
  earlier private.team_requests;
begin
  if p_request is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'team request', person, p_request ->> 'key'), 0));
  select * into earlier from private.team_requests where person_id = person and key = (p_request ->> 'key')::uuid;
  if earlier.request_hash <> p_request ->> 'hash' then
    perform private.refuse_team('PT409', 'submission_reused', 'Idempotency-Key: This key was already used for a different request');
  end if;
  return earlier.answer;
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
    raise exception using errcode = '22004', message = 'Name at least one data type to open a record.';
  end if;
  foreach kind in array p_kinds loop
    perform private.require_record(kind, p_patient);
  end loop;
  perform private.audit_reads(p_kinds, array[p_patient]);
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_care_state(p_user uuid, p_fact uuid, p_is_undone boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  care record;
  positive public.test_results;
begin
  -- Of two facts that arrive at the same moment the second waits here, and then sees both.
  perform from public.customers where user_id = p_user for no key update;
  -- The whole record is being deleted.
  if not found then
    return;
  end if;
  if p_is_undone then
    delete from public.completed_phases where user_id = p_user and fact_id = p_fact;
  end if;
  select * into care from private.care_status(p_user);
  if care.status = 'Pregnant' then
    positive := private.last_positive(p_user);
    if positive.id is not null then
      perform private.complete_phases_until(p_user, positive.cycle_number, positive.id,
        case when not p_is_undone then p_fact end);
    end if;
  end if;
  perform set_config('portal.status_follows', 'yes', true);
  update public.customers set status = care.status where user_id = p_user and status <> care.status;
  perform set_config('portal.status_follows', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_changed_note()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refuse_team('PT409', 'changed_meanwhile', 'Someone else changed this note. Reload the page to see their version.')
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_changed_state(p_state text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refuse_team('PT409', 'changed_meanwhile', case p_state
    when 'treatment' then 'This patient is in treatment.'
    when 'paused' then 'This patient’s treatment is paused.'
    when 'pregnant' then 'This patient is pregnant.'
    when 'unsure' then 'We don’t know yet whether this patient is pregnant.'
    when 'after-loss' then 'This patient had a loss.'
    when 'stopped' then 'This patient’s treatment was stopped.' end || ' Check the record again.')
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_changing_signed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.signed_at is not null and (tg_op = 'UPDATE' or exists (select from auth.users where id = old.user_id)) then
    raise exception using errcode = '42501', message = 'A signed note cannot be changed';
  end if;
  return case when tg_op = 'UPDATE' then new else old end;
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_step_at_rest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.user_id = auth.uid() and private.care_state(new.user_id) <> 'treatment' and not exists (
    select from public.completed_phases
    where user_id = new.user_id and phase_id = new.phase_id and cycle_number = new.cycle_number
  ) then
    raise exception using errcode = '42501', message = 'Treatment phases cannot be completed in this care state';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_unknown_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from private.journey_steps as steps
    where steps.phase_id = new.phase_id and steps.stage_number = new.stage_number
      and steps.cycle_number is not distinct from new.cycle_number
  ) then
    raise exception using errcode = '23514', message = 'This phase is not part of the plan';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_calendar(p_reader public.care_team, p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_reader.id is distinct from p_person and not (p_reader.role = 'administrator' and exists (
    select from public.care_team where id = p_person and role in ('coach', 'clinician'))) then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t open this person’s calendar.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_changeable(p_call public.appointments, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_call.status <> 'booked' then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call has already been canceled.');
  elsif p_call.starts_at <= now() then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call has already started.');
  elsif p_version <> p_call.sequence then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This call has changed. The calendar shows its new time and host.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_invitation(p_email text)
 RETURNS public.invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where email = p_email for update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this invitation.');
  elsif invitation.revoked_at is not null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else already revoked this invitation.');
  end if;
  return invitation;
end $function$
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
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team must name the person who reads.');
  elsif p_kind = 'identity' then
    return;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  elsif person.role = 'administrator' and p_kind <> all (administrative) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  elsif person.role = 'coach' and not private.cares_for(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'This patient is assigned to another coach. Enter a reason to open the record.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.sign_draft(p_person public.care_team, p_act jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft constant public.note_drafts := private.own_draft(p_person, (p_act ->> 'noteId')::uuid);
begin
  perform private.require_record(draft.kind || '_notes', draft.user_id);
  if draft.version <> (p_act ->> 'version')::integer or draft.author_id is null or p_act ->> 'html' is null then
    perform private.refuse_changed_note();
  elsif trim(draft.title) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'title: Please enter a title');
  elsif trim(draft.content) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'text: Please enter text');
  end if;
  delete from public.note_drafts where id = draft.id;
  if draft.kind = 'medical' then
    insert into public.medical_notes (id, user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.title, draft.noted_on, draft.content, p_person.id, p_person.name, p_person.role, now());
  else
    insert into public.consultation_notes
      (id, user_id, consultation_reference, title, notes, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.reference, draft.title, p_act ->> 'html', p_person.id, p_person.name, p_person.role, now());
  end if;
  perform private.email_news(draft.user_id, draft.id, p_act -> 'mail');
  return jsonb_build_object('id', draft.id, 'version', draft.version);
end $function$
;

CREATE OR REPLACE FUNCTION private.signed_note(p_note uuid)
 RETURNS private.written_notes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note private.written_notes;
begin
  perform pg_advisory_xact_lock(hashtextextended('note ' || p_note, 0));
  select * into note from private.written_notes where id = p_note;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this note.');
  end if;
  perform private.require_record(note.kind || '_notes', note.user_id);
  if private.is_withdrawn(p_note) then
    perform private.refuse_changed_note();
  end if;
  return note;
end $function$
;

CREATE OR REPLACE FUNCTION private.step_to_move_on_from()
 RETURNS private.journey_steps
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  at_step private.journey_steps;
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can complete only their own phases';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = patient for no key update;
  if private.care_state(patient) <> 'treatment' then
    raise exception using errcode = '42501', message = 'Treatment phases cannot be completed in this care state';
  end if;
  select * into at_step from private.step_under_way(patient);
  if at_step.stage_number is distinct from 3 then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  return at_step;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team)
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
    perform private.refuse_team('PT403', 'not_allowed', 'Only a clinician can undo this loss.');
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There’s nothing left to undo. Check the record again.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.withdraw_note(p_person public.care_team, p_act jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note constant private.written_notes := private.signed_note((p_act ->> 'noteId')::uuid);
  belongs_to constant uuid := (p_act ->> 'belongsTo')::uuid;
begin
  if p_person.role <> 'clinician' and note.author_id is distinct from p_person.id then
    perform private.refuse_team('PT403', 'not_allowed', 'Only the author or a clinician can withdraw this note.');
  end if;
  insert into public.note_withdrawals (note_id, user_id, reason, author_id, author_name, author_role)
  values (note.id, note.user_id, p_act ->> 'reason', p_person.id, p_person.name, p_person.role);
  if belongs_to <> note.user_id then
    perform private.require_record(note.kind || '_notes', belongs_to);
    perform private.add_audit_line('insert', 'note_withdrawals', belongs_to, null);
  end if;
  return jsonb_build_object('id', note.id, 'version', 1);
end $function$
;

CREATE OR REPLACE FUNCTION public.ask_email_change(p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = p_user and revoked_at is null
  ) then
    raise exception using errcode = '42501', message = 'Patients can change only their own address';
  end if;
  return private.ask_email_change(p_user, lower(trim(p_email)));
end $function$
;

CREATE OR REPLACE FUNCTION public.complete_phases_until_cycle(p_user_id uuid, p_cycle_number integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  positive public.test_results;
begin
  if p_user_id is distinct from auth.uid() or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can complete only their own phases';
  end if;
  if p_cycle_number is null or p_cycle_number not between 1 and 3 then
    raise exception using errcode = '22023', message = 'p_cycle_number must be 1, 2 or 3';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = p_user_id for no key update;
  positive := private.last_positive(p_user_id);
  if positive.id is null then
    raise exception using errcode = '42501', message = 'Only a patient with a positive result can complete phases up to a cycle';
  end if;
  -- Outside of a pregnancy it changes nothing: an old positive that arrives after a loss completes no phase.
  if private.care_state(p_user_id) = 'pregnant' then
    perform private.complete_phases_until(p_user_id, least(p_cycle_number, positive.cycle_number), positive.id);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.export_my_data(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- An answer has 8 MB (server/rest); the rest is for the parts that cannot grow.
  bytes_left integer := 7500000;
  -- What each part that can grow is sure of; together half of an answer.
  share constant integer := 4000000 / (select count(max_lines) from private.export_parts);
  has_consented boolean;
  part record;
  found_lines record;
  whole jsonb := '{}'::jsonb;
begin
  select privacy_policy_accepted and data_usage_consent or consent_withdrawn_at is not null into has_consented
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients can export only their own data';
  end if;
  perform private.add_audit_line('read', 'data_export', p_user, p_user);
  for part in
    select *, count(max_lines) over () - count(max_lines) over (order by place) as later
    from private.export_parts order by place
  loop
    found_lines := private.newest_lines(part.name, case when has_consented or not part.needs_consent then p_user end,
      part.max_lines, bytes_left - share * part.later::integer);
    whole := whole || jsonb_build_object(part.name, found_lines.lines);
    if part.max_lines is not null then
      bytes_left := bytes_left - found_lines.bytes;
      whole := whole || jsonb_build_object(part.name || '_left_out', found_lines.left_out);
    end if;
  end loop;
  return whole;
end $function$
;

CREATE OR REPLACE FUNCTION public.start_next_cycle()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  at_step constant private.journey_steps := private.step_to_move_on_from();
  new_act constant uuid := gen_random_uuid();
  marked integer;
begin
  if at_step.phase_id <> 'testing' and not private.is_cycle_over(patient, at_step.cycle_number) then
    raise exception using errcode = '42501', message = 'This cycle is not over yet';
  end if;
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, act)
  select patient, steps.phase_id, steps.stage_number, steps.cycle_number, new_act
  from private.journey_steps as steps
  where steps.stage_number = 3 and steps.cycle_number = at_step.cycle_number
  order by steps.step
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_agree(p_by uuid, p_person uuid, p_role text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  perform private.team_member(p_person);
  update public.care_team set role = proposed_role, proposed_role = null, proposed_by = null
  where id = p_person and proposed_role = p_role;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague already decided on this role.');
  end if;
  perform private.add_audit_line('update', 'team_role', p_person, p_by);
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
  perform private.lock_messages(thread.user_id);
  select * into last from public.messages where thread_id = thread.id order by place desc limit 1;
  select * into other from public.messages
  where thread_id = thread.id and sender = 'team' and person_id <> person.id
    and place > coalesce((p_answer ->> 'seen')::integer, (
      select max(place) from public.message_reads where thread_id = thread.id and person_id = person.id), 0)
  order by place desc limit 1;
  if other.id is not null and (p_answer ->> 'seen' is not null or last.sender = 'team') then
    perform private.refuse_team('PT409', 'changed_meanwhile', format('%s already replied. Read their reply first.', other.person_name));
  end if;
  insert into public.messages (thread_id, user_id, place, sender, text, by_phone, person_id, person_name, person_role)
  values (thread.id, thread.user_id, last.place + 1, 'team', p_answer ->> 'text',
    coalesce((p_answer ->> 'byPhone')::boolean, false), person.id, person.name, person.role)
  returning * into written;
  perform private.mark_team_reading(person, thread);
  if not written.by_phone then
    perform private.notify_of_message(thread.user_id, written.id, p_answer ->> 'notice', p_answer -> 'mail');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('id', written.id, 'sentAt', written.created_at));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := reader.role = 'administrator';
  shown public.care_team;
  first_day date;
  starts timestamptz;
  ends timestamptz;
begin
  select * into shown from public.care_team where id = coalesce((p_query ->> 'person')::uuid, case
    when not is_administrator then reader.id
    else (select id from public.care_team where role in ('coach', 'clinician') and deactivated_at is null order by name, id limit 1) end);
  if shown.id is null and (not is_administrator or p_query ? 'person') then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t open this person’s calendar.');
  elsif shown.id is not null then
    perform private.require_calendar(reader, shown.id);
  end if;
  first_day := coalesce((p_query ->> 'from')::date,
    date_trunc('week', now() at time zone coalesce(shown.time_zone, reader.time_zone))::date);
  starts := private.start_of_day(first_day, coalesce(shown.time_zone, reader.time_zone));
  ends := private.start_of_day(coalesce((p_query ->> 'until')::date, first_day + 6) + 1, coalesce(shown.time_zone, reader.time_zone));
  return jsonb_build_object(
    'person', case when shown.id is not null then jsonb_build_object('id', shown.id, 'name', shown.name, 'role', shown.role,
      'timeZone', shown.time_zone, 'hasLeft', shown.deactivated_at is not null) end,
    'from', to_char(first_day, 'YYYY-MM-DD'),
    'calls', private.calendar_calls(reader, shown.id, starts, ends, false),
    'unsettled', private.calendar_calls(reader, shown.id, now(), 'infinity', true),
    'hours', private.hours_of(shown.id),
    'daysOff', (
      select coalesce(jsonb_agg(to_char(day, 'YYYY-MM-DD') order by day), '[]') from public.days_off
      where host_id = shown.id and day between first_day and coalesce((p_query ->> 'until')::date, first_day + 6)),
    'absences', (
      select coalesce(jsonb_agg(jsonb_build_object('id', away.id, 'from', away.starts_at, 'until', away.ends_at,
        'coveredBy', case when cover.id is not null then jsonb_build_object('id', cover.id, 'name', cover.name) end)
        order by away.starts_at, away.id), '[]')
      from public.absences as away left join public.care_team as cover on cover.id = away.covered_by and cover.deactivated_at is null
      where away.host_id = shown.id and away.ends_at > least(starts, now())),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role,
        'hasLeft', person.deactivated_at is not null) order by person.name, person.id), '[]')
      from public.care_team as person
      where role in ('coach', 'clinician') and (deactivated_at is null or is_administrator and exists (
        select from public.appointments where host_id = person.id and status = 'booked' and starts_at > now()))),
    'kinds', case when is_administrator then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by name, slug), '[]')
      from public.appointment_types
      where exists (
        select from public.appointment_type_hosts join public.care_team as host on host.id = host_id
        where appointment_type_id = appointment_types.id and active)) end,
    'reader', jsonb_build_object('id', reader.id, 'role', reader.role, 'timeZone', reader.time_zone));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_call_outcome(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_call uuid, p_outcome text, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  call public.appointments;
begin
  if earlier is not null then
    return earlier;
  end if;
  select * into call from public.appointments where id = p_call for no key update;
  if call.host_id is distinct from person.id and person.role <> 'clinician' and not exists (
    select from private.hand_offs where key = 'call-without-outcome:' || p_call and to_id = person.id) then
    perform private.refuse_team('PT403', 'not_allowed', 'You don’t host this call.');
  end if;
  perform private.require_record('appointments', call.user_id);
  if call.status <> 'booked' or call.starts_at > now() or call.outcome_at <= private.undone_since() then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when call.status <> 'booked' then 'This call was canceled.'
      when call.starts_at > now() then 'This call has not started yet.'
      else 'The outcome of this call was set more than a day ago.' end);
  end if;
  update public.appointments set outcome = p_outcome, outcome_at = coalesce(outcome_at, now()) where id = p_call;
  return private.keep_answer(p_request, jsonb_build_object('id', p_call));
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
    perform private.add_audit_line('delete', 'team_absences', absence.host_id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  elsif earlier is null then
    perform private.require_calendar(reader, (p_change ->> 'person')::uuid);
    -- A booking that has begun is seen here, and one that begins later sees the absence.
    select * into person from public.care_team
    where id = (p_change ->> 'person')::uuid and role in ('coach', 'clinician') and deactivated_at is null for no key update;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'Only coaches and clinicians have time off.');
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
    perform private.add_audit_line('insert', 'team_absences', person.id, reader.id);
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
      perform private.refuse_team('PT409', 'already_invited', 'This address is already invited.');
    end if;
    perform public.invite_patient(p_change, true, p_change -> 'mail');
    perform private.add_audit_line('insert', 'invitation', private.invited_subject(invited_email), person.id);
  else
    -- In the order in which a change of address takes them, so that neither waits for the other.
    perform from auth.users where email = invited_email for update;
    invitation := private.require_invitation(invited_email);
    case p_change ->> 'action'
      when 'send-again' then
        if exists (select from public.customers where customer_email = invited_email) then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has already signed in.');
        elsif invitation.emailed_at > now() - interval '1 day' then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'We sent this email less than a day ago.');
        end if;
        perform private.email_invitation(invited_email, p_change -> 'mail');
        perform private.add_audit_line('update', 'invitation', private.invited_subject(invited_email), person.id);
      when 'revoke' then
        perform private.add_audit_line('delete', 'invitation', private.invited_subject(invited_email), person.id);
        update public.invitations set revoked_at = now() where email = invited_email;
      when 'correct' then
        perform private.correct_invited_address(invited_email, p_change ->> 'to');
        invited_email := p_change ->> 'to';
        perform private.email_invitation(invited_email, p_change -> 'mail');
        perform private.add_audit_line('update', 'invitation', private.invited_subject(invited_email), person.id);
    end case;
  end if;
  return private.keep_answer(p_request, jsonb_build_object('email', invited_email));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_decide(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  wanted constant text := p_act ->> 'decision';
  rule constant text := split_part(p_act ->> 'key', ':', 1);
  last public.attention_decisions;
  seen integer;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_patient is not null and not private.may_decide(person, p_patient, p_act ->> 'key') then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this item.');
  elsif p_patient is not null then
    -- Whom something was handed to decides that, and opens nothing else.
    perform private.require_record(case when person.role = 'administrator' then 'kit'
      when person.role = 'coach' and not private.cares_for(person.id, p_patient) then 'identity' else 'attention' end, p_patient);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('attention ' || (p_act ->> 'key'), 0));
  select * into last from public.attention_decisions where key = p_act ->> 'key' order by version desc limit 1;
  seen := coalesce((p_act ->> 'version')::integer,
    case when coalesce(last.person_id, person.id) = person.id or last.to_id = person.id or last.decision in ('reopen', 'done')
      then coalesce(last.version, 0) else -1 end);
  if coalesce(last.decision = 'done', false) <> (wanted = 'reopen') or seen <> coalesce(last.version, 0)
    or wanted = 'reopen' and last.decided_at <= private.undone_since()
    or wanted = 'take' and coalesce(last.decision in ('take', 'contact', 'remind') and last.person_id = person.id, false)
    or wanted = 'release' and not coalesce(last.decision in ('take', 'contact', 'remind') and last.person_id = person.id, false) then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when last.decision is null then 'This item has changed. Reload Today to see it.'
      else format('%s already %s.', last.person_name, case last.decision
        when 'take' then 'took this' when 'release' then 'released this' when 'done' then 'marked this done'
        when 'contact' then 'tried to reach the patient' when 'remind' then 'set a reminder for this'
        when 'hand-over' then 'handed this off' else 'reopened this' end) end);
  end if;
  if wanted = 'done' and p_act ->> 'outcome' <> all (private.ends_with(rule)) then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t end this item that way.');
  elsif wanted = 'remind' and not private.can_be_put_off(rule) then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t set a reminder for an urgent item.');
  elsif wanted = 'hand-over' then
    if (p_act ->> 'to')::uuid = person.id then
      perform private.refuse_team('PT403', 'not_allowed', 'Hand this off to a colleague, not to yourself.');
    end if;
    perform from public.care_team as colleague where id = (p_act ->> 'to')::uuid and private.is_member(colleague) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
    end if;
  end if;
  insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role,
    seen_until, remind_at)
  values (p_act ->> 'key', coalesce(last.version, 0) + 1, p_patient, wanted, p_act ->> 'outcome', nullif(p_act ->> 'words', ''),
    (p_act ->> 'to')::uuid, person.id, person.name, person.role,
    case when wanted = 'done' then (p_act ->> 'seenUntil')::timestamptz end,
    case when wanted in ('contact', 'remind') then (p_act ->> 'remindAt')::timestamptz end);
  return private.keep_answer(p_request, jsonb_build_object('key', p_act ->> 'key', 'version', coalesce(last.version, 0) + 1));
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
    perform private.refuse_team('PT409', 'already_in_team', 'This person is already on the team.');
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
  perform private.add_audit_line('insert', 'team_invitation', person.id, p_by);
  return person.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invited_name(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  name constant text := (select first_name from public.invitations where email = p_email);
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  if name is null then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this invitation.');
  end if;
  return name;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_open_with_reason(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_category text, p_words text, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  opened public.record_openings;
begin
  if earlier is not null then
    return earlier;
  elsif not exists (select from public.customers where user_id = p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  end if;
  insert into public.record_openings (user_id, person_id, category, words) values (p_patient, acting, p_category, p_words)
  returning * into opened;
  return private.keep_answer(p_request, jsonb_build_object('until', opened.ends_at));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_patient(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  known private.patient_directory;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  elsif not known.is_open then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', private.listed_name(known), 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers,staff_notes,patient_alerts,follow_ups,attention}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        private.kit_of(p_patient) as kit, private.alerts_of(p_patient) as alerts,
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'role', role) order by name), '[]')
          from public.care_team as member
          where id <> person.id and role in ('coach', 'clinician') and private.is_member(member)) as colleagues,
        private.record_facts(p_patient) as facts,
        private.treatment_cycle(p_patient) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_picture(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_picture uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  picture public.message_pictures;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  select * into picture from public.message_pictures where id = p_picture;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this picture.');
  end if;
  perform private.enter_thread((select thread_id from public.messages where id = picture.message_id));
  return jsonb_build_object('name', picture.name, 'type', picture.type, 'place', picture.place);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_resend_emails(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  earlier jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier := private.earlier_answer(p_request);
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('identity', p_patient);
  if private.send_parked_again(p_patient) = 0 then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone already resent these emails.');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('email', (
    select customer_email from public.customers where user_id = p_patient)));
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
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else already changed this link.');
  end if;
  insert into public.kit_requests as kit (user_id, person_id, person_name, sent_on, sent_at)
  values (patient, person.id, person.name, (p_kit ->> 'sentOn')::date, now())
  on conflict (user_id) do update set sent_on = excluded.sent_on, sent_at = coalesce(kit.sent_at, excluded.sent_at);
  perform private.email_update(patient, 'kit-sent:' || patient, p_kit -> 'mail');
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
      'Only coaches and clinicians who finished setup and whose role a clinician agreed to can take calls.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'We can’t find this call type.');
  end if;
  delete from public.appointment_type_hosts where host_id = p_person;
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds);
  perform private.add_audit_line('update', 'team_hosts', p_person, p_by);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_hours(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_hours jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  person constant uuid := (p_hours ->> 'person')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_calendar(reader, person);
  -- Bookings wait for the same row.
  perform from public.care_team where id = person and role in ('coach', 'clinician') and deactivated_at is null for no key update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'Only coaches and clinicians have call hours.');
  elsif p_hours -> 'before' <> private.hours_of(person) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else changed these hours. Reload the page to see their version.');
  end if;
  delete from public.availability where host_id = person;
  insert into public.availability (host_id, weekday, starts_at, ends_at)
  select person, (line ->> 'weekday')::integer, (line ->> 'from')::time, (line ->> 'until')::time
  from jsonb_array_elements(p_hours -> 'hours') as line;
  perform private.add_audit_line('update', 'team_hours', person, reader.id);
  return private.keep_answer(p_request, jsonb_build_object('hours', private.hours_of(person)));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_identity(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_identity jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  earlier jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier := private.earlier_answer(p_request);
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('contact', p_patient);
  perform private.set_identity(p_patient, p_identity);
  return private.keep_answer(p_request, jsonb_build_object('id', p_patient));
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_completion(p_act uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid := auth.uid();
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can undo only their own phases';
  end if;
  perform from public.customers where user_id = patient for no key update;
  if p_act is null or p_act is distinct from (select act from private.last_undoable_act(patient)) then
    raise exception using errcode = '42501', message = 'This can no longer be undone';
  end if;
  delete from public.completed_phases where user_id = patient and act = p_act;
end $function$
;

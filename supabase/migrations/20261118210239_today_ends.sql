-- Decisions: what was tried, what was put off, and ends of their own for what contact alone does not solve.
alter table public.attention_decisions add column remind_at timestamptz;
alter table public.attention_decisions drop constraint attention_decisions_decision_check;
alter table public.attention_decisions add constraint attention_decisions_decision_check
  check (decision in ('take', 'release', 'contact', 'remind', 'done', 'hand-over', 'reopen'));
alter table public.attention_decisions drop constraint attention_decisions_outcome_check;
alter table public.attention_decisions add constraint attention_decisions_outcome_check
  check (outcome in ('spoke', 'wrote', 'booked', 'nothing', 'emergency-care', 'unreachable', 'kept-blocked', 'discarded',
    'voicemail', 'no-answer', 'still-unclear'));
alter table public.attention_decisions drop constraint only_done_has_an_outcome;
alter table public.attention_decisions add constraint only_done_has_an_outcome
  check ((decision in ('done', 'contact')) = (outcome is not null));
alter table public.attention_decisions add constraint an_attempt_ends_nothing check (outcome is null
  or (decision = 'contact') = (outcome in ('voicemail', 'no-answer', 'still-unclear')));
alter table public.attention_decisions add constraint a_reminder_has_a_time check (case decision
  when 'remind' then remind_at is not null when 'contact' then true else remind_at is null end);
alter table public.attention_decisions add constraint a_reminder_is_soon check (remind_at <= decided_at + interval '8 days');
alter table public.safety_checks add column kept_at timestamptz;

-- What it answers has changed.
drop function private.care_status(uuid);

CREATE OR REPLACE FUNCTION private.attention_rows(p_users uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with listed as materialized (
      select id, coach_id, stage, private.present_body(id) as body, 500 as newest
      from private.patient_directory where id = any (p_users) and is_open)
    select coalesce(json_agg(json_build_object(
      'id', listed.id,
      'coachId', nullif(coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', private.zone_of_patient(listed.id),
      'isInTreatment', stage = 3,
      'pregnancyTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', private.epoch_ms(created_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'
          order by created_at desc limit newest) as test),
      'ovulationTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on, 'at', private.epoch_ms(taken_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'ovulation'
          order by created_at desc limit newest) as test),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
          'byClinician', recorded_by_role is not distinct from 'clinician', 'receivedAt', private.epoch_ms(created_at))), '[]')
        from (select * from public.outcome_events where user_id = listed.id and withdrawn_at is null
          order by created_at desc limit newest) as event),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from (select * from public.periods where user_id = listed.id and body = listed.body and withdrawn_at is null
          order by day desc limit newest) as period),
      'bodySince', private.body_since(listed.id),
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      -- Urgent and other symptoms each have their own 500, so that many mild ones never hide an urgent one.
      'symptoms', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'isUrgent', urgent,
          'signs', signs, 'strength', strength)), '[]')
        from (
          (select * from public.symptom_reports where user_id = listed.id and urgent order by created_at desc limit newest)
          union all
          (select * from public.symptom_reports where user_id = listed.id and not urgent order by created_at desc limit newest)) as symptom),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', private.epoch_ms(at),
          'reportedAt', private.epoch_ms(reported_at))), '[]')
        from (select * from public.treatment_day_timers where user_id = listed.id order by at desc limit newest) as timer),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6)), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'applicator-use'
          order by created_at desc limit newest) as survey),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          order by created_at desc limit newest) as survey
        where answers ->> 'response' = 'uncertain'),
      -- Only checks that block treatment: others need no one, and must not push out one that does.
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null, 'reasons', reasons, 'answers', answers)), '[]')
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as safety_check),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(starts_at), 'endsAt', private.epoch_ms(ends_at),
          'hostId', host_id, 'outcome', outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place'
          order by ends_at desc limit newest) as call),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'dueAt', private.epoch_ms(due_at),
          'topic', (select topic from public.message_threads where message_threads.id = thread_id),
          'firstWords', left(regexp_replace(trim(text), '\s+', ' ', 'g'), 120))), '[]')
        from private.waiting_messages(listed.id)),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from private.unread_by_patient(listed.id)),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'concern', asked.concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and concern = asked.concern
          order by created_at desc limit newest) as message),
      'lastPeriodAt', (select private.epoch_ms(max(created_at)) from public.periods
        where user_id = listed.id and kind = 'period' and withdrawn_at is null),
      'lastPhaseAt', (select private.epoch_ms(max(completed_at)) from public.completed_phases
        where user_id = listed.id and stage_number = 3),
      'lastLogAt', private.epoch_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'ovulation'),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')::jsonb
    from listed);
end $function$
;

CREATE OR REPLACE FUNCTION private.care_status(p_user uuid, OUT state text, OUT status text, OUT after_positive boolean, OUT after_loss boolean, OUT asks_for_status boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fact record;
  before_pause text := 'treatment';
  last_sure text := 'treatment';
  positive_in integer[] := '{}'::integer[];
  open_in integer;
  -- When the loss since the last resume was first told: whoever decided before could not know of it.
  loss_reported_at timestamptz;
  -- What a clinician is asked to decide, and when one last did (domain/care-state/turning-points.ts).
  before text;
  was_open boolean;
  loss_asked_at timestamptz;
  end_asked_at timestamptz;
  decided_at timestamptz;
begin
  state := 'treatment';
  after_loss := false;
  after_positive := false;
  for fact in
    -- The portal knows moments to the millisecond.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id, false as by_clinician
    from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id, recorded_by_role is not distinct from 'clinician'
    from public.outcome_events where user_id = p_user and withdrawn_at is null
    order by day, arrived_at, id
  loop
    before := state;
    was_open := after_positive;
    case fact.kind
      when 'positive' then
        positive_in := positive_in || fact.cycle;
        if state <> 'after-loss' and not after_positive then
          state := 'pregnant';
        end if;
      when 'negative' then
        if state = 'pregnant' then
          state := 'unsure';
          open_in := fact.cycle;
        elsif state = 'unsure' and not after_positive then
          state := case when after_loss then 'stopped' else 'treatment' end;
        end if;
      when 'unclear' then
        if state <> 'after-loss' and not after_positive then
          state := 'unsure';
          open_in := fact.cycle;
        end if;
      when 'loss' then
        state := 'after-loss';
        after_loss := true;
        loss_reported_at := least(loss_reported_at, fact.arrived_at);
      when 'stop' then
        state := 'stopped';
      when 'pause' then
        if state in ('treatment', 'unsure') and not after_positive then
          before_pause := state;
          state := 'paused';
        end if;
      when 'resume' then
        if state in ('paused', 'after-loss', 'stopped') then
          if fact.arrived_at < loss_reported_at then
            state := 'after-loss';
          elsif state = 'paused' then
            state := before_pause;
            positive_in := '{}';
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_reported_at := null;
          end if;
        end if;
      when 'resolve' then
        case
          when fact.resolved_to = 'after-loss' then
            state := 'after-loss';
            after_loss := true;
            loss_reported_at := least(loss_reported_at, fact.arrived_at);
          when fact.arrived_at < loss_reported_at then
            state := 'after-loss';
          when fact.resolved_to = 'pregnant' then
            state := 'pregnant';
            positive_in := positive_in || fact.cycle;
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_reported_at := null;
        end case;
    end case;
    -- Since the last resume, in the same treatment cycle.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
    if after_positive and not was_open
      or (fact.kind = 'loss' or fact.resolved_to = 'after-loss') and before <> 'after-loss' then
      loss_asked_at := fact.arrived_at;
    end if;
    if fact.kind = 'positive' and before in ('after-loss', 'stopped') then
      end_asked_at := fact.arrived_at;
    end if;
    if fact.by_clinician and fact.kind in ('loss', 'resolve') then
      decided_at := greatest(decided_at, fact.arrived_at);
    end if;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
  asks_for_status := coalesce(
    state in ('unsure', 'after-loss') and loss_asked_at > coalesce(decided_at, '-infinity')
    or state in ('after-loss', 'pregnant') and end_asked_at > coalesce(decided_at, '-infinity'), false);
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
  select * into standing from private.care_status(p_patient);
  if p_act ->> 'seen' <> standing.state or private.refuses_outcome(p_patient, decided, 'clinician') then
    perform private.refuse_changed_state(standing.state);
  elsif private.refuses_outcome(p_patient, decided, p_role) then
    perform private.refuse_team('PT403', 'not_allowed', case decided
      when 'resolve' then 'A clinician sets this pregnancy status.'
      else 'After a loss, a clinician decides when treatment resumes.' end);
  elsif decided = 'loss' and not (standing.asks_for_status and p_role = 'clinician') and not private.may_be_pregnant(p_patient) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'No applicator was used and no pregnancy test was positive in the last 10 months. Check the record again.');
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

CREATE OR REPLACE FUNCTION private.ended_today(p_person public.care_team)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', done.key, 'version', done.version, 'patientId', done.user_id,
      'outcome', done.outcome, 'words', done.words, 'by', done.person_name, 'at', done.decided_at) order by done.decided_at desc, done.key), '[]')
    from public.attention_decisions as done
    where decision = 'done' and decided_at > private.undone_since()
      and (person_role = 'administrator') = (p_person.role = 'administrator')
      and not exists (select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
      and (user_id is null or private.sees_patient(p_person, user_id)));
end $function$
;

CREATE OR REPLACE FUNCTION private.last_decisions(p_users uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', last.key, 'patientId', last.user_id, 'version', last.version, 'decision', last.decision,
      'at', private.epoch_ms(last.decided_at), 'seenUntil', private.epoch_ms(last.seen_until), 'remindAt', private.epoch_ms(last.remind_at),
      'by', (select jsonb_build_object('id', id, 'name', name, 'role', role) from public.care_team
        where id = last.person_id and deactivated_at is null),
      'to', (select jsonb_build_object('id', id, 'name', name) from private.hand_offs as handed join public.care_team on id = to_id
        where handed.key = last.key and deactivated_at is null),
      'handover', (
        select jsonb_build_object('by', person_name, 'words', words, 'at', private.epoch_ms(decided_at))
        from public.attention_decisions as handed where handed.key = last.key and decision = 'hand-over'
        order by version desc limit 1))), '[]')
    from (
      select distinct on (key) * from (
        select decided.* from unnest(p_users) as asked (id)
        cross join lateral (select * from public.attention_decisions where user_id = asked.id) as decided
        union all
        select * from public.attention_decisions where user_id is null) as known
      order by key, version desc) as last);
end $function$
;

CREATE OR REPLACE FUNCTION private.record_facts(p_patient uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant uuid := private.present_body(p_patient);
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", case when logged_by is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy"
          from public.test_results where user_id = p_patient order by taken_at desc limit 1000) as line) as results,
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at
          from public.survey_responses where user_id = p_patient order by created_at desc limit 1000) as line) as surveys,
        (select coalesce(json_agg(line), '[]') from (
          select id, phase_id as phase, cycle_number as cycle, completed_at as at
          from public.completed_phases where user_id = p_patient limit 1000) as line) as phases,
        (select coalesce(json_agg(line), '[]') from (
          select calls.id, calls.name, starts_at as "startsAt", ends_at as "endsAt", status,
            (select outcome from public.appointments where appointments.id = calls.id) as outcome,
            json_build_object('name', host.name, 'role', host.role) as host
          from public.calls join public.care_team as host on host.id = host_id
          where calls.user_id = p_patient order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who
          from public.patient_contacts where user_id = p_patient order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select note.id, kind, reference, title, noted_on as "notedOn", content as text,
            coalesce(note.signed_at, created_at) as at,
            private.author_words(note.author_name, note.author_role, note.signed_at) as author,
            private.addenda_of(note.id) as addenda,
            (select json_build_object('reason', reason, 'author', private.author_words(author_name, author_role, signed_at))
              from public.note_withdrawals where note_id = note.id) as withdrawn
          from private.written_notes as note where note.user_id = p_patient
          order by coalesce(note.signed_at, created_at) desc limit 1000) as line) as notes,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, cycle, until, reason, resolved_to as "resolvedTo", created_at as "receivedAt",
            case when recorded_by_name is not null
              then json_build_object('name', recorded_by_name, 'role', recorded_by_role) end as who,
            case when withdrawn_at is not null then json_build_object('at', withdrawn_at, 'who',
              case when withdrawn_by_name is not null
                then json_build_object('name', withdrawn_by_name, 'role', withdrawn_by_role) end) end as "takenBack"
          from public.outcome_events where user_id = p_patient order by day desc, created_at desc limit 1000) as line) as outcomes,
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, taken_on as "takenOn", taken_back_at as at,
            json_build_object('name', person_name, 'role', person_role) as who
          from public.results_taken_back where user_id = p_patient
          order by taken_back_at desc limit 1000) as line) as "takenBack",
        (select coalesce(json_agg(line), '[]') from (
          select id, signs, strength, since, words, urgent, created_at as at
          from public.symptom_reports where user_id = p_patient order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, coalesce(body = present, false) as "isOfPresentBody"
          from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000) as line) as periods,
        private.body_since(p_patient) as "bodySince",
        (select coalesce(json_agg(line), '[]') from (
          select id, action, at
          from public.treatment_day_timers where user_id = p_patient order by at desc limit 1000) as line) as timers,
        (select coalesce(json_agg(line), '[]') from (
          select safety_checks.id, cycle, outcome, reasons, answers, corrected, safety_checks.created_at as at,
            case when cleared_at is not null then json_build_object('at', cleared_at, 'words', cleared_words, 'who',
              case when person.name is not null then json_build_object('name', person.name, 'role', person.role) end)
            end as cleared
          from public.safety_checks left join public.care_team as person on person.id = cleared_by
          where safety_checks.user_id = p_patient
          order by safety_checks.created_at desc limit 1000) as line) as "safetyChecks",
        (select coalesce(json_agg(line), '[]') from (
          select id, key, decision, outcome, words, remind_at as "remindAt", decided_at as at,
            (select name from public.care_team where care_team.id = to_id) as "to",
            json_build_object('name', person_name, 'role', person_role) as who
          from public.attention_decisions where user_id = p_patient and person_role <> 'administrator'
          order by decided_at desc limit 1000) as line) as decisions
    ) as facts);
end $function$
;

CREATE OR REPLACE FUNCTION private.refuses_outcome(p_user uuid, p_kind text, p_who text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_kind
    when 'loss' then false
    when 'stop' then state = 'stopped'
    when 'pause' then after_positive or state not in ('treatment', 'paused', 'unsure')
    when 'resume' then case
      when state = 'paused' then false
      when state = 'after-loss' or state = 'stopped' and after_loss then p_who <> 'clinician'
      when state = 'stopped' then p_who = 'patient'
      else true end
    when 'resolve' then case when asks_for_status then p_who <> 'clinician' else state <> 'unsure' or p_who = 'patient' end
  end from private.care_status(p_user)
$function$
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
    perform private.refuse_team('PT403', 'not_allowed', 'This is no call of yours.');
  end if;
  perform private.require_record('appointments', call.user_id);
  if call.status <> 'booked' or call.starts_at > now() or call.outcome_at <= private.undone_since() then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when call.status <> 'booked' then 'This call was cancelled.'
      when call.starts_at > now() then 'This call has not begun.'
      else 'The outcome of this call was set more than a day ago.' end);
  end if;
  update public.appointments set outcome = p_outcome, outcome_at = coalesce(outcome_at, now()) where id = p_call;
  return private.keep_answer(p_request, jsonb_build_object('id', p_call));
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
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such item.');
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
      when last.decision is null then 'This item has changed meanwhile.'
      else format('%s already %s.', last.person_name, case last.decision
        when 'take' then 'took this' when 'release' then 'released this' when 'done' then 'marked this done'
        when 'contact' then 'tried to reach the patient' when 'remind' then 'put this off'
        when 'hand-over' then 'handed this off' else 'reopened this' end) end);
  end if;
  if wanted = 'done' and p_act ->> 'outcome' <> all (private.ends_with(rule)) then
    perform private.refuse_team('PT403', 'not_allowed', 'This item does not end like that.');
  elsif wanted = 'remind' and not private.can_be_put_off(rule) then
    perform private.refuse_team('PT403', 'not_allowed', 'An urgent item cannot be put off.');
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

CREATE OR REPLACE FUNCTION public.team_keep_blocked(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
  other text;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  answer := private.earlier_answer(p_request);
  if answer is not null then
    return answer;
  end if;
  perform private.require_record('safety_checks', p_patient);
  answer := public.team_decide(p_user, p_session, p_roles, p_reads, p_patient, p_act - 'mail' - 'others');
  -- What else asks about the same check: one review answers all of it.
  for other in select jsonb_array_elements_text(coalesce(p_act -> 'others', '[]')) loop
    perform public.team_decide(p_user, p_session, p_roles, p_reads, p_patient,
      jsonb_build_object('key', other, 'decision', 'done', 'outcome', 'kept-blocked', 'words', p_act ->> 'words',
        'version', (select coalesce(max(version), 0) from public.attention_decisions where key = other)));
  end loop;
  -- A colleague who clears it right now is first, or waits.
  perform from public.customers where user_id = p_patient for update;
  update public.safety_checks set kept_at = now()
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
  perform private.email_update(p_patient, 'check-kept:' || id, p_act -> 'mail') from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  return private.keep_answer(p_request, answer);
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
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such patient.');
  elsif not known.is_open then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers,attention}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        private.kit_of(p_patient) as kit,
        private.record_facts(p_patient) as facts,
        private.treatment_cycle(p_patient) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $function$
;

CREATE OR REPLACE FUNCTION private.can_be_put_off(p_rule text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_rule not in ('possible-loss', 'answer-today', 'urgent-symptoms', 'self-harm', 'asks-for-a-call', 'urgent-message')
$function$
;

revoke all on function private.can_be_put_off(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.ends_with(p_rule text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_rule in ('possible-loss', 'positive-after-end', 'call-without-outcome', 'message-waits', 'kit-to-send', 'mail-not-delivered')
      then '{}'::text[]
    when p_rule in ('safety-check', 'answer-today') then '{kept-blocked}'
    when p_rule = 'note-not-signed' then '{discarded}'
    when p_rule in ('urgent-symptoms', 'cap-too-long', 'self-harm', 'asks-for-a-call', 'urgent-message')
      then '{spoke,emergency-care,unreachable}'
    else '{spoke,wrote,booked,nothing}' end
$function$
;

revoke all on function private.ends_with(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_be_pregnant(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since constant date := (now() - interval '10 months')::date;
begin
  return exists (select from public.test_results
      where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive' and taken_on >= since)
    or exists (select from jsonb_array_elements_text(private.applicators_used_on(p_user)) as day where day::date >= since);
end $function$
;

revoke all on function private.may_be_pregnant(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.resend_to_new_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_parked_again(new.user_id);
  return null;
end $function$
;

revoke all on function private.resend_to_new_address() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.send_parked_again(p_patient uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  count integer;
begin
  update public.outbox as message
  set parked_at = null, attempts = 0, send_after = now(), lease = null, leased_until = null, last_error = null,
    recipient = case channel when 'email' then customer_email else recipient end
  from public.customers
  where customers.user_id = p_patient and message.user_id = p_patient and parked_at is not null;
  get diagnostics count = row_count;
  return count;
end $function$
;

revoke all on function private.send_parked_again(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_resend_emails(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('identity', p_patient);
  if private.send_parked_again(p_patient) = 0 then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'These emails were sent meanwhile.');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('email', (
    select customer_email from public.customers where user_id = p_patient)));
end $function$
;

revoke all on function public.team_resend_emails(uuid,uuid,text[],text[],uuid,jsonb) from public, anon, authenticated, service_role;

create or replace view private.hand_offs as
 SELECT key,
    user_id,
    to_id
   FROM public.attention_decisions handed
  WHERE ((decision = 'hand-over'::text) AND (to_id <> person_id) AND (NOT (EXISTS ( SELECT
           FROM public.attention_decisions later
          WHERE ((later.key = handed.key) AND (later.version > handed.version) AND (NOT ((later.decision = ANY (ARRAY['take'::text, 'contact'::text, 'remind'::text])) AND (later.person_id = handed.to_id))))))));

CREATE TRIGGER resend_to_new_address AFTER UPDATE OF customer_email ON public.customers FOR EACH ROW WHEN ((old.customer_email IS DISTINCT FROM new.customer_email)) EXECUTE FUNCTION private.resend_to_new_address();

grant execute on function public.team_resend_emails(uuid,uuid,text[],text[],uuid,jsonb) to service_role;
revoke all on function private.care_status(uuid) from public;

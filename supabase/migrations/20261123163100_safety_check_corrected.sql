-- A patient corrects the answers of a safety check for ten minutes. What was sent before stays with the check, as the team saw it.

alter table public.safety_checks
  -- Oldest first, each with the id, the answers, the outcome, its reasons, when it was sent, and the form that sent it.
  add column corrected jsonb not null default '[]'
    constraint corrections_end check (jsonb_typeof(corrected) = 'array' and jsonb_array_length(corrected) <= 20
      and length(corrected::text) <= 60000),
  -- When the first of them was sent; null where nothing was corrected.
  add column first_sent_at timestamptz;

-- The corrected check is a new row: a clinician who has read the one before has to read this one before they clear it. `p_since` is
-- the earliest moment of sending that can still be corrected.
create function public.correct_safety_check(p_user uuid, p_check uuid, p_since timestamptz, p_new jsonb, p_submission uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  old public.safety_checks;
  kept public.safety_checks;
begin
  -- In turn with a clinician who clears it.
  perform from public.customers where user_id = p_user for update;
  select * into kept from public.safety_checks where user_id = p_user and submission_id = p_submission;
  if kept.id is not null then
    return case when kept.answers = p_new -> 'answers'
      then jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons)
      else jsonb_build_object('problem', 'reused') end;
  end if;
  select * into old from public.safety_checks where id = p_check and user_id = p_user;
  if old.id is null or exists (select from public.safety_checks where user_id = p_user and created_at > old.created_at) then
    return jsonb_build_object('problem', 'not_newest');
  elsif old.cleared_at is not null or (
    select decision from public.attention_decisions where key = 'safety-check:' || old.id
    order by version desc limit 1) = 'done' then
    return jsonb_build_object('problem', 'decided');
  elsif coalesce(old.first_sent_at, old.created_at) < p_since or jsonb_array_length(old.corrected) >= 20 then
    return jsonb_build_object('problem', 'too_late');
  end if;
  delete from public.safety_checks where id = old.id;
  insert into public.safety_checks
    (user_id, submission_id, answers, outcome, reasons, cycle, peak_day, on_day, body, first_sent_at, corrected)
  values (p_user, p_submission, p_new -> 'answers', p_new ->> 'outcome',
    array(select jsonb_array_elements_text(p_new -> 'reasons')), (p_new ->> 'cycle')::integer, (p_new ->> 'peak_day')::date,
    (p_new ->> 'on_day')::date, old.body, coalesce(old.first_sent_at, old.created_at),
    old.corrected || jsonb_build_object('id', old.id, 'answers', old.answers, 'outcome', old.outcome, 'reasons', old.reasons,
      'at', old.created_at, 'submission_id', old.submission_id))
  returning * into kept;
  return jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons);
end $$;
revoke all on function public.correct_safety_check(uuid, uuid, timestamptz, jsonb, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.correct_safety_check(uuid, uuid, timestamptz, jsonb, uuid) to service_role;

-- Same as 20261120030010_outcomes_of_calls_in_the_record.sql, with the answers of a safety check and what was corrected.
create or replace function private.record_facts(p_patient uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
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
          order by safety_checks.created_at desc limit 1000) as line) as "safetyChecks"
    ) as facts);
end $$;

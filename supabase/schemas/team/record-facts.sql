-- The days of what the record's timeline alone shows from before this day. Kinds and details are those of domain/contracts/team/record-facts.ts.
create function private.earlier_days(p_patient uuid, p_before date, p_zone text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(line), '[]') from (
      select kind, of, json_agg(day) as days from (
        select 'result' as kind, result as of, taken_on as day from public.test_results
        where user_id = p_patient and result_type = 'ovulation' and taken_on < p_before
        union all
        select kind, of, (at at time zone p_zone)::date from (
          select 'survey' as kind, null as of, created_at as at from public.survey_responses
          where user_id = p_patient and survey = 'before-treatment'
          union all
          select 'symptoms', null, created_at from public.symptom_reports where user_id = p_patient
          union all
          select 'call', null, starts_at from public.appointments where user_id = p_patient
          union all
          select 'note', null, coalesce(signed_at, created_at) from private.written_notes where user_id = p_patient
          union all
          select 'contact', how, contacted_at from public.patient_contacts where user_id = p_patient and withdrawn_at is null
          union all
          select 'staff-note', null, written_at from public.staff_notes where user_id = p_patient and withdrawn_at is null
          union all
          select 'follow-up', null, asked_at from public.follow_ups where user_id = p_patient
          union all
          select 'decision', null, decided_at from public.attention_decisions
          where user_id = p_patient and person_role <> 'administrator') as moment
        where at < p_before
        order by day desc limit 3000) as each
      group by kind, of) as line);
end $$;
revoke all on function private.earlier_days(uuid, date, text) from public;

-- Everything the record shows about a patient's health, the newest 1,000 of each kind. domain/record/timeline.ts makes one list of it.
-- p_newest: a record opens with its newest cycle, and with the days alone of what the timeline alone shows from before it. Two days are
-- added, because the timeline's days are the reader's, and the tests' and periods' the patient's.
create function private.record_facts(p_patient uuid, p_newest boolean) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  reader constant uuid := (private.named_person()).id;
  readers_zone constant text := (private.named_person()).time_zone;
  undone_since constant timestamptz := private.undone_since();
  present constant uuid := private.present_body(p_patient);
  whole_from constant date := coalesce(case when p_newest then (
    select max(day) - 2 from public.periods
    where user_id = p_patient and kind = 'period' and body = present and withdrawn_at is null) end, '-infinity');
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy"
          from public.test_results
          where user_id = p_patient and (taken_on >= whole_from or result_type <> 'ovulation')
          order by taken_at desc limit 1000) as line) as results,
        private.earlier_days(p_patient, whole_from, readers_zone) as earlier,
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at, case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(logged_by = reader and created_at > undone_since, false) as "canUndo"
          from public.survey_responses
          where user_id = p_patient and (created_at >= whole_from or survey <> 'before-treatment')
          order by created_at desc limit 1000) as line) as surveys,
        (select coalesce(json_agg(line), '[]') from (
          select id, phase_id as phase, cycle_number as cycle, completed_at as at,
            case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy", result_id is not null as "byTest",
            (select json_build_object('name', name, 'role', role) from public.appointments
              join public.care_team on care_team.id = host_id where appointments.id = fact_id) as "byCallWith"
          from public.completed_phases where user_id = p_patient limit 1000) as line) as phases,
        (select coalesce(json_agg(line), '[]') from (
          select calls.id, calls.name, starts_at as "startsAt", ends_at as "endsAt", status,
            (select outcome from public.appointments where appointments.id = calls.id) as outcome,
            json_build_object('name', host.name, 'role', host.role) as host
          from public.calls join public.care_team as host on host.id = host_id
          where calls.user_id = p_patient and starts_at >= whole_from order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            direction, result, person_id = reader and recorded_at > undone_since as "canUndo"
          from public.patient_contacts
          where user_id = p_patient and withdrawn_at is null and contacted_at >= whole_from
          order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select id, text, written_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            person_id = reader and written_at > undone_since as "canUndo"
          from public.staff_notes where user_id = p_patient and withdrawn_at is null and written_at >= whole_from
          order by written_at desc limit 1000) as line) as "staffNotes",
        (select coalesce(json_agg(line), '[]') from (
          select id, text, added_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            case when removed_at is not null then json_build_object('at', removed_at, 'who',
              json_build_object('name', removed_by_name, 'role', removed_by_role)) end as removed
          from public.patient_alerts where user_id = p_patient order by added_at desc limit 1000) as line) as alerts,
        (select coalesce(json_agg(line), '[]') from (
          select follow_up.id, text, due_at as "dueAt", asked_at as at, colleague.name as "to",
            json_build_object('name', person_name, 'role', person_role) as who,
            not exists (select from private.open_follow_ups as still where still.id = follow_up.id) as "isDone"
          from public.follow_ups as follow_up join public.care_team as colleague on colleague.id = to_id
          where follow_up.user_id = p_patient and asked_at >= whole_from order by asked_at desc limit 1000) as line) as "followUps",
        (select coalesce(json_agg(line), '[]') from (
          select note.id, kind, reference, title, noted_on as "notedOn", content as text,
            coalesce(note.signed_at, created_at) as at,
            private.author_words(note.author_name, note.author_role, note.signed_at) as author,
            private.addenda_of(note.id) as addenda,
            (select json_build_object('reason', reason, 'author', private.author_words(author_name, author_role, signed_at))
              from public.note_withdrawals where note_id = note.id) as withdrawn
          from private.written_notes as note
          where note.user_id = p_patient and coalesce(note.signed_at, created_at) >= whole_from
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
          select id, signs, strength, since, words, urgent, created_at as at,
            case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(logged_by = reader and created_at > undone_since, false) as "canUndo"
          from public.symptom_reports
          where user_id = p_patient and created_at >= whole_from order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(body = present, false) as "isOfPresentBody", confirmed_at is not null as "isConfirmed"
          from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000) as line) as periods,
        private.body_since(p_patient) as "bodySince",
        (select coalesce(json_agg(line), '[]') from (
          select id, action, at, on_day as "on", reported_at as "reportedAt"
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
          from public.attention_decisions
          where user_id = p_patient and person_role <> 'administrator' and decided_at >= whole_from
          order by decided_at desc limit 1000) as line) as decisions
    ) as facts);
end $$;

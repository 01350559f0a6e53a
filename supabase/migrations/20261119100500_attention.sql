-- What needs somebody of the care team. Items are derived by domain/attention and never stored; stored are the decisions about
-- them, and who has to be looked at from when, so that Today reads the few patients of whom something may be said.

-- How a call went, as its host says.
alter table public.appointments
  add column outcome text check (outcome in ('took-place', 'patient-did-not-come', 'we-could-not')),
  add column outcome_at timestamptz,
  add constraint outcome_has_its_time check ((outcome is null) = (outcome_at is null));
-- Calls whose host has not said how they went, or has no note yet: the others ask for nobody.
create index appointments_unfinished on public.appointments (user_id)
  where status = 'booked' and coalesce(outcome, 'took-place') = 'took-place';

create table public.attention_decisions (
  id uuid primary key default gen_random_uuid(),
  -- By rule and fact. Each decision is one more than the last that was seen, so of two at once one is refused.
  key text not null check (length(key) <= 200),
  version integer not null check (version > 0),
  -- Null for what is about no patient: an invitation, or a colleague.
  user_id uuid references public.customers on delete cascade,
  decision text not null check (decision in ('take', 'done', 'hand-over', 'reopen')),
  outcome text check (outcome in ('spoke', 'wrote', 'booked', 'nothing')),
  words text check (length(words) <= 2000),
  -- Whom it was handed to.
  to_id uuid references public.care_team on delete set null,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician', 'administrator')),
  decided_at timestamptz not null default now(),
  constraint only_done_has_an_outcome check ((decision = 'done') = (outcome is not null)),
  constraint a_handover_has_words check (decision <> 'hand-over' or words is not null),
  unique (key, version)
);
create index attention_decisions_of_patient on public.attention_decisions (user_id, decided_at desc);
create index attention_decisions_newest on public.attention_decisions (decided_at desc) where decision = 'done';
create index attention_decisions_handed on public.attention_decisions (to_id) where to_id is not null;
create index attention_decisions_of_person on public.attention_decisions (person_id, decided_at desc);
alter table public.attention_decisions alter column user_id set statistics 0;
alter table public.attention_decisions enable row level security;
revoke all on public.attention_decisions from anon, authenticated, service_role;
-- What is about no patient is in nobody's log; its row says who decided it.
create trigger audit_attention_decisions after insert or update on public.attention_decisions
  for each row when (new.user_id is not null) execute function private.audit_change();
create trigger audit_deleted_attention_decisions after delete on public.attention_decisions
  for each row when (old.user_id is not null) execute function private.audit_change();

create view private.export_attention_decisions as
  select user_id, decided_at as moment, id, to_jsonb(own) as line from public.attention_decisions as own;
insert into private.export_parts (place, name, needs_consent, max_lines) values (147, 'attention_decisions', true, 10000);

-- From when somebody may have an item. `told_in` is the transaction that told the last of it, so that whoever has looked says so
-- of what they saw.
create table private.attention_looks (
  user_id uuid primary key references public.customers on delete cascade,
  look_at timestamptz not null default now(),
  told_in bigint not null default txid_current(),
  checked_at timestamptz not null default '-infinity'
);
create index attention_looks_due on private.attention_looks (look_at);
create index attention_looks_checked on private.attention_looks (checked_at);
alter table private.attention_looks alter column user_id set statistics 0;
alter table private.attention_looks enable row level security;
revoke all on private.attention_looks from public, anon, authenticated, service_role;

-- What happened before the workspace was there was looked after in another way. A new clinic has no such time.
create table private.attention_began (at timestamptz not null);
alter table private.attention_began enable row level security;
revoke all on private.attention_began from public, anon, authenticated, service_role;
insert into private.attention_began
select case when exists (select from public.customers) then now() else '-infinity' end;

-- The open screens of the team hear that something changed, never what or of whom; once for each transaction.
create function private.tell_team() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('portal.told_team', true) is distinct from txid_current()::text then
    perform set_config('portal.told_team', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:today', true);
  end if;
end $$;

-- Once for each transaction: a thousand rows of one patient are one thing to look at. A record that is being deleted is not looked
-- at again.
create function private.look_at(p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.attention_looks as known (user_id)
  select user_id from public.customers where user_id = any (p_users) order by user_id
  on conflict (user_id) do update set look_at = now(), told_in = excluded.told_in, checked_at = '-infinity'
  where known.told_in <> excluded.told_in;
  perform private.tell_team();
end $$;

create function private.look_at_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from changed) then
    perform private.look_at(array(select distinct user_id from changed));
  end if;
  return null;
end $$;
do $$
declare
  facts text;
begin
  foreach facts in array '{test_results,outcome_events,symptom_reports,periods,treatment_day_timers,survey_responses,safety_checks,
    appointments,medical_notes,consultation_notes,note_withdrawals,account_deletions,kit_requests,attention_decisions}'::text[]
  loop
    execute format('create trigger look_at_added after insert on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_updated after update on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_removed after delete on public.%1$I referencing old table as changed
      for each statement execute function private.look_at_changed()', facts);
  end loop;
end $$;

create function private.look_at_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.look_at(array[new.user_id]);
  return null;
end $$;
create trigger look_at_patient after update of parked_at on public.outbox
  for each row when (new.user_id is not null and old.parked_at is distinct from new.parked_at)
  execute function private.look_at_patient();
create trigger look_at_patient after update of tracking_url on public.customers
  for each row when (old.tracking_url is distinct from new.tracking_url) execute function private.look_at_patient();

-- Consents, invitation, coach, stage and cycle all stand in the directory.
create function private.look_at_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.look_at(array(select id from after where has_user));
  else
    perform private.look_at(array(
      select id from after join before using (id)
      where (before.is_open, before.coach_id, before.stage, before.cycle)
        is distinct from (after.is_open, after.coach_id, after.stage, after.cycle)));
  end if;
  return null;
end $$;
create trigger look_at_listed after insert on private.patient_directory
  referencing new table as after for each statement execute function private.look_at_listed();
create trigger look_at_relisted after update on private.patient_directory
  referencing old table as before new table as after for each statement execute function private.look_at_listed();

insert into private.attention_looks (user_id) select user_id from public.customers;

create function private.in_ms(p_moment timestamptz) returns numeric
language sql immutable set search_path = '' as $$ select floor(extract(epoch from p_moment) * 1000) $$;

-- Where the patient is, as far as anybody knows.
create function private.zone_of_patient(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select taken_zone from public.test_results where user_id = p_user and taken_zone is not null
      order by created_at desc limit 1),
    (select reminder_zone from public.customers where user_id = p_user),
    (select time_zone from public.appointments where user_id = p_user order by created_at desc limit 1));
end $$;

-- What domain/attention/told.ts reads of each of them. One statement, which PL/pgSQL plans once for a session.
create function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  began constant timestamptz := (select max(at) from private.attention_began);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', listed.id,
      'coachId', nullif(listed.coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', private.zone_of_patient(listed.id),
      'isInTreatment', listed.stage = 3,
      'treatmentCycle', private.treatment_cycle(listed.id),
      'pregnancyTests', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', private.in_ms(created_at))), '[]')
        from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
      'ovulationTests', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'result', result, 'takenOn', taken_on,
          'at', private.in_ms(taken_at))), '[]')
        from public.test_results where user_id = listed.id and result_type = 'ovulation'),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', private.in_ms(created_at))), '[]')
        from public.outcome_events where user_id = listed.id and withdrawn_at is null),
      'periods', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from public.periods where user_id = listed.id and withdrawn_at is null),
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      'symptoms', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'isUrgent', urgent)), '[]')
        from public.symptom_reports where user_id = listed.id and created_at >= began),
      'timers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'action', action, 'at', private.in_ms(at))), '[]')
        from public.treatment_day_timers where user_id = listed.id),
      'applicatorSurveys', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6,
          'isBefore', created_at < began)), '[]')
        from public.survey_responses where user_id = listed.id and survey = 'applicator-use'),
      'uncertain', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at))), '[]')
        from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          and answers ->> 'response' = 'uncertain' and created_at >= began),
      'safetyChecks', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        from public.safety_checks where user_id = listed.id),
      'calls', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(starts_at), 'hostId', host_id,
          'endsAt', private.in_ms(ends_at), 'outcome', call.outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from public.appointments as call
        where user_id = listed.id and status = 'booked' and coalesce(call.outcome, 'took-place') = 'took-place'
          and ends_at >= began),
      'lastLogAt', private.in_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    where is_open);
end $$;

-- Of the administrators: what is to be sent, what did not arrive, and who leaves. Nothing of health.
create function private.administrative_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'timeZone', private.zone_of_patient(listed.id),
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(asked_at), 'at', private.in_ms(asked_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(parked_at), 'callWithinADay', exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between parked_at and parked_at + interval '1 day'))), '[]')
        from public.outbox where user_id = listed.id and parked_at is not null),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(requested_at), 'at', private.in_ms(requested_at),
          'on', private.in_ms(delete_after))
        from public.account_deletions where user_id = listed.id))), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from public.outbox where parked_at is not null
      union select user_id from public.account_deletions) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $$;

-- Who was invited and has not come, and who of the team opened more than five records with a reason on one day of theirs.
create function private.clinic_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'at', private.in_ms(invited_at),
        'id', md5(invitations.email || private.in_ms(invited_at)))), '[]')
      from public.invitations
      where revoked_at is null and invited_at <= now() - interval '7 days'
        and invited_at >= (select max(at) from private.attention_began)
        and not exists (select from public.customers where customer_email = invitations.email)),
    'manyOpenings', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person_id || ':' || day, 'person', name, 'day', day,
        'at', private.in_ms(sixth))), '[]')
      from (
        select person_id, care_team.name, (opened_at at time zone time_zone)::date as day,
          (array_agg(opened_at order by opened_at))[6] as sixth
        from public.record_openings join public.care_team on care_team.id = person_id
        where opened_at > now() - interval '30 days'
        group by 1, 2, 3 having count(*) > 5) as many));
end $$;

-- The last decision about each of these patients' items, or of those about no patient.
create function private.last_decisions(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', last.key, 'version', last.version, 'decision', last.decision,
      'at', private.in_ms(last.decided_at),
      'by', (select jsonb_build_object('id', id, 'name', name) from public.care_team
        where id = last.person_id and deactivated_at is null),
      'to', (select jsonb_build_object('id', id, 'name', name) from public.care_team
        where id = last.to_id and deactivated_at is null),
      'handover', (
        select jsonb_build_object('by', person_name, 'words', words, 'at', private.in_ms(decided_at))
        from public.attention_decisions as handed where handed.key = last.key and decision = 'hand-over'
        order by version desc limit 1))), '[]')
    from (
      select distinct on (key) * from (
        select decided.* from unnest(p_users) as asked (id)
        cross join lateral (select * from public.attention_decisions where user_id = asked.id) as decided
        union all
        select * from public.attention_decisions where user_id is null) as known
      order by key, version desc) as last);
end $$;

revoke all on all functions in schema private from public;

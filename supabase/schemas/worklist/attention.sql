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
  -- Reports of one patient that ask for the same are one item until it is done (domain/worklist/item-with-decision.ts), and the duty phone gets one
  -- text an hour and patient.
  -- Of 'Done': the newest report that the person had seen. One that arrived meanwhile is not done by it.
  seen_until timestamptz,
  constraint only_done_has_an_outcome check ((decision = 'done') = (outcome is not null)),
  constraint a_handover_has_words check (decision <> 'hand-over' or words is not null),
  unique (key, version)
);
alter table public.attention_decisions alter column user_id set statistics 0;
alter table public.attention_decisions enable row level security;
revoke all on public.attention_decisions from anon, authenticated, service_role;
create index attention_decisions_of_patient on public.attention_decisions (user_id, decided_at desc);
create index attention_decisions_newest on public.attention_decisions (decided_at desc) where decision = 'done';
create index attention_decisions_handed on public.attention_decisions (to_id) where to_id is not null;
create index attention_decisions_of_person on public.attention_decisions (person_id, decided_at desc);

-- What is about no patient is in nobody's log; its row says who decided it.
create trigger audit_attention_decisions after insert or update on public.attention_decisions
  for each row when (new.user_id is not null) execute function private.audit_change();

create trigger audit_deleted_attention_decisions after delete on public.attention_decisions
  for each row when (old.user_id is not null) execute function private.audit_change();

-- From when somebody may have an item. `told_in` is the transaction that told the last of it, so that whoever has looked says so
-- of what they saw.
create table private.attention_looks (
  user_id uuid primary key references public.customers on delete cascade,
  look_at timestamptz not null default now(),
  told_in bigint not null default txid_current(),
  checked_at timestamptz not null default '-infinity',
  -- What the last look found; null where the look was one of before.
  items integer,
  is_urgent boolean
);
alter table private.attention_looks alter column user_id set statistics 0;
alter table private.attention_looks enable row level security;
revoke all on private.attention_looks from public, anon, authenticated, service_role;
create index attention_looks_due on private.attention_looks (look_at);
create index attention_looks_checked on private.attention_looks (checked_at);

-- What happened before the workspace was there was looked after in another way. A new clinic has no such time.
create table private.attention_began (
  at timestamptz not null
);
alter table private.attention_began enable row level security;
revoke all on private.attention_began from public, anon, authenticated, service_role;

insert into private.attention_began values ('-infinity');

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

-- What the rules of domain/worklist need of these patients, one row each.
create function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  began constant timestamptz := (select max(at) from private.attention_began);
  newest constant integer := 500;
begin
  return (
    select coalesce(json_agg(json_build_object(
      'id', listed.id,
      'coachId', nullif(listed.coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', coalesce(tests.zone,
        (select reminder_zone from public.customers where user_id = listed.id),
        (select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1)),
      'isInTreatment', listed.stage = 3,
      'treatmentCycle', (
        select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = listed.id and stage_number = 3),
      'pregnancyTests', coalesce(tests.pregnancy, '[]'),
      'ovulationTests', coalesce(tests.ovulation, '[]'),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
        from (select * from public.outcome_events where user_id = listed.id and withdrawn_at is null
          order by created_at desc limit newest) as told),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from (select * from public.periods where user_id = listed.id and body = present.body and withdrawn_at is null
          order by day desc limit newest) as told),
      'bodySince', present.since,
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      'symptoms', coalesce(symptoms.told, '[]'),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', floor(extract(epoch from at) * 1000),
          'reportedAt', floor(extract(epoch from reported_at) * 1000))), '[]')
        from (select * from public.treatment_day_timers where user_id = listed.id order by at desc limit newest) as told),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6,
          'isBefore', created_at < began)), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'applicator-use'
          order by created_at desc limit newest) as told),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          order by created_at desc limit newest) as told
        where answers ->> 'response' = 'uncertain' and created_at >= began),
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        -- Others ask for no one, and must not push out one that blocks treatment.
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as told),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from starts_at) * 1000), 'hostId', host_id,
          'endsAt', floor(extract(epoch from ends_at) * 1000), 'outcome', call.outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place' and ends_at >= began
          order by ends_at desc limit newest) as call),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'dueAt', floor(extract(epoch from due_at) * 1000))), '[]')
        from public.messages as own
        where own.user_id = listed.id and own.due_at is not null and not exists (
          select from public.messages as answer
          where answer.user_id = listed.id and answer.thread_id = own.thread_id and answer.place > own.place and answer.sender = 'team')),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from (
          select distinct on (own.thread_id) own.id, own.created_at from public.messages as own
          where own.user_id = listed.id and own.sender = 'team' and own.place > coalesce((
            select max(read.place) from public.message_reads as read where read.thread_id = own.thread_id and person_id is null), 0)
          order by own.thread_id, own.place) as unread),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'concern', concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and messages.concern = asked.concern
          order by created_at desc limit newest) as told),
      'lastLogAt', floor(extract(epoch from greatest(
        tests.last_at,
        (select created_at from public.periods where user_id = listed.id and withdrawn_at is null order by created_at desc limit 1),
        (select created_at from public.treatment_day_timers where user_id = listed.id order by created_at desc limit 1),
        (select created_at from public.survey_responses where user_id = listed.id order by created_at desc limit 1))) * 1000))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    cross join lateral (
      select max(created_at) as last_at,
        (array_agg(taken_zone order by created_at desc) filter (where taken_zone is not null))[1] as zone,
        json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', floor(extract(epoch from created_at) * 1000))) filter (where result_type = 'PREGNANCY') as pregnancy,
        json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on,
          'at', floor(extract(epoch from taken_at) * 1000))) filter (where result_type = 'ovulation') as ovulation
      from (
        (select * from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'
          order by created_at desc limit newest)
        union all
        (select * from public.test_results where user_id = listed.id and result_type = 'ovulation'
          order by created_at desc limit newest)) as told) as tests
    cross join lateral (
      select json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'isUrgent', urgent)) as told
      from unnest(array[true, false]) as asked (is_urgent)
      cross join lateral (
        select id, created_at, urgent from public.symptom_reports
        where user_id = listed.id and urgent = asked.is_urgent and created_at >= began
        order by created_at desc limit newest) as reported) as symptoms
    -- Once for each of them, not for each of their periods. Where nobody else was ever named it is the patient's own, always.
    cross join lateral (
      select exists (select from public.applicator_agreements where user_id = listed.id)
        or exists (select from public.customers where user_id = listed.id and surrogacy_changed_at is not null)
        or exists (select from public.onboarding_info where user_id = listed.id and family_set_up like '%surrogate%') as is_told
      offset 0) as other
    cross join lateral (
      select case when other.is_told then private.present_body(listed.id) else listed.id end as body,
        case when other.is_told then private.body_since(listed.id) end as since offset 0) as present
    where is_open)::jsonb;
end $$;
alter function private.attention_rows(uuid[]) set plan_cache_mode = force_generic_plan;

-- Leaves out what follows from health: of a day's undelivered emails about it only the first counts, from the next midnight on, and the
-- patient's place in the plan is what their calls say, not their tests.
create function private.administrative_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'timeZone', (
        select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1),
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(asked_at), 'at', private.in_ms(asked_at),
          'addressAt', private.in_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(sent_at),
          'at', private.in_ms(sent_on::timestamp at time zone 'UTC'), 'addressChangedAt',
          case when shipping_changed_at > sent_at then private.in_ms(shipping_changed_at) end)
        from private.kits_on_their_way where user_id = listed.id),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(at), 'callWithinADay', is_office and exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between at and at + interval '1 day')) order by at, id), '[]')
        from (
          select id, parked_at as at, true as is_office from public.outbox as message
          where user_id = listed.id and parked_at is not null and private.is_office_message(message)
          union all
          select first_of_day.id, (first_of_day.day + 1)::timestamp at time zone zone, false
          from (
            select distinct on (day) id, day
            from public.outbox as message cross join lateral (select (parked_at at time zone zone)::date as day) as local
            where user_id = listed.id and not private.is_office_message(message)
              and private.is_undelivered_before_today(message, zone)
            order by day, parked_at, id) as first_of_day) as parked),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(requested_at), 'at', private.in_ms(requested_at),
          'on', private.in_ms(delete_after))
        from public.account_deletions where user_id = listed.id)) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $$;

-- Who was invited and has not come, who on the team opened more than five records with a reason on one day of theirs, and alarms that did
-- not go out.
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
        group by 1, 2, 3 having count(*) > 5) as many),
    'alarmsFailingSince', (select private.in_ms(public.alarms_failing_since())));
end $$;

-- The newest decision about each item, with what its author had seen.
create function private.last_decisions(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', last.key, 'patientId', last.user_id, 'version', last.version, 'decision', last.decision,
      'at', private.in_ms(last.decided_at), 'seenUntil', private.in_ms(last.seen_until),
      'by', (select jsonb_build_object('id', id, 'name', name) from public.care_team
        where id = last.person_id and deactivated_at is null),
      'to', (select jsonb_build_object('id', id, 'name', name) from private.hand_offs as handed join public.care_team on id = to_id
        where handed.key = last.key and deactivated_at is null),
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

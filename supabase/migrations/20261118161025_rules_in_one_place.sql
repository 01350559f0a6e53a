drop policy "Patients take back a result logged by mistake" on public.test_results;

CREATE OR REPLACE FUNCTION private.calendar_calls(p_reader public.care_team, p_host uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_unsettled boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', call.id, 'version', call.sequence,
      'patient', jsonb_build_object('id', listed.id, 'name', listed.name),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', call.starts_at,
      -- How long a call takes tells its kind.
      'endsAt', case when not is_administrator then call.ends_at end,
      'outcome', case when is_administrator then null else call.outcome end,
      'unsettled', call.starts_at > now() and (away.is or host.deactivated_at is not null),
      'mayChange', call.starts_at > now(),
      'mayTell', host.id = p_reader.id and call.starts_at <= now()
        and coalesce(call.outcome_at > private.undone_since(), true)) order by call.starts_at, call.id), '[]') into found
  from public.appointments as call
  join public.appointment_types as kind on kind.id = call.appointment_type_id
  join public.care_team as host on host.id = call.host_id
  join private.patient_directory as listed on listed.id = call.user_id
  cross join lateral (
    select exists (
      select from public.absences
      where absences.host_id = host.id and absences.starts_at < call.ends_at and absences.ends_at > call.starts_at) as is) as away
  where call.status = 'booked' and call.host_id = p_host and call.ends_at > p_from and call.starts_at < p_until
    and listed.is_open and (not p_unsettled or call.starts_at > now() and (away.is or host.deactivated_at is not null));
  perform private.note_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION private.clinic_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'at', sent.at,
        'id', md5(invitations.email || sent.at))), '[]')
      from private.patient_directory as listed
      join public.invitations on invitations.email = listed.email
      cross join lateral (select private.in_ms(private.invitation_sent_at(invitations)) as at) as sent
      where not has_user and private.invitation_state(invitations, false) = 'unused'),
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
      'outcome', done.outcome, 'by', done.person_name, 'at', done.decided_at) order by done.decided_at desc, done.key), '[]')
    from public.attention_decisions as done
    where decision = 'done' and decided_at > private.undone_since()
      and (person_role = 'administrator') = (p_person.role = 'administrator')
      and not exists (select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
      and (user_id is null or private.sees_patient(p_person, user_id)));
end $function$
;

CREATE OR REPLACE FUNCTION private.invitation_state(p_invitation public.invitations, p_signed_in boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_invitation.revoked_at is not null then 'revoked'
    when p_signed_in then 'signed-in'
    when private.invitation_sent_at(p_invitation) <= now() - interval '7 days' then 'unused'
    else 'invited' end;
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
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There is nothing to take back any more. Please look at the record again.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_back_outcome(p_user uuid, p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event public.outcome_events;
begin
  perform from public.customers where user_id = p_user for no key update;
  select * into event from public.outcome_events where id = p_id and user_id = p_user;
  if not found then
    return null;
  end if;
  if event.kind not in ('loss', 'stop') or event.recorded_by is not null
    or event.withdrawn_at is null and (
      event.created_at <= private.undone_since()
      or event.kind = 'stop' and private.care_state(p_user) <> 'stopped') then
    return false;
  end if;
  update public.outcome_events set withdrawn_at = now() where id = p_id and withdrawn_at is null;
  return true;
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
  if call.host_id is distinct from person.id then
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
      when person.role = 'coach' and not private.looks_after(person.id, p_patient) then 'identity' else 'attention' end, p_patient);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('attention ' || (p_act ->> 'key'), 0));
  select * into last from public.attention_decisions where key = p_act ->> 'key' order by version desc limit 1;
  seen := coalesce((p_act ->> 'version')::integer,
    case when coalesce(last.person_id, person.id) = person.id or last.to_id = person.id or last.decision in ('reopen', 'done')
      then coalesce(last.version, 0) else -1 end);
  if coalesce(last.decision = 'done', false) <> (wanted = 'reopen') or seen <> coalesce(last.version, 0)
    or wanted = 'reopen' and last.decided_at <= private.undone_since()
    or wanted = 'take' and coalesce(last.decision = 'take' and last.person_id = person.id, false) then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when last.decision is null then 'This item has changed meanwhile.'
      else format('%s already %s.', last.person_name, case last.decision
        when 'take' then 'took this' when 'done' then 'marked this done'
        when 'hand-over' then 'handed this off' else 'reopened this' end) end);
  end if;
  if wanted = 'hand-over' then
    if (p_act ->> 'to')::uuid = person.id then
      perform private.refuse_team('PT403', 'not_allowed', 'Hand this off to a colleague, not to yourself.');
    end if;
    perform from public.care_team as colleague where id = (p_act ->> 'to')::uuid and private.is_member(colleague) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
    end if;
  end if;
  insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role,
    seen_until)
  values (p_act ->> 'key', coalesce(last.version, 0) + 1, p_patient, wanted, p_act ->> 'outcome', nullif(p_act ->> 'words', ''),
    (p_act ->> 'to')::uuid, person.id, person.name, person.role,
    case when wanted = 'done' then (p_act ->> 'seenUntil')::timestamptz end);
  return private.keep_answer(p_request, jsonb_build_object('key', p_act ->> 'key', 'version', coalesce(last.version, 0) + 1));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page_size constant integer := 50;
  search constant text := private.search_conditions(p_query ->> 'search');
  conditions text := 'true';
  rows jsonb;
  more boolean;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  if search is not null then
    -- Whoever never signed in and was revoked is in no directory.
    conditions := conditions || ' and (email in (select email from private.patient_directory where ' || search || ' limit 1000)
      or revoked_at is not null and exists (select from (select private.unaccented(concat_ws('' '', first_name, last_name, email))
        as search_text) as words where ' || search || '))';
  end if;
  if p_query ? 'state' then
    conditions := conditions || case p_query ->> 'state'
      when 'revoked' then ' and revoked_at is not null'
      when 'signed-in' then ' and revoked_at is null and exists (select from public.customers where customer_email = email)'
      else ' and revoked_at is null and email in (select email from private.patient_directory where not has_user)
        and private.invitation_state(invitations, false) = ' || quote_literal(p_query ->> 'state') end;
  end if;
  if p_query ? 'before' then
    conditions := conditions
      || ' and (invited_at, email) < (select invited_at, email from public.invitations where email = lower($1))';
  end if;
  execute 'with page as (
      select * from public.invitations where ' || conditions || ' order by invited_at desc, email desc limit $2 + 1),
    shown as (
      select * from page order by invited_at desc, email desc limit $2)
    select coalesce(jsonb_agg(jsonb_build_object(''email'', shown.email, ''firstName'', first_name, ''lastName'', last_name,
        ''state'', private.invitation_state(shown::public.invitations, customers.user_id is not null),
        ''invitedAt'', invited_at, ''mailedAt'', mailed_at, ''signedInAt'', customers.created_at, ''patient'', customers.user_id,
        ''mail'', mail.state,
        ''kit'', case when customers.user_id is not null then private.kit_of(customers.user_id) end) order by invited_at desc, shown.email desc), ''[]''),
      (select count(*) > $2 from page)
    from shown
    left join public.customers on customer_email = shown.email
    left join lateral (
      select jsonb_build_object(''state'', case when sent_at is not null then ''sent'' when parked_at is not null then ''parked''
          when dropped_at is not null then ''dropped'' else ''waiting'' end, ''reason'', last_error) as state
      from public.outbox where recipient = shown.email and starts_with(key, ''invitation:'')
      order by created_at desc limit 1) as mail on true'
    into rows, more using p_query ->> 'before', page_size;
  perform private.note_reads('{administrative_summary}', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.note_reads('{identity}', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_missing_for_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_slugs text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object(
    'hasInvited', exists (select from public.invitations),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('isKnown', is_known, 'isTaken', is_taken, 'hasHours', has_hours)), '[]')
      from private.call_types_ready(p_slugs)));
end $function$
;

CREATE OR REPLACE FUNCTION private.call_types_ready(p_slugs text[])
 RETURNS TABLE(slug text, is_known boolean, is_taken boolean, has_hours boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select asked.slug, kind.id is not null,
      exists (
        select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
        where appointment_type_id = kind.id and active),
      exists (
        select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
          join public.availability using (host_id)
        where appointment_type_id = kind.id and active)
    from unnest(p_slugs) with ordinality as asked (slug, place)
    left join public.appointment_types as kind on kind.slug = asked.slug
    order by place;
end $function$
;

revoke all on function private.call_types_ready(text[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.invitation_sent_at(p_invitation public.invitations)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_invitation.mailed_at, p_invitation.invited_at);
end $function$
;

revoke all on function private.invitation_sent_at(public.invitations) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.undone_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select now() - interval '24 hours'
$function$
;

revoke all on function private.undone_since() from public, anon, authenticated, service_role;

create policy "Patients take back a result logged by mistake" on public.test_results as permissive for delete to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.has_consented() AS has_consented) AND (created_at > ( SELECT private.undone_since() AS undone_since))));

grant execute on function private.undone_since() to authenticated;

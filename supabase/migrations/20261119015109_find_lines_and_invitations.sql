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
  -- When the loss since the last resume was first reported. Earlier decisions were made without knowing about it.
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
    -- The portal knows moments to the millisecond. The newest 500 of each are read, as on Today: one patient cannot slow down a list.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id, false as by_clinician
    from (select * from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
      order by created_at desc limit 500) as test
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id, recorded_by_role is not distinct from 'clinician'
    from (select * from public.outcome_events where user_id = p_user and withdrawn_at is null
      order by created_at desc limit 500) as event
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
    -- A positive test since the last resume, in the same treatment cycle as the doubt.
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

CREATE OR REPLACE FUNCTION public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  asked_day constant date := (p_query ->> 'day')::date;
  -- `before` names the last line shown: its moment in microseconds, and how many lines of that moment were shown.
  shown_until constant timestamptz := 'epoch'::timestamptz + split_part(p_query ->> 'before', '-', 1)::bigint * interval '1 microsecond';
  shown_of_it constant integer := coalesce(split_part(p_query ->> 'before', '-', 2)::integer, 0);
  lines jsonb;
  more boolean;
begin
  with page as (
    select line.*, row_number() over (partition by at order by id desc) + case when at = shown_until then shown_of_it else 0 end as place
    from private.find_access_lines(
      private.subjects_of_access_query(p_query), (p_query ->> 'person')::uuid,
      asked_day::timestamp at time zone person.time_zone, (asked_day + 1)::timestamp at time zone person.time_zone,
      shown_until, page_size + 1, shown_of_it) as line),
  shown as (
    select *, trunc(extract(epoch from at) * 1000000)::bigint || '-' || place as name
    from page order by at desc, id desc limit page_size)
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.name, 'at', at, 'why', reason_category,
      'action', case private.kind_for_office(kind, staff_role) when 'care_record' then 'read' else action end,
      'kind', private.kind_for_office(kind, staff_role),
      'person', jsonb_build_object('id', actor.id, 'name', coalesce(actor_name, actor.name),
        'role', coalesce(staff_role, case when actor_name is null then actor.role end)),
      'patient', case when listed.id is not null then jsonb_build_object('id', listed.id, 'name', private.listed_name(listed))
        when since.id is not null then jsonb_build_object('id', since.id, 'name', private.listed_name(since)) end,
      'member', member.name) order by at desc, shown.id desc), '[]'),
    (select count(*) > page_size from page)
  into lines, more
  from shown
  left join public.care_team as actor on actor.id = actor_id
  left join public.care_team as member on member.id = subject_id
  left join private.patient_directory as listed on listed.id = subject_id
  left join private.patient_directory as since on listed.id is null and since.has_user and private.invited_id(since.email) = subject_id;
  perform private.audit_reads('{access_log}', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
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
    -- Locks in the same order as a change of address does, so that the two never deadlock.
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

CREATE OR REPLACE FUNCTION public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page_size constant integer := 50;
  rows jsonb;
  more boolean;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  with page as (
    select * from private.find_invitations(p_query, page_size + 1)),
  shown as (
    select * from page order by invited_at desc, email desc limit page_size)
  select coalesce(jsonb_agg(jsonb_build_object('email', shown.email, 'firstName', first_name, 'lastName', last_name,
      'state', private.invitation_state(shown::public.invitations, customers.user_id is not null),
      'invitedAt', invited_at, 'mailedAt', emailed_at, 'signedInAt', customers.created_at, 'patient', customers.user_id,
      'mail', mail.state,
      'kit', case when customers.user_id is not null then private.kit_of(customers.user_id) end)
      order by invited_at desc, shown.email desc), '[]'),
    (select count(*) > page_size from page)
  into rows, more
  from shown
  left join public.customers on customer_email = shown.email
  left join lateral (
    select jsonb_build_object('state', case when sent_at is not null then 'sent' when parked_at is not null then 'parked'
        when dropped_at is not null then 'dropped' else 'waiting' end, 'reason', last_error) as state
    from public.outbox where recipient = shown.email and starts_with(key, 'invitation:')
    order by created_at desc limit 1) as mail on true;
  perform private.audit_reads('{administrative_summary}', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.audit_reads('{identity}', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $function$
;

CREATE OR REPLACE FUNCTION private.find_access_lines(p_patients uuid[], p_person uuid, p_from timestamp with time zone, p_to timestamp with time zone, p_until timestamp with time zone, p_limit integer, p_offset integer)
 RETURNS SETOF public.audit_log
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query execute $query$
    select line.* from public.audit_log as line
    where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'))
      -- What one person does in a record within 15 minutes is one line to the office.
      and not (private.kind_for_office(kind, staff_role) = 'care_record' and exists (
        select from public.audit_log as earlier
        where earlier.subject_id = line.subject_id and earlier.at between line.at - interval '15 minutes' and line.at
          and (earlier.at, earlier.id) < (line.at, line.id) and earlier.actor_id = line.actor_id
          and earlier.staff_role = line.staff_role and earlier.kind <> 'attention'
          and (earlier.reason_category is not null or line.reason_category is null)
          and private.kind_for_office(earlier.kind, earlier.staff_role) = 'care_record'))
      and ($1 is null or subject_id = any ($1))
      and ($2 is null or actor_id = $2)
      -- Each look at this page adds a line. Without a patient or a person in the query, those lines would hide all others.
      and ($1 is not null or $2 is not null or kind <> 'access_log')
      and ($3 is null or at >= $3) and ($4 is null or at < $4) and ($5 is null or at <= $5)
    order by at desc, id desc limit $6 offset $7
    $query$
  using p_patients, p_person, p_from, p_to, p_until, p_limit, p_offset;
end $function$
;

revoke all on function private.find_access_lines(uuid[],uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_invitations(p_query jsonb, p_limit integer)
 RETURNS SETOF public.invitations
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The directory has everyone but those who were revoked before their first sign-in.
  by_search constant text := format($condition$
    and (email in (select email from private.patient_directory where %1$s limit 1000)
      or revoked_at is not null and exists (
        select from (select private.unaccented(concat_ws(' ', first_name, last_name, email)) as search_text) as words where %1$s))
    $condition$, private.search_conditions(p_query ->> 'search'));
  by_state constant text := case p_query ->> 'state'
    when 'revoked' then 'and revoked_at is not null'
    when 'signed-in' then 'and revoked_at is null and exists (select from public.customers where customer_email = email)'
    else 'and revoked_at is null and email in (select email from private.patient_directory where not has_user)
      and private.invitation_state(invitations, false) = $2' end;
  from_next_page constant text :=
    'and (invited_at, email) < (select invited_at, email from public.invitations where email = lower($1))';
begin
  return query execute concat_ws(' ',
    'select * from public.invitations where true',
    case when private.search_patterns(p_query ->> 'search') is not null then by_search end,
    case when p_query ? 'state' then by_state end,
    case when p_query ? 'before' then from_next_page end,
    'order by invited_at desc, email desc limit $3')
  using p_query ->> 'before', p_query ->> 'state', p_limit;
end $function$
;

revoke all on function private.find_invitations(jsonb,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.subjects_of_access_query(p_query jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_found constant integer := 50;
  patients uuid[];
begin
  if p_query ? 'patient' then
    patients := array[(p_query ->> 'patient')::uuid];
  elsif private.search_patterns(p_query ->> 'search') is not null then
    patients := private.find_patients(jsonb_build_object('search', p_query ->> 'search'), null, null, false, false, max_found, 0);
  end if;
  if patients is null then
    return null;
  end if;
  return patients || array(
    select private.invited_id(email) from private.patient_directory where id = any (patients) and has_user);
end $function$
;

revoke all on function private.subjects_of_access_query(jsonb) from public, anon, authenticated, service_role;

revoke execute on function public.team_no_reply(uuid,uuid,text[],text[],uuid,jsonb,jsonb) from service_role;

drop function public.team_no_reply(uuid,uuid,text[],text[],uuid,jsonb,jsonb);

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

CREATE OR REPLACE FUNCTION private.forget_signals(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from realtime.messages where topic in ('patient:' || p_user_id, 'team:record:' || p_user_id);
exception when insufficient_privilege then
  raise warning 'realtime.messages: %', sqlerrm;
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
  -- 'No reply needed' is about what this person has read: a message that came meanwhile gets no clock of its own while the first one's runs.
  if p_act ->> 'outcome' = 'no-reply' then
    perform private.lock_messages(p_patient);
    if private.has_more_to_read(person.id, split_part(p_act ->> 'key', ':', 2)::uuid) then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'There is more to read. Please open the conversation first.');
    end if;
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

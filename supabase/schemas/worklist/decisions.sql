-- Stores a decision about one item: taken, done, reminded or handed off (never to oneself).
create function public.team_decide(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
    -- A coach who got one item by hand-off can decide that item, and needs no more than the patient's identity.
    perform private.require_record(case when person.role = 'administrator' then 'kit'
      when person.role = 'coach' and not private.cares_for(person.id, p_patient) then 'identity' else 'attention' end, p_patient);
  end if;
  -- 'No reply needed' stops the thread's only clock, so this person must have read every message in the thread.
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
end $$;
revoke all on function public.team_decide(uuid, uuid, text[], text[], uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_decide(uuid, uuid, text[], text[], uuid, jsonb, jsonb) to service_role;

-- A call's outcome. Its host enters it once the call has started, and may correct it for a day. So may a clinician, and the colleague who got
-- the item, in case the host is away or has left.
create function public.team_call_outcome(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_call uuid, p_outcome text,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  call public.appointments;
  is_handed boolean;
begin
  if earlier is not null then
    return earlier;
  end if;
  select * into call from public.appointments where id = p_call for no key update;
  is_handed := exists (
    select from private.hand_offs where key = 'call-without-outcome:' || p_call and to_id = person.id);
  if call.host_id is distinct from person.id and person.role <> 'clinician' and not is_handed then
    perform private.refuse_team('PT403', 'not_allowed', 'You don’t host this call.');
  end if;
  -- As in team_decide: the item that was handed off needs no more than the patient's identity.
  perform private.require_record(
    case when is_handed and private.is_open_to_team(call.user_id) then 'identity' else 'appointments' end, call.user_id);
  if call.status <> 'booked' or call.starts_at > now() or call.outcome_at <= private.undone_since() then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when call.status <> 'booked' then 'This call was canceled.'
      when call.starts_at > now() then 'This call has not started yet.'
      else 'The outcome of this call was set more than a day ago.' end);
  end if;
  update public.appointments set outcome = p_outcome, outcome_at = coalesce(outcome_at, now()) where id = p_call;
  return private.keep_answer(p_request, jsonb_build_object('id', p_call));
end $$;
revoke all on function public.team_call_outcome(uuid, uuid, text[], text[], uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_call_outcome(uuid, uuid, text[], text[], uuid, text, jsonb) to service_role;

-- A hand-off opens one item to one colleague, as long as the item is open, and nothing else about the patient.
-- Hand-offs that still count: no one but the colleague has decided since, and the item is open. A hand-off to oneself, which older rows may
-- have, opens nothing.
create view private.hand_offs as
  select handed.key, handed.user_id, handed.to_id from public.attention_decisions as handed
  where handed.decision = 'hand-over' and handed.to_id <> handed.person_id and not exists (
    select from public.attention_decisions as later
    where later.key = handed.key and later.version > handed.version
      and not (later.decision in ('take', 'contact', 'remind') and later.person_id = handed.to_id));
revoke all on private.hand_offs from public, anon, authenticated, service_role;

-- Whether a coach may decide this item of a patient they don't care for: it was handed to them, or it is a message that is theirs or every
-- coach's.
create function private.may_decide(p_person public.care_team, p_patient uuid, p_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (
      exists (select from private.hand_offs where to_id = p_person.id and key = p_key and user_id = p_patient)
      or exists (
        select from private.waiting_messages(p_patient) as waiting
        where 'message-waits:' || waiting.id = p_key and private.is_message_for(p_person.id, waiting)));
end $$;
revoke all on function private.may_decide(public.care_team, uuid, text) from public;

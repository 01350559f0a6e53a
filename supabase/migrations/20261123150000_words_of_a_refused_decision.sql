-- A colleague decided first: the refusal says so in the workspace's own words.
create or replace function public.team_decide(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
  if p_patient is not null and not private.may_see_items(person, p_patient) then
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
    or wanted = 'reopen' and last.decided_at <= now() - interval '1 day'
    or wanted = 'take' and coalesce(last.decision = 'take' and last.person_id = person.id, false) then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when last.decision is null then 'This item has changed meanwhile.'
      else format('%s already %s.', last.person_name, case last.decision
        when 'take' then 'took this' when 'done' then 'marked this done'
        when 'hand-over' then 'handed this off' else 'reopened this' end) end);
  end if;
  if wanted = 'hand-over' then
    perform from public.care_team as colleague where id = (p_act ->> 'to')::uuid and private.is_member(colleague) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
    end if;
  end if;
  insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role)
  values (p_act ->> 'key', coalesce(last.version, 0) + 1, p_patient, wanted, p_act ->> 'outcome', nullif(p_act ->> 'words', ''),
    (p_act ->> 'to')::uuid, person.id, person.name, person.role);
  return private.keep_answer(p_request, jsonb_build_object('key', p_act ->> 'key', 'version', coalesce(last.version, 0) + 1));
end $$;

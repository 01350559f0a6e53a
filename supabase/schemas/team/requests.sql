-- Every write by the care team carries an Idempotency-Key, so that a repeated request is done once. The procedure looks up the answer and
-- stores it in the transaction of its write, so that both exist or neither does.
create table private.team_requests (
  person_id uuid not null references public.care_team on delete cascade,
  key uuid not null,
  -- A keyed hash, because the request may be about a patient.
  request_hash text not null,
  -- Ids and times only: nothing about a patient may outlive their record here.
  answer jsonb not null,
  made_at timestamptz not null default now(),
  primary key (person_id, key)
);
alter table private.team_requests enable row level security;
revoke all on private.team_requests from public, anon, authenticated, service_role;
create index team_requests_made_at on private.team_requests (made_at);

-- The stored answer; null for a new request or one without a key. If two arrive at the same moment, the second waits and gets the first
-- one's answer.
create function private.earlier_answer(p_request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := (private.named_person()).id;
  earlier private.team_requests;
begin
  if p_request is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'team request', person, p_request ->> 'key'), 0));
  select * into earlier from private.team_requests where person_id = person and key = (p_request ->> 'key')::uuid;
  if earlier.request_hash <> p_request ->> 'hash' then
    perform private.refuse_team('PT409', 'submission_reused', 'Idempotency-Key: This key was already used for a different request');
  end if;
  return earlier.answer;
end $$;

create function private.keep_answer(p_request jsonb, p_answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := (private.named_person()).id;
begin
  if p_request is not null then
    insert into private.team_requests (person_id, key, request_hash, answer)
    values (person, (p_request ->> 'key')::uuid, p_request ->> 'hash', p_answer);
  end if;
  return p_answer;
end $$;

create function public.team_change_people(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  person uuid := (p_change ->> 'id')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  case p_change ->> 'action'
    when 'invite' then
      person := public.team_invite(acting, p_change ->> 'email', p_change ->> 'name', p_change ->> 'role',
        p_change ->> 'timeZone', p_change ->> 'codeHash');
    when 'role' then perform public.team_change_role(acting, person, p_change ->> 'role');
    when 'agree' then perform public.team_agree(acting, person, p_change ->> 'role');
    when 'decline' then perform private.decline_role(acting, person, p_change ->> 'role', p_change ->> 'reason');
    when 'edit' then perform private.edit_person(acting, person, p_change ->> 'name', p_change ->> 'timeZone');
    when 'profile' then perform private.edit_profile(acting, person, p_change ->> 'bio', p_change ->> 'portrait');
    when 'reset-factor' then perform public.team_reset_factor(acting, person, p_change ->> 'codeHash');
    when 'hosts' then
      perform public.team_set_hosts(acting, person, array(select jsonb_array_elements_text(p_change -> 'kinds')));
    when 'deactivate' then perform public.team_deactivate(acting, person);
  end case;
  return private.keep_answer(p_request, jsonb_build_object('id', person));
end $$;
revoke all on function public.team_change_people(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_people(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

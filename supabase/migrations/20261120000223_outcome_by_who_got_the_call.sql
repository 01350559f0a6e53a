create or replace function public.team_call_outcome(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_call uuid, p_outcome text,
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

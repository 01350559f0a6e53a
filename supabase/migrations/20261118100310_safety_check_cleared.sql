-- A clinician clears what a safety check holds back, and a timer that was started by mistake can be taken back on every device.

-- As in 20261117100120_treatment_day_timers.sql, with the two that take back.
alter table public.treatment_day_timers drop constraint treatment_day_timers_action_check,
  add constraint treatment_day_timers_action_check
    check (action in ('sample', 'cap-in', 'cap-out', 'sample-reset', 'cap-reset'));

-- Everything that is held back in the patient's cycle: whoever clears has seen all of it.
create function private.clear_safety_check(p_patient uuid, p_note text, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician clears a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_note
  where user_id = p_patient and cycle = private.treatment_cycle(p_patient) and outcome <> 'ready' and cleared_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'No safety check of this patient waits for a clinician.');
  end if;
end $$;

create function public.team_clear_safety_check(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid, p_note text, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('safety_checks', p_patient);
  perform private.clear_safety_check(p_patient, p_note, person);
  return private.keep_answer(p_request, jsonb_build_object('ids', array[p_patient]));
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.team_clear_safety_check(uuid, uuid, text[], text[], uuid, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.team_clear_safety_check(uuid, uuid, text[], text[], uuid, text, jsonb) to service_role;

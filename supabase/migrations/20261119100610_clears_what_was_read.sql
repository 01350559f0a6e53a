-- A clinician clears the answers that they have read: the act names the newest of them, and answers that came after it are
-- still held back.

drop function public.team_clear_safety_check(uuid, uuid, text[], text[], uuid, text, jsonb);
drop function private.clear_safety_check(uuid, text, public.care_team);

create function private.clear_safety_check(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  in_cycle integer;
  newest uuid;
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician clears a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Answers queue here, too: a check that is being sent is there before this looks, or comes after it.
  perform from public.customers where user_id = p_patient for update;
  in_cycle := private.treatment_cycle(p_patient);
  select id into newest from public.safety_checks
  where user_id = p_patient and cycle = in_cycle and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  if newest is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'No safety check of this patient waits for a clinician.');
  elsif newest <> (p_act ->> 'check')::uuid then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has answered the safety check again. Please read the answers before you clear them.');
  end if;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_act ->> 'words'
  where user_id = p_patient and cycle = in_cycle and outcome <> 'ready' and cleared_at is null;
end $$;

-- As before, with the check that was read.
create or replace function public.team_care(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patients constant uuid[] := array(select jsonb_array_elements_text(p_act -> 'ids'));
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    case p_act ->> 'action'
      when 'assign' then perform private.assign_coach(patients, (p_act ->> 'coach')::uuid, person.id);
      when 'contact' then
        perform private.require_record('patient_contacts', patients[1]);
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role);
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'send-kit' then perform private.ask_for_kit(patients[1], person);
      when 'take-back' then perform private.take_back_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act, person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
end $$;

revoke all on function private.clear_safety_check(uuid, jsonb, public.care_team) from public;

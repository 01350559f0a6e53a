-- What a clinician has to decide stays theirs: a safety check that holds somebody back, in whatever cycle, and a loss that is a day
-- old or that a clinician recorded.

-- As in 20261119100730_check_of_this_cycle.sql, of all cycles.
create or replace function private.clear_safety_check(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  newest uuid;
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician clears a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Answers queue here, too: a check that is being sent is there before this looks, or comes after it.
  perform from public.customers where user_id = p_patient for update;
  select id into newest from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  if newest is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'No safety check of this patient waits for a clinician.');
  elsif newest <> (p_act ->> 'check')::uuid then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has answered the safety check again. Please read the answers before you clear them.');
  end if;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_act ->> 'words'
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
end $$;

-- As in 20261118100400_clinical_acts.sql, with who undoes which loss.
create or replace function private.take_back_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fact constant uuid := p_act ->> 'resultId';
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
      and (recorded_by_role = 'clinician' or created_at <= now() - interval '24 hours')) then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician undoes this loss.');
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There is nothing to take back any more. Please look at the record again.');
  end if;
end $$;

-- Emails to patients about a decision, a kit that was sent, or a cap that is late. Each is written once, in the same transaction as its
-- cause, and names none of it. Their purpose is not 'reminder', because no setting turns them off. The calling function has the words.
create function private.email_update(p_patient uuid, p_key text, p_email_content jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id)
  select p_key, 'email', customer_email, p_email_content ->> 'subject', p_email_content ->> 'body_text', p_email_content ->> 'body_html', user_id
  from public.customers where user_id = p_patient and p_email_content is not null
  on conflict (key) do nothing
$$;
revoke all on function private.email_update(uuid, text, jsonb) from public;

-- Clears a safety check as public.team_care does, and writes the email with it.
create function public.team_clear_check(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  patient constant uuid := (p_act #>> '{ids,0}')::uuid;
  answer jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  answer := private.earlier_answer(p_request);
  if answer is null then
    perform private.require_record('safety_checks', patient);
    perform public.team_care(p_user, p_session, p_roles, p_reads, p_act - 'mail');
    perform private.email_update(patient, 'check-cleared:' || (p_act ->> 'check'), p_act -> 'mail');
    answer := private.keep_answer(p_request, jsonb_build_object('ids', jsonb_build_array(patient)));
  end if;
  return answer || private.care_state_for_person(patient);
end $$;
revoke all on function public.team_clear_check(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_clear_check(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- A clinician has read a safety check's answers and keeps the patient blocked. Ends the item as public.team_decide does, and writes the
-- email with it. Answers that arrived after the ones read wait for their own review, as when a check is cleared.
create function public.team_keep_blocked(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
  other text;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  answer := private.earlier_answer(p_request);
  if answer is not null then
    return answer;
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Runs before or after a colleague clears the check or the patient sends another, never at the same time.
  perform from public.customers where user_id = p_patient for update;
  if (p_act ->> 'check')::uuid is distinct from (
    select id from public.safety_checks where user_id = p_patient and outcome <> 'ready' and cleared_at is null
    order by created_at desc, id desc limit 1) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient answered the safety check again. Read the new answers before you keep them blocked.');
  end if;
  answer := public.team_decide(p_user, p_session, p_roles, p_reads, p_patient, p_act - 'mail' - 'others' - 'check');
  -- One review closes every item about the same check.
  for other in select jsonb_array_elements_text(coalesce(p_act -> 'others', '[]')) loop
    perform public.team_decide(p_user, p_session, p_roles, p_reads, p_patient,
      jsonb_build_object('key', other, 'decision', 'done', 'outcome', 'kept-blocked', 'words', p_act ->> 'words',
        'version', (select coalesce(max(version), 0) from public.attention_decisions where key = other)));
  end loop;
  update public.safety_checks set kept_at = now()
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
  perform private.email_update(p_patient, 'check-kept:' || id, p_act -> 'mail') from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  return private.keep_answer(p_request, answer);
end $$;
revoke all on function public.team_keep_blocked(uuid, uuid, text[], text[], uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_keep_blocked(uuid, uuid, text[], text[], uuid, jsonb, jsonb) to service_role;

-- p_caps: the late caps, by the event that put each in, with the moment after which a notice is useless. Late caps are more than five
-- hours apart, so a closer one is the same cap with a corrected time. Two servers at the same moment write one notice.
create function public.notify_late_caps(p_caps jsonb, p_email_content jsonb, p_text text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  written integer;
begin
  perform from public.customers
  where user_id in (select (cap ->> 'patient')::uuid from jsonb_array_elements(p_caps) as cap)
  order by user_id for no key update;
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id, send_before)
  select concat_ws(':', 'cap-late', cap ->> 'id', way.channel), way.channel, way.recipient,
    case way.channel when 'email' then p_email_content ->> 'subject' end,
    case way.channel when 'email' then p_email_content ->> 'body_text' else p_text end,
    case way.channel when 'email' then p_email_content ->> 'body_html' end, user_id, (cap ->> 'until')::timestamptz
  from jsonb_array_elements(p_caps) as cap join public.customers on user_id = (cap ->> 'patient')::uuid
  cross join lateral (
    values ('email', customer_email), ('sms', case when sms_consent then private.text_number(customer_phone) end))
    as way (channel, recipient)
  where way.recipient is not null and not exists (
    select from public.outbox as earlier
    where earlier.user_id = customers.user_id and starts_with(earlier.key, 'cap-late:')
      and earlier.created_at > now() - interval '5 hours')
  on conflict (key) do nothing;
  get diagnostics written = row_count;
  return written;
end $$;
revoke all on function public.notify_late_caps(jsonb, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.notify_late_caps(jsonb, jsonb, text) to service_role;

-- Patients hear of what was decided or sent for them, and of a cap that is late: each once, in the transaction of what it is about,
-- in an email that names none of it.
-- Not 'reminder': no setting turns these off. The words come from the function that is called.
create function private.mail_update(p_patient uuid, p_key text, p_mail jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id)
  select p_key, 'email', customer_email, p_mail ->> 'subject', p_mail ->> 'body_text', p_mail ->> 'body_html', user_id
  from public.customers where user_id = p_patient and p_mail is not null
  on conflict (key) do nothing
$$;
revoke all on function private.mail_update(uuid, text, jsonb) from public;

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
    perform private.mail_update(patient, 'check-cleared:' || (p_act ->> 'check'), p_act -> 'mail');
    answer := private.keep_answer(p_request, jsonb_build_object('ids', jsonb_build_array(patient)));
  end if;
  return answer || private.care_state_for_person(patient);
end $$;
revoke all on function public.team_clear_check(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_clear_check(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- A clinician has read the answers of a safety check and ends its item as they are, as public.team_decide does: the patient stays
-- blocked, and the email is written with it.
create function public.team_keep_blocked(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  answer := private.earlier_answer(p_request);
  if answer is not null then
    return answer;
  end if;
  perform private.require_record('safety_checks', p_patient);
  answer := public.team_decide(p_user, p_session, p_roles, p_reads, p_patient, p_act - 'mail');
  -- A colleague who clears it right now is first, or waits.
  perform from public.customers where user_id = p_patient for update;
  perform private.mail_update(p_patient, 'check-kept:' || id, p_act -> 'mail') from public.safety_checks
  where user_id = p_patient and id::text = split_part(p_act ->> 'key', ':', 2) and cleared_at is null;
  return private.keep_answer(p_request, answer);
end $$;
revoke all on function public.team_keep_blocked(uuid, uuid, text[], text[], uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_keep_blocked(uuid, uuid, text[], text[], uuid, jsonb, jsonb) to service_role;

-- p_caps: the caps that are late, by the event that put them in, with the moment after which a notice is of no use. A cap whose time
-- was corrected is the same cap: between two that are late lie more than five hours. Two servers that look at once write one notice.
create function public.notify_late_caps(p_caps jsonb, p_mail jsonb, p_text text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  written integer;
begin
  perform from public.customers
  where user_id in (select (cap ->> 'patient')::uuid from jsonb_array_elements(p_caps) as cap)
  order by user_id for no key update;
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id, send_before)
  select concat_ws(':', 'cap-late', cap ->> 'id', way.channel), way.channel, way.recipient,
    case way.channel when 'email' then p_mail ->> 'subject' end,
    case way.channel when 'email' then p_mail ->> 'body_text' else p_text end,
    case way.channel when 'email' then p_mail ->> 'body_html' end, user_id, (cap ->> 'until')::timestamptz
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

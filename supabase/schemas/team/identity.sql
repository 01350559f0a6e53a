-- Who a patient is, beyond their name: preferred name, pronouns and contact details. Nothing about health, so every role sees it.
create function private.identity_of(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('preferredName', preferred_name, 'pronouns', pronouns, 'birthDate', birth_date,
      'phone', customer_phone, 'program', programme_name)
    from public.customers where user_id = p_patient);
end $$;

-- Who a patient is, for anyone who writes to them or decides something about them: kept in sight next to that.
create function private.in_sight(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('birthDate', customers.birth_date, 'age', user_age, 'pronouns', pronouns, 'stage', listed.stage,
      'careState', private.care_state(p_patient),
      'alerts', (select coalesce(jsonb_agg(alert ->> 'text'), '[]') from jsonb_array_elements(private.alerts_of(p_patient)) as alert))
    from public.customers join private.patient_directory as listed on listed.id = customers.user_id
    left join public.onboarding_info on onboarding_info.user_id = customers.user_id
    where customers.user_id = p_patient);
end $$;
revoke all on function private.in_sight(uuid) from public;

-- The patient did not enter the new number, so an email informs them, and it gets no texts until they confirm it. The email leaves out the
-- number, because someone else may read it.
create function private.phone_changed_by_team(p_patient uuid) returns void
language sql security definer set search_path = '' as $$
  update public.customers set phone_changed_by_team = customer_phone is not null where user_id = p_patient;
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'phone-changed:' || gen_random_uuid(), 'email', customer_email, 'security', p_patient, now() + interval '7 days',
    subject, array_to_string(words, E'\n\n') || E'\n', private.email_page(subject, words)
  from public.customers,
    (values ('Your phone number has changed', array[
      'Hello,',
      'Your care team changed the phone number on your Béa account.',
      'A new number gets texts only after you confirm it on My Account.',
      'If you didn’t ask for this, reply to this email and let us know right away.',
      'Béa'])) as email (subject, words)
  where user_id = p_patient
$$;
revoke all on function private.phone_changed_by_team(uuid) from public;

-- Changes only the fields that are sent, so that colleagues who edit different fields don't overwrite each other.
create function private.set_identity(p_patient uuid, p_identity jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant jsonb := p_identity -> 'address';
  phone_before text;
begin
  select customer_phone into phone_before from public.customers where user_id = p_patient for update;
  update public.customers set
    preferred_name = case when p_identity ? 'preferredName' then p_identity ->> 'preferredName' else preferred_name end,
    pronouns = case when p_identity ? 'pronouns' then p_identity ->> 'pronouns' else pronouns end,
    birth_date = case when p_identity ? 'birthDate' then (p_identity ->> 'birthDate')::date else birth_date end,
    customer_phone = case when p_identity ? 'phone' then p_identity ->> 'phone' else customer_phone end,
    programme_name = case when p_identity ? 'program' then p_identity ->> 'program' else programme_name end
  where user_id = p_patient;
  if p_identity ? 'phone' and private.text_number(p_identity ->> 'phone') is distinct from private.text_number(phone_before) then
    perform private.phone_changed_by_team(p_patient);
  end if;
  if p_identity ? 'address' then
    update public.customers set shipping_line1 = address ->> 'line1', shipping_line2 = address ->> 'line2',
      shipping_city = address ->> 'city', shipping_state = address ->> 'state', shipping_zip = address ->> 'zip'
    where user_id = p_patient;
  end if;
end $$;

create function public.team_set_identity(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid, p_identity jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  earlier jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier := private.earlier_answer(p_request);
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('contact', p_patient);
  perform private.set_identity(p_patient, p_identity);
  return private.keep_answer(p_request, jsonb_build_object('id', p_patient));
end $$;
revoke all on function public.team_set_identity(uuid, uuid, text[], text[], uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_set_identity(uuid, uuid, text[], text[], uuid, jsonb, jsonb) to service_role;

create function private.email_invitation(p_email text, p_email_content jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html)
  values ('invitation:' || gen_random_uuid(), 'email', p_email, p_email_content ->> 'subject', p_email_content ->> 'body_text',
    p_email_content ->> 'body_html');
  update public.invitations set emailed_at = now() where email = p_email;
end $$;

-- Invites someone, or updates their invitation: 'invited', 'renewed' or 'restored'; null if their access was ended and stays ended. Only
-- those who can newly sign in get the email.
create function public.invite_patient(p_invitation jsonb, p_open_again boolean, p_email_content jsonb default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invited_email constant text := p_invitation ->> 'email';
  was_revoked boolean;
  outcome text;
begin
  select revoked_at is not null into was_revoked from public.invitations where email = invited_email for update;
  insert into public.invitations (email, first_name, last_name, phone, programme_name)
  values (invited_email, p_invitation ->> 'first', p_invitation ->> 'last', p_invitation ->> 'phone', p_invitation ->> 'programme')
  on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name,
    phone = coalesce(excluded.phone, invitations.phone), revoked_at = null,
    programme_name = coalesce(excluded.programme_name, invitations.programme_name)
    where p_open_again or invitations.revoked_at is null
  returning case when xmax = 0 then 'invited' when was_revoked then 'restored' else 'renewed' end into outcome;
  if p_email_content is not null and outcome in ('invited', 'restored') then
    perform private.email_invitation(invited_email, p_email_content);
  end if;
  return outcome;
end $$;
revoke all on function public.invite_patient(jsonb, boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.invite_patient(jsonb, boolean, jsonb) to service_role;

-- The subject of a log line about an invitation: the record's id if there is one, else the directory's.
create function private.invited_subject(p_email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select user_id from public.customers where customer_email = p_email),
    (select id from private.patient_directory where email = p_email and not has_user))
$$;

-- When an invitation was last sent: a resend starts a new week.
create function private.invitation_sent_at(p_invitation public.invitations) returns timestamptz
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_invitation.emailed_at, p_invitation.invited_at);
end $$;

-- An invitation is unused after a week without a sign-in; domain/worklist/rules/invitation-unused.ts has the same rule.
create function private.invitation_state(p_invitation public.invitations, p_signed_in boolean) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when p_invitation.revoked_at is not null then 'revoked'
    when p_signed_in then 'signed-in'
    when private.invitation_sent_at(p_invitation) <= now() - interval '7 days' then 'unused'
    else 'invited' end;
end $$;

-- The invitations that match a query, newest first. Executed as text, because PostgreSQL uses a filter's index only if it knows
-- which filters are set.
create function private.find_invitations(p_query jsonb, p_limit integer) returns setof public.invitations
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The directory has everyone except people whose invitation was revoked before their first sign-in.
  by_search constant text := format($condition$
    and (email in (select email from private.patient_directory where %1$s limit 1000)
      or revoked_at is not null and exists (
        select from (select private.unaccented(concat_ws(' ', first_name, last_name, email)) as search_text) as words where %1$s))
    $condition$, private.search_conditions(p_query ->> 'search'));
  by_state constant text := case p_query ->> 'state'
    when 'revoked' then 'and revoked_at is not null'
    when 'signed-in' then 'and revoked_at is null and exists (select from public.customers where customer_email = email)'
    else 'and revoked_at is null and email in (select email from private.patient_directory where not has_user)
      and private.invitation_state(invitations, false) = $2' end;
  from_next_page constant text :=
    'and (invited_at, email) < (select invited_at, email from public.invitations where email = lower($1))';
begin
  return query execute concat_ws(' ',
    'select * from public.invitations where true',
    case when private.search_patterns(p_query ->> 'search') is not null then by_search end,
    case when p_query ? 'state' then by_state end,
    case when p_query ? 'before' then from_next_page end,
    'order by invited_at desc, email desc limit $3')
  using p_query ->> 'before', p_query ->> 'state', p_limit;
end $$;

-- A page of invitations, with the state of each and of its kit.
create function public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
  rows jsonb;
  more boolean;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  with page as (
    select * from private.find_invitations(p_query, page_size + 1)),
  shown as (
    select * from page order by invited_at desc, email desc limit page_size)
  select coalesce(jsonb_agg(jsonb_build_object('email', shown.email, 'firstName', first_name, 'lastName', last_name,
      'state', private.invitation_state(shown::public.invitations, customers.user_id is not null),
      'invitedAt', invited_at, 'mailedAt', emailed_at, 'signedInAt', customers.created_at, 'patient', customers.user_id,
      'mail', mail.state,
      'contact', case when customers.user_id is null then jsonb_build_object('phone', shown.phone)
        when private.is_open_to_team(customers.user_id) then jsonb_build_object('phone', customer_phone, 'birthDate', birth_date) end,
      'kit', case when private.is_open_to_team(customers.user_id) then private.kit_of(customers.user_id) end)
      order by invited_at desc, shown.email desc), '[]'),
    (select count(*) > page_size from page)
  into rows, more
  from shown
  left join public.customers on customer_email = shown.email
  left join lateral (
    select jsonb_build_object('state', case when sent_at is not null then 'sent' when parked_at is not null then 'parked'
        when dropped_at is not null then 'dropped' else 'waiting' end, 'reason', last_error) as state
    from public.outbox where recipient = shown.email and starts_with(key, 'invitation:')
    order by created_at desc limit 1) as mail on true;
  perform private.audit_reads('{administrative_summary}', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.audit_reads('{identity}', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $$;
revoke all on function public.team_invitations(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_invitations(uuid, uuid, text[], text[], jsonb) to service_role;

-- The name in an email's greeting; null for an address that was not invited.
create function public.team_invited_name(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
returns text language plpgsql security definer set search_path = '' as $$
declare
  name constant text := (select first_name from public.invitations where email = p_email);
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  if name is null then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this invitation.');
  end if;
  return name;
end $$;
revoke all on function public.team_invited_name(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_invited_name(uuid, uuid, text[], text[], text) to service_role;

create function private.require_invitation(p_email text) returns public.invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where email = p_email for update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this invitation.');
  elsif invitation.revoked_at is not null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else already revoked this invitation.');
  end if;
  return invitation;
end $$;

-- Corrects an address, but only before the first sign-in: no administrator can change where a patient's code goes.
create function private.correct_invited_address(p_email text, p_to text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.customers where customer_email = p_email) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has signed in and can change the address on My Account. If they lost their mailbox, select Change email for patient in their record.');
  elsif exists (select from public.invitations where email = p_to) or exists (select from public.customers where customer_email = p_to) then
    perform private.refuse_team('PT409', 'already_invited', 'This address is already invited.');
  end if;
  -- Someone may have requested a code for the wrong address. Deleting the user makes that code useless.
  delete from auth.users where email = p_email and not exists (select from public.customers where customers.user_id = users.id);
  update public.invitations set email = p_to where email = p_email;
  update public.outbox set dropped_at = now()
  where recipient = p_email and starts_with(key, 'invitation:') and sent_at is null and dropped_at is null;
end $$;

-- Changes those of name, phone and postal address that are sent: in the invitation before the first sign-in, afterward in the record.
create function private.edit_invited(p_invitation public.invitations, p_change jsonb, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  patient constant uuid := (select user_id from public.customers where customer_email = p_invitation.email);
begin
  update public.invitations set first_name = coalesce(p_change ->> 'first', first_name), last_name = coalesce(p_change ->> 'last', last_name),
    phone = case when patient is null and p_change ? 'phone' then p_change ->> 'phone' else phone end
  where email = p_invitation.email;
  if patient is null then
    if p_change ? 'address' then
      perform private.refuse_team('PT409', 'not_now', 'This patient has to sign in first.');
    end if;
    perform private.add_audit_line('update', 'invited_details', private.invited_subject(p_invitation.email), p_person);
    return;
  end if;
  if p_change ?| '{first,last}' then
    update public.customers set customer_first_name = coalesce(p_change ->> 'first', customer_first_name),
      customer_last_name = coalesce(p_change ->> 'last', customer_last_name)
    where user_id = patient;
  end if;
  if p_change ?| '{phone,address}' then
    perform private.require_record('contact', patient);
    perform private.set_identity(patient, p_change);
  end if;
end $$;
revoke all on function private.edit_invited(public.invitations, jsonb, uuid) from public;

create function public.team_change_invitations(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  invited_email text := p_change ->> 'email';
  invitation public.invitations;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_change ->> 'action' = 'invite' then
    if exists (select from public.invitations where email = invited_email and revoked_at is null) then
      perform private.refuse_team('PT409', 'already_invited', 'This address is already invited.');
    end if;
    perform public.invite_patient(p_change, true, p_change -> 'mail');
    perform private.add_audit_line('insert', 'invitation', private.invited_subject(invited_email), person.id);
  else
    -- Locks in the same order as a change of address, so that the two never deadlock.
    perform from auth.users where email = invited_email for update;
    invitation := private.require_invitation(invited_email);
    case p_change ->> 'action'
      when 'send-again' then
        if exists (select from public.customers where customer_email = invited_email) then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has already signed in.');
        elsif invitation.emailed_at > now() - interval '1 day' then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'We sent this email less than a day ago.');
        end if;
        perform private.email_invitation(invited_email, p_change -> 'mail');
        perform private.add_audit_line('update', 'invitation', private.invited_subject(invited_email), person.id);
      when 'edit' then
        perform private.edit_invited(invitation, p_change, person.id);
      when 'revoke' then
        perform private.add_audit_line('delete', 'invitation', private.invited_subject(invited_email), person.id);
        update public.invitations set revoked_at = now() where email = invited_email;
      when 'correct' then
        perform private.correct_invited_address(invited_email, p_change ->> 'to');
        invited_email := p_change ->> 'to';
        perform private.email_invitation(invited_email, p_change -> 'mail');
        perform private.add_audit_line('update', 'invitation', private.invited_subject(invited_email), person.id);
    end case;
  end if;
  return private.keep_answer(p_request, jsonb_build_object('email', invited_email));
end $$;
revoke all on function public.team_change_invitations(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_invitations(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- What an import does with an address: 'new', 'changed' (already invited, and the list has different details), 'same', 'ended' (access was
-- ended, and an import never restores it), or 'team'. After the first sign-in, an import changes nothing.
create function private.listed_state(p_person jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.care_team where email = p_person ->> 'email') then 'team'
    when invitations.email is null then 'new'
    when revoked_at is not null then 'ended'
    when exists (select from public.customers where customer_email = invitations.email) then 'same'
    when (first_name, last_name) is distinct from (p_person ->> 'first', p_person ->> 'last')
      or phone is distinct from coalesce(p_person ->> 'phone', phone)
      or programme_name is distinct from coalesce(p_person ->> 'programme', programme_name) then 'changed'
    else 'same' end
  from (select) as one
  left join public.invitations on email = p_person ->> 'email'
$$;

-- The preview of an import. It writes nothing.
create function public.team_check_list(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_people jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object('outcomes', (
    select coalesce(jsonb_agg(private.listed_state(person) order by place), '[]')
    from jsonb_array_elements(p_people) with ordinality as listed (person, place)));
end $$;
revoke all on function public.team_check_list(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_check_list(uuid, uuid, text[], text[], jsonb) to service_role;

-- Invites everyone on a list, in a few statements, because triggers run once for each. The email is written once, with '{first}' where the
-- name goes. An address that someone else invites at the same moment is 'same': the first to invite it wrote the email.
create function public.team_import_list(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_people jsonb, p_email_content jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  states text[];
  invited text[];
  changed text[];
begin
  if earlier is not null then
    return earlier;
  end if;
  perform from public.invitations where email in (select person ->> 'email' from jsonb_array_elements(p_people) as person)
  order by email for update;
  states := array(
    select private.listed_state(person) from jsonb_array_elements(p_people) with ordinality as listed (person, place) order by place);
  with added as (
    insert into public.invitations (email, first_name, last_name, phone, programme_name, emailed_at)
    select email, first, last, phone, programme, now()
    from jsonb_to_recordset(p_people) as listed (email text, first text, last text, phone text, programme text)
    where not exists (select from public.invitations where invitations.email = listed.email)
      and not exists (select from public.care_team where care_team.email = listed.email)
    order by email
    on conflict (email) do nothing
    returning email, first_name),
  emails as (
    insert into public.outbox (key, channel, recipient, subject, body_text, body_html)
    select 'invitation:' || gen_random_uuid(), 'email', email, p_email_content ->> 'subject',
      replace(p_email_content ->> 'body_text', '{first}', first_name),
      replace(p_email_content ->> 'body_html', '{first}', private.escape_html(first_name))
    from added)
  select array_agg(email) into invited from added;
  with listed as (
    select person ->> 'email' as email, person from jsonb_array_elements(p_people) with ordinality as each (person, place)
    where states[place] = 'changed'),
  updated as (
    update public.invitations set first_name = person ->> 'first', last_name = person ->> 'last',
      phone = coalesce(person ->> 'phone', phone), programme_name = coalesce(person ->> 'programme', programme_name)
    from listed where invitations.email = listed.email and revoked_at is null
    returning invitations.email)
  select array_agg(email) into changed from updated;
  perform private.add_audit_line('insert', 'invitation', private.invited_subject(email), acting.id) from unnest(invited) as email;
  perform private.add_audit_line('update', 'invited_details', private.invited_subject(email), acting.id) from unnest(changed) as email;
  return private.keep_answer(p_request, jsonb_build_object('outcomes', (
    select coalesce(jsonb_agg(case
        when person ->> 'email' = any (invited) then 'new'
        when person ->> 'email' = any (changed) then 'changed'
        when states[place] in ('new', 'changed') then 'same'
        else states[place] end order by place), '[]')
    from jsonb_array_elements(p_people) with ordinality as listed (person, place))));
end $$;
revoke all on function public.team_import_list(uuid, uuid, text[], text[], jsonb, jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.team_import_list(uuid, uuid, text[], text[], jsonb, jsonb, jsonb) to service_role;

-- Stores the tracking link and the day the kit was sent. `seen` is the link that the person saw: if two people change it, the second is
-- refused. The first link emails the patient; a correction does not.
create function public.team_send_kit(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_kit jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  patient constant uuid := (p_kit ->> 'id')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  if not exists (select from public.customers where user_id = patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  end if;
  perform private.enter_record(patient, array['kit']);
  update public.customers set tracking_url = p_kit ->> 'trackingUrl'
  where user_id = patient and tracking_url is not distinct from p_kit ->> 'seen';
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else already changed this link.');
  end if;
  insert into public.kit_requests as kit (user_id, person_id, person_name, sent_on, sent_at)
  values (patient, person.id, person.name, (p_kit ->> 'sentOn')::date, now())
  on conflict (user_id) do update set sent_on = excluded.sent_on, sent_at = coalesce(kit.sent_at, excluded.sent_at);
  perform private.email_update(patient, 'kit-sent:' || patient, p_kit -> 'mail');
  return private.keep_answer(p_request, jsonb_build_object('id', patient));
end $$;
revoke all on function public.team_send_kit(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_send_kit(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

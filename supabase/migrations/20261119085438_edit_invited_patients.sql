CREATE OR REPLACE FUNCTION public.team_change_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- Locks in the same order as a change of address does, so that the two never deadlock.
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
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        when private.is_open_to_team(customers.user_id) then jsonb_build_object('phone', customer_phone) end,
      'kit', case when customers.user_id is not null then private.kit_of(customers.user_id) end)
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
end $function$
;

CREATE OR REPLACE FUNCTION private.edit_invited(p_invitation public.invitations, p_change jsonb, p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.edit_invited(public.invitations,jsonb,uuid) from public, anon, authenticated, service_role;

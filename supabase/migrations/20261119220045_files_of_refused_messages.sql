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
end $function$
;

CREATE OR REPLACE FUNCTION private.is_file_sent(p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.message_pictures where name = p_name)
$function$
;

revoke all on function private.is_file_sent(text) from public, anon, authenticated, service_role;

create policy "Files of a message are read once it is sent" on storage.objects as restrictive for select to authenticated using (((bucket_id <> 'documents'::text) OR (name !~ '^[^/]+/messages/'::text) OR private.is_file_sent(name)));

grant execute on function private.is_file_sent(text) to authenticated;

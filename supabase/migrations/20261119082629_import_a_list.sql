CREATE OR REPLACE FUNCTION private.listed_state(p_person jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

revoke all on function private.listed_state(jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_check_list(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_people jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object('outcomes', (
    select coalesce(jsonb_agg(private.listed_state(person) order by place), '[]')
    from jsonb_array_elements(p_people) with ordinality as listed (person, place)));
end $function$
;

revoke all on function public.team_check_list(uuid,uuid,text[],text[],jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_import_list(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_people jsonb, p_email_content jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function public.team_import_list(uuid,uuid,text[],text[],jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;

grant execute on function public.team_check_list(uuid,uuid,text[],text[],jsonb) to service_role;

grant execute on function public.team_import_list(uuid,uuid,text[],text[],jsonb,jsonb,jsonb) to service_role;

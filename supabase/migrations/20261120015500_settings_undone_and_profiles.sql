-- What administrators changed in the last day, so that the access log can offer to undo it. Everyone may read these values anyway.
create table private.clinic_setting_changes (
  id bigint generated always as identity primary key,
  name text not null references public.clinic_settings on delete cascade,
  before text constraint before_ends check (length(before) <= 500),
  value text constraint value_ends check (length(value) <= 500),
  -- Those of the access log's line.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  actor_id uuid not null references public.care_team on delete cascade,
  at timestamptz not null default now()
);
alter table private.clinic_setting_changes alter column actor_id set statistics 0;
alter table private.clinic_setting_changes enable row level security;
revoke all on private.clinic_setting_changes from public, anon, authenticated, service_role;
create index clinic_setting_changes_of_setting on private.clinic_setting_changes (name, id desc);
create index clinic_setting_changes_of_person on private.clinic_setting_changes (actor_id);

CREATE OR REPLACE FUNCTION private.is_unwanted(p_message public.outbox)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.customers
    left join public.account_deletions as leaving using (user_id)
    left join public.invitations on invitations.email = customer_email and revoked_at is null
    where customers.user_id = p_message.user_id and (
      -- The patient requests the code that confirms a number, so it needs no consent to texts.
      (p_message.channel = 'sms' and p_message.purpose not in ('message', 'phone_code') and not sms_consent)
      or (p_message.channel = 'sms' and p_message.purpose <> 'security'
        and exists (select from public.clinic_settings where name = 'texts' and value = 'off'))
      or (p_message.channel = 'sms' and p_message.purpose <> 'phone_code' and phone_changed_by_team)
      or (p_message.purpose = 'reminder'
        and not case p_message.channel when 'email' then email_reminders else text_reminders end)
      or (p_message.purpose = 'treatment_reminder'
        and (not (testing_reminders or applicator_reminders)
          or not (privacy_policy_accepted and data_usage_consent)
          or private.care_state(p_message.user_id) <> 'treatment'))
      or (p_message.purpose = 'message'
        and (not case p_message.channel when 'email' then message_emails else message_texts end
          or not (privacy_policy_accepted and data_usage_consent)
          or not private.has_unseen_message(p_message.user_id)))
      or (p_message.channel = 'sms' or p_message.recipient = customer_email)
        and (invitations.email is null or leaving.delete_after is not null
          and p_message.purpose not like 'deletion%' and p_message.purpose <> 'security')))
  or p_message.user_id is null and exists (
    select from public.invitations where email = p_message.recipient and revoked_at is not null)
$function$
;

CREATE OR REPLACE FUNCTION public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  first_day constant date := coalesce(p_query ->> 'from', p_query ->> 'day')::date;
  last_day constant date := coalesce(p_query ->> 'until', p_query ->> 'day')::date;
  -- `before` identifies the last line shown: its time in microseconds, and how many lines with that time were already shown.
  shown_until constant timestamptz := 'epoch'::timestamptz + split_part(p_query ->> 'before', '-', 1)::bigint * interval '1 microsecond';
  shown_of_it constant integer := coalesce(split_part(p_query ->> 'before', '-', 2)::integer, 0);
  lines jsonb;
  more boolean;
begin
  with page as (
    select line.*, row_number() over (partition by at order by id desc) + case when at = shown_until then shown_of_it else 0 end as place
    from private.find_access_lines(
      private.subjects_of_access_query(p_query), (p_query ->> 'person')::uuid,
      first_day::timestamp at time zone person.time_zone, (last_day + 1)::timestamp at time zone person.time_zone,
      shown_until, page_size + 1, shown_of_it) as line),
  shown as (
    select *, trunc(extract(epoch from at) * 1000000)::bigint || '-' || place as name
    from page order by at desc, id desc limit page_size)
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.name, 'at', at, 'why', reason_category,
      'action', case private.kind_for_office(kind, staff_role) when 'care_record' then 'read' else action end,
      'kind', private.kind_for_office(kind, staff_role),
      'person', jsonb_build_object('id', actor.id, 'name', coalesce(actor_name, actor.name),
        'role', coalesce(staff_role, case when actor_name is null then actor.role end)),
      'patient', case when listed.id is not null then jsonb_build_object('id', listed.id, 'name', private.listed_name(listed))
        when since.id is not null then jsonb_build_object('id', since.id, 'name', private.listed_name(since)) end,
      'member', member.name,
      'change', case when starts_with(kind, 'team_') then private.undoable_change((
        select line from public.audit_log as line where line.id = shown.id)) end) order by at desc, shown.id desc), '[]'),
    (select count(*) > page_size from page)
  into lines, more
  from shown
  left join public.care_team as actor on actor.id = actor_id
  left join public.care_team as member on member.id = subject_id
  left join private.patient_directory as listed on listed.id = subject_id
  left join private.patient_directory as since on listed.id is null and since.has_user and private.invited_id(since.email) = subject_id;
  perform private.audit_reads('{access_log}', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  person uuid := (p_change ->> 'id')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  case p_change ->> 'action'
    when 'invite' then
      person := public.team_invite(acting, p_change ->> 'email', p_change ->> 'name', p_change ->> 'role',
        p_change ->> 'timeZone', p_change ->> 'codeHash');
    when 'role' then perform public.team_change_role(acting, person, p_change ->> 'role');
    when 'agree' then perform public.team_agree(acting, person, p_change ->> 'role');
    when 'decline' then perform private.decline_role(acting, person, p_change ->> 'role', p_change ->> 'reason');
    when 'edit' then perform private.edit_person(acting, person, p_change ->> 'name', p_change ->> 'timeZone');
    when 'profile' then perform private.edit_profile(acting, person, p_change ->> 'bio', p_change ->> 'portrait');
    when 'reset-factor' then perform public.team_reset_factor(acting, person, p_change ->> 'codeHash');
    when 'hosts' then
      perform public.team_set_hosts(acting, person, array(select jsonb_array_elements_text(p_change -> 'kinds')));
    when 'deactivate' then perform public.team_deactivate(acting, person);
  end case;
  return private.keep_answer(p_request, jsonb_build_object('id', person));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', name, 'email', email, 'role', role,
      'timeZone', time_zone, 'takesCalls', active, 'hosts', (
        select coalesce(jsonb_agg(slug order by slug), '[]') from public.appointment_type_hosts
        join public.appointment_types on appointment_types.id = appointment_type_id where host_id = person.id and not is_hidden),
      'invitedAt', invited_at, 'joinedAt', joined_at, 'deactivatedAt', deactivated_at, 'proposedRole', proposed_role,
      'hasFactor', factor_id is not null, 'bio', bio, 'portrait', portrait) order by deactivated_at is not null, name, email), '[]')
    from public.care_team as person);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_clinic(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_changes jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  change record;
begin
  if earlier is not null then
    return earlier;
  end if;
  lock table public.clinic_settings in share row exclusive mode;
  delete from private.clinic_setting_changes where at < now() - interval '1 day';
  for change in
    select asked.*, kept.value as now from jsonb_to_recordset(p_changes) as asked (name text, kind text, before text, value text)
    left join public.clinic_settings as kept on kept.name = asked.name order by asked.name
  loop
    if change.before is distinct from change.now then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague changed these settings. Check them and save again.');
    end if;
    if change.name = 'clinicTimeZone' and not private.is_time_zone(change.value) then
      perform private.refuse_team('PT400', 'invalid_input', 'Enter a time zone, such as America/New_York');
    end if;
    insert into public.clinic_settings (name, value) values (change.name, change.value)
    on conflict (name) do update set value = excluded.value, changed_at = now();
    insert into private.clinic_setting_changes (name, before, value, kind, actor_id)
    values (change.name, change.before, change.value, change.kind, person.id);
    perform private.add_audit_line('update', change.kind, person.id, person.id);
  end loop;
  return private.keep_answer(p_request, jsonb_build_object('settings', (
    select coalesce(jsonb_object_agg(name, value), '{}') from public.clinic_settings where value is not null)));
end $function$
;

CREATE OR REPLACE FUNCTION private.edit_profile(p_by uuid, p_person uuid, p_bio text, p_portrait text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', null);
  if (private.team_member(p_person)).role <> 'coach' then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer a coach.');
  end if;
  update public.care_team set bio = p_bio, portrait = p_portrait where id = p_person;
  perform private.add_audit_line('update', 'team_profile', p_person, p_by);
end $function$
;

revoke all on function private.edit_profile(uuid,uuid,text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.undoable_change(p_line public.audit_log)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('name', change.name, 'before', change.before, 'value', change.value)
    from private.clinic_setting_changes as change
    join public.clinic_settings as setting using (name)
    where change.at = p_line.at and change.kind = p_line.kind and change.actor_id = p_line.actor_id
      and change.at > now() - interval '1 day' and setting.value is not distinct from change.value
      and not exists (
        select from private.clinic_setting_changes as later where later.name = change.name and later.id > change.id));
end $function$
;

revoke all on function private.undoable_change(public.audit_log) from public, anon, authenticated, service_role;

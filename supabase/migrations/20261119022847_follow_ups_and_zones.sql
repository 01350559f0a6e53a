CREATE OR REPLACE FUNCTION private.ask_follow_up(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  colleague constant uuid := coalesce((p_act ->> 'to')::uuid, p_person.id);
begin
  perform private.require_record('follow_ups', p_patient);
  if colleague <> p_person.id then
    perform from public.care_team as member
    where id = colleague and role in ('coach', 'clinician') and private.is_member(member) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the care team.');
    end if;
  end if;
  if p_person.role = 'coach' and not private.is_assigned(p_person.id, p_patient) and not private.cares_for(colleague, p_patient) then
    perform private.refuse_team('PT403', 'not_allowed',
      'This patient is assigned to another coach. Ask that coach or a clinician to follow up.');
  end if;
  insert into public.follow_ups (user_id, due_at, text, to_id, person_id, person_name, person_role)
  values (p_patient, (p_act ->> 'at')::timestamptz, p_act ->> 'words', colleague, p_person.id, p_person.name, p_person.role);
end $function$
;

CREATE OR REPLACE FUNCTION private.cares_for(p_coach uuid, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select private.has_assignment(p_coach, p_patient)
      or exists (select from private.patients_of_hosts where host_id = p_coach and user_id = p_patient)
      or exists (select from private.open_follow_ups where to_id = p_coach and person_id <> p_coach and user_id = p_patient));
end $function$
;

CREATE OR REPLACE FUNCTION private.check_own_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.onboarding_completed and not new.onboarding_completed then
    raise exception using errcode = '42501', message = 'onboarding_completed can only be set to true';
  end if;
  -- Wherever they are, no one was born after tomorrow.
  if new.birth_date is distinct from old.birth_date and new.birth_date > current_date + 1 then
    raise exception using errcode = '23514', message = 'The date of birth cannot be in the future';
  end if;
  if new.status is distinct from old.status then
    if new.status <> 'Pregnant' or not exists (
      select from public.test_results
      where user_id = new.user_id and result_type = 'PREGNANCY' and result = 'positive'
    ) then
      raise exception using errcode = '42501', message = 'status can only be set to Pregnant, after a positive result';
    end if;
    new.status := old.status;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_time_zone(p_zone text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_zone !~ '^[A-Za-z_]+(/[A-Za-z_-]+){1,2}$' and p_zone !~* '^Etc/GMT(0|\+(\d|1[0-2])|-(\d|1[0-4]))$'
    and lower(p_zone) <> all ('{utc,gmt,gmt0,gmt+0,gmt-0,uct,cet,eet,met,wet,est,mst,hst,est5edt,cst6cdt,mst7mdt,pst8pdt,cuba,egypt,eire,gb,'
      'gb-eire,greenwich,hongkong,iceland,iran,israel,jamaica,japan,kwajalein,libya,nz,nz-chat,navajo,prc,poland,portugal,'
      'roc,rok,singapore,turkey,universal,w-su,zulu}'::text[])
    or p_zone ~* '^(posix|right)/' then
    return false;
  end if;
  perform now() at time zone p_zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $function$
;

CREATE OR REPLACE FUNCTION private.other_patients_open_to(p_coach uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select user_id from private.patients_of_hosts where host_id = p_coach
    union select user_id from public.record_openings where person_id = p_coach and ends_at > now()
    union select user_id from private.open_follow_ups where to_id = p_coach and person_id <> p_coach);
end $function$
;

CREATE OR REPLACE FUNCTION private.patients_to_look_at(p_person public.care_team)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coaches constant uuid[] := private.coaches_covered_by(p_person.id);
begin
  if p_person.role = 'clinician' then
    return array(
      select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
      where look_at <= now() and is_open);
  end if;
  return array(
    select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
    where look_at <= now() and is_open and (coach_id = any (coaches)
      or user_id in (select handed.user_id from private.hand_offs as handed where to_id = p_person.id)
      or private.has_message_for_every_coach(user_id)
      or user_id in (
        select followed.user_id from private.open_follow_ups as followed where to_id = p_person.id and person_id <> to_id)
      or user_id in (select hosted.user_id from private.patients_of_hosts as hosted where host_id = p_person.id)));
end $function$
;

CREATE OR REPLACE FUNCTION private.set_unknown_zone(p_patient uuid, p_zone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record('contact', p_patient);
  if not private.is_time_zone(p_zone) then
    perform private.refuse_team('PT400', 'invalid_input', 'zone: Please select a time zone');
  end if;
  update public.customers set time_zone = p_zone, time_zone_by = 'staff'
  where user_id = p_patient and private.zone_of_patient(p_patient) is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient’s time zone is known now.');
  end if;
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
    perform private.add_audit_line('update', change.kind, person.id, person.id);
  end loop;
  return private.keep_answer(p_request, jsonb_build_object('settings', (
    select coalesce(jsonb_object_agg(name, value), '{}') from public.clinic_settings where value is not null)));
end $function$
;

create or replace view private.open_follow_ups as
 SELECT id,
    user_id,
    to_id,
    due_at,
    text,
    asked_at,
    person_id
   FROM public.follow_ups follow_up
  WHERE (COALESCE(( SELECT last.decision
           FROM public.attention_decisions last
          WHERE (last.key = ('follow-up:'::text || follow_up.id))
          ORDER BY last.version DESC
         LIMIT 1), 'none'::text) <> 'done'::text);

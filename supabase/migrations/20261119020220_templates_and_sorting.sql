create table public.note_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100 and private.is_plain_line(name)),
  text text not null check (length(text) between 1 and 20000),
  version integer not null default 1,
  changed_at timestamptz not null default now()
);
alter table public.note_templates enable row level security;
revoke all on public.note_templates from anon, authenticated, service_role;
create unique index note_templates_by_name on public.note_templates (lower(name));
alter table private.patient_directory
  add column last_log_at timestamptz,
  add column next_call_at timestamptz,
  add column items integer not null default 0,
  add column is_urgent boolean not null default false;
create index patient_directory_by_last_log on private.patient_directory (last_log_at desc nulls last, sort_name, id);
create index patient_directory_by_next_call on private.patient_directory (next_call_at, sort_name, id);
create index patient_directory_by_attention on private.patient_directory (is_urgent desc, items desc, sort_name, id);

drop trigger count_changed on private.patient_directory;

CREATE OR REPLACE FUNCTION private.find_patients(p_query jsonb, p_coaches uuid[], p_others uuid[], p_only_own boolean, p_only_open boolean, p_limit integer, p_offset bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found uuid[];
begin
  execute format($query$
    select array(
      select id from private.patient_directory
      where ($1 is null or stage = $1) and ($2 is null or cycle = $2) and ($3 is null or status = $3) and ($4 is null or coach_id = $4)
        and (not $5 or coach_id = any ($6) or id = any ($7))
        and (not $8 or is_open)
        and (not $12 or items > 0)
        and %s
        and ($9 is null or $6 is null or not is_open or coach_id = any ($6) or id = any ($7) or name = email or sort_name like all ($9))
      order by %s limit $10 offset $11)
    $query$, coalesce(private.search_conditions(p_query ->> 'search'), 'true'), private.list_order(p_query))
  into found
  using (p_query ->> 'stage')::integer, (p_query ->> 'cycle')::integer, p_query ->> 'status', private.coach_in_query(p_query),
    p_only_own, p_coaches, p_others, p_only_open, private.search_patterns(p_query ->> 'search'), p_limit, p_offset, p_query ? 'attention';
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION private.list_invited(p_emails text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.patient_directory as known
  where not has_user and email = any (p_emails) and (
    not exists (select from public.invitations where email = known.email and revoked_at is null)
    or exists (select from public.customers where customer_email = known.email));
  insert into private.patient_directory as known (id, email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase,
    status, coach_id, birth_date)
  select private.invited_id(email), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status, coach_id,
    birth_date
  from private.patients_to_list where email = any (p_emails) and not has_user
  on conflict (email) where not has_user do update
  set name = excluded.name, sort_name = excluded.sort_name, search_text = excluded.search_text;
end $function$
;

CREATE OR REPLACE FUNCTION private.list_patient(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Every writer locks the patient before the directory's row, so that no two wait for each other.
  perform from public.customers where user_id = p_user for no key update;
  perform from private.patient_directory where id = p_user for update;
  if not exists (select from public.customers where user_id = p_user) then
    delete from private.patient_directory where id = p_user;
    return;
  end if;
  insert into private.patient_directory as known (id, email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase,
    status, coach_id, birth_date)
  select * from private.patients_to_list where id = p_user
  on conflict (id) do update set email = excluded.email, name = excluded.name, sort_name = excluded.sort_name,
    search_text = excluded.search_text, is_open = excluded.is_open, stage = excluded.stage, cycle = excluded.cycle,
    phase = excluded.phase, status = excluded.status, coach_id = excluded.coach_id, birth_date = excluded.birth_date,
    last_log_at = case when excluded.is_open then known.last_log_at end,
    next_call_at = case when excluded.is_open then known.next_call_at end,
    items = case when excluded.is_open then known.items else 0 end,
    is_urgent = excluded.is_open and known.is_urgent
  where (known.email, known.name, known.sort_name, known.search_text, known.is_open, known.stage, known.cycle, known.phase, known.status,
      known.coach_id, known.birth_date)
    is distinct from (excluded.email, excluded.name, excluded.sort_name, excluded.search_text, excluded.is_open, excluded.stage,
      excluded.cycle, excluded.phase, excluded.status, excluded.coach_id, excluded.birth_date);
end $function$
;

CREATE OR REPLACE FUNCTION private.listed_administration(p_page uuid[], p_opened uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(json_agg(case when id = any (p_opened)
      then json_build_object('id', id, 'name', name, 'birthDate', birth_date, 'administration', private.administrative_summary(id))
      else json_build_object('id', id, 'name', private.listed_name(listed)) end order by array_position(p_page, id)), '[]')
    from private.patient_directory as listed where id = any (p_page));
end $function$
;

CREATE OR REPLACE FUNCTION private.listed_patients(p_page uuid[], p_opened uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with next_call as (
      select distinct on (user_id) user_id, json_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
      from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
      where user_id = any (p_opened) and appointments.status = 'booked' and ends_at > now()
      order by user_id, starts_at)
    select coalesce(json_agg(case when listed.id = any (p_opened)
      then json_build_object('id', listed.id, 'name', listed.name, 'birthDate', listed.birth_date, 'summary', json_build_object(
        'email', listed.email, 'stage', stage, 'cycle', cycle, 'phase', phase, 'status', listed.status,
        -- With neither a pregnancy test nor a decision it is treatment.
        'careState', case when exists (select from public.outcome_events where user_id = listed.id)
            or exists (select from public.test_results where user_id = listed.id and result_type = 'PREGNANCY')
          then private.care_state(listed.id) else 'treatment' end,
        'lastLogAt', greatest(
          (select max(taken_at) from public.test_results where user_id = listed.id),
          (select max(created_at) from public.survey_responses where user_id = listed.id)),
        'nextCall', next_call.words,
        'coach', case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end))
      else json_build_object('id', listed.id, 'name', private.listed_name(listed)) end order by array_position(p_page, listed.id)), '[]')
    from private.patient_directory as listed
    left join next_call on next_call.user_id = listed.id
    left join public.care_team as coach on coach.id = listed.coach_id
    where listed.id = any (p_page));
end $function$
;

CREATE OR REPLACE FUNCTION private.rebuild_directory()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  lock table private.patient_directory in share row exclusive mode;
  delete from private.patient_directory where true;
  delete from private.directory_counts where true;
  insert into private.patient_directory (id, email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id, birth_date)
  select coalesce(id, private.invited_id(email)), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id, birth_date
  from private.patients_to_list;
  perform public.order_patients(array(select user_id from private.attention_looks));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := person.role = 'administrator';
  is_coach constant boolean := person.role = 'coach';
  page_size constant integer := 50;
  -- A search counts no further than this.
  max_found constant integer := 1000;
  health constant text[] := '{stage,cycle,status,attention}'::text[];
  asks_health constant boolean := p_query ?| health;
  is_sorted constant boolean := coalesce(p_query ->> 'sort', 'name') <> 'name';
  -- Attention is not counted by the directory.
  is_search constant boolean := private.search_conditions(p_query ->> 'search') is not null or p_query ? 'attention';
  coaches constant uuid[] := case when is_coach then private.coaches_covered_by(person.id) end;
  others constant uuid[] := case when is_coach then private.other_patients_open_to(person.id) end;
  -- To be found or placed by something of health says it, so a coach filters and sorts their own patients alone.
  only_own constant boolean := is_coach and (asks_health or is_sorted);
  page integer := coalesce((p_query ->> 'page')::integer, 1);
  pages integer;
  total bigint;
  found uuid[];
  shown uuid[];
  opened uuid[];
  tried uuid[] := '{}'::uuid[];
begin
  if is_administrator and (asks_health or is_sorted) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;

  if is_search then
    found := private.find_patients(p_query, coaches, others, only_own, false, max_found, 0);
    total := cardinality(found);
  else
    total := private.count_patients(p_query, coaches, others, only_own);
  end if;
  pages := greatest(1, ceil(total / page_size::numeric));
  page := least(page, pages);
  if is_search then
    shown := found[(page - 1) * page_size + 1 : page * page_size];
  else
    shown := private.find_patients(p_query, coaches, others, only_own, false, page_size, (page - 1) * page_size::bigint);
  end if;
  opened := array(
    select id from private.patient_directory
    where id = any (shown) and is_open and (not is_coach or coach_id = any (coaches) or id = any (others)));

  -- A filter of health says something about those it leaves out, too, unless they are more than a page.
  if asks_health and total <= page_size then
    tried := private.find_patients(p_query - health, coaches, others, only_own, true, page_size + 1, 0);
  end if;
  perform private.audit_reads(array[case when is_administrator then 'administrative_summary' else 'summary' end],
      case when cardinality(tried) > page_size then opened else array(select unnest(opened) union select unnest(tried)) end),
    private.audit_reads('{identity}', array(select unnest(shown) except select unnest(opened)));

  return json_build_object('page', page, 'pages', pages, 'total', total,
    'patients', case when is_administrator then private.listed_administration(shown, opened)
      else private.listed_patients(shown, opened) end,
    'waiting', case when not is_administrator then private.waiting_among(opened) end);
end $function$
;

CREATE OR REPLACE FUNCTION private.count_relisted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.directory_counts (stage, cycle, status, coach_id, is_open, patients)
  select stage, cycle, status, coach_id, is_open, sum(patients)
  from (
    select stage, cycle, status, coach_id, is_open, -1 as patients from before
    union all
    select stage, cycle, status, coach_id, is_open, 1 from after) as changed
  group by 1, 2, 3, 4, 5 having sum(patients) <> 0;
  return null;
end $function$
;

revoke all on function private.count_relisted() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.list_order(p_query jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_query ->> 'sort'
    when 'last-log' then 'last_log_at desc nulls last, sort_name, id'
    when 'next-call' then 'next_call_at, sort_name, id'
    when 'attention' then 'is_urgent desc, items desc, sort_name, id'
    else 'sort_name, id' end
$function$
;

revoke all on function private.list_order(jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.listed_templates()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('templates', (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'text', text, 'version', version) order by lower(name)), '[]')
    from public.note_templates));
end $function$
;

revoke all on function private.listed_templates() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.order_patients(p_patients uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with open_record as (
    select id from private.patient_directory where id = any (p_patients) and is_open order by id for no key update),
  found as (
    select open_record.id, greatest(
        (select max(taken_at) from public.test_results where user_id = open_record.id),
        (select max(created_at) from public.survey_responses where user_id = open_record.id)) as last_log_at,
      (private.next_call(open_record.id)).starts_at as next_call_at, coalesce(look.items, 0) as items, coalesce(look.is_urgent, false) as is_urgent
    from open_record left join private.attention_looks as look on look.user_id = open_record.id)
  update private.patient_directory as listed
  set last_log_at = found.last_log_at, next_call_at = found.next_call_at, items = found.items, is_urgent = found.is_urgent
  from found
  where listed.id = found.id and (listed.last_log_at, listed.next_call_at, listed.items, listed.is_urgent)
    is distinct from (found.last_log_at, found.next_call_at, found.items, found.is_urgent);
end $function$
;

revoke all on function public.order_patients(uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_change_template(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  template constant uuid := (p_act ->> 'id')::uuid;
  max_templates constant integer := 100;
begin
  if earlier is not null then
    return earlier;
  end if;
  lock table public.note_templates in share row exclusive mode;
  if exists (select from public.note_templates where lower(name) = lower(p_act ->> 'name') and id is distinct from template) then
    perform private.refuse_team('PT400', 'invalid_input', 'name: Another template has this name');
  elsif template is null and (select count(*) from public.note_templates) >= max_templates then
    perform private.refuse_team('PT400', 'invalid_input', 'name: Remove a template before you add another');
  end if;
  case p_act ->> 'action'
    when 'add' then
      insert into public.note_templates (name, text) values (p_act ->> 'name', p_act ->> 'text');
    when 'save' then
      update public.note_templates set name = p_act ->> 'name', text = p_act ->> 'text', version = version + 1, changed_at = now()
      where id = template and version = (p_act ->> 'version')::integer;
    else
      delete from public.note_templates where id = template and version = (p_act ->> 'version')::integer;
  end case;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague changed this template. Open it again.');
  end if;
  perform private.add_audit_line(
    case p_act ->> 'action' when 'add' then 'insert' when 'save' then 'update' else 'delete' end,
    'team_note_template', person.id, person.id);
  return private.keep_answer(p_request, private.listed_templates());
end $function$
;

revoke all on function public.team_change_template(uuid,uuid,text[],text[],jsonb,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_templates(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return private.listed_templates();
end $function$
;

revoke all on function public.team_templates(uuid,uuid,text[],text[]) from public, anon, authenticated, service_role;

CREATE TRIGGER count_changed AFTER UPDATE ON private.patient_directory REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.count_relisted();

grant execute on function public.order_patients(uuid[]) to service_role;

grant execute on function public.team_change_template(uuid,uuid,text[],text[],jsonb,jsonb) to service_role;

grant execute on function public.team_templates(uuid,uuid,text[],text[]) to service_role;

select public.order_patients(array(select user_id from private.attention_looks));

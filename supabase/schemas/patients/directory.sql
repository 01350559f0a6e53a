create table private.patient_directory (
  -- The user's id; before the first sign-in, an id made from the address.
  id uuid primary key,
  email text not null,
  has_user boolean not null,
  name text not null,
  sort_name text collate "C" not null,
  search_text text collate "C" not null,
  -- Both consents are given and the invitation is not revoked. Otherwise no health data is kept here.
  is_open boolean not null,
  stage integer,
  cycle integer,
  phase text,
  status text,
  -- The nil UUID means unassigned, so that an index finds those patients too.
  coach_id uuid not null,
  birth_date date,
  -- What the list is sorted and filtered by, as of the job of each minute or the last sorted list (public.order_patients).
  last_log_at timestamptz,
  next_call_at timestamptz,
  items integer not null default 0,
  is_urgent boolean not null default false
);
alter table private.patient_directory alter column id set statistics 0;
alter table private.patient_directory enable row level security;
revoke all on private.patient_directory from public, anon, authenticated, service_role;
create unique index patient_directory_invited on private.patient_directory (email) where not has_user;
create index patient_directory_by_name on private.patient_directory (sort_name, id);
create index patient_directory_by_coach on private.patient_directory (coach_id, sort_name, id);
create index patient_directory_by_stage on private.patient_directory (stage, sort_name, id);
create index patient_directory_by_cycle on private.patient_directory (cycle, sort_name, id) where cycle is not null;
create index patient_directory_by_status on private.patient_directory (status, sort_name, id);
create index patient_directory_by_last_log on private.patient_directory (last_log_at desc nulls last, sort_name, id);
create index patient_directory_by_next_call on private.patient_directory (next_call_at, sort_name, id);
create index patient_directory_by_attention on private.patient_directory (is_urgent desc, items desc, sort_name, id);
create index patient_directory_search on private.patient_directory using gin (search_text extensions.gin_trgm_ops);
alter index private.patient_directory_search set (gin_pending_list_limit = 256);
create index patient_directory_since_invited on private.patient_directory (private.invited_id(email)) where has_user;

-- What the directory should contain, computed from the records.
create view private.patients_to_list as
  select id, email, has_user, name, private.unaccented(trim(last_name || ' ' || first_name)) as sort_name,
    private.unaccented(concat_ws(' ', name, email, preferred_name, regexp_replace(phone, '\D', '', 'g'), searched_day))
      as search_text, is_open, stage, cycle, phase, status, coach_id, birth_date
  from (
    select customers.user_id as id, customers.customer_email as email, true as has_user,
      coalesce(customer_first_name, first_name, '') as first_name, coalesce(customer_last_name, last_name, '') as last_name,
      record.is_open,
      case when record.is_open then coalesce(step.stage_number, 4) end as stage,
      case when record.is_open then step.cycle_number end as cycle,
      case when record.is_open then step.phase_id end as phase,
      case when record.is_open then customers.status end as status,
      coalesce(coach_id, '00000000-0000-0000-0000-000000000000') as coach_id, birth_date,
      -- Until both consents are given, a patient is found by name and address only.
      case when record.is_open then preferred_name end as preferred_name,
      case when record.is_open then customer_phone end as phone,
      case when record.is_open then to_char(birth_date, 'YYYY-MM-DD') end as searched_day
    from public.customers
    left join public.invitations on invitations.email = customer_email
    left join public.coach_assignments on coach_assignments.user_id = customers.user_id
    cross join lateral (
      select coalesce(invitations.email is not null and revoked_at is null
        and privacy_policy_accepted and data_usage_consent, false) as is_open) as record
    -- The first step that is not complete; domain/journey/progress.ts has the same rule. A pregnancy ends treatment.
    left join lateral (
      select stage_number, cycle_number, phase_id from private.journey_steps as open_step
      where (customers.status <> 'Pregnant' or stage_number = 4) and not exists (
        select from public.completed_phases as done
        where done.user_id = customers.user_id and done.phase_id = open_step.phase_id
          and (open_step.cycle_number is null or done.cycle_number = open_step.cycle_number))
      order by step limit 1) as step on true
    union all
    select null, email, false, first_name, last_name, false, null, null, null, null, '00000000-0000-0000-0000-000000000000',
      null, null, null, null
    from public.invitations
    where revoked_at is null and not exists (select from public.customers where customer_email = invitations.email)
  ) as patient
  cross join lateral (select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name) as named;
revoke all on private.patients_to_list from public, anon, authenticated, service_role;

-- A name as lists show it: two patients with the same name also show their dates of birth.
create function private.listed_name(p_listed private.patient_directory) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_listed.birth_date is not null and exists (
    select from private.patient_directory as other
    where other.sort_name = p_listed.sort_name and other.id <> p_listed.id) then
    return p_listed.name || ', born ' || to_char(p_listed.birth_date, 'FMMonth FMDD, YYYY');
  end if;
  return p_listed.name;
end $$;

-- Updates a patient's row. It locks the row first, so the second of two changes at the same moment sees the first.
create function private.list_patient(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Every writer locks the patient before the directory's row, so that writers never deadlock.
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
end $$;

-- An invited person is listed by their address until they have a record.
create function private.list_invited(p_emails text[]) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

create function private.list_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.list_patient(old.user_id), private.list_invited(array[old.customer_email]);
  end if;
  if tg_op <> 'DELETE' then
    perform private.list_invited(array[new.customer_email]), private.list_patient(new.user_id);
  end if;
  return null;
end $$;

create trigger list_customer after insert or delete or update of customer_email, customer_first_name, customer_last_name,
  status, privacy_policy_accepted, data_usage_consent, preferred_name, customer_phone, birth_date on public.customers
  for each row execute function private.list_customer();

-- Runs once for each statement, because a clinic may import its whole list of patients in one.
create function private.list_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  emails text[] := array(select email from changed);
begin
  if tg_op = 'UPDATE' then
    emails := emails || array(select email from before);
  end if;
  perform private.list_invited(emails);
  perform private.list_patient(user_id) from (
    select user_id from public.customers where customer_email = any (emails) order by user_id) as patient;
  return null;
end $$;

create trigger list_invited after insert on public.invitations
  referencing new table as changed for each statement execute function private.list_invitations();

create trigger list_reinvited after update on public.invitations
  referencing old table as before new table as changed for each statement execute function private.list_invitations();

create trigger list_uninvited after delete on public.invitations
  referencing old table as changed for each statement execute function private.list_invitations();

create function private.list_own_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.list_patient(case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;

create trigger list_assignment after insert or update or delete on public.coach_assignments
  for each row execute function private.list_own_patient();

-- A positive test completes a dozen steps in one statement, which is one change.
create function private.list_changed_patients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.list_patient(user_id) from (select distinct user_id from changed order by user_id) as patient;
  return null;
end $$;

create trigger list_completed after insert on public.completed_phases
  referencing new table as changed for each statement execute function private.list_changed_patients();

create trigger list_recompleted after update on public.completed_phases
  referencing new table as changed for each statement execute function private.list_changed_patients();

create trigger list_uncompleted after delete on public.completed_phases
  referencing old table as changed for each statement execute function private.list_changed_patients();

-- Updates what the list can be sorted by. It runs in its own transaction, because a look locks rows in the opposite order of a patient's
-- change.
create function public.order_patients(p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function public.order_patients(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.order_patients(uuid[]) to service_role;

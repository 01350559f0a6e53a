create table private.patient_directory (
  -- The user's id; before the first sign-in an id of its own.
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
  coach_id uuid not null
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
create index patient_directory_search on private.patient_directory using gin (search_text extensions.gin_trgm_ops);
alter index private.patient_directory_search set (gin_pending_list_limit = 256);
create index patient_directory_since_invited on private.patient_directory (private.invited_id(email)) where has_user;

-- What the directory should say.
create view private.patients_to_list as
  select id, email, has_user, name, private.unaccented(trim(last_name || ' ' || first_name)) as sort_name,
    private.unaccented(name || ' ' || email) as search_text, is_open, stage, cycle, phase, status, coach_id
  from (
    select customers.user_id as id, customers.customer_email as email, true as has_user,
      coalesce(customer_first_name, first_name, '') as first_name, coalesce(customer_last_name, last_name, '') as last_name,
      record.is_open,
      case when record.is_open then coalesce(step.stage_number, 4) end as stage,
      case when record.is_open then step.cycle_number end as cycle,
      case when record.is_open then step.phase_id end as phase,
      case when record.is_open then customers.status end as status,
      coalesce(coach_id, '00000000-0000-0000-0000-000000000000') as coach_id
    from public.customers
    left join public.invitations on invitations.email = customer_email
    left join public.coach_assignments on coach_assignments.user_id = customers.user_id
    cross join lateral (
      select coalesce(invitations.email is not null and revoked_at is null
        and privacy_policy_accepted and data_usage_consent, false) as is_open) as record
    -- The first step that is not done, as in domain/journey/progress.ts; a pregnancy ends treatment.
    left join lateral (
      select stage_number, cycle_number, phase_id from private.journey_steps as open_step
      where (customers.status <> 'Pregnant' or stage_number = 4) and not exists (
        select from public.completed_phases as done
        where done.user_id = customers.user_id and done.phase_id = open_step.phase_id
          and (open_step.cycle_number is null or done.cycle_number = open_step.cycle_number))
      order by step limit 1) as step on true
    union all
    select null, email, false, first_name, last_name, false, null, null, null, null, '00000000-0000-0000-0000-000000000000'
    from public.invitations
    where revoked_at is null and not exists (select from public.customers where customer_email = invitations.email)
  ) as patient
  cross join lateral (select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name) as named;
revoke all on private.patients_to_list from public, anon, authenticated, service_role;

-- Of two changes of one patient at once the second waits for the row first, and then reads what the first one did.
create function private.list_patient(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.patient_directory where id = p_user for update;
  if not exists (select from public.customers where user_id = p_user) then
    delete from private.patient_directory where id = p_user;
    return;
  end if;
  insert into private.patient_directory as known select * from private.patients_to_list where id = p_user
  on conflict (id) do update set email = excluded.email, name = excluded.name, sort_name = excluded.sort_name,
    search_text = excluded.search_text, is_open = excluded.is_open, stage = excluded.stage, cycle = excluded.cycle,
    phase = excluded.phase, status = excluded.status, coach_id = excluded.coach_id
  where known is distinct from excluded;
end $$;

-- A person who was invited is listed by their address until they have a record.
create function private.list_invited(p_emails text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.patient_directory as known
  where not has_user and email = any (p_emails) and (
    not exists (select from public.invitations where email = known.email and revoked_at is null)
    or exists (select from public.customers where customer_email = known.email));
  insert into private.patient_directory as known
  select private.invited_id(email), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status, coach_id
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
  status, privacy_policy_accepted, data_usage_consent on public.customers
  for each row execute function private.list_customer();

-- A clinic's whole list of patients may be written at once.
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

-- A positive test completes a dozen steps at once, and is one change.
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

-- How many patients each filter finds. Every change adds rows with what it changed, so that no two writers wait for each
-- other; whoever reads adds them up, and folds them into one row for each combination when there are many.
create table private.directory_counts (
  stage integer,
  cycle integer,
  status text,
  coach_id uuid not null,
  is_open boolean not null,
  patients bigint not null,
  is_folded boolean not null default false
);
alter table private.directory_counts enable row level security;
revoke all on private.directory_counts from public, anon, authenticated, service_role;

create function private.count_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.directory_counts (stage, cycle, status, coach_id, is_open, patients)
    select stage, cycle, status, coach_id, is_open, -count(*) from before group by 1, 2, 3, 4, 5;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.directory_counts (stage, cycle, status, coach_id, is_open, patients)
    select stage, cycle, status, coach_id, is_open, count(*) from after group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;

create trigger count_added after insert on private.patient_directory
  referencing new table as after for each statement execute function private.count_listed();

create trigger count_changed after update on private.patient_directory
  referencing old table as before new table as after for each statement execute function private.count_listed();

create trigger count_removed after delete on private.patient_directory
  referencing old table as before for each statement execute function private.count_listed();

-- The counts are right with or without folding, so a fold that fails is only reported: the list that asked for it still answers.
-- Every UPDATE and DELETE has a WHERE, because Supabase loads `safeupdate` for API requests.
create function private.fold_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from private.directory_counts where not is_folded) < 1000
    or not pg_try_advisory_xact_lock(hashtextextended('directory counts', 0)) then
    return;
  end if;
  begin
    with folded as (delete from private.directory_counts where true returning *)
    insert into private.directory_counts
    select stage, cycle, status, coach_id, is_open, sum(patients), true from folded
    group by 1, 2, 3, 4, 5 having sum(patients) <> 0;
  exception when others then
    raise warning 'The counts of the patient directory were not folded: %', sqlstate;
  end;
end $$;

-- From the records alone, for when rows were written without the triggers.
create function private.rebuild_directory() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table private.patient_directory in share row exclusive mode;
  delete from private.patient_directory where true;
  delete from private.directory_counts where true;
  insert into private.patient_directory
  select coalesce(id, private.invited_id(email)), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id
  from private.patients_to_list;
end $$;

-- Beyond those of private.coaches_seen_by: the patients of this coach's own calls, and records that are open to them for a reason.
create function private.also_open_to(p_coach uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select user_id from private.patients_of_hosts where host_id = p_coach
    union select user_id from public.record_openings where person_id = p_coach and ends_at > now());
end $$;

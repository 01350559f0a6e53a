-- How many patients each filter finds. Every change adds rows with the difference, so writers never wait for each other. A reader adds
-- them up, and folds them into one row for each combination if there are many.
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

-- Most changes of a row change no count: a new date of birth, a new last log.
create function private.count_relisted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.directory_counts (stage, cycle, status, coach_id, is_open, patients)
  select stage, cycle, status, coach_id, is_open, sum(patients)
  from (
    select stage, cycle, status, coach_id, is_open, -1 as patients from before
    union all
    select stage, cycle, status, coach_id, is_open, 1 from after) as changed
  group by 1, 2, 3, 4, 5 having sum(patients) <> 0;
  return null;
end $$;

create trigger count_added after insert on private.patient_directory
  referencing new table as after for each statement execute function private.count_listed();

create trigger count_changed after update on private.patient_directory
  referencing old table as before new table as after for each statement execute function private.count_relisted();

create trigger count_removed after delete on private.patient_directory
  referencing old table as before for each statement execute function private.count_listed();

-- The counts are correct with or without folding, so a failed fold only warns, and the list still answers. Every UPDATE and DELETE has a
-- WHERE, because Supabase loads `safeupdate` for API requests.
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

-- Rebuilds the directory from the records, for rows that were written without the triggers.
create function private.rebuild_directory() returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table private.patient_directory in share row exclusive mode;
  delete from private.patient_directory where true;
  delete from private.directory_counts where true;
  insert into private.patient_directory (id, email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id, birth_date)
  select coalesce(id, private.invited_id(email)), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id, birth_date
  from private.patients_to_list;
  perform public.order_patients(array(select id from private.patient_directory where is_open));
end $$;

-- Patients in addition to those of private.coaches_covered_by: those of this coach's own calls, of records opened with a reason, and of
-- follow-ups that a colleague gave them.
create function private.other_patients_open_to(p_coach uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select user_id from private.patients_of_hosts where host_id = p_coach
    union select user_id from public.record_openings where person_id = p_coach and ends_at > now()
    union select user_id from private.open_follow_ups where to_id = p_coach and person_id <> p_coach);
end $$;

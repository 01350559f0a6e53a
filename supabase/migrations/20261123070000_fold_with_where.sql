-- Supabase loads `safeupdate` for API requests, which refuses UPDATE and DELETE without WHERE, in CTEs too.

-- As in 20261117100200_patient_directory.sql, with WHERE. The counts are right with or without folding, so a fold that
-- fails is only reported: the list that asked for it still answers.
create or replace function private.fold_counts() returns void
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

-- As in 20261121030000_access_log_since_invited.sql, with WHERE.
create or replace function private.rebuild_directory() returns void
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

-- As in 20261119100400_team_reads_in_one_call.sql, with the zone that Today has: a record and an item of one patient showed two times.
create or replace function private.patient_profile(p_patient uuid, p_person public.care_team) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select row_to_json(profile) from (
      select coalesce(customer_first_name, '') as "firstName", customer_phone as phone,
        private.zone_of_patient(p_patient) as "timeZone",
        programme_name as programme, user_age as age, coalesce(family_set_up_other, family_set_up) as "familySetUp",
        listed.status, listed.stage, listed.cycle, listed.phase,
        case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end as coach,
        p_person.role = 'coach' and coalesce(coach.id <> p_person.id, false) as "isAnotherCoachs",
        (select delete_after from public.account_deletions where user_id = p_patient) as "leavesAt",
        case when p_person.role = 'coach' then private.reason_of(p_person.id, p_patient) end as "openedFor"
      from public.customers join private.patient_directory as listed on listed.id = customers.user_id
      left join public.care_team as coach on coach.id = listed.coach_id
      left join public.onboarding_info on onboarding_info.user_id = customers.user_id
      where customers.user_id = p_patient) as profile);
end $$;

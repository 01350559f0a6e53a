-- Patients read who looks after them, in their own record: it is there with what Home asks for anyway, and says nothing of
-- anybody else's coach. Null while nobody is assigned; the clinic's setting is shown then.

alter table public.customers add column coach jsonb
  constraint coach_ends check (length(coach::text) <= 10000);

create function private.tell_assigned_coach(p_patients uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.customers set coach = told.coach
  from (
    select patient, (
      select jsonb_build_object('name', name, 'bio', bio)
      from public.coach_assignments join public.care_team on care_team.id = coach_id
      where coach_assignments.user_id = patient) as coach
    from unnest(p_patients) as patient) as told
  where user_id = patient and customers.coach is distinct from told.coach
$$;

create function private.inform_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_assigned_coach(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $$;
-- By its name before list_assignment: whoever changes a patient's row locks it first, and their place in the directory then.
create trigger inform_patient after insert or update or delete on public.coach_assignments
  for each row execute function private.inform_patient();

create function private.tell_of_new_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_assigned_coach(array(select user_id from public.coach_assignments where coach_id = new.id order by 1));
  return null;
end $$;
create trigger tell_of_new_words after update of name, bio on public.care_team
  for each row when ((old.name, old.bio) is distinct from (new.name, new.bio)) execute function private.tell_of_new_words();

-- That a coach was chosen is noted where it is decided, in coach_assignments.
drop trigger audit_customers on public.customers;
create trigger audit_customers after update on public.customers
  for each row when ((to_jsonb(old) - 'coach') is distinct from (to_jsonb(new) - 'coach'))
  execute function private.audit_change();
create trigger audit_deleted_customers after delete on public.customers
  for each row execute function private.audit_change();

-- Nothing changes that is to be noted, or that a page waits for.
alter table public.customers disable trigger user;
select private.tell_assigned_coach(array(select user_id from public.coach_assignments));
alter table public.customers enable trigger user;

revoke all on all functions in schema private from public;

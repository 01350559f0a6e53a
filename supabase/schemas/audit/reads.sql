-- Logs that this transaction's person reads these types of data about these patients. The caller checks
-- whether they may. A read that was logged in the last 15 minutes is not logged again: private.limits keeps
-- a key for each person, kind and patient.
create function private.audit_reads(p_kinds text[], p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.named_person();
  declared constant text[] := string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',');
begin
  if cardinality(p_patients) = 0 then
    return;
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team must name the person who reads.');
  elsif not p_kinds <@ declared then
    raise exception using errcode = '42501', message = 'This function does not declare that it reads '
      || (select kind from unnest(p_kinds) as kind where kind <> all (declared) limit 1);
  end if;
  with read as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  -- If two reads run at the same time, the second waits and then finds the first one's key. Both insert in the same order, so they
  -- never deadlock.
  counted as (
    insert into private.limits as counter (key, used, window_ends_at)
    select key, 1, now() + interval '15 minutes' from read
    where not exists (select from private.limits as noted where noted.key = read.key and window_ends_at > now())
    order by patient, kind
    on conflict (key) do update set used = 1, window_ends_at = excluded.window_ends_at
    where counter.window_ends_at <= now()
    returning key)
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  select person.id, coalesce(auth.role(), 'operator'), 'read', kind, patient, person.name, person.role,
    -- Only coaches give a reason.
    case when person.role = 'coach' then private.reason_of(person.id, patient) end
  from read join counted using (key) order by patient, kind;
end $$;

-- A refusal can reveal a patient's care state, just as an answer can, so it is logged too. The refusal rolls back its transaction, so
-- the function logs it in a second one. A person who may not open the record has learned nothing, and gets no line.
create function public.team_audit_attempt(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  patient uuid;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  foreach patient in array p_patients loop
    begin
      perform private.enter_record(patient, p_reads);
    exception when sqlstate 'PT403' then
      continue;
    end;
  end loop;
end $$;
revoke all on function public.team_audit_attempt(uuid, uuid, text[], text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.team_audit_attempt(uuid, uuid, text[], text[], uuid[]) to service_role;

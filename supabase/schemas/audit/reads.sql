-- Notes each kind of thing of each patient in one statement. A person who was noted within the last fifteen minutes is not counted again,
-- so that looking twice writes nothing. Of two at once the second waits for the first, and then finds the line there. The caller
-- checks whether they may be read. Every key is looked up by its own index: a plan from when private.limits was nearly empty went on
-- reading all of it.
create function private.note_reads(p_kinds text[], p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  person public.care_team;
  undeclared text;
  -- Of one patient a key for each kind, then of the next.
  keys text[];
begin
  if cardinality(p_patients) = 0 then
    return;
  end if;
  person := private.named_person();
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  end if;
  select kind into undeclared from unnest(p_kinds) as kind
  where kind <> all (string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',')) limit 1;
  if found then
    raise exception using errcode = '42501', message = 'This function does not say that it reads ' || undeclared;
  end if;
  keys := array(
    select encode(sha256(convert_to(concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex')
    from unnest(p_patients) as patient, unnest(p_kinds) as kind);
  if cardinality(keys) = (
    select count(*) filter (where window_ends_at > now()) from private.limits where key = any (keys)) then
    return;
  end if;
  with listed as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  counted as (
    insert into private.limits as counter (key, used, window_ends_at)
    -- In one order, so that two readers wait for each other instead of locking each other out.
    select listed.key, 1, now() + interval '15 minutes' from listed
    left join lateral (
      select window_ends_at from private.limits where limits.key = listed.key offset 0) as known on true
    where (known.window_ends_at > now()) is not true
    order by patient, kind
    on conflict (key) do update set used = 1, window_ends_at = excluded.window_ends_at
    where counter.window_ends_at <= now()
    returning counter.key)
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  select person.id, coalesce(auth.role(), 'operator'), 'read', kind, patient, person.name, person.role,
    -- Nobody else gives a reason.
    case when person.role = 'coach' then private.reason_of(person.id, patient) end
  from listed join counted using (key) order by patient, kind;
end $$;

-- What is refused to somebody of the team tells where a patient stands, as what is answered does. A refusal undoes its transaction,
-- so this writes the line in one of its own. Whoever may not open a record was told nothing of it.
create function public.team_note_tried(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patient uuid;
begin
  foreach patient in array p_patients loop
    begin
      perform private.enter_record(patient, p_reads);
    exception when sqlstate 'PT403' then
      continue;
    end;
  end loop;
end $$;
revoke all on function public.team_note_tried(uuid, uuid, text[], text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.team_note_tried(uuid, uuid, text[], text[], uuid[]) to service_role;

-- The audit log: who did what with whose record, and when. It never holds what the record said. Rows are only added.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null check (action in ('read', 'insert', 'update', 'delete')),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- No reference: a line outlives the patient's account, because deleting a record is itself audited.
  subject_id uuid not null,
  actor_name text,
  staff_role text,
  reason_category text,
  -- `not valid` skips the check of existing rows, during which patients' writes would wait.
  constraint audit_log_reason_category_check
    check (reason_category in ('cover', 'patient-asked', 'safety', 'quality')) not valid,
  constraint actor_role_ends check (length(actor_role) <= 63),
  constraint actor_name_ends check (length(actor_name) <= 100),
  constraint staff_role_known check (staff_role in ('coach', 'clinician', 'administrator'))
);
alter table public.audit_log alter column subject_id set statistics 0;
alter table public.audit_log alter column actor_id set statistics 0;
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create index audit_log_subject on public.audit_log (subject_id, at desc);
create index audit_log_of_team on public.audit_log (at desc, id desc)
  where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'));
create index audit_log_of_person on public.audit_log (actor_id, at desc, id desc)
  where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'));

revoke all on sequence public.audit_log_id_seq from anon, authenticated, service_role;

create policy "Patients see who opened their record" on public.audit_log
  for select to authenticated using (subject_id = (select auth.uid()) and (select private.has_access()));

create function private.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
end $$;

create trigger audit_log_is_append_only before delete or truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- A line never changes, except that deleting an account replaces the patient's id.
create function private.refuse_rewriting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_jsonb(new) - array['subject_id', 'actor_id'] is distinct from to_jsonb(old) - array['subject_id', 'actor_id']
    or new.actor_id is distinct from (case when old.actor_id = old.subject_id then new.subject_id else old.actor_id end)
    or exists (select from auth.users where id in (old.subject_id, new.subject_id)) then
    raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
  end if;
  return new;
end $$;

create trigger audit_log_forgets_who before update on public.audit_log
  for each row execute function private.refuse_rewriting();

-- A colleague's line has their name and role at that time. Repeated reads within 15 minutes make one line, unless the colleague's
-- role has changed.
create function private.add_audit_line(p_action text, p_kind text, p_subject uuid, p_actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  reader text;
begin
  -- Nearly every write is the patient's own, so skip the team lookup.
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
  end if;
  reader := case when person.id is null
    then concat_ws(':', 'audit-read', auth.role(), auth.jwt() ->> 'session_id', p_actor, p_kind, p_subject)
    else concat_ws(':', 'staff-read', person.id, person.role, p_kind, p_subject) end;
  if p_action = 'read' and p_kind <> 'data_export'
    and public.take_from_limit(reader, 1, case when person.id is null then 60 else 900 end) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  values (coalesce(person.id, p_actor), coalesce(auth.role(), 'operator'), p_action, p_kind, p_subject, person.name, person.role,
    case when person.id is not null then private.reason_of(person.id, p_subject) end);
end $$;

-- Refuses a write by a care-team function that has not named its person, because the log would show it as the patient's own act.
-- Only the command line has no role; it may write.
create function private.audit_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  by_function boolean := auth.role() = 'service_role' and tg_table_name not in ('consultation_notes', 'medical_notes');
  callers text;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  get diagnostics callers = pg_context;
  -- Match function names only, because PostgreSQL translates the words around them.
  if callers ~ '(^|[^.\w"])("?public"?[.])?"?team_\w' and auth.role() is not null and (private.named_person()).id is null then
    raise exception using errcode = '42501', message = 'A write by the care team must name the person who writes.';
  end if;
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  perform private.add_audit_line(lower(tg_op), tg_table_name::text, subject,
    coalesce(auth.uid(), case when by_function then subject end));
  return null;
end $$;

-- A read fires no trigger, so the function that serves notes logs it here.
create function public.audit_read(p_kind text, p_subject uuid) returns void
language sql security definer set search_path = '' as $$
  select private.add_audit_line('read', p_kind, p_subject, p_subject)
$$;
revoke all on function public.audit_read(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.audit_read(text, uuid) to service_role;

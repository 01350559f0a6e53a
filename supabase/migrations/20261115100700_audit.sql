-- The audit log: who did what kind of thing with whose record, and when; never what it said. Rows are only ever added.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null check (action in ('read', 'insert', 'update', 'delete')),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- No reference: a line outlives the patient's account, because deleting a record is itself audited.
  subject_id uuid not null
);
create index audit_log_subject on public.audit_log (subject_id, at desc);
alter table public.audit_log alter column subject_id set statistics 0, alter column actor_id set statistics 0;
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
revoke all on sequence public.audit_log_id_seq from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "Patients see who opened their record" on public.audit_log
  for select to authenticated using (subject_id = (select auth.uid()) and (select private.has_access()));

create function private.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
end $$;
create trigger audit_log_is_append_only before delete or truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- Once an account is deleted, a random id takes the person's place. Nothing else of a line can change: not what was done,
-- and not when.
create function private.refuse_rewriting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.id, new.at, new.actor_role, new.action, new.kind) is distinct from (old.id, old.at, old.actor_role, old.action, old.kind)
    or new.actor_id is distinct from (case when old.actor_id = old.subject_id then new.subject_id else old.actor_id end)
    or exists (select from auth.users where id in (old.subject_id, new.subject_id)) then
    raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
  end if;
  return new;
end $$;
create trigger audit_log_forgets_who before update on public.audit_log
  for each row execute function private.refuse_rewriting();

-- Of reads of one kind by one person about one record only the first of each minute is noted, by session where the session
-- is known: nobody may make the log grow at will. Exports are few, and each is noted. Every write is noted.
create function private.note_in_audit(p_action text, p_kind text, p_subject uuid, p_actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reader text := concat_ws(':', 'audit-read', auth.role(), auth.jwt() ->> 'session_id', p_actor, p_kind, p_subject);
begin
  if p_action = 'read' and p_kind <> 'data_export' and public.take_from_limit(reader, 1, 60) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id)
  values (p_actor, coalesce(auth.role(), 'operator'), p_action, p_kind, p_subject);
end $$;

-- For tables with a user_id. Functions act with the service's key for the patient whom they checked, so there the actor is
-- the patient; what clinicians write names the role alone. A write that changes nothing is not noted. What patients change
-- directly is limited: each change leaves lines here and sends signals to every open page.
create function private.audit_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  by_function boolean := auth.role() = 'service_role' and tg_table_name not in ('consultation_notes', 'medical_notes');
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  perform private.note_in_audit(lower(tg_op), tg_table_name::text, subject,
    coalesce(auth.uid(), case when by_function then subject end));
  return null;
end $$;

-- A read fires no trigger, so the function that serves notes says that it did.
create function public.note_read(p_kind text, p_subject uuid) returns void
language sql security definer set search_path = '' as $$
  select private.note_in_audit('read', p_kind, p_subject, p_subject)
$$;
revoke all on function public.note_read(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.note_read(text, uuid) to service_role;

create trigger audit_customers after update or delete on public.customers
  for each row execute function private.audit_change();

revoke all on all functions in schema private from public;

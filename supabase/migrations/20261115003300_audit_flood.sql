-- The log only grows, so nobody may make it grow at will.

-- Of reads of one kind by one person about one record, the first of each minute is noted, by session where the session is
-- known. Exports are few, and each is noted. What is written is noted always.
create or replace function private.note_in_audit(p_action text, p_kind text, p_subject uuid, p_actor uuid) returns void
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

-- As before, and bounded: each change that a patient makes directly leaves lines here and signals to every open page.
create or replace function private.audit_change() returns trigger
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

revoke all on function private.note_in_audit(text, text, uuid, uuid) from public, anon, authenticated, service_role;
revoke all on function private.audit_change() from public, anon, authenticated, service_role;

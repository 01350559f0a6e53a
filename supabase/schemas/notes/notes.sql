-- Notes by the care team. Patients read them; no browser writes them. Every read adds a line to the audit log. PostgREST reads tables in a
-- read-only transaction, which cannot write that line, so only the service can use these tables, and a function reads each of them and
-- writes the line in one transaction. See docs/decisions/0014-supabase-as-it-is.md.
create table public.consultation_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  consultation_reference text not null check (length(consultation_reference) between 1 and 100),
  notes text not null check (length(notes) <= 100000),
  created_at timestamptz not null default now(),
  title text check (length(title) between 1 and 200) constraint title_is_plain check (private.is_plain_line(title)),
  author_id uuid,
  author_name text check (length(author_name) <= 100),
  author_role text check (author_role in ('coach', 'clinician')),
  signed_at timestamptz,
  constraint consultation_notes_signed check (num_nulls(author_id, author_name, author_role, signed_at) in (0, 4))
);
alter table public.consultation_notes alter column user_id set statistics 0;
alter table public.consultation_notes enable row level security;
revoke all on public.consultation_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.consultation_notes to service_role;
create index consultation_notes_by_reference on public.consultation_notes (user_id, consultation_reference, created_at desc);

create trigger audit_consultation_notes after insert or update or delete on public.consultation_notes
  for each row execute function private.audit_change();

create table public.medical_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  title text not null check (length(title) between 1 and 200)
    constraint title_is_plain check (private.is_plain_line(title)),
  noted_on date not null,
  content text not null check (length(content) <= 100000),
  created_at timestamptz not null default now(),
  -- Who signed it, and when. All three are null for an imported note.
  author_id uuid,
  author_name text check (length(author_name) <= 100),
  author_role text check (author_role in ('coach', 'clinician')),
  signed_at timestamptz,
  constraint medical_notes_signed check (num_nulls(author_id, author_name, author_role, signed_at) in (0, 4))
);
alter table public.medical_notes alter column user_id set statistics 0;
alter table public.medical_notes enable row level security;
revoke all on public.medical_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.medical_notes to service_role;
create index medical_notes_newest on public.medical_notes (user_id, noted_on desc, created_at desc);

create trigger audit_medical_notes after insert or update or delete on public.medical_notes
  for each row execute function private.audit_change();

-- The same for consultations; without a reference, the notes of all of them.
create function public.read_consultation_notes(p_user uuid, p_reference text) returns setof public.consultation_notes
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select notes.* from public.consultation_notes as notes
    join public.customers using (user_id)
    join public.invitations on invitations.email = customers.customer_email
    where notes.user_id = p_user and (p_reference is null or notes.consultation_reference = p_reference)
      and invitations.revoked_at is null and customers.privacy_policy_accepted and customers.data_usage_consent
      and not private.is_withdrawn(notes.id)
    order by notes.created_at desc;
  if found then
    perform private.add_audit_line('read', 'consultation_notes', p_user, p_user);
  end if;
end $$;
revoke all on function public.read_consultation_notes(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.read_consultation_notes(uuid, text) to service_role;

-- Our own server answers a patient's read of the table from this. PostgREST does not expose the schema private: a caller could take the
-- answer and roll back the line with one broken request.
create function private.read_own_consultation_notes() returns setof public.consultation_notes
language sql security definer set search_path = '' as $$
  select * from public.read_consultation_notes(auth.uid(), null)
$$;
revoke all on function private.read_own_consultation_notes() from public;
grant execute on function private.read_own_consultation_notes() to authenticated;

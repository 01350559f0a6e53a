-- What clinicians write down. Patients read; nobody writes from a browser.

create table public.consultation_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  consultation_reference text not null check (length(consultation_reference) between 1 and 100),
  notes text not null check (length(notes) <= 100000),
  created_at timestamptz not null default now()
);
create index consultation_notes_by_reference on public.consultation_notes (user_id, consultation_reference, created_at desc);
alter table public.consultation_notes enable row level security;
revoke all on public.consultation_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.consultation_notes to service_role;
grant select on public.consultation_notes to authenticated;
create policy "Patients read notes of their own consultations" on public.consultation_notes
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create trigger audit_consultation_notes after insert or update or delete on public.consultation_notes
  for each row execute function private.audit_change();

create table public.medical_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  title text not null check (length(title) between 1 and 200),
  noted_on date not null,
  content text not null check (length(content) <= 100000),
  created_at timestamptz not null default now()
);
create index medical_notes_newest on public.medical_notes (user_id, noted_on desc, created_at desc);
alter table public.medical_notes enable row level security;
revoke all on public.medical_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.medical_notes to service_role;
create trigger audit_medical_notes after insert or update or delete on public.medical_notes
  for each row execute function private.audit_change();

-- Read here alone, by fetch-medical-notes for the patient whom it checked, so that in every home no note is read without
-- a trace: this commits before anything of it is answered. A patient who could call it could also ask for its undoing.
create function public.read_medical_notes(p_user uuid) returns table (id uuid, title text, date date, content text)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select notes.id, notes.title, notes.noted_on, notes.content from public.medical_notes as notes
    join public.customers using (user_id)
    join public.invitations on invitations.email = customers.customer_email
    where notes.user_id = p_user and invitations.revoked_at is null
      and customers.privacy_policy_accepted and customers.data_usage_consent
    order by notes.noted_on desc, notes.created_at desc;
  if found then
    perform private.note_in_audit('read', 'medical_notes', p_user, p_user);
  end if;
end $$;
revoke all on function public.read_medical_notes(uuid) from public, anon, authenticated;
grant execute on function public.read_medical_notes(uuid) to service_role;

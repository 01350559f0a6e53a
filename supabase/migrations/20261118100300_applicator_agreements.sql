-- Whose body it is: where a partner or a surrogate uses the applicator, periods and safety checks are theirs, and are kept only
-- with their agreement. Each row is what was stated at a moment; the newest counts, so taking an agreement back is one more row.

create table public.applicator_agreements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  person text not null check (person in ('self', 'partner', 'surrogate')),
  -- Who agreed; nobody has to agree to what is told of oneself.
  name text check (length(name) between 1 and 100),
  agreed boolean not null,
  -- Which words were read (domain/copy/agreement.ts).
  words_version text not null check (length(words_version) between 1 and 20),
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint only_others_are_named check ((person = 'self') = (name is null) and (person <> 'self' or agreed)),
  unique (user_id, submission_id)
);
create index applicator_agreements_newest on public.applicator_agreements (user_id, created_at desc);
alter table public.applicator_agreements alter column user_id set statistics 0;
alter table public.applicator_agreements enable row level security;
revoke all on public.applicator_agreements from anon, authenticated, service_role;
grant select, insert on public.applicator_agreements to service_role;
grant select on public.applicator_agreements to authenticated;
create policy "Patients read their own agreements" on public.applicator_agreements
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create trigger audit_applicator_agreements after insert or update or delete on public.applicator_agreements
  for each row execute function private.audit_change();
create trigger tell_patient after insert or update or delete on public.applicator_agreements
  for each row execute function private.tell_patient();
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.applicator_agreements;
  end if;
end $$;

-- What decides whether an agreement is missing, in one answer.
create function public.agreement_facts(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    'stated', (select jsonb_build_object('person', person, 'name', name, 'agreed', agreed)
      from public.applicator_agreements where user_id = p_user order by created_at desc, id limit 1))
$$;
revoke all on function public.agreement_facts(uuid) from public, anon, authenticated, service_role;
grant execute on function public.agreement_facts(uuid) to service_role;

create view private.export_applicator_agreements as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.applicator_agreements as own;
insert into private.export_parts (place, name, needs_consent, max_lines) values (260, 'applicator_agreements', true, 10000);

-- Whose body it is. If a partner or a surrogate uses the applicator, periods and safety checks are theirs, and are stored only with
-- their agreement. Each row is one statement, and the newest counts: withdrawing an agreement adds a row.
create table public.applicator_agreements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  person text not null check (person in ('self', 'partner', 'surrogate')),
  -- The person who agreed; null if the patient uses the applicator.
  name text check (length(name) between 1 and 100),
  agreed boolean not null,
  -- The version of the words they agreed to (domain/copy/agreement.ts).
  words_version text not null check (length(words_version) between 1 and 20),
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint only_others_are_named check ((person = 'self') = (name is null) and (person <> 'self' or agreed)),
  unique (user_id, submission_id)
);
alter table public.applicator_agreements alter column user_id set statistics 0;
alter table public.applicator_agreements enable row level security;
revoke all on public.applicator_agreements from anon, authenticated, service_role;
grant select, insert on public.applicator_agreements to service_role;
grant select on public.applicator_agreements to authenticated;
create index applicator_agreements_newest on public.applicator_agreements (user_id, created_at desc);

create policy "Patients read their own agreements" on public.applicator_agreements
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_applicator_agreements after insert or update or delete on public.applicator_agreements
  for each row execute function private.audit_change();

create trigger publish_to_patient after insert or update or delete on public.applicator_agreements
  for each row execute function private.publish_to_patient();

-- The facts that decide whether an agreement is missing. A statement counts only while the same person uses the applicator.
create function public.agreement_facts(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stated constant public.applicator_agreements := private.stated_agreement(p_user);
begin
  return jsonb_build_object(
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    'stated', case when stated.id is not null then
      jsonb_build_object('person', stated.person, 'name', stated.name, 'agreed', stated.agreed) end);
end $$;
revoke all on function public.agreement_facts(uuid) from public, anon, authenticated, service_role;
grant execute on function public.agreement_facts(uuid) to service_role;

-- The questionnaire's answers: one row for each patient, which the browser writes by the rules of domain/onboarding.
create function private.is_choice_list(chosen text[], options text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(chosen) between 1 and cardinality(options) and array_ndims(chosen) = 1 and chosen <@ options
    and cardinality(chosen) = (select count(distinct one) from unnest(chosen) as one)
$$;
grant execute on function private.is_choice_list(text[], text[]) to authenticated, service_role;

-- A 'Please specify' text: never only whitespace, at most 2,000 characters, and only with the answer 'Other'. The
-- whitespace is that of the form, written out, because the meaning of \s depends on the locale of the database.
create function private.is_specified(specified text, is_other boolean) returns boolean
language sql immutable set search_path = '' as $$
  select specified is null or (is_other and length(specified) <= 2000
    and specified ~ '[^ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]')
$$;
grant execute on function private.is_specified(text, boolean) to authenticated, service_role;

create table public.onboarding_info (
  user_id uuid primary key references public.customers on delete cascade,
  user_age integer not null check (user_age between 18 and 100),
  partner_age integer check (partner_age between 18 and 100),
  trying_duration text not null check (trying_duration in ('1-6 months', '6-12 months', '1-2 years', 'Over 2 years')),
  menstrual_cycle_length text not null check (menstrual_cycle_length in ('<21 days', '21-35 days', '>35 days', 'Other')),
  menstrual_cycle_length_other text
    check (private.is_specified(menstrual_cycle_length_other, menstrual_cycle_length = 'Other')),
  uses_ovulation_tests text not null check (uses_ovulation_tests in ('Yes', 'No', 'Sometimes', 'Other')),
  uses_ovulation_tests_other text
    check (private.is_specified(uses_ovulation_tests_other, uses_ovulation_tests = 'Other')),
  had_fertility_investigations text not null check (had_fertility_investigations in ('Yes', 'No', 'Other')),
  had_fertility_investigations_other text
    check (private.is_specified(had_fertility_investigations_other, had_fertility_investigations = 'Other')),
  infertility_diagnosis text[] not null check (private.is_choice_list(infertility_diagnosis, array[
    'No diagnosis', 'Endometriosis', 'Low ovarian reserve', 'Male factor infertility', 'PCOS',
    'Unexplained infertility', 'Other'])),
  infertility_diagnosis_other text
    check (private.is_specified(infertility_diagnosis_other, 'Other' = any (infertility_diagnosis))),
  previous_treatments text[] not null check (private.is_choice_list(previous_treatments, array[
    'Different home insemination', 'Syringe insemination', 'Intrauterine insemination (IUI)',
    'In vitro fertilisation (IVF)', 'No previous treatments', 'Other'])),
  previous_treatments_other text
    check (private.is_specified(previous_treatments_other, 'Other' = any (previous_treatments))),
  family_set_up text not null check (family_set_up in ('Heterosexual couple', 'Heterosexual couple with surrogate',
    'Heterosexual couple with sperm donor', 'Same-sex couple with surrogate', 'Same-sex couple with sperm donor',
    'Single female with sperm donor', 'Single male with surrogate', 'Other')),
  family_set_up_other text check (private.is_specified(family_set_up_other, family_set_up = 'Other')),
  updated_at timestamptz not null default now(),
  -- 'No diagnosis' and 'No previous treatments' exclude the other choices. Older answers stay until the patient changes them.
  constraint no_diagnosis_excludes_others
    check (cardinality(infertility_diagnosis) = 1 or 'No diagnosis' <> all (infertility_diagnosis)) not valid,
  constraint no_treatments_stand_alone
    check (cardinality(previous_treatments) = 1 or 'No previous treatments' <> all (previous_treatments)) not valid
);
alter table public.onboarding_info alter column user_id set statistics 0;
alter table public.onboarding_info enable row level security;
revoke all on public.onboarding_info from anon, authenticated, service_role;
grant select, insert, update, delete on public.onboarding_info to service_role;
grant select, insert, update on public.onboarding_info to authenticated;

create policy "Patients read their own answers" on public.onboarding_info
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients give their own answers" on public.onboarding_info
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients change their own answers" on public.onboarding_info
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()))
  with check (user_id = (select auth.uid()));

-- Saving the same answers again is not a change.
create function private.stamp_update() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := old.updated_at;
  if new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end $$;
revoke all on function private.stamp_update() from public;

create trigger stamp_onboarding_info before insert or update on public.onboarding_info
  for each row execute function private.stamp_update();

create trigger audit_onboarding_info after insert or update or delete on public.onboarding_info
  for each row execute function private.audit_change();

-- Test results and survey answers: written by their functions only, at most once per submission.

create table public.test_results (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  result_type text not null check (result_type in ('ovulation', 'PREGNANCY')),
  result text not null,
  cycle_number integer check (cycle_number between 1 and 3),
  taken_at timestamptz not null,
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint result_fits_its_type check (
    (result_type = 'ovulation' and result in
      ('Negative (Low LH)', 'High (Rising LH)', 'Peak (Positive LH Surge)', 'Invalid'))
    or (result_type = 'PREGNANCY' and result in ('positive', 'negative') and cycle_number is not null)),
  unique (user_id, submission_id)
);
create index test_results_newest on public.test_results (user_id, taken_at desc);
alter table public.test_results enable row level security;
revoke all on public.test_results from anon, authenticated, service_role;
grant select, insert, update, delete on public.test_results to service_role;
grant select, delete on public.test_results to authenticated;
create policy "Patients read their own results" on public.test_results
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
-- A slip of the thumb can be taken back for a day; after that a result is part of the record.
create policy "Patients take back a result logged by mistake" on public.test_results
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()) and created_at > now() - interval '24 hours');
create trigger audit_test_results after insert or update or delete on public.test_results
  for each row execute function private.audit_change();

create table public.survey_responses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  survey text not null check (survey in ('before-treatment', 'applicator-use')),
  cycle_number integer check (cycle_number between 1 and 3),
  answers jsonb not null,
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint answers_fit_the_survey check (
    -- A missing answer is null, and a check that is null would pass.
    (survey = 'before-treatment' and coalesce(answers ->> 'response', '') in ('confident', 'neutral', 'uncertain'))
    or (survey = 'applicator-use' and jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) = 8)),
  unique (user_id, submission_id)
);
create index survey_responses_newest on public.survey_responses (user_id, created_at desc);
alter table public.survey_responses enable row level security;
revoke all on public.survey_responses from anon, authenticated, service_role;
grant select, insert, update, delete on public.survey_responses to service_role;
grant select on public.survey_responses to authenticated;
create policy "Patients read their own survey answers" on public.survey_responses
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create trigger audit_survey_responses after insert or update or delete on public.survey_responses
  for each row execute function private.audit_change();

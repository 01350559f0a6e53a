-- Test results and survey answers: written by their functions only, at most once per submission.
create table public.test_results (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  result_type text not null check (result_type in ('ovulation', 'PREGNANCY')),
  result text not null,
  cycle_number integer check (cycle_number between 1 and 3),
  taken_at timestamptz not null
    constraint taken_in_our_time check (taken_at >= '2000-01-01T00:00:00Z' and taken_at < '9999-12-31T00:00:00Z'),
  submission_id uuid,
  created_at timestamptz not null default now(),
  taken_on date not null,
  taken_zone text
  constraint taken_zone_ends check (length(taken_zone) between 1 and 64),
  -- The member of the care team who logged it for the patient; null if the patient did.
  logged_by uuid,
  logged_by_name text check (length(logged_by_name) <= 100),
  logged_by_role text check (logged_by_role in ('coach', 'clinician')),
  unique (user_id, submission_id),
  constraint result_fits_its_type check (
    (result_type = 'ovulation' and result in
      ('Negative (Low LH)', 'High (Rising LH)', 'Peak (Positive LH Surge)', 'Invalid'))
    or (result_type = 'PREGNANCY' and result in ('positive', 'negative', 'unclear') and cycle_number is not null)),
  constraint taken_on_its_day check (
    taken_on between (taken_at at time zone 'UTC')::date - 1 and (taken_at at time zone 'UTC')::date + 1)
);
alter table public.test_results alter column user_id set statistics 0;
alter table public.test_results enable row level security;
revoke all on public.test_results from anon, authenticated, service_role;
grant select, insert, update, delete on public.test_results to service_role;
grant select, delete on public.test_results to authenticated;
create index test_results_newest on public.test_results (user_id, taken_at desc);
create index test_results_ovulation on public.test_results (user_id, created_at desc) where result_type = 'ovulation';

create policy "Patients read their own results" on public.test_results
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

-- A result that was logged by mistake can be undone for a day; after that it is part of the record.
create policy "Patients take back a result logged by mistake" on public.test_results
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()) and created_at > (select private.undone_since()));

create trigger audit_test_results after insert or update or delete on public.test_results
  for each row execute function private.audit_change();

create table public.survey_responses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  survey text not null check (survey in ('before-treatment', 'applicator-use')),
  cycle_number integer check (cycle_number between 1 and 3),
  -- Room for two comments of 2,000 characters, which JSON may write as 4,000, and six short answers.
  answers jsonb not null constraint answers_end check (length(answers::text) <= 10000),
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint answers_fit_the_survey check (
    -- A missing answer is null, and a check that results in null would pass.
    (survey = 'before-treatment' and coalesce(answers ->> 'response', '') in ('confident', 'neutral', 'uncertain'))
    or (survey = 'applicator-use' and jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) = 8)),
  unique (user_id, submission_id),
  -- The limit of the form: 2,000 characters a comment.
  constraint each_answer_ends check (
    jsonb_typeof(answers) <> 'array'
    or coalesce(length(answers ->> 3), 0) <= 2000 and coalesce(length(answers ->> 7), 0) <= 2000),
  -- The member of the care team who logged it for the patient; null if the patient did.
  logged_by uuid,
  logged_by_name text check (length(logged_by_name) <= 100),
  logged_by_role text check (logged_by_role in ('coach', 'clinician'))
);
alter table public.survey_responses alter column user_id set statistics 0;
alter table public.survey_responses enable row level security;
revoke all on public.survey_responses from anon, authenticated, service_role;
grant select, insert, update, delete on public.survey_responses to service_role;
grant select on public.survey_responses to authenticated;
create index survey_responses_newest on public.survey_responses (user_id, created_at desc);
create index survey_responses_of_use on public.survey_responses (user_id, created_at desc) where survey = 'applicator-use';
create index survey_responses_of_mood on public.survey_responses (user_id, created_at desc) where survey = 'before-treatment';

create policy "Patients read their own survey answers" on public.survey_responses
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_survey_responses after insert or update or delete on public.survey_responses
  for each row execute function private.audit_change();

-- The care team's Today, list and job read at most the newest 500 entries of each type of a patient, by an
-- index. Entries that are urgent or block treatment are a type of their own, so that others cannot push
-- them out.
create index test_results_pregnancy on public.test_results (user_id, created_at desc) where result_type = 'PREGNANCY';

-- What a person writes in a survey ends where the form ends: 2,000 characters a comment, and a line for what is selected.
alter table public.survey_responses
  add constraint each_answer_ends check (
    jsonb_typeof(answers) <> 'array'
    or coalesce(length(answers ->> 3), 0) <= 2000 and coalesce(length(answers ->> 7), 0) <= 2000);

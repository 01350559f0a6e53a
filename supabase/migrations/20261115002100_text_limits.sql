-- Nothing that is kept is endless, whoever writes it. The limits are those of the contracts in domain/, or far above what
-- our own programs write. Constraints on what cannot be shortened without harm count from now on (`not valid`): no start
-- fails on a row that somebody's program once wrote.

update public.customers set customer_first_name = left(customer_first_name, 100) where length(customer_first_name) > 100;
update public.customers set customer_last_name = left(customer_last_name, 100) where length(customer_last_name) > 100;
update public.customers set customer_phone = left(customer_phone, 30) where length(customer_phone) > 30;
update public.customers set programme_name = left(programme_name, 100) where length(programme_name) > 100;
alter table public.customers
  add constraint customer_email_ends check (length(customer_email) <= 254) not valid,
  add constraint customer_first_name_ends check (length(customer_first_name) <= 100),
  add constraint customer_last_name_ends check (length(customer_last_name) <= 100),
  add constraint customer_phone_ends check (length(customer_phone) <= 30),
  add constraint programme_name_ends check (length(programme_name) <= 100),
  add constraint tracking_url_ends check (length(tracking_url) <= 2000) not valid;

-- A date could be written with any number of decimals. The moment stays the same without those after the ninth.
update public.survey_responses
set answers = jsonb_set(answers, '{0}', to_jsonb(regexp_replace(answers ->> 0, '(\.\d{9})\d+', '\1')))
where survey = 'applicator-use' and length(answers ->> 0) > 40;
-- Two comments of 2,000 characters, each of which JSON may write as two, and six short answers.
alter table public.survey_responses
  add constraint answers_end check (length(answers::text) <= 10000) not valid;

-- Before the first patient, or after the last day that is written with four digits, nothing happens.
alter table public.test_results add constraint taken_in_our_time
  check (taken_at >= '2000-01-01T00:00:00Z' and taken_at < '9999-12-31T00:00:00Z') not valid;
alter table public.appointments add constraint booked_in_our_time
  check (starts_at >= '2000-01-01T00:00:00Z' and busy_until < '9999-12-31T00:00:00Z') not valid;

alter table public.care_team
  add constraint email_ends check (length(email) <= 254) not valid,
  add constraint time_zone_ends check (length(time_zone) <= 64) not valid;
alter table public.blog_collections add constraint url_ends check (length(url) <= 2000) not valid;
alter table public.blog_articles
  add constraint image_ends check (length(image) <= 2000) not valid,
  add constraint link_ends check (length(link) <= 2000) not valid,
  add constraint body_ends check (length(body) <= 200000) not valid;
alter table public.outbox
  add constraint recipient_ends check (length(recipient) <= 254) not valid,
  add constraint subject_ends check (length(subject) <= 1000) not valid,
  add constraint body_text_ends check (length(body_text) <= 100000) not valid,
  add constraint body_html_ends check (length(body_html) <= 500000) not valid,
  add constraint attachments_end check (length(attachments::text) <= 1000000) not valid,
  add constraint last_error_ends check (length(last_error) <= 200) not valid;

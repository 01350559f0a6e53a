-- What a patient reported, and where they stand, in the export of their data.

-- One line a patient, beside the rows from which it follows.
create view private.export_care_state as
  select user_id, null::timestamptz as moment, user_id as id,
    jsonb_build_object('state', private.care_state(user_id)) as line from public.customers;
create view private.export_outcome_events as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.outcome_events as own;
create view private.export_symptom_reports as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.symptom_reports as own;
insert into private.export_parts (place, name, needs_consent, max_lines) values
  (65, 'care_state', true, null),
  (210, 'outcome_events', true, 10000),
  (220, 'symptom_reports', true, 10000);

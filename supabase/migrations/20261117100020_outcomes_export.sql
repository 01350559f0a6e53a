-- What patients reported, and where they stand, in their export.
create view private.export_care_state as
  select user_id, null::timestamptz as moment, user_id as id, jsonb_build_object('state', private.care_state(user_id)) as line
  from public.customers;
create view private.export_outcome_events as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.outcome_events as own;
create view private.export_symptom_reports as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.symptom_reports as own;
insert into private.export_parts (place, name, max_lines) values
  (80, 'care_state', null),
  (210, 'outcome_events', 10000),
  (220, 'symptom_reports', 10000);

-- What the care team writes about a patient is part of what the patient takes along, but for drafts, which are nobody's word
-- yet. A note that was withdrawn may be about somebody else: its place is told, not its words.

create or replace view private.export_medical_notes as
  select user_id, noted_on::timestamp at time zone 'UTC' as moment,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || id as id, case when private.is_withdrawn(own.id)
    then to_jsonb(own) || '{"title": "Withdrawn", "content": ""}' else to_jsonb(own) end as line
  from public.medical_notes as own;
create or replace view private.export_consultation_notes as
  select user_id, created_at as moment, id, case when private.is_withdrawn(id)
    then to_jsonb(own) || '{"title": "Withdrawn", "notes": ""}' else to_jsonb(own) end as line
  from public.consultation_notes as own;
create view private.export_note_addenda as
  select user_id, signed_at as moment, id, case when private.is_withdrawn(note_id)
    then to_jsonb(own) || '{"content": "", "html": null}' else to_jsonb(own) end as line
  from public.note_addenda as own;
create view private.export_note_withdrawals as
  select user_id, signed_at as moment, note_id as id, to_jsonb(own) as line from public.note_withdrawals as own;
create view private.export_patient_contacts as
  select user_id, contacted_at as moment, id, to_jsonb(own) as line from public.patient_contacts as own;
create view private.export_kit_requests as
  select user_id, asked_at as moment, user_id as id, to_jsonb(own) as line from public.kit_requests as own;

insert into private.export_parts (place, name, needs_consent, max_lines) values
  (80, 'kit_requests', true, null),
  (120, 'note_addenda', true, 10000),
  (130, 'note_withdrawals', true, 1000),
  (140, 'patient_contacts', true, 10000);

import { randomUUID } from 'node:crypto';
import type { Database } from '../../../../server/database/database.ts';
import type { Patient } from '../../../../server/testing/patient.ts';
import { aClinic, daysAhead, keepCall } from './clinic.ts';

export const RICH = {
  firstName: '=HYPERLINK("https://evil.example")',
  note: 'Ça va **bien** 🌱\n\n| a | b |\n|---|---|\n| 1 | "two" |',
  consultation: '<p>We spoke & agreed.</p>',
};

/** A patient with everything a record can hold, in the forms that are hardest to migrate. */
export async function keepRichRecord(database: Database, patient: Patient): Promise<void> {
  const { id } = patient;
  const clinic = await aClinic(database);
  await keepCall(database, patient, { clinic, startsAt: daysAhead(3, '10:00') });
  await keepCall(database, patient, { clinic, startsAt: daysAhead(-3, '10:00'), status: 'cancelled' });
  const statements: [string, unknown[]][] = [
    [
      `update public.customers set customer_first_name = $2, customer_last_name = 'O''Neill, Jr.',
         customer_phone = '+1 555 0100', research_consent = true, sms_consent = true where user_id = $1`,
      [id, RICH.firstName],
    ],
    ['update public.customers set sms_consent = false where user_id = $1', [id]],
    [
      `insert into public.onboarding_info (user_id, user_age, partner_age, trying_duration, menstrual_cycle_length,
         menstrual_cycle_length_other, uses_ovulation_tests, had_fertility_investigations, infertility_diagnosis,
         infertility_diagnosis_other, previous_treatments, family_set_up)
       values ($1, 33, null, '1-2 years', 'Other', E'It varies\\u0001 a lot', 'Yes', 'No', '{PCOS,Other}', 'Two things',
         '{No previous treatments}', 'Single female with sperm donor')`,
      [id],
    ],
    [`insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'welcome', 1)`, [id]],
    [
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
       select $1::uuid, 'ovulation', result, null::integer, now()
       from unnest(array['Negative (Low LH)', 'High (Rising LH)', 'Peak (Positive LH Surge)', 'Invalid']) as result
       union all select $1::uuid, 'PREGNANCY', result, 1, now() from unnest(array['positive', 'negative', 'unclear']) as result`,
      [id],
    ],
    [
      `insert into public.outcome_events (user_id, kind, day, cycle, until, reason, resolved_to, withdrawn_at) values
         ($1, 'pause', '2026-10-01', 1, '2026-10-20', E'=1+1\\u0001', null, null),
         ($1, 'resume', '2026-10-20', 1, null, null, null, null),
         ($1, 'loss', '2026-10-21', 1, null, null, null, now()),
         ($1, 'loss', '2026-10-22', 1, null, null, null, null),
         ($1, 'resolve', '2026-10-23', 1, null, null, 'treatment', null),
         ($1, 'stop', '2100-01-01', 1, null, null, null, null)`,
      [id],
    ],
    [
      `insert into public.periods (user_id, day, kind, withdrawn_at) values
         ($1, '2026-10-01', 'period', null), ($1, '2026-10-21', 'bleed-with-loss', null), ($1, '2026-10-28', 'unsure', now())`,
      [id],
    ],
    [
      `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, cleared_at, cleared_words)
       values ($1, 1, '{"coil": "yes", "sti": "not-sure"}', 'clinician', '{coil,sti}', now(), E'=talked\\u0001')`,
      [id],
    ],
    [
      `insert into public.treatment_day_timers (user_id, cycle, action, at)
       select $1::uuid, 1, action, now() from unnest(array['sample', 'cap-in', 'cap-out', 'cap-reset']) as action`,
      [id],
    ],
    [
      `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
       values ($1, 'surrogate', '=Robin', true, '2026-11-16'), ($1, 'surrogate', '=Robin', false, '2026-11-16'),
         ($1, 'self', null, true, '2026-11-16')`,
      [id],
    ],
    [
      `insert into public.symptom_reports (user_id, signs, strength, since, words, urgent)
       values ($1, '{pain,fever}', 'strong', '2026-10-21', E'It\\u0001 hurts', true),
         ($1, '{other}', 'mild', '2026-10-22', null, false)`,
      [id],
    ],
    [
      `insert into public.survey_responses (user_id, survey, cycle_number, answers) values
         ($1, 'before-treatment', null, '{"response": "uncertain"}'),
         ($1, 'applicator-use', 1, '["2026-11-01", "1", "Yes", "Aspirin", "30 minutes", "4 to 5 hours",
           "Easy and straightforward", ""]')`,
      [id],
    ],
    [
      `insert into public.medical_notes (user_id, title, noted_on, content) values
         ($1, 'First call', '2026-10-02', $2), ($1, '=cmd', '2026-10-03', ''), ($1, 'Long', '2026-10-04', $3)`,
      [id, RICH.note, 'x'.repeat(100_000)],
    ],
    [
      `insert into public.consultation_notes (user_id, consultation_reference, notes) values
         ($1, 'initial-consultation', $2), ($1, 'post-treatment-review', '@SUM(1)')`,
      [id, RICH.consultation],
    ],
    [
      `insert into storage.objects (bucket_id, name, version, metadata)
       values ('documents', $1::text || '/blood test – März.pdf', $2, '{"mimetype": "application/pdf", "size": 1234}')`,
      [id, randomUUID()],
    ],
  ];
  for (const [text, values] of statements) await database.query(text, values);
}

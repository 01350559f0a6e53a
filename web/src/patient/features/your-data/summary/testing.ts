import type { PatientRecord } from '@domain/export/record.ts';
import { recordOf } from '@domain/export/testing.ts';

const on = (month: number, day: number) =>
  `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** A patient in their second cycle, with data in every part of the summary. */
export const aRecord = (tables: Partial<PatientRecord> = {}): PatientRecord =>
  recordOf({
    customers: [
      {
        user_id: 'a',
        customer_email: 'ada@example.com',
        customer_first_name: 'Ada',
        customer_last_name: 'Müller-O’Neill',
        customer_phone: '+1 555 0100',
        status: 'Active',
      },
    ],
    onboarding_info: [
      {
        user_id: 'a',
        updated_at: `${on(9, 1)}T09:00:00Z`,
        user_age: 34,
        partner_age: 36,
        trying_duration: '1-2 years',
        menstrual_cycle_length: '21-35 days',
        uses_ovulation_tests: 'Yes',
        had_fertility_investigations: 'Other',
        had_fertility_investigations_other: 'Tubes checked in May',
        infertility_diagnosis: ['PCOS', 'Other'],
        infertility_diagnosis_other: 'A fibroid, 2 cm',
        previous_treatments: ['Intrauterine insemination (IUI)'],
        family_set_up: 'Same-sex couple with sperm donor',
      },
    ],
    care_state: [{ state: 'treatment' }],
    safety_checks: [
      {
        id: 'a',
        answers: {},
        outcome: 'ready',
        corrected: [],
        created_at: `${on(11, 9)}T12:00:00Z`,
        cleared_at: null,
        cleared_words: null,
      },
    ],
    periods: [on(9, 2), on(9, 30), on(10, 29)].map((day) => ({
      id: day,
      day,
      kind: 'period',
      created_at: `${day}T09:00:00Z`,
      withdrawn_at: null,
    })),
    test_results: [
      aTest('ovulation', 'High (Rising LH)', on(10, 12)),
      aTest('ovulation', 'Peak (Positive LH Surge)', on(10, 13)),
      aTest('PREGNANCY', 'negative', on(10, 29)),
      aTest('ovulation', 'Negative (Low LH)', on(11, 8)),
    ],
    survey_responses: [on(10, 13), on(10, 14)].map((day) => ({
      id: day,
      survey: 'applicator-use',
      cycle_number: 1,
      created_at: `${day}T20:00:00Z`,
      answers: [
        `${day}T16:00:00.000Z`,
        '1',
        'Yes',
        'Letrozole until October 9',
        '30 minutes',
        '4 to 5 hours',
        'Okay but had some difficulty',
        'The funnel was stiff',
      ],
    })),
    symptom_reports: [
      {
        id: 'a',
        signs: ['pain'],
        strength: 'mild',
        since: on(10, 14),
        words: 'For an hour, on the left',
        urgent: false,
        created_at: `${on(10, 14)}T21:00:00Z`,
      },
    ],
    appointments: [
      {
        id: 'a',
        name: 'Initial consultation',
        host_name: 'Dr. Anneke Lind',
        starts_at: `${on(9, 10)}T15:00:00Z`,
        ends_at: `${on(9, 10)}T15:45:00Z`,
        status: 'booked',
        created_at: `${on(9, 1)}T15:45:00Z`,
      },
    ],
    medical_notes: [
      {
        id: 'a',
        title: 'First call',
        noted_on: on(9, 10),
        content: 'Not for the summary',
        author_name: 'Dr. Anneke Lind',
        author_role: 'clinician',
        created_at: `${on(9, 10)}T16:00:00Z`,
      },
    ],
    ...tables,
  });

export const aTest = (type: 'ovulation' | 'PREGNANCY', result: string, day: string) => ({
  id: `${type} ${day}`,
  result_type: type,
  result,
  cycle_number: type === 'PREGNANCY' ? 1 : null,
  taken_on: day,
  taken_at: `${day}T12:30:00Z`,
  created_at: `${day}T12:31:00Z`,
});

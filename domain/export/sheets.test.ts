import { expect, test } from 'vitest';
import type { PatientRecord } from './record.ts';
import { sheetsOf } from './sheets.ts';
import { recordOf } from './testing.ts';

const ID = 'f640dd85-fe7d-4ac7-8a7a-87cc50e4c765';
const filesOf = (tables: Partial<PatientRecord>) =>
  Object.fromEntries(
    sheetsOf(recordOf(tables), { zone: 'America/New_York', now: 0 }).map(({ name, content }) => [
      name,
      content,
    ]),
  );

test('each topic that has data is a file, with only the columns it needs', () => {
  const entry = { id: ID, user_id: ID, created_at: '2026-11-16T02:35:00+00:00' };
  expect(
    filesOf({
      test_results: [
        {
          ...entry,
          result_type: 'ovulation',
          result: 'Peak (Positive LH Surge)',
          cycle_number: 2,
          taken_at: '2026-11-16T02:30:00+00:00',
        },
      ],
      periods: [{ ...entry, day: '2026-11-04', kind: 'period', body: ID, withdrawn_at: null }],
    }),
  ).toEqual({
    'Periods.csv': '\ufeffDate,What,Created at\r\n2026-11-04,First day of a period,2026-11-15 21:35\r\n',
    'Test results.csv':
      '\ufeffDate,Time (Eastern Time),Cycle,What,Result,Created at\r\n' +
      '2026-11-15,21:30,2,Ovulation test,Peak (Positive LH Surge),2026-11-15 21:35\r\n',
  });
});

test('a survey has a column for each answered question, and a note is plain text', () => {
  const files = filesOf({
    survey_responses: [
      {
        created_at: '2026-11-15T20:00:00Z',
        survey: 'before-treatment',
        answers: { response: 'uncertain' },
      } as never,
    ],
    consultation_notes: [
      {
        created_at: '2026-11-15T20:00:00Z',
        consultation_reference: 'initial-consultation',
        notes: '<h3>Your plan</h3><p>Rest &amp; folic acid</p>',
      } as never,
    ],
    completed_phases: [{ phase_id: 'welcome', cycle_number: null, completed_at: '2026-11-15T20:00:00Z' }],
  });
  expect(files['Surveys.csv']).toContain('What,How you feel before treatment\r\n');
  expect(files['Consultation notes.csv']).toContain(
    ',Initial consultation,"Your plan\nRest & folic acid"\r\n',
  );
  expect(files['Plan, completed phases.csv']).not.toContain('welcome');
});

test('who opened the record reads as it does on the screen', () => {
  const line = {
    id: 7,
    at: '2026-11-15T12:00:00Z',
    actor_id: 'a',
    actor_role: 'service_role',
    action: 'read',
    kind: 'medical_notes',
    actor_name: 'Marisol Vega',
    staff_role: 'coach',
    reason_category: 'cover',
  } as const;
  const own = { ...line, actor_id: ID, actor_name: null, staff_role: null, reason_category: null };
  const customer = { user_id: ID, customer_first_name: 'Ada' } as never;
  expect(
    filesOf({ customers: [customer], audit_log: [line, { ...own, kind: 'data_export' }] }),
  ).toMatchObject({
    'Who opened or changed your record.csv':
      '\ufeffDate,Time (Eastern Time),Who,What,Reason\r\n' +
      '2026-11-15,07:00,"Marisol Vega, coach",opened your medical notes,covering for a colleague\r\n' +
      '2026-11-15,07:00,You,downloaded a copy of everything,\r\n',
  });
});

test('what did not fit is listed in its own file', () => {
  const note = 'This file has the newest 500 lines. Ask the clinic for the earlier ones.';
  expect(filesOf({ messages_left_out: [{ lines: 12, note }] })).toEqual({
    'Not in this download.csv': `\ufeffSheet,Rows,Note\r\nMessages,12,${note}\r\n`,
  });
});

test('no file contains an id, JSON or markup', () => {
  const row = { id: ID, user_id: ID, body: ID, answers: { pain: 'no', by: ID }, body_html: '<p>x</p>' };
  const tables = Object.keys(recordOf({})).filter(
    (table) =>
      !table.endsWith('_left_out') && !['audit_log', 'care_state', 'survey_responses'].includes(table),
  );
  const files = filesOf(Object.fromEntries(tables.map((table) => [table, [row]])));
  expect(Object.keys(files)).toHaveLength(tables.length);
  for (const content of Object.values(files)) expect(content).not.toMatch(/[{}[\]<>]|f640dd85/);
});

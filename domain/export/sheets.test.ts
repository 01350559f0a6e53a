import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import type { PatientRecord } from './record.ts';
import { sheetsOf } from './sheets.ts';
import { recordOf } from './testing.ts';

const NOW = instantFromIso('2026-11-18T15:00:00Z');
const ID = 'f640dd85-fe7d-4ac7-8a7a-87cc50e4c765';
const filesOf = (tables: Partial<PatientRecord>) =>
  Object.fromEntries(
    sheetsOf(recordOf(tables), { zone: 'America/New_York', now: NOW }).map(({ name, content }) => [
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
    'Periods.csv': '\ufeffDate,What,Entered\r\n2026-11-04,First day of a period,2026-11-15 21:35\r\n',
    'Test results.csv':
      '\ufeffDate,Time (Eastern Time),Cycle,Test,Result,Entered\r\n' +
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
  expect(files['Surveys.csv']).toContain('Survey,How you feel before treatment\r\n');
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
    subject_id: ID,
    actor_role: 'service_role',
    action: 'read',
    kind: 'medical_notes',
    actor_name: 'Marisol Vega',
    staff_role: 'coach',
    reason_category: 'cover',
  } as const;
  const own = { ...line, actor_id: ID, actor_name: null, staff_role: null, reason_category: null };
  expect(filesOf({ audit_log: [line, { ...own, kind: 'data_export' }] })).toMatchObject({
    'Who opened or changed your record.csv':
      '\ufeffDate,Time (Eastern Time),Who,What,Reason\r\n' +
      '2026-11-15,07:00,"Marisol Vega, coach",opened your medical notes,covering for a colleague\r\n' +
      '2026-11-15,07:00,You,downloaded a copy of everything,\r\n',
  });
});

/** The rows of a sheet as objects with the column names as keys. */
const rowsIn = (content: string | undefined) => {
  const [header, ...rows] = content!.replace('\ufeff', '').trim().split('\r\n');
  return rows.map((row) => {
    const cells = row.split(',');
    return Object.fromEntries(header!.split(',').map((name, at) => [name, cells[at]]));
  });
};

test('a message names its writer under From, and says ‘answered by phone’ only if it was', () => {
  const message = { topic: 'The kit', created_at: '2026-11-17T16:00:00Z', place: 1, concern: null };
  const asked = { ...message, sender: 'patient', text: 'Is it there?', by_phone: false };
  const answer = { sender: 'team', person_name: 'Marisol Vega', person_role: 'coach', by_phone: true };
  expect(filesOf({ messages: [asked, { ...message, ...answer, text: 'Yes' }] as never })).toMatchObject({
    'Messages.csv':
      '\ufeffDate,Time (Eastern Time),Topic,From,Written by,Message,Answered by phone\r\n' +
      '2026-11-17,11:00,The kit,You,,Is it there?,\r\n' +
      '2026-11-17,11:00,The kit,Your care team,"Marisol Vega, coach",Yes,Yes\r\n',
  });
});

test('a call that has ended shows its outcome, or ‘past’, and never ‘booked’', () => {
  const call = {
    name: 'Consultation',
    host_name: 'Dr. Lind',
    status: 'booked',
    time_zone: 'America/Chicago',
  };
  const at = (day: string, outcome: string | null) => ({
    ...call,
    starts_at: `2026-11-${day}T15:00:00Z`,
    ends_at: `2026-11-${day}T15:30:00Z`,
    outcome,
  });
  const calls = [
    at('19', null),
    at('17', 'took-place'),
    at('16', 'patient-did-not-come'),
    at('15', 'we-could-not'),
    at('14', null),
  ];
  const content = filesOf({ appointments: calls as never })['Calls.csv'];
  expect(rowsIn(content).map(({ Date: day, Status }) => [day, Status])).toEqual([
    ['2026-11-14', 'Past'],
    ['2026-11-15', 'Canceled by clinic'],
    ['2026-11-16', 'No-show'],
    ['2026-11-17', 'Completed'],
    ['2026-11-19', 'Booked'],
  ]);
  expect(content).not.toMatch(/Chicago|took-place|Outcome/);
});

test('a safety check has the questions as they were asked, in their order, and the answers as they were given', () => {
  const check = { created_at: '2026-11-17T15:00:00Z', cycle: 1, outcome: 'clinician', reasons: ['sti'] };
  const before = { id: ID, answers: { sti: 'yes' }, outcome: 'stop', at: '2026-11-17T14:55:00Z' };
  const answers = { sti: 'not-sure', coil: 'no' };
  expect(filesOf({ safety_checks: [{ ...check, answers, corrected: [before] } as never] })).toEqual({
    'Safety checks.csv':
      '\ufeffDate,Time (Eastern Time),Cycle,Result,Do you have an IUD in place?,' +
      'Do you have a sexually transmitted infection (STI) that you know of?,To discuss with a clinician,' +
      'Before you corrected it\r\n' +
      '2026-11-17,10:00,1,Needs a clinician’s review,No,Not sure,' +
      'Do you have a sexually transmitted infection (STI) that you know of?,' +
      '2026-11-17 09:55: Stop. Do you have a sexually transmitted infection (STI) that you know of? Yes\r\n',
  });
});

test('periods are in order of their days, and files have readable names', () => {
  const period = (day: string) => ({ day, kind: 'period', withdrawn_at: null });
  const files = filesOf({
    periods: [period('2026-11-04'), period('2026-09-11'), period('2026-10-08')] as never,
    documents: [
      { name: `${ID}/Letter.pdf`, mimetype: 'application/pdf', size: 2_000 },
      { name: `${ID}/messages/${ID}`, mimetype: 'image/jpeg', size: 3_000_000 },
    ] as never,
  });
  expect(rowsIn(files['Periods.csv']).map(({ Date: day }) => day)).toEqual([
    '2026-09-11',
    '2026-10-08',
    '2026-11-04',
  ]);
  expect(files['Documents.csv']).toBe(
    '\ufeffFile,Type,Size\r\nLetter.pdf,PDF,2 KB\r\nA file in your messages,JPEG picture,2.9 MB\r\n',
  );
});

test('who you are comes first, and a time zone has its everyday name', () => {
  const customer = {
    time_zone: 'America/Chicago',
    time_zone_by: 'browser',
    created_at: '2026-11-01T15:00:00Z',
  };
  const names = { customer_last_name: 'Lane', customer_first_name: 'Ada', preferred_name: 'Addie' };
  expect(filesOf({ customers: [{ ...customer, ...names } as never] })).toEqual({
    'You.csv':
      '\ufeffFirst name,Last name,Preferred name,Time zone,First sign-in\r\n' +
      'Ada,Lane,Addie,Central Time,2026-11-01 10:00\r\n',
  });
});

test('how bad it was, what the care team decided and why a record was opened are in the screens’ words', () => {
  const done = { key: `found-difficult:${ID}`, decision: 'done', outcome: 'spoke', version: 1 };
  const files = filesOf({
    symptom_reports: [{ signs: ['pain', 'fever'], strength: 'strong', since: '2026-11-17' } as never],
    attention_decisions: [
      done,
      { ...done, decision: 'hand-over', outcome: null, decided_at: '2026-11-17T15:00:00Z' },
    ],
    record_openings: [{ category: 'cover' }],
  });
  expect(files['How you felt.csv']).toBe(
    '\ufeffDate,Symptoms,How bad\r\n2026-11-17,"pain, fever or feeling very unwell",severe\r\n',
  );
  expect(rowsIn(files['What your care team decided.csv'])).toMatchObject([
    { About: 'Difficult applicator use', Decision: 'Spoke with patient' },
    { About: 'Difficult applicator use', Decision: 'Handed off' },
  ]);
  expect(files['Why your record was opened.csv']).toBe('\ufeffReason\r\nCovering for a colleague\r\n');
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

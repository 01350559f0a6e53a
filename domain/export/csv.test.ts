import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { csvPieces } from './csv.ts';
import { exportFile } from './file.ts';
import type { PatientRecord } from './record.ts';
import { recordOf } from './testing.ts';

/** Reads CSV by RFC 4180. */
function parse(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true);
  const lines: string[][] = [];
  let [line, cell, quoted] = [[] as string[], '', false];
  for (let at = 1; at < text.length; at += 1) {
    const [sign, next] = [text[at]!, text[at + 1]];
    if (quoted && sign === '"' && next === '"') [cell, at] = [`${cell}"`, at + 1];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ',') [line, cell] = [[...line, cell], ''];
    else if (!quoted && sign === '\r' && next === '\n') {
      lines.push([...line, cell]);
      [line, cell, at] = [[], '', at + 1];
    } else cell += sign;
  }
  expect([line, cell]).toEqual([[], '']);
  return lines;
}

const ZONE = 'America/New_York';
const NOW = instantFromIso('2026-11-18T15:00:00Z');
const asCsv = (record: PatientRecord) => [...csvPieces(record, { zone: ZONE, now: NOW })].join('');
/** Each row as an object with the column names as keys. */
function rowsOf(tables: Partial<PatientRecord>): Record<string, string>[] {
  const [header, ...rows] = parse(asCsv(recordOf(tables)));
  for (const row of rows) expect(row).toHaveLength(header!.length);
  return rows.map((row) =>
    Object.fromEntries(
      header!.map((name, at) => [name, row[at]!] as const).filter(([, value]) => value !== ''),
    ),
  );
}
const rowOfNote = (content: unknown) => rowsOf({ medical_notes: [{ content } as never] });

test('the columns people sort and filter by come first, with the zone of their times', () => {
  expect(parse(asCsv(recordOf({})))).toEqual([
    [
      'About',
      'Date',
      'Time (Eastern Time)',
      'Cycle',
      'What',
      'Result',
      'With',
      'Details',
      'Day of insemination',
      'Any medication',
      'Which medication',
      'From collection to insertion',
      'How long the cap was worn',
      'How it went',
      'More about how it went',
      'How you feel before treatment',
    ],
  ]);
});

test('a result is one row, with its day and time where the patient lives', () => {
  const result = { id: 'a', user_id: 'b', created_at: '2026-11-16T02:35:00+00:00' };
  expect(
    rowsOf({
      test_results: [
        {
          ...result,
          result_type: 'ovulation',
          result: 'Peak (Positive LH Surge)',
          cycle_number: 2,
          taken_at: '2026-11-16T02:30:00+00:00',
        },
        {
          ...result,
          result_type: 'PREGNANCY',
          result: 'negative',
          cycle_number: null,
          taken_at: '2026-12-02T12:00:00Z',
        },
      ],
    }),
  ).toEqual([
    {
      About: 'Test results',
      Date: '2026-11-15',
      'Time (Eastern Time)': '21:30',
      Cycle: '2',
      What: 'Ovulation test',
      Result: 'Peak (Positive LH Surge)',
      Details: 'Entered: 2026-11-15 21:35',
    },
    {
      About: 'Test results',
      Date: '2026-12-02',
      'Time (Eastern Time)': '07:00',
      What: 'Pregnancy test',
      Result: 'Negative',
      Details: 'Entered: 2026-11-15 21:35',
    },
  ]);
});

test('a call is one row', () => {
  const call = {
    id: 'a',
    name: 'Meet your Clinical Coach',
    host_name: 'Marisol Vega',
    starts_at: '2026-11-18T15:30:00+00:00',
    ends_at: '2026-11-18T16:00:00+00:00',
    status: 'booked',
  };
  expect(rowsOf({ appointments: [call as never] })).toEqual([
    {
      About: 'Calls',
      Date: '2026-11-18',
      'Time (Eastern Time)': '10:30',
      What: 'Meet your Clinical Coach',
      Result: 'Booked',
      With: 'Marisol Vega',
      Details: 'Ends: 2026-11-18 11:00',
    },
  ]);
});

test('a survey is one row, with a column for each question', () => {
  const at = { created_at: '2026-11-15T20:00:00+00:00' };
  const surveys = [
    { ...at, survey: 'before-treatment', answers: { response: 'uncertain' } },
    {
      ...at,
      survey: 'applicator-use',
      cycle_number: 1,
      answers: [
        '2026-11-15T17:00:00.000Z',
        '1',
        'No',
        '',
        '30 minutes',
        '4 to 5 hours',
        'Found it difficult',
        '=Stiff',
      ],
    },
  ];
  const when = { Date: '2026-11-15', 'Time (Eastern Time)': '15:00' };
  expect(rowsOf({ survey_responses: surveys as never })).toEqual([
    {
      About: 'Surveys',
      ...when,
      What: 'Before treatment survey',
      'How you feel before treatment': 'uncertain',
    },
    {
      About: 'Surveys',
      ...when,
      Cycle: '1',
      What: 'Applicator survey',
      'Day of insemination': '2026-11-15',
      'Any medication': 'No',
      'From collection to insertion': '30 minutes',
      'How long the cap was worn': '4 to 5 hours',
      'How it went': 'Found it difficult',
      'More about how it went': "'=Stiff",
    },
  ]);
});

test('everything else is one row too, and whatever has no column goes in its details', () => {
  const record = recordOf({
    customers: [
      { customer_first_name: 'Ada', tracking_url: '/x', sms_consent: false, user_id: '1' } as never,
    ],
    outbox: [
      { subject: 'A "call", booked' },
      { subject: 'Line one\nline two', sent_at: null, attachments: [{ filename: 'call.ics' }] },
    ],
    audit_log: [
      {
        at: '2026-11-15T12:00:00Z',
        action: 'read',
        kind: 'messages',
        actor_id: '1',
        subject_id: '1',
        reason_category: null,
      } as never,
    ],
  });
  const unnamed = { new_things: [{ name: 'One', at: '2026-11-15' }] };
  const cells = parse(asCsv({ ...record, ...unnamed })).map((row) => row.filter((value) => value !== ''));
  expect(cells.slice(1)).toEqual([
    ['You', 'First name: Ada; Kit tracking: /x; Text messages about appointments and next steps: No'],
    ['Messages from us', 'A "call", booked'],
    ['Messages from us', 'Line one\nline two', 'Attached: call.ics'],
    ['Who opened or changed your record', '2026-11-15', '07:00', 'opened your messages', 'You'],
    ['New things', '2026-11-15', 'Name: One'],
  ]);
});

test('consents, reminders and answers have the names that the screens use', () => {
  const sharing = 'Sharing medical summaries with other healthcare providers';
  expect(
    rowsOf({
      customers: [{ research_consent: true, email_reminders: true, text_reminders: false } as never],
      onboarding_info: [
        {
          previous_treatments: ['No previous treatments'],
          infertility_diagnosis: ['PCOS', 'Other'],
        } as never,
      ],
      consent_history: [{ consent: 'research_consent', granted: true } as never],
      care_state: [{ state: 'paused' }],
    }),
  ).toEqual([
    {
      About: 'You',
      Details: `${sharing}: Yes; Email reminders before calls: Yes; Text reminders before calls: No`,
    },
    {
      About: 'Questionnaire',
      Details: 'Infertility diagnosis: PCOS, Other; Previous fertility treatments: No previous treatments',
    },
    { About: 'Treatment status', Result: 'Treatment paused' },
    { About: 'Consents', What: sharing, Result: 'Yes' },
  ]);
});

test('the export says who on the care team opened the record, their role and why, in the screen’s words', () => {
  const opened = {
    action: 'read',
    kind: 'medical_notes',
    actor_name: 'Marisol Vega',
    staff_role: 'coach',
    reason_category: 'cover',
  };
  const rows = rowsOf({ audit_log: [opened, { ...opened, reason_category: null }] as never });
  const words = { What: 'opened your medical notes', With: 'Marisol Vega, coach' };
  expect(rows).toMatchObject([{ ...words, Details: 'Reason: covering for a colleague' }, words]);
});

test.each([
  '=1+1',
  '+15550100',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  '\u00a0=1',
  '\u200b=1',
  '\u202e=1',
])('a spreadsheet does not run %j', (value) =>
  expect(rowOfNote(value)).toEqual([{ About: 'Medical notes', Details: `'${value}` }]),
);

test('a semicolon does not open a cell of its own', () => {
  const text = asCsv(recordOf({ medical_notes: [{ content: 'x;=1+1' } as never] }));
  expect(text).toContain('"x;=1+1"');
});

test('a note’s content comes out of the file unchanged, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (words) => {
      const rows = rowOfNote(words);
      expect(rows).toHaveLength(1);
      const cell = rows[0]!['Details'] ?? '';
      expect([words, `'${words}`]).toContain(cell);
      expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

test('every record is its own chunk, so other requests are served in between', () => {
  const lines = Array.from({ length: 500 }, () => ({ at: '2026-11-15', kind: 'messages' }) as never);
  expect([...csvPieces(recordOf({ audit_log: lines }), { zone: ZONE, now: NOW })]).toHaveLength(
    1 + lines.length,
  );
});

test('a person reads words: no JSON, markup or ids', () => {
  const unnamed = {
    new_things: [
      {
        id: 'f3b1',
        answers: { heavy_pain: 'no', checked_by_id: 'f3b1', times: [1, 2] },
        body_html: '<style>p { color: red }</style><p>Hello</p>',
        body_text: 'Hello',
      },
    ],
  };
  const [cells] = parse(asCsv({ ...recordOf({}), ...unnamed })).slice(-1);
  expect(cells!.join('|')).toContain('Answers: Heavy pain: no, Times: 1, 2; Body text: Hello');
  expect(cells!.join('|')).not.toMatch(/[{}[\]<>]|f3b1/);
});

test('the day in the file name is the patient’s local day', () => {
  const now = instantFromIso('2026-11-18T03:00:00Z');
  const named = (zone: string) => exportFile('csv', recordOf({}), { siteUrl: '', now, zone }).filename;
  expect(named('America/New_York')).toBe('bea-data-2026-11-17.csv');
  expect(named('Asia/Tokyo')).toBe('bea-data-2026-11-18.csv');
});

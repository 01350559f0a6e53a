import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvPieces } from './csv.ts';
import type { PatientRecord } from './record.ts';
import { recordOf } from './testing.ts';

const asCsv = (record: PatientRecord) => [...csvPieces(record)].join('');

/** As RFC 4180 reads it. */
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

const linesOf = (value: unknown) => parse(asCsv(recordOf({ medical_notes: [{ content: value } as never] })));

test('every fact has a line that says in words what it is about', () => {
  const record = recordOf({
    outbox: [
      { subject: 'A "call", booked' },
      { subject: 'Line one\nline two', sent_at: null, attachments: [1] },
    ],
  });
  expect(parse(asCsv(record))).toEqual([
    ['About', 'Number', 'What', 'Value'],
    ['Messages from us', '1', 'Subject', 'A "call", booked'],
    ['Messages from us', '2', 'Subject', 'Line one\nline two'],
    ['Messages from us', '2', 'Attachments', '[1]'],
  ]);
});

test('columns read as a person would say them, and yes is yes', () => {
  const record = recordOf({
    customers: [
      { customer_first_name: 'Ada', tracking_url: '/x', sms_consent: false, user_id: '1' } as never,
    ],
    audit_log: [{ happened_at: '2026-11-15' } as never],
  });
  const unnamed = { new_things: [{ name: 'One' }] };
  expect(parse(asCsv({ ...record, ...unnamed })).slice(1)).toEqual([
    ['You', '1', 'First name', 'Ada'],
    ['You', '1', 'Tracking URL', '/x'],
    ['You', '1', 'Text messages about appointments and next steps', 'No'],
    ['You', '1', 'User ID', '1'],
    ['Who opened or changed your record', '1', 'Happened at', '2026-11-15'],
    ['New things', '1', 'Name', 'One'],
  ]);
});

test('consents, reminders and answers are called what the screens call them', () => {
  const record = recordOf({
    customers: [{ research_consent: true, email_reminders: true, text_reminders: false } as never],
    onboarding_info: [
      { previous_treatments: ['No previous treatments'], infertility_diagnosis: ['PCOS', 'Other'] } as never,
    ],
    consent_history: [{ consent: 'research_consent', granted: true } as never],
  });
  const sharing = 'Sharing medical summaries with other healthcare providers';
  expect(parse(asCsv(record)).slice(1)).toEqual([
    ['You', '1', sharing, 'Yes'],
    ['You', '1', 'Email reminders before calls', 'Yes'],
    ['You', '1', 'Text reminders before calls', 'No'],
    ['Questionnaire', '1', 'Previous fertility treatments', 'No previous treatments'],
    ['Questionnaire', '1', 'Infertility diagnosis', 'PCOS, Other'],
    ['Consents', '1', 'Consent', sharing],
    ['Consents', '1', 'Granted', 'Yes'],
  ]);
});

test('who of the care team opened the record, as what, and why, is told in the words of the screen', () => {
  const opened = { actor_name: 'Marisol Vega', staff_role: 'coach', reason_category: 'cover' };
  const lines = parse(
    asCsv(recordOf({ audit_log: [opened, { ...opened, reason_category: null }] as never })),
  );
  expect(lines.slice(1).map(([, ...line]) => line)).toEqual([
    ['1', 'Person', 'Marisol Vega'],
    ['1', 'Role of the person', 'coach'],
    ['1', 'Reason', 'covering for a colleague'],
    ['2', 'Person', 'Marisol Vega'],
    ['2', 'Role of the person', 'coach'],
  ]);
});

test('each answer of a survey stands beside its question', () => {
  const surveys = [
    { survey: 'before-treatment', answers: { response: 'uncertain' } },
    { answers: ['2026-11-15', '1', 'No', '', '30 minutes', '4 to 5 hours', 'Found it difficult', 'Stiff'] },
  ];
  const lines = parse(asCsv(recordOf({ survey_responses: surveys as never })));
  expect(lines.slice(1).map(([, ...line]) => line)).toEqual([
    ['1', 'Survey', 'before-treatment'],
    ['1', 'How you feel before treatment', 'uncertain'],
    ['2', 'Day of insemination', '2026-11-15'],
    ['2', 'Treatment cycle', '1'],
    ['2', 'Any medication', 'No'],
    ['2', 'From collection to insertion', '30 minutes'],
    ['2', 'How long the cap was worn', '4 to 5 hours'],
    ['2', 'How it went', 'Found it difficult'],
    ['2', 'More about how it went', 'Stiff'],
  ]);
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
  expect(linesOf(value)[1]).toEqual(['Medical notes', '1', 'Content', `'${value}`]),
);

test('a semicolon does not open a cell of its own', () => {
  const text = asCsv(recordOf({ medical_notes: [{ content: 'x;=1+1' } as never] }));
  expect(text).toContain('"x;=1+1"');
});

test('whatever stands in a note comes out of the file as it went in, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (words) => {
      const lines = linesOf(words);
      expect(lines).toHaveLength(2);
      const cell = lines[1]![3]!;
      expect([words, `'${words}`]).toContain(cell);
      expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

test('every record is a piece of its own, so that others are served between them', () => {
  const lines = Array.from({ length: 500 }, () => ({ happened_at: '2026-11-15' }) as never);
  expect([...csvPieces(recordOf({ audit_log: lines }))]).toHaveLength(1 + lines.length);
});

import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import type { PatientRecord } from '@domain/export/record.ts';
import { recordOf } from '@domain/export/testing.ts';
import { summaryOf } from '@domain/export/summary.ts';
import type { DrawText } from './drawn-text.ts';
import { layOut, PAPERS } from './layout.ts';
import { widthOf } from './letters.ts';
import { paperFor, summaryFile } from './summary-file.ts';
import { aRecord, aTest } from './testing.ts';

const NOW = Date.parse('2026-11-16T20:00:00Z');
const ZONE = 'America/New_York';
/** A gray bar, in place of a canvas. */
const bar: DrawText = () => ({ width: 4, height: 2, below: 0, shades: new Uint8Array(8).fill(90) });
const nothing: DrawText = () => null;

const fileOf = (record: PatientRecord, facts: { draw?: DrawText; paper?: 'letter' | 'a4' } = {}) =>
  summaryFile(record, {
    now: NOW,
    zone: ZONE,
    paper: 'letter',
    contact: 'support@example.com',
    draw: bar,
    ...facts,
  });

async function read(content: Uint8Array) {
  const document = await getDocumentProxy(content.slice());
  const { totalPages, text } = await extractText(document, { mergePages: true });
  const [, , width, height] = (await document.getPage(1)).view;
  return { totalPages, text: text.replaceAll(/\s+/g, ' '), paper: { width, height } };
}

const named = (first: string, last = '') =>
  aRecord({
    customers: [{ ...aRecord().customers[0]!, customer_first_name: first, customer_last_name: last }],
  });

test('the page says who it is about, what they reported, and what happened when', async () => {
  const { filename, content } = await fileOf(aRecord());
  expect(filename).toBe('bea-summary-2026-11-16.pdf');
  const { totalPages, text, paper } = await read(content);
  expect(totalPages).toBe(1);
  expect(paper).toEqual(PAPERS.letter);
  for (const words of [
    'Ada Müller-O’Neill',
    'ada@example.com · +1 555 0100',
    'November 16, 2026',
    'Eastern Time',
    'Age 34',
    'PCOS, Other: A fibroid, 2 cm',
    'Other: Tubes checked in May',
    'Intrauterine insemination (IUI)',
    'Last period started October 29, 2026',
    'newest last 28, 29',
    'Last LH peak October 13, 2026',
    'Safety check Ready, November 9, 2026',
    'October 29, 2026 1 Negative',
    'Yes: Letrozole until October 9',
    'For an hour, on the left',
    'September 10, 2026 Initial consultation Dr. Anneke Lind Past',
    'not a medical report. Questions: support@example.com',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Not for the summary');
  expect(text).not.toContain('could not be printed');
});

test('peaks come before the many tests around them, and what does not fit is counted', async () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    aTest(
      'ovulation',
      'Negative (Low LH)',
      `2026-${at < 30 ? '10' : '11'}-${String((at % 30) + 1).padStart(2, '0')}`,
    ),
  );
  const peak = aTest('ovulation', 'Peak (Positive LH Surge)', '2026-09-15');
  const { text, totalPages } = await read((await fileOf(aRecord({ test_results: [peak, ...many] }))).content);
  expect(totalPages).toBe(1);
  expect(text).toMatch(/September 15, 2026 8:30 am Peak \(Positive LH Surge\) November 30, 2026/);
  expect(text).toMatch(/and \d\d more in the patient’s spreadsheet/);
});

test('other scripts are drawn, with their text for screen readers', async () => {
  const { content } = await fileOf(named('Łucja', 'Жукова'));
  const raw = new TextDecoder('latin1').decode(content);
  // 'Łucja Жукова' as UTF-16
  expect(raw).toContain('/ActualText <feff014100750063006a0061002004160443043a043e04320430>');
  expect(raw).toContain('/Subtype /Image');
  const { text, totalPages } = await read(content);
  expect(totalPages).toBe(1);
  expect(text).not.toContain('could not be printed');
});

test('a device that cannot draw shows where characters are missing, and says so', async () => {
  const { text } = await read((await fileOf(named('Łucja', 'Жукова'), { draw: nothing })).content);
  expect(text).toContain('?ucja ??????');
  expect(text).toContain(
    'Letters shown as ? could not be printed here; the patient’s other downloads have them.',
  );
});

test('a long name is smaller, and complete', async () => {
  const name = [
    'Wilhelmina Constantina Featherstonehaugh-Cholmondeley',
    'de la Cruz y Santamaría de los Ángeles',
  ] as const;
  const { text } = await read((await fileOf(named(...name))).content);
  expect(text).toContain(name.join(' '));
});

test('a patient with little data has a page too', async () => {
  const record = recordOf({
    customers: [{ ...aRecord().customers[0]!, customer_first_name: null, customer_last_name: null }],
  });
  const { text } = await read((await fileOf(record, { paper: 'a4' })).content);
  expect(text).toContain('Questionnaire Not answered yet');
  expect(text).toContain('ada@example.com');
});

test('whatever is in the record, everything fits on the one page', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 300 });
  const long = fc.oneof(words, fc.constant('W'.repeat(2_000)), fc.constant('many words '.repeat(180)));
  fc.assert(
    fc.property(
      long,
      long,
      fc.nat(80),
      fc.constantFrom('letter' as const, 'a4' as const),
      (name, text, count, size) => {
        const all = aRecord();
        const times = <Row>(rows: readonly Row[]) => Array.from({ length: count }, () => rows[0]!);
        const record = aRecord({
          customers: [
            {
              ...all.customers[0]!,
              customer_first_name: name,
              customer_last_name: name,
              customer_phone: text,
            },
          ],
          onboarding_info: [
            {
              ...all.onboarding_info[0]!,
              infertility_diagnosis_other: text,
              had_fertility_investigations_other: text,
            },
          ],
          test_results: [...times(all.test_results), ...times(all.test_results.slice(2))],
          survey_responses: times(all.survey_responses),
          symptom_reports: times([{ ...all.symptom_reports[0]!, words: text }]),
          appointments: times([{ ...all.appointments[0]!, name: text }]),
          medical_notes: times([{ ...all.medical_notes[0]!, title: text }]),
        });
        const paper = PAPERS[size];
        const marks = layOut(summaryOf(record, { now: NOW, zone: ZONE }), paper, ['One', 'Two']);
        const foot = marks.filter((mark) => mark.kind === 'text' && ['One', 'Two'].includes(mark.text));
        const top = Math.min(...foot.map(({ y }) => y)) - 8;
        const ends = marks.map((mark) =>
          mark.kind === 'text' ? widthOf(mark.text, mark.look.font, mark.look.size) : mark.width,
        );
        expect(Math.max(...marks.map(({ x }, at) => x + ends[at]!))).toBeLessThanOrEqual(paper.width - 40);
        expect(
          Math.max(...marks.filter((mark) => !foot.includes(mark)).map(({ y }) => y)),
        ).toBeLessThanOrEqual(top);
      },
    ),
    { numRuns: 10 },
  );
});

test.each([
  ['en-US', 'letter'],
  ['es-MX', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
])('in %s letters are written on %s', (language, paper) => expect(paperFor(language)).toBe(paper));

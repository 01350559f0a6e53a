import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReportSymptomsRequest } from '../contracts/patient/report-symptoms.ts';
import { SIGNS, STRENGTHS } from './symptoms.ts';
import { isUrgent } from './urgent-report.ts';

test('fainting and fever are urgent; pain and bleeding are if severe', () => {
  const urgent = STRENGTHS.map((strength) => SIGNS.filter((sign) => isUrgent({ signs: [sign], strength })));
  expect(urgent).toEqual([
    ['fever', 'fainting'],
    ['fever', 'fainting'],
    ['pain', 'bleeding', 'fever', 'fainting'],
  ]);
  expect(isUrgent({ signs: ['fainting'], strength: null })).toBe(true);
});

test('adding a symptom never makes a report less urgent', () => {
  fc.assert(
    fc.property(
      fc.subarray([...SIGNS]),
      fc.constantFrom(...SIGNS),
      fc.constantFrom(null, ...STRENGTHS),
      (signs, one, strength) => {
        if (isUrgent({ signs, strength })) expect(isUrgent({ signs: [...signs, one], strength })).toBe(true);
      },
    ),
  );
});

test.each([
  'The tip of my shoulder hurts.',
  'I fainted this morning',
  'I soaked a pad in half an hour',
  'I can’t breathe',
])('“%s” is urgent, however mild the rest of the report is', (words) => {
  for (const sign of SIGNS) expect(isUrgent({ signs: [sign], strength: 'mild', words })).toBe(true);
  expect(isUrgent({ signs: [], strength: null, words })).toBe(true);
});

test.each(['No pain.', 'A little spotting.', 'On the left.', '', null])(
  'words such as “%s” add nothing urgent, and hide nothing urgent',
  (words) => {
    expect(isUrgent({ signs: ['pain'], strength: 'mild', words })).toBe(false);
    expect(isUrgent({ signs: ['fainting'], strength: 'mild', words })).toBe(true);
  },
);

const report = { signs: ['pain'], strength: 'mild', since: '2026-11-16' };
test.each([
  [{ ...report, signs: [] }, 'Please select at least one'],
  [{ ...report, signs: ['pain', 'pain'] }, 'Please select each once'],
  [{ ...report, signs: ['headache'] }, 'Please select from the list'],
  [{ ...report, strength: 'unbearable' }, 'Please select how bad it is'],
  [{ ...report, since: 'yesterday' }, 'Please enter a date such as 2026-11-18'],
  [{ ...report, words: 'x'.repeat(2_001) }, 'Please use no more than 2,000 characters'],
])('%j is refused: %s', (given, message) => {
  expect(ReportSymptomsRequest.safeParse(given).error?.issues[0]?.message).toBe(message);
});

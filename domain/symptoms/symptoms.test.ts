import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReportSymptomsRequest } from '../contracts/patient/report-symptoms.ts';
import { isUrgent, SIGNS, STRENGTHS } from './symptoms.ts';

test('fainting and fever are urgent; pain and bleeding are if severe', () => {
  const urgent = STRENGTHS.map((strength) => SIGNS.filter((sign) => isUrgent([sign], strength)));
  expect(urgent).toEqual([
    ['fever', 'fainting'],
    ['fever', 'fainting'],
    ['pain', 'bleeding', 'fever', 'fainting'],
  ]);
  expect(isUrgent(['fainting'], null)).toBe(true);
});

test('adding a symptom never makes a report less urgent', () => {
  fc.assert(
    fc.property(
      fc.subarray([...SIGNS]),
      fc.constantFrom(...SIGNS),
      fc.constantFrom(null, ...STRENGTHS),
      (signs, one, strength) => {
        if (isUrgent(signs, strength)) expect(isUrgent([...signs, one], strength)).toBe(true);
      },
    ),
  );
});

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

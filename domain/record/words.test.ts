import { expect, test } from 'vitest';
import { FEELING } from '../copy/feeling.ts';
import { summaryOf } from '../export/summary.ts';
import { recordOf } from '../export/testing.ts';
import { STRENGTHS } from '../symptoms/symptoms.ts';
import { symptomWords } from '../worklist/symptom-words.ts';
import { strengthText } from './words.ts';

test('how bad a symptom is reads as it did in the form, for the team and in the doctor’s summary', () => {
  expect(STRENGTHS.map(strengthText)).toEqual(
    STRENGTHS.map((strength) => FEELING.strength.labels[strength].toLowerCase()),
  );
  expect(symptomWords({ signs: ['pain'], strength: 'strong' }, '')).toBe('Pain; severe.');
  const report = { signs: ['pain'], strength: 'strong', since: '2026-11-18', words: null };
  const summary = summaryOf(recordOf({ symptom_reports: [report as never] }), { now: 0, zone: 'UTC' });
  expect(summary.tables[0]!.rows).toEqual([['November 18, 2026', 'pain', 'severe', '']]);
});

import { expect, test } from 'vitest';
import { instantFromIso } from '@domain/time/instant.ts';
import { chartEvents, markWords } from './chart-events.ts';

const late = instantFromIso('2026-11-02T03:30:00Z');
const facts = {
  results: [
    { id: '1', type: 'ovulation', result: 'Peak (Positive LH Surge)', takenAt: late },
    { id: '2', type: 'PREGNANCY', result: 'negative', takenAt: late },
  ] as const,
  applicatorDays: ['2026-11-02T03:30:00Z'],
  hidePregnancy: false,
  zone: 'America/New_York',
};

test("a test late in the evening counts for the patient's own day", () => {
  expect(chartEvents(facts).map(({ on }) => on)).toEqual(['2026-11-01', '2026-11-01', '2026-11-01']);
});

test('the day of an applicator is the day that the patient chose, wherever the device is now', () => {
  for (const zone of ['America/New_York', 'Pacific/Kiritimati']) {
    expect(chartEvents({ ...facts, results: [], applicatorDays: ['2026-11-15'], zone })).toEqual([
      { kind: 'applicator', on: '2026-11-15' },
    ]);
  }
});

test('pregnancy tests obey the switch, everything else stays', () => {
  const kinds = chartEvents({ ...facts, hidePregnancy: true }).map(({ kind }) => kind);
  expect(kinds).toEqual(['ovulation', 'applicator']);
});

test('each mark has its words', () => {
  const words = chartEvents(facts).map((event) => markWords({ ...event, day: 1 }));
  expect(words).toEqual(['Peak LH', 'Pregnancy test, negative', 'Applicator used']);
});

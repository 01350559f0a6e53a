import { expect, test } from 'vitest';
import type { RecordFacts } from '../contracts/team-patient.ts';
import { timelineOf } from './timeline.ts';

const ID = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const LIND = { name: 'Dr. Lind', role: 'clinician' };

const FACTS: RecordFacts = {
  results: [
    {
      id: ID(1),
      type: 'PREGNANCY',
      result: 'negative',
      cycle: 1,
      takenAt: '2026-03-05T08:00:00+00:00',
      loggedBy: null,
    },
    {
      id: ID(2),
      type: 'ovulation',
      result: 'Peak (Positive LH Surge)',
      cycle: null,
      takenAt: '2026-03-01T08:00:00Z',
      loggedBy: null,
    },
  ],
  surveys: [
    {
      id: ID(3),
      survey: 'applicator-use',
      answers: ['2026-03-02', '1', 'No', '', '30 minutes', '4 to 5 hours', 'Found it difficult', 'It hurt'],
      at: '2026-03-02T20:00:00Z',
    },
  ],
  phases: [{ id: ID(4), phase: 'applicators', cycle: 1, at: '2026-03-03T09:00:00Z' }],
  calls: [
    {
      id: ID(5),
      name: 'Initial Consultation',
      startsAt: '2026-03-05T09:00:00+01:00',
      endsAt: '2026-03-05T09:30:00+01:00',
      status: 'booked',
      host: LIND,
    },
  ],
  contacts: [{ id: ID(7), how: 'phone', words: 'She is well', at: '2026-03-04T09:00:00Z', who: LIND }],
  notes: [
    {
      id: ID(6),
      kind: 'consultation',
      reference: 'initial-consultation',
      title: null,
      notedOn: null,
      text: '<p>Hi</p>',
      at: '2026-03-06T09:00:00Z',
      author: { ...LIND, signedAt: '2026-03-06T09:00:00Z' },
      addenda: [],
      withdrawn: null,
    },
  ],
};

test('everything stands in one list, newest first, whatever zone a moment is written in', () => {
  expect(timelineOf(FACTS).map(({ kind, title, who }) => [kind, title, who?.name ?? null])).toEqual([
    ['note', 'Consultation note', 'Dr. Lind'],
    ['call', 'Initial Consultation', 'Dr. Lind'],
    ['result', 'Pregnancy test', null],
    ['contact', 'Phone call', 'Dr. Lind'],
    ['phase', 'Completed: Use your applicators', null],
    ['survey', 'Applicator survey', null],
    ['result', 'Ovulation test', null],
  ]);
});

test('results and surveys are told in the words of their forms', () => {
  const texts = Object.fromEntries(timelineOf(FACTS).map(({ id, text }) => [id, text]));
  expect(texts[ID(1)]).toBe('Negative');
  expect(texts[ID(2)]).toBe('Peak (Positive LH Surge)');
  expect(texts[ID(3)]).toContain('Found it difficult');
  expect(texts[ID(3)]).toContain(': It hurt');
  expect(texts[ID(3)]!.split('\n')).toHaveLength(7);
  expect(texts[ID(4)]).toBe('Cycle 1');
});

test('two of the same moment always stand in the same order', () => {
  const same = FACTS.results.map((result) => ({ ...result, takenAt: '2026-03-01T08:00:00Z' }));
  const order = (results: RecordFacts['results']) => timelineOf({ ...FACTS, results }).map(({ id }) => id);
  expect(order(same)).toEqual(order(same.toReversed()));
});

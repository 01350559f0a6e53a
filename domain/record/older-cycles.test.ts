import { expect, test } from 'vitest';
import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { cycleSections } from './cycle-sections.ts';
import { newestCycle, withOlder } from './older-cycles.ts';
import { ID } from './testing.ts';

const on = (day: string, kind: TimelineEntry['kind'] = 'result'): TimelineEntry => ({
  kind,
  id: ID(1),
  at: `${day}T12:00:00Z`,
  title: '',
  text: '',
  who: null,
});
const PERIODS = ['2026-11-04', '2026-10-07'];
const sections = (...entries: TimelineEntry[]) =>
  cycleSections(entries, PERIODS, ({ at }) => at.slice(0, 10));
const ENTRIES = [
  on('2026-11-18'),
  on('2026-11-04'),
  on('2026-11-03', 'staff-note'),
  on('2026-10-07'),
  on('2026-09-01', 'call'),
];
const NOTHING = { earlier: [] };
const { timeline, older } = newestCycle(sections(...ENTRIES), PERIODS, NOTHING);

test('a record opens with its newest cycle, and counts what the older ones hold', () => {
  expect(timeline).toEqual(ENTRIES.slice(0, 2));
  expect(older).toMatchObject([
    {
      startsOn: '2026-10-07',
      endsOn: '2026-11-03',
      counts: { all: 2, results: 1, notes: 1, team: 1, calls: 0 },
    },
    { startsOn: null, endsOn: '2026-10-06', counts: { all: 1, calls: 1, results: 0 } },
  ]);
  expect(newestCycle([], [], NOTHING)).toEqual({ timeline: [], older: [] });
});

test('what comes by its day alone is counted in its cycle', () => {
  const days = ['2026-10-31', '2026-10-31', '2026-11-03', '2026-08-01', '2026-10-06'];
  const counts = newestCycle(sections(on('2026-11-18'), on('2026-10-07', 'period')), PERIODS, {
    earlier: [
      { kind: 'result', of: 'Negative (Low LH)', days },
      { kind: 'contact', of: 'phone', days: ['2026-10-07'] },
    ],
  });
  expect(counts.older).toEqual([
    {
      startsOn: '2026-10-07',
      endsOn: '2026-11-03',
      counts: { all: 5, results: 4, notes: 0, calls: 1, messages: 0, team: 1 },
    },
    {
      startsOn: null,
      endsOn: '2026-10-06',
      counts: { all: 2, results: 2, notes: 0, calls: 0, messages: 0, team: 0 },
    },
  ]);
});

test('what is not loaded yet has its place, and only under a filter that shows some of it', () => {
  const shown = (filter: 'all' | 'calls' | 'messages', ...loaded: TimelineEntry[]) =>
    withOlder(sections(...loaded), older, filter).map(({ startsOn, unloaded, days }) => [
      startsOn,
      unloaded,
      days.length,
    ]);
  expect(shown('all', ...timeline)).toEqual([
    ['2026-11-04', 0, 2],
    ['2026-10-07', 2, 0],
    [null, 1, 0],
  ]);
  expect(shown('calls')).toEqual([[null, 1, 0]]);
  // Conversations load separately.
  expect(shown('all', ...timeline, on('2026-10-08', 'message'))[1]).toEqual(['2026-10-07', 2, 1]);
  expect(shown('messages', on('2026-10-08', 'message'))).toEqual([['2026-10-07', 0, 1]]);
});

import { expect, test } from 'vitest';
import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { countOf, cycleSections, sectionWords, startsOf } from './cycle-sections.ts';
import { FILTERS, isShown } from './filters.ts';
import { ID } from './testing.ts';

const on = (day: string): TimelineEntry => ({
  kind: 'result',
  id: ID(1),
  at: `${day}T12:00:00Z`,
  title: 'Ovulation test',
  text: '',
  who: null,
});
const sections = (days: string[], periods: string[]) =>
  cycleSections(days.map(on), startsOf(periods.map((day) => ({ day, kind: 'period' }))), ({ at }) =>
    at.slice(0, 10),
  );
const TODAY = '2026-11-18';

test('entries are in the cycle of their day, and future ones in the current cycle', () => {
  const found = sections(
    ['2026-11-25', '2026-11-18', '2026-11-18', '2026-11-04', '2026-11-03', '2025-12-30', '2025-12-01'],
    ['2026-11-04', '2025-12-30', '2026-11-04'],
  );
  expect(
    found.map((section) => [sectionWords(section, TODAY), section.days.length, countOf(section)]),
  ).toEqual([
    ['Cycle from November 4', 3, 4],
    ['Cycle from December 30, 2025 to November 3', 2, 2],
    ['Before December 30, 2025', 1, 1],
  ]);
});

test('without a period there is one section', () => {
  const found = sections(['2026-11-18', '2026-11-01'], []);
  expect(found.map((section) => [section.startsOn, section.endsOn, countOf(section)])).toEqual([
    [null, null, 2],
  ]);
});

test('each entry appears under All, and under the filters where a reader would look', () => {
  const filtersOf = (entry: Pick<TimelineEntry, 'kind' | 'contact'>) =>
    FILTERS.filter((filter) => isShown(entry, filter));
  expect(filtersOf({ kind: 'period' })).toEqual(['all', 'results']);
  expect(filtersOf({ kind: 'staff-note' })).toEqual(['all', 'notes', 'team']);
  expect(filtersOf({ kind: 'contact', contact: 'phone' })).toEqual(['all', 'calls', 'team']);
  expect(filtersOf({ kind: 'contact', contact: 'email' })).toEqual(['all', 'messages', 'team']);
  expect(filtersOf({ kind: 'phase' })).toEqual(['all']);
});

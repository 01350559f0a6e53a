import { expect, test } from 'vitest';
import { instantFromIso, isoFromInstant } from '../time/instant.ts';
import { dayWindow } from './day-window.ts';

const now = instantFromIso('2026-10-31T16:20:00Z');
const zone = 'America/New_York';
const search = (date?: string) => {
  const { searchFrom, searchUntil } = dayWindow({ date, now, zone });
  return [isoFromInstant(searchFrom), isoFromInstant(searchUntil)];
};

test('it opens on today, searched from now to the end of the patient’s day', () => {
  expect(dayWindow({ now, zone }).date).toBe('2026-10-31');
  expect(search()).toEqual(['2026-10-31T16:20:00.000Z', '2026-11-01T03:59:59.999Z']);
});

test('another day is searched from its start to its end, 25 hours when the clocks go back', () => {
  expect(search('2026-11-01')).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z']);
});

test('the previous arrow goes back to today, to the current moment, and no further', () => {
  const { previous } = dayWindow({ date: '2026-11-01', now, zone });
  expect(previous).toBe('2026-10-31');
  expect(search(previous)).toEqual(search());
  expect(dayWindow({ date: previous, now, zone }).previous).toBeUndefined();
});

test('a past day, from an old link or a page left open over midnight, becomes today', () => {
  expect(dayWindow({ date: '2026-10-30', now, zone })).toEqual(dayWindow({ now, zone }));
});

test('the next arrow goes to the last day within the horizon', () => {
  expect(dayWindow({ now, zone, horizonDays: 2 }).next).toBe('2026-11-01');
  expect(dayWindow({ date: '2026-11-02', now, zone, horizonDays: 2 }).next).toBeUndefined();
  expect(dayWindow({ date: '2026-12-24', now, zone, horizonDays: 2 }).date).toBe('2026-11-02');
  expect(dayWindow({ date: '2026-12-24', now, zone }).next).toBe('2026-12-25');
});

test('today is the patient’s own: it is already tomorrow in Sydney', () => {
  expect(dayWindow({ now, zone: 'Australia/Sydney' }).date).toBe('2026-11-01');
});

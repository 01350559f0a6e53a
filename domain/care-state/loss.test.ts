import { usualHours } from '../coach/clinic-hours.ts';
import { expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import type { CareFacts } from './facts.ts';
import { lossOf, type Loss } from './loss.ts';
import { followUpOf } from './loss-follow-up.ts';

const ZONE = 'America/New_York';
/** 10 am on a Wednesday in New York. */
const AT = instantFromIso('2026-11-18T15:00:00Z');
const HOUR = 60 * MINUTE;
const loss: Loss = { id: 'loss', at: AT, byTeam: false };
const at = (later: number, reported = loss, spokeAt: number | null = null) =>
  followUpOf({ loss: reported, spokeAt, now: AT + later, clinic: usualHours(ZONE) });

test('the card promises contact within three clinic hours; after that, it says how else to reach us', () => {
  expect(at(0)).toEqual({ kind: 'contact', by: AT + 3 * HOUR });
  expect(at(3 * HOUR)).toEqual({ kind: 'late' });
  const late = instantFromIso('2026-11-19T02:30:00Z');
  expect(
    followUpOf({ loss: { ...loss, at: late }, spokeAt: null, now: late, clinic: usualHours(ZONE) }),
  ).toEqual({
    kind: 'contact',
    by: instantFromIso('2026-11-19T15:30:00Z'),
  });
});

test('the coach checks in again after two and six weeks', () => {
  expect([13, 14, 16, 17, 41, 42, 44, 45, 200].map((days) => at(days * DAY).kind)).toEqual([
    'late',
    'check-in',
    'late',
    'none',
    'none',
    'check-in',
    'late',
    'none',
    'none',
  ]);
});

test('a check-in is promised for its day, and the promise ends with that day', () => {
  const closes = instantFromIso('2026-12-03T03:00:00Z');
  expect(at(14 * DAY)).toEqual({ kind: 'check-in', by: closes });
  expect(at(closes - AT - MINUTE)).toEqual({ kind: 'check-in', by: closes });
  expect(at(closes - AT)).toEqual({ kind: 'late' });
  expect(at(42 * DAY)).toEqual({ kind: 'check-in', by: closes + 28 * DAY });
});

test('the team member who recorded the loss has been in touch', () => {
  expect(at(HOUR, { ...loss, byTeam: true })).toEqual({ kind: 'none' });
  expect(at(14 * DAY, { ...loss, byTeam: true })).toMatchObject({ kind: 'check-in' });
});

test('after the care team has talked to the patient, no contact is promised until the next check-in', () => {
  const spoke = AT + HOUR;
  expect(at(2 * HOUR, loss, spoke)).toEqual({ kind: 'none' });
  expect(at(13 * DAY, loss, spoke)).toEqual({ kind: 'none' });
  expect(at(14 * DAY, loss, spoke)).toMatchObject({ kind: 'check-in' });
  expect(at(15 * DAY, loss, AT + 14 * DAY), 'they asked').toEqual({ kind: 'none' });
  expect(at(42 * DAY, loss, AT + 14 * DAY)).toMatchObject({ kind: 'check-in' });
  expect(at(2 * HOUR, loss, AT - HOUR), 'a call before the loss was not about it').toMatchObject({
    kind: 'contact',
  });
});

const event = (kind: 'loss' | 'resume', id: string, minutes: number): CareFacts['events'][number] => ({
  id,
  kind,
  day: '2026-11-18',
  receivedAt: AT + minutes * MINUTE,
  cycle: 1,
  until: null,
  resolvedTo: null,
  byTeam: kind === 'resume',
});

test('only the current loss counts: a second report changes nothing, and resuming treatment ends it', () => {
  const reported = [event('loss', 'first', 0), event('loss', 'again', 5)];
  expect(lossOf({ results: [], events: reported })?.id).toBe('first');
  expect(lossOf({ results: [], events: [...reported, event('resume', 'on', 9)] })).toBeNull();
  expect(
    lossOf({ results: [], events: [...reported, event('resume', 'on', 9), event('loss', 'next', 20)] })?.id,
  ).toBe('next');
  expect(lossOf({ results: [], events: [] })).toBeNull();
});

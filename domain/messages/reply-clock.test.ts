import { EVERY_DAY, usualHours, type ClinicHours } from '../coach/clinic-hours.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, instantFromIso, isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { localParts } from '../time/local.ts';
import { dueAtOf, openIn, stageOf, unansweredIn, waitingIn, type ClockMessage } from './reply-clock.ts';

const ZONES = ['America/New_York', 'Europe/London', 'Asia/Kolkata'];
const HOUR = 60 * MINUTE;
const zones = fc.constantFrom(...ZONES);
/** Two years, so that each zone's clocks change four times or never. */
const moments = fc
  .integer({ min: instantFromIso('2026-01-01T00:00:00Z'), max: instantFromIso('2028-01-01T00:00:00Z') })
  .map((at) => at - (at % MINUTE));

/** Counted step by step: the staffed time between two moments. */
function openTime(from: Instant, until: Instant, { zone, opens, closes, days }: ClinicHours): number {
  let open = 0;
  for (let at = from; at < until; at += MINUTE) {
    const { time, weekday } = localParts(at, zone);
    if (days.includes(weekday) && time >= opens && time < closes) open += MINUTE;
  }
  return open;
}

const usualClinics = zones.map(usualHours);
/** Any hours and days a clinic can set, outside the hours in which clocks change. */
const clinics: fc.Arbitrary<ClinicHours> = fc.record({
  zone: zones,
  opens: fc.constantFrom('04:00', '06:30', '09:15', '17:00'),
  closes: fc.constantFrom('18:00', '21:45', '24:00'),
  days: fc.subarray([...EVERY_DAY], { minLength: 2 }),
  replyHours: fc.integer({ min: 1, max: 12 }),
});

test.each([
  ['a morning', '2026-11-18T10:00:00-05:00', 'America/New_York', '2026-11-18T18:00:00.000Z'],
  ['an evening', '2026-11-18T21:00:00-05:00', 'America/New_York', '2026-11-19T15:00:00.000Z'],
  ['a night', '2026-11-18T23:30:00Z', 'Europe/London', '2026-11-19T11:00:00.000Z'],
  ['closing time itself', '2026-11-18T22:00:00+05:30', 'Asia/Kolkata', '2026-11-19T05:30:00.000Z'],
  [
    'the night that is an hour longer',
    '2026-10-31T21:00:00-04:00',
    'America/New_York',
    '2026-11-01T15:00:00.000Z',
  ],
  ['the night that is an hour shorter', '2026-03-28T21:30:00Z', 'Europe/London', '2026-03-29T09:30:00.000Z'],
])('a message from %s is due after three staffed hours', (_when, at, zone, due) => {
  expect(isoFromInstant(dueAtOf(instantFromIso(at), usualHours(zone)))).toBe(due);
});

test('whenever a message arrives, it is due after exactly three open hours', () => {
  fc.assert(
    fc.property(moments, usualClinics, (now, clinic) => {
      const due = dueAtOf(now, clinic);
      expect(openTime(now, due, clinic)).toBe(3 * HOUR);
      expect(due - now).toBeLessThanOrEqual(14 * HOUR);
    }),
    { numRuns: 150 },
  );
});

test('whatever hours, days and promise a clinic sets, a message is due after exactly the promised open hours', () => {
  fc.assert(
    fc.property(moments, clinics, (now, clinic) => {
      const due = dueAtOf(now, clinic);
      expect(openTime(now, due, clinic)).toBe(clinic.replyHours * HOUR);
      expect(openTime(due - MINUTE, due, clinic), 'due while open').toBe(MINUTE);
    }),
    { numRuns: 20 },
  );
});

type Act = { from: ClockMessage['from']; after: number };
const histories = fc.array(
  fc.record({ from: fc.constantFrom('patient', 'team'), after: fc.integer({ min: 0, max: 2 * DAY }) }),
  { maxLength: 40 },
) as fc.Arbitrary<Act[]>;

/** A thread as the server writes it, one message at a time. */
function threadOf(acts: readonly Act[], start: Instant, zone: string): ClockMessage[] {
  const thread: ClockMessage[] = [];
  let at = start;
  for (const { from, after } of acts) {
    at += after;
    const dueAt = from === 'patient' && waitingIn(thread) === null ? dueAtOf(at, usualHours(zone)) : null;
    thread.push({ id: String(thread.length), from, at, dueAt });
  }
  return thread;
}

test('further messages never postpone a reply, and a reply stops the clock', () => {
  fc.assert(
    fc.property(histories, moments, zones, (acts, start, zone) => {
      const thread = threadOf(acts, start, zone);
      for (let length = 0; length <= thread.length; length++) {
        const until = thread.slice(0, length);
        const answered = until.findLastIndex(({ from }) => from === 'team');
        const first = until[answered + 1];
        expect(waitingIn(until)).toEqual(
          first ? { id: first.id, at: first.at, dueAt: dueAtOf(first.at, usualHours(zone)) } : null,
        );
      }
    }),
  );
});

test('every message has one clock: its own, or that of the one already waiting', () => {
  fc.assert(
    fc.property(histories, moments, zones, (acts, start, zone) => {
      const thread = threadOf(acts, start, zone);
      const clocks = thread.filter(({ dueAt }) => dueAt !== null);
      const runs = thread.filter(
        ({ from }, place) => from === 'patient' && thread[place - 1]?.from !== 'patient',
      );
      expect(clocks).toEqual(runs);
    }),
  );
});

test('a clock only moves forward: half of the time, then overdue, and never back', () => {
  fc.assert(
    fc.property(moments, zones, fc.array(fc.nat(20 * HOUR)), (at, zone, later) => {
      const waiting = { at, dueAt: dueAtOf(at, usualHours(zone)) };
      const stages = later.toSorted((one, other) => one - other).map((time) => stageOf(waiting, at + time));
      const order = ['fresh', 'half', 'overdue'];
      expect(stages).toEqual(stages.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
      expect(stageOf(waiting, at)).toBe('fresh');
      expect(stageOf(waiting, waiting.dueAt - 1)).toBe('half');
      expect(stageOf(waiting, waiting.dueAt)).toBe('overdue');
    }),
  );
});

test('what waits is all since the message whose clock runs, and nothing that was answered or settled', () => {
  const say = (id: string, from: ClockMessage['from'], dueAt: Instant | null = null): ClockMessage => ({
    id,
    from,
    at: 0,
    dueAt,
  });
  const thread = [
    say('one', 'patient', 1),
    say('two', 'patient'),
    say('three', 'patient', 2),
    say('four', 'patient'),
  ];
  const ids = (messages: readonly ClockMessage[]) => messages.map(({ id }) => id);
  expect(ids(unansweredIn(thread))).toEqual(['one', 'two', 'three', 'four']);
  expect(ids(unansweredIn(thread, ['one']))).toEqual(['three', 'four']);
  expect(ids(unansweredIn(thread, ['one', 'three']))).toEqual([]);
  expect(ids(unansweredIn([...thread, say('five', 'team')]))).toEqual([]);
});

test('who asked for a person keeps reading what helps until a reply, or for two days', () => {
  const ask = { id: 'ask', from: 'patient' as const, at: 0, dueAt: null, concern: 'call-me' };
  const plain = { ...ask, id: 'plain', concern: null };
  const waiting = { ...plain, id: 'waiting', dueAt: HOUR };
  const reply = { ...plain, id: 'reply', from: 'team' as const };
  const ids = (thread: Parameters<typeof openIn>[0], now = HOUR) =>
    openIn(thread, { now }).map(({ id }) => id);
  expect(ids([ask])).toEqual(['ask']);
  expect(ids([ask], 2 * DAY)).toEqual([]);
  expect(ids([ask, reply])).toEqual([]);
  expect(ids([ask, waiting, plain])).toEqual(['ask', 'waiting', 'plain']);
  expect(ids([plain])).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import { localDateTime } from '../time/local.ts';
import { canTake, type AppointmentRules, type Availability, type Booked, type Host } from './availability.ts';
import { offeredSlots } from './slots.ts';

const at = instantFromIso;
const HOUR = 60 * MINUTE;

const supportCall: AppointmentRules = {
  durationMinutes: 30,
  bufferMinutes: 15,
  minimumNoticeMinutes: 120,
  horizonDays: 14,
};
const coach: Host = {
  id: 'coach',
  timeZone: 'Europe/London',
  weeklyHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', until: '12:00' })),
  daysOff: ['2026-11-19'],
};
const wednesday = { from: at('2026-11-18T00:00:00Z'), until: at('2026-11-19T00:00:00Z') };
const clinic: Availability = {
  type: supportCall,
  hosts: [coach],
  booked: [],
  now: at('2026-11-16T08:00:00Z'),
};

const times = (facts: Partial<Availability & typeof wednesday> = {}) =>
  offeredSlots({ ...clinic, ...wednesday, ...facts }).map(({ startsAt }) =>
    localDateTime(startsAt, 'Europe/London').slice(11),
  );

/** The slot at this moment, looked up as a booking does. */
const slotAt = (startsAt: number, facts: Partial<Availability> = {}) =>
  offeredSlots({ ...clinic, ...facts, from: startsAt, until: startsAt + 1 })[0];

const hostsAt = (facts: Partial<Availability>) => slotAt(at('2026-11-18T11:00:00Z'), facts)?.hostIds;

const call = (from: string, until: string, hostId = 'coach'): Booked => ({
  hostId,
  busyFrom: at(`2026-11-18T${from}:00Z`),
  busyUntil: at(`2026-11-18T${until}:00Z`),
});

test('a free morning is offered from opening time to the last call that ends by closing time', () => {
  expect(times()).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']);
  expect(times({ type: { ...supportCall, durationMinutes: 50 } })).toEqual(['09:00', '10:00', '11:00']);
});

test('calls start on quarter hours and never overlap each other', () => {
  expect(times({ type: { ...supportCall, durationMinutes: 40 } })).toEqual([
    '09:00',
    '09:45',
    '10:30',
    '11:15',
  ]);
  expect(times({ type: { ...supportCall, durationMinutes: 20 } })).toHaveLength(6);
  expect(times({ type: { ...supportCall, durationMinutes: 10 } })).toHaveLength(12);
});

test('a booked call takes its time and its buffer, and blocks calls that would run into it', () => {
  expect(times({ booked: [call('10:00', '10:45')] })).toEqual(['09:00', '11:00', '11:30']);
});

test('without buffers, calls can be back to back', () => {
  const type = { ...supportCall, bufferMinutes: 0 };
  expect(times({ type, booked: [call('10:00', '10:30')] })).toEqual([
    '09:00',
    '09:30',
    '10:30',
    '11:00',
    '11:30',
  ]);
});

test('someone else’s call takes nothing', () => {
  expect(times({ booked: [call('09:00', '12:00', 'clinician')] })).toHaveLength(6);
});

test('nothing is offered on a day off or outside the week’s hours', () => {
  const thursday = { from: at('2026-11-19T00:00:00Z'), until: at('2026-11-20T00:00:00Z') };
  const saturday = { from: at('2026-11-21T00:00:00Z'), until: at('2026-11-22T00:00:00Z') };
  expect(times(thursday)).toEqual([]);
  expect(times(saturday)).toEqual([]);
});

test('a call needs notice; one exactly that far ahead is still offered', () => {
  expect(times({ now: at('2026-11-18T08:30:00Z') })).toEqual(['10:30', '11:00', '11:30']);
  expect(times({ now: at('2026-11-18T08:31:00Z') })).toEqual(['11:00', '11:30']);
});

test('nothing is offered beyond the horizon', () => {
  expect(times({ now: at('2026-11-04T09:30:00Z') })).toEqual(['09:00', '09:30']);
  expect(times({ now: at('2026-11-03T09:30:00Z') })).toEqual([]);
});

test('the search includes its first moment and excludes its last', () => {
  expect(times({ from: at('2026-11-18T09:30:00Z'), until: at('2026-11-18T10:30:00Z') })).toEqual([
    '09:30',
    '10:00',
  ]);
});

test('a search at the end of time finds nothing; a search over all time finds what the horizon holds', () => {
  const endOfTime = 8_640_000_000_000_000;
  expect(times({ from: endOfTime, until: endOfTime + 1 })).toEqual([]);
  expect(times({ from: wednesday.until, until: wednesday.from })).toEqual([]);
  expect(times({ from: 0, until: endOfTime })).toHaveLength(4 + 8 * 6);
});

test('hours that overlap by mistake produce no overlapping slots', () => {
  const weeklyHours = [
    { weekday: 3, from: '09:15', until: '10:45' },
    { weekday: 3, from: '09:00', until: '10:00' },
    { weekday: 3, from: '09:30', until: '09:45' },
    { weekday: 3, from: '17:00', until: '08:00' },
  ];
  expect(times({ hosts: [{ ...coach, weeklyHours }] })).toEqual(['09:00', '09:30', '10:00']);
});

describe('with several hosts', () => {
  const second: Host = { ...coach, id: 'second', daysOff: [] };

  test('a slot is offered once if at least one of them is free', () => {
    const hosts = [coach, second];
    expect(times({ hosts, booked: [call('10:00', '10:45')] })).toHaveLength(6);
    expect(times({ hosts, booked: [call('10:00', '10:45'), call('10:00', '10:45', 'second')] })).toEqual([
      '09:00',
      '11:00',
      '11:30',
    ]);
  });

  test('the host with fewer calls that day comes first', () => {
    const hosts = [coach, second];
    expect(hostsAt({ hosts })).toEqual(['coach', 'second']);
    expect(hostsAt({ hosts, booked: [call('09:00', '09:45')] })).toEqual(['second', 'coach']);
    const dayBefore = {
      hostId: 'coach',
      busyFrom: at('2026-11-17T09:00:00Z'),
      busyUntil: at('2026-11-17T09:45:00Z'),
    };
    expect(hostsAt({ hosts: [second, coach], booked: [dayBefore] })).toEqual(['coach', 'second']);
  });

  test('each host works the hours of their own zone', () => {
    const inKolkata: Host = { ...coach, id: 'kolkata', timeZone: 'Asia/Kolkata' };
    expect(times({ hosts: [coach, inKolkata] })).toEqual([
      '03:30',
      '04:00',
      '04:30',
      '05:00',
      '05:30',
      '06:00',
      ...times(),
    ]);
  });
});

describe('only an offered slot can be booked', () => {
  const start = at('2026-11-18T10:00:00Z');

  test('a grid slot with its own length is offered', () => {
    expect(slotAt(start)).toEqual({ startsAt: start, endsAt: start + HOUR / 2, hostIds: ['coach'] });
  });

  test.each([
    ['a minute beside the grid', start + MINUTE],
    ['a millisecond beside the grid', start + 1],
    ['a call at night', start + 12 * HOUR],
    ['a call on a day off', start + DAY],
    ['a call last week', start - 7 * DAY],
  ])('%s is not', (_, startsAt) => {
    expect(slotAt(startsAt)).toBeUndefined();
  });

  test('a slot is gone once it is booked', () => {
    expect(slotAt(start, { booked: [call('10:00', '10:45')] })).toBeUndefined();
  });
});

describe('an absence', () => {
  const away = (from: string, until: string): Host => ({
    ...coach,
    absences: [{ from: at(`2026-11-18T${from}:00Z`), until: at(`2026-11-18T${until}:00Z`) }],
  });

  test('takes only the slots it overlaps', () => {
    expect(times({ hosts: [away('10:00', '11:00')] })).toEqual(['09:00', '09:30', '11:00', '11:30']);
    expect(times({ hosts: [away('10:15', '10:20')] })).toEqual(['09:00', '09:30', '10:30', '11:00', '11:30']);
  });

  test('does not count as a call: the host who was away in the morning still comes first', () => {
    const other: Host = { ...coach, id: 'another' };
    const booked: Booked[] = [
      { hostId: 'another', busyFrom: at('2026-11-18T09:00:00Z'), busyUntil: at('2026-11-18T09:30:00Z') },
    ];
    expect(hostsAt({ hosts: [other, away('09:00', '10:00')], booked })).toEqual(['coach', 'another']);
  });
});

test('a colleague can take over a call at its time if they work and are free, whatever its notice', () => {
  const between = (from: string, until: string) => ({
    startsAt: at(`2026-11-18T${from}:00Z`),
    endsAt: at(`2026-11-18T${until}:00Z`),
    bufferMinutes: 15,
  });
  expect(canTake(coach, [], between('09:10', '09:40'))).toBe(true);
  expect(canTake(coach, [], between('11:30', '12:00'))).toBe(true);
  expect(canTake(coach, [], between('11:40', '12:10'))).toBe(false);
  const busy = [
    { hostId: 'coach', busyFrom: at('2026-11-18T10:00:00Z'), busyUntil: at('2026-11-18T10:30:00Z') },
  ];
  expect(canTake(coach, busy, between('09:20', '09:50'))).toBe(false);
  expect(canTake(coach, busy, between('09:15', '09:45'))).toBe(true);
  const absences = [{ from: at('2026-11-18T09:30:00Z'), until: at('2026-11-18T10:00:00Z') }];
  expect(canTake({ ...coach, absences }, [], between('09:15', '09:45'))).toBe(false);
});

import { expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import type { Availability } from './availability.ts';
import { offeredSlots } from './slots.ts';

const now = instantFromIso('2026-10-26T00:00:00Z');
const zones = [
  'America/New_York',
  'Europe/London',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
];

const clinic: Availability = {
  now,
  type: { durationMinutes: 30, bufferMinutes: 15, minimumNoticeMinutes: 60, horizonDays: 60 },
  hosts: Array.from({ length: 50 }, (_, index) => ({
    id: `host-${index}`,
    timeZone: zones[index % zones.length] ?? 'UTC',
    weeklyHours: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
      { weekday, from: '08:00', until: '12:00' },
      { weekday, from: '13:00', until: '18:00' },
    ]),
    daysOff: ['2026-12-25', '2027-01-01'],
  })),
  booked: Array.from({ length: 2_000 }, (_, index) => {
    const busyFrom = now + Math.floor(index / 50) * 4 * 60 * MINUTE;
    return { hostId: `host-${index % 50}`, busyFrom, busyUntil: busyFrom + 45 * MINUTE };
  }),
};

// A busy machine only makes a run slower, so one fast run shows what the code can do.
function runsWithin(milliseconds: number, work: () => void): boolean {
  return Array.from({ length: 40 }).some(() => {
    const start = performance.now();
    work();
    return performance.now() - start < milliseconds;
  });
}

test('one day of 50 hosts with 2,000 calls that week takes less than 5 ms', () => {
  const day = { ...clinic, from: now + 6 * DAY, until: now + 7 * DAY };
  expect(offeredSlots(day).length).toBeGreaterThan(20);
  expect(runsWithin(5, () => offeredSlots(day))).toBe(true);
});

test('finding that 50 hosts have nothing for 60 days takes less than 100 ms', () => {
  const full = clinic.hosts.map(({ id }) => ({ hostId: id, busyFrom: now, busyUntil: now + 90 * DAY }));
  const booked = [...clinic.booked, ...full];
  const search = { ...clinic, booked, from: now, until: now + 60 * DAY };
  expect(offeredSlots(search)).toEqual([]);
  expect(runsWithin(100, () => offeredSlots(search))).toBe(true);
});

import { expect, test } from 'vitest';
import { DAY, instantFromIso } from '../time/instant.ts';
import type { Availability, Host } from './availability.ts';
import { nextDayWithSlots } from './next-day.ts';
import { offeredSlots } from './slots.ts';

const at = instantFromIso;
const coach: Host = {
  id: 'coach',
  timeZone: 'America/New_York',
  weeklyHours: [{ weekday: 2, from: '18:00', until: '21:00' }],
  daysOff: [],
};
const clinic: Availability = {
  type: { durationMinutes: 30, bufferMinutes: 0, minimumNoticeMinutes: 60, horizonDays: 30 },
  hosts: [coach],
  booked: [],
  now: at('2026-11-13T12:00:00Z'),
};
const zone = 'America/New_York';

test('the next day with slots is found over days without any', () => {
  expect(nextDayWithSlots(clinic, clinic.now, zone)).toBe('2026-11-17');
});

test('it is the day of the patient’s calendar, which may be another than the host’s', () => {
  expect(nextDayWithSlots(clinic, clinic.now, 'Asia/Kolkata')).toBe('2026-11-18');
});

test('today counts while it still has a slot, and no longer after its last', () => {
  expect(nextDayWithSlots({ ...clinic, now: at('2026-11-18T00:00:00Z') }, 0, zone)).toBe('2026-11-17');
  expect(nextDayWithSlots({ ...clinic, now: at('2026-11-18T01:00:00Z') }, 0, zone)).toBe('2026-11-24');
});

test('days before the one asked for do not count', () => {
  expect(nextDayWithSlots(clinic, at('2026-11-19T00:00:00Z'), zone)).toBe('2026-11-24');
});

test('full days and days off are passed over', () => {
  const full = offeredSlots({ ...clinic, from: clinic.now, until: clinic.now + 6 * DAY });
  const booked = full.map((slot) => ({ hostId: 'coach', busyFrom: slot.startsAt, busyUntil: slot.endsAt }));
  expect(nextDayWithSlots({ ...clinic, booked }, clinic.now, zone)).toBe('2026-11-24');
  const hosts = [{ ...coach, daysOff: ['2026-11-24'] }];
  expect(nextDayWithSlots({ ...clinic, hosts, booked }, clinic.now, zone)).toBe('2026-12-01');
});

test('without a slot up to the horizon there is no such day', () => {
  expect(nextDayWithSlots({ ...clinic, hosts: [] }, clinic.now, zone)).toBeUndefined();
  expect(nextDayWithSlots(clinic, clinic.now + 365 * DAY, zone)).toBeUndefined();
  const shortHorizon = { ...clinic, type: { ...clinic.type, horizonDays: 3 } };
  expect(nextDayWithSlots(shortHorizon, clinic.now, zone)).toBeUndefined();
});

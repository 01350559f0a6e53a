import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE, type Instant } from '../time/instant.ts';
import { addDays } from '../time/day.ts';
import { instantOf, localDate, localParts, startOfDay } from '../time/local.ts';
import type { Availability, Booked, Host } from './availability.ts';
import { offeredSlots, type OfferedSlot } from './slots.ts';

const SEARCH_DAYS = 4;
const zones = [
  'America/New_York',
  'Europe/London',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
];
// Two days before each clock change in these zones, so that most searches cross one.
const mornings = [
  '2026-10-02',
  '2026-10-23',
  '2026-10-30',
  '2027-03-12',
  '2027-03-26',
  '2027-04-02',
  '2027-06-01',
];

const clock = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
const hours = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 92 }), fc.integer({ min: 1, max: 40 }))
  .map(([weekday, from, length]) => ({
    weekday,
    from: clock(from),
    until: clock(Math.min(96, from + length)),
  }));

const clinics = fc
  .record({
    morning: fc.constantFrom(...mornings),
    minute: fc.integer({ min: 0, max: 1_439 }),
    type: fc.record({
      durationMinutes: fc.constantFrom(10, 15, 20, 30, 45, 50, 60, 90),
      bufferMinutes: fc.constantFrom(0, 5, 10, 15, 30),
      minimumNoticeMinutes: fc.constantFrom(0, 30, 120, 1_440),
      horizonDays: fc.integer({ min: 1, max: 6 }),
    }),
    hosts: fc.array(
      fc.record({
        timeZone: fc.constantFrom(...zones),
        weeklyHours: fc.array(hours, { minLength: 3, maxLength: 14 }),
        offAfter: fc.array(fc.integer({ min: 0, max: SEARCH_DAYS }), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    calls: fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 6 * 96 }), fc.integer({ min: 1, max: 8 }))),
  })
  .map(({ morning, minute, type, hosts, calls }): Availability => {
    const now = instantFromIso(`${morning}T00:00:00Z`) + minute * MINUTE;
    return {
      type,
      now,
      hosts: hosts.map(({ timeZone, weeklyHours, offAfter }, index) => ({
        id: `host-${index}`,
        timeZone,
        weeklyHours,
        daysOff: offAfter.map((days) => addDays(morning, days)),
      })),
      booked: calls.map(([host, quarter, length]) => ({
        hostId: `host-${host}`,
        busyFrom: now + (quarter - 96) * 15 * MINUTE,
        busyUntil: now + (quarter - 96 + length) * 15 * MINUTE,
      })),
    };
  });

const slotsOf = (clinic: Availability) =>
  offeredSlots({ ...clinic, from: clinic.now - DAY, until: clinic.now + SEARCH_DAYS * DAY });

const hostOf = (clinic: Availability, id: string): Host => {
  const host = clinic.hosts.find((candidate) => candidate.id === id);
  if (!host) throw new Error(`No host is called ${id}.`);
  return host;
};

const overlap = (a: Pick<Booked, 'busyFrom' | 'busyUntil'>, b: Pick<Booked, 'busyFrom' | 'busyUntil'>) =>
  a.busyFrom < b.busyUntil && b.busyFrom < a.busyUntil;

const busyOf = (slot: OfferedSlot, clinic: Availability) => ({
  busyFrom: slot.startsAt,
  busyUntil: slot.endsAt + clinic.type.bufferMinutes * MINUTE,
});

const forEachSlot = (check: (slot: OfferedSlot, clinic: Availability) => void) =>
  fc.assert(fc.property(clinics, (clinic) => slotsOf(clinic).forEach((slot) => check(slot, clinic))));

test('every offered slot respects the type’s notice, horizon and length', () => {
  forEachSlot(({ startsAt, endsAt }, { type, now }) => {
    expect(startsAt).toBeGreaterThanOrEqual(now + type.minimumNoticeMinutes * MINUTE);
    expect(startsAt).toBeLessThanOrEqual(now + type.horizonDays * DAY);
    expect(endsAt - startsAt).toBe(type.durationMinutes * MINUTE);
  });
});

test('every offered slot lies within the hours and working days of each host it names', () => {
  forEachSlot(({ startsAt, endsAt, hostIds }, clinic) => {
    for (const host of hostIds.map((id) => hostOf(clinic, id))) {
      const { date, time, weekday } = localParts(startsAt, host.timeZone);
      const isRepeatedTime = instantOf(date, time, host.timeZone) !== startsAt;
      expect(host.daysOff).not.toContain(date);
      const isInside = joined(host, weekday).some(
        ({ from, until }) =>
          // The second 01:15 of the night belongs to hours that started at the first 01:30.
          (from <= time || (isRepeatedTime && instantOf(date, from, host.timeZone) <= startsAt)) &&
          endsAt <= instantOf(date, until, host.timeZone),
      );
      expect(isInside).toBe(true);
    }
  });
});

/** A weekday's hours, with overlapping and adjacent entries merged. */
function joined(host: Host, weekday: number) {
  const result: { from: string; until: string }[] = [];
  const ofDay = host.weeklyHours.filter((entry) => entry.weekday === weekday);
  for (const { from, until } of ofDay.sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = result.at(-1);
    if (last && from <= last.until) last.until = until > last.until ? until : last.until;
    else result.push({ from, until });
  }
  return result;
}

test('one host’s slots never overlap each other or booked calls', () => {
  fc.assert(
    fc.property(clinics, (clinic) => {
      const slots = slotsOf(clinic);
      for (const { id } of clinic.hosts) {
        const own = slots.filter(({ hostIds }) => hostIds.includes(id));
        own
          .slice(1)
          .forEach((slot, before) => expect(slot.startsAt).toBeGreaterThanOrEqual(own[before]?.endsAt ?? 0));
        const booked = clinic.booked.filter(({ hostId }) => hostId === id);
        for (const slot of own)
          expect(booked.some((call) => overlap(call, busyOf(slot, clinic)))).toBe(false);
      }
    }),
  );
});

test('booking one slot after another until none is left never double-books a host', () => {
  fc.assert(
    fc.property(clinics, fc.infiniteStream(fc.nat()), (clinic, choices) => {
      const booked: Booked[] = [...clinic.booked];
      const pick = (slots: OfferedSlot[]) => slots.at(Number(choices.next().value) % slots.length);
      for (let slot = pick(slotsOf(clinic)); slot; slot = pick(slotsOf({ ...clinic, booked }))) {
        const [hostId = ''] = slot.hostIds;
        const call = { hostId, ...busyOf(slot, clinic) };
        expect(booked.filter((other) => other.hostId === hostId && overlap(call, other))).toEqual([]);
        booked.push(call);
      }
    }),
    { numRuns: 40 },
  );
});

test('the same moments are offered in every patient’s zone, searched day by day', () => {
  fc.assert(
    fc.property(clinics, fc.constantFrom(...zones, 'Pacific/Apia', 'America/Santiago'), (clinic, zone) => {
      const first = localDate(clinic.now, zone);
      const byDay = Array.from({ length: SEARCH_DAYS + 8 }, (_, day) =>
        offeredSlots({
          ...clinic,
          from: startOfDay(addDays(first, day), zone),
          until: startOfDay(addDays(first, day + 1), zone),
        }),
      );
      expect(byDay.flat()).toEqual(
        offeredSlots({ ...clinic, from: clinic.now, until: clinic.now + 30 * DAY }),
      );
    }),
  );
});

test('exactly the offered slots can be booked', () => {
  fc.assert(
    fc.property(clinics, fc.integer({ min: 0, max: SEARCH_DAYS * 96 }), (clinic, quarter) => {
      const starts = new Set<Instant>(slotsOf(clinic).map(({ startsAt }) => startsAt));
      // Looks up the slot as a booking does.
      const isOffered = (moment: Instant) =>
        offeredSlots({ ...clinic, from: moment, until: moment + 1 }).length === 1;
      for (const startsAt of starts) expect(isOffered(startsAt)).toBe(true);
      const candidate = (Math.ceil(clinic.now / (15 * MINUTE)) + quarter) * 15 * MINUTE;
      if (candidate < clinic.now + SEARCH_DAYS * DAY)
        expect(isOffered(candidate)).toBe(starts.has(candidate));
    }),
  );
});

import { usualHours } from '../coach/clinic-hours.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONCERNS } from '../messages/concerns.ts';
import { CAP_WEAR, FEEDBACK } from '../surveys/applicator-use.ts';
import { addDays } from '../time/day.ts';
import { DAY, isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { TREATMENT_DAY_ACTIONS } from '../treatment-day/events.ts';
import type { Item } from './item.ts';
import { itemsOf } from './items-of.ts';
import { nextLook } from './next-look.ts';
import { HOUR, NOBODY, NOW, ZONE } from './testing.ts';
import { bleedingsIn } from './bleedings.ts';
import { patientFacts, type PatientRows } from './facts-from-rows.ts';

const NOTHING: PatientRows = {
  id: 'patient',
  coachId: null,
  timeZone: null,
  isInTreatment: true,
  pregnancyTests: [],
  events: [],
  ovulationTests: [],
  periods: [],
  bodySince: null,
  statedLength: null,
  symptoms: [],
  timers: [],
  applicatorSurveys: [],
  uncertain: [],
  safetyChecks: [],
  calls: [],
  consulted: null,
  messagesWaiting: [],
  followUps: [],
  messagesUnread: [],
  concerns: [],
  spokeAt: null,
  lastLogAt: null,
  lastPhaseAt: null,
};

const itemsAt = (rows: PatientRows, now: Instant): Item[] =>
  itemsOf({ ...NOBODY, patients: [patientFacts(rows, usualHours(ZONE), now)] }, now);
const of = (rule: string, items: readonly Item[]) =>
  items.filter((item) => item.rule === rule).map(({ key }) => key.slice(rule.length + 1));

const id = fc.uuid();
const ago = fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minutes) => NOW - minutes * MINUTE);
const entry = { id, at: ago };
const listOf = <T>(one: fc.Arbitrary<T>, maxLength = 4) => fc.array(one, { maxLength });
const dayOf = (moment: Instant) => localDate(moment, ZONE);
const timed = (at: Instant) => ({ id: 'cap', action: 'cap-in' as const, at, on: dayOf(at), reportedAt: at });
/** Facts that follow from the others. */
const and = <T extends object, More extends object>(one: fc.Arbitrary<T>, more: (of: T) => More) =>
  one.map((given) => Object.assign(given, more(given)));

const pregnancyTest = and(
  fc.record({
    id,
    result: fc.constantFrom('positive' as const, 'negative' as const, 'unclear' as const),
    cycle: fc.integer({ min: 1, max: 3 }),
    receivedAt: ago,
  }),
  ({ receivedAt }) => ({ takenOn: dayOf(receivedAt) }),
);
const outcomeEvent = and(
  fc.record({
    id,
    kind: fc.constantFrom('pause' as const, 'resume' as const, 'loss' as const, 'stop' as const),
    cycle: fc.integer({ min: 1, max: 3 }),
    receivedAt: ago,
  }),
  ({ receivedAt }) => ({ day: dayOf(receivedAt), until: null, resolvedTo: null, byTeam: false }),
);

/** The rows that two months of treatment may leave, in any order the database may return them. */
const histories: fc.Arbitrary<PatientRows> = fc.record({
  id: fc.constant('patient'),
  coachId: fc.option(fc.constant('marisol')),
  timeZone: fc.constantFrom(null, 'Europe/London', 'Australia/Sydney', 'America/New_York'),
  isInTreatment: fc.boolean(),
  pregnancyTests: listOf(pregnancyTest),
  events: listOf(outcomeEvent, 3),
  ovulationTests: listOf(
    and(
      fc.record({
        ...entry,
        result: fc.constantFrom('Peak (Positive LH Surge)', 'High', 'Negative', 'Invalid'),
      }),
      ({ at }) => ({ takenOn: dayOf(at) }),
    ),
    6,
  ),
  periods: listOf(
    and(fc.record({ ...entry, kind: fc.constant('period' as const) }), ({ at }) => ({ day: dayOf(at) })),
    3,
  ),
  bodySince: fc.constant(null),
  statedLength: fc.constant(null),
  symptoms: listOf(
    fc.record({
      ...entry,
      isUrgent: fc.boolean(),
      signs: fc.constant(['pain']),
      strength: fc.constant('mild'),
      since: fc.constant('2026-11-18'),
      words: fc.constant(null),
    }),
  ),
  timers: listOf(
    and(
      fc.record({
        ...entry,
        reportedAt: ago,
        action: fc.constantFrom(...TREATMENT_DAY_ACTIONS),
      }),
      ({ at }) => ({ on: dayOf(at) }),
    ),
  ),
  applicatorSurveys: listOf(
    and(
      fc.record({
        ...entry,
        cycle: fc.integer({ min: 1, max: 3 }),
        capWear: fc.constantFrom(...CAP_WEAR),
        feedback: fc.constantFrom(...FEEDBACK),
      }),
      ({ at }) => ({ usedOn: isoFromInstant(at - HOUR) }),
    ),
  ),
  uncertain: listOf(fc.record(entry)),
  safetyChecks: listOf(
    fc.record({
      ...entry,
      firstAt: ago,
      cycle: fc.integer({ min: 1, max: 3 }),
      outcome: fc.constantFrom('ready' as const, 'stop' as const, 'clinician' as const),
      isCleared: fc.boolean(),
      reasons: fc.constant(['coil']),
      answers: fc.constant({ coil: 'yes' }),
    }),
  ),
  consulted: fc.option(fc.record({ ...entry, hasKit: fc.boolean() })),
  calls: listOf(
    and(
      fc.record({
        id,
        // Some of them are still to come.
        endsAt: fc.integer({ min: -3 * 24 * 60, max: 30 * 24 * 60 }).map((minutes) => NOW - minutes * MINUTE),
        outcome: fc.constantFrom(
          'took-place' as const,
          'patient-did-not-come' as const,
          'we-could-not' as const,
          null,
        ),
        hasSignedNote: fc.boolean(),
        isHostAway: fc.boolean(),
      }),
      ({ endsAt }) => ({ at: endsAt - 30 * MINUTE, hostId: 'dr-lind' }),
    ),
  ),
  messagesWaiting: fc.constant([]),
  followUps: fc.constant([]),
  messagesUnread: fc.constant([]),
  concerns: listOf(fc.record({ ...entry, concern: fc.constantFrom(...CONCERNS) })),
  spokeAt: fc.option(ago),
  lastLogAt: fc.option(ago),
  lastPhaseAt: fc.option(ago),
});

test('everything that needs someone has its item, and nothing else does', () => {
  fc.assert(
    fc.property(histories, (rows) => {
      const items = itemsAt(rows, NOW);
      const ids = (entries: readonly { id: string }[]) => entries.map((one) => one.id).toSorted();
      const found = (rule: string) => of(rule, items).toSorted();
      const reported = rows.applicatorSurveys;
      const { care, careState } = patientFacts(rows, usualHours(ZONE), NOW);
      const bleedings = bleedingsIn(rows.periods, { care, careState, zone: rows.timeZone ?? ZONE });
      expect(found('urgent-symptoms')).toEqual(
        ids([...rows.symptoms.filter(({ isUrgent }) => isUrgent), ...bleedings]),
      );
      expect(found('symptoms')).toEqual(ids(rows.symptoms.filter(({ isUrgent }) => !isUrgent)));
      for (const [rule, concern] of [
        ['self-harm', 'self-harm'],
        ['asks-for-a-call', 'call-me'],
        ['urgent-message', 'urgent'],
        ['loss-mentioned', 'loss'],
        ['hard-time', 'hard-time'],
      ] as const)
        expect(found(rule)).toEqual(ids(rows.concerns.filter((one) => one.concern === concern)));
      expect(found('uncertain-before-treatment')).toEqual(ids(rows.uncertain));
      expect(found('found-difficult')).toEqual(
        ids(reported.filter(({ feedback }) => feedback !== 'Easy and straightforward')),
      );
      for (const survey of reported.filter(({ capWear }) => capWear === 'More than 5 hours'))
        expect(found('cap-too-long')).toContain(survey.id);
      expect(found('call-without-outcome')).toEqual(
        ids(rows.calls.filter(({ endsAt, outcome }) => endsAt <= NOW && outcome === null)),
      );
      expect(found('note-not-signed')).toEqual(
        ids(
          rows.calls.filter(
            ({ endsAt, outcome, hasSignedNote }) =>
              endsAt + DAY <= NOW && outcome === 'took-place' && !hasSignedNote,
          ),
        ),
      );
      const held = rows.safetyChecks.filter(({ outcome, isCleared }) => outcome !== 'ready' && !isCleared);
      expect(found('safety-check')).toHaveLength(Math.min(held.length, 1));
      const isAfterLoss = careState === 'after-loss' && rows.events.some(({ kind }) => kind === 'loss');
      if (isAfterLoss) expect(found('possible-loss')).toHaveLength(1);
      if (careState === 'pregnant')
        expect(found('positive-test').length + found('positive-after-end').length).toBeGreaterThan(0);
      if (careState === 'unsure')
        expect(found('possible-loss').length + found('unclear-test').length).toBeGreaterThan(0);
      const last = rows.pregnancyTests.filter(({ result, cycle }) => result === 'negative' && cycle === 3);
      expect(found('last-negative')).toHaveLength(careState === 'treatment' && last.length > 0 ? 1 : 0);
    }),
    { numRuns: 1_000 },
  );
});

test('an item has the same key and due time, in whatever order its rows arrive', () => {
  const turned = (rows: PatientRows): PatientRows =>
    Object.fromEntries(
      Object.entries(rows).map(([name, value]) => [name, Array.isArray(value) ? value.toReversed() : value]),
    ) as PatientRows;
  fc.assert(
    fc.property(histories, (rows) => {
      expect(itemsAt(turned(rows), NOW)).toEqual(itemsAt(rows, NOW));
    }),
    { numRuns: 500 },
  );
});

test('with two periods on one day, the item is about the same one, whichever comes first', () => {
  const day = dayOf(NOW - 10 * DAY);
  const periods = ['one', 'other'].map((name) => ({ id: name, at: NOW, day, kind: 'period' as const }));
  const keys = (reported: PatientRows['periods']) =>
    itemsAt({ ...NOTHING, periods: reported }, NOW).map(({ key }) => key);
  expect(keys(periods)).toHaveLength(1);
  expect(keys(periods.toReversed())).toEqual(keys(periods));
});

test.each([
  ['taken out in time', 5 * HOUR, []],
  ['taken out late', 6 * HOUR, ['cap-too-long:cap-in']],
  ['still in', null, ['cap-too-long:cap-in']],
])('a cap that was %s', (_when, wornFor, keys) => {
  const inAt = NOW - 8 * HOUR;
  const timer = (action: 'cap-in' | 'cap-out', at: Instant) => ({ ...timed(at), id: action, action });
  const removal = wornFor === null ? [] : [timer('cap-out', inAt + wornFor)];
  const timers = [timer('cap-in', inAt), ...removal];
  expect(itemsAt({ ...NOTHING, timers }, NOW).map(({ key }) => key)).toEqual(keys);
});

test('until the next look, nothing appears by time alone', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 40 * 24 * 60 }), (rows, minutes) => {
      const keys = (now: Instant) => itemsAt(rows, now).map(({ key }) => key);
      const known = new Set(keys(NOW));
      const facts = patientFacts(rows, usualHours(ZONE), NOW);
      const next = nextLook(facts, NOW);
      const later = NOW + minutes * MINUTE;
      const isBefore = next === null || later < next;
      if (isBefore) expect(keys(later).filter((key) => !known.has(key))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('the next look is at the moment an item appears, to the millisecond', () => {
  const lookOf = (rows: Partial<PatientRows>, now = NOW) =>
    nextLook(patientFacts({ ...NOTHING, ...rows }, usualHours(ZONE), now), now);
  const rows: [rule: string, Partial<PatientRows>][] = [
    ['cap-too-long', { timers: [timed(NOW - HOUR)] }],
    [
      'call-without-outcome',
      {
        calls: [
          { id: 'call', at: NOW, endsAt: NOW + HOUR, hostId: 'dr-lind', outcome: null, hasSignedNote: false },
        ],
      },
    ],
    [
      'host-is-away',
      {
        calls: [
          {
            id: 'call',
            at: NOW + 9 * DAY,
            endsAt: NOW + 9 * DAY + HOUR,
            hostId: 'dr-lind',
            outcome: null,
            hasSignedNote: false,
            isHostAway: true,
          },
        ],
      },
    ],
    [
      'note-not-signed',
      {
        calls: [
          {
            id: 'call',
            at: NOW - 2 * HOUR,
            endsAt: NOW - HOUR,
            hostId: 'dr-lind',
            outcome: 'took-place',
            hasSignedNote: false,
          },
        ],
      },
    ],
    [
      'quiet-in-cycle',
      {
        periods: [{ id: 'period', at: NOW - 8 * DAY, day: addDays(dayOf(NOW), -8), kind: 'period' }],
        lastLogAt: NOW - DAY,
      },
    ],
    [
      'peak-without-survey',
      {
        ovulationTests: [
          { id: 'peak', at: NOW - DAY, result: 'Peak (Positive LH Surge)', takenOn: dayOf(NOW - DAY) },
        ],
      },
    ],
    ['no-pregnancy-test', { timers: [timed(NOW - 20 * DAY)] }],
  ];
  expect(lookOf({})).toBeNull();
  for (const [rule, reported] of rows) {
    const next = lookOf(reported)!;
    const at = (moment: Instant) => of(rule, itemsAt({ ...NOTHING, ...reported }, moment));
    expect(at(next - 1), rule).toEqual([]);
    expect(at(next), rule).toHaveLength(1);
  }
});

test('a period after the applicator ends the wait for a pregnancy test', () => {
  const used: Partial<PatientRows> = {
    timers: [timed(NOW - 25 * DAY)],
  };
  const period = (daysAgo: number, kind: 'period' | 'unsure' = 'period') => ({
    periods: [{ id: 'period', at: NOW - daysAgo * DAY, day: addDays(dayOf(NOW), -daysAgo), kind }],
  });
  const asked = (rows: Partial<PatientRows>) =>
    of('no-pregnancy-test', itemsAt({ ...NOTHING, ...rows }, NOW));
  expect(asked(used)).toEqual(['cap']);
  expect(asked({ ...used, ...period(12) })).toEqual([]);
  expect(asked({ ...used, ...period(12, 'unsure') })).toEqual(['cap']);
  expect(asked({ ...used, ...period(30) })).toEqual(['cap']);
});

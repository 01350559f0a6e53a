import { describe, expect, test } from 'vitest';
import { CARE_STATES, type CareFacts, type CareState } from '../care-state/facts.ts';
import { addDays } from '../time/day.ts';
import { DAY, instantFromIso, isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { localDate, localDateTime } from '../time/local.ts';
import type { PatientFacts } from './facts.ts';
import { RULES } from './items-of.ts';
import { call, history, HOUR, NOW, of, survey, ZONE } from './testing.ts';

type Due = (since: Instant, zone: string) => Instant;
type Row = {
  rule: string;
  /** The history, moved so that the item appears at this moment. */
  given: (since: Instant) => Partial<PatientFacts>;
  /** A later report that ends it; if missing, the fact itself was undone. */
  ended?: (since: Instant) => Partial<PatientFacts>;
  due: Due;
  states: readonly CareState[];
  /** Other items that the same fact causes. */
  also?: readonly string[];
};

const STEP = 30 * MINUTE;

const inAWeek = (since: Instant) => ({ at: since + 7 * DAY, endsAt: since + 7 * DAY + STEP });
const shows = (moment: Instant, zone: string, time: string) =>
  localDateTime(moment, zone).endsWith(`T${time}`);
const isOpen = (moment: Instant, zone: string) => {
  const time = localDateTime(moment, zone).slice(11);
  return time >= '08:00' && time < '22:00';
};

/** Calculated by brute force: half hour by half hour, counting the open ones. */
const inOpenHours =
  (hours: number): Due =>
  (since, zone) => {
    let moment = since;
    for (let left = hours * HOUR; left > 0; moment += STEP) if (isOpen(moment, zone)) left -= STEP;
    return moment;
  };
/** The next closing time, or a number of them later. */
const closing =
  (later = 0): Due =>
  (since, zone) => {
    let moment = since + STEP;
    for (let left = later; !shows(moment, zone, '22:00') || left-- > 0; moment += STEP);
    return moment;
  };
const nineOfTheNextDay: Due = (since, zone) => {
  const tomorrow = addDays(localDateTime(since, zone).slice(0, 10), 1);
  let moment = since;
  while (localDateTime(moment, zone) !== `${tomorrow}T09:00`) moment += STEP;
  return moment;
};

/** The scene's history, moved so that its last fact is at this moment. */
const reportedAt = (facts: CareFacts, since: Instant): CareFacts => ({
  results: facts.results.map((result) => ({ ...result, receivedAt: result.receivedAt - NOW + since })),
  events: facts.events.map((event) => ({ ...event, receivedAt: event.receivedAt - NOW + since })),
});
const at = (moment: Instant) => ({ id: 'one', at: moment });

const ROWS: Row[] = [
  {
    rule: 'possible-loss',
    given: (since) => ({ careState: 'unsure', care: reportedAt(history(['positive'], ['negative']), since) }),
    due: inOpenHours(1),
    states: ['unsure', 'after-loss'],
  },
  {
    rule: 'possible-loss',
    given: (since) => ({ careState: 'after-loss', care: reportedAt(history(['positive'], ['loss']), since) }),
    due: inOpenHours(1),
    states: ['unsure', 'after-loss'],
    also: ['loss-contact'],
  },
  {
    rule: 'loss-contact',
    given: (since) => ({ careState: 'after-loss', care: reportedAt(history(['positive'], ['loss']), since) }),
    due: inOpenHours(3),
    states: ['after-loss'],
    also: ['possible-loss'],
  },
  {
    rule: 'loss-two-weeks',
    given: (since) => ({
      careState: 'after-loss',
      care: reportedAt(history(['positive'], ['loss']), since - 14 * DAY),
    }),
    due: closing(),
    states: ['after-loss'],
    also: ['possible-loss'],
  },
  {
    rule: 'loss-six-weeks',
    given: (since) => ({
      careState: 'after-loss',
      care: reportedAt(history(['positive'], ['loss']), since - 42 * DAY),
    }),
    due: closing(),
    states: ['after-loss'],
    also: ['possible-loss'],
  },
  {
    rule: 'positive-after-end',
    given: (since) => ({ careState: 'pregnant', care: reportedAt(history(['stop'], ['positive']), since) }),
    due: inOpenHours(1),
    states: ['after-loss', 'pregnant'],
  },
  {
    rule: 'urgent-symptoms',
    given: (since) => ({ symptoms: [{ ...at(since), isUrgent: true }] }),
    due: inOpenHours(1),
    states: CARE_STATES,
  },
  {
    rule: 'self-harm',
    given: (since) => ({ concerns: [{ ...at(since), concern: 'self-harm' }] }),
    due: inOpenHours(0.5),
    states: CARE_STATES,
  },
  {
    rule: 'asks-for-a-call',
    given: (since) => ({ concerns: [{ ...at(since), concern: 'call-me' }] }),
    due: inOpenHours(0.5),
    states: CARE_STATES,
  },
  {
    rule: 'urgent-message',
    given: (since) => ({ concerns: [{ ...at(since), concern: 'urgent' }] }),
    due: inOpenHours(1),
    states: CARE_STATES,
  },
  {
    rule: 'loss-mentioned',
    given: (since) => ({ concerns: [{ ...at(since), concern: 'loss' }] }),
    due: inOpenHours(1),
    states: CARE_STATES,
  },
  {
    rule: 'answer-today',
    given: (since) => ({ concerns: [{ ...at(since), concern: 'answer-today' }], safetyCheckHeld: at(since) }),
    due: (since, zone) => Math.min(inOpenHours(2)(since, zone), closing()(since, zone)),
    states: CARE_STATES,
    also: ['safety-check'],
  },
  {
    rule: 'hard-time',
    given: (since) => ({ concerns: [{ ...at(since), concern: 'hard-time' }] }),
    due: closing(),
    states: CARE_STATES,
  },
  {
    rule: 'symptoms',
    given: (since) => ({ symptoms: [{ ...at(since), isUrgent: false }] }),
    due: inOpenHours(3),
    states: CARE_STATES,
  },
  {
    rule: 'cap-too-long',
    given: (since) => ({ capIn: at(since - 5 * HOUR - 15 * MINUTE) }),
    due: (since) => since + 30 * MINUTE,
    states: CARE_STATES,
  },
  {
    rule: 'cap-too-long',
    given: (since) => ({ lateCaps: [at(since - 5 * HOUR - 15 * MINUTE)] }),
    due: (since) => since + 30 * MINUTE,
    states: CARE_STATES,
  },
  {
    rule: 'cap-too-long',
    given: (since) => ({ applicatorSurveys: [survey({ ...at(since), capTooLong: true })] }),
    due: closing(),
    states: CARE_STATES,
  },
  {
    rule: 'safety-check',
    given: (since) => ({ safetyCheckHeld: at(since) }),
    due: closing(),
    states: CARE_STATES,
  },
  {
    rule: 'found-difficult',
    given: (since) => ({ applicatorSurveys: [survey({ ...at(since), wasEasy: false })] }),
    due: nineOfTheNextDay,
    states: CARE_STATES,
  },
  {
    rule: 'found-difficult',
    given: (since) => ({ applicatorSurveys: [survey({ ...at(since), wasEasy: false, isFirst: false })] }),
    due: closing(1),
    states: CARE_STATES,
  },
  {
    rule: 'uncertain-before-treatment',
    given: (since) => ({ uncertainBeforeTreatment: [at(since)] }),
    due: inOpenHours(3),
    states: CARE_STATES,
  },
  {
    rule: 'message-waits',
    given: (since) => ({ messagesWaiting: [{ ...at(since), dueAt: since + 3 * HOUR }] }),
    due: (since) => since + 3 * HOUR,
    states: CARE_STATES,
  },
  {
    rule: 'positive-test',
    given: (since) => ({ careState: 'pregnant', care: reportedAt(history(['positive']), since) }),
    due: closing(),
    states: ['pregnant'],
  },
  {
    rule: 'last-negative',
    given: (since) => ({ care: reportedAt(history(['negative', 3]), since) }),
    due: closing(1),
    states: ['treatment'],
  },
  {
    rule: 'unclear-test',
    given: (since) => ({ careState: 'unsure', care: reportedAt(history(['unclear']), since) }),
    due: closing(),
    states: ['unsure'],
  },
  {
    rule: 'unclear-test',
    given: (since) => ({
      invalidTests: [at(since - 2), { ...at(since - 1), id: 'two' }, { ...at(since), id: 'three' }],
    }),
    ended: () => ({ invalidTests: [] }),
    due: closing(),
    states: ['treatment', 'unsure'],
  },
  {
    rule: 'call-without-outcome',
    given: (since) => ({ calls: [{ ...call(0), endsAt: since }] }),
    ended: (since) => ({ calls: [{ ...call(0), endsAt: since, outcome: 'patient-did-not-come' }] }),
    due: inOpenHours(2),
    states: CARE_STATES,
  },
  {
    rule: 'host-is-away',
    given: (since) => ({ calls: [{ ...call(0), ...inAWeek(since), isHostAway: true }] }),
    ended: (since) => ({ calls: [{ ...call(0), ...inAWeek(since), isHostAway: false }] }),
    due: (since) => since + 6 * DAY,
    states: CARE_STATES,
  },
  {
    rule: 'host-is-away',
    given: (since) => ({ officeCallsHostAway: [at(since + 7 * DAY)] }),
    ended: () => ({ officeCallsHostAway: [] }),
    due: (since) => since + 6 * DAY,
    states: CARE_STATES,
  },
  {
    rule: 'note-not-signed',
    given: (since) => ({ calls: [{ ...call(0), endsAt: since - DAY, outcome: 'took-place' }] }),
    ended: (since) => ({
      calls: [{ ...call(0), endsAt: since - DAY, outcome: 'took-place', hasSignedNote: true }],
    }),
    due: closing(),
    states: CARE_STATES,
  },
  {
    rule: 'quiet-in-cycle',
    given: (since) => ({ testFrom: at(since - 3 * DAY), lastLogAt: since - 9 * DAY }),
    ended: (since) => ({ testFrom: at(since - 3 * DAY), lastLogAt: since }),
    due: closing(1),
    states: ['treatment'],
  },
  {
    rule: 'peak-without-survey',
    given: (since) => ({
      lastPeak: { ...at(since - 2 * DAY), on: localDate(since - 2 * DAY, ZONE) },
      lastApplicatorSurveyAt: since - 3 * DAY,
    }),
    ended: (since) => ({
      lastPeak: { ...at(since - 2 * DAY), on: localDate(since - 2 * DAY, ZONE) },
      lastApplicatorSurveyAt: since,
    }),
    due: closing(),
    states: ['treatment'],
  },
  {
    rule: 'no-pregnancy-test',
    given: (since) => ({ applicatorWithoutTest: at(since - 24 * DAY) }),
    due: closing(2),
    states: ['treatment'],
  },
  {
    rule: 'follow-up',
    given: (since) => ({
      followUps: [{ ...at(since), dueAt: since, toId: 'robin', text: 'Ask how it went' }],
    }),
    due: (since) => since,
    states: CARE_STATES,
  },
  {
    rule: 'message-unread',
    given: (since) => ({ messagesUnread: [at(since - 7 * DAY)] }),
    due: closing(),
    states: CARE_STATES,
  },
  {
    rule: 'kit-to-send',
    given: (since) => ({ kitRequest: { ...at(since), addressAt: null } }),
    due: closing(1),
    states: CARE_STATES,
  },
  {
    rule: 'kit-address-changed',
    given: (since) => ({ kitSent: { ...at(since - DAY), addressChangedAt: since } }),
    due: closing(1),
    states: CARE_STATES,
  },
  {
    rule: 'kit-late',
    given: (since) => ({ kitSent: { ...at(since - 8 * DAY), addressChangedAt: null } }),
    due: closing(1),
    states: CARE_STATES,
  },
  {
    rule: 'mail-not-delivered',
    given: (since) => ({ mailsParked: [{ ...at(since), callWithinADay: false }] }),
    due: closing(1),
    states: CARE_STATES,
  },
  {
    rule: 'mail-not-delivered',
    given: (since) => ({ mailsParked: [{ ...at(since), callWithinADay: true }] }),
    due: (since) => since,
    states: CARE_STATES,
  },
  {
    rule: 'kit-not-requested',
    given: (since) => ({ consulted: { ...at(since), hasKit: false } }),
    due: closing(1),
    states: ['treatment'],
  },
  {
    rule: 'no-coach-assigned',
    given: (since) => ({ consulted: { ...at(since), hasKit: true }, coachId: null }),
    due: closing(1),
    states: ['treatment'],
  },
  {
    rule: 'leaving',
    given: (since) => ({ deletion: { ...at(since), on: since + 7 * DAY } }),
    due: (since) => since + 5 * DAY,
    states: CARE_STATES,
  },
];

// The days around both clock changes in a year, in each zone.
const CHANGES: [zone: string, back: string, forward: string][] = [
  ['America/New_York', '2026-11-01', '2027-03-14'],
  ['Europe/London', '2026-10-25', '2027-03-28'],
  ['Australia/Sydney', '2027-04-04', '2026-10-04'],
];
const MOMENTS = CHANGES.flatMap(([zone, ...days]) =>
  days.flatMap((day) => {
    const noon = instantFromIso(`${day}T12:00:00Z`);
    // Every third hour of three days: before opening, during the hours, and after closing.
    return Array.from({ length: 24 }, (_, turn) => [zone, noon - 36 * HOUR + turn * 3 * HOUR] as const);
  }),
);

test('every rule is listed here', () => {
  expect(RULES.map(({ id }) => id).filter((id) => ROWS.every(({ rule }) => rule !== id))).toEqual([]);
});

describe.each(ROWS.map((row) => [row.rule, row] as const))(
  '%s',
  (rule, { given, ended, due, states, also = [] }) => {
    test('appears exactly at its moment, and is due when the spec says, across both clock changes', () => {
      for (const [zone, since] of MOMENTS) {
        const where = `${zone}, ${localDateTime(since, zone)}`;
        const items = of(given(since), since, zone);
        expect(items.map((found) => found.rule).toSorted(), where).toEqual([rule, ...also].toSorted());
        const item = items.find((found) => found.rule === rule)!;
        expect(item.since, where).toBe(since);
        expect(isoFromInstant(item.dueAt), where).toBe(isoFromInstant(due(since, zone)));
      }
    });

    test('disappears with its cause', () => {
      const { careState = 'treatment' } = given(NOW);
      expect(of({ ...given(NOW), ...CAUSELESS, careState, ...ended?.(NOW) }, NOW + DAY)).toEqual([]);
    });

    test.each(CARE_STATES)('is there if allowed, or not: %s', (careState) => {
      const found = of({ ...given(NOW), careState }).map((item) => item.rule);
      expect(found.includes(rule)).toBe(states.includes(careState));
    });
  },
);

/** Facts that no row contains. */
const CAUSELESS: Partial<PatientFacts> = {
  care: { results: [], events: [] },
  symptoms: [],
  messagesUnread: [],
  concerns: [],
  capIn: null,
  lateCaps: [],
  applicatorSurveys: [],
  uncertainBeforeTreatment: [],
  safetyCheckHeld: null,
  followUps: [],
  messagesWaiting: [],
  invalidTests: [],
  calls: [],
  consulted: null,
  testFrom: null,
  lastPeak: null,
  applicatorWithoutTest: null,
  kitRequest: null,
  kitSent: null,
  mailsParked: [],
  deletion: null,
  officeCallsHostAway: [],
};

test('after anyone of the care team has spoken with the patient, the contact after a loss ends, and so does each check-in', () => {
  const care = history(['positive'], ['loss']);
  const lossAt = care.events[0]!.receivedAt;
  const rulesAt = (later: number, spokeAt: Instant | null) =>
    of({ careState: 'after-loss', care, spokeAt }, lossAt + later)
      .map(({ rule }) => rule)
      .filter((rule) => rule.startsWith('loss-'));
  expect(rulesAt(HOUR, lossAt - HOUR), 'a call before the loss').toEqual(['loss-contact']);
  expect(rulesAt(2 * HOUR, lossAt + HOUR)).toEqual([]);
  expect(rulesAt(15 * DAY, lossAt + HOUR)).toEqual(['loss-two-weeks']);
  expect(rulesAt(16 * DAY, lossAt + 15 * DAY)).toEqual([]);
  expect(rulesAt(43 * DAY, lossAt + 15 * DAY)).toEqual(['loss-six-weeks']);
  expect(rulesAt(44 * DAY, lossAt + 43 * DAY)).toEqual([]);
});

test('after a consultation nothing is asked for a patient who has a kit on its way and a coach', () => {
  expect(of({ consulted: { ...at(NOW), hasKit: true } })).toEqual([]);
});

test('a kit waiting for an address says so, and its time runs from the address on', () => {
  const [waiting] = of({ kitRequest: { ...at(NOW - 3 * DAY), addressAt: null } });
  expect(waiting!.why).toBe('This patient needs a kit. No shipping address yet.');
  const [ready] = of({ kitRequest: { ...at(NOW - 3 * DAY), addressAt: NOW } });
  expect(ready!.why).toBe('This patient needs a kit.');
  expect(ready!.dueAt - waiting!.dueAt).toBe(3 * DAY);
  expect(ready!.key).toBe(waiting!.key);
});

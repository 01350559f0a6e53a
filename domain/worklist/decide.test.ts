import { usualHours } from '../coach/clinic-hours.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARE_STATES } from '../care-state/facts.ts';
import { asksForStatus } from '../care-state/turning-points.ts';
import { DAY, MINUTE, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { raisesAlarm } from './alarm.ts';
import { refusalOf, type Wanted } from './decide.ts';
import { asksForComment, endsOf } from './ends.ts';
import type { PatientFacts } from './facts.ts';
import type { Item } from './item.ts';
import { CLINIC_RULES, itemsOf, RULES } from './items-of.ts';
import {
  HOLDING,
  withDecision,
  withDecisions,
  type Decision,
  type ItemWithDecision,
} from './item-with-decision.ts';
import { ATTEMPTS, DONE_OUTCOMES } from './outcomes.ts';
import { call, entry, history, HOUR, NOBODY, NOW, QUIET, survey, ZONE } from './testing.ts';
import { CHAPTERS } from './testing-moments.ts';
import { isFitFor, mayEnd, type Person } from './who-may-end.ts';

const PEOPLE: Person[] = [
  { id: 'marisol', role: 'coach' },
  { id: 'imani', role: 'coach' },
  { id: 'dr-lind', role: 'clinician' },
  { id: 'noa', role: 'clinician' },
  { id: 'alex', role: 'administrator' },
];

/** Every item on the Today page. */
const ITEMS: Item[] = Object.values(CHAPTERS)
  .flat()
  .flatMap(({ now = NOW, patients = [], clinic }) =>
    itemsOf({ ...NOBODY, ...clinic, patients: patients.map((facts) => ({ ...QUIET, ...facts })) }, now),
  );

const anyAct = fc.record({
  by: fc.constantFrom(...PEOPLE),
  to: fc.constantFrom(...PEOPLE),
  minutes: fc.integer({ min: 1, max: 600 }),
  decision: fc.constantFrom('take', 'release', 'contact', 'remind', 'done', 'hand-over', 'reopen' as const),
  outcome: fc.constantFrom(...DONE_OUTCOMES, ...ATTEMPTS),
  words: fc.constantFrom('', '  ', 'She is at home and well'),
  remindIn: fc.option(fc.integer({ min: -HOUR, max: 9 * DAY })),
});
type Act = typeof anyAct extends fc.Arbitrary<infer One> ? One : never;

const ACTS_WITH_WORDS: ReadonlySet<Act['decision']> = new Set(['contact', 'remind', 'done']);

/** What the server does with an act: it refuses it, or stores it as the latest decision. */
function decide(item: ItemWithDecision, last: Decision | undefined, act: Act, now: Instant) {
  const { by, to, decision, outcome, words } = act;
  const attempted = decision === 'contact' || decision === 'remind';
  const remindAt = attempted && act.remindIn !== null ? now + act.remindIn : null;
  const isAttempt = (ATTEMPTS as readonly string[]).includes(outcome);
  const isShaped = decision === 'contact' ? isAttempt : decision !== 'remind' || remindAt !== null;
  const isInOrder = (last?.decision === 'done') === (decision === 'reopen');
  const wanted: Wanted = { decision, outcome, words, remindAt };
  const refused = refusalOf(wanted, item, by, now);
  if (!isShaped || !isInOrder || refused || (decision === 'hand-over' && !isFitFor(item, to.role)))
    return { refused: refused ?? ('ends-otherwise' as const), decision: last };
  return {
    refused: null,
    decision: {
      key: item.key,
      patientId: item.patient?.id ?? null,
      version: (last?.version ?? 0) + 1,
      decision,
      by: { ...by, name: by.id },
      to: decision === 'hand-over' ? { id: to.id, name: to.id } : null,
      at: now,
      heldSince: HOLDING.has(decision) ? now : null,
      seenUntil: decision === 'done' ? item.lastAt : null,
      remindAt,
      handover: null,
    } satisfies Decision,
  };
}

test('no sequence of acts ends an item whose cause remains, except what its table row names', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ITEMS), fc.array(anyAct, { maxLength: 12 }), (item, acts) => {
      let [last, now] = [undefined as Decision | undefined, item.since];
      for (const act of acts) {
        now += act.minutes * MINUTE;
        const before = withDecision(item, last, now);
        const { refused, decision } = decide(before, last, act, now);
        const after = withDecision(item, decision, now);
        if (after.isDone && !before.isDone) {
          expect(endsOf(item).outcomes).toContain(act.outcome);
          expect(mayEnd(before, act.by)).toBe(true);
          if (asksForComment(item, act.outcome as never)) expect(act.words.trim()).not.toBe('');
        }
        if (refused) expect(decision).toBe(last);
        // A comment is read in a patient's timeline, a handoff note by the colleague who gets it.
        else if (item.patient === null && act.decision !== 'hand-over' && ACTS_WITH_WORDS.has(act.decision))
          expect(act.words.trim()).toBe('');
        // Whatever happens to it, its clock keeps running.
        expect(after.dueAt).toBe(item.dueAt);
        if (item.isUrgent) expect(after.remindAt).toBeNull();
        if (endsOf(item).outcomes.length === 0) expect(after.isDone).toBe(false);
        last = decision;
      }
    }),
    { numRuns: 500 },
  );
});

test('a person who may get an item by hand-off can end it, and holds it once they take it', () => {
  const now = NOW + DAY;
  let handed = 0;
  for (const item of ITEMS)
    for (const by of PEOPLE)
      for (const to of PEOPLE.filter(({ id }) => id !== by.id)) {
        const act = {
          by,
          to,
          minutes: 0,
          outcome: 'spoke',
          words: 'She is at home and well',
          remindIn: null,
        } as const;
        const before = withDecision(item, undefined, now);
        const { decision } = decide(before, undefined, { ...act, decision: 'hand-over' }, now);
        if (!decision) continue;
        handed += 1;
        const after = withDecision(item, decision, now);
        expect(mayEnd(after, to), `${item.rule} to ${to.id}`).toBe(true);
        const taken = decide(after, decision, { ...act, by: to, decision: 'take' }, now).decision!;
        const kept = withDecision(item, { ...taken, to: decision.to }, now);
        expect(kept.isHeld, `${item.rule} taken by ${to.id}`).toBe(true);
      }
  expect(handed).toBeGreaterThan(ITEMS.length);
});

test('only a person who can end an item stops its alarm', () => {
  const night = (item: Item): Instant => {
    let moment = item.since;
    while (
      !raisesAlarm(
        { ...withDecision(item, undefined, moment), isHeld: false, isDone: false },
        usualHours(ZONE),
        moment,
      )
    )
      moment += HOUR;
    return moment;
  };
  const urgent = ITEMS.filter(({ isUrgent }) => isUrgent);
  expect(urgent.length).toBeGreaterThan(10);
  fc.assert(
    fc.property(fc.constantFrom(...urgent), fc.array(anyAct, { maxLength: 8 }), (item, acts) => {
      const at = night(item);
      let last: Decision | undefined;
      for (const act of acts) {
        const before = withDecision(item, last, at);
        last = decide(before, last, act, at).decision;
        const after = withDecision(item, last, at);
        // Depends on the act that stops the clock. Once the item is done, it doesn't matter who else could
        // end it.
        const isStopped =
          raisesAlarm(before, usualHours(ZONE), at) && !raisesAlarm(after, usualHours(ZONE), at);
        if (isStopped) expect(mayEnd(before, act.by)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

const ago = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => entry(minutes * MINUTE));
const anyFacts: fc.Arbitrary<Partial<PatientFacts>> = fc.record(
  {
    careState: fc.constantFrom(...CARE_STATES),
    symptoms: fc.array(fc.tuple(ago, fc.boolean()).map(([at, isUrgent]) => Object.assign({ isUrgent }, at))),
    capIn: ago,
    lateCaps: fc.array(ago.map(({ id, at }) => ({ id: `out-${id}`, at: at - 6 * HOUR }))),
    applicatorSurveys: fc.array(ago.map((at) => survey({ ...at, wasEasy: false, capTooLong: true }))),
    safetyCheckHeld: ago,
    concerns: fc.array(
      fc
        .tuple(
          ago,
          fc.constantFrom('self-harm', 'call-me', 'urgent', 'loss', 'hard-time', 'answer-today' as const),
        )
        .map(([at, concern]) => Object.assign({ concern }, at)),
    ),
    messagesWaiting: fc.array(ago.map((at) => ({ ...at, dueAt: at.at + 3 * HOUR }))),
    calls: fc.array(ago.map(({ at }) => call(NOW - at))),
    lastPeak: ago.map((at) => ({ ...at, on: localDate(at.at, ZONE) })),
    applicatorWithoutTest: ago,
    care: fc.constantFrom(
      history(['positive']),
      history(['positive'], ['negative']),
      history(['positive'], ['loss']),
      history(['stop'], ['positive']),
      history(['unclear']),
      history(['negative', 3]),
    ),
  },
  { requiredKeys: [] },
);

test('an urgent item is never below one that is not, whatever happened', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 4 }), (patients) => {
      const facts = {
        ...NOBODY,
        patients: patients.map((known, place) => ({ ...QUIET, id: `patient-${place}`, ...known })),
      };
      const pressing = withDecisions(itemsOf(facts, NOW), new Map(), NOW).map(({ isUrgent }) => isUrgent);
      expect(pressing).toEqual(pressing.toSorted((one, other) => Number(other) - Number(one)));
    }),
  );
});

test('nor after any acts: every open urgent item comes first, and none of them is hidden', () => {
  const acts = fc.array(fc.tuple(anyAct, fc.nat()), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 4 }), acts, (patients, done) => {
      const facts = {
        ...NOBODY,
        patients: patients.map((known, place) => ({ ...QUIET, id: `patient-${place}`, ...known })),
      };
      const decisions = new Map<string, Decision>();
      let now = NOW;
      const shown = () => withDecisions(itemsOf(facts, now), decisions, now);
      for (const [act, place] of done) {
        const items = shown();
        if (items.length === 0) return;
        now += act.minutes * MINUTE;
        const item = items[place % items.length]!;
        const { decision } = decide(item, decisions.get(item.key), act, now);
        if (decision) decisions.set(item.key, { ...decision, patientId: item.patient?.id ?? null });
      }
      const open = shown().filter(({ isDone }) => !isDone);
      const pressing = open.map(({ isUrgent }) => isUrgent);
      expect(pressing).toEqual(pressing.toSorted((one, other) => Number(other) - Number(one)));
      expect(open.filter(({ isUrgent, remindAt }) => isUrgent && remindAt !== null)).toEqual([]);
    }),
  );
});

test('every item has a person who can end it and a way to do so, in every care state', () => {
  const clinicItems = itemsOf(
    {
      ...NOBODY,
      invitations: [{ ...entry(8 * DAY), name: 'Sam Ito' }],
      manyOpenings: [{ ...entry(), person: 'Imani', day: '2026-11-18' }],
      alarmsFailingSince: NOW,
      calendarFailing: { ...entry(2 * DAY), ownerId: 'marisol' },
    },
    NOW,
  );
  expect(new Set(clinicItems.map(({ rule }) => rule))).toEqual(new Set(CLINIC_RULES.map(({ id }) => id)));
  fc.assert(
    fc.property(anyFacts, (known) => {
      const facts = { ...QUIET, ...known };
      for (const item of [...itemsOf({ ...NOBODY, patients: [facts] }, NOW), ...clinicItems]) {
        const { acts, outcomes } = endsOf(item);
        expect(acts.length + outcomes.length, item.rule).toBeGreaterThan(0);
        expect(
          PEOPLE.some((person) => mayEnd(withDecision(item, undefined, NOW), person)),
          item.rule,
        ).toBe(true);
        // An item that ends with 'Set pregnancy status' needs a patient whose status is open, because the act
        // is refused otherwise.
        if (acts.includes('set-status'))
          expect(asksForStatus(facts.care, facts.careState), item.rule).toBe(true);
        if (acts.includes('clear-check')) expect(facts.safetyCheckHeld, item.rule).not.toBeNull();
      }
    }),
  );
  expect(
    RULES.every(({ id }) => endsOf({ rule: id }).acts.length + endsOf({ rule: id }).outcomes.length > 0),
  ).toBe(true);
});

import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patientAt } from '@domain/journey/testing.ts';
import { nextStepOf } from '@domain/next-step/next-step.ts';
import { daysOfUse, ownCycleOf } from '@domain/record/testing-answers.ts';
import { NOW, storedRows, zone, type StoredRows } from '@domain/record/testing-stored.ts';
import { treatmentDayOf } from '@domain/treatment-day/events.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { sentNotesIn } from '@/lib/entries/treatment-day-query.ts';
import { readPlan } from '@/patient/features/journey/own-plan.ts';
import { eventsIn } from '@/patient/features/outcomes/queries.ts';
import { resultsIn } from '@/patient/features/results/queries.ts';
import { cycleIn, dayFacts } from './home/day-facts.ts';
import { isEarly, isOver, testInCycle } from './test-in-cycle.ts';

beforeEach(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key' }),
  );
  await loadConfig();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The value after a trip through an answer's JSON. */
const sent = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

/** `own_journey_facts`. */
const ownPlanOf = ({ kit_requests: [kit] }: StoredRows) => ({
  hasAnswered: true,
  callsHeld: [],
  callsPast: {},
  hasNewNotes: false,
  kit: {
    isAsked: kit !== undefined,
    hasAddress: true,
    sentOn: kit?.sent_on ?? null,
    arrivedAt: kit?.arrived_at ?? null,
  },
  notes: [],
  surveyedIn: [],
  periodOn: null,
  spokeAt: null,
  hasRatedConfidence: false,
  takeBack: null,
});

const loadedOf = (rows: StoredRows, here: string) => ({
  results: resultsIn(sent(rows.test_results)),
  events: eventsIn(sent(rows.outcome_events.filter(({ withdrawn_at: undone }) => undone === null))),
  timers: sentNotesIn(sent(rows.treatment_day_timers.map((row) => ({ ...row, submission_id: null })))),
  ownCycle: sent(ownCycleOf(rows, here)),
  ownPlan: sent(ownPlanOf(rows)),
});

test('whatever forms store, Home has a next step, and every day stays the day that was reported', () => {
  fc.assert(
    fc.property(storedRows, zone, fc.constantFrom('ovulation', 'testing'), (rows, here, phase) => {
      const { results, events, timers, ownCycle, ownPlan } = loadedOf(rows, here);
      expect(results.map(({ takenOn }) => takenOn)).toEqual(rows.test_results.map((row) => row.taken_on));
      const { record } = cycleIn(ownCycle);
      expect(record.applicatorsUsedOn).toEqual(daysOfUse(rows, here));
      expect(record.periods.map(({ day }) => day).sort()).toEqual(
        rows.periods.flatMap(({ day, withdrawn_at: undone }) => (undone === null ? [day] : [])).sort(),
      );
      const plan = readPlan(ownPlan)!;
      expect(plan.kit.sentOn).toBe(rows.kit_requests[0]?.sent_on ?? null);

      const known = timers.map(({ action, at, reportedAt = at }) => ({ action, at, reportedAt }));
      const facts = dayFacts(
        {
          progress: patientAt(phase, 1),
          results,
          events,
          cycle: cycleIn(ownCycle),
          plan,
          trackingUrl: null,
          isCapKnown: true,
        },
        { now: NOW, zone: here, calls: [], timers: treatmentDayOf(known) },
      );
      expect(nextStepOf(facts!).sentence).not.toBe('');
    }),
    { numRuns: 200 },
  );
});

test('whatever forms store, a test that is logged now is judged', () => {
  fc.assert(
    fc.property(storedRows, zone, (rows, here) => {
      const { results, events, ownCycle, ownPlan } = loadedOf(rows, here);
      const now = { now: NOW, zone: here, trackingUrl: null, careState: 'treatment', cycle: 1 } as const;
      const known = { ownCycle, ownPlan, results, events, ...now };
      for (const result of ['Peak (Positive LH Surge)', 'High (Rising LH)', 'Negative (Low LH)', 'Invalid'])
        expect(testInCycle(known, { result, takenOn: '2026-11-18' }, '2026-11-18').after).toBeDefined();
      expect(isOver(ownCycle, 1)).toBeTypeOf('boolean');
      expect(isEarly(ownCycle, '2026-11-18')).toBeTypeOf('boolean');
    }),
    { numRuns: 200 },
  );
});

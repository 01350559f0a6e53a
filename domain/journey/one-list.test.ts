import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARE_STATES, type CareState } from '../care-state/facts.ts';
import { surfacesOf } from '../care-state/surfaces.ts';
import type { Next } from '../cycle/cycle-status.ts';
import { areCyclesOver } from '../next-step/cycle-over.ts';
import { dueTasks } from '../next-step/due.ts';
import type { NextStepFacts } from '../next-step/facts.ts';
import { call, capIn, CYCLE, FACTS, sample, used, WEEK } from '../next-step/testing.ts';
import { nextStepOf } from '../next-step/next-step.ts';
import { isStepLocked } from './access.ts';
import { countsOf } from './action-counts.ts';
import { actionsOf, openCount, toDo, type ActionFacts, type ResolvedAction } from './actions.ts';
import { afterwardsActions } from './afterwards-actions.ts';
import { currentStep } from './current.ts';
import { CYCLE_TASKS, ticksOf, type PlanFacts } from './done.ts';
import type { Progress } from './progress.ts';
import { ALL_STEPS, FINISHED, patientAt, pregnant, stepAt } from './testing.ts';
import type { Step } from './types.ts';

const TYPES = ['initial-consultation', 'meet-your-clinical-coach', 'post-treatment-review'] as const;
const NEXT: readonly Next[] = [
  'log-period',
  'wait-to-test',
  'test',
  'first-applicator',
  'second-applicator',
  'applicator-tomorrow',
  'after-applicators',
  'no-peak-yet',
];

type Life = {
  plan: PlanFacts;
  calls: NextStepFacts['calls'];
  trackingUrl: string | null;
  kit: Pick<NextStepFacts['kit'], 'isAsked' | 'hasAddress'>;
  day: Pick<NextStepFacts, 'cycle' | 'safety' | 'applicators' | 'timers' | 'lastNegativeOn' | 'lastPeriodOn'>;
  hasNewNotes: boolean;
};

/** One patient, given to Today and to the plan's list with the same facts, as in the portal. */
function patientOf(
  step: Step | null,
  state: CareState,
  { plan, calls, trackingUrl, kit, day, ...life }: Life,
) {
  const reached = step ? patientAt(step.phase.id, step.cycle) : FINISHED;
  const progress: Progress = state === 'pregnant' ? pregnant(reached) : reached;
  const at = currentStep(progress);
  const care = { ...FACTS.care, state };
  const today: NextStepFacts = {
    ...FACTS,
    ...day,
    care,
    cycle: state === 'treatment' ? day.cycle : { ...day.cycle, next: 'nothing' },
    step: at && { phaseId: at.phase.id, cycle: at.cycle },
    calls,
    kit: { ...FACTS.kit, ...kit, trackingUrl },
    callsHeld: plan.callsHeld,
    callsPast: plan.callsPast,
    hasAnsweredQuestionnaire: plan.hasAnswered,
    hasNewNotes: life.hasNewNotes,
  };
  const cycle = at?.cycle ?? null;
  const facts: ActionFacts = {
    appointments: calls,
    trackingUrl,
    actionsFor: afterwardsActions,
    ticks: ticksOf({
      plan,
      results: [],
      appointments: calls,
      checkedIn: day.safety === 'ready' ? cycle : null,
      due: dueTasks(today),
      areCyclesOver: areCyclesOver(cycle, day.applicators.usedOn, day.lastPeriodOn),
      today: '2026-11-18',
    }),
    pregnancyGuide: surfacesOf(care).home.congratulates,
  };
  return { progress, facts, today: nextStepOf(today), surfaces: surfacesOf(care) };
}

const isOpen = ({ done, locked, isLater }: ResolvedAction) => !done && !locked && !isLater;
const addressOf = ({ link }: ResolvedAction) =>
  link?.kind === 'page' ? link.path : link?.kind === 'address' ? link.url : null;
/** Where the tasks of phases ahead lead. In a treatment cycle, the body can be ahead of the plan. */
const notReached = (progress: Progress): string[] =>
  ALL_STEPS.filter((step) => step.cycle === null && isStepLocked(step, progress))
    .flatMap(({ phase }) => phase.actions.filter(isTask))
    .flatMap(({ linkTo }) => (linkTo?.kind === 'page' ? [linkTo.path] : []));
const isTask = ({ type }: { type: string }) => type === 'task';

const slugs = fc.subarray([...TYPES]);
const life: fc.Arbitrary<Life> = fc.record({
  plan: fc.record({
    hasAnswered: fc.boolean(),
    callsHeld: slugs,
    callsPast: slugs.map((types) => Object.fromEntries(types.map((type) => [type, FACTS.now - 1]))),
    notes: slugs,
    surveyedIn: fc.constantFrom([], [1], [1, 1], [2, 2]),
    periodOn: fc.constantFrom(null, '2026-11-10', '2026-08-10'),
  }),
  calls: slugs.chain((types) =>
    fc
      .constantFrom(WEEK, 120, 5)
      .map((minutes) =>
        types.map((appointmentType) =>
          call(minutes, { appointmentType, joinUrl: minutes === 5 ? 'https://clinic.example/call/1' : null }),
        ),
      ),
  ),
  trackingUrl: fc.constantFrom(null, 'https://post.example/1', 'javascript:alert(1)'),
  kit: fc.record({ isAsked: fc.boolean(), hasAddress: fc.boolean() }),
  day: fc.record({
    cycle: fc.record({
      gate: fc.constantFrom('ok' as const, 'overdue' as const, 'no-period' as const),
      day: fc.constant(9),
      levelToday: fc.constantFrom(null, 'low' as const, 'peak' as const),
      next: fc.constantFrom(...NEXT),
      askCoach: fc.constantFrom([], ['second-surge' as const], ['yesterday-unused' as const]),
      dates: fc.constantFrom(null, CYCLE.dates),
    }),
    safety: fc.constantFrom('ready' as const, 'held' as const, 'check' as const),
    applicators: fc.constantFrom(
      used([], 0).applicators,
      used(['2026-11-17'], 0).applicators,
      used(['2026-11-16', '2026-11-17'], 1).applicators,
      used(['2026-10-20', '2026-10-21'], 2).applicators,
    ),
    timers: fc.constantFrom(FACTS.timers, capIn(2).timers, sample(10).timers),
    lastNegativeOn: fc.constantFrom(null, '2026-11-01', '2026-11-17'),
    lastPeriodOn: fc.constantFrom(null, '2026-11-10'),
  }),
  hasNewNotes: fc.boolean(),
});

const STEPS: readonly (Step | null)[] = [...ALL_STEPS, null];
const nameOf = (step: Step | null) =>
  step ? `${step.phase.id}${step.cycle === null ? '' : ` in cycle ${step.cycle}`}` : 'the end';

describe.each(CARE_STATES)('%s', (state) => {
  test.each(STEPS.map((step) => [nameOf(step), step] as const))(
    'at %s badges, drawer, To Do and Today agree',
    (_, step) => {
      fc.assert(
        fc.property(life, (lived) => {
          const { progress, facts, today, surfaces } = patientOf(step, state, lived);
          const asks = surfaces.plan.asks;
          expect(surfaces.drawer.asks).toBe(asks);
          for (const each of ALL_STEPS) {
            const drawer = actionsOf(each, progress, facts, asks);
            const { task, learn, other } = countsOf(drawer);
            expect(task + learn + other).toBe(drawer.length);
          }
          const current = currentStep(progress);
          const list = toDo(progress, facts, asks);
          expect(list).toEqual(current ? actionsOf(current, progress, facts, asks) : []);
          expect(openCount(list)).toBe(list.filter(isOpen).length);
          if (surfaces.toDo === 'card' || !today.action) return;
          const { path } = today.action;
          const asked = list.filter((action) => addressOf(action) === path);
          for (const action of asked) expect([action.id, isOpen(action)]).toEqual([action.id, true]);
          if (asked.length === 0) expect(notReached(progress), 'out of its turn').not.toContain(path);
        }),
        { numRuns: 25 },
      );
    },
  );
});

test('if Today asks for nothing, only reports about past days are counted', () => {
  fc.assert(
    fc.property(life, fc.constantFrom(...ALL_STEPS), (lived, step) => {
      const { progress, facts, today } = patientOf(step, 'treatment', { ...lived, calls: [] });
      if (today.action) return;
      const open = toDo(progress, facts).filter((action) => isOpen(action) && CYCLE_TASKS.has(action.id));
      for (const { id } of open) expect(['log-period', ...SURVEYS]).toContain(id);
    }),
  );
});
const SURVEYS = ['first-applicator-survey', 'second-applicator-survey'];

test('badges count by type what the drawer shows, and nothing it leaves out', () => {
  const facts = (notes: string[]): ActionFacts => ({
    appointments: [],
    trackingUrl: null,
    actionsFor: afterwardsActions,
    ticks: ticksOf({
      plan: { hasAnswered: false, callsHeld: [], callsPast: {}, notes, surveyedIn: [], periodOn: null },
      results: [],
      appointments: [],
      checkedIn: null,
      due: null,
      today: '2026-11-18',
    }),
  });
  const counts = (step: Step, notes: string[] = []) =>
    countsOf(actionsOf(step, patientAt(step.phase.id, step.cycle), facts(notes)));
  const prep = stepAt('consultation-prep');
  expect(counts(prep)).toEqual({ task: 2, learn: 0, other: 1 });
  expect(counts(prep, ['initial-consultation'])).toEqual({ task: 2, learn: 0, other: 2 });
  const review = stepAt('post-treatment');
  expect(counts(review)).toEqual({ task: 2, learn: 0, other: 2 });
  expect(counts(review, ['post-treatment-review'])).toEqual({ task: 2, learn: 0, other: 3 });
  expect(counts(stepAt('applicators', 1))).toEqual({ task: 4, learn: 1, other: 1 });
});

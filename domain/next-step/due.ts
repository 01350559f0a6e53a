import type { Next } from '../cycle/cycle-status.ts';
import { CYCLE_TASKS } from '../journey/done.ts';
import { TREATMENT } from '../journey/stage-3.ts';
import { inCycle } from './cycle.ts';
import type { NextStepFacts } from './facts.ts';
import { kitForPeak } from './kit-for-peak.ts';
import { underWay } from './next-step.ts';

/**
 * A treatment cycle's tasks for today: what Today asks for, even if it shows a call instead, and what can
 * be reported in the meantime. To Do counts these and leaves the others for later, so that the two always
 * agree.
 */
export function dueTasks(facts: NextStepFacts): ReadonlySet<string> {
  const asked = new Set([underWay(facts, true), inCycle(facts)].map((today) => today?.action?.path));
  const tasks = TASKS.filter(({ path }) => asked.has(path)).map(({ id }) => id);
  return new Set([...tasks, ...unreported(facts)]);
}

const TASKS = TREATMENT.phases
  .flatMap(({ actions }) => actions)
  .filter(({ id }) => CYCLE_TASKS.has(id))
  .map(({ id, linkTo }) => ({ id, path: linkTo?.kind === 'page' ? linkTo.path : '' }));

/**
 * An unlogged period, and a survey once its applicator may have been used: not while there is no kit, or the
 * clinician comes first.
 */
function unreported(facts: NextStepFacts): string[] {
  const { cycle, applicators, safety } = facts;
  const { next } = cycle;
  const { usedOn, surveysSent } = applicators;
  const mayBeUsed = safety !== 'held' && kitForPeak(facts) === 'at-hand';
  const tellsOf = (applicator: 1 | 2, days: ReadonlySet<Next>) =>
    surveysSent < applicator && (usedOn.length >= applicator || (mayBeUsed && days.has(next)));
  return [
    ...(next === 'log-period' ? ['log-period'] : []),
    ...(tellsOf(1, FIRST_DAYS) ? ['first-applicator-survey'] : []),
    ...(tellsOf(2, SECOND_DAYS) ? ['second-applicator-survey'] : []),
  ];
}

const SECOND_DAYS: ReadonlySet<Next> = new Set(['second-applicator', 'after-applicators']);
const FIRST_DAYS: ReadonlySet<Next> = new Set([...SECOND_DAYS, 'first-applicator', 'applicator-tomorrow']);

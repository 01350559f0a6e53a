import type { CareState } from '../care-state/facts.ts';
import type { RecordFacts } from '../contracts/team/record-facts.ts';
import type { Plan } from '../contracts/team/team-patient.ts';
import { cycleShown } from '../journey/cycle-under-way.ts';
import { JOURNEY_OUTLINE, stepsOf } from '../journey/outline.ts';
import type { Status } from '../journey/progress.ts';

type Facts = Pick<RecordFacts, 'phases'>;
type Standing = { careState: CareState; status: Status };

const STEPS = JOURNEY_OUTLINE.flatMap((stage) =>
  stepsOf(stage).map(({ phase, cycle }) => ({
    phase: phase.id,
    cycle,
    words: cycle === null ? phase.title : `${phase.title}, cycle ${cycle}`,
  })),
);

/**
 * What staff can complete or reopen for the patient. The database has the last word
 * (`private.complete_for_patient`).
 */
export function planOf({ phases }: Facts, { careState, status }: Standing): Plan {
  const completionOf = ({ phase, cycle }: (typeof STEPS)[number]) =>
    phases.find((done) => done.phase === phase && done.cycle === cycle);
  const isResting = careState !== 'treatment';
  const isPregnant = status === 'Pregnant';

  const open = STEPS.filter((step) => !completionOf(step));
  // A pregnancy ends treatment: its open cycles block nothing.
  const reachable = isPregnant ? open.filter(({ cycle }) => cycle === null) : open.slice(0, 1);

  const done = STEPS.filter(completionOf).toReversed();
  const kept = done.findIndex((step) => completionOf(step)!.byTest || (isResting && step.cycle !== null));
  return {
    completable: reachable.filter(({ cycle }) => cycle === null || !isResting),
    reopenable: kept === -1 ? done : done.slice(0, kept),
    cycleUnderWay: cycleShown({ completed: phases.map(asCompleted), status }),
  };
}

const asCompleted = ({ phase, cycle }: Facts['phases'][number]) => ({ phaseId: phase, cycleNumber: cycle });

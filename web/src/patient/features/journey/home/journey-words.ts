import { afterwardsOf, type Afterwards } from '@domain/journey/afterwards.ts';
import { JOURNEY_OUTLINE } from '@domain/journey/outline.ts';
import { stageIn, stepIn, type Progress } from '@domain/journey/progress.ts';
import type { AfterwardsPicture } from '@domain/journey/types.ts';

const DEFAULT_PROGRAMME = '3-cycle fertility treatment program';

/**
 * The patient's place in words, for the journey's card and web/src/first-visit. `rests`: the plan has no
 * tasks now, even if the status doesn't say so. `isOver`: a period ended the last cycle.
 */
export function journeyWords(
  programmeName: string | null,
  progress: Progress,
  { rests = false, isOver = false } = {},
) {
  const stage = stageIn(JOURNEY_OUTLINE, progress);
  const step = stepIn(JOURNEY_OUTLINE, progress);
  const phase = step?.phase ?? stage.phases.at(-1)!;
  const isAtRest = progress.status === 'Active' ? rests : progress.status !== 'Pregnant';
  const rest = isAtRest ? AT_REST : null;
  const afterwards = afterwardsOf(progress);
  return {
    programme: programmeName || DEFAULT_PROGRAMME,
    // Keeps the dash from ending a line.
    title: `Stage\u00A0${stage.number}\u00A0- ${stage.title}`,
    cycle: step?.cycle && !rest ? `Cycle ${step.cycle}` : null,
    phase: rest ?? (step ? (isOver && step.cycle ? CYCLES_OVER : phase.title) : PLAN_OVER),
    picture: afterwards ? PICTURES[afterwards] : phase.image,
    bar: JOURNEY_OUTLINE.map(({ id, number }) => ({ id, colour: colourOf(number - stage.number, !step) })),
  };
}

const PICTURES: Record<Afterwards, AfterwardsPicture> = {
  pregnant: 'afterwards-pregnant',
  'after-cycles': 'afterwards-cycles',
  finished: 'afterwards-finished',
};

/**
 * A plan on hold names no step, because after a loss it would be the next one. Today says once that there is
 * nothing to do.
 */
const AT_REST = 'Your plan stays here for you to read.';

const CYCLES_OVER = 'Your three cycles are complete.';
const PLAN_OVER = 'You’ve been through every stage of your plan.';

/** For a stage this many after the patient's own. */
function colourOf(ahead: number, isOver: boolean): string {
  if (ahead < 0 || isOver) return 'bg-sage';
  return ahead === 0 ? 'bg-brand' : 'bg-line';
}

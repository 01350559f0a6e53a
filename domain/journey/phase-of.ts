import { REVIEWED } from '../copy/afterwards.ts';
import { afterwardsActions } from './afterwards-actions.ts';
import { afterwardsOf, type Afterwards } from './afterwards.ts';
import type { Progress } from './progress.ts';
import type { Phase, Step } from './types.ts';

/**
 * A phase in this patient's words, because they differ after treatment. With `isReviewed`, the review took
 * place, so nothing says that it is ahead.
 */
export function phaseOf(step: Step, progress: Progress, isReviewed = false): Phase {
  const afterwards = step.phase.id === 'post-treatment' ? afterwardsOf(progress) : null;
  if (!afterwards) return step.phase;
  return {
    ...step.phase,
    ...AFTERWARDS[afterwards],
    ...(isReviewed && afterwards !== 'finished' && { description: REVIEWED }),
    actions: afterwardsActions(step, progress),
  };
}

export const AFTERWARDS: Record<Afterwards, Pick<Phase, 'image' | 'description'>> = {
  pregnant: {
    image: 'afterwards-pregnant',
    description:
      'Your treatment is complete. In your review, your clinician will go through the coming weeks with you and answer your questions. Bring anyone who is part of this, or come on your own.',
  },
  'after-cycles': {
    image: 'afterwards-cycles',
    description:
      'You’ve completed three cycles, and we know how much you’ve put into them. In your review, your clinician will go through each of them with you and talk about what could come next. There’s no rush. Book when you feel ready.',
  },
  finished: {
    image: 'afterwards-finished',
    description:
      'You’ve been through every stage of your plan. What was written and logged stays here for you to read. Your coach is still here for you.',
  },
};

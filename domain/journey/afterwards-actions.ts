import { afterwardsOf, type Afterwards } from './afterwards.ts';
import type { Progress } from './progress.ts';
import { AFTER_TREATMENT } from './stage-4.ts';
import type { Action, Step } from './types.ts';

/** A step's actions for this patient, because they differ after treatment. */
export function afterwardsActions({ phase }: Step, progress: Progress): readonly Action[] {
  const afterwards = phase.id === 'post-treatment' ? afterwardsOf(progress) : null;
  if (!afterwards) return phase.actions;
  const { without, also } = CHANGES[afterwards];
  return [...phase.actions.filter(({ id }) => !without.includes(id)), ...also];
}

const TALK: Action = {
  id: 'talk-after-treatment',
  type: 'other',
  title: 'Talk it over with your coach',
  description: 'Your coach stays with you. A call can be about anything.',
  linkTo: { kind: 'page', path: '/schedule?appointmentType=clinical-coach-support-call' },
};

const REVIEW = ['book-post-treatment-consultation', 'join-post-treatment-consultation'];

/** The current step's actions once a period ended the last cycle, while the plan is still in that cycle. */
export const AFTER_LAST_CYCLE: readonly Action[] = [
  ...AFTER_TREATMENT.phases.flatMap(({ actions }) => actions).filter(({ id }) => REVIEW.includes(id)),
  TALK,
];

const CHANGES: Record<Afterwards, { without: readonly string[]; also: readonly Action[] }> = {
  pregnant: {
    without: ['share-experience'],
    also: [
      {
        id: 'read-pregnancy-guide',
        type: 'learn',
        title: 'Read the pregnancy guide',
        description: 'The first weeks, and when to ask for help.',
        linkTo: { kind: 'external', key: 'pregnancyGuide' },
      },
    ],
  },
  'after-cycles': {
    without: [],
    also: [TALK],
  },
  // Nothing is left to do.
  finished: {
    without: REVIEW,
    also: [],
  },
};

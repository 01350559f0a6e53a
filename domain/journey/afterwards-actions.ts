import { afterwardsOf, type Afterwards } from './afterwards.ts';
import type { Progress } from './progress.ts';
import type { Action, Step } from './types.ts';

/** A step's actions for this patient, because they differ after treatment. */
export function afterwardsActions({ phase }: Step, progress: Progress): readonly Action[] {
  const afterwards = phase.id === 'post-treatment' ? afterwardsOf(progress) : null;
  if (!afterwards) return phase.actions;
  const { without, also } = CHANGES[afterwards];
  return [...phase.actions.filter(({ id }) => !without.includes(id)), ...also];
}

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
    also: [
      {
        id: 'talk-after-treatment',
        type: 'other',
        title: 'Talk it over with your coach',
        description: 'Your coach stays with you. A call can be about anything.',
        linkTo: { kind: 'page', path: '/schedule?appointmentType=clinical-coach-support-call' },
      },
    ],
  },
  // Nothing is left to do.
  finished: {
    without: ['book-post-treatment-consultation', 'join-post-treatment-consultation'],
    also: [],
  },
};

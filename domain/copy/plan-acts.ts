import type { Ahead } from '../journey/ahead.ts';
import { UNDO } from './ask-first.ts';

/** For marking a phase complete while something in it is still upcoming, and for undoing that. */
export const MARKING = {
  title: (phase: string): string => `Mark ‘${phase}’ as complete?`,
  /** Above the button on Home, which completes the whole step and not the card next to it. */
  whole: (phase: string): string => `Done with everything in ‘${phase}’?`,
  keep: 'Not yet',
  go: 'Mark it anyway',
  after: 'If you mark it now, your next steps won’t fit yet. You can undo it within 24 hours.',
  undo: { ...UNDO, button: 'Undo', title: 'Go back in your plan?' },
  /** Heading above the phases that undoing would reopen. */
  reopens: 'This will be open again:',
  /** True whether the patient marked it, moved on from Home, or started the next cycle. */
  isComplete: (phases: readonly string[]): string =>
    phases.length === 1
      ? `‘${phases[0]}’ is complete.`
      : `${LIST.format(phases.map((phase) => `‘${phase}’`))} are complete.`,
  /** The care team set the call's outcome to Completed. */
  byCall: (phase: string): string => `‘${phase}’ is complete because your call took place.`,
  /** Marking a phase by hand leads to this page. A call doesn't. */
  survey: 'How do you feel about using the kit?',
  undone: 'Your plan is back to where it was.',
  failure: 'We couldn’t undo it. Please try again.',
};

const LIST = new Intl.ListFormat('en-US');

/** Shown after the period that ends a treatment cycle. */
export const NEXT_CYCLE = {
  done: 'Your plan is updated. You can undo this for a day, under To Do.',
  failure: 'We couldn’t update your plan. Please try again.',
};

/** `when` is the day and the hour of a call, in the patient's zone. */
export function aheadWords(ahead: Ahead, when: string): string {
  if (ahead.kind === 'call') return `${ahead.name} is still coming up: ${when}.`;
  if (ahead.kind === 'second-applicator') return 'Your second applicator of this cycle is still ahead.';
  if (ahead.kind === 'pregnancy-test')
    return 'You used an applicator in this cycle. The next cycle starts after a negative pregnancy test or your period, and we don’t know of either yet.';
  return `As far as we know, ${NOT_YET[ahead.kind]}`;
}

const NOT_YET: Record<'kit' | 'consultation' | 'coach-talk', string> = {
  kit: 'your kit hasn’t been sent yet.',
  consultation: 'you haven’t had your consultation yet.',
  'coach-talk': 'you haven’t talked to your Clinical Coach yet.',
};

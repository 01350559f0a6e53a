import type { Ahead } from '../journey/ahead.ts';

/** Marking a phase while something of it is ahead, and taking it back. */
export const MARKING = {
  title: 'Mark this phase as complete?',
  keep: 'Not yet',
  go: 'Mark it anyway',
  after: 'You can undo it for a day.',
  undo: 'Undo',
  undoText: (phase: string): string => `You marked ‘${phase}’ as complete.`,
  /** The care team set the call's outcome to Completed. */
  byCall: (phase: string): string => `‘${phase}’ is complete: your call took place.`,
  /** Marking a phase by hand leads there; a call does not. */
  survey: 'How do you feel about using the kit?',
  undone: 'Your plan is as it was before.',
  failure: 'It could not be undone. Please try again.',
};

/** `when` is the day and the hour of a call, in the patient's zone. */
export function aheadWords(ahead: Ahead, when: string): string {
  if (ahead.kind === 'call') return `${ahead.name} is still ahead: ${when}.`;
  return ahead.kind === 'kit'
    ? 'Your kit has not been sent yet, as far as we know. It belongs to this phase.'
    : 'You have not talked to your Clinical Coach yet, as far as we know. That call belongs to this phase.';
}

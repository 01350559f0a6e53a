/** Outcomes that end an item, and attempts that don't. The values are sent; the team reads the words. */
export const CONTACT_ENDINGS = ['spoke', 'wrote', 'booked', 'nothing'] as const;
/** For urgent items. */
export const EMERGENCY_ENDINGS = ['spoke', 'emergency-care', 'unreachable'] as const;
export const DONE_OUTCOMES = [
  ...CONTACT_ENDINGS,
  'emergency-care',
  'unreachable',
  'kept-blocked',
  'discarded',
  'no-reply',
] as const;
export type DoneOutcome = (typeof DONE_OUTCOMES)[number];

/** Recorded, and the item stays. */
export const ATTEMPTS = ['voicemail', 'no-answer', 'still-unclear'] as const;
export type Attempt = (typeof ATTEMPTS)[number];
/** The attempts of a call. */
export const CALL_ATTEMPTS = ['voicemail', 'no-answer'] as const satisfies readonly Attempt[];

export const OUTCOME_WORDS: Record<DoneOutcome | Attempt, string> = {
  spoke: 'Spoke with patient',
  wrote: 'Wrote to patient',
  booked: 'Booked a call',
  nothing: 'Nothing needed',
  'emergency-care': 'Patient is in emergency care',
  unreachable: 'Could not reach patient: followed our emergency steps',
  'kept-blocked': 'Keep blocked',
  discarded: 'Discard note',
  'no-reply': 'No reply needed',
  voicemail: 'Left a voicemail',
  'no-answer': 'No answer',
  'still-unclear': 'Still unclear',
};

/** These need a comment. */
const WITH_A_COMMENT: ReadonlySet<DoneOutcome> = new Set([
  'emergency-care',
  'unreachable',
  'kept-blocked',
  'discarded',
]);

export const needsComment = (outcome: DoneOutcome): boolean => WITH_A_COMMENT.has(outcome);

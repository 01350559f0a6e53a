/** When a clinical lead last read the copy of all stages: this file and `stage-1.ts` to `stage-4.ts`. */
export const LAST_REVIEWED = '2026-11-15';

export const URGENT_SIGNS =
  'Get urgent medical help now if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or if you have a fever with a rash or feel very unwell after using a cap.';

export const JOIN_LOCKED_TEXT = 'You will be able to join this call 10 minutes before it starts.';

export const TRACKING_LOCKED_TEXT = 'Tracking details will be added shortly.';

export const URGENT_SIGNS =
  'Get urgent medical help now if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or if you have a fever with a rash or feel very unwell after using a cap.';

/** After a loss, and after treatment, no cap is in, so nothing mentions one. */
export const URGENT_SIGNS_AFTER_LOSS =
  'Get urgent medical help now if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or if you have a fever or feel very unwell.';

export const JOIN_LOCKED_TEXT = 'You will be able to join this call 10 minutes before it starts.';

export const TRACKING_LOCKED_TEXT = 'Tracking details will be added shortly.';

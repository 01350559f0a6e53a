/** Shown on Home and on the safety check's page after a clinician has decided. */
export const KEPT_BLOCKED =
  'Your clinician read your safety check. For your safety, please don’t use an applicator for now. They’ll explain why and talk through what you can do.';

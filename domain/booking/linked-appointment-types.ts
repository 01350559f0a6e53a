/**
 * The call types that the portal's own pages link to, by slug. A clinic must offer each: without one, a
 * step of the plan leads to a page with nothing to book.
 */
export const LINKED_APPOINTMENT_TYPES = [
  'initial-consultation',
  'meet-your-clinical-coach',
  'clinical-coach-support-call',
  'post-treatment-review',
  'safety-call',
] as const;

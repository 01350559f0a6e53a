/**
 * The kinds of call that the portal's own pages lead to, by slug. A clinic has to offer each of them: without one, a step of
 * the plan leads to a page where nothing can be booked.
 */
export const LINKED_APPOINTMENT_TYPES = [
  'initial-consultation',
  'meet-your-clinical-coach',
  'clinical-coach-support-call',
  'post-treatment-review',
  'safety-call',
] as const;

/** In the plan, outside treatment. */
export const PLAN_AT_REST = {
  plan: 'Nothing in your plan is asked of you now. You can read it whenever you like.',
  phase: 'Nothing here is asked of you now. You can still read it.',
  check: 'Nothing is asked of you now.',
};

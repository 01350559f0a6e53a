/** Shown in the plan outside treatment. */
export const PLAN_AT_REST = {
  plan: 'There’s nothing you need to do in your plan right now. You can read it whenever you like.',
  phase: 'There’s nothing you need to do here right now. You can still read it.',
  check: 'There’s nothing you need to do right now.',
};

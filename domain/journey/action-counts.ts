import type { ResolvedAction } from './actions.ts';
import type { ActionType } from './types.ts';

/** The number of actions of each type, for a phase's badges. */
export function countsOf(actions: readonly ResolvedAction[]): Record<ActionType, number> {
  const count = (type: ActionType) => actions.filter((action) => action.type === type).length;
  return { task: count('task'), learn: count('learn'), other: count('other') };
}

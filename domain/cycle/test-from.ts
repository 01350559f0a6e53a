import type { CycleFacts } from './facts.ts';
import { shortestOf } from './lengths.ts';

const DAYS_BEFORE_NEXT_PERIOD = 17;
const EARLIEST_DAY = 5;
const UNKNOWN_LENGTH_DAY = 7;

/**
 * The shortest cycle that each answer allows. '21-35 days' and 'Other' say too little to wait for a later
 * day.
 */
const SHORTEST_STATED = { '<21 days': 21, '21-35 days': null, '>35 days': 36, Other: null } as const;

/** The cycle day when testing starts. Based on the shortest cycle, so that an early surge isn't missed. */
export function testFrom(own: readonly number[], stated: CycleFacts['statedLength']): number {
  const shortest = shortestOf(own) ?? (stated && SHORTEST_STATED[stated]);
  return shortest ? Math.max(EARLIEST_DAY, shortest - DAYS_BEFORE_NEXT_PERIOD) : UNKNOWN_LENGTH_DAY;
}

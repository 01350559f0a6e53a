import type { Instant } from '../time/instant.ts';

type Ordered = { key: string; isUrgent: boolean; isDone?: boolean; since: Instant; dueAt: Instant };

/**
 * The order a good charge nurse would work in: urgent items that aren't done first, oldest on top; then
 * overdue ones, then the rest, each by due time. If equal, the one that has waited longest comes first.
 */
export const inOrderOfToday = <Item extends Ordered>(items: readonly Item[], now: Instant): Item[] =>
  items.toSorted(
    (one, other) =>
      groupOf(one, now) - groupOf(other, now) ||
      (isPressing(one) ? one.since - other.since : one.dueAt - other.dueAt) ||
      one.since - other.since ||
      one.key.localeCompare(other.key),
  );

const isPressing = ({ isUrgent, isDone }: Ordered): boolean => isUrgent && isDone !== true;

const groupOf = (item: Ordered, now: Instant): number =>
  isPressing(item) ? 0 : item.dueAt <= now && item.isDone !== true ? 1 : 2;

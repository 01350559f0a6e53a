import type { KeyboardEvent } from 'react';

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * For a list whose rows each have one `data-item`, which takes Enter: the arrow keys move between rows. The
 * list itself is not a control: it only handles its content's keys, and everything is also reachable with
 * Tab.
 */
export const arrowKeys = { onKeyDown: moveByArrow };

function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const within = event.target as HTMLElement;
  if (!step || event.altKey || event.ctrlKey || event.metaKey || within.matches(TYPED)) return;
  const items = itemsIn(event.currentTarget);
  const at = items.findIndex((item) => item.closest(ROW) === within.closest(ROW));
  if (at < 0) return;
  event.preventDefault();
  focusRow(items[step(at, items.length - 1)]!);
}

/** From outside the list: from its search, with the arrow key. */
export const focusFirstRow = (list: HTMLElement | null): void => focusRowAt(list, 0);

export function focusRowAt(list: HTMLElement | null, at: number): void {
  const item = list && itemsIn(list)[at];
  if (item) focusRow(item);
}

const ROW = 'li, tr';
const TYPED = 'textarea, select, input:not([type=checkbox])';
const itemsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-item]')];

function focusRow(item: HTMLElement): void {
  item.focus();
  item.closest(ROW)?.scrollIntoView({ block: 'nearest' });
}

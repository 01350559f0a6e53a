import type { KeyboardEvent } from 'react';

const ROW = 'li, tr';
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** In a list or table whose rows have one `data-item` each, as far as they lead anywhere: the arrow keys go from one to the next. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')];
  const rows = links.map((link) => link.closest(ROW));
  const at = rows.indexOf((event.target as HTMLElement).closest(ROW));
  const next = links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

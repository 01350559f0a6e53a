import type { KeyboardEvent } from 'react';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** In a list whose rows each have one `data-item`: the arrow keys lead from row to row. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')];
  const rows = links.map((link) => link.closest('li'));
  const at = rows.indexOf((event.target as HTMLElement).closest('li'));
  const next = links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

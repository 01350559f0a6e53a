export const OPEN_DELAY = 700;
export const SKIP_DELAY = 300;
/** Time to move the pointer from the element onto its tooltip. */
export const GRACE = 120;

let lastClosedAt = -Infinity;

export function tooltipClosed(now: number): void {
  lastClosedAt = now;
}

/** Someone who has just read one tooltip is looking for help: the next one appears right away. */
export const delayAt = (now: number): number => (now - lastClosedAt <= SKIP_DELAY ? 0 : OPEN_DELAY);

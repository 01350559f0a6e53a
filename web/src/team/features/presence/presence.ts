const MINUTE = 60_000;

/** Without an act for this long a session is over, in the database as on the screen. */
export const IDLE_MS = 15 * MINUTE;
const WARNING_MS = 2 * MINUTE;

/** `asked`: they are asked whether they are still there. */
export type Presence = 'here' | 'asked' | 'gone';

export function presenceAt(lastAct: number, now: number): Presence {
  const idle = now - lastAct;
  if (idle >= IDLE_MS) return 'gone';
  return idle >= IDLE_MS - WARNING_MS ? 'asked' : 'here';
}

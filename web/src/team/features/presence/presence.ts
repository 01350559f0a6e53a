import { IDLE_MINUTES, type TeamSession } from '@domain/contracts/team/team-session.ts';

const MINUTE = 60_000;
export const WARNING_MINUTES = 2;
const [IDLE_MS, WARNING_MS] = [IDLE_MINUTES * MINUTE, WARNING_MINUTES * MINUTE];

/** `asked` whether they are still there, then `idle`; `ending` and `ended` by the session's age, whatever they do. */
export type Presence = 'active' | 'asked' | 'idle' | 'ending' | 'ended';

/** When somebody is signed out who does nothing from now on. */
export const idleAfter = (lastAct: number): number => lastAct + IDLE_MS;

export function presenceAt(lastAct: number, endsAt: number, now: number): Presence {
  if (now >= endsAt) return 'ended';
  if (now >= idleAfter(lastAct)) return 'idle';
  if (now >= idleAfter(lastAct) - WARNING_MS) return 'asked';
  return now >= endsAt - WARNING_MS ? 'ending' : 'active';
}

/**
 * How long a session lasted when the server answered. Its two times are compared with each other, as this device's clock
 * may be off: whoever asks acts, so the answer was given IDLE_MS before `idleAt`.
 */
export const timeLeft = ({ endsAt, idleAt }: Pick<TeamSession, 'endsAt' | 'idleAt'>): number =>
  Date.parse(endsAt) - Date.parse(idleAt) + IDLE_MS;

const GO_ON = 'Sign in again to go on where you were; what you were writing is kept.';

/** What somebody reads who was signed out. */
export const END_WORDS = {
  idle: `You were signed out after ${IDLE_MINUTES} minutes without anything typed or clicked. ${GO_ON}`,
  ended: `You were signed out because a session lasts 12 hours. ${GO_ON}`,
};

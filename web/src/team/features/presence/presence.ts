import type { TeamSession } from '@domain/contracts/team/team-session.ts';

const MINUTE = 60_000;
export const WARNING_MINUTES = 2;
const WARNING_MS = WARNING_MINUTES * MINUTE;

/**
 * `asked` whether they are still there, then `idle`. `ending` and `ended` depend on the session's age,
 * whatever they do.
 */
export type Presence = 'active' | 'asked' | 'idle' | 'ending' | 'ended';

/** When the workspace locks without another act. */
export const idleAfter = (lastAct: number, idleMinutes: number): number => lastAct + idleMinutes * MINUTE;

type Moment = { lastAct: number; idleMinutes: number; endsAt: number };

export function presenceAt({ lastAct, idleMinutes, endsAt }: Moment, now: number): Presence {
  const idleAt = idleAfter(lastAct, idleMinutes);
  if (now >= endsAt) return 'ended';
  if (now >= idleAt) return 'idle';
  if (now >= idleAt - WARNING_MS) return 'asked';
  return now >= endsAt - WARNING_MS ? 'ending' : 'active';
}

/**
 * The session's remaining time when the server answered. Its two times are compared with each other, because
 * this device's clock may be wrong. The request itself was an act, so the answer came `idleMinutes` before
 * `idleAt`.
 */
export const timeLeft = ({
  endsAt,
  idleAt,
  idleMinutes,
}: Pick<TeamSession, 'endsAt' | 'idleAt' | 'idleMinutes'>): number =>
  Date.parse(endsAt) - Date.parse(idleAt) + idleMinutes * MINUTE;

/** Shown to someone whose session has ended. */
export const ENDED =
  'You were signed out because a session lasts 12 hours. Sign in to pick up where you left off. Your draft is saved.';

import type { ProblemCode } from '@domain/contracts/fields/problem-codes.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { hasSecondFactor } from './second-factor.ts';

/**
 * Why `team-session`, which is for every role, lets no one in: `ended` requires both codes, `factor` only
 * the second, and `locked` the second again in the same session; `waiting` is on the team, but a clinician
 * has not agreed to the role yet.
 */
export type Refusal = 'ended' | 'factor' | 'locked' | 'waiting' | 'no-access';

const REFUSALS: Partial<Record<ProblemCode, () => Refusal>> = {
  session_too_old: () => 'ended',
  session_locked: () => 'locked',
  second_factor_required: () => 'factor',
  // Only team members have a second factor, which is checked before the role.
  not_allowed: () => (hasSecondFactor() ? 'waiting' : 'no-access'),
};

export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof AppError)) return null;
  if (error.status === 401) return 'ended';
  return error.status === 403 ? (REFUSALS[error.code as ProblemCode]?.() ?? null) : null;
}

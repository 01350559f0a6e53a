import type { ProblemCode } from '@domain/contracts/fields/problem-codes.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { hasSecondFactor } from './second-factor.ts';

/**
 * Why `team-session`, which is for every role, lets nobody in: `ended` asks for both codes, `factor` for the second alone;
 * who is `waiting` is of the team, and a clinician has not agreed to their role yet.
 */
export type Refusal = 'ended' | 'factor' | 'waiting' | 'no-access';

const REFUSALS: Partial<Record<ProblemCode, () => Refusal>> = {
  session_too_old: () => 'ended',
  second_factor_required: () => 'factor',
  // Only people of the team have a second factor, and it is looked at before the role.
  not_allowed: () => (hasSecondFactor() ? 'waiting' : 'no-access'),
};

export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof AppError)) return null;
  if (error.status === 401) return 'ended';
  return error.status === 403 ? (REFUSALS[error.code as ProblemCode]?.() ?? null) : null;
}

import { AppError } from '@/lib/backend/app-error.ts';

/** Why a function of the care team lets nobody in: `ended` asks for both codes, `factor` for the second alone. */
export type Refusal = 'ended' | 'factor' | 'no-access';

const REFUSALS: Record<string, Refusal> = {
  session_too_old: 'ended',
  second_factor_required: 'factor',
  not_allowed: 'no-access',
};

export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof AppError)) return null;
  if (error.status === 401) return 'ended';
  return error.status === 403 ? (REFUSALS[error.code] ?? null) : null;
}

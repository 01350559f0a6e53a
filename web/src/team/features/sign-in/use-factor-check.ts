import { useRef } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { verifyFactor } from './factors.ts';

const MAX_WRONG = 5;
const LOCK_MINUTES = 15;
const LOCK_MS = LOCK_MINUTES * 60_000;

/**
 * Verifies codes of an app. The server locks it after the fifth wrong one, and says so to the sixth: whoever entered all
 * five here hears it with the fifth.
 */
export function useFactorCheck() {
  const wrongAt = useRef<number[]>([]);
  return async (factorId: string, code: string): Promise<void> => {
    try {
      await verifyFactor(factorId, code);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'mfa_verification_failed')) throw error;
      const now = Date.now();
      wrongAt.current = [...wrongAt.current.filter((at) => at > now - LOCK_MS), now];
      if (wrongAt.current.length < MAX_WRONG) throw error;
      throw new AppError(
        'mfa_verification_rejected',
        `Too many wrong codes. Please try again in ${LOCK_MINUTES} minutes.`,
      );
    }
  };
}

import { useRef } from 'react';
import { AppError } from '@/lib/backend/app-error.ts';
import { config } from '@/lib/backend/config.ts';
import { verifyFactor } from './factors.ts';
import { FEW_TRIES_LEFT, isWrongAppCode } from './words.ts';

const [WARNED_FROM, MAX_WRONG] = [3, 5];
const LOCK_MS = 15 * 60_000;
const LOCKED = 'Too many wrong codes. Your app is locked for 15 minutes.';
const EMAILED = ' We’ve emailed you and the administrators.';

/**
 * Verifies an app's codes. The server locks the app after the fifth wrong one and reports it with the sixth,
 * so someone who entered all five here gets the message with the fifth. No email is sent about an app that is
 * still being set up.
 */
export function useFactorCheck(app: 'in use' | 'new') {
  const wrongAt = useRef<number[]>([]);
  return async (factorId: string, code: string): Promise<void> => {
    try {
      await verifyFactor(factorId, code);
    } catch (error) {
      if (!isWrongAppCode(error)) throw error;
      const now = Date.now();
      wrongAt.current = [...wrongAt.current.filter((at) => at > now - LOCK_MS), now];
      if (wrongAt.current.length < WARNED_FROM) throw error;
      if (wrongAt.current.length < MAX_WRONG) throw new AppError(FEW_TRIES_LEFT);
      const isEmailed = app === 'in use' && isOwnServer();
      throw new AppError('mfa_verification_rejected', isEmailed ? LOCKED + EMAILED : LOCKED);
    }
  };
}

/** Elsewhere, the plan may lack the hook that counts and sends the emails. */
const isOwnServer = () => new URL(config().supabaseUrl).origin === location.origin;

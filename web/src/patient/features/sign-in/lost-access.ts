import { toast, type ToastWords } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { currentSession, type SignedInUser } from '@/lib/backend/session.ts';
import { endSession } from '@/lib/backend/supabase.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';
import { checkInvitation } from './sign-in.ts';
import { failureWords, NO_ACCESS } from './words.ts';

/** For someone who lost their session, or who has one and no record. */
export async function explainLoss(lost: SignedInUser): Promise<void> {
  if (!currentSession().user) return tellIfUninvited(lost);
  if (await isOfTeam()) return location.replace('/team');
  await endSession();
  toast(NO_ACCESS);
}

/**
 * Also someone whose second factor is still to be asked for, or whose role waits: the workspace tells them.
 */
async function isOfTeam(): Promise<boolean> {
  try {
    await callFunction('team-session', { method: 'GET' });
    return true;
  } catch (error) {
    const isKnown = error instanceof AppError && error.status === 403;
    return isKnown && ['factor', 'ended', 'locked', 'waiting'].includes(refusalIn(error) ?? '');
  }
}

/**
 * A session that ended by itself may have ended with the invitation, and anyone who held it should not have
 * to guess.
 */
async function tellIfUninvited({ email }: SignedInUser): Promise<void> {
  try {
    await checkInvitation(email);
  } catch (error) {
    if (error instanceof AppError && error.status === 403) toast(lostWords(error));
    else logFailure('The reason the session ended is unknown', error);
  }
}

/** On another device it may simply be the address of before. */
function lostWords(error: AppError): ToastWords {
  const words = failureWords(error);
  return {
    ...words,
    description: `${words.description} If you changed your email address, log in with the new one.`,
  };
}

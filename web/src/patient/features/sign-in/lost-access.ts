import { toast, type ToastWords } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { currentSession, type SignedInUser } from '@/lib/backend/session.ts';
import { endSession } from '@/lib/backend/supabase.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';
import { checkInvitation } from './sign-in.ts';
import { failureWords, NO_ACCESS } from './words.ts';

/** For someone who lost their session, or has a session but no record. */
export async function explainLoss(lost: SignedInUser): Promise<void> {
  if (!currentSession().user) return tellIfUninvited(lost);
  if (await isOfTeam()) return location.replace('/team');
  await endSession();
  toast(NO_ACCESS);
}

/**
 * Includes people without a verified second factor or an approved role. The workspace tells them what is
 * missing.
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

/** A session may have ended together with the invitation, and its owner shouldn't have to guess. */
async function tellIfUninvited({ email }: SignedInUser): Promise<void> {
  try {
    await checkInvitation(email);
  } catch (error) {
    if (error instanceof AppError && error.status === 403) toast(lostWords(error));
    else logFailure('The reason the session ended is unknown', error);
  }
}

/** On another device, it may just be the previous address. */
function lostWords(error: AppError): ToastWords {
  const words = failureWords(error);
  return {
    ...words,
    description: `${words.description} If you changed your email address, log in with the new one.`,
  };
}

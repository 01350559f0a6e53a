import { toast, type ToastWords } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { logFailure } from '@/lib/backend/log.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { checkInvitation } from './sign-in.ts';
import { failureWords } from './words.ts';

/** A session that ended by itself may have ended with the invitation, and whoever held it should not have to guess. */
export async function tellIfUninvited({ email }: SignedInUser): Promise<void> {
  try {
    await checkInvitation(email);
  } catch (error) {
    if (error instanceof AppError && error.status === 403) toast(lostWords(error));
    else logFailure('It is not known why the session ended', error);
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

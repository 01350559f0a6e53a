import type { Link } from '@/lib/backend/address-link.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { whileOpeningLink } from '@/lib/backend/session.ts';
import { hasStoredSession } from '@/lib/backend/stored-session.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { failureWords } from './words.ts';

/** The content of a link. A signed-in person stays signed in, whatever it contains. */
export async function openLink(link: Link): Promise<void> {
  if (hasStoredSession()) return;
  await whileOpeningLink(() => take(link)).catch((error: unknown) => {
    logFailure('The session from a link was not used', error);
    toast(failureWords(error));
  });
}

async function take(link: Link): Promise<void> {
  if (link === 'no_session') throw new AppError('link_ended');
  const { takeOrOffer } = await import('./offered-session.ts'); // most visits have no session in the link
  await takeOrOffer(link);
}

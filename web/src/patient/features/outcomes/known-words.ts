import { isReadBy } from '@domain/coach/reply-time.ts';
import type { Loss } from '@domain/care-state/loss.ts';
import { AFTER_LOSS } from '@domain/copy/outcomes.ts';
import type { Instant } from '@domain/time/instant.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';

type Reported = Pick<Loss, 'at' | 'byTeam'>;

/** Who knows about a loss, or will when the clinic opens. */
export const knownWords = ({ at, byTeam }: Reported, now: Instant): string =>
  byTeam || isReadBy(now, at, clinicHours()) ? AFTER_LOSS.known : AFTER_LOSS.knownLater;

import { useEffect, useState } from 'react';
import type { BodyUrgency, Urgency } from '@domain/messages/urgent-words.ts';
import { logFailure } from '@/lib/backend/log.ts';

export type Judged = { urgency: Urgency | null; body: BodyUrgency | null };

/** How urgent a text may be, and of the body alone. The word lists are long, so they load while the patient starts to write. */
export function useUrgency(text: string): Judged {
  const [read, setRead] = useState<typeof import('@domain/messages/urgent-words.ts') | null>(null);
  useEffect(() => {
    import('@domain/messages/urgent-words.ts').then(setRead, (error: unknown) =>
      logFailure('The urgent words did not load', error),
    );
  }, []);
  return { urgency: read?.urgencyOf(text) ?? null, body: read?.bodyUrgencyOf(text) ?? null };
}

import { useEffect, useState } from 'react';
import type { Urgency } from '@domain/messages/urgent-words.ts';
import { logFailure } from '@/lib/backend/log.ts';

/** How urgent a text may be. The word lists are long, so they load while the patient starts to write. */
export function useUrgency(text: string): Urgency | null {
  const [read, setRead] = useState<{ urgencyOf: (text: string) => Urgency | null } | null>(null);
  useEffect(() => {
    import('@domain/messages/urgent-words.ts').then(setRead, (error: unknown) =>
      logFailure('The urgent words did not load', error),
    );
  }, []);
  return read?.urgencyOf(text) ?? null;
}

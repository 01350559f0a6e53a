import { useEffect, useState } from 'react';
import type { Judgment } from '@domain/messages/urgent-words.ts';
import { logFailure } from '@/lib/backend/log.ts';

const NOTHING_SAID: Judgment = { urgency: null, body: null, isLoss: false, isHardTime: false };

/** What is in a text. The word lists are long, so they load while the patient starts to write. */
export function useUrgency(text: string): Judgment {
  const [read, setRead] = useState<typeof import('@domain/messages/urgent-words.ts') | null>(null);
  useEffect(() => {
    import('@domain/messages/urgent-words.ts').then(setRead, (error: unknown) =>
      logFailure('The urgent words did not load', error),
    );
  }, []);
  return read?.judge(text) ?? NOTHING_SAID;
}

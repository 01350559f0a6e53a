import { useState } from 'react';
import type { Ask } from '@domain/messages/asks.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { sendAsk } from './send-ask.ts';

/** One request, sent once however often the button is pressed. */
export function useAsk(asks: Ask) {
  const [id] = useState(() => crypto.randomUUID());
  return useSendOnce({
    networkMode: 'always',
    mutationFn: (text: string) => sendAsk(asks, text, id),
    onError: (error) => logFailure('A request for a call was not sent', error),
  });
}

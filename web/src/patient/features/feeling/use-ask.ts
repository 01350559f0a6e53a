import { useRef } from 'react';
import type { Ask } from '@domain/messages/asks.ts';
import type { Topic } from '@domain/messages/topics.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

const TOPIC: Topic = 'Something else';

/** Asks for a person, as a message that the care team finds on Today. Sent now or not at all: nothing of it waits on the device. */
export function useAsk(asks: Ask) {
  const sent = useRef({ text: '', id: '' });
  return useSendOnce({
    networkMode: 'always',
    mutationFn: (text: string) => {
      // A lost answer may have arrived: the same words have the same id, so that the team reads them once.
      if (sent.current.text !== text) sent.current = { text, id: crypto.randomUUID() };
      return callFunction('send-message', {
        body: { topic: TOPIC, text, asks },
        idempotencyKey: sent.current.id,
      });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['messages'] }),
    onError: (error) => logFailure('A request for a person was not sent', error),
  });
}

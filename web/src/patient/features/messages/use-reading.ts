import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { unreadIn, type Conversation } from '@domain/messages/conversation.ts';
import type { Instant } from '@domain/time/instant.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { noteReading } from './queries.ts';

/**
 * Reports the messages on screen as read once the tab is visible. If that fails, the next server response triggers
 * another try.
 */
export function useReading(userId: string, shown: Conversation | undefined, answeredAt: Instant): void {
  const client = useQueryClient();
  const isLookedAt = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  const noted = useRef('');
  useEffect(() => {
    const place = shown?.messages.at(-1)?.place;
    const what = `${shown?.id} ${answeredAt}`;
    if (!shown || !place || unreadIn(shown) === 0 || !isLookedAt || noted.current === what) return;
    noted.current = what;
    noteReading(shown.id, place).then(
      // Includes the count next to My Coach.
      () => void client.invalidateQueries({ queryKey: ['messages', userId] }),
      (error: unknown) => logFailure('The read receipts were not sent', error),
    );
  }, [client, userId, shown, answeredAt, isLookedAt]);
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

import { useEffect, useRef, type RefObject } from 'react';
import type { ListedConversation } from '@domain/contracts/team/team-conversations.ts';
import { focusRowAt } from '@/components/layout/move-by-arrow.ts';

/**
 * Moves the focus to the next row below the open conversation that waits for a reply, then from the top. It
 * opens with Enter and not by itself, so that no word meant for one patient is typed to the next.
 */
export function useNextWaiting(
  list: RefObject<HTMLElement | null>,
  conversations: readonly ListedConversation[],
  thread: string | null,
): () => void {
  // Where it was: an answered one may leave the list before its answer is known here.
  const place = useRef(0);
  useEffect(() => {
    const at = conversations.findIndex(({ id }) => id === thread);
    if (at >= 0) place.current = at;
  });
  const waits = ({ id, waiting }: ListedConversation) => waiting !== null && id !== thread;
  return () => {
    const below = conversations.findIndex((each, at) => at >= place.current && waits(each));
    focusRowAt(list.current, below >= 0 ? below : conversations.findIndex(waits));
  };
}

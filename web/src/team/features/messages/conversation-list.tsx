import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { SHOWN } from '@domain/contracts/team/team-conversations.ts';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { SearchField } from '@/components/form/search-field.tsx';
import { arrowKeys, focusFirstRow } from '@/components/layout/move-by-arrow.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ConversationRow } from './conversation-row.tsx';
import { useNextWaiting } from './use-next-waiting.ts';
import { conversationsQuery } from './queries.ts';

const PATH = '/team/messages';
const WORDS = { 'needs-reply': 'Needs a reply', mine: 'Mine', all: 'All' } as const;

type Props = {
  zone: string;
  /** The open conversation, next to the list; on a phone over it. */
  renderOpened: (thread: string, opened: Opened) => ReactNode;
};
type Opened = {
  onClose: () => void;
  /** Nothing is waiting in it any longer: the focus goes to the next one's row, which opens with Enter. */
  onSettled: () => void;
};

/** All conversations this person may open. The filter is in the address, so that a reload keeps it. */
export function ConversationList({ zone, renderOpened }: Props) {
  const [, navigate] = useLocation();
  const given = new URLSearchParams(useSearch());
  const show = SHOWN.find((each) => each === given.get('show')) ?? 'needs-reply';
  const search = given.get('search') ?? '';
  const thread = given.get('thread');
  const list = useRef<HTMLUListElement>(null);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(conversationsQuery(show, search));
  useEffect(() => checkSession(error), [error]);
  const conversations = data?.pages.flatMap((page) => page.conversations) ?? [];
  const focusNext = useNextWaiting(list, conversations, thread);

  const find = useCallback(
    (words: string) => {
      const next = new URLSearchParams(location.search);
      if (words) next.set('search', words);
      else next.delete('search');
      navigate(`${PATH}?${next}`, { replace: true });
    },
    [navigate],
  );

  return (
    <div className="dense">
      <h1 className="text-title">Messages</h1>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <SearchField value={search} onSearch={find} onDown={() => focusFirstRow(list.current)} />
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Show</legend>
          {SHOWN.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={show === each}
              onClick={() => navigate(addressOf({ show: each, search }))}
              className={`max-sm:min-w-11 ${compactLook(show === each ? 'open' : 'quiet')}`}
            >
              {WORDS[each]}
            </button>
          ))}
        </fieldset>
      </div>
      <div
        className={`mt-4 items-start gap-5 ${thread ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,30.75rem)]' : ''}`}
      >
        <section
          aria-label="Conversations"
          className="overflow-clip rounded-card border border-line bg-card shadow-card"
        >
          {error && !data && (
            <Failed title="The list didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
          )}
          {isPending && <LoadingBlock label="Loading conversations..." lines={8} className="p-5" />}
          {data && conversations.length === 0 && (
            <Quiet title={search ? 'No patients found.' : "You're all caught up."}>
              {search && 'Try a shorter search, or ‘All’.'}
            </Quiet>
          )}
          <ul ref={list} {...arrowKeys}>
            {conversations.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                zone={zone}
                isOpen={conversation.id === thread}
                href={addressOf({ show, search, thread: conversation.id })}
              />
            ))}
          </ul>
          {hasNextPage && (
            <div className="border-t border-line p-3 text-center">
              <CompactButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </CompactButton>
            </div>
          )}
        </section>
        {thread &&
          renderOpened(thread, {
            onClose: () => navigate(addressOf({ show, search })),
            onSettled: () => isStillIn(thread) && focusNext(),
          })}
      </div>
    </div>
  );
}

/** Someone who has opened another one meanwhile, or is searching, stays there. */
function isStillIn(thread: string): boolean {
  const isOpen = new URLSearchParams(location.search).get('thread') === thread;
  return isOpen && !document.activeElement?.matches('[data-item], [type=search]');
}

function addressOf(given: { show: string; search: string; thread?: string }): string {
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value));
  return `${PATH}?${query}`;
}

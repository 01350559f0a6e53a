import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { MESSAGES } from '@domain/copy/messages.ts';
import { firstToShow, type Conversation } from '@domain/messages/conversation.ts';
import { openIn } from '@domain/messages/reply-clock.ts';
import type { Topic } from '@domain/messages/topics.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { NotLoaded } from '@/components/feedback/not-loaded.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import type { PendingEntry } from '@/lib/entries/entry.ts';
import { dropEntry, usePendingEntries } from '@/lib/entries/pending-store.ts';
import { useUrgency } from '@/lib/entries/use-urgency.ts';
import { Composer, type Help } from './composer.tsx';
import { NEWEST, conversationsQuery } from './queries.ts';
import { Thread } from './thread.tsx';
import { TopicChoice } from './topic-choice.tsx';
import { useComposerBar } from './use-composer-bar.ts';
import { useMessageForm } from './use-message-form.ts';
import { useReading } from './use-reading.ts';
import { unreadQuery } from './unread-query.ts';
import { useSentUrgency } from './use-urgency.ts';
import { Waiting } from './waiting.tsx';

type Props = {
  /** When a reply will arrive. */
  promise: ReactNode;
  /** The urgent card: quiet before a conversation, and prominent next to words that may be urgent. */
  help: Help;
};

/** Conversations with the care team, one per topic. A message written offline waits on the device. */
export function Messages({ promise, help }: Props) {
  const { id: userId } = useUser();
  const [newest, setNewest] = useState(NEWEST);
  const asked = useQuery(conversationsQuery(userId, newest));
  const isOffline = useOffline();
  if (asked.isLoading) return <LoadingBlock lines={4} />;
  return (
    <>
      {!asked.data && (isOffline || asked.error) && (
        <div className="mb-5">
          {/* Data that failed to load must not look as if there were none. */}
          {isOffline ? (
            <Notice>{MESSAGES.notKnown}</Notice>
          ) : (
            <NotLoaded title={MESSAGES.notLoaded} onRetry={() => void asked.refetch()} />
          )}
        </div>
      )}
      <Desk
        {...{ userId, promise, help, isOffline }}
        conversations={asked.data ?? []}
        answeredAt={asked.dataUpdatedAt}
        onEarlier={() => setNewest(newest + NEWEST)}
      />
    </>
  );
}

type DeskProps = Props & {
  userId: string;
  isOffline: boolean;
  conversations: readonly Conversation[];
  answeredAt: number;
  onEarlier: () => void;
};

function Desk({ userId, isOffline, conversations, answeredAt, onEarlier, promise, help }: DeskProps) {
  const form = useMessageForm();
  const field = useRef<HTMLTextAreaElement>(null);
  const [search] = useSearchParams();
  // An email about a reply, or Home, leads to that reply and not to a draft about something else.
  const [now] = useState(Date.now);
  const [chosen, setChosen] = useState<Topic | null>(search.has('unread') ? null : form.draftTopic);
  // Chosen once, so that a reply about something else doesn't move anyone away from what they are reading.
  const first = firstToShow(conversations);
  if (chosen === null && first !== null) setChosen(first);
  const topic = chosen ?? first;
  const shown = conversations.find((one) => one.topic === topic);
  useReading(userId, shown, answeredAt);
  const waiting = usePendingEntries(userId).filter(
    ({ entry }) => entry.kind === 'message' && entry.topic === topic,
  );
  const isNew = !shown && waiting.length === 0;
  const { desk, bar } = useComposerBar(isNew ? null : topic);
  // The shell asks every minute, and this shows its answer.
  const { data: unread } = useQuery({ ...unreadQuery(userId), enabled: false });
  const hasRead = waiting.length > 0 || (shown?.messages.some(({ from }) => from === 'patient') ?? false);
  const written = useUrgency(form.text);
  const sent = useSentUrgency(openIn(shown?.messages ?? [], { settled: unread?.settled, now }));
  function writeAgain({ id, entry }: PendingEntry) {
    if (entry.kind !== 'message' || topic === null) return;
    form.writeAgain(entry.text, topic, entry.files !== undefined);
    dropEntry(userId, id);
    field.current?.focus();
  }
  return (
    <div
      ref={desk}
      className="conversation rise flex flex-col gap-5 sm:grid sm:gap-6 lg:grid-cols-[17rem_minmax(0,1fr)] lg:items-start"
    >
      <Card>
        <TopicChoice
          {...{ topic, conversations }}
          settled={unread?.settled}
          error={form.isTopicMissing ? MESSAGES.missing : undefined}
          onChoose={(next) => {
            setChosen(next);
            form.chooseTopic(next);
          }}
        />
      </Card>
      {/* A card with everything in it; on phones its parts are the page's. */}
      <div className="max-sm:contents sm:space-y-5 sm:overflow-clip sm:rounded-card sm:border sm:border-line sm:bg-card sm:p-6 sm:shadow-card">
        {!isNew && <Thread {...{ userId, shown, waiting, topic, onEarlier }} onWriteAgain={writeAgain} />}
        {isNew && !isOffline ? (
          // No hour of a reply above the card for words of self-harm: it says who is there now.
          written.urgency !== 'self-harm' && promise
        ) : (
          <Waiting
            userId={userId}
            shown={shown}
            isOffline={isOffline}
            isOnDevice={waiting.some(({ refused }) => !refused)}
            isUrgent={sent.urgency === 'strong' || sent.urgency === 'self-harm' || sent.isLoss}
          />
        )}
        <Composer {...{ form, field, bar, topic, isNew, hasRead, written, sent, help }} />
      </div>
    </div>
  );
}

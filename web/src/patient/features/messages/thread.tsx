import { MESSAGES } from '@domain/copy/messages.ts';
import { hasEarlier, isSeen, type Conversation } from '@domain/messages/conversation.ts';
import type { Topic } from '@domain/messages/topics.ts';
import { Button } from '@/components/action/button.tsx';
import { localDay } from '@/lib/dates/dates.ts';
import type { PendingEntry } from '@/lib/entries/entry.ts';
import { dropEntry } from '@/lib/entries/pending-store.ts';
import { Bubble, NotSentYet, OwnState } from './bubble.tsx';

type Props = {
  userId: string;
  topic: Topic | null;
  shown: Conversation | undefined;
  /** Messages on this device that the care team doesn't have yet. */
  waiting: readonly PendingEntry[];
  onEarlier: () => void;
  /** Puts the words of a refused message into the field. */
  onWriteAgain: (pending: PendingEntry) => void;
};

const SCROLLS = { role: 'log', tabIndex: 0 };

/** The messages, with the newest last and in view. */
export function Thread({ userId, topic, shown, waiting, onEarlier, onWriteAgain }: Props) {
  const messages = shown?.messages ?? [];
  const lastOwn = messages.findLast(({ from }) => from === 'patient');
  return (
    <div
      {...SCROLLS}
      aria-label={`Messages about ${topic}`}
      // Reversed, so that it opens at its end and stays there. On phones the page does (use-composer-bar.ts).
      className="-mx-2 flex flex-col-reverse rounded-field px-2 sm:max-h-[60dvh] sm:overflow-y-auto"
    >
      <div>
        {shown && hasEarlier(shown) && (
          <div className="mb-4 text-center">
            <Button look="quiet" onClick={onEarlier}>
              {MESSAGES.earlier}
            </Button>
          </div>
        )}
        <ol className="space-y-4">
          {messages.map((message, index) => (
            <Bubble
              key={message.id}
              {...message}
              isNewDay={index === 0 || localDay(messages[index - 1]!.at) !== localDay(message.at)}
            >
              {shown && message === lastOwn && <OwnState isSeen={isSeen(shown, message)} />}
            </Bubble>
          ))}
          {waiting.map((pending) => (
            <Bubble
              key={pending.id}
              from="patient"
              text={pending.entry.kind === 'message' ? pending.entry.text : ''}
              at={pending.keptAt}
              isWaiting
            >
              <NotSentYet
                {...(pending.refused && {
                  refused: {
                    onWriteAgain: () => onWriteAgain(pending),
                    onRemove: () => dropEntry(userId, pending.id),
                  },
                })}
              />
            </Bubble>
          ))}
        </ol>
      </div>
    </div>
  );
}

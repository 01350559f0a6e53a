import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { dueWords, promiseWords, replyWords } from '@domain/coach/reply-promise.ts';
import { MESSAGES } from '@domain/copy/messages.ts';
import type { Conversation } from '@domain/messages/conversation.ts';
import { stageOf, waitingIn } from '@domain/messages/reply-clock.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { clinicHours } from '@/lib/clinic/hours.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { unreadQuery } from './unread-query.ts';

type Props = {
  userId: string;
  shown: Conversation | undefined;
  isOffline: boolean;
  /** A message waits here for a network. No reply clock runs, because no one has received it. */
  isOnDevice: boolean;
  /**
   * The waiting message has words that can't wait. The card next to it says what to do, and no reply time is
   * shown.
   */
  isUrgent: boolean;
};

/** When the reply will arrive. If it is late, or no one has the question, how else to reach someone. */
export function Waiting({ userId, shown, isOffline, isOnDevice, isUrgent }: Props) {
  const now = useNow((moment) => (Math.floor(moment / MINUTE) + 1) * MINUTE);
  const zone = shownZone();
  // The shell asks every minute, and this shows its answer.
  const { data } = useQuery({ ...unreadQuery(userId), enabled: false });
  const waiting = waitingIn(shown?.messages ?? [], data?.settled);
  if (isOnDevice) return <ReachElse words={MESSAGES.notReceived} />;
  if (waiting && stageOf(waiting, now) === 'overdue') return <ReachElse words={MESSAGES.overdue} />;
  const next = (isOffline ? promiseWords : replyWords)(now, zone, clinicHours());
  return (
    <div className="flex gap-2.5 text-small text-soft">
      <Clock aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0 text-brand" />
      <div>
        <p>{isUrgent ? MESSAGES.urgent : waiting ? dueWords(waiting.dueAt, now, zone) : next}</p>
        {isOffline && <p>{MESSAGES.willWait}</p>}
      </div>
    </div>
  );
}

const ReachElse = ({ words }: { words: string }) => (
  <Notice tone="warning">
    <p className="font-semibold">{words}</p>
    <ReachUs className="mt-2" />
  </Notice>
);

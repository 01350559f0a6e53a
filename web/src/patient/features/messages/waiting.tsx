import { Clock } from 'lucide-react';
import { dueWords, replyWords } from '@domain/coach/reply-promise.ts';
import { MESSAGES } from '@domain/copy/messages.ts';
import type { Conversation } from '@domain/messages/conversation.ts';
import { stageOf, waitingIn } from '@domain/messages/reply-clock.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { coachZone } from '@/lib/clinic/hours.ts';
import ReachUs from '@/lib/clinic/reach-us.tsx';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';

/** When an answer will be there; and where it is late, how else to reach somebody. */
export function Waiting({ shown }: { shown: Conversation | undefined }) {
  const now = useNow((moment) => (Math.floor(moment / MINUTE) + 1) * MINUTE);
  const zone = deviceZone();
  const waiting = waitingIn(shown?.messages ?? []);
  if (waiting && stageOf(waiting, now) === 'overdue') {
    return (
      <Notice tone="warning">
        <p className="font-semibold">{MESSAGES.overdue}</p>
        <ReachUs className="mt-2" />
      </Notice>
    );
  }
  return (
    <p className="flex gap-2.5 text-small text-soft">
      <Clock aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0 text-brand" />
      {waiting ? dueWords(waiting.dueAt, now, zone) : replyWords(now, zone, coachZone() ?? zone)}
    </p>
  );
}

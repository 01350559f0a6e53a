import { useQueryClient } from '@tanstack/react-query';
import { dueWords } from '@domain/coach/reply-promise.ts';
import { isReadBy } from '@domain/coach/reply-time.ts';
import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import { instantFromIso, MINUTE, type Instant } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { clinicHours } from '@/lib/clinic/hours.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { useAsk } from '@/lib/entries/use-ask.ts';

/** Asks for an answer today and shows when it is due. The server decides that, as for the team's item. */
export function NeedAnswer({ dueAt }: { dueAt: string | null }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isError } = useAsk('answer-today');
  const ask = () =>
    mutate(SAFETY_CHECK.needAnswerMessage, {
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['safety-check'] }),
    });
  return (
    <>
      {dueAt === null && (
        <Button look="outline" busy={isPending} className="w-full" onClick={ask}>
          {SAFETY_CHECK.needAnswer}
        </Button>
      )}
      <div aria-live="polite">{dueAt !== null && <Asked dueAt={instantFromIso(dueAt)} />}</div>
      <div role="alert">
        {isError && (
          <Notice tone="warning">
            <p className="font-semibold">{SAFETY_CHECK.answerNotSent}</p>
            <ReachUs className="mt-2" />
          </Notice>
        )}
      </div>
    </>
  );
}

const nextMinute = (moment: Instant): Instant => (Math.floor(moment / MINUTE) + 1) * MINUTE;

function Asked({ dueAt }: { dueAt: number }) {
  const now = useNow((moment) => (moment <= dueAt ? Math.min(nextMinute(moment), dueAt + 1) : undefined));
  const isOpen = isReadBy(now, now, clinicHours());
  return (
    <Notice tone="good">
      <p className="font-semibold">
        {now > dueAt
          ? SAFETY_CHECK.answerLate
          : `${isOpen ? SAFETY_CHECK.answerAsked : SAFETY_CHECK.answerAskedAtNight} ${dueWords(dueAt, now, shownZone())}`}
      </p>
      {now > dueAt && <ReachUs className="mt-2" />}
    </Notice>
  );
}

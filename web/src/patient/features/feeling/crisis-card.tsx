import { Phone } from 'lucide-react';
import { useId } from 'react';
import { callBy } from '@domain/coach/reply-time.ts';
import { CRISIS } from '@domain/copy/crisis.ts';
import { MINUTE, type Instant } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { crisisLine, emergencyNumber } from '@/lib/clinic/emergency-call.ts';
import { telephone } from '@domain/coach/telephone.ts';
import { useAsk } from '@/lib/entries/use-ask.ts';
import { NotSent } from './not-sent.tsx';
import { timeInZone } from '@domain/time/zoned-words.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { UnreadNotice } from './unread-notice.tsx';
import { useInSight } from './use-in-sight.ts';
import { useUnread } from './use-unread.ts';

type Props = {
  /** The care team has received the words. */
  isSent?: boolean;
  /** When a call was requested, here or on another page. */
  callAskedAt?: Instant | null;
  /** The first part of a page that just opened. */
  isFirst?: boolean;
};

/** Shown next to self-harm words. It blocks nothing, and scrolls into view automatically. */
export function CrisisCard({ isSent = false, callAskedAt = null, isFirst = false }: Props) {
  const titleId = useId();
  const number = emergencyNumber();
  const { region, heading } = useInSight(isFirst ? 'first' : 'appears');
  return (
    <section
      ref={region}
      aria-labelledby={titleId}
      className="scroll-my-24 space-y-4 rounded-card bg-sage-soft p-5 text-sage sm:p-6"
    >
      <div>
        <h2 id={titleId} ref={heading} tabIndex={-1} className="text-heading">
          {CRISIS.heading}
        </h2>
        <p className="mt-2 text-lead">{CRISIS.kind}</p>
      </div>
      <CallCrisisLine />
      <p className="font-semibold">{CRISIS.danger(number)}</p>
      {number && (
        <LinkButton to={telephone(number)} look="outline" className="bg-card max-sm:w-full">
          <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {CRISIS.callNumber(number)}
        </LinkButton>
      )}
      <CallMe askedAt={callAskedAt} />
      <p>{isSent ? CRISIS.sent : CRISIS.send}</p>
    </section>
  );
}

/** The helpline itself, by call or text. */
export function CallCrisisLine() {
  const line = crisisLine();
  if (!line) return <p className="font-semibold">{CRISIS.noLine}</p>;
  const { number, text } = line;
  return (
    <div>
      <p>{CRISIS.line.about}</p>
      <div className="mt-3 flex flex-col gap-2.5 sm:flex-row">
        <LinkButton to={telephone(number)}>
          <Phone aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {CRISIS.line.label(number, text)}
        </LinkButton>
        {text && (
          <LinkButton to={`sms:${number}`} look="outline" className="bg-card">
            {CRISIS.line.text(number)}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

function CallMe({ askedAt }: { askedAt: Instant | null }) {
  const { mutate, isPending, isSuccess, isError, submittedAt } = useAsk('call');
  const unread = useUnread();
  const asked = askedAt ?? (isSuccess ? submittedAt : null);
  const hasAsked = asked !== null;
  const now = useNow((moment) => (Math.floor(moment / MINUTE) + 1) * MINUTE);
  return (
    <div className="space-y-3">
      {!hasAsked && (
        <Button
          look="outline"
          busy={isPending}
          className="bg-card max-sm:w-full"
          onClick={() => mutate(CRISIS.callMeMessage)}
        >
          {CRISIS.callMe}
        </Button>
      )}
      <div aria-live="polite">
        {hasAsked && (
          <p className="font-semibold">
            {unread ? CRISIS.askedAtNight(unread) : CRISIS.asked(callWords(asked, now))}
          </p>
        )}
      </div>
      {!hasAsked && <UnreadNotice />}
      <div role="alert">{isError && <NotSent />}</div>
    </div>
  );
}

/** By when someone calls, as the care team's item has it. Null once that time has passed. */
function callWords(askedAt: Instant, now: Instant): string | null {
  const by = callBy(askedAt, clinicHours());
  return now < by ? timeInZone(by, shownZone()) : null;
}

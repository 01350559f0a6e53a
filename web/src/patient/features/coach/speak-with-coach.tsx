import { Clock, Mail, Video } from 'lucide-react';
import { hoursFor, REPLY_PROMISE, replyWords } from '@domain/coach/reply-promise.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { mailTo } from '@/lib/clinic/clinic.ts';
import ReachUs from '@/lib/clinic/reach-us.tsx';
import { coachZone } from '@/lib/clinic/hours.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';

export function SpeakWithCoach() {
  return (
    <Card title="Speak with your Clinical Coach">
      <p className="max-w-prose text-soft">
        For anything about your treatment or your care plan. No question is too small.
      </p>
      <ReplyPromise />
      <div className="flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
        <LinkButton to={mailTo('coachEmail', 'A question for my coach')}>
          <Mail aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Email your coach
        </LinkButton>
        <GoButton to="/schedule?appointmentType=clinical-coach-support-call" look="outline">
          <Video aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Book a Clinical Coach video call
        </GoButton>
      </div>
      <p className="mt-4 text-small text-soft">
        A video call is booked for within the next couple of days, at a time that suits you.
      </p>
      <ReachUs className="mt-4" />
    </Card>
  );
}

/** The promise, and what it means for somebody who writes now. */
function ReplyPromise() {
  const now = useNow(nextMinute);
  const zone = deviceZone();
  const clinics = coachZone() ?? zone;
  const [here, there] = [zoneName(zone, now), zoneName(clinics, now)];
  return (
    <div className="my-5 flex gap-3.5 rounded-field bg-paper px-4 py-3.5">
      <Clock aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0">
        <p className="font-semibold">{REPLY_PROMISE}</p>
        <p className="mt-0.5 text-soft">{replyWords(now, zone, clinics)}</p>
        <p className="mt-0.5 text-small text-soft">
          {here === there
            ? `Times in ${here}.`
            : `Your coach’s day is in ${there}: for you, ${hoursFor(now, zone, clinics)} ${here}.`}
        </p>
      </div>
    </div>
  );
}

const nextMinute = (now: number) => (Math.floor(now / MINUTE) + 1) * MINUTE;

import { Video } from 'lucide-react';
import type { Instant } from '@domain/time/instant.ts';
import { URGENT_SIGNS } from '@domain/journey/clinical-copy.ts';
import { KEPT_BLOCKED } from '@domain/copy/kept-blocked.ts';
import { SAFETY_CHECK, SAFETY_OUTCOMES } from '@domain/copy/safety-check.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { EmergencyLink } from '@/components/feedback/urgent-signs.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import { clockTime, dateAndTime, localDay } from '@/lib/dates/dates.ts';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { Correct, type Correction } from './correct.tsx';
import { NeedAnswer } from './need-answer.tsx';

export type BookedCall = { hostName: string; startsAt: Instant };

type Props = {
  moved: boolean;
  /** When the requested answer is due today. Null if the patient hasn't asked for one. */
  answerDueAt: string | null;
  correction: Correction | null;
  /** A clinician has read the answers and decided, so no other answer is asked for. */
  isKeptBlocked: boolean;
  /** The booked safety call. */
  call: BookedCall | null;
};

/** A clinician talks to the patient first. Timers, instructions and help stay available. */
export function Held({ moved, answerDueAt, correction, isKeptBlocked, call }: Props) {
  return (
    <FlowStep
      heading={SAFETY_CHECK.talkFirst}
      moved={moved}
      actions={
        <>
          <GoButton to="/treatment-day?started" look="outline">
            {SAFETY_CHECK.started}
          </GoButton>
          <GoButton to="/feeling" look="quiet">
            {FEELING_TITLE}
          </GoButton>
        </>
      }
    >
      <p className="text-lead font-semibold">{isKeptBlocked ? KEPT_BLOCKED : SAFETY_OUTCOMES.stop}</p>
      <p>{call ? SAFETY_CHECK.booked(call.hostName, momentOf(call.startsAt)) : SAFETY_CHECK.call}</p>
      <div className="space-y-2.5">
        <GoButton to={call ? '/home' : '/schedule?appointmentType=safety-call'} className="w-full">
          <Video aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {call ? SAFETY_CHECK.seeCall : SAFETY_CHECK.book}
        </GoButton>
        {!isKeptBlocked && <NeedAnswer dueAt={answerDueAt} />}
      </div>
      {correction && <Correct {...correction} />}
      {!isKeptBlocked && <p>{SAFETY_CHECK.cleared}</p>}
      <p>{SAFETY_CHECK.never}</p>
      <Notice tone="warning">
        <p>{URGENT_SIGNS}</p>
        <EmergencyLink {...emergencyCall()} />
      </Notice>
    </FlowStep>
  );
}

const momentOf = (at: Instant): string =>
  localDay(at) === localDay(Date.now()) ? SAFETY_CHECK.todayAt(clockTime(at)) : `on ${dateAndTime(at)}`;

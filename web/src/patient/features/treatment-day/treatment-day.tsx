import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { ALREADY_STARTED } from '@domain/copy/treatment-day.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import type { TreatmentDayAction } from '@domain/treatment-day/events.ts';
import {
  capWearing,
  isCapIn,
  sampleRest,
  type CapWearing,
  type SampleRest,
} from '@domain/treatment-day/treatment-day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { localDay } from '@/lib/dates/dates.ts';
import { useUser } from '@/lib/backend/session.ts';
import { treatmentDayQuery } from '@/lib/entries/treatment-day-query.ts';
import {
  clearFinished,
  noteTreatmentDay,
  useRemovedBefore,
  useTreatmentDay,
} from '@/lib/entries/treatment-day.ts';
import { CapTimer } from './cap-timer.tsx';
import { ReminderSwitch } from './reminder-switch.tsx';
import { SampleTimer, type SampleStatus } from './sample-timer.tsx';
import { useClock } from './use-clock.ts';

/** Stored on the device with this page (web/build/service-worker.ts). */
const DayHelp = lazy(() => import('./day-help.tsx'));

const NO_SAMPLE: SampleRest = { state: 'not-started' };

/** On the next day, the timers are for the next applicator. */
const isOfEarlierDay = (cap: CapWearing, now: Instant): boolean =>
  cap.state === 'removed' && localDay(cap.removedAt) !== localDay(now);

type Props = {
  /** `withdrawn`: without consent no sample is asked for, and messages are closed. */
  safety: SampleStatus | 'withdrawn';
  /** The patient says that they have already started. */
  hasStarted: boolean;
  /** When not to wait for anyone. */
  urgent: ReactNode;
};

/** Two timers that the patient starts. They show the events of all devices. */
export function TreatmentDay({ safety, hasStarted, urgent }: Props) {
  const [, navigate] = useLocation();
  const { id: userId } = useUser();
  useQuery(treatmentDayQuery(userId));
  const day = useTreatmentDay(userId);
  const removedBefore = useRemovedBefore(userId);
  const now = useClock();
  const tell = (action: TreatmentDayAction) => (at?: Instant) => noteTreatmentDay(userId, action, at);
  const { sampleCollectedAt, capInsertedAt, capRemovedAt } = day;
  const isUnderWay = (sampleCollectedAt !== null || capInsertedAt !== null) && capRemovedAt === null;

  const cap = capWearing(day, now);
  const rest = isOfEarlierDay(cap, now) ? NO_SAMPLE : sampleRest(day, now);
  const isUsedToday = cap.state === 'removed' && !isOfEarlierDay(cap, now) && rest.state === 'not-started';
  const isDue = cap.state === 'due' || cap.state === 'overdue';
  const timers = [
    // While the cap is in, and once today's is out, there is nothing to pour or collect.
    safety !== 'withdrawn' &&
      rest.state !== 'used' &&
      (hasStarted || !(isCapIn(day) || isUsedToday) || rest.state === 'resting') && (
        <SampleTimer
          key="sample"
          rest={rest}
          safety={safety}
          now={now}
          isEarlier={hasStarted}
          onStart={tell('sample')}
          onStop={() => tell('sample-reset')()}
        />
      ),
    <CapTimer
      key="cap"
      cap={cap}
      removedBefore={
        removedBefore !== null && localDay(removedBefore) === localDay(now) ? removedBefore : null
      }
      restsUntil={rest.state === 'resting' ? rest.endsAt : null}
      now={now}
      isEarlier={hasStarted}
      onStart={tell('cap-in')}
      onStop={() => tell('cap-reset')()}
      onRemoved={tell('cap-out')}
      onMistake={() => tell('cap-undo')()}
      onMessageCoach={safety === 'withdrawn' ? null : () => navigate('/support')}
      onAgain={() => clearFinished(userId)}
    />,
  ];
  return (
    <div className="grid max-w-4xl items-start gap-5 lg:grid-cols-2">
      {hasStarted && (
        <div className="lg:col-span-2">
          <Notice>{ALREADY_STARTED}</Notice>
        </div>
      )}
      {/* The cap's removal comes first. */}
      {isCapIn(day) ? timers.toReversed() : timers}
      <div className="space-y-4 lg:col-span-2">
        {isUnderWay && !isDue && <ReminderSwitch />}
        <div className="flex flex-wrap gap-2.5">
          <Button look="outline" onClick={() => navigate('/applicator-instructions')}>
            Read the applicator steps
          </Button>
          <LinkButton to="/feeling" look="outline">
            {FEELING_TITLE}
          </LinkButton>
        </div>
        {/* Comes last, so that later content doesn't move anything under a finger. */}
        <Suspense fallback={<Card className="min-h-72" />}>
          <DayHelp urgent={urgent} hasCoach={safety !== 'withdrawn'} hasNumbers={cap.state !== 'overdue'} />
        </Suspense>
      </div>
    </div>
  );
}

import { lazy, Suspense } from 'react';
import { CAP_TOO_LONG } from '@domain/copy/cap-safety.ts';
import { CAP_WORDS } from '@domain/copy/treatment-day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { atWallClock, wallClock } from '@domain/treatment-day/show-time.ts';
import { CAP_LIMIT, hoursIn, type CapWearing } from '@domain/treatment-day/treatment-day.ts';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmergencyLink } from '@/components/feedback/urgent-signs.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { ResetTimer } from './reset-timer.tsx';
import { Running } from './running.tsx';
import { ReportedEarlier } from './reported-earlier.tsx';

/** Stored on the device with this page (web/build/service-worker.ts). */
const CalendarAlarm = lazy(() => import('./calendar-alarm.tsx'));
const Removed = lazy(() => import('./removed.tsx'));

type Props = {
  cap: CapWearing;
  /** The previous applicator's cap, earlier today. */
  removedBefore: Instant | null;
  /** While the sample rests, the end of it; null otherwise. */
  restsUntil: Instant | null;
  now: Instant;
  /** A patient who has already started is asked when. */
  isEarlier: boolean;
  onStart: (at?: Instant) => void;
  onStop: () => void;
  onRemoved: (at?: Instant) => void;
  onMistake: () => void;
  /** Null if messages are closed. */
  onMessageCoach: (() => void) | null;
  onAgain: () => void;
};

export function CapTimer({
  cap,
  removedBefore,
  restsUntil,
  now,
  isEarlier,
  onStart,
  onStop,
  onRemoved,
  onMistake,
  onMessageCoach,
  onAgain,
}: Props) {
  return (
    <Card title={CAP_WORDS.title}>
      {cap.state === 'not-started' && (
        <>
          <output className="block">
            {removedBefore !== null && (
              <p className="mb-2">{CAP_WORDS.lastOut(atWallClock(removedBefore, now, shownZone()))}</p>
            )}
          </output>
          <p className="text-soft">{CAP_WORDS.before}</p>
          {restsUntil !== null && (
            <p className="mt-2">{CAP_WORDS.resting(wallClock(restsUntil, now, shownZone()))}</p>
          )}
        </>
      )}
      {cap.state === 'in-place' && (
        <>
          <Running words="Out by" endsAt={cap.endsAt} left={cap.left} whole={CAP_LIMIT} now={now} />
          <p className="mt-1">{CAP_WORDS.wentIn(atWallClock(cap.endsAt - CAP_LIMIT, now, shownZone()))}</p>
          <p className="mt-2 text-soft">{CAP_WORDS.running}</p>
          <Suspense fallback={<div className="mt-4 h-24" />}>
            <CalendarAlarm endsAt={cap.endsAt} />
          </Suspense>
        </>
      )}
      <div role="alert">
        {(cap.state === 'due' || cap.state === 'overdue') && (
          <Notice tone="warning">
            <p className="font-semibold">
              {cap.state === 'due' ? CAP_WORDS.due : CAP_WORDS.overdue(hoursIn(cap.endsAt, now))}
            </p>
            <p className="mt-1">
              {CAP_WORDS.wentIn(atWallClock(cap.endsAt - CAP_LIMIT, now, shownZone()))} The limit was{' '}
              {wallClock(cap.endsAt, now, shownZone())}.
            </p>
          </Notice>
        )}
        {cap.state === 'overdue' && (
          <div className="mt-4">
            <Safety advice={CAP_TOO_LONG.advice} isIn onMessageCoach={onMessageCoach} />
          </div>
        )}
      </div>
      {cap.state === 'removed' ? (
        <Suspense fallback={<div className="h-48" />}>
          <Removed {...cap} now={now} {...{ onRemoved, onMistake, onAgain }}>
            {cap.late && <Safety advice={CAP_TOO_LONG.out} onMessageCoach={onMessageCoach} />}
          </Removed>
        </Suspense>
      ) : (
        <div className="mt-5 flex flex-wrap gap-2.5">
          {cap.state === 'not-started' ? (
            <>
              <Button onClick={() => onStart()}>Start 5 hours</Button>
              <ReportedEarlier words={CAP_WORDS.earlier} isOpen={isEarlier} onTell={onStart} />
            </>
          ) : (
            <>
              <Button onClick={() => onRemoved()}>The cap is out</Button>
              <ReportedEarlier
                words={CAP_WORDS.cameOut}
                isOpen={false}
                refusal={(at) => (at < cap.endsAt - CAP_LIMIT ? CAP_WORDS.cameOut.tooEarly : null)}
                onTell={onRemoved}
              />
              <ResetTimer timer="cap" onReset={onStop} />
              <ReportedEarlier
                words={CAP_WORDS.earlier}
                isOpen={false}
                refusal={(at) => (at < cap.endsAt - CAP_LIMIT ? null : CAP_WORDS.earlier.later)}
                onTell={onStart}
              />
            </>
          )}
        </div>
      )}
    </Card>
  );
}

type SafetyProps = Pick<Props, 'onMessageCoach'> & { advice: string; isIn?: boolean };

/** While the cap is in, the clinic's phone comes before a message, which may be read hours later. */
function Safety({ advice, isIn = false, onMessageCoach }: SafetyProps) {
  return (
    <div className="space-y-3">
      <p>{advice}</p>
      {isIn && (
        <>
          <ReachUs />
          <p>{CAP_TOO_LONG.unanswered}</p>
        </>
      )}
      <div>
        <p className="font-semibold">{CAP_TOO_LONG.urgent}</p>
        <EmergencyLink {...emergencyCall()} />
      </div>
      {onMessageCoach && (
        <Button look="outline" onClick={onMessageCoach}>
          Message my Coach
        </Button>
      )}
    </div>
  );
}
